"""What must be true of every state: broken invariants, in words.

The rules keep groups, counts and sets as they go; here everything is found anew from the board itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from palatine.games.rheinlander.rules.components import (
    ASK_BASTION,
    BASTION,
    BASTIONS,
    CARDS,
    CASTLE,
    CHURCH,
    FREE,
    HAND,
    KNIGHTS,
    LAND,
    LANDMARKS,
    NOBODY,
    PLAY,
    REINFORCE,
    RESHUFFLE,
    SITES,
    WORD,
    Layout,
)


def problems(layout: Layout, s: Any) -> Iterator[str]:
    yield from _pieces(layout, s)
    yield from _cards(layout, s)
    yield from _landmarks(layout, s)
    yield from _sets(layout, s)
    yield from _duchies(layout, s)
    yield from _church(s)


def _standing(layout: Layout, s: Any, seat: int) -> list[int]:
    return [i for i in layout.names if s["occupant"][i] == seat]


def _pieces(layout: Layout, s: Any) -> Iterator[str]:
    players = int(s["players"])
    for p in range(players):
        on_board = len(_standing(layout, s, p)) + int((s["holder"] == p).sum())
        if s["knights"][p] + on_board != KNIGHTS[players]:
            yield f"the knights of seat {p} are not conserved"
        if s["knights"][p] <= 0 and s["phase"] in (PLAY, REINFORCE):
            yield f"seat {p} has no knights left, but the game goes on"
        if s["bastions"][p] < 0:
            yield f"seat {p} has built too many bastions"
    built = len(_standing(layout, s, BASTION))
    if built + int(s["bastions"][:players].sum()) != BASTIONS * players:
        yield "the bastions are not conserved"
    if any(i >= LAND for i in _standing(layout, s, BASTION)):
        yield "a bastion stands on the river"


def _cards(layout: Layout, s: Any) -> Iterator[str]:
    players, cards = int(s["players"]), len(layout.board.area)
    piles = [*s["pile"][: s["left"]], *s["discard"][: s["discarded"]]]
    hands = [[card for card in range(CARDS) if int(s["hand"][p]) >> card & 1] for p in range(players)]
    found = Counter(int(card) for card in [*piles, *(card for hand in hands for card in hand)])
    if found != Counter([*range(cards), RESHUFFLE]):
        yield "the cards are not conserved"
    if RESHUFFLE not in s["pile"][: s["left"]]:
        yield "the reshuffle card is not in the draw pile"
    for p, held in enumerate(hands):
        short = s["turn"] == p and s["phase"] in (REINFORCE, ASK_BASTION)
        if not len(held) == s["held"][p] == HAND - short:
            yield f"seat {p} holds {len(held)} cards"
        if not _fits(held, [int(may) for may in s["may"][p][: s["held"][p]]]):
            yield f"the hand of seat {p} is not one that all think possible"


def _fits(held: list[int], may: list[int]) -> bool:
    """Whether the cards of a hand can be dealt to places that may hold them."""
    if not held:
        return True
    return any(_fits(held[1:], may[:i] + may[i + 1 :]) for i in range(len(may)) if may[i] >> held[0] & 1)


def _landmarks(layout: Layout, s: Any) -> Iterator[str]:
    sites = len(layout.board.sites)
    placed = Counter(int(mark) for mark in s["landmark"][:sites])
    if sites == SITES and placed != Counter(LANDMARKS):
        yield "the landmarks are not conserved"
    for i in range(sites):
        mark = int(s["landmark"][i])
        if (int(s["castles"]) >> i & 1, int(s["churches"]) >> i & 1) != (mark == CASTLE, mark == CHURCH):
            yield f"the landmark at site {i + 1} is listed wrongly"
        beside = [int(s["occupant"][layout.index[name]]) for name in layout.board.sites[i].spaces]
        knight_beside = any(who not in (FREE, BASTION) for who in beside)
        if (s["holder"][i] != NOBODY) != (mark == CASTLE and knight_beside):
            yield f"site {i + 1}: a castle is held if and only if a knight stands beside it"


def _bits(spaces: set[int]) -> list[int]:
    words = [0, 0]
    for space in spaces:
        words[space // WORD] |= 1 << space % WORD
    return words


def _sets(layout: Layout, s: Any) -> Iterator[str]:
    land = {i for i in layout.names if i < LAND}
    if s["free"].tolist() != _bits({i for i in land if s["occupant"][i] == FREE}):
        yield "the set of free land spaces is wrong"
    for p in range(int(s["players"])):
        near = {
            layout.index[name]
            for i in _standing(layout, s, p)
            for name in layout.board.neighbours[layout.names[i]]
        }
        if s["near"][p].tolist() != _bits(near & land):
            yield f"the set of land next to seat {p}'s knights is wrong"


def components(layout: Layout, s: Any) -> list[set[int]]:
    """The groups of connected knights, by walking over the board."""
    todo = {i for i in layout.names if s["occupant"][i] not in (FREE, BASTION)}
    groups = []
    while todo:
        group, edge = set[int](), {todo.pop()}
        while edge:
            here = edge.pop()
            group.add(here)
            todo.discard(here)
            edge |= {layout.index[name] for name in layout.board.neighbours[layout.names[here]]} & todo
        groups.append(group)
    return groups


def _duchies(layout: Layout, s: Any) -> Iterator[str]:
    alive = set()
    for spaces in components(layout, s):
        where = layout.names[min(spaces)]
        labels = {int(s["group"][i]) for i in spaces}
        if len(labels) != 1:
            yield f"the group at {where} has several numbers"
            continue
        group = labels.pop()
        if group in alive:
            yield f"two groups have the number {group}"
        alive.add(group)
        yield from _duchy(layout, s, spaces, group, where)
    for group in range(len(s["owner"])):
        if group not in alive and (
            s["owner"][group] != NOBODY or s["count"][group].any() or s["sites"][group]
        ):
            yield f"group {group} is gone but not forgotten"
    for i in layout.names:
        if s["occupant"][i] in (FREE, BASTION) and s["group"][i] != -1:
            yield f"{layout.names[i]} has no knight but belongs to a group"


def _duchy(layout: Layout, s: Any, spaces: set[int], group: int, where: str) -> Iterator[str]:
    names = {layout.names[i] for i in spaces}
    sites = {i for i, site in enumerate(layout.board.sites) if names & set(site.spaces)}
    if int(s["sites"][group]) != sum(1 << i for i in sites):
        yield f"the landmarks of the group at {where} are wrong"
    count = Counter(int(s["occupant"][i]) for i in spaces)
    count.update(int(s["holder"][i]) for i in sites if s["holder"][i] != NOBODY)
    if [count[p] for p in range(5)] != s["count"][group].tolist():
        yield f"the knights of the group at {where} are counted wrongly"
    owner, most = int(s["owner"][group]), max(count.values())
    leaders = [p for p in count if count[p] == most]
    if most >= 2 and len(leaders) == 1 and owner != leaders[0]:
        yield f"seat {leaders[0]} has the most knights at {where} but does not own the duchy"
    if owner != NOBODY and sum(count.values()) < 2:
        yield f"seat {owner} owns a lone knight at {where}"
    if owner != NOBODY and any(s["holder"][i] not in (NOBODY, owner) for i in sites):
        yield f"the owner of the duchy at {where} does not hold all its castles"


def _church(s: Any) -> Iterator[str]:
    players = int(s["players"])
    bishops = [0] * players
    for group in range(len(s["owner"])):
        if s["owner"][group] != NOBODY and s["sites"][group] & s["churches"]:
            bishops[s["owner"][group]] += 1
    if s["bishops"][:players].tolist() != bishops:
        yield "the bishops are counted wrongly"
    most = max(bishops)
    first = [p for p in range(players) if bishops[p] == most and most > 0]
    if int(s["archbishop"]) != (first[0] if len(first) == 1 else NOBODY):
        yield "the archbishop is with the wrong player"
