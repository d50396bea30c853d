"""Tables without a network: a log in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from random import Random
from typing import Any

import msgspec

from palatine.core.catalog import game as load_game
from palatine.core.rng import derive_seed
from palatine.server.storage.entries import Entry, Header, Joined, LoggedEntry, TimeControl
from palatine.server.tables import commands, views
from palatine.server.tables.state import TableState, read_table
from palatine.server.tables.undo import can_undo

START = 1_700_000_000.0


def header(
    game: str, plan: Sequence[str | None], seed: object = 0, clock: TimeControl | None = None, **options: Any
) -> Header:
    """A new table, with a seed for which the first seat begins."""
    rules = load_game(game, {"players": len(plan), **options})
    seeds = (derive_seed("server", game, seed, n) for n in count())
    return Header(
        id="table",
        game=game,
        ruleset=1,
        options={"players": len(plan), **options},
        seed=next(seed for seed in seeds if 0 in rules.acting(rules.new(seed))).hex(),
        plan=list(plan),
        host="user-0",
        listed=False,
        opened=START,
        clock=clock,
    )


class TableLog:
    """A state and the entries that made it."""

    def __init__(self, header: Header) -> None:
        self.state = TableState(header)
        self.entries: list[LoggedEntry] = []
        self.now = START
        self.pace = 1.0  # seconds from one command to the next

    def add(self, wanted: Iterable[Entry]) -> list[Entry]:
        """Let happen what a command adds to the log."""
        added = list(wanted)
        self.now += self.pace
        for entry in added:
            number = self.state.number + 1
            self.entries.append(LoggedEntry(number, self.now, entry))
            self.state.apply(*self.entries[-1])
        return added

    def join(self, seat: int | None = None, name: str | None = None, adds: bool = False) -> None:
        """The next person sits down."""
        number = sum(isinstance(entry, Joined) for _, _, entry in self.entries)
        user, name = f"user-{number}", name or f"Person {number}"
        self.add(commands.join(self.state, user, name, seat, self.now, adds))

    def play(self, seat: int, *moves: str, id: str = "") -> list[Entry]:
        question = self.state.asked[seat]
        return self.add(commands.play(self.state, seat, question, moves, id or f"id-{self.state.number}"))

    def some_move(self, seat: int, luck: Random | None = None) -> str:
        """A move that the seat may make; the first one without luck."""
        assert self.state.match is not None
        moves = self.state.match.legal(seat)
        return luck.choice(moves) if luck else moves[0]

    def play_any(self, luck: Random, seat: int | None = None) -> int:
        """Somebody, or that seat, decides at random; who."""
        seat = luck.choice(self.state.to_act) if seat is None else seat
        self.play(seat, self.some_move(seat, luck))
        return seat

    def again(self) -> TableState:
        """The same state, read from what would be in the database."""
        stored = msgspec.json.decode(msgspec.json.encode(self.state.header), type=Header)
        rows = [
            LoggedEntry(number, at, msgspec.json.decode(msgspec.json.encode(entry), type=Entry))
            for number, at, entry in self.entries
        ]
        return read_table(stored, rows)


def full(
    game: str,
    people: int,
    programs: int = 0,
    seed: object = 0,
    clock: TimeControl | None = None,
    **options: Any,
) -> TableLog:
    """A table where a game has begun: people first, then programs."""
    log = TableLog(header(game, [None] * people + ["random"] * programs, seed, clock, **options))
    for _ in range(people):
        log.join()
    return log


def shared(
    game: str, people: int, seed: object = 0, clock: TimeControl | None = None, **options: Any
) -> TableLog:
    """The same, of people who share one device."""
    log = TableLog(header(game, [None] * people, seed, clock, **options))
    log.add(Joined(seat, "user-0", f"Person {seat}") for seat in range(people))
    return log


def everything(state: TableState) -> dict[str, Any]:
    """All that a state is, to compare it with another one."""
    match = state.match
    return {
        "number": state.number,
        "changed": state.changed,
        "status": state.status,
        "seats": state.seats,
        "asked": state.asked,
        "done": state.done,
        "request": state.undo_request,
        "rematch": state.rematch,
        "clocks": state.clocks and vars(state.clocks),
        "state": match and match.state.tobytes(),
        "decisions": match and match.decisions,
        "record": match and match.record().text(),
        "names": state.names,
        "undo": [can_undo(state, seat) for seat in range(state.game.players)],
        "lines": [views.lines(state, seat) for seat in (None, *range(state.game.players))],
    }
