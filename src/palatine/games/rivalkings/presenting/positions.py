"""States and views as plain data: what `--states` prints and what a screen shows."""

from __future__ import annotations

from typing import Any

from palatine.games.rivalkings.rules.cards import (
    ACTION_KINDS,
    ACTION_NAMES,
    BUILDING,
    CARD_NAMES,
    CHARACTERS,
    KINDS,
    SUBJECT,
    TRADE,
    TRADES,
    colour,
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


def character_name(number: int) -> str | None:
    return CHARACTERS[number].name if number >= 0 else None


def hand(s: Any, seat: int) -> list[str]:
    bits = int(s["hand"][seat])
    return [CHARACTERS[card].name for card in range(CHARACTER_CARDS) if bits >> card & 1]


def row(s: Any, seat: int, kind: int) -> list[str]:
    return [
        CARD_NAMES[kind * TRADES + int(trade)] for trade in s["row"][seat, kind][: s["length"][seat, kind]]
    ]


def player(s: Any, seat: int) -> dict[str, Any]:
    return {
        "coins": int(s["purse"][seat]),
        "markers": int(s["burden"][seat]),
        "hand": hand(s, seat),
        "character": character_name(int(s["character"][seat])),
        "subjects": row(s, seat, SUBJECT),
        "buildings": row(s, seat, BUILDING),
        "ability_used": bool(s["spent"][seat]),
    }


def pile(s: Any, number: int) -> dict[str, Any]:
    """A pile with the top last; null for a card that is not seen."""
    cards = [int(card) for card in s["pile"][number][: s["height"][number]]]
    return {
        "cards": [CARD_NAMES[card] if card >= 0 else None for card in cards],
        "money": int(s["money"][number]),
    }


def due(s: Any) -> dict[str, Any] | None:
    """What the acting seat is asked for in its turn."""
    if s["phase"] != ACT or s["due"] == DUE_NOTHING:
        return None
    if s["due"] == DUE_STEAL:
        return {"steal": int(s["due_what"])}
    return {"do": [ACTION_NAMES[kind] for kind in range(ACTION_KINDS) if int(s["due_what"]) >> kind & 1]}


def to_act(s: Any) -> list[int]:
    if s["phase"] == CHOOSE:
        return [seat for seat in range(int(s["players"])) if not int(s["ready"]) >> seat & 1]
    return [] if s["phase"] == OVER else [int(s["turn"])]


def position(s: Any, scores: list[int] | None, winners: list[int] | None) -> dict[str, Any]:
    """A full state, or as much of it as a view holds."""
    players = range(int(s["players"]))
    neutral = {"left": int(s["left"]), "shown": character_name(int(s["shown"]))}
    return {
        "n": int(s["decisions"]),
        "to_act": to_act(s),
        "phase": PHASE_NAMES[s["phase"]],
        "round": int(s["deals"]),
        "cycle": int(s["cycle"]),
        "piles": [pile(s, number) for number in range(PILES)],
        "supply": {"coins": int(s["coins"]), "markers": int(s["markers"])},
        "players": [player(s, seat) for seat in players],
        "neutral": neutral if len(players) == 2 else None,
        "covered": [
            {"seat": seat, "action": ACTION_NAMES[kind], "by": int(s["covered"][seat, kind])}
            for seat in players
            for kind in range(ACTION_KINDS)
            if s["covered"][seat, kind] != NOBODY
        ],
        "due": due(s),
        "scores": scores,
        "winners": winners,
    }


def shown(v: Any, seat: int, scores: list[int] | None, winners: list[int] | None) -> dict[str, Any]:
    """What a screen may show of a view: of a pile's money only that there is some, and the last payment."""
    full = position(v, scores, winners)
    for other, data in enumerate(full["players"]):
        data["held"] = held(v, other)
        if other != seat:
            data["hand"] = None
    if not v["open_piles"] and v["phase"] != OVER:
        for number, data in enumerate(full["piles"]):
            last = int(v["last_paid"][number])
            data["money"], data["paid"] = bool(data["money"]), last if last >= 0 else None
    if full["due"] and v["due"] == DUE_STOLEN:
        full["due"]["stolen"] = int(v["robbed"]).bit_length() - 1  # victims are robbed in seat order
    return full


def opened(s: Any, scores: list[int] | None, winners: list[int] | None) -> dict[str, Any]:
    """A full state as a screen shows it with open cards: hands, secret choices, whole piles, their money."""
    full = shown(s, NOBODY, scores, winners)
    for seat, data in enumerate(full["players"]):
        data["hand"] = hand(s, seat)
    for number, data in enumerate(full["piles"]):
        data["money"] = int(s["money"][number])
    return full


def observation(v: Any, seat: int, scores: list[int] | None, winners: list[int] | None) -> dict[str, Any]:
    """As shown, with the sums at the piles (rule 3) and the characters turned over since the deal."""
    full, seen = shown(v, seat, scores, winners), int(v["seen"])
    for number, data in enumerate(full["piles"]):
        data["money"] = int(v["money"][number])
    full["seen"] = [CHARACTERS[card].name for card in range(CHARACTER_CARDS) if seen >> card & 1]
    return full


# While these are unchanged, nothing that was hidden had a part in what was considered.
STILL = ("phase", "round", "cycle", "piles", "neutral")


def draft(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any] | None:
    """The table with considered moves, as long as they touch neither the piles nor the next cycle."""
    if any(before[field] != after[field] for field in STILL):
        return None
    return {**after, "n": before["n"], "to_act": before["to_act"]}


def held(v: Any, seat: int) -> int:
    """How many characters a seat holds, seen or not."""
    return hand_size(int(v["cycle"]), v["phase"] != CHOOSE or bool(int(v["ready"]) >> seat & 1))


def cards_data() -> list[dict[str, Any]]:
    """The table of cards, as `palatine cards --json` prints it."""
    return [
        {
            "name": (trade.subject, trade.building)[kind],
            "title": trade.titles[kind],
            "type": KINDS[kind],
            "colour": colour(number),
            "trade": trade.subject,
            "price": trade.prices[kind],
            "price_from": "rulebook" if trade.printed[kind] else "palatine",
            "copies": 2,
            "ability": trade.ability if kind == SUBJECT else None,
        }
        for kind in (SUBJECT, BUILDING)
        for number, trade in enumerate(TRADE)
    ]
