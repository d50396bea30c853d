"""One WebSocket a table: messages in, messages out.  See docs/protocol.md."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

import msgspec
from litestar import WebSocket, websocket
from litestar.handlers import WebsocketRouteHandler
from litestar.types import Receive, Scope, Send

from palatine.core.messages import Message
from palatine.server.errors import (
    BAD_ID,
    BAD_MESSAGE,
    LATE,
    MESSAGE_TOO_LARGE,
    NO_SEAT_SELECTED,
    NOT_YOUR_SEAT,
    OUR_FAULT,
    TOO_DEEP,
    TOO_MANY_SOCKETS,
    Refusal,
    Unavailable,
)
from palatine.server.host.desk import UNWELCOME, HostDesk
from palatine.server.identity import is_foreign
from palatine.server.limits import AT_ONE_ADDRESS, Asker, address_of
from palatine.server.live.absence import AbsenceWatch
from palatine.server.live.connection import Connection, encode
from palatine.server.live.server import GameServer
from palatine.server.live.table import LiveTable
from palatine.server.protocol.messages import (
    Ack,
    Bye,
    Consent,
    Consider,
    Explain,
    FromClient,
    HandOver,
    Ping,
    Play,
    Pong,
    PromisePart,
    Refused,
    Rematch,
    RevealPart,
    SelectSeat,
    Sync,
    Undo,
    Wait,
)
from palatine.server.storage.entries import Entry
from palatine.server.tables import commands
from palatine.server.tables.draft import Draft
from palatine.server.tables.state import TableState
from palatine.server.transport import SAY

logger = logging.getLogger("palatine")

decode = msgspec.json.Decoder(FromClient).decode
MOST_BYTES = 16_384
MOST_ID = 64
Command = Play | Undo | Consent | Wait | HandOver | PromisePart | RevealPart  # what one table decides on
# Messages whose answers are as much work as those of so many more.
EXTRA: Mapping[type, int] = {Sync: 9, SelectSeat: 9, Explain: 4}
UNKNOWN, FOREIGN, SLOW, TOO_MANY, AWAY = 4404, 4403, 4408, 4429, 1013  # codes to close a socket with


class RawSocket(WebSocket[Any, Any, Any]):
    """A socket as ASGI has it: to hear and say by way of the framework costs as much as a decision."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        super().__init__(scope, receive, send)
        self.raw = receive, send


def play_socket(server: GameServer, desk: HostDesk) -> WebsocketRouteHandler:
    """The sockets of all tables, at /api/tables/ID/socket."""

    @websocket("/api/tables/{table:str}/socket", websocket_class=RawSocket)
    async def play(socket: RawSocket) -> None:
        await _TableSocket(socket.scope, *socket.raw).serve(server, desk)

    return play


class _TableSocket:
    """One socket: everything that happens at a table, and one's own decisions."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope, self._receive, self._send = scope, receive, send

    async def serve(self, server: GameServer, desk: HostDesk) -> None:
        """Everything that happens at a table, as it happens, and one's own decisions."""
        await self._receive()
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        if is_foreign(self._scope):
            await self._close(FOREIGN, "foreign")
            return
        asker = self._asker()
        if banned := desk.bans.refusal(asker.person, self._host):
            await self._refuse(UNWELCOME, banned)
            return
        try:
            table = await server.tables.find(self._scope["path_params"]["table"])
        except Unavailable as away:
            await self._close(AWAY, away.code)
            return
        except Refusal as refusal:
            await self._refuse(UNKNOWN, refusal)
            return
        if asker.person in table.state.removed:
            await self._refuse(UNWELCOME, commands.removal(table.state, asker.person))
            return
        server.limits.note(asker)
        if not server.limits.sockets.enter(*asker):
            server.limits.hits.note("sockets", *asker)
            most = server.limits.sockets.most or 0
            too_many = TOO_MANY_SOCKETS.refuse(most=most, around=most * AT_ONE_ADDRESS)
            server.counts.refused(too_many.code)
            await self._refuse(TOO_MANY, too_many)
            return
        try:
            if table.state.seats_of(asker.person):
                desk.saw(asker.person)
            await self._stay(server, table, asker)
        except Unavailable as away:
            await self._close(AWAY, away.code)
        finally:
            server.limits.sockets.leave(*asker)

    async def _stay(self, server: GameServer, table: LiveTable, asker: Asker) -> None:
        extensions: Mapping[str, Any] = self._scope.get("extensions") or {}
        connection = Connection(asker.person, self._host, extensions.get(SAY, {}).get(SAY))
        sending = asyncio.create_task(self._deliver(connection))
        try:
            await server.connect(table, connection)
            while (text := await self._hear()) is not None:
                await server.limits.messages.use(*asker)  # meanwhile nobody listens
                answered = await _handle(server, table, connection, text)
                server.limits.messages.charge(*asker, EXTRA.get(type(answered), 0))
        finally:
            server.disconnect(table, connection)
            sending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await sending

    def _asker(self) -> Asker:
        return Asker(self._scope["state"].get("user") or "", address_of(self._host))

    @property
    def _host(self) -> str | None:
        """The address that it comes from."""
        client = self._scope["client"]
        return client[0] if client else None

    async def _refuse(self, code: int, refusal: Refusal) -> None:
        """Say why there is nothing to hear here, and close."""
        await self._say(encode(Bye(refusal.code, refusal.message)).decode())
        await self._close(code, refusal.code)

    async def _hear(self) -> str | bytes | None:
        """The next message; none when the other side is gone."""
        event = await self._receive()
        if event["type"] != "websocket.receive":
            return None
        return event.get("text") or event.get("bytes") or b""

    async def _deliver(self, connection: Connection) -> None:
        """Send what waits for a connection, in its order."""
        with contextlib.suppress(OSError, RuntimeError):  # the other side is gone
            await connection.deliver(self._say)
            await self._close(connection.farewell or SLOW, "come again")

    async def _say(self, text: str) -> None:
        await self._send({"type": "websocket.send", "text": text, "bytes": None})

    async def _close(self, code: int, reason: str) -> None:
        await self._send({"type": "websocket.close", "code": code, "reason": reason})


async def _handle(
    server: GameServer, table: LiveTable, connection: Connection, text: str | bytes
) -> FromClient | None:
    """Answer one message, whatever it is; none if it is no message."""
    id, message = "", None
    try:
        if len(text) > MOST_BYTES:
            raise MESSAGE_TOO_LARGE.refuse(most=MOST_BYTES)
        message = decode(text)
        id = getattr(message, "id", "")
        await _answer(server, table, connection, message)
    except Refusal as refusal:
        _refuse(server, connection, id, refusal.code, refusal.message)
    except msgspec.DecodeError as error:
        _refuse(server, connection, id, BAD_MESSAGE.code, BAD_MESSAGE(detail=str(error)))
    except RecursionError:
        _refuse(server, connection, id, TOO_DEEP.code, TOO_DEEP())
    except Exception:
        logger.exception("a message at table %s could not be answered", table.id)
        _refuse(server, connection, id, OUR_FAULT.code, OUR_FAULT())
    await asyncio.sleep(0)  # many messages of one are answered in turns with those of others
    return message


def _refuse(server: GameServer, connection: Connection, id: str, code: str, message: Message) -> None:
    server.counts.refused(code)
    connection.send(Refused(id, code, message))


async def _answer(server: GameServer, table: LiveTable, connection: Connection, message: FromClient) -> None:
    match message:
        case Ping():
            connection.send(Pong(table.state.number))
        case Sync():
            async with table.lock:
                connection.send(server.broadcast.snapshot(table, connection, "sync"))
        case SelectSeat(seat):
            if seat is not None and seat not in table.seats_of(connection):
                raise NOT_YOUR_SEAT.refuse()
            async with table.lock:
                connection.selected = seat
                table.forget_audience()
                connection.send(server.broadcast.snapshot(table, connection, "select_seat"))
        case Consider(question, moves):
            draft = Draft(table.state, table.seat_of(connection), question, moves)
            connection.send(draft.consider())
        case Explain(question, moves, things):
            connection.send(Draft(table.state, table.seat_of(connection), question, moves).explain(things))
        case PromisePart() | RevealPart():
            connection.send(await _decide(server, table, connection, message))
        case Wait() | HandOver():
            connection.send(await _decide(server, table, connection, message))
            await server.absence.check(table)
        case Play() | Undo() | Consent() | Rematch():
            began = server.time.monotonic()
            connection.send(await _decide(server, table, connection, message))
            server.counts.decided(server.time.monotonic() - began)


async def _decide(
    server: GameServer, table: LiveTable, connection: Connection, message: Command | Rematch
) -> Ack:
    """Whatever changes the table: what comes again with the same id has been done already."""
    id = message.id
    if not 0 < len(id) <= MOST_ID:
        raise BAD_ID.refuse(most=MOST_ID)
    if isinstance(message, Rematch):
        number = await server.rematch(table, connection, id)
    else:
        number = await server.act(table, partial(_command, server.absence, table, connection, message))
    done = _done(connection, id, table.state)
    return Ack(id, number if done is None else done)


def _done(connection: Connection, id: str, state: TableState) -> int | None:
    """Where in the log is what a connection has sent with an id, from whichever of its seats."""
    return next((state.done[s, id] for s in state.seats_of(connection.user) if (s, id) in state.done), None)


def _command(
    absence: AbsenceWatch, table: LiveTable, connection: Connection, message: Command, state: TableState
) -> Iterable[Entry]:
    """What a message would add to the log, by the seat that its sender has by then."""
    if _done(connection, message.id, state) is not None:
        return ()
    if isinstance(message, PromisePart):
        return commands.promise(state, connection.user, message.promise, message.id)
    if isinstance(message, RevealPart):
        return commands.reveal(state, connection.user, message.added, message.id)
    if isinstance(message, Wait | HandOver):
        asking = next(iter(state.seats_of(connection.user)), None)  # one speaks for all who share a device
        say = absence.wait if isinstance(message, Wait) else absence.hand_over
        return say(table, asking, message.seat, message.id)
    seat = state.seat_of(connection.user, connection.selected)
    if seat is None and state.seats_of(connection.user):
        raise NO_SEAT_SELECTED.refuse()
    if seat is not None and state.seats[seat].late and not isinstance(message, Consent):
        raise LATE.refuse()
    match message:
        case Play(id, question, moves):
            return commands.play(state, seat, question, moves, id)
        case Undo(id):
            return commands.undo(state, seat, id)
        case Consent(id, number, yes):
            return commands.answer_undo(state, seat, number, yes, id)
