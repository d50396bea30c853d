"""What a rival could do next: the duchies that one more knight, or a conversion, would give him."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from palatine.core.events import deaf_buffer
from palatine.core.game import State
from palatine.games.rheinlander.rules.components import CARDS, HAND, PLAY, Layout
from palatine.games.rheinlander.rules.decisions import CONVERT, DISCARD, REINFORCEMENT, STATION

if TYPE_CHECKING:
    from palatine.games.rheinlander.game import Rheinlander


class Duchy:
    """A group of at least two knights, as everybody sees it."""

    def __init__(self, s: Any, group: int) -> None:
        players = int(s["players"])
        self.first = int(np.flatnonzero(s["group"] == group)[0])
        self.counts = [int(n) for n in s["count"][group][:players]]
        self.owner = int(s["owner"][group])
        self.sites = int(s["sites"][group])

    def strongest_other(self, seat: int) -> int:
        """The seat beside this one that has the most knights here."""
        others = [p for p in range(len(self.counts)) if p != seat]
        return max(others, key=lambda p: self.counts[p])

    def lead(self, seat: int) -> int:
        """How many knights a seat is ahead of everybody else; below zero where it is behind."""
        return self.counts[seat] - self.counts[self.strongest_other(seat)]


def duchies(state: State) -> dict[int, Duchy]:
    """All duchies, by the space that each is called by."""
    s = state[0]
    totals = s["count"][: int(s["groups"])].sum(axis=1)
    found = (Duchy(s, group) for group in range(len(totals)) if totals[group] >= 2)
    return {duchy.first: duchy for duchy in found}


def may_hold(state: State, rival: int, seat: int) -> list[int]:
    """The cards that a rival may hold, as far as a seat knows: not on the discard pile, not its own."""
    s = state[0]
    bits = 0
    for mask in s["may"][rival][: s["held"][rival]].tolist():
        bits |= mask
    bits &= ~int(s["hand"][seat])
    for card in s["discard"][: s["discarded"]].tolist():
        bits &= ~(1 << card)
    return [card for card in range(CARDS) if bits >> card & 1]


def takings(game: Rheinlander, state: State, rival: int, cards: list[int]) -> dict[int, list[str]]:
    """The duchies that a rival would get by one turn with any of these cards, and on which spaces.

    It is tried out: every placement, on a copy of the table on which it is his turn.
    """
    owned = duchies(state)
    firsts = [first for first, duchy in owned.items() if duchy.owner != rival]
    found: dict[int, list[str]] = {}
    if not firsts:
        return found
    for space, trial in _placements(game, state, rival, cards):
        s = trial[0]
        for first in firsts:
            if s["owner"][s["group"][first]] == rival and space not in found.setdefault(first, []):
                found[first].append(space)
    return {first: spaces for first, spaces in found.items() if spaces}


def _placements(game: Rheinlander, state: State, rival: int, cards: list[int]) -> Iterator[tuple[str, State]]:
    """Every space that a rival could take with one of these cards, and the table after it."""
    table = state.copy()
    s = table[0]
    s["turn"], s["phase"] = rival, PLAY
    s["bastions"][rival] = 1  # so that the turn waits for a bastion, and nothing is drawn
    deaf, reinforced = deaf_buffer(), False
    for k in range(0, len(cards), HAND):
        hand = cards[k : k + HAND]
        s["hand"][rival], s["held"][rival] = sum(1 << card for card in hand), len(hand)
        for action in game.legal(table, rival):
            if action >= DISCARD or (action >= REINFORCEMENT and reinforced):
                continue
            trial = table.copy()
            game.kernel.apply(game.constants, trial, 0, rival, action, deaf)
            if action < REINFORCEMENT:
                card = action % CONVERT // 3
                yield game.layout.board.area[card][action % 3], trial
                continue
            reinforced = True
            for station in game.legal(trial, rival):
                last = trial.copy()
                game.kernel.apply(game.constants, last, 0, rival, station, deaf)
                yield game.layout.names[station - STATION], last


def landmarks(layout: Layout, s: Any, sites: int) -> list[int]:
    """The kinds of the landmarks on sites that are given as bits."""
    return [int(s["landmark"][site]) for site in range(len(layout.board.sites)) if sites >> site & 1]
