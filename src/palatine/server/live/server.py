"""The tables of one process: opening them, writing their logs, and telling everybody.

What a process holds in memory is only a cache of the logs.  Whatever changes a table goes through `act`:
it is written first, and told after.  Other processes hear on a channel that a log has grown, and read it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Iterable, Sequence

from palatine.server.counting import Counts
from palatine.server.errors import RESTARTING, Conflict, Unavailable
from palatine.server.limits import Asker, Limits, address_of
from palatine.server.live.absence import AbsenceWatch
from palatine.server.live.broadcast import Broadcaster
from palatine.server.live.channel import ProcessChannel
from palatine.server.live.connection import Connection
from palatine.server.live.presence import REPORTED_EVERY, PresenceTracker
from palatine.server.live.programs import ProgramRunner, check_thinking
from palatine.server.live.registry import TableRegistry
from palatine.server.live.table import LiveTable
from palatine.server.live.tasks import Tasks
from palatine.server.live.timers import Timers
from palatine.server.names import NAMELESS
from palatine.server.protocol.messages import Bye
from palatine.server.protocol.tables import NewTable
from palatine.server.storage import Storage
from palatine.server.storage.entries import Entry, Header, Joined, Left, LoggedEntry, Removed, Start
from palatine.server.storage.writer import Opening
from palatine.server.tables import commands
from palatine.server.tables.commands import Command
from palatine.server.tables.setup import new_rematch, new_table
from palatine.server.tables.state import TableState
from palatine.server.timing import Time
from palatine.server.warmup import load_all_rules

logger = logging.getLogger("palatine")

SEATING = (Joined, Left, Removed)  # entries by which somebody may sit elsewhere
RESTART = 1012  # the code that a socket is closed with
GOODBYE = 1.0  # seconds that browsers have to hear it
LEAVING, EACH = 5.0, 0.1  # seconds at most until all tables are told, and between two of them


class GameServer:
    """All tables of one process, and what goes on beside them."""

    def __init__(
        self,
        storage: Storage,
        channel: ProcessChannel,
        *,
        grace: float,
        build: str,
        time: Time | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.storage, self.channel, self.time, self.build = storage, channel, time or Time(), build
        self.counts = Counts()
        self.rules_loaded = False
        self.tables = TableRegistry(storage)
        self.presence = PresenceTracker(storage.presence, self.tables, self.time, channel.process)
        self.broadcast = Broadcaster(
            self.presence, self.time, build, lambda table: self.absence.absent(table)
        )
        self.absence = AbsenceWatch(self.act, self.broadcast.tell_presence, self.presence, self.time, grace)
        self.timers = Timers(self.act, self.presence, self.time)
        self.limits = limits or Limits(None, self.time)
        self.programs = ProgramRunner(self.act, self.presence, self.time, self.limits)
        self._others_came_or_went = False  # in other processes, since we have looked
        self._tasks = Tasks()

    async def start(self) -> None:
        self._tasks.start(self._load_rules())
        self._tasks.start(self._watch_tables())
        self._tasks.start(self.channel.run(self._hear, self._read_all))

    async def say_goodbye(self) -> None:
        """Tell everybody that the server restarts, and wait a moment until they have heard it.

        Where there are other processes, one table after the other goes there, so that nobody waits until
        all have arrived.
        """
        peopled = [table for table in self.tables if table.connections]
        for table in peopled:
            for connection in list(table.connections):
                connection.dismiss(Bye(RESTARTING.code, RESTARTING()), RESTART)
            if self.channel.shared:
                await asyncio.sleep(min(EACH, LEAVING / len(peopled)))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE):
                while any(table.connections for table in self.tables):
                    await asyncio.sleep(0.01)

    async def stop(self) -> None:
        """Let everything end."""
        await self._tasks.stop()
        await self.timers.stop()
        await self.programs.stop()
        if self.channel.shared:
            with contextlib.suppress(Unavailable):
                await self.presence.withdraw()

    async def _load_rules(self) -> None:
        try:
            await asyncio.to_thread(load_all_rules)
        except Exception:
            logger.exception("the rules of a game could not be loaded")
        else:
            self.rules_loaded = True

    async def name_of(self, user: str) -> str:
        return await self.storage.users.name(user) or NAMELESS

    # -- What happens at tables ----------------------------------------------------------------------

    async def open_table(
        self, asker: Asker, name: str, wanted: NewTable, branch: tuple[str, Start] | None = None
    ) -> LiveTable:
        """A new table as somebody wants it; one that branches off has the seed of the other game."""
        header, first = new_table(asker.person, name, wanted, self.time.now(), branch)
        await self.storage.tables.open(header, first)
        await self._note_opening(header, asker)
        table = await self.tables.find(header.id)
        self.wake(table)
        return table

    async def act(self, table: LiveTable, command: Command, opening: Opening | None = None) -> int:
        """Let something happen at a table: decide what, write it, and tell everybody.

        Refusal where it may not happen.  The answer is the number of the last entry.
        """
        async with table.lock:
            was_over = table.state.status == "over"
            while wanted := list(command(table.state)):
                first = table.state.number + 1
                try:
                    at = await self.storage.tables.append(table.id, table.state.number, wanted, opening)
                except Conflict:  # another process was quicker: look again
                    await self._catch_up(table)
                    if table.state.number < first:
                        raise RuntimeError(f"nothing can be written to the log of {table.id}") from None
                    continue
                written = [LoggedEntry(number, at, entry) for number, entry in enumerate(wanted, first)]
                self._apply(table, written)
                self.channel.publish(table.id)
                break
            number = table.state.number
            if not was_over and table.state.status == "over":
                self._tasks.start(self._note_end(table))
        self.wake(table)
        return number

    async def _note_opening(self, header: Header, asker: Asker) -> None:
        """Remember where a table was opened from; of those of one address the latest stay on the list."""
        openings = self.limits.openings
        openings.note(header.id, asker.address, listed=header.listed)
        if self.limits.tables.budget is not None and (surplus := openings.take_off(asker.address)):
            with contextlib.suppress(Unavailable):
                await self.storage.tables.take_off(surplus)

    async def _note_end(self, table: LiveTable) -> None:
        """That a game is over is found again without reading its log; what is not noted now will be later."""
        with contextlib.suppress(Unavailable):
            await self.storage.tables.note_end(table.id, table.state.changed)

    async def rematch(self, table: LiveTable, connection: Connection, id: str) -> int:
        """A new table with everybody; if several ask at once, there is one, of who was first."""
        header, people = new_rematch(table.state, self.time.now())
        asker = Asker(connection.user or "", address_of(connection.host))

        def command(state: TableState) -> Iterable[Entry]:
            own = state.seats_of(connection.user)
            asking = connection.selected if connection.selected in own else next(iter(own), None)
            for entry in commands.rematch(state, asking, header.id, id):
                check_thinking(self.limits, asker, header.plan)
                self.limits.tables.check(*asker)
                yield entry

        number = await self.act(table, command, (header, people))
        if table.state.rematch == header.id:
            self.limits.tables.charge(*asker, 1)
            await self._note_opening(header, asker)
        return number

    def wake(self, table: LiveTable) -> None:
        """Programs may have to decide, clocks run, and somebody may be missing."""
        self.absence.look_at(table)
        self.presence.note_emptiness(table)
        self.programs.wake(table)
        self.timers.wake(table)

    async def _catch_up(self, table: LiveTable) -> None:
        """Read what other processes have written; the table's lock is held."""
        self._apply(table, await self.storage.tables.entries(table.id, table.state.number))
        self.absence.look_at(table)

    def _apply(self, table: LiveTable, entries: Sequence[LoggedEntry]) -> None:
        """Bring a table up to date; who looked on and sits down, or the other way round, is counted anew."""
        self.broadcast.apply(table, entries)
        if any(isinstance(entry, SEATING) for _, _, entry in entries):
            self._presence_changed(table)

    async def refresh(self, table: LiveTable) -> None:
        """Read a table's log though nobody said that it has grown: news can be lost with their channel."""
        async with table.lock:
            await self._catch_up(table)

    # -- Coming and going ----------------------------------------------------------------------------

    async def connect(self, table: LiveTable, connection: Connection) -> None:
        """A browser opens a table: it gets a snapshot, and whoever was away plays on."""
        if self.channel.shared:
            await self.refresh(table)
        self.presence.note_emptiness(table)
        if table.seats_of(connection) and (since := table.empty_since) is not None:
            await self.act(table, lambda state: commands.resume(state, since, self.time.now()))
        async with table.lock:
            table.add(connection)
            connection.send(self.broadcast.snapshot(table, connection))
        self._presence_changed(table)
        await self.act(table, lambda state: commands.come_back(state, connection.user))

    def disconnect(self, table: LiveTable, connection: Connection) -> None:
        table.remove(connection)
        self._presence_changed(table)

    def _presence_changed(self, table: LiveTable) -> None:
        self.absence.look_at(table)
        self.broadcast.tell_presence(table)
        if self.channel.shared:
            self.presence.changed(table)
            self._tasks.start(self._report_presence())

    async def _report_presence(self) -> None:
        with contextlib.suppress(Unavailable):
            if await self.presence.report():
                self.channel.publish(None)

    async def _look_elsewhere(self) -> None:
        self._others_came_or_went = False
        for table in await self.presence.look_elsewhere():
            self.absence.look_at(table)
            self.broadcast.tell_presence(table)

    async def _hear(self, id: str | None) -> None:
        """Another process has written to a table's log; or, without one, somebody came or went there."""
        if id is None:
            self._others_came_or_went = True  # read once for all who did
        elif table := self.tables.get(id):
            await self.refresh(table)

    async def _read_all(self) -> None:
        """Other processes were not heard for a while: read what they have written meanwhile."""
        await self._refresh_grown()
        await self._look_elsewhere()

    async def _refresh_grown(self) -> None:
        """Read the logs that have grown unheard."""
        here = {table.id: table for table in self.tables}
        for id, number in (await self.storage.tables.numbers(list(here))).items():
            if number > here[id].state.number:
                await self.refresh(here[id])

    # -- Once a second -------------------------------------------------------------------------------

    async def _watch_tables(self) -> None:
        """Does anybody wait for somebody who is away; and, now and then, has news been lost?"""
        reported = self.time.monotonic()
        while True:
            await self.time.sleep(min(1.0, self.absence.grace / 4))
            if self.channel.shared and self.time.monotonic() - reported > REPORTED_EVERY:
                reported = self.time.monotonic()
                await self._exchanging(self._exchange_news())
            elif self._others_came_or_went:
                await self._exchanging(self._look_elsewhere())
            for table in self.absence.unsettled:
                await self._watch(table)
                await asyncio.sleep(0)  # nobody who clicks waits until all are looked at

    async def _exchange_news(self) -> None:
        """Say who is here, and find out who is elsewhere and what was written there."""
        await self.presence.renew()
        await self._report_presence()
        await self._read_all()

    async def _exchanging(self, news: Awaitable[None]) -> None:
        try:
            await news
        except Unavailable:
            pass
        except Exception:
            logger.exception("nothing could be exchanged with other processes")

    async def _watch(self, table: LiveTable) -> None:
        try:
            await self.absence.check(table)
        except Unavailable:
            pass
        except Exception:
            logger.exception("table %s could not be watched", table.id)
