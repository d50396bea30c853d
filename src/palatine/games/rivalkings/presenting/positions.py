"""Positions as structs: what `--states` prints, what a screen shows, and what a program may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal, get_args

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
    PILES,
    hand_size,
)

Phase = Literal["choose", "gardener", "watchman", "act", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)  # by the numbers of the state


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


class Worth(msgspec.Struct, frozen=True):
    """What a court would score if the game ended here (rule 15), in the parts of the score."""

    pairs: int
    colours: int
    singles: int
    coins: int
    markers: int  # not above 0
    total: int


class ShownCourt(Court, frozen=True):
    """The same, with the number of characters in hand and what the court is worth, which lies open."""

    held: int
    worth: Worth


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
Parts = Sequence[Sequence[int]]  # of the score of each seat, as the rules count them


def character_name(number: int) -> str | None:
    return CHARACTERS[number].name if number >= 0 else None


def characters(bits: int) -> list[str]:
    return [CHARACTERS[card].name for card in range(CHARACTER_CARDS) if bits >> card & 1]


def actions(bits: int) -> list[str]:
    return [ACTION_NAMES[kind] for kind in range(ACTION_KINDS) if bits >> kind & 1]


def row(s: Any, seat: int, kind: int) -> list[str]:
    return _cards(kind, s["row"][seat, kind][: s["length"][seat, kind]].tolist())


def _cards(kind: int, trades: list[int]) -> list[str]:
    return [CARD_NAMES[kind * TRADES + trade] for trade in trades]


def courts(s: Any) -> Iterator[Court]:
    """What every seat has."""
    purse, burden, spent = s["purse"].tolist(), s["burden"].tolist(), s["spent"].tolist()
    hand, character = s["hand"].tolist(), s["character"].tolist()
    rows, length = s["row"].tolist(), s["length"].tolist()
    for seat in range(int(s["players"])):
        yield Court(
            coins=purse[seat],
            markers=burden[seat],
            hand=characters(hand[seat]),
            character=character_name(character[seat]),
            subjects=_cards(SUBJECT, rows[seat][SUBJECT][: length[seat][SUBJECT]]),
            buildings=_cards(BUILDING, rows[seat][BUILDING][: length[seat][BUILDING]]),
            ability_used=bool(spent[seat]),
        )


def piles(s: Any) -> Iterator[Pile]:
    """The piles, with all that is known of their cards and money."""
    cards, height, money = s["pile"].tolist(), s["height"].tolist(), s["money"].tolist()
    for number in range(PILES):
        names = [CARD_NAMES[card] if card >= 0 else None for card in cards[number][: height[number]]]
        yield Pile(names, money[number])


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
        Covered(seat, ACTION_NAMES[kind], by)
        for seat, actions in enumerate(s["covered"][: s["players"]].tolist())
        for kind, by in enumerate(actions)
        if by != NOBODY
    ]


def table(s: Any, ending: Ending) -> Table:
    """A full state, or as much of it as a view holds."""
    return Table(**_table(s, ending), piles=list(piles(s)), players=list(courts(s)), due=due(s))


def _table(s: Any, ending: Ending) -> dict[str, Any]:
    """The fields that are the same for a record and on a screen."""
    scores, winners = ending
    return {
        "n": int(s["decisions"]),
        "to_act": to_act(s),
        "phase": PHASES[s["phase"]],
        "round": int(s["deals"]),
        "cycle": int(s["cycle"]),
        "supply": Supply(int(s["coins"]), int(s["markers"])),
        "neutral": Neutral(int(s["left"]), character_name(int(s["shown"]))) if s["players"] == 2 else None,
        "covered": covered(s),
        "scores": scores,
        "winners": winners,
    }


def shown(v: Any, seat: int, ending: Ending, parts: Parts) -> Shown:
    """What a screen may show of a view: of a pile's money only that there is some, and the last payment."""
    return _shown(v, {seat}, ending, parts, sums=False)


def own(v: Any, seat: int, everybody: Shown) -> dict[str, Any]:
    """What a seat alone sees: its hand and secret choice, and in its turn maybe piles to look through."""
    hand, character = characters(int(v["hand"][seat])), character_name(int(v["character"][seat]))
    players = list(everybody.players)
    players[seat] = msgspec.structs.replace(players[seat], hand=hand, character=character)
    in_turn = everybody.phase == "act" and seat in everybody.to_act
    return {"players": players, **({"piles": _shown_piles(v, sums=False)} if in_turn else {})}


def opened(s: Any, ending: Ending, parts: Parts) -> Shown:
    """A full state as a screen shows it with open cards: hands, secret choices, whole piles, their money."""
    return _shown(s, set(range(int(s["players"]))), ending, parts, sums=True)


def observation(v: Any, seat: int, ending: Ending, parts: Parts) -> Observed:
    """As shown, with the sums at the piles (rule 3) and the characters turned over since the deal."""
    full = _shown(v, {seat}, ending, parts, sums=True)
    return Observed(**msgspec.structs.asdict(full), seen=characters(int(v["seen"])))


def _shown(s: Any, seeing: set[int], ending: Ending, parts: Parts, sums: bool) -> Shown:
    """As a screen has it, with the hands of those who see theirs, and sums of money where they are told."""
    asked = due(s)
    if asked and s["due"] == DUE_STOLEN:
        victim = int(s["robbed"]).bit_length() - 1  # victims are robbed in seat order
        asked = msgspec.structs.replace(asked, stolen=victim)
    players = [
        _shown_court(s, seat, player, seat in seeing, parts[seat]) for seat, player in enumerate(courts(s))
    ]
    return Shown(**_table(s, ending), piles=_shown_piles(s, sums), players=players, due=asked)


def _shown_piles(s: Any, sums: bool) -> list[Pile]:
    """The piles, with sums of money where they are told."""
    if s["open_piles"] or s["phase"] == OVER:
        return list(piles(s))
    last = s["last_paid"].tolist()
    return [_closed(pile, last[n], sums) for n, pile in enumerate(piles(s))]


def _shown_court(s: Any, seat: int, player: Court, seen: bool, parts: Sequence[int]) -> ShownCourt:
    return ShownCourt(
        coins=player.coins,
        markers=player.markers,
        hand=player.hand if seen else None,
        character=player.character,
        subjects=player.subjects,
        buildings=player.buildings,
        ability_used=player.ability_used,
        held=held(s, seat),
        worth=worth(*parts),
    )


def worth(pairs: int, colours: int, singles: int, coins: int, markers: int) -> Worth:
    return Worth(pairs, colours, singles, coins, markers, pairs + colours + singles + coins + markers)


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
