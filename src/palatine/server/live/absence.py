"""Somebody is away: after a while a program plays on, where others wait."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core.game import Seat
from palatine.server.live.presence import PresenceTracker
from palatine.server.live.table import Act, LiveTable
from palatine.server.storage.entries import Entry
from palatine.server.tables import commands
from palatine.server.tables.state import TableState
from palatine.server.timing import Time


class AbsenceWatch:
    """Looks for seats that are to act and whose owners are missing.

    Only where something has happened: a table where all are there, and one of them thinks, costs nothing.
    """

    def __init__(self, act: Act, presence: PresenceTracker, time: Time, grace: float) -> None:
        self._act, self._presence, self._time = act, presence, time
        self.grace = grace  # seconds before a program plays on
        self._unsettled: set[LiveTable] = set()  # to be looked at again

    def look_at(self, table: LiveTable) -> None:
        """Something has happened at a table: it is among those that are looked at next."""
        self._unsettled.add(table)

    @property
    def unsettled(self) -> list[LiveTable]:
        """The tables to look at; where nobody is, nobody waits, and who comes is something that happens."""
        self._unsettled = {table for table in self._unsettled if table.connections}
        return list(self._unsettled)

    async def check(self, table: LiveTable) -> None:
        """Does anybody here wait for somebody who is away?"""
        online, now = self._presence.online(table), self._time.monotonic()
        state = table.state
        missing = {seat for seat in state.to_act if not state.seats[seat].program and not online[seat]}
        table.away = {seat: table.away.get(seat, now) for seat in missing}
        if _is_settled(table):
            self._unsettled.discard(table)
            return
        await self._act(table, commands.grant_undo)
        for seat, since in table.away.items():
            if now - since >= self.grace and self._presence.others_wait(table, seat):
                await self._stand_in(table, seat)

    async def _stand_in(self, table: LiveTable, seat: Seat) -> None:
        def command(state: TableState) -> Iterable[Entry]:
            gone = not self._presence.online(table)[seat]  # the owner may have come back by now
            return commands.stand_in(state, seat) if gone else ()

        await self._act(table, command)


def _is_settled(table: LiveTable) -> bool:
    """Whether nothing can happen by itself: all who are to act are people who are there, without clocks."""
    state = table.state
    programs = any(state.seats[seat].program for seat in state.to_act)
    return not (table.away or programs or state.undo_request or state.due is not None)
