"""One WebSocket a table: messages in, messages out.  See docs/protocol.md."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Iterable
from functools import partial

import msgspec
from litestar import WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

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
    Refusal,
    Unavailable,
)
from palatine.server.identity import is_foreign, user_of
from palatine.server.live.connection import Connection
from palatine.server.live.server import GameServer
from palatine.server.live.table import LiveTable
from palatine.server.protocol.messages import (
    Ack,
    Bye,
    Consent,
    Consider,
    Explain,
    FromClient,
    Ping,
    Play,
    Pong,
    Refused,
    Rematch,
    SelectSeat,
    Sync,
    Undo,
)
from palatine.server.storage.entries import Entry
from palatine.server.tables import commands
from palatine.server.tables.draft import Draft
from palatine.server.tables.state import TableState

logger = logging.getLogger("palatine")

decode = msgspec.json.Decoder(FromClient).decode
MOST_BYTES = 16_384
MOST_ID = 64
UNKNOWN, FOREIGN, SLOW, AWAY = 4404, 4403, 4408, 1013  # codes that a socket is closed with


@websocket("/api/tables/{table:str}/socket")
async def play_socket(
    socket: WebSocket,  # type: ignore[type-arg]
    table: FromPath[str],
    server: NamedDependency[GameServer],
) -> None:
    """Everything that happens at a table, as it happens, and one's own decisions."""
    await socket.accept()
    if is_foreign(socket.scope):
        await socket.close(FOREIGN, "foreign")
        return
    try:
        found = await server.tables.find(table)
    except Unavailable as away:
        await socket.close(AWAY, away.code)
        return
    except Refusal as refusal:
        await socket.send_text(msgspec.json.encode(Bye(refusal.code, refusal.message)).decode())
        await socket.close(UNKNOWN, refusal.code)
        return
    connection = Connection(user_of(socket))
    sending = asyncio.create_task(_send(socket, connection))
    try:
        await server.connect(found, connection)
        await _receive(socket, server, found, connection)
    except WebSocketDisconnect:
        pass
    except Unavailable as away:
        await socket.close(AWAY, away.code)
    finally:
        server.disconnect(found, connection)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending


async def _send(socket: WebSocket, connection: Connection) -> None:  # type: ignore[type-arg]
    """Send what waits for a connection, in its order."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (message := await connection.next()) is not None:
            await socket.send_data(message, mode="text")
        await socket.close(connection.farewell or SLOW, "come again")


async def _receive(socket: WebSocket, server: GameServer, table: LiveTable, connection: Connection) -> None:  # type: ignore[type-arg]
    while True:
        text = await socket.receive_text()
        id = ""
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
                connection.send(server.broadcast.snapshot(table, connection, "select_seat"))
        case Consider(question, moves):
            draft = Draft(table.state, table.seat_of(connection), question, moves)
            connection.send(await asyncio.to_thread(draft.consider))
        case Explain(question, moves, things):
            connection.send(Draft(table.state, table.seat_of(connection), question, moves).explain(things))
        case Play() | Undo() | Consent() | Rematch():
            began = server.time.monotonic()
            connection.send(await _decide(server, table, connection, message))
            server.counts.decided(server.time.monotonic() - began)


async def _decide(
    server: GameServer, table: LiveTable, connection: Connection, message: Play | Undo | Consent | Rematch
) -> Ack:
    """Whatever changes the table: what comes again with the same id has been done already."""
    id = message.id
    if not 0 < len(id) <= MOST_ID:
        raise BAD_ID.refuse(most=MOST_ID)
    if isinstance(message, Rematch):
        number = await server.rematch(table, connection, id)
    else:
        number = await server.act(table, partial(_command, connection, message))
    done = _done(connection, id, table.state)
    return Ack(id, number if done is None else done)


def _done(connection: Connection, id: str, state: TableState) -> int | None:
    """Where in the log is what a connection has sent with an id, from whichever of its seats."""
    return next((state.done[s, id] for s in state.seats_of(connection.user) if (s, id) in state.done), None)


def _command(connection: Connection, message: Play | Undo | Consent, state: TableState) -> Iterable[Entry]:
    """What a message would add to the log, by the seat that its sender has by then."""
    if _done(connection, message.id, state) is not None:
        return ()
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
