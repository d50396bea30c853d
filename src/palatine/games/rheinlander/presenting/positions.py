"""Positions as structs: what `--states` prints, what a screen shows, what a program may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

import msgspec
import numpy as np

from palatine.core.events import Event
from palatine.core.game import Seat, State
from palatine.core.messages import Message, Phrase
from palatine.core.presenting import Position, Presenting
from palatine.games.rheinlander.rules.board import Point
from palatine.games.rheinlander.rules.components import (
    BASTION,
    CARDS,
    FREE,
    LANDMARK_NAMES,
    NOBODY,
    OVER,
    PHASE_NAMES,
    WORTH,
)
from palatine.games.rheinlander.rules.scoring import DUKE_BONUS

if TYPE_CHECKING:
    from palatine.games.rheinlander.game import Rheinlander

SUMMARY = Phrase("board-summary", areas=int, spaces=int, land=int, borders=int, sites=int)

VALUES: list[int] = WORTH.tolist()
# What a considered move does not change before it is made.
NOT_YET = ("n", "to_act", "phase", "held", "draw_pile", "discard", "coins", "scores", "winners")

Phase = Literal["play", "reinforce", "bastion", "over"]
Piece = int | Literal["bastion"]  # a knight is its seat
Landmark = Literal["castle", "church", "city2", "city3", "city4"]
Hand = list[int]


class Duchy(msgspec.Struct, frozen=True):
    """A group of at least two knights."""

    spaces: list[str]
    sites: list[str]
    owner: int | None
    value: int  # what its duke would be paid now


class ShownDuchy(Duchy, frozen=True):
    """A duchy on a screen."""

    final: int  # what it scores at the end as it stands, the duke's coin aside


class Table(Position, frozen=True):
    """What lies on the table."""

    phase: Phase
    spaces: dict[str, Piece]  # those that are not free
    landmarks: dict[str, Landmark]  # by site
    castles: dict[str, int]  # by site: whose knight stands on it
    duchies: Sequence[Duchy]
    bishops: list[int]
    archbishop: int | None
    coins: Sequence[int | None]
    knights: list[int]
    bastions: list[int]
    hands: Sequence[Hand | None]
    discard: list[int]  # oldest first
    draw_pile: int
    scores: list[int] | None  # once the game is over
    winners: list[int] | None


class Full(Table, frozen=True):
    """A full state."""

    duchies: list[Duchy]
    coins: list[int]
    hands: list[Hand]


class Shown(Table, frozen=True):
    """What a screen shows: one's own hand and coins; those of others only where the table plays them open."""

    duchies: list[ShownDuchy]
    coins: list[int | None]
    hands: list[Hand | None]
    held: list[int]  # cards in each hand


class Known(Shown, frozen=True):
    """What a program may know: the coins too (rule 22), and of each hidden card of a hand what it cannot be.

    Only cards are named there that could be anywhere: neither in one's own hand nor on the discard pile.
    """

    cannot: list[list[list[int]] | None]


class BoardSpace(msgspec.Struct, frozen=True):
    name: str
    kind: Literal["land", "water"]
    areas: tuple[int, ...]
    terrain: str | None
    at: Point
    polygon: tuple[Point, ...]


class BoardSite(msgspec.Struct, frozen=True):
    name: str
    spaces: tuple[str, str]
    at: Point


class BoardReach(msgspec.Struct, frozen=True):
    name: str
    areas: tuple[int, int]


class BoardData(msgspec.Struct, frozen=True):
    """The board as `palatine board --json` prints it."""

    name: str
    title: str
    summary: Message
    size: Point
    spaces: list[BoardSpace]
    adjacent: tuple[tuple[str, str], ...]
    sites: list[BoardSite]
    reaches: list[BoardReach]


class RheinlanderPresenting(Presenting):
    """What a screen shows of Rheinländer."""

    game: Rheinlander
    shown = Shown

    def show(self, view: State, seat: Seat) -> Shown:
        s, players = view[0], self.game.players
        seen = s["open_coins"] or s["phase"] == OVER
        hands = [_hand(s, p) if p == seat else None for p in range(players)]
        coins = _by_seat(s["coins"], players)
        return self._shown(view, hands, [c if seen or p == seat else None for p, c in enumerate(coins)])

    def personal(self, view: State, seat: Seat, shared: Position) -> dict[str, Any]:
        assert isinstance(shared, Shown)
        hands, coins = shared.hands[:], shared.coins[:]
        hands[seat], coins[seat] = _hand(view[0], seat), int(view[0]["coins"][seat])
        return {"hands": hands, "coins": coins}

    def show_all(self, state: State) -> Shown:
        s, players = state[0], self.game.players
        return self._shown(state, [_hand(s, p) for p in range(players)], _by_seat(s["coins"], players))

    def _shown(self, state: State, hands: list[Hand | None], coins: Sequence[int | None]) -> Shown:
        final = [
            ShownDuchy(spaces, sites, owner, value, value - 1 + (0 if owner is None else DUKE_BONUS))
            for spaces, sites, owner, value in self._duchies(state[0])
        ]
        held = _by_seat(state[0]["held"], self.game.players)
        return Shown(**self._table(state), duchies=final, coins=list(coins), hands=hands, held=held)

    def position(self, state: State) -> Full:
        s, players = state[0], self.game.players
        hands = [_hand(s, p) for p in range(players)]
        coins = _by_seat(s["coins"], players)
        return Full(**self._table(state), duchies=self.duchies(s), coins=coins, hands=hands)

    def observation(self, view: State, seat: Seat) -> Known:
        s, shown = view[0], self.show(view, seat)
        elsewhere = {*shown.discard, *(_hand(s, seat) if seat >= 0 else ())}
        cards = range(1, len(self.game.layout.board.water) + 1)
        unseen, may = [card for card in cards if card not in elsewhere], s["may"].tolist()
        cannot = [
            None
            if p == seat
            else [[card for card in unseen if not bits >> card - 1 & 1] for bits in may[p][:held]]
            for p, held in enumerate(shown.held)
        ]
        coins = _by_seat(s["coins"], self.game.players)
        return Known(**{**_fields(shown), "coins": coins}, cannot=cannot)

    def draft(self, before: Position, after: Position, told: Sequence[Event]) -> Shown:
        """The table with considered moves: their pieces stand, but no card is drawn and nobody is next."""
        assert isinstance(before, Shown)
        assert isinstance(after, Shown)
        played = [event.data["card"] for event in told if event.kind == "card"]
        hands = [hand and [card for card in hand if card not in played] for hand in before.hands]
        kept = {field: getattr(before, field) for field in NOT_YET}
        return msgspec.structs.replace(after, **kept, hands=hands)

    def same_turn(self, before: State, after: State) -> bool:
        return True  # a card ends it, and is not foreseen

    def board(self) -> BoardData:
        board = self.game.layout.board
        summary = SUMMARY(
            areas=len(board.water),
            spaces=len(board.spaces),
            land=len(board.land),
            borders=len(board.edges),
            sites=len(board.sites),
        )
        return BoardData(
            name=board.name,
            title=board.title,
            summary=summary,
            size=board.size,
            spaces=[BoardSpace(s.name, s.kind, s.areas, s.terrain, s.at, s.polygon) for s in board.spaces],
            adjacent=board.edges,
            sites=[BoardSite(site.name, site.spaces, site.at) for site in board.sites],
            reaches=[BoardReach(reach.name, reach.areas) for reach in board.reaches],
        )

    def _table(self, state: State) -> dict[str, Any]:
        """The fields that every `Table` has alike."""
        s, players, layout = state[0], self.game.players, self.game.layout
        occupant, holder, sites = s["occupant"].tolist(), s["holder"].tolist(), layout.board.sites
        acting = self.game.acting(state)
        outcome = None if acting else self.game.outcome(state)
        return {
            "n": self.game.decided(state),
            "to_act": list(acting),
            "phase": PHASE_NAMES[s["phase"]],
            "spaces": {
                layout.names[i]: "bastion" if occupant[i] == BASTION else occupant[i]
                for i in np.flatnonzero(s["occupant"] != FREE).tolist()
            },
            "landmarks": self._landmarks(tuple(s["landmark"].tolist())),
            "castles": {site.name: holder[i] for i, site in enumerate(sites) if holder[i] != NOBODY},
            "bishops": _by_seat(s["bishops"], players),
            "archbishop": _seat(int(s["archbishop"])),
            "knights": _by_seat(s["knights"], players),
            "bastions": _by_seat(s["bastions"], players),
            "discard": [card + 1 for card in s["discard"][: s["discarded"]].tolist()],
            "draw_pile": int(s["left"]),
            "scores": outcome.scores if outcome else None,
            "winners": outcome.winners if outcome else None,
        }

    @lru_cache(maxsize=256)  # noqa: B019 - there are few games, and they live as long as the program
    def _landmarks(self, kinds: tuple[int, ...]) -> dict[str, str]:
        """Which landmark lies on each site: it stays so during a game."""
        sites = self.game.layout.board.sites
        return {site.name: LANDMARK_NAMES[kind] for site, kind in zip(sites, kinds, strict=False)}

    def duchies(self, s: Any) -> list[Duchy]:
        """Every group of at least two knights."""
        return [Duchy(*duchy) for duchy in self._duchies(s)]

    def _duchies(self, s: Any) -> Iterator[tuple[list[str], list[str], int | None, int]]:
        """The fields of every duchy."""
        layout, groups = self.game.layout, int(s["groups"])
        group = s["group"].tolist()
        spaces: list[list[str]] = [[] for _ in range(groups)]
        for i in np.flatnonzero(s["group"] >= 0).tolist():
            spaces[group[i]].append(layout.names[i])
        knights, owner = map(sum, s["count"][:groups].tolist()), s["owner"].tolist()
        sites, landmark = s["sites"].tolist(), s["landmark"].tolist()
        for g, count in enumerate(knights):
            if count >= 2:
                own = [i for i in range(sites[g].bit_length()) if sites[g] >> i & 1]
                value = 1 + sum([VALUES[landmark[i]] for i in own])
                yield spaces[g], [layout.board.sites[i].name for i in own], _seat(owner[g]), value


def _fields(struct: msgspec.Struct) -> dict[str, Any]:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def _by_seat(field: Any, players: int) -> list[int]:
    return field[:players].tolist()


def _hand(s: Any, seat: Seat) -> Hand:
    held = int(s["hand"][seat])
    return [card + 1 for card in range(CARDS) if held >> card & 1]


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat
