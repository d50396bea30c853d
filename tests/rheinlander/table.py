"""A table on which a situation can be laid out, piece by piece, through the rules themselves.

Only the cards, the landmarks and whose turn it is are arranged by hand; every knight is placed by a move.
After every move all invariants of the state are checked, and no landmark may be met that the test has not
named: nothing happens by accident.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from palatine.core.catalog import words_of
from palatine.core.errors import IllegalMove
from palatine.core.events import Event
from palatine.core.game import Outcome
from palatine.core.match import Match
from palatine.core.rng import derive_seed
from palatine.games.rheinlander.game import Rheinlander
from palatine.games.rheinlander.presenting.positions import Duchy, Full, Shown
from palatine.games.rheinlander.rules.components import LANDMARK_NAMES, RESHUFFLE, SITES, Layout

RED, YELLOW, VIOLET, BLUE, GREEN = range(5)
COLOURS = ("Red", "Yellow", "Violet", "Blue", "Green")


def layout(match: Match) -> Layout:
    """The board of a match, as its rules know it."""
    assert isinstance(match.game, Rheinlander)
    return match.game.layout


def shown(match: Match, seat: int | None = None) -> Shown:
    """What a screen shows a seat, or without one a spectator."""
    position = match.show(seat)
    assert isinstance(position, Shown)
    return position


class Table:
    """A game in which tests decide who holds which cards and whose turn it is; red begins."""

    def __init__(
        self,
        players: int = 3,
        *,
        board: str = "rhine",
        landmarks: dict[str, str] | None = None,
        seed: int = 0,
        **options: Any,
    ) -> None:
        self.match = Match.new(
            "rheinlander",
            players=players,
            board=board,
            seed=derive_seed("table", seed),
            seats=COLOURS[:players],
            **options,
        )
        self.board = layout(self.match).board
        self.happened: list[Event] = []
        self.named = set(landmarks or ())
        self._lay_out(landmarks or {})
        self.turn(RED)
        self.check()

    # Arranging.

    def _lay_out(self, landmarks: dict[str, str]) -> None:
        """Exchange landmarks so that the named ones lie where the test wants them."""
        s = self.match.state[0]
        tokens, sites = s["landmark"], [site.name for site in self.board.sites]
        done = set()
        for name, landmark in landmarks.items():
            here, wanted = sites.index(name), LANDMARK_NAMES.index(landmark)
            others = [i for i in range(len(sites)) if i not in done and tokens[i] == wanted]
            assert others or len(sites) < SITES, f"there are not that many landmarks of the kind {landmark}"
            if here not in others:
                if others:
                    tokens[others[-1]] = tokens[here]
                tokens[here] = wanted
            done.add(here)
        for field, landmark in (("castles", "castle"), ("churches", "church")):
            kind = LANDMARK_NAMES.index(landmark)
            s[field] = sum(1 << i for i in range(len(sites)) if tokens[i] == kind)

    def turn(self, seat: int, hand: Sequence[int] = ()) -> None:
        """Make it a seat's turn, with these cards in hand; cards are exchanged, never made."""
        s = self.match.state[0]
        assert self.phase == "play", "a turn is under way"
        s["turn"] = seat
        for number in hand:
            self._deal(seat, number - 1, {other - 1 for other in hand})

    def _deal(self, seat: int, card: int, keep: set[int]) -> None:
        s = self.match.state[0]
        hands, areas = s["hand"], len(self.board.area)
        if hands[seat] >> card & 1:
            return
        spare = next(c for c in range(areas) if hands[seat] >> c & 1 and c not in keep)
        for pile in (s["pile"][: s["left"]], s["discard"][: s["discarded"]]):
            pile[pile == card] = spare
        for p in range(s["players"]):
            if hands[p] >> card & 1:
                hands[p] ^= 1 << card | 1 << spare
            s["may"][p][: s["held"][p]] = (1 << areas) - 1  # nobody has seen the exchange
        hands[seat] ^= 1 << card | 1 << spare

    def next_cards(self, *numbers: int | str) -> None:
        """Put cards of the draw pile on top, the first to be drawn first; "reshuffle" is the odd one."""
        s = self.match.state[0]
        pile = s["pile"][: s["left"]]
        for depth, number in enumerate(numbers, start=1):
            card = RESHUFFLE if number == "reshuffle" else int(number) - 1
            (at,) = (pile == card).nonzero()[0]
            pile[at], pile[-depth] = pile[-depth], pile[at]

    # Playing.

    def play(self, *moves: str) -> list[Event]:
        """Make moves of the seat whose turn it is; what they brought about is also kept in `happened`."""
        self.happened = [event for move in moves for event in self.match.play(move)]
        self.check()
        return self.happened

    def knight(self, seat: int, *spaces: str) -> None:
        """Whole turns of a seat: a knight on each space, by number, and no bastion."""
        for space in spaces:
            card = self.board.space[space].areas[0]
            self.turn(seat, [card])
            self.play(f"{card}>{space}", *self._no_bastion())

    def convert(self, seat: int, space: str) -> None:
        """A whole turn of a seat: a conversion, and no bastion."""
        card = self.board.space[space].areas[0]
        self.turn(seat, [card])
        self.play(f"{card}x{space}", *self._no_bastion())

    def bastion(self, seat: int, space: str, knight: str) -> None:
        """A whole turn of a seat: a knight by number, and a bastion."""
        card = self.board.space[knight].areas[0]
        self.turn(seat, [card])
        self.play(f"{card}>{knight}", f"#{space}")

    def _no_bastion(self) -> tuple[str, ...]:
        return (".",) if self.match.state["bastions"][0][self.match.to_act[0]] else ()

    def refused(self, move: str, seat: int | None = None) -> str:
        """The reason why a move is refused; it must leave every byte of the state as it was."""
        before, decided = self.match.state.tobytes(), len(self.match.decisions)
        with pytest.raises(IllegalMove) as caught:
            self.match.play(move, seat)
        assert self.match.state.tobytes() == before
        assert len(self.match.decisions) == decided
        assert repr(move) in str(caught.value)
        return words_of("rheinlander").say(caught.value.reason)

    def check(self) -> None:
        assert list(self.match.game.explaining.problems(self.match.state)) == []
        s, index = self.match.state[0], layout(self.match).index
        knights = {name for name in self.board.space if 0 <= s["occupant"][index[name]] < s["players"]}
        for site in self.board.sites:
            if knights & set(site.spaces):
                assert site.name in self.named, f"say what stands on {site.name}, beside {site.spaces}"

    # Looking.

    @property
    def position(self) -> Full:
        return self.match.game.presenting.position(self.match.state)

    @property
    def phase(self) -> str:
        return self.position.phase

    @property
    def legal(self) -> list[str]:
        """The moves of the seat whose turn it is."""
        return self.match.legal()

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.match.to_act

    def hand(self, seat: int) -> list[int]:
        return self.position.hands[seat]

    def on(self, space: str) -> int | str | None:
        """Whose knight stands there, or "bastion", or nothing."""
        return self.position.spaces.get(space)

    @property
    def outcome(self) -> Outcome:
        """How the game ended."""
        assert self.match.outcome is not None, "the game goes on"
        return self.match.outcome

    def duchy(self, space: str) -> Duchy | None:
        """The duchy that a space belongs to."""
        found = [duchy for duchy in self.position.duchies if space in duchy.spaces]
        assert len(found) <= 1
        return found[0] if found else None

    def existing(self, space: str) -> Duchy:
        """The same where there is one."""
        duchy = self.duchy(space)
        assert duchy is not None, f"{space} belongs to no duchy"
        return duchy

    def owner(self, space: str) -> int | None:
        return self.existing(space).owner

    def value(self, space: str) -> int:
        return self.existing(space).value

    def size(self, space: str) -> int:
        """How many spaces a duchy covers: its knights without those on castles."""
        return len(self.existing(space).spaces)

    def castle(self, site: str) -> int | None:
        """Whose knight stands on a castle."""
        return self.position.castles.get(site)

    @property
    def supply(self) -> list[int]:
        """The knights that each player can still place."""
        return self.position.knights

    @property
    def coins(self) -> list[int]:
        return self.position.coins

    @property
    def bishops(self) -> list[int]:
        return self.position.bishops

    @property
    def archbishop(self) -> int | None:
        return self.position.archbishop

    @property
    def kinds(self) -> list[str]:
        """The kinds of what happened last, in order."""
        return [event.kind for event in self.happened]

    @property
    def payments(self) -> list[tuple[int, int, str]]:
        """Who was paid how much for what by the last move: (seat, coins, "duke 1, city 3")."""
        return sorted(
            (
                event.seat,
                event.data["coins"],
                ", ".join(f"{name} {worth}" for name, worth in event.data["parts"]),
            )
            for event in self.happened
            if event.kind == "paid"
        )

    @property
    def new_dukes(self) -> list[int]:
        """Who got a duke by the last move."""
        return [event.seat for event in self.happened if event.kind == "duke"]
