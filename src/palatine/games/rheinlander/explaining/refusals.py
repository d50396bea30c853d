"""Why a decision is not allowed, in words and with its rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.games.rheinlander.rules.decisions import BUILD, CONVERT, DISCARD, DONE, REINFORCEMENT, STATION
from palatine.games.rheinlander.rules.components import ASK_BASTION, BASTION, FREE, LAND, PLAY, REINFORCE, Layout

# With the names of the seats a reason is said to the seat itself, as "your knight"; without, about it.
Names = Sequence[str] | None

ASKED = {
    PLAY: "a card is due first, like 23>L23 or 14+ (rule 5)",
    REINFORCE: "a reinforcement was played: now name its space, like R22 (rule 7)",
    ASK_BASTION: "a bastion is asked for now: #L30 builds one, a full stop ends the turn (rule 10)",
}


def why_not(layout: Layout, s: Any, seat: int, action: int, names: Names = None) -> str:
    """Which rule forbids a decision of the seat whose turn it is."""
    phase = int(s["phase"])
    if phase == PLAY and action < STATION:
        return _play(layout, s, seat, action, names)
    if phase == REINFORCE and STATION <= action < BUILD:
        return _reinforcement(layout, s, seat, action - STATION, names)
    if phase == ASK_BASTION and BUILD <= action < DONE:
        standing = _standing(layout, s, seat, action - BUILD, names)
        return f"{standing}: a bastion needs a free land space (rule 10)"
    return ASKED[phase]


def no_way(layout: Layout, s: Any, seat: int, card: int, space: int, names: Names = None) -> str | None:
    """Why no card of its area leads to a space, by number or conversion; None where one does."""
    who = int(s["occupant"][space])
    if who == FREE:
        return None if space < LAND or _river_is_open(layout, s, card) else _closed(layout, s, card)
    if who not in (BASTION, seat) and s["archbishop"] == seat:
        return None if space < LAND or s["convert_on_river"] else _conversion(layout, s, seat, space)
    return f"{_standing(layout, s, seat, space, names)}: each space holds one piece (rule 6)"


def _play(layout: Layout, s: Any, seat: int, action: int, names: Names) -> str:
    if action < REINFORCEMENT:
        card = (action % CONVERT) // 3
    else:
        card = action - (REINFORCEMENT if action < DISCARD else DISCARD)
    if not int(s["hand"][seat]) >> card & 1:
        return f"card {card + 1} is not in {'your' if names else 'this'} hand (rule 5)"
    if action >= DISCARD:
        return "a card in hand allows a knight to be placed, so none may be thrown away (rule 9)"
    if action >= REINFORCEMENT:
        own = "a knight of yours" if names else "an own knight"
        return f"no free land is next to {own} and away from all others': no reinforcement (rule 7)"
    space = layout.index[layout.board.area[card][action % 3]]
    if action >= CONVERT:
        return _conversion(layout, s, seat, space)
    if s["occupant"][space] != FREE:
        return f"{_standing(layout, s, seat, space, names)}: each space holds one piece (rule 6)"
    return _closed(layout, s, card)


def _river_is_open(layout: Layout, s: Any, card: int) -> bool:
    shut = (FREE, BASTION) if s["river_needs_knights"] else (FREE,)
    return all(s["occupant"][layout.index[land]] not in shut for land in layout.board.area[card][:2])


def _closed(layout: Layout, s: Any, card: int) -> str:
    need = "hold knights" if s["river_needs_knights"] else "are occupied"
    a, b, river = layout.board.area[card]
    return f"{river} is a river space: it is open only while both {a} and {b} {need} (rule 6)"


def _conversion(layout: Layout, s: Any, seat: int, space: int) -> str:
    name, who = layout.names[space], int(s["occupant"][space])
    if s["archbishop"] != seat:
        return "only the holder of the archbishop may convert (rule 8)"
    if space >= LAND and not s["convert_on_river"]:
        return f"{name} is a river space: knights are converted on land (rule 8)"
    if who == FREE:
        return f"{name} is empty: there is nobody to convert (rule 8)"
    if who == BASTION:
        return f"a bastion stands on {name}: bastions cannot be converted (rule 8)"
    return f"{name} holds an own knight: only an opponent's can be converted (rule 8)"


def _reinforcement(layout: Layout, s: Any, seat: int, space: int, names: Names) -> str:
    name = layout.names.get(space, "that space")
    if s["occupant"][space] != FREE:
        return f"{_standing(layout, s, seat, space, names)}: reinforcement needs a free land space (rule 7)"
    beside = neighbours(layout, s, space)
    if seat not in beside:
        own = "knight of yours" if names else "own knight"
        return f"{name} is next to no {own}: reinforcement is not allowed there (rule 7)"
    rivals = sorted(beside - {seat, FREE, BASTION})
    whose = f"{names[rivals[0]]}'s" if names and rivals else "an opponent's"
    return f"{name} is next to {whose} knight: reinforcement is not allowed there (rule 7)"


def neighbours(layout: Layout, s: Any, space: int) -> set[int]:
    """What stands beside a space."""
    beside = layout.board.neighbours.get(layout.names.get(space, ""), ())
    return {int(s["occupant"][layout.index[other]]) for other in beside}


def _standing(layout: Layout, s: Any, seat: int, space: int, names: Names) -> str:
    """The piece on a space."""
    who = int(s["occupant"][space])
    piece = "a bastion" if who == BASTION else "a knight"
    if names and who in range(len(names)):
        piece = "your knight" if who == seat else f"{names[who]}'s knight"
    return f"{piece} stands on {layout.names.get(space, 'that space')}"
