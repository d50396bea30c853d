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

from palatine.server.entries import Entry
from palatine.server.errors import OUR_FAULT, Refusal
from palatine.server.house import House
from palatine.server.players import is_foreign, player_of
from palatine.server.protocol import (
    Ack,
    Bye,
    Consent,
    Consider,
    FromClient,
    Ping,
    Play,
    Pong,
    Refused,
    Rematch,
    Sit,
    Sync,
    Undo,
    Why,
)
from palatine.server.room import Room
from palatine.server.showing import Considering
from palatine.server.table import Guest, Table

logger = logging.getLogger("palatine")

decode = msgspec.json.Decoder(FromClient).decode
MOST_BYTES = 16_384
MOST_ID = 64
UNKNOWN, FOREIGN, SLOW = 4404, 4403, 4408  # codes that a socket is closed with


@websocket("/api/tables/{table:str}/socket")
async def play_socket(
    socket: WebSocket,  # type: ignore[type-arg]
    table: FromPath[str],
    house: NamedDependency[House],
) -> None:
    """Everything that happens at a table, as it happens, and one's own decisions."""
    await socket.accept()
    if is_foreign(socket.scope):
        await socket.close(FOREIGN, "this page is from another site")
        return
    try:
        found = await house.find(table)
    except Refusal as refusal:
        await socket.send_text(msgspec.json.encode(Bye(refusal.code, refusal.text)).decode())
        await socket.close(UNKNOWN, refusal.code)
        return
    guest = Guest(player_of(socket))
    sending = asyncio.create_task(_send(socket, guest))
    try:
        await house.arrive(found, guest)
        await _receive(socket, house, found, guest)
    except WebSocketDisconnect:
        pass
    finally:
        house.leave(found, guest)
        sending.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sending


async def _send(socket: WebSocket, guest: Guest) -> None:  # type: ignore[type-arg]
    """Send what waits for a guest, in its order."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        while (message := await guest.hear()) is not None:
            await socket.send_data(message, mode="text")
        await socket.close(SLOW, "come again")


async def _receive(socket: WebSocket, house: House, table: Table, guest: Guest) -> None:  # type: ignore[type-arg]
    while True:
        text = await socket.receive_text()
        id = ""
        try:
            if len(text) > MOST_BYTES:
                raise Refusal("bad_message", f"A message has at most {MOST_BYTES} letters.")
            message = decode(text)
            id = getattr(message, "id", "")
            await _answer(house, table, guest, message)
        except Refusal as refusal:
            guest.tell(Refused(id, refusal.code, refusal.text))
        except msgspec.DecodeError as error:
            guest.tell(Refused(id, "bad_message", f"This is no message that the table knows: {error}"))
        except RecursionError:
            guest.tell(Refused(id, "bad_message", "This is nested too deeply."))
        except Exception:
            logger.exception("a message at table %s could not be answered", table.id)
            guest.tell(Refused(id, "our_fault", OUR_FAULT))


async def _answer(house: House, table: Table, guest: Guest, message: FromClient) -> None:
    match message:
        case Ping():
            guest.tell(Pong(table.room.number))
        case Sync():
            async with table.lock:
                guest.tell(house.whole(table, guest, "sync"))
        case Sit(seat):
            if seat is not None and seat not in table.seats_of(guest):
                raise Refusal("not_your_seat", "That is none of your seats.", 403)
            async with table.lock:
                guest.eyes = seat
                guest.tell(house.whole(table, guest, "sit"))
        case Consider(question, moves):
            thoughts = Considering(table.room, table.seat_of(guest), question, moves)
            guest.tell(await asyncio.to_thread(thoughts.answer))
        case Why(question, moves, things):
            guest.tell(Considering(table.room, table.seat_of(guest), question, moves).why(things))
        case Play() | Undo() | Consent() | Rematch():
            guest.tell(await _decide(house, table, guest, message))


async def _decide(house: House, table: Table, guest: Guest, message: Play | Undo | Consent | Rematch) -> Ack:
    """Whatever changes the table: what comes again with the same id has been done already."""
    id = message.id
    if not 0 < len(id) <= MOST_ID:
        raise Refusal("bad_message", f"An id has 1 to {MOST_ID} letters.")
    if isinstance(message, Rematch):
        number = await house.rematch(table, guest, id)
    else:
        number = await house.act(table, partial(_wish, guest, message))
    done = _done(guest, id, table.room)
    return Ack(id, number if done is None else done)


def _done(guest: Guest, id: str, room: Room) -> int | None:
    """Where in the log is what a guest has sent with an id, from whichever of its seats."""
    return next((room.done[s, id] for s in room.seats_of(guest.player) if (s, id) in room.done), None)


def _wish(guest: Guest, message: Play | Undo | Consent, room: Room) -> Iterable[Entry]:
    """What a message would add to the log, by the seat that its sender has by then."""
    if _done(guest, message.id, room) is not None:
        return ()
    seat = room.seat_of(guest.player, guest.eyes)
    if seat is None and room.seats_of(guest.player):
        raise Refusal("eyes_closed", "Say first which of your seats decides.", 403)
    if seat is not None and room.chairs[seat].late and not isinstance(message, Consent):
        raise Refusal("late", "Your time is up: a program decides this turn.")
    match message:
        case Play(id, question, moves):
            return room.may_play(seat, question, moves, id)
        case Undo(id):
            return room.may_undo(seat, id)
        case Consent(id, number, yes):
            return room.may_answer(seat, number, yes, id)
