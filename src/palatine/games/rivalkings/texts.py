"""The words for what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.core.speech import YOU, Words, told
from palatine.games.rivalkings.rules.cards import (
    ACTION_KINDS,
    ACTION_NAMES,
    CARD_NAMES,
    CARD_TITLES,
    CHARACTERS,
    HITS,
    NO_RANK,
    RANKS,
)
from palatine.games.rivalkings.rules.events import WHY

TITLES = {
    **{character.name: character.title for character in CHARACTERS},
    **dict(zip(CARD_NAMES, CARD_TITLES, strict=True)),
}

TEMPLATES = {
    "dealt": "Round {round}: the characters are dealt anew.",
    "chose": "{who} {chooses} the {character}.",
    "chose.hint": "Rank {rank}: {actions}; {robs}.",
    "chose.hidden": "{who} has chosen.",
    "revealed": "{who} {reveals} the {character} ({rank}).",
    "neutral": "The neutral card is the {character}.",
    "swapped": "{whose} Gardener swaps with {other}: {whom} now {has} the {character}, {other} the {theirs}.",
    "marked.equal": "{who} {gets} a conflict marker: equal rank with {others} {character}.",
    "marked.equal_neutral": "{who} {gets} a conflict marker: equal rank with the neutral {character}.",
    "marked.hit": "{who} {gets} a conflict marker from {others} {character}.",
    "marked.hit_neutral": "{who} {gets} a conflict marker from the neutral {character}.",
    "marked.turned_back": "{who} {gets} the conflict marker back from {others} Watchman.",
    "no_marker": "{who} would get a conflict marker, but none is left.",
    "passed": "{who} {does} not use the {card}.",
    "cycle": "Round {round}, second cycle.",
    "guarded": "{whose} Watchman turns markers back in this cycle.",
    "turn": "{whose} turn with the {character}.",
    "turn.equal": "{whose} turn with the {character}: one action only.",
    "stole": "{who} {steals} the action “{action}” from {other}.",
    "skipped": "{who} {skips} the action {actions}.",
    "settled": "{who} {settles} a conflict.",
    "gave": "{who} {gives} a conflict marker to {other}.",
    "refilled": "All four piles are out of money and are refilled from the supply.",
    "took": "{who} {takes} {coins} from pile {pile}.",
    "bought": "{who} {gets} the {card} from pile {pile} for {coins}.",
    "used": "{who} {uses} the {card}.",
    "gained": "{who} {takes} {coins} from the supply.",
    "exchanged": "{who} {exchanges} the {card} for {others} {theirs}.",
    "traded": "{who} {exchanges} the {card} for the {theirs} of pile {pile}.",
    "ended": "The game is over: pile {pile} is empty.",
    "scored": "{who} {scores} {total}: perfect pairs {pairs}, colour pairs {colours}, "
    "single cards {singles}, coins {coins}, markers {markers}.",
    "won": "{who} {wins} with {score} points.",
}

# Which rule says so, by the same keys; who lets an ability pass was asked by its own rule.
RULES = {
    "dealt": 5,
    "chose": 5,
    "chose.hidden": 5,
    "revealed": 5,
    "neutral": 8,
    "swapped": 6,
    "marked.equal": 7,
    "marked.equal_neutral": 8,
    "marked.hit": 7,
    "marked.hit_neutral": 8,
    "marked.turned_back": 9,
    "no_marker": 4,
    "cycle": 5,
    "guarded": 9,
    "turn": 10,
    "turn.equal": 11,
    "stole": 11,
    "skipped": 11,
    "settled": 11,
    "gave": 11,
    "refilled": 3,
    "took": 3,
    "bought": 2,
    "used": 13,
    "gained": 13,
    "exchanged": 13,
    "traded": 13,
    "ended": 14,
    "scored": 15,
    "won": 15,
}
PASSING = {"Gardener": 6, "Watchman": 9}


def named(kind: str, numbers: dict[str, int]) -> dict[str, Any]:
    """The numbers of an event as what they mean."""
    data: dict[str, Any] = dict(numbers)
    if "character" in data:
        data["character"] = CHARACTERS[data["character"]].name
    if "theirs" in data:
        data["theirs"] = CHARACTERS[data["theirs"]].name if kind == "swapped" else CARD_NAMES[data["theirs"]]
    if "card" in data:
        data["card"] = CARD_NAMES[data["card"]]
    if "why" in data:
        data["why"] = WHY[data["why"]]
    if "pile" in data:
        data["pile"] += 1
    if "other" in data:
        data["other"] = None if data["other"] < 0 else data["other"]
    if kind == "stole":
        data["action"] = ACTION_NAMES[data["action"]]
    if kind == "skipped":
        bits = data.pop("action")
        data["actions"] = [ACTION_NAMES[action] for action in range(ACTION_KINDS) if bits >> action & 1]
    return data


def text(kind: str, seat: int, data: dict[str, Any], names: Sequence[str]) -> str:
    """An event in English."""
    other = data.get("other")
    words = Words(data, names[seat] if seat >= 0 else "Nobody", None if other is None else names[other])
    for field in ("character", "theirs", "card"):
        words[field] = TITLES.get(data.get(field) or "")
    if kind in ("took", "bought", "gained"):
        words["coins"] = "1 coin" if data["coins"] == 1 else f"{data['coins']} coins"
    if data.get("character"):
        words.update(_printed(data["character"]))
    if kind == "skipped":
        words["actions"] = " or ".join(f"“{action}”" for action in data["actions"])
    if kind == "scored":
        parts = ("pairs", "colours", "singles", "coins", "markers")
        words["total"] = sum(data[part] for part in parts)
    if kind == "chose" and words["who"] is YOU:  # who wonders what to choose
        return told(TEMPLATES["chose.hint"], words)
    return told(TEMPLATES[_template(kind, data)], words)


def _printed(name: str) -> dict[str, str]:
    """What is printed on a character: rank, actions in their order, and whom it robs."""
    character = next(character for character in CHARACTERS if character.name == name)
    rank = CHARACTERS.index(character) // 2
    actions = ", ".join(ACTION_NAMES[action] for action in character.actions)
    robs = f"robs rank {RANKS[HITS[rank]]}" if HITS[rank] != NO_RANK else "robs nobody"
    return {"rank": RANKS[rank], "actions": actions, "robs": robs}


def rule(kind: str, data: dict[str, Any]) -> int | None:
    """The number of the rule that an event comes from."""
    return PASSING.get(data["card"]) if kind == "passed" else RULES[_template(kind, data)]


def _template(kind: str, data: dict[str, Any]) -> str:
    match kind:
        case "chose" if data["character"] is None:
            return "chose.hidden"
        case "marked":
            return f"marked.{data['why']}{'_neutral' if data['other'] is None else ''}"
        case "turn" if data["equal"]:
            return "turn.equal"
    return kind
