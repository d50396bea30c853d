"""All tables of one process: loading them, writing their logs, telling everybody.

What a process holds in memory is only a cache of the logs.  Whatever changes a table goes through `act`:
it is written first, and told after.  Other processes hear on a channel that a log has grown, and read it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from functools import partial
from typing import Any
from weakref import WeakValueDictionary

import msgspec
from litestar.channels import ChannelsPlugin

from palatine.core.catalog import games
from palatine.core.errors import BadOptions
from palatine.core.game import Seat
from palatine.core.rng import SEED_BYTES
from palatine.server import entries as log
from palatine.server.entries import Entry, Header
from palatine.server.errors import Conflict, Refusal, unknown_table, unreadable_table
from palatine.server.levels import STAND_IN
from palatine.server.planning import check_plan
from palatine.server.players import NAMELESS
from palatine.server.protocol import Bye, FromServer, NewTable, Presence, Step, Whole
from palatine.server.room import Room
from palatine.server.showing import shown_to, table_info, what_is_asked
from palatine.server.storage import Opening, Storage
from palatine.server.table import Guest, Table, encode
from palatine.server.thinking import Thinkers, load_rules
from palatine.server.timers import Timers

logger = logging.getLogger("palatine")

NEWS = "tables"  # the channel on which processes tell each other
KEPT = 500  # tables that stay in memory though nobody is there
PRESENCE_EVERY, PRESENCE_VOID = 10.0, 30.0

Wishing = Callable[[Room], Iterable[Entry]]


class News(msgspec.Struct):
    """What processes tell each other: never what is on a table, only where to look."""

    process: str
    table: str | None  # whose log has grown; none when somebody came or went


class House:
    def __init__(
        self, storage: Storage, channels: ChannelsPlugin, *, shared: bool, grace: float, build: str
    ) -> None:
        self.storage = storage
        self.channels = channels
        self.shared = shared  # whether other processes work on the same database
        self.grace = grace
        self.build = build
        self.process = secrets.token_hex(8)
        # As long as anybody holds a table, it is the only one of its id; the latest are held here.
        self.tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._latest: OrderedDict[str, Table] = OrderedDict()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._elsewhere: dict[tuple[str, Seat], int] = {}
        self.thinkers = Thinkers(self.act, self._somebody_waits)
        self.timers = Timers(self.act, self.online)
        self._tasks: set[asyncio.Task[None]] = set()
        self._saying = asyncio.Lock()

    # -- Opening and closing the house ---------------------------------------------------------------

    async def start(self) -> None:
        self._go(asyncio.to_thread(_load_rules))
        self._go(self._mind())
        self._go(self._hear_news())

    async def stop(self) -> None:
        """Say good-bye and let everything end."""
        for table in self.tables.values():
            for guest in table.guests:
                guest.tell(Bye("restarting", "The server is restarting. The table comes back by itself."))
                guest.dismiss()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.timers.stop()
        await self.thinkers.stop()
        if self.shared:
            await self.storage.here(self.process, {})

    def _go(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def name_of(self, player: str) -> str:
        return await self.storage.name(player) or NAMELESS

    # -- Tables --------------------------------------------------------------------------------------

    async def open(
        self, player: str, name: str, wanted: NewTable, branch: tuple[str, log.Start] | None = None
    ) -> Table:
        """A new table as somebody wants it; one that branches off has the seed of the other game."""
        names = check_plan(wanted, name)
        header = Header(
            id=secrets.token_urlsafe(9),
            game=wanted.game,
            ruleset=0,
            options={**wanted.options, "players": len(wanted.seats)},
            seed=secrets.token_bytes(SEED_BYTES).hex(),
            plan=[seat.level for seat in wanted.seats],
            host=player,
            listed=wanted.listed,
            opened=time.time(),
            clock=wanted.clock,
        )
        try:
            game = Room(header).game
        except BadOptions as error:
            raise Refusal("bad_options", f"The table cannot be set up so: {error}.", 400) from None
        agreed = {"game": game.name, "ruleset": game.ruleset, "options": dict(game.options)}
        if branch is not None:
            agreed["seed"], agreed["start"] = branch
        first = [log.Joined(seat, player, called) for seat, called in names.items()]
        await self.storage.open_table(msgspec.structs.replace(header, **agreed), first)
        table = await self.find(header.id)
        self._wake(table)
        return table

    async def find(self, id: str) -> Table:
        """A table by its id, from memory or from its log."""
        table = self.tables.get(id)
        if table is None:
            lock = self._loading.setdefault(id, asyncio.Lock())
            async with lock:
                table = self.tables.get(id) or await self._load(id)
        self._keep(table)
        return table

    async def _load(self, id: str) -> Table:
        header = await self.storage.header(id) if id.isprintable() else None
        if header is None:
            raise unknown_table(id)
        entries = await self.storage.entries(id)
        try:
            room = await asyncio.to_thread(_read, header, entries)
        except Exception:
            logger.exception("the log of table %s cannot be read", id)
            raise unreadable_table() from None
        table = self.tables[id] = Table(room)
        return table

    def _keep(self, table: Table) -> None:
        """Remember the tables that were looked at last; of the others their logs remember all."""
        self._latest[table.id] = table
        self._latest.move_to_end(table.id)
        if len(self._latest) > KEPT:
            self._latest.popitem(last=False)

    async def act(self, table: Table, wishing: Wishing, opening: Opening | None = None) -> int:
        """Let something happen at a table: decide what, write it, and tell everybody.

        Refusal where it may not happen.  The answer is the number of the last entry.
        """
        async with table.lock:
            while wanted := list(wishing(table.room)):
                try:
                    at = await self.storage.append(table.id, table.room.number, wanted, opening)
                except Conflict:  # another process was quicker: look again
                    before = table.room.number
                    await self._catch_up(table)
                    if table.room.number == before:
                        raise RuntimeError(f"nothing can be written to the log of {table.id}") from None
                    continue
                first = table.room.number + 1
                self._take(table, [(first + n, at, entry) for n, entry in enumerate(wanted)])
                self._publish(table.id)
                break
            number = table.room.number
        self._wake(table)
        return number

    def _wake(self, table: Table) -> None:
        """Programs may have to decide, and clocks run."""
        self._note_emptiness(table)
        self.thinkers.wake(table)
        self.timers.wake(table)

    async def _catch_up(self, table: Table) -> None:
        """Read what other processes have written; the table's lock is held."""
        self._take(table, await self.storage.entries(table.id, table.room.number))

    def _take(self, table: Table, entries: list[tuple[int, float, Entry]]) -> None:
        """Bring a table up to date with its log, and everybody at it."""
        back = any(isinstance(entry, log.TookBack) for _, _, entry in entries)
        for number, at, entry in entries:
            before, branched = table.room.number, _is_to_branch(table.room)
            table.room.take(number, at, entry)
            if branched and not _is_to_branch(table.room):  # much has happened before it began
                self._tell_each(table, partial(self.whole, table, why="sync"))
            elif not back:
                self._tell_each(table, partial(self.step, table, since=before))
        if back:
            self._tell_each(table, partial(self.whole, table, why="undo"))

    def _tell_each(self, table: Table, message: Callable[[Guest], FromServer]) -> None:
        """Tell every guest; those with the same eyes are told the same bytes."""
        told: dict[tuple[Seat | None, tuple[Seat, ...], bool], bytes] = {}
        for guest in table.guests:
            host = guest.player == table.room.header.host
            eyes = (table.seat_of(guest), tuple(table.seats_of(guest)), host)
            if eyes not in told:
                told[eyes] = encode(message(guest))
            guest.tell(told[eyes])

    # -- What a guest is told ------------------------------------------------------------------------

    def whole(self, table: Table, guest: Guest, why: str = "arrival") -> Whole:
        seat = table.seat_of(guest)
        return Whole(
            build=self.build,
            number=table.room.number,
            table=table_info(table.room, guest.player, self.online(table), guest.eyes),
            watchers=self.watchers(table),
            lines=table.room.lines(seat),
            shown=shown_to(table.room, seat),
            ask=what_is_asked(table.room, seat),
            why=why,  # type: ignore[arg-type]
        )

    def step(self, table: Table, guest: Guest, since: int) -> Step:
        seat = table.seat_of(guest)
        return Step(
            number=table.room.number,
            table=table_info(table.room, guest.player, self.online(table), guest.eyes),
            lines=table.room.lines(seat, since),
            shown=shown_to(table.room, seat),
            ask=what_is_asked(table.room, seat),
        )

    # -- Coming and going ----------------------------------------------------------------------------

    async def arrive(self, table: Table, guest: Guest) -> None:
        """A browser opens a table: it gets the whole, and whoever was away plays on."""
        if self.shared:
            await self._look_again(table)
        self._note_emptiness(table)
        if table.seats_of(guest) and (since := table.empty) is not None:
            await self.act(table, lambda room: room.may_resume(since))
        async with table.lock:
            table.guests.add(guest)
            guest.tell(self.whole(table, guest))
        self._presence_changed(table)
        await self.act(table, lambda room: room.may_come_back(guest.player))

    def leave(self, table: Table, guest: Guest) -> None:
        table.guests.discard(guest)
        self._presence_changed(table)

    def online(self, table: Table) -> list[bool]:
        """For each seat whether its owner has the table open."""
        here = {seat for guest in table.guests for seat in table.seats_of(guest)}
        seats = range(table.room.game.players)
        return [seat in here or (table.id, seat) in self._elsewhere for seat in seats]

    def watchers(self, table: Table) -> int:
        here = sum(not table.seats_of(guest) for guest in table.guests)
        return here + self._elsewhere.get((table.id, -1), 0)

    def _presence_changed(self, table: Table) -> None:
        self._tell_presence(table)
        if self.shared:
            self._go(self._say_who_is_here())

    def _tell_presence(self, table: Table) -> None:
        self._note_emptiness(table)
        message = encode(Presence(self.online(table), self.watchers(table)))
        for guest in table.guests:
            guest.tell(message)

    def _note_emptiness(self, table: Table) -> None:
        """Where nobody with a seat is, the clocks stand."""
        since = time.time() if table.empty is None else table.empty
        table.empty = None if any(self.online(table)) else since

    async def _say_who_is_here(self) -> None:
        async with self._saying:  # so that what is said last is what was seen last
            counts: dict[tuple[str, Seat], int] = {}
            for table in self.tables.values():
                for guest in table.guests:
                    for seat in table.seats_of(guest) or [-1]:
                        counts[table.id, seat] = counts.get((table.id, seat), 0) + 1
            await self.storage.here(self.process, counts)
        self._publish(None)

    # -- News between processes ----------------------------------------------------------------------

    def _publish(self, table: str | None) -> None:
        if self.shared:
            self.channels.publish(News(self.process, table), NEWS)

    async def _hear_news(self) -> None:
        async with self.channels.start_subscription(NEWS) as subscriber:
            async for data in subscriber.iter_events():
                try:
                    news = msgspec.json.decode(data, type=News)
                    if news.process != self.process:
                        await self._hear(news)
                except Exception:
                    logger.exception("news from another process could not be used")

    async def _hear(self, news: News) -> None:
        if news.table is None:
            await self._look_elsewhere()
        elif table := self.tables.get(news.table):
            await self._look_again(table)

    async def _look_elsewhere(self) -> None:
        before = self._elsewhere
        self._elsewhere = await self.storage.elsewhere(self.process, time.time() - PRESENCE_VOID)
        for id in {table for (table, _), _ in before.items() ^ self._elsewhere.items()}:
            if table := self.tables.get(id):
                self._tell_presence(table)

    # -- Somebody is away ----------------------------------------------------------------------------

    async def _mind(self) -> None:
        """Once a second: does anybody wait for somebody who is away?"""
        said = time.monotonic()
        while True:
            await asyncio.sleep(min(1.0, self.grace / 4))
            due = self.shared and time.monotonic() - said > PRESENCE_EVERY
            try:
                if due:
                    said = time.monotonic()
                    await self._say_who_is_here()
                    await self._look_elsewhere()
            except Exception:
                logger.exception("other processes could not be told who is here")
            for table in list(self.tables.values()):
                try:
                    if table.guests and due:
                        await self._look_again(table)
                    if table.guests:
                        await self._mind_the_missing(table)
                except Exception:
                    logger.exception("table %s could not be minded", table.id)

    async def _look_again(self, table: Table) -> None:
        """Read a table's log though nobody said that it has grown: news can be lost with their channel."""
        async with table.lock:
            await self._catch_up(table)

    async def _mind_the_missing(self, table: Table) -> None:
        online, now = self.online(table), time.monotonic()
        chairs = table.room.chairs
        missing = {s for s in table.room.to_act if not chairs[s].program and not online[s]}
        table.away = {seat: table.away.get(seat, now) for seat in missing}
        await self.act(table, Room.may_grant)
        for seat, since in table.away.items():
            if now - since >= self.grace and self._somebody_waits(table, seat):

                def wishing(room: Room, seat: Seat = seat) -> Iterable[Entry]:
                    gone = not self.online(table)[seat]  # the owner may have come back by now
                    if gone and seat in room.to_act and not room.chairs[seat].program:
                        yield log.StoodIn(seat, STAND_IN)

                await self.act(table, wishing)

    def _somebody_waits(self, table: Table, seat: Seat) -> bool:
        """Whether somebody else who plays is there: an empty table waits for its people."""
        own = table.room.seats_of(table.room.chairs[seat].player)
        return any(there for other, there in enumerate(self.online(table)) if other not in own)

    # -- Once more -----------------------------------------------------------------------------------

    async def rematch(self, table: Table, guest: Guest, id: str) -> int:
        """A new table with everybody; if several ask at once, there is one."""
        header = msgspec.structs.replace(
            table.room.header,
            id=secrets.token_urlsafe(9),
            seed=secrets.token_bytes(SEED_BYTES).hex(),
            plan=[chair.level for chair in table.room.chairs],
            opened=time.time(),
            start=None,
        )
        people = [log.Joined(n, c.player, c.name) for n, c in enumerate(table.room.chairs) if c.player]

        def wishing(room: Room) -> Iterable[Entry]:
            own = room.seats_of(guest.player)
            asking = guest.eyes if guest.eyes in own else next(iter(own), None)
            return room.may_rematch(asking, header.id, id)

        return await self.act(table, wishing, (header, people))


def _load_rules() -> None:
    """Fetch what is compiled from disk, so that nobody waits for it at a table."""
    for name in games():
        load_rules(name)


def _is_to_branch(room: Room) -> bool:
    """Whether a table waits for players who are to go on with another game."""
    return room.header.start is not None and room.match is None


def _read(header: Header, entries: list[tuple[int, float, Entry]]) -> Room:
    room = Room(header)
    if room.game.ruleset != header.ruleset:
        raise ValueError(f"{header.game} has the rules {room.game.ruleset} here, and {header.ruleset} there")
    for number, at, entry in entries:
        room.take(number, at, entry)
    return room
