"""What a new table is to be like: checked before it is opened."""

from __future__ import annotations

from palatine.core.game import Seat
from palatine.server.clocks import check_clock
from palatine.server.errors import Refusal
from palatine.server.levels import TITLES
from palatine.server.players import check_name
from palatine.server.protocol import NewTable


def check_plan(wanted: NewTable, name: str) -> dict[Seat, str]:
    """Refusal where a table cannot be set up so; else the names of those who open it, by their seats."""
    for seat in wanted.seats:
        if (seat.level is None) == (seat.kind == "program"):
            raise Refusal("bad_seats", "A program has a level, and only a program has one.", 400)
        if seat.level is not None and seat.level not in TITLES:
            raise Refusal("unknown_level", f"There is no program {seat.level!r}.", 400)
        if seat.name is not None and seat.kind != "me":
            raise Refusal("bad_seats", "Only those at your device are given names.", 400)
    if wanted.options.get("players", len(wanted.seats)) != len(wanted.seats):
        raise Refusal("bad_seats", "There are as many seats as players.", 400)
    check_clock(wanted.clock)
    return _names(wanted, name)


def _names(wanted: NewTable, name: str) -> dict[Seat, str]:
    """Of the people at the device that opens the table."""
    names: dict[Seat, str] = {}
    for number, seat in enumerate(wanted.seats):
        if seat.kind == "me":
            if names and seat.name is None:
                raise Refusal("bad_seats", "Everybody at your device needs a name.", 400)
            names[number] = name if seat.name is None else check_name(seat.name)
    if len({each.casefold() for each in names.values()}) < len(names):
        raise Refusal("bad_seats", "Those who share a device need names that differ.", 400)
    return names
