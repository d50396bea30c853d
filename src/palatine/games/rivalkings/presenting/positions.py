"""Positions as structs: what `--states` prints, what a screen shows, and what a program may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from palatine.core.presenting import Position
from palatine.games.rivalkings.rules.cards import (
    ACTION_KINDS,
    ACTION_NAMES,
    BUILDING,
    CARD_NAMES,
    CHARACTERS,
    SUBJECT,
    TRADES,
)
from palatine.games.rivalkings.rules.components import (
    ACT,
    CHARACTER_CARDS,
    CHOOSE,
    DUE_NOTHING,
    DUE_STEAL,
    DUE_STOLEN,
    NOBODY,
    OVER,
    PHASE_NAMES,
    PILES,
    hand_size,
)

Phase = Literal["choose", "gardener", "watchman", "act", "over"]


class Pile(msgspec.Struct, frozen=True):
    """A pile with the top last, null for a card that is not seen; and the money there.

    Where the sums are not open, `money` only tells whether there is any, and `paid` what was paid last.
    """

    cards: list[str | None]
    money: int | bool
    paid: int | UnsetType | None = UNSET


class Supply(msgspec.Struct, frozen=True):
    """What lies beside the piles."""

    coins: int
    markers: int


class Court(msgspec.Struct, frozen=True):
    """What a seat has."""

    coins: int
    markers: int
    hand: list[str] | None  # null where it is not seen
    character: str | None
    subjects: list[str]  # the newest last
    buildings: list[str]
    ability_used: bool


class ShownCourt(Court, frozen=True):
    """The same, with the number of characters in hand."""

    held: int


class Neutral(msgspec.Struct, frozen=True):
    """The neutral pile of a game for two."""

    left: int
    shown: str | None


class Covered(msgspec.Struct, frozen=True):
    """An action of a seat that was stolen in this cycle."""

    seat: int
    action: str
    by: int


class Due(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the acting seat is asked for: to rob a seat, or to do one of some actions, maybe stolen."""

    steal: int | None = None
    do: list[str] | None = None
    stolen: int | None = None  # from that seat


class Table(Position, frozen=True):
    """A full state, or as much of it as a view holds."""

    phase: Phase
    round: int
    cycle: int
    piles: list[Pile]
    supply: Supply
    players: Sequence[Court]
    neutral: Neutral | None
    covered: list[Covered]
    due: Due | None
    scores: list[int] | None  # once the game is over
    winners: list[int] | None


class Shown(Table, frozen=True):
    """What a screen shows."""

    players: Sequence[ShownCourt]


class Observed(Shown, frozen=True):
    """What a program knows: as shown, with the characters turned over since the deal."""

    seen: list[str]


Ending = tuple[list[int] | None, list[int] | None]  # scores and winners, once there are any


def character_name(number: int) -> str | None:
    return CHARACTERS[number].name if number >= 0 else None


def characters(bits: int) -> list[str]:
    return [CHARACTERS[card].name for card in range(CHARACTER_CARDS) if bits >> card & 1]


def actions(bits: int) -> list[str]:
    return [ACTION_NAMES[kind] for kind in range(ACTION_KINDS) if bits >> kind & 1]


def row(s: Any, seat: int, kind: int) -> list[str]:
    trades = s["row"][seat, kind][: s["length"][seat, kind]]
    return [CARD_NAMES[kind * TRADES + int(trade)] for trade in trades]


def court(s: Any, seat: int) -> Court:
    return Court(
        coins=int(s["purse"][seat]),
        markers=int(s["burden"][seat]),
        hand=characters(int(s["hand"][seat])),
        character=character_name(int(s["character"][seat])),
        subjects=row(s, seat, SUBJECT),
        buildings=row(s, seat, BUILDING),
        ability_used=bool(s["spent"][seat]),
    )


def pile(s: Any, number: int) -> Pile:
    cards = s["pile"][number][: s["height"][number]].tolist()
    return Pile([CARD_NAMES[card] if card >= 0 else None for card in cards], int(s["money"][number]))


def due(s: Any) -> Due | None:
    """What the acting seat is asked for in its turn."""
    if s["phase"] != ACT or s["due"] == DUE_NOTHING:
        return None
    if s["due"] == DUE_STEAL:
        return Due(steal=int(s["due_what"]))
    return Due(do=actions(int(s["due_what"])))


def to_act(s: Any) -> list[int]:
    if s["phase"] == CHOOSE:
        return [seat for seat in range(int(s["players"])) if not int(s["ready"]) >> seat & 1]
    return [] if s["phase"] == OVER else [int(s["turn"])]


def covered(s: Any) -> list[Covered]:
    return [
        Covered(seat, ACTION_NAMES[kind], int(s["covered"][seat, kind]))
        for seat in range(int(s["players"]))
        for kind in range(ACTION_KINDS)
        if s["covered"][seat, kind] != NOBODY
    ]


def table(s: Any, ending: Ending) -> Table:
    """A full state, or as much of it as a view holds."""
    players = range(int(s["players"]))
    scores, winners = ending
    return Table(
        n=int(s["decisions"]),
        to_act=to_act(s),
        phase=PHASE_NAMES[s["phase"]],
        round=int(s["deals"]),
        cycle=int(s["cycle"]),
        piles=[pile(s, number) for number in range(PILES)],
        supply=Supply(int(s["coins"]), int(s["markers"])),
        players=[court(s, seat) for seat in players],
        neutral=Neutral(int(s["left"]), character_name(int(s["shown"]))) if len(players) == 2 else None,
        covered=covered(s),
        due=due(s),
        scores=scores,
        winners=winners,
    )


def shown(v: Any, seat: int, ending: Ending) -> Shown:
    """What a screen may show of a view: of a pile's money only that there is some, and the last payment."""
    return _shown(v, {seat}, ending, sums=False)


def opened(s: Any, ending: Ending) -> Shown:
    """A full state as a screen shows it with open cards: hands, secret choices, whole piles, their money."""
    return _shown(s, set(range(int(s["players"]))), ending, sums=True)


def observation(v: Any, seat: int, ending: Ending) -> Observed:
    """As shown, with the sums at the piles (rule 3) and the characters turned over since the deal."""
    full = _shown(v, {seat}, ending, sums=True)
    return Observed(**msgspec.structs.asdict(full), seen=characters(int(v["seen"])))


def _shown(s: Any, seeing: set[int], ending: Ending, sums: bool) -> Shown:
    """As a screen has it, with the hands of those who see theirs, and sums of money where they are told."""
    full = table(s, ending)
    closed = not s["open_piles"] and s["phase"] != OVER
    fields = msgspec.structs.asdict(full)
    fields["players"] = [
        ShownCourt(**msgspec.structs.asdict(_hidden(player, seat in seeing)), held=held(s, seat))
        for seat, player in enumerate(full.players)
    ]
    if closed:
        fields["piles"] = [_closed(pile, int(s["last_paid"][n]), sums) for n, pile in enumerate(full.piles)]
    if full.due and s["due"] == DUE_STOLEN:
        victim = int(s["robbed"]).bit_length() - 1  # victims are robbed in seat order
        fields["due"] = msgspec.structs.replace(full.due, stolen=victim)
    return Shown(**fields)


def _hidden(player: Court, seen: bool) -> Court:
    return player if seen else msgspec.structs.replace(player, hand=None)


def _closed(pile: Pile, last: int, sums: bool) -> Pile:
    """A pile whose sum one may not count on a screen."""
    money = pile.money if sums else bool(pile.money)
    return Pile(pile.cards, money, last if last >= 0 else None)


# While these are unchanged, nothing that was hidden had a part in what was considered.
STILL = ("phase", "round", "cycle", "piles", "neutral")


def draft(before: Shown, after: Shown) -> Shown | None:
    """The table with considered moves, as long as they touch neither the piles nor the next cycle."""
    if any(getattr(before, field) != getattr(after, field) for field in STILL):
        return None
    return msgspec.structs.replace(after, n=before.n, to_act=before.to_act)


def held(v: Any, seat: int) -> int:
    """How many characters a seat holds, seen or not."""
    return hand_size(int(v["cycle"]), v["phase"] != CHOOSE or bool(int(v["ready"]) >> seat & 1))
