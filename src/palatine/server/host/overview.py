"""What whoever runs the server sees of it: as a process that runs knows it, or from the database alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from palatine.server.errors import UNREADABLE_TABLE, Refusal, Unavailable
from palatine.server.live.server import GameServer
from palatine.server.names import NAMELESS
from palatine.server.protocol.host import (
    HostBan,
    HostHit,
    HostKeeping,
    HostPerson,
    HostSeat,
    HostTable,
    HostTidied,
    HostView,
)
from palatine.server.storage import Storage
from palatine.server.storage.users import StoredUser, sign_of
from palatine.server.tables.state import TableState, read_table

TABLES, PEOPLE, HITS = 100, 200, 100  # the latest are told
READ = 3 * TABLES  # in a database of old it was not noted which games are over


class Glimpse(NamedTuple):
    """A table, and who has it open; none where no server was asked."""

    state: TableState
    online: Sequence[bool] | None = None
    watchers: int | None = None


async def look_around(
    storage: Storage, now: float, server: GameServer | None = None, keeping: HostKeeping | None = None
) -> HostView:
    """The house as it is; without a server only what is stored of it."""
    tables, unreadable = await _running(storage, server)
    people = _with_sitters(await storage.users.latest(PEOPLE), tables)
    names = {sign_of(user.id): user.name or NAMELESS for user in people}
    bans = await storage.host.bans()
    return HostView(
        now=now,
        live=server is not None,
        tables=[_table(glimpse) for glimpse in tables],
        unreadable=unreadable,
        people=[_person(user, tables, server) for user in people],
        bans=[
            HostBan(ban.number, ban.target, names.get(ban.target, ""), ban.made, ban.ends, ban.why)
            for ban in bans
        ],
        limits=None if server is None else _hits(server, names),
        keeping=keeping,
        tidied=await _tidied(storage),
    )


async def _running(storage: Storage, server: GameServer | None) -> tuple[list[Glimpse], list[str]]:
    """The tables whose games go on, the latest of them; and those that cannot be read."""
    found: list[Glimpse] = []
    unreadable: list[str] = []
    for id in await storage.tables.running(READ):
        try:
            glimpse = await (_stored(storage, id) if server is None else _live(server, id))
        except Unavailable:
            raise
        except Refusal:
            unreadable.append(id)
            continue
        if glimpse.state.status != "over":
            found.append(glimpse)
        elif server is not None:
            await storage.tables.note_end(id, glimpse.state.changed)
        if len(found) == TABLES:
            break
    return found, unreadable


async def _live(server: GameServer, id: str) -> Glimpse:
    table = await server.tables.find(id)
    return Glimpse(table.state, server.presence.online(table), server.presence.watchers(table))


async def _stored(storage: Storage, id: str) -> Glimpse:
    header, entries = await storage.tables.header(id), await storage.tables.entries(id)
    try:
        assert header is not None
        return Glimpse(await asyncio.to_thread(read_table, header, entries))
    except Exception:  # whatever its rules stumble over
        raise UNREADABLE_TABLE.refuse() from None


def _with_sitters(people: Sequence[StoredUser], tables: Iterable[Glimpse]) -> list[StoredUser]:
    """People, and those who sit somewhere besides, by the name that they have there."""
    known = {user.id for user in people}
    sitting = {seat.user: seat.name for glimpse in tables for seat in glimpse.state.seats if seat.user}
    return [*people, *(StoredUser(id, name, None) for id, name in sitting.items() if id not in known)]


def _table(glimpse: Glimpse) -> HostTable:
    state = glimpse.state
    return HostTable(
        id=state.header.id,
        game=state.game.name,
        title=state.game.title,
        status="waiting" if state.match is None else "playing",
        seats=[_seat(glimpse, number) for number in range(state.game.players)],
        listed=state.header.listed,
        opened=state.header.opened,
        changed=state.changed,
        decisions=len(state.numbers),
        watchers=glimpse.watchers,
    )


def _seat(glimpse: Glimpse, number: int) -> HostSeat:
    seat = glimpse.state.seats[number]
    return HostSeat(
        seat=number,
        colour=glimpse.state.game.colours[number],
        kind="open" if seat.is_open else "person" if seat.user else "program",
        name=seat.name if seat.user else "",
        person=sign_of(seat.user) if seat.user else None,
        level=seat.program,
        online=None if glimpse.online is None else glimpse.online[number],
    )


def _person(user: StoredUser, tables: Iterable[Glimpse], server: GameServer | None) -> HostPerson:
    own = [(glimpse, seats) for glimpse in tables if (seats := glimpse.state.seats_of(user.id))]
    there = any(glimpse.online and glimpse.online[seats[0]] for glimpse, seats in own)
    return HostPerson(
        person=sign_of(user.id),
        name=user.name or NAMELESS,
        seen=user.seen,
        tables=[glimpse.state.header.id for glimpse, _ in own],
        online=None if server is None else there,
        address=(server.limits.find(user.id).address or None) if server is not None else None,
    )


def _hits(server: GameServer, names: Mapping[str, str]) -> list[HostHit]:
    """The limits that were met, the latest first."""
    told = []
    for hit in list(server.limits.hits)[: -HITS - 1 : -1]:
        person = sign_of(hit.asker.person) if hit.asker.person else None
        name = names.get(person or "", "")
        told.append(HostHit(hit.budget, person, name, hit.asker.address or None, hit.times, hit.last))
    return told


async def _tidied(storage: Storage) -> HostTidied | None:
    found = await storage.host.last_tidied()
    if found is None:
        return None
    at, removed = found
    return HostTidied(at, removed.tables, removed.records, removed.analyses, removed.people)
