"""Somebody is away: after a while, or when all who are there say so, a program plays on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import UNSET

from palatine.core.game import Seat
from palatine.server.live.presence import PresenceTracker
from palatine.server.live.table import Absence, Act, LiveTable
from palatine.server.protocol.messages import Away
from palatine.server.storage.entries import Entry
from palatine.server.tables import commands
from palatine.server.tables.state import TableState
from palatine.server.timing import Time

MOMENT = 5.0  # seconds that anybody may be missing: a page that is loaded again, a connection that was lost


class AbsenceWatch:
    """Looks for seats that are to act and whose owners are missing.

    Only where something has happened: a table where all are there, and one of them thinks, costs nothing.
    """

    def __init__(
        self,
        act: Act,
        tell: Callable[[LiveTable], None],
        presence: PresenceTracker,
        time: Time,
        grace: float,
    ) -> None:
        self._act, self._tell, self._presence, self._time = act, tell, presence, time
        self.grace = grace  # seconds before a program plays on, where a table has not agreed on others
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
        self._look_around(table)
        if _is_settled(table):
            self._unsettled.discard(table)
            return
        await self._act(table, commands.grant_undo)
        for seat in list(table.away):
            if self._is_due(table, seat):
                await self._stand_in(table, seat)
                self._look_around(table)

    def _look_around(self, table: LiveTable) -> None:
        """Note who is missing, and tell those who are there where it is news."""
        now, known, seats = self._time.monotonic(), table.away, table.state.seats
        table.away = {
            seat: _still_missing(known.get(seat), seats[seat].waited, now)
            for seat in missing(table, self._presence.online(table))
        }
        news = [(away.seat, table.away[away.seat].begun, away.agreed) for away in self.absent(table)]
        if news != table.told_away:
            table.told_away = news
            self._tell(table)

    def absent(self, table: LiveTable) -> list[Away]:
        """Who is away, for who is there; not whoever is gone for a moment."""
        now, seats, grace = self._time.monotonic(), table.state.seats, self._grace(table)
        there = {seat: table.away.get(seat) for seat in missing(table, self._presence.online(table))}
        return [
            Away(
                seat,
                None if grace is None else max(0.0, away.begun + grace - now),
                sorted(seats[seat].agreed),
            )
            for seat, away in there.items()
            if away is not None and now - away.since >= MOMENT
        ]

    def _grace(self, table: LiveTable) -> float | None:
        agreed = table.state.header.grace
        if agreed == "never":
            return None
        return self.grace if agreed is UNSET else float(agreed)

    def _is_due(self, table: LiveTable, seat: Seat) -> bool:
        away, grace = table.away.get(seat), self._grace(table)
        if away is None or not self._presence.others_wait(table, seat):
            return False
        over = grace is not None and self._time.monotonic() - away.begun >= grace
        return over or commands.all_would_go_on(table.state, seat, self._there(table))

    def _there(self, table: LiveTable) -> list[Seat]:
        return [seat for seat, there in enumerate(self._presence.online(table)) if there]

    async def _stand_in(self, table: LiveTable, seat: Seat) -> None:
        def command(state: TableState) -> Iterable[Entry]:
            gone = not self._presence.online(table)[seat]  # the owner may have come back by now
            return commands.stand_in(state, seat) if gone else ()

        await self._act(table, command)

    # -- What those say who are there ----------------------------------------------------------------

    def wait(self, table: LiveTable, seat: Seat | None, away: Seat, id: str) -> Iterable[Entry]:
        """Somebody would rather wait for who is away; once more than that is no more patience."""
        known = table.away.get(away)
        if known is not None and known.waited and self._time.monotonic() - known.begun < MOMENT:
            return ()
        return commands.wait_for(table.state, seat, away, self._gone(table), id)

    def hand_over(self, table: LiveTable, seat: Seat | None, away: Seat, id: str) -> Iterable[Entry]:
        """Or would rather have a program play on."""
        there = self._there(table)
        return commands.hand_over(table.state, seat, away, self._gone(table), there, id)

    def _gone(self, table: LiveTable) -> list[Seat]:
        return [away.seat for away in self.absent(table)]


def missing(table: LiveTable, online: list[bool]) -> list[Seat]:
    """The seats that are to act, and whose owners are not there."""
    seats = table.state.seats
    return [seat for seat in table.state.to_act if not seats[seat].program and not online[seat]]


def _still_missing(before: Absence | None, waited: int, now: float) -> Absence:
    """Somebody is missing, perhaps as before; where others have more patience, it counts from now on."""
    if before is None:
        return Absence(now, now, waited)
    return before if before.waited == waited else Absence(before.since, now, waited)


def _is_settled(table: LiveTable) -> bool:
    """Whether nothing can happen by itself: all who are to act are people who are there, without clocks."""
    state = table.state
    programs = any(state.seats[seat].program for seat in state.to_act)
    return not (table.away or programs or state.undo_request or state.due is not None)
