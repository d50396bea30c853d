"""Tables: open one, find one, sit down, get up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody

from palatine.bots.advice import Advice
from palatine.server.errors import (
    BAD_NAME,
    BAD_OPTIONS,
    BRANCH_AT,
    BUSY,
    CLOCK_MOVE,
    CLOSED,
    FULL,
    NAMES_ALIKE,
    NEVER_BEGAN,
    NO_HINTS,
    NO_SEAT,
    NOT_BEGUN,
    NOT_HOST,
    NOTHING_ASKED,
    PROGRAM_DECIDES,
    RECORD_EARLY,
    REMOVED,
    TAKEN,
    UNKNOWN_LEVEL,
    UNKNOWN_TABLE,
    UNREADABLE_TABLE,
    Refusal,
)
from palatine.server.http.common import (
    RECORD,
    HttpRequest,
    TheAnalyses,
    TheLimits,
    ThePictures,
    TheReplays,
    TheServer,
    asker_of,
)
from palatine.server.http.describing import reading, writing
from palatine.server.http.games import KNOWN
from palatine.server.http.replays import NO_REPLAY
from palatine.server.identity import user_of
from palatine.server.limits import LISTED_EACH, Limits
from palatine.server.live.programs import check_thinking
from palatine.server.live.server import GameServer
from palatine.server.live.table import LiveTable
from palatine.server.protocol.tables import Fill, HintRequest, Join, Lobby, NewTable, PutAway, TableInfo
from palatine.server.tables import commands

MINE, LISTED = 30, 30
LISTED_FOR = 24 * 3600.0
NO_TABLE = (UNKNOWN_TABLE, UNREADABLE_TABLE)
UNFIT = (BAD_OPTIONS, NAMES_ALIKE, BAD_NAME, UNKNOWN_LEVEL, CLOCK_MOVE, BRANCH_AT)  # one for each code
LOOKED_AT_EACH, LOOKED_AT = 10, 100  # tables of one host and of all: some of them are over
CHOSEN_FROM = 1000  # those that these are chosen from
MOST_AWAY = 100  # tables that are put away at once

TableId = FromPath[str]


class TableController(Controller):
    """Tables: open one, find one, sit down, get up."""

    path = "/api/tables"
    tags = ("tables",)

    @get(responses=reading())
    async def lobby(self, request: HttpRequest, server: TheServer) -> Lobby:
        """One's own tables, and those that are open to everybody."""
        return await self._lobby(user_of(request), server)

    @staticmethod
    async def _lobby(user: str, server: GameServer) -> Lobby:
        own = await _mine(user, server) if user else []
        mine = [server.broadcast.info(table, user) for table in await _find(own, server)]
        listed = [server.broadcast.info(table, user) for table in await _listed(set(own), server)]
        return Lobby([info for info in mine if any(seat.yours for seat in info.seats)], listed)

    @post("/put-away", status_code=200, responses=writing())
    async def put_away(
        self, request: HttpRequest, server: TheServer, limits: TheLimits, data: JSONBody[PutAway]
    ) -> Lobby:
        """Put tables of one's own away, or take them back; the lobby as it is then.

        One that is put away comes back by itself when something happens there that one is waited for.
        """
        limits.joins.require(*asker_of(request, limits))
        user, storage = user_of(request), server.storage
        ids = await storage.tables.sat_at(user, data.tables[:MOST_AWAY]) if user else []
        if data.away:
            await storage.away.put(user, await storage.tables.numbers(ids))
        else:
            await storage.away.take_back(user, ids)
        return await self._lobby(user, server)

    @post(responses=writing(*UNFIT, *NO_REPLAY))
    async def open(
        self,
        request: HttpRequest,
        server: TheServer,
        replays: TheReplays,
        limits: TheLimits,
        data: JSONBody[NewTable],
    ) -> TableInfo:
        """Open a table, for a new game or in the middle of one that was played."""
        asker = asker_of(request, limits)
        user, start = asker.person, None
        check_thinking(limits, asker, [seat.level for seat in data.seats])
        limits.tables.require(*asker)
        if data.branch is not None:
            data, start = await replays.branch(asker, data, data.branch)
        table = await server.open_table(asker, await server.name_of(user), data, start)
        return server.broadcast.info(table, user)

    @get("/{table:str}", responses=reading(*NO_TABLE))
    async def look(self, request: HttpRequest, server: TheServer, table: TableId) -> TableInfo:
        """A table: who sits there, and how it stands."""
        return server.broadcast.info(await server.tables.find(table), user_of(request))

    @post("/{table:str}/join", status_code=200, responses=writing(*NO_TABLE, FULL, TAKEN, CLOSED, REMOVED))
    async def join(
        self,
        request: HttpRequest,
        server: TheServer,
        limits: TheLimits,
        table: TableId,
        data: JSONBody[Join],
    ) -> TableInfo:
        """Take an open seat, or come back to one's own."""
        limits.joins.require(*asker_of(request, limits))
        found, user = await server.tables.find(table), user_of(request)
        name = await server.name_of(user)
        now = server.time.now()
        await server.act(found, lambda state: commands.join(state, user, name, data.seat, now, data.adds))
        return server.broadcast.info(found, user)

    @post("/{table:str}/leave", status_code=200, responses=writing(*NO_TABLE, NO_SEAT))
    async def leave(
        self, request: HttpRequest, server: TheServer, limits: TheLimits, table: TableId
    ) -> TableInfo:
        """Get up: before the game the seat is open again, later a program plays on."""
        limits.joins.require(*asker_of(request, limits))
        found, user = await server.tables.find(table), user_of(request)
        await server.act(found, lambda state: commands.leave(state, *state.seats_of(user)))
        return server.broadcast.info(found, user)

    @post(
        "/{table:str}/fill",
        status_code=200,
        responses=writing(*NO_TABLE, NOT_HOST, UNKNOWN_LEVEL, CLOSED, REMOVED),
    )
    async def fill(
        self,
        request: HttpRequest,
        server: TheServer,
        limits: TheLimits,
        table: TableId,
        data: JSONBody[Fill],
    ) -> TableInfo:
        """Let programs take the seats that are open, so that the game begins."""
        asker = asker_of(request, limits)
        check_thinking(limits, asker, [data.level])
        limits.joins.require(*asker)
        found, user = await server.tables.find(table), user_of(request)
        await server.act(found, lambda state: commands.fill(state, user, data.level))
        return server.broadcast.info(found, user)

    @post(
        "/{table:str}/hint",
        status_code=200,
        responses=writing(*NO_TABLE, NO_HINTS, PROGRAM_DECIDES, NOTHING_ASKED, BUSY),
    )
    async def hint(
        self,
        request: HttpRequest,
        server: TheServer,
        analyses: TheAnalyses,
        limits: TheLimits,
        table: TableId,
        data: JSONBody[HintRequest],
    ) -> Advice:
        """Advice for one's own seat, where all others are programs."""
        state = (await server.tables.find(table)).state
        if data.seat not in state.seats_of(user_of(request)) or not state.can_hint(data.seat):
            raise NO_HINTS.refuse()
        if state.seats[data.seat].program:
            raise PROGRAM_DECIDES.refuse()
        asker = asker_of(request, limits)
        limits.advice.require(*asker)
        return await analyses.hint(asker, state, data.seat)

    @get(
        "/{table:str}/picture",
        media_type="image/svg+xml",
        responses={**reading(*NO_TABLE, NOT_BEGUN), **KNOWN},
    )
    async def picture(
        self,
        request: HttpRequest,
        server: TheServer,
        pictures: ThePictures,
        limits: TheLimits,
        table: TableId,
    ) -> Response[bytes]:
        """A picture of a table as one may see it: with one's own cards, if one has a seat."""
        state = (await server.tables.find(table)).state
        key = pictures.key(state, user_of(request))
        tag = f'"{"-".join(map(str, key))}-{server.build}"'
        headers = {"cache-control": "private, no-cache", "etag": tag}
        if request.headers.get("if-none-match") == tag:
            return Response(b"", status_code=304, headers=headers)
        drawn = await pictures.draw(asker_of(request, limits), state, key)
        return Response(drawn, media_type="image/svg+xml", headers=headers)

    @get("/{table:str}/record", media_type=RECORD, responses=reading(*NO_TABLE, RECORD_EARLY, NEVER_BEGAN))
    async def record(self, server: TheServer, table: TableId) -> Response[str]:
        """The record of a finished game, to keep, to check and to replay."""
        state = (await server.tables.find(table)).state
        if state.status != "over":
            raise RECORD_EARLY.refuse()
        if state.match is None:
            raise NEVER_BEGAN.refuse()
        headers = {"content-disposition": f'attachment; filename="{state.game.name}-{table}.jsonl"'}
        return Response(state.match.record().text(), media_type=RECORD, headers=headers)


async def _mine(user: str, server: GameServer) -> list[str]:
    """The tables of somebody but for those that are put away; of these those come back, for good, where
    something has happened since and one is waited for.
    """
    storage = server.storage
    grown = await _find(await storage.away.grown(user), server)
    if back := [table.id for table in grown if table.state.needs(user)]:
        await storage.away.take_back(user, back)
    return await storage.tables.of_user(user, MINE)


async def _find(ids: Iterable[str], server: GameServer) -> list[LiveTable]:
    """Several tables; one that cannot be read is left out, rather than the whole lobby."""
    found = []
    for id in ids:
        with suppress(Refusal):
            found.append(await server.tables.find(id))
    return found


async def _listed(own: set[str], server: GameServer) -> list[LiveTable]:
    """The tables that are open to everybody, those first where somebody is; a few of every host."""
    since, hosts, shown = server.time.now() - LISTED_FOR, Counter[str](), list[LiveTable]()
    opened = await server.storage.tables.listed(since, LOOKED_AT_EACH, CHOSEN_FROM)
    peopled = server.presence.peopled(id for id, _ in opened)
    opened.sort(key=lambda table: table[0] not in peopled)
    for id in _in_turn(opened, server.limits)[:LOOKED_AT]:
        for table in await _find([] if id in own else [id], server):
            host = table.state.header.host
            if table.state.status != "over" and hosts[host] < LISTED_EACH and len(shown) < LISTED:
                hosts[host] += 1
                shown.append(table)
    return sorted(shown, key=lambda table: table.id not in peopled)


def _in_turn(opened: Iterable[tuple[str, str]], limits: Limits) -> list[str]:
    """Tables, by who has opened them: first one of every address, then the second ones.

    Where an address is not known any more, the host counts.
    """
    turns, before = list[tuple[int, str]](), Counter[str]()
    for id, host in opened:
        opener = limits.opener(id, host)
        whose = opener.address or opener.person
        turns.append((before[whose], id))
        before[whose] += 1
    return [id for _, id in sorted(turns, key=lambda turn: turn[0])]
