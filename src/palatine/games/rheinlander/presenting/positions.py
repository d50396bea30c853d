"""States and views as plain data: what `--states` prints and what a screen shows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from palatine.games.rheinlander.rules.board import Board
from palatine.games.rheinlander.rules.components import (
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
from palatine.games.rheinlander.rules.scoring import DUKE_BONUS

VALUES = WORTH.tolist()
# What a considered move does not change before it is made.
NOT_YET = ("n", "to_act", "phase", "held", "draw_pile", "discard", "coins", "scores", "winners")


def table(layout: Layout, s: Any) -> dict[str, Any]:
    """Everything that lies open on the table."""
    players = int(s["players"])
    occupant, holder, sites = s["occupant"].tolist(), s["holder"].tolist(), layout.board.sites
    return {
        "n": int(s["decisions"]),
        "to_act": [] if s["phase"] == OVER else [int(s["turn"])],
        "phase": PHASE_NAMES[s["phase"]],
        "spaces": {
            name: "bastion" if occupant[i] == BASTION else occupant[i]
            for i, name in layout.names.items()
            if occupant[i] != FREE
        },
        "landmarks": {
            site.name: LANDMARK_NAMES[kind] for site, kind in zip(sites, s["landmark"].tolist(), strict=False)
        },
        "castles": {site.name: holder[i] for i, site in enumerate(sites) if holder[i] != NOBODY},
        "duchies": duchies(layout, s),
        "bishops": s["bishops"][:players].tolist(),
        "archbishop": _seat(int(s["archbishop"])),
        "coins": s["coins"][:players].tolist(),
        "knights": s["knights"][:players].tolist(),
        "bastions": s["bastions"][:players].tolist(),
    }


def duchies(layout: Layout, s: Any) -> list[dict[str, Any]]:
    """Every group of at least two knights, with what its duke would be paid now."""
    groups = int(s["groups"])
    spaces: list[list[str]] = [[] for _ in range(groups)]
    for name, group in zip(layout.names.values(), _groups(layout, s), strict=True):
        if group >= 0:
            spaces[group].append(name)
    knights, owner = s["count"][:groups].sum(axis=1).tolist(), s["owner"].tolist()
    sites, landmark = s["sites"].tolist(), s["landmark"].tolist()
    found: list[dict[str, Any]] = []
    for group in range(groups):
        if knights[group] < 2:
            continue
        own = [(site, landmark[i]) for i, site in enumerate(layout.board.sites) if sites[group] >> i & 1]
        found.append(
            {
                "spaces": spaces[group],
                "sites": [site.name for site, _ in own],
                "owner": _seat(owner[group]),
                "value": 1 + sum(VALUES[kind] for _, kind in own),
            }
        )
    return found


def _groups(layout: Layout, s: Any) -> list[int]:
    """The group of every space, in the order of their names."""
    group = s["group"].tolist()
    return [group[i] for i in layout.names]


def hand(s: Any, seat: int) -> list[int]:
    held = int(s["hand"][seat])
    return [card + 1 for card in range(CARDS) if held >> card & 1]


def cards(s: Any) -> dict[str, Any]:
    """The piles: how many are left to draw, and the discards, oldest first."""
    discard = [card + 1 for card in s["discard"][: s["discarded"]].tolist()]
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
    for duchy in full["duchies"]:  # what it scores at the end as it stands, the duke's coin aside
        duchy["final"] = duchy["value"] - 1 + (0 if duchy["owner"] is None else DUKE_BONUS)
    if not v["open_coins"] and v["phase"] != OVER:
        full["coins"] = None
    return full


def opened(layout: Layout, s: Any, scores: list[int] | None, winners: list[int] | None) -> dict[str, Any]:
    """A full state as a screen shows it with open cards: all hands, and the coins."""
    full = shown(layout, s, NOBODY, scores, winners)
    players = range(int(s["players"]))
    return {**full, "hands": [hand(s, p) for p in players], "coins": s["coins"][: len(players)].tolist()}


def observation(
    layout: Layout, v: Any, seat: int, scores: list[int] | None, winners: list[int] | None
) -> dict[str, Any]:
    """As shown, with the coins (rule 22); and for each hidden card of a hand what it cannot be.

    Only cards are named there that could be anywhere: neither in one's own hand nor on the discard pile.
    """
    players, full = int(v["players"]), shown(layout, v, seat, scores, winners)
    elsewhere = {*full["discard"], *(hand(v, seat) if seat >= 0 else ())}
    unseen = [card for card in range(1, len(layout.board.water) + 1) if card not in elsewhere]
    may = v["may"].tolist()
    full["coins"] = v["coins"][:players].tolist()
    full["cannot"] = [
        None
        if p == seat
        else [[card for card in unseen if not bits >> card - 1 & 1] for bits in may[p][:held]]
        for p, held in enumerate(full["held"])
    ]
    return full


def draft(before: dict[str, Any], after: dict[str, Any], played: Collection[int]) -> dict[str, Any]:
    """The table with considered moves: their pieces stand, but no card is drawn and nobody is next."""
    hands = [hand and [card for card in hand if card not in played] for hand in before["hands"]]
    return {**after, **{field: before[field] for field in NOT_YET}, "hands": hands}


def _seat(seat: int) -> int | None:
    return None if seat == NOBODY else seat


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
