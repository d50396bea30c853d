"""Rooms without a network: a table's log in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import count
from random import Random
from typing import Any

import msgspec

from palatine.core.catalog import game as load_game
from palatine.core.rng import derive_seed
from palatine.server.entries import Entry, Header, Joined
from palatine.server.house import _read
from palatine.server.protocol import Clock
from palatine.server.room import Room

START = 1_700_000_000.0


def header(
    game: str, plan: Sequence[str | None], seed: object = 0, clock: Clock | None = None, **options: Any
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
        host="player-0",
        listed=False,
        opened=START,
        clock=clock,
    )


class Log:
    """A room and the entries that made it."""

    def __init__(self, header: Header) -> None:
        self.room = Room(header)
        self.entries: list[tuple[int, float, Entry]] = []
        self.now = START
        self.pace = 1.0  # seconds from one wish to the next

    def add(self, wanted: Iterable[Entry]) -> list[Entry]:
        """Let happen what a wish adds to the log."""
        added = list(wanted)
        self.now += self.pace
        for entry in added:
            number = self.room.number + 1
            self.entries.append((number, self.now, entry))
            self.room.take(*self.entries[-1])
        return added

    def join(self, seat: int | None = None, name: str | None = None) -> None:
        """The next person sits down."""
        number = sum(isinstance(entry, Joined) for _, _, entry in self.entries)
        self.add(self.room.may_join(f"player-{number}", name or f"Person {number}", seat))

    def play(self, seat: int, *moves: str, id: str = "") -> list[Entry]:
        question = self.room.asked[seat]
        return self.add(self.room.may_play(seat, question, moves, id or f"id-{self.room.number}"))

    def some_move(self, seat: int, luck: Random | None = None) -> str:
        """A move that the seat may make; the first one without luck."""
        assert self.room.match is not None
        moves = self.room.match.legal(seat)
        return luck.choice(moves) if luck else moves[0]

    def play_any(self, luck: Random, seat: int | None = None) -> int:
        """Somebody, or that seat, decides at random; who."""
        seat = luck.choice(self.room.to_act) if seat is None else seat
        self.play(seat, self.some_move(seat, luck))
        return seat

    def again(self) -> Room:
        """The same room, read from what would be in the database."""
        stored = msgspec.json.decode(msgspec.json.encode(self.room.header), type=Header)
        rows = [
            (number, at, msgspec.json.decode(msgspec.json.encode(entry), type=Entry))
            for number, at, entry in self.entries
        ]
        return _read(stored, rows)


def full(
    game: str, people: int, programs: int = 0, seed: object = 0, clock: Clock | None = None, **options: Any
) -> Log:
    """A table where a game has begun: people first, then programs."""
    log = Log(header(game, [None] * people + ["random"] * programs, seed, clock, **options))
    for _ in range(people):
        log.join()
    return log


def shared(game: str, people: int, seed: object = 0, clock: Clock | None = None, **options: Any) -> Log:
    """The same, of people who share one device."""
    log = Log(header(game, [None] * people, seed, clock, **options))
    log.add(Joined(seat, "player-0", f"Person {seat}") for seat in range(people))
    return log


def everything(room: Room) -> dict[str, Any]:
    """All that a room is, to compare it with another one."""
    match = room.match
    return {
        "number": room.number,
        "changed": room.changed,
        "status": room.status,
        "chairs": room.chairs,
        "asked": room.asked,
        "done": room.done,
        "wish": room.wish,
        "rematch": room.rematch,
        "clocks": room.clocks and vars(room.clocks),
        "state": match and match.state.tobytes(),
        "decisions": match and match.decisions,
        "record": match and match.record().text(),
        "names": room.names,
        "undo": [room.can_undo(seat) for seat in range(room.game.players)],
        "lines": [room.lines(seat) for seat in (None, *range(room.game.players))],
    }
