"""A table on which a situation can be laid out: cards, coins, markers and characters, none made, none lost.

Cards are arranged before the first move; coins, markers and characters also later.  Everything after that
is played by moves, and after every move all invariants of the state are checked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import pytest

from palatine.core.catalog import words_of
from palatine.core.errors import IllegalMove
from palatine.core.events import Event
from palatine.core.game import Game, State
from palatine.core.match import Match
from palatine.core.rng import derive_seed
from palatine.games.rivalkings.presenting.positions import Shown

RED, GOLD, VIOLET, BLUE = range(4)
NAMES = ("Red", "Gold", "Violet", "Blue")

# fmt: off
CHARACTERS = [
    "LordProtector", "Queen", "Duke", "Count", "Courtier", "Priest",
    "Bursar", "Knight", "Countess", "Diplomat", "Trader1", "Trader2",
]
SUBJECTS = [
    "Gardener", "Watchman", "Jailer", "CourtLady", "Bishop", "Scholar", "Troubadour", "Sailor",
    "Blacksmith", "Carpenter", "MarketWoman", "Innkeeper", "Vintner", "Miner", "Herbalist", "Farmer",
]
BUILDINGS = [
    "Garden", "CastleWall", "Prison", "Pavilion", "Cathedral", "University", "Tavern", "Harbour",
    "Forge", "Carpentry", "Market", "Inn", "Vineyard", "Mine", "HerbMeadow", "Farm",
]
# fmt: on
CARDS = [*SUBJECTS, *BUILDINGS]
ACTIONS = ["settle", "give", "money", "recruit", "build"]


def position_of(game: Game, state: State) -> dict[str, Any]:
    """A position as `--states` prints it."""
    return msgspec.to_builtins(game.presenting.position(state))


def shown(match: Match, seat: int | None = None) -> Shown:
    """What a screen shows a seat, or without one a spectator."""
    position = match.show(seat)
    assert isinstance(position, Shown)
    return position


class Table:
    """A game in which tests decide what lies where; nobody has a card, and the piles are known, at first."""

    def __init__(self, players: int = 3, *, seed: int = 0, **options: Any) -> None:
        self.match = Match.new(
            "rivalkings",
            players=players,
            seed=derive_seed("table", seed),
            seats=NAMES[:players],
            **options,
        )
        self.happened: list[Event] = []
        self._rows: dict[int, tuple[list[str], list[str]]] = {}
        self._piles: dict[int, list[str]] = {}
        self._tops: dict[int, str] = {}
        self._lay_out()

    @property
    def _s(self) -> Any:
        return self.match.state[0]

    # Arranging cards, before the first move.

    def row(self, seat: int, subjects: Sequence[str] = (), buildings: Sequence[str] = ()) -> Table:
        """The cards in front of a seat, the newest last."""
        self._rows[seat] = (list(subjects), list(buildings))
        self._lay_out()
        return self

    def pile(self, number: int, cards: Sequence[str]) -> Table:
        """All the cards of a pile, the top last."""
        self._piles[number] = list(cards)
        self._lay_out()
        return self

    def top(self, number: int, card: str) -> Table:
        """The top card of a pile whose other cards do not matter."""
        self._tops[number] = card
        self._lay_out()
        return self

    def _lay_out(self) -> None:
        """Lay all 32 cards out anew: what was named, and for the rest any that are left.

        What finds no room in the piles lies as old buildings in front of the last seat.
        """
        assert not self.match.decisions, "cards are laid out before the first move"
        tops = {number: card for number, card in self._tops.items() if number not in self._piles}
        named = [card for rows in self._rows.values() for kind in rows for card in kind]
        named += [card for cards in self._piles.values() for card in cards] + list(tops.values())
        left = Counter(dict.fromkeys(CARDS, 2))
        left.subtract(named)
        assert min(left.values()) >= 0, f"there are only two of each: {+Counter(named)}"
        spare = {kind: [card for card in reversed(names) for _ in range(left[card])] for kind, names in KINDS}
        free = [number for number in (1, 2, 3, 4) if number not in self._piles]
        missing = 32 - len(named)
        piles = dict(self._piles)
        for place, number in enumerate(free):
            height = min(7 if number in tops else 8, -(-missing // (len(free) - place)))
            cards = spare["building" if number < 3 else "subject"]
            piles[number] = [cards.pop() for _ in range(height)] + ([tops[number]] if number in tops else [])
            missing -= height
        rows = {seat: self._rows.get(seat, ([], [])) for seat in range(4)}
        last = self.match.game.players - 1
        older = [spare["building"].pop() for _ in range(missing)]
        rows[last] = (rows[last][0], older + rows[last][1])
        self._write(piles, rows)
        self.check()

    def _write(self, piles: Mapping[int, list[str]], rows: Mapping[int, tuple[list[str], list[str]]]) -> None:
        s = self._s
        s["pile"], s["row"] = -1, -1
        for number, cards in piles.items():
            assert len(cards) <= 8, f"pile {number} is too high"
            s["height"][number - 1] = len(cards)
            s["pile"][number - 1][: len(cards)] = [CARDS.index(card) for card in cards]
        for seat, kinds in rows.items():
            for kind, (cards, names) in enumerate(zip(kinds, (SUBJECTS, BUILDINGS), strict=True)):
                s["length"][seat, kind] = len(cards)
                s["row"][seat, kind][: len(cards)] = [names.index(card) for card in cards]

    # Arranging coins and markers, whenever wanted; what is missing comes from the supply.

    def purse(self, seat: int, coins: int) -> Table:
        s = self._s
        s["coins"] += s["purse"][seat] - coins
        s["purse"][seat] = coins
        return self.check()

    def money(self, *coins: int) -> Table:
        """What lies at the four piles."""
        s = self._s
        s["coins"] += s["money"].sum() - sum(coins)
        s["money"] = coins
        s["last_paid"] = [paid or -1 for paid in coins]
        return self.check()

    def coins_left(self, coins: int, rest: int) -> Table:
        """So many in the supply; a seat has the rest."""
        s = self._s
        s["purse"][rest] += s["coins"] - coins
        s["coins"] = coins
        return self.check()

    def markers(self, *counts: int) -> Table:
        """The conflict markers of all seats."""
        s = self._s
        assert len(counts) == s["players"]
        s["markers"] = 30 - sum(counts)
        s["burden"][: len(counts)] = counts
        return self.check()

    def markers_left(self, markers: int, rest: int) -> Table:
        """So many in the supply; a seat has the rest."""
        s = self._s
        s["burden"][rest] += s["markers"] - markers
        s["markers"] = markers
        return self.check()

    # Arranging characters, while nobody has chosen: they are exchanged with whoever has them.

    def hands(self, hands: Mapping[int, Sequence[str]]) -> Table:
        for seat, names in hands.items():
            for name in names:
                self._deal(seat, CHARACTERS.index(name), {CHARACTERS.index(other) for other in names})
        return self.check()

    def neutral(self, *names: str) -> Table:
        """The neutral pile, the card that is turned over first named first."""
        s = self._s
        for depth, name in enumerate(names, start=1):
            place = int(s["left"]) - depth
            here, wanted = int(s["neutral"][place]), CHARACTERS.index(name)
            self._exchange(here, wanted)
        return self.check()

    def _deal(self, seat: int, card: int, keep: set[int]) -> None:
        s = self._s
        if int(s["hand"][seat]) >> card & 1:
            return
        spare = next(c for c in range(12) if int(s["hand"][seat]) >> c & 1 and c not in keep)
        self._exchange(spare, card)

    def _exchange(self, a: int, b: int) -> None:
        """Two hidden characters change places."""
        s = self._s
        assert self.phase == "choose"
        assert not s["ready"], "somebody has chosen already"
        assert not int(s["seen"]) & (1 << a | 1 << b), "it was played in this round"
        if a == b:
            return
        for seat in range(s["players"]):
            s["hand"][seat] = _swap_bits(int(s["hand"][seat]), a, b)
        s["aside"] = _swap_bits(int(s["aside"]), a, b)
        pile = s["neutral"][: s["left"]]
        pile[:] = [b if card == a else a if card == b else card for card in pile.tolist()]

    # Playing.

    def choose(self, *names: str, neutral: str | None = None) -> list[Event]:
        """All choose in seat order, and have what they choose; two players say the neutral card."""
        players = self.match.game.players
        assert len(names) == players
        if not all(name in self.hand(seat) for seat, name in enumerate(names)):
            self.hands({seat: [name] for seat, name in enumerate(names)})
        assert (neutral is not None) == (players == 2), "two players have a neutral card, others have none"
        if neutral is not None:
            self.neutral(neutral)
        assert all(name in self.hand(seat) for seat, name in enumerate(names))
        return self.play(*(f"play {name}" for name in names))

    def play(self, *moves: str) -> list[Event]:
        """Make moves of the seat whose turn it is; what they brought about is also kept in `happened`."""
        self.happened = []
        for move in moves:
            self.happened += self.match.play(move)
            self.check()
        return self.happened

    def again(self) -> Table:
        """Take all moves back."""
        while self.match.decisions:
            self.match.undo()
        return self

    def skip_to(self, seat: int) -> Table:
        """Leave everything until it is a seat's turn to act."""
        while self.turn != seat:
            assert self.phase == "act"
            self.leave()
        return self

    def leave(self) -> None:
        """The least that can be done: rob if it must be, do nothing."""
        for move in ("skip", "end", "pass"):
            if move in self.legal:
                self.play(move)
                return
        self.play(next(move for move in self.legal if move.startswith("steal")))

    def finish_cycle(self) -> Table:
        """Leave everything that is left of the cycle."""
        cycle = self.cycle
        while self.phase not in ("choose", "over") and self.cycle == cycle:
            self.leave()
        return self

    def refused(self, move: str, seat: int | None = None) -> str:
        """The reason why a move is refused; it must leave every byte of the state as it was."""
        before, decided = self.match.state.tobytes(), len(self.match.decisions)
        with pytest.raises(IllegalMove) as caught:
            self.match.play(move, seat)
        assert self.match.state.tobytes() == before
        assert len(self.match.decisions) == decided
        assert repr(move) in str(caught.value)
        return words_of("rivalkings").say(caught.value.reason)

    def check(self) -> Table:
        assert list(self.match.game.explaining.problems(self.match.state)) == []
        return self

    # Looking.

    @property
    def position(self) -> dict[str, Any]:
        return position_of(self.match.game, self.match.state)

    @property
    def phase(self) -> str:
        return self.position["phase"]

    @property
    def cycle(self) -> tuple[int, int]:
        position = self.position
        return position["round"], position["cycle"]

    @property
    def to_act(self) -> tuple[int, ...]:
        return self.match.to_act

    @property
    def turn(self) -> int:
        """The one seat that is asked."""
        (seat,) = self.match.to_act
        return seat

    @property
    def legal(self) -> list[str]:
        """The moves of the seat whose turn it is."""
        return self.match.legal()

    def legal_of(self, *verbs: str) -> list[str]:
        """Its moves that begin so."""
        return [move for move in self.legal if move.startswith(verbs)]

    @property
    def due(self) -> dict[str, Any] | None:
        return self.position["due"]

    def player(self, seat: int) -> dict[str, Any]:
        return self.position["players"][seat]

    def hand(self, seat: int) -> list[str]:
        return self.player(seat)["hand"]

    def subjects(self, seat: int) -> list[str]:
        return self.player(seat)["subjects"]

    def buildings(self, seat: int) -> list[str]:
        return self.player(seat)["buildings"]

    def cards(self, number: int) -> list[str]:
        """A pile, the top last."""
        return self.position["piles"][number - 1]["cards"]

    def spent(self, seat: int) -> bool:
        return self.player(seat)["ability_used"]

    @property
    def characters(self) -> list[str | None]:
        return [player["character"] for player in self.position["players"]]

    @property
    def burdens(self) -> list[int]:
        """The conflict markers of all seats."""
        return [player["markers"] for player in self.position["players"]]

    @property
    def coins(self) -> list[int]:
        return [player["coins"] for player in self.position["players"]]

    @property
    def piles_money(self) -> list[int]:
        return [pile["money"] for pile in self.position["piles"]]

    @property
    def supply(self) -> dict[str, int]:
        return self.position["supply"]

    @property
    def covered(self) -> list[tuple[int, str, int]]:
        """What was stolen in this cycle: (victim, action, thief)."""
        return sorted((c["seat"], c["action"], c["by"]) for c in self.position["covered"])

    @property
    def kinds(self) -> list[str]:
        """The kinds of what happened last, in order."""
        return [event.kind for event in self.happened]

    def heard(self, kind: str) -> list[tuple[int, dict[str, Any]]]:
        """What happened last of a kind: seats and data."""
        return [(event.seat, event.data) for event in self.happened if event.kind == kind]


KINDS = (("subject", SUBJECTS), ("building", BUILDINGS))


def _swap_bits(bits: int, a: int, b: int) -> int:
    return bits ^ (1 << a | 1 << b) if (bits >> a & 1) != (bits >> b & 1) else bits


def order_of_turns(table: Table) -> list[int]:
    """Who is asked in what order when nobody does anything; the cycle is played to its end."""
    order: list[int] = []
    while table.phase == "act":
        if table.turn not in order:
            order.append(table.turn)
        table.leave()
    return order
