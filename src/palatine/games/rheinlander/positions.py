"""States and views as plain data: what `--states` prints and what a screen shows."""

from __future__ import annotations

from typing import Any

from palatine.games.rheinlander.board import Board
from palatine.games.rheinlander.components import (
    BASTION,
    CARDS,
    FREE,
    LANDMARK_NAMES,
    NOBODY,
    OVER,
    PHASE_NAMES,
    WORTH,
    Layout,
)


def table(layout: Layout, s: Any) -> dict[str, Any]:
    """Everything that lies open on the table."""
    players = int(s["players"])
    return {
        "n": int(s["decisions"]),
        "to_act": [] if s["phase"] == OVER else [int(s["turn"])],
        "phase": PHASE_NAMES[s["phase"]],
        "spaces": {
            name: "bastion" if s["occupant"][i] == BASTION else int(s["occupant"][i])
            for i, name in layout.names.items()
            if s["occupant"][i] != FREE
        },
        "landmarks": {
            site.name: LANDMARK_NAMES[s["landmark"][i]] for i, site in enumerate(layout.board.sites)
        },
        "castles": {
            site.name: int(s["holder"][i])
            for i, site in enumerate(layout.board.sites)
            if s["holder"][i] != NOBODY
        },
        "duchies": duchies(layout, s),
        "bishops": s["bishops"][:players].tolist(),
        "archbishop": _seat(s["archbishop"]),
        "coins": s["coins"][:players].tolist(),
        "knights": s["knights"][:players].tolist(),
        "bastions": s["bastions"][:players].tolist(),
    }


def duchies(layout: Layout, s: Any) -> list[dict[str, Any]]:
    """Every group of at least two knights, with what its duke would be paid now."""
    found: list[dict[str, Any]] = []
    for group in range(int(s["groups"])):
        if int(s["count"][group].sum()) < 2:
            continue
        sites = [i for i in range(len(layout.board.sites)) if int(s["sites"][group]) >> i & 1]
        found.append(
            {
                "spaces": [name for i, name in layout.names.items() if s["group"][i] == group],
                "sites": [layout.board.sites[i].name for i in sites],
                "owner": _seat(s["owner"][group]),
                "value": 1 + int(sum(WORTH[s["landmark"][i]] for i in sites)),
            }
        )
    return found


def hand(s: Any, seat: int) -> list[int]:
    return [card + 1 for card in range(CARDS) if int(s["hand"][seat]) >> card & 1]


def cards(s: Any) -> dict[str, Any]:
    """The piles: how many are left to draw, and the discards, oldest first."""
    discard = [int(card) + 1 for card in s["discard"][: s["discarded"]]]
    return {"discard": discard, "draw_pile": int(s["left"])}


def position(layout: Layout, s: Any, scores: list[int] | None, winners: list[int] | None) -> dict[str, Any]:
    """A full state."""
    hands = [hand(s, seat) for seat in range(int(s["players"]))]
    return {**table(layout, s), "hands": hands, **cards(s), "scores": scores, "winners": winners}


def shown(
    layout: Layout, v: Any, seat: int, scores: list[int] | None, winners: list[int] | None
) -> dict[str, Any]:
    """What a screen may show of a view: one's own hand, and coins only where the table plays them open."""
    players = int(v["players"])
    hands = [hand(v, p) if p == seat else None for p in range(players)]
    full = {**table(layout, v), "hands": hands, **cards(v), "scores": scores, "winners": winners}
    full["held"] = v["held"][:players].tolist()
    if not v["open_coins"] and v["phase"] != OVER:
        full["coins"] = None
    return full


def _seat(seat: Any) -> int | None:
    return None if seat == NOBODY else int(seat)


def board_data(board: Board) -> dict[str, Any]:
    """The board as `palatine board --json` prints it."""
    return {
        "name": board.name,
        "title": board.title,
        "summary": f"{len(board.water)} areas, {len(board.spaces)} spaces ({len(board.land)} land), "
        f"{len(board.edges)} borders, {len(board.sites)} building sites",
        "size": board.size,
        "spaces": [
            {
                "name": s.name,
                "kind": s.kind,
                "areas": s.areas,
                "terrain": s.terrain,
                "at": s.at,
                "polygon": s.polygon,
            }
            for s in board.spaces
        ],
        "adjacent": board.edges,
        "sites": [{"name": site.name, "spaces": site.spaces, "at": site.at} for site in board.sites],
        "reaches": [{"name": reach.name, "areas": reach.areas} for reach in board.reaches],
    }
