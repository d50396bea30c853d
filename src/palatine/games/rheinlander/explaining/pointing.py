"""Deciding by pointing: what is pointed at for a decision, its words, and why something leads nowhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.core.errors import one_of
from palatine.games.rheinlander.rules.decisions import BUILD, CONVERT, DISCARD, DONE, REINFORCEMENT, STATION
from palatine.games.rheinlander.rules.components import BASTION, FREE, LAND, PHASE_NAMES, Layout
from palatine.games.rheinlander.explaining.refusals import neighbours, no_way, why_not

WORDS = {"use:reinforce": "As reinforcement", "use:discard": "Discard"}
RULES = {"play": 5, "reinforce": 7, "bastion": 10, "over": 20}  # by phase: what is due then


def things(layout: Layout, action: int) -> tuple[str, ...]:
    """A card and a space, a card and its use, a space, or nothing for the end of the turn."""
    if action < REINFORCEMENT:
        card = action % CONVERT // 3
        return f"card:{card + 1}", f"space:{layout.board.area[card][action % 3]}"
    if action < DISCARD:
        return f"card:{action - REINFORCEMENT + 1}", "use:reinforce"
    if action < STATION:
        return f"card:{action - DISCARD + 1}", "use:discard"
    return () if action == DONE else (f"space:{layout.names[(action - STATION) % LAND]}",)


def label(layout: Layout, action: int) -> str:
    """A decision on a button."""
    if action == DONE:
        return "No bastion"
    if DISCARD <= action < STATION:
        return f"Discard card {action - DISCARD + 1}"
    if REINFORCEMENT <= action < DISCARD:
        return f"Card {action - REINFORCEMENT + 1} as reinforcement"
    if action >= STATION:
        piece = "Bastion" if action >= BUILD else "Knight"
        return f"{piece} on {layout.names[(action - STATION) % LAND]}"
    card = action % CONVERT // 3
    space = layout.board.area[card][action % 3]
    what = f"Convert the knight on {space}" if action >= CONVERT else f"Knight on {space}"
    return what if len(layout.board.space[space].areas) == 1 else f"{what} with card {card + 1}"


def prompt(phase: str, legal: Sequence[int]) -> str:
    """What is asked."""
    if phase == "over":
        return "The game is over."
    if phase == "bastion":
        return "Add a bastion, or end your turn."
    if phase == "reinforce":
        return "Place the reinforcement."
    if legal and legal[0] >= DISCARD:
        return "You can place nothing: discard a card."
    if any(CONVERT <= action < REINFORCEMENT for action in legal):
        return "Your turn: play a card, or convert a knight with it."
    return "Your turn: play a card."


def why(layout: Layout, s: Any, seat: int, pointed: Sequence[str], asked: str, names: Sequence[str]) -> str:
    """Why things lead to no choice of the seat whose turn it is; `asked` is the prompt."""
    last = dict(thing.split(":", 1) for thing in pointed if ":" in thing)  # the last one of each kind
    card = int(last["card"]) - 1 if _is_card(layout, last.get("card", "")) else None
    space = layout.index.get(last.get("space", ""))
    phase = PHASE_NAMES[s["phase"]]
    reason = None
    if phase == "play" and card is not None and not _holds(s, seat, card):
        reason = f"card {card + 1} is not in your hand (rule 5)"
    elif phase == "play" and space is not None:
        reason = _space(layout, s, seat, card, space, names)
    elif phase == "play" and card is not None:
        reason = _card(layout, s, seat, card, last.get("use"), names)
    elif phase in ("reinforce", "bastion") and space is not None:
        reason = _on_land(layout, s, seat, phase, space, names)
    if reason is None:
        reason = f"that cannot be chosen now. {asked.rstrip('.')} (rule {RULES[phase]})"
    return reason[0].upper() + reason[1:]


def _is_card(layout: Layout, text: str) -> bool:
    return text.isascii() and text.isdigit() and 1 <= int(text) <= len(layout.board.area)


def _holds(s: Any, seat: int, card: int) -> bool:
    return bool(int(s["hand"][seat]) >> card & 1)


def _card(layout: Layout, s: Any, seat: int, card: int, use: str | None, names: Sequence[str]) -> str:
    """Why a card in hand is no choice, alone or for some use."""
    if use in ("reinforce", "discard"):
        first = REINFORCEMENT if use == "reinforce" else DISCARD
        return why_not(layout, s, seat, first + card, names)
    a, b, river = layout.board.area[card]
    return (
        f"{a}, {b} and {river} are all taken or closed (rule 6), "
        "and there is no place for a reinforcement (rule 7)"
    )


def _space(
    layout: Layout, s: Any, seat: int, card: int | None, space: int, names: Sequence[str]
) -> str | None:
    """Why a space cannot be reached, by the card in hand that was pointed at or else by any."""
    name = layout.names[space]
    areas = [number - 1 for number in layout.board.space[name].areas]
    if card is not None and card not in areas:
        a, b, river = layout.board.area[card]
        return f"{name} is not in area {card + 1}: that has {a}, {b} and {river} (rule 6)"
    reason = no_way(layout, s, seat, areas[0], space, names)
    if reason or any(_holds(s, seat, area) for area in areas):
        return reason
    cards = one_of(f"card {area + 1}" for area in areas)
    if _reinforceable(layout, s, seat, space):
        return f"{name} needs {cards}, or any card played as reinforcement first (rule 7)"
    missing = "which is not" if len(areas) == 1 else "and neither is"
    return f"{name} needs {cards}, {missing} in your hand (rule 5)"


def _reinforceable(layout: Layout, s: Any, seat: int, space: int) -> bool:
    """Whether a reinforcement could go there (rule 7)."""
    free_land = space < LAND and s["occupant"][space] == FREE
    beside = neighbours(layout, s, space)
    return free_land and seat in beside and beside <= {seat, FREE, BASTION}


def _on_land(layout: Layout, s: Any, seat: int, phase: str, space: int, names: Sequence[str]) -> str:
    """Why neither a reinforcement nor a bastion goes there."""
    if space >= LAND:
        piece = "a reinforcement goes" if phase == "reinforce" else "a bastion goes"
        return f"{layout.names[space]} is a river space: {piece} on land (rule {RULES[phase]})"
    return why_not(layout, s, seat, (STATION if phase == "reinforce" else BUILD) + space, names)
