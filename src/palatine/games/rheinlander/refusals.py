"""Why a decision is not allowed, in words and with its rule."""

from __future__ import annotations

from typing import Any

from palatine.games.rheinlander.actions import BUILD, CONVERT, DISCARD, DONE, REINFORCEMENT, STATION
from palatine.games.rheinlander.components import ASK_BASTION, BASTION, FREE, LAND, PLAY, REINFORCE, Layout

ASKED = {
    PLAY: "a card is due first, like 23>L23 or 14+ (rule 5)",
    REINFORCE: "a reinforcement was played: now name its space, like R22 (rule 7)",
    ASK_BASTION: "a bastion is asked for now: #L30 builds one, a full stop ends the turn (rule 10)",
}


def why_not(layout: Layout, s: Any, seat: int, action: int) -> str:
    """Which rule forbids a decision of the seat whose turn it is."""
    phase = int(s["phase"])
    if phase == PLAY and action < STATION:
        return _play(layout, s, seat, action)
    if phase == REINFORCE and STATION <= action < BUILD:
        return _reinforcement(layout, s, seat, action - STATION)
    if phase == ASK_BASTION and BUILD <= action < DONE:
        return f"{_standing(layout, s, action - BUILD)}: a bastion needs a free land space (rule 10)"
    return ASKED[phase]


def _play(layout: Layout, s: Any, seat: int, action: int) -> str:
    if action < REINFORCEMENT:
        card = (action % CONVERT) // 3
    else:
        card = action - (REINFORCEMENT if action < DISCARD else DISCARD)
    if not int(s["hand"][seat]) >> card & 1:
        return f"card {card + 1} is not in this hand (rule 5)"
    if action >= DISCARD:
        return "a card in hand allows a knight to be placed, so none may be thrown away (rule 9)"
    if action >= REINFORCEMENT:
        return "no free land is next to an own knight and away from all others': no reinforcement (rule 7)"
    space = layout.index[layout.board.area[card][action % 3]]
    if action >= CONVERT:
        return _conversion(layout, s, seat, space)
    if s["occupant"][space] != FREE:
        return f"{_standing(layout, s, space)}: each space holds one piece (rule 6)"
    need = "hold knights" if s["river_needs_knights"] else "are occupied"
    a, b, _ = layout.board.area[card]
    return f"{layout.names[space]} is a river space: it is open only while both {a} and {b} {need} (rule 6)"


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


def _reinforcement(layout: Layout, s: Any, seat: int, space: int) -> str:
    name = layout.names.get(space, "that space")
    if s["occupant"][space] != FREE:
        return f"{_standing(layout, s, space)}: reinforcement needs a free land space (rule 7)"
    beside = {int(s["occupant"][layout.index[other]]) for other in layout.board.neighbours.get(name, ())}
    if seat not in beside:
        return f"{name} is next to no own knight: reinforcement is not allowed there (rule 7)"
    return f"{name} is next to an opponent's knight: reinforcement is not allowed there (rule 7)"


def _standing(layout: Layout, s: Any, space: int) -> str:
    who = int(s["occupant"][space])
    piece = "a bastion" if who == BASTION else "a knight"
    return f"{piece} stands on {layout.names.get(space, 'that space')}"
