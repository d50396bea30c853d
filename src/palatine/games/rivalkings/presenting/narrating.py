"""Deciding by pointing: what is pointed at for a decision, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.core.errors import one_of
from palatine.games.rivalkings.rules.decisions import SKIP, USE
from palatine.games.rivalkings.rules.cards import BUILD, GIVE, MONEY, RECRUIT, TRADE
from palatine.games.rivalkings.notation import SUBJECTS, TEXTS
from palatine.games.rivalkings.texts import TITLES

# The five actions, as one would tell somebody to do them.
DOING = {
    "settle": "settle a conflict",
    "give": "give a marker away",
    "money": "take money",
    "recruit": "recruit",
    "build": "build",
}
VERBS = ("settle", "give", "take", "recruit", "build")  # the same in the notation
DOERS = ("Farmer", "Sailor")  # they do an action
PICKERS = ("Vintner", "Miner")  # they look through piles
HELPERS = {  # they do one certain action
    "Herbalist": GIVE,
    "MarketWoman": MONEY,
    "Innkeeper": RECRUIT,
    "Carpenter": BUILD,
    "Blacksmith": BUILD,
}


def things(action: int) -> tuple[str, ...]:
    """What is pointed at for a decision."""
    return _things(TEXTS[action].split(" "))


def _things(move: list[str]) -> tuple[str, ...]:
    match move:
        case ["play", character]:
            return (f"character:{character}",)
        case ["swap", seat]:
            return (f"seat:{seat}",)
        case ["steal", seat, action]:
            return (f"action:{seat}:{action}",)
        case ["settle"]:
            return ("do:settle",)
        case ["give", seat]:
            return "do:give", f"seat:{seat}"
        case ["take", pile]:
            return "do:money", f"pile:{pile}"
        case ["recruit" | "build" as action, pile]:
            return f"do:{action}", f"pile:{pile}"
        case ["use", subject, *what]:
            return f"use:{subject}", *_used_on(subject, what)
    return ()


def _used_on(subject: str, what: list[str]) -> tuple[str, ...]:
    """What else is pointed at to use a subject."""
    match what:
        case [*_] if subject in DOERS:
            return _things(what)
        case [pile, card] if subject in PICKERS:
            return f"pile:{pile}", f"pick:{pile}:{card}"
        case [card, pile] if subject == "Troubadour":
            return f"mine:{card}", f"pile:{pile}"
        case [mine, seat, theirs]:
            return f"mine:{mine}", f"theirs:{seat}:{theirs}"
        case [seat] if subject == "Herbalist":
            return (f"seat:{seat}",)
        case [pile]:
            return (f"pile:{pile}",)
    return ()


def label(action: int, names: Sequence[str]) -> str:
    """A decision on a button."""
    text = _label(TEXTS[action].split(" "), names)
    return capital(text)


def _label(move: list[str], names: Sequence[str]) -> str:
    match move:
        case ["play", character]:
            return f"play the {TITLES[character]}"
        case ["swap", seat]:
            return f"swap with {_name(seat, names)}"
        case ["guard"]:
            return "use the Watchman"
        case ["steal", seat, action]:
            return f"steal from {_name(seat, names)}: {DOING[action]}"
        case ["settle"]:
            return "settle a conflict"
        case ["give", seat]:
            return f"give a marker to {_name(seat, names)}"
        case ["take", pile]:
            return f"take the money of pile {pile}"
        case ["recruit" | "build" as verb, pile]:
            return f"{verb} from pile {pile}"
        case ["skip"]:
            return "skip"
        case ["end"]:
            return "end the turn"
        case ["use", subject]:
            return f"use the {TITLES[subject]}"
        case ["use", subject, *what]:
            return f"{TITLES[subject]}: {_use_label(subject, what, names)}"
    return "pass"


def _use_label(subject: str, what: list[str], names: Sequence[str]) -> str:
    match what:
        case [*_] if subject in DOERS:
            return _label(what, names)
        case [pile, card] if subject in PICKERS:
            return f"the {TITLES[card]} from pile {pile}"
        case [card, pile] if subject == "Troubadour":
            return f"your {TITLES[card]} for the top of pile {pile}"
        case [mine, seat, theirs]:
            return f"your {TITLES[mine]} for the {TITLES[theirs]} of {_name(seat, names)}"
    (where,) = what
    less = ", a coin less" if subject == "Blacksmith" else ""
    return _label([VERBS[HELPERS[subject]], where], names) + less


def _name(seat: str, names: Sequence[str]) -> str:
    return names[int(seat)] if int(seat) < len(names) else f"seat {seat}"


def thing_words(thing: str) -> str | None:
    """What a thing is called that is no piece of the table."""
    match thing.split(":"):
        case ["do", action] if action in DOING:
            return capital(DOING[action])
        case ["use", name] if name in SUBJECTS:
            return _ability(TITLES[name], TRADE[SUBJECTS.index(name)].ability)
        case ["pick", _, card]:
            return TITLES.get(card)
    return None


def _ability(title: str, ability: str) -> str:
    """Jailer – your conflict markers pay you: a coin each."""
    return f"{title} – {ability[0].lower()}{ability[1:].rstrip('.')}"


def prompt(shown: dict[str, Any], seat: int, legal: Sequence[int], names: Sequence[str]) -> str:
    """What is asked."""
    match shown["phase"]:
        case "over":
            return "The game is over."
        case "choose" if seat in shown["to_act"]:
            return "Choose your character in secret."
        case "choose":
            chosen = shown["players"][seat]["character"]
            mind = "you may change your mind until all have chosen"
            return f"You have chosen the {TITLES[chosen]}: {mind}." if chosen else f"Wait, or {mind}."
        case "gardener":
            return "Your Gardener: swap characters with a rival, or pass."
        case "watchman":
            return "Your Watchman: turn the markers back, or pass."
    return _act_prompt(shown, seat, legal, names)


def _act_prompt(shown: dict[str, Any], seat: int, legal: Sequence[int], names: Sequence[str]) -> str:
    due, uses = shown["due"], [action for action in legal if action >= USE]
    ability = f"use your {TITLES[TEXTS[uses[0]].split(' ')[1]]}" if uses else ""
    if due is None:
        return f"{capital(ability)}, or end your turn." if uses else "End your turn."
    if "steal" in due:
        return f"Steal an action from {names[due['steal']]}."
    actions = one_of(DOING[action] for action in due["do"])
    if all(action >= SKIP for action in legal):
        return f"You cannot {actions} now: skip it{', or ' + ability if uses else ''}."
    if len(due["do"]) > 1:
        return f"In a conflict of equals, one action only: {actions}."
    if due.get("stolen") is not None:
        return f"The action stolen from {names[due['stolen']]}: {actions}."
    return f"Your action: {actions}."


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]
