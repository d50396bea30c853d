"""A new table: whether it may be as it is wanted, and its header."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from msgspec import UNSET

from palatine.core.catalog import game as load_game
from palatine.core.errors import BadOptions
from palatine.core.game import Seat
from palatine.core.rng import SEED_BYTES
from palatine.server.errors import (
    BAD_OPTIONS,
    CLOCK_MOVE,
    CLOCK_RESERVE,
    GRACE,
    LEVEL_OF_PROGRAM,
    NAME_AT_DEVICE,
    NAME_MISSING,
    NAMES_ALIKE,
    SEATS_AS_PLAYERS,
    UNKNOWN_LEVEL,
)
from palatine.server.levels import LEVELS
from palatine.server.names import check_name, skeleton
from palatine.server.protocol.tables import ClockSettings, NewTable
from palatine.server.storage.entries import Header, Joined, Start, TimeControl
from palatine.server.tables.state import TableState

MOVE, RESERVE = (5, 3600), (0, 7200)  # seconds that a table may agree on, from and to
PATIENCE = 10, 7 * 86400  # the same, before a program plays on for somebody who is away


def new_table(
    user: str, name: str, wanted: NewTable, now: float, branch: tuple[str, Start] | None = None
) -> tuple[Header, list[Joined]]:
    """A table as somebody wants it and its first entries; one that branches off has the other game's seed.

    Refusal where it cannot be set up so.
    """
    check_seats(wanted)
    check_clock(wanted.clock)
    check_grace(wanted.grace)
    names = names_at_device(wanted, name)
    try:
        game = load_game(wanted.game, {**wanted.options, "players": len(wanted.seats)})
    except BadOptions as error:
        raise BAD_OPTIONS.refuse(why=error.message, game=error.game) from None
    seed, start = branch or (new_seed(), None)
    header = Header(
        id=new_id(),
        game=game.name,
        ruleset=game.ruleset,
        options=dict(game.options),
        seed=seed,
        plan=[seat.level for seat in wanted.seats],
        host=user,
        listed=wanted.listed,
        opened=now,
        clock=TimeControl(wanted.clock.move, wanted.clock.reserve) if wanted.clock else None,
        start=start,
        grace=UNSET if wanted.grace is None else wanted.grace,
    )
    adding = next(iter(names), None) if wanted.adds else None  # a browser adds once, however many sit at it
    return header, [Joined(seat, user, called, seat == adding) for seat, called in names.items()]


def new_rematch(state: TableState, now: float) -> tuple[Header, list[Joined]]:
    """The same table once more, with everybody, and another deal; who is away is not waited for."""
    changed: dict[str, Any] = {
        "id": new_id(),
        "seed": new_seed(),
        "plan": [seat.level for seat in state.seats],
        "opened": now,
        "start": None,
    }
    people = [
        Joined(n, seat.user, seat.name, seat.adds and not seat.program)
        for n, seat in enumerate(state.seats)
        if seat.user
    ]
    return msgspec.structs.replace(state.header, **changed), people


def new_id() -> str:
    return secrets.token_urlsafe(9)


def new_seed() -> str:
    return secrets.token_bytes(SEED_BYTES).hex()


def check_seats(wanted: NewTable) -> None:
    """Refusal where nobody can sit so."""
    for seat in wanted.seats:
        if (seat.level is None) == (seat.kind == "program"):
            raise LEVEL_OF_PROGRAM.refuse()
        if seat.level is not None and seat.level not in LEVELS:
            raise UNKNOWN_LEVEL.refuse(level=seat.level)
        if seat.name is not None and seat.kind != "me":
            raise NAME_AT_DEVICE.refuse()
    if wanted.options.get("players", len(wanted.seats)) != len(wanted.seats):
        raise SEATS_AS_PLAYERS.refuse()


def check_clock(clock: ClockSettings | None) -> None:
    """Refusal where a table cannot be played by a clock."""
    if clock is None:
        return
    for reason, seconds, (least, most) in (
        (CLOCK_MOVE, clock.move, MOVE),
        (CLOCK_RESERVE, clock.reserve, RESERVE),
    ):
        if not least <= seconds <= most:
            raise reason.refuse(least=least, most=most)


def check_grace(grace: int | str | None) -> None:
    """Refusal where nobody could have so much patience, or so little."""
    least, most = PATIENCE
    if isinstance(grace, int) and not least <= grace <= most:
        raise GRACE.refuse(least=least, most=most)


def names_at_device(wanted: NewTable, name: str) -> dict[Seat, str]:
    """The people at the device that opens the table, by their seats."""
    names: dict[Seat, str] = {}
    for number, seat in enumerate(wanted.seats):
        if seat.kind == "me":
            if names and seat.name is None:
                raise NAME_MISSING.refuse()
            names[number] = name if seat.name is None else check_name(seat.name)
    if len({skeleton(each) for each in names.values()}) < len(names):
        raise NAMES_ALIKE.refuse()
    return names
