"""The search tree, in compiled code: information sets, guided by what a game expects.

Each iteration imagines what is hidden, walks down the tree by what was learnt so far, adds a node, plays on
by first glances and asks for everybody's win chances there.  A node is a course of public decisions; which
of them are possible depends on what was imagined (Cowling, Powley and Whitehouse, 2012).  Seats that decide
at the same time choose each by its own account at the node, without knowing of each other.

The tree is an open hash table of edges, so that nothing is allocated while it grows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from palatine.core.chance import word
from palatine.core.compiled import Array
from palatine.core.events import WIDTH
from palatine.core.kernel import MOST_SEATS

DEPTH = 256  # steps of one walk
OWN_TURN = 3  # decisions from the root within which everything that the seat may do is looked at

HEAD = np.dtype(
    [
        ("seat", "i8"),  # whose decision it is
        ("root", "i8"),
        ("nodes", "i8"),
        ("edges", "i8"),
        # the game's guidance
        ("explore", "f8"),
        ("sharp", "f8"),
        ("trust", "f8"),
        ("slope", "f8"),
        ("blur", "f8"),
        ("noise", "f8"),
        ("turns", "i8"),
    ]
)
NODE = np.dtype([("mark", "i8"), ("visits", "i8")])
EDGE = np.dtype([("key", "i8"), ("child", "i4"), ("visits", "i4"), ("total", "f4"), ("glance", "f4")])
LINK = 15  # in the place of a seat: the edge leads on
QUICK, LOW = 0x5851F42D4C957F2D, (1 << 54) - 1  # Knuth's factor; the bits that are kept
STEEP = 60.0  # the most that a first glance may weigh, as an exponent
FADE = 4000.0  # visits after which a first glance counts half

# Scratch states: the walk's own, two for trying things out, and one for what everybody sees.
WALK, PUBLIC, SCRATCH = 0, 3, 4

# Names that are filled in for each game.
acting: Callable[[Array, Array, int], int]
legal: Callable[[Array, Array, int, int, Array], int]
apply: Callable[[Array, Array, int, int, int, Array], None]
view: Callable[[Array, Array, int, int, Array, int], None]
imagine: Callable[[Array, Array, int, int, Array, Array, int], None]
plain: Callable[[Array, Array, int, int], int]
sensible: Callable[[Array, Array, int, int, Array, int], int]
reopen: Callable[[Array, Array, int, int], None]
urges: Callable[[Array, Array, int, int, Array, int, Array, Array], None]
win_chances: Callable[[Array, Array, int, float, Array], None]


def edge_key(node: int, seat: int, action: int) -> int:
    return (node << 20 | seat << 16 | action) + 1


def find(edges: Array, key: int) -> int:
    """Where an edge is, or the free place where it belongs."""
    mask = edges.shape[0] - 1
    place = (key * 0x9E3779B97F4A7C1 >> 20) & mask
    while edges[place].key not in (0, key):
        place = (place + 1) & mask
    return int(place)


def add_edge(head: Any, edges: Array, place: int, key: int) -> None:
    edges[place].key = key
    head.edges += 1


def follow(head: Any, edges: Array, node: int, action: int) -> int:
    """The node that a decision leads to."""
    key = edge_key(node, LINK, action)
    place = find(edges, key)
    if edges[place].key == 0:
        add_edge(head, edges, place, key)
        edges[place].child = head.nodes
        head.nodes += 1
    return int(edges[place].child)


def fingerprint(tables: Array, scratch: Array, raw: Array) -> int:
    """A number for what everybody sees of the walk's state; raw is the same memory as bytes."""
    view(tables, scratch, WALK, -1, scratch, PUBLIC)
    mark = 0x4BF29CE484222325
    for b in range(raw.shape[1]):
        mark = ((mark ^ int(raw[PUBLIC, b])) * 0x100000001B3) & 0x7FFFFFFFFFFFFFFF
    return mark


def look(
    tables: Array,
    head: Any,
    edges: Array,
    scratch: Array,
    node: int,
    seat: int,
    n: int,
    choices: Array,
    places: Array,
) -> None:
    """Find the edges of all choices; new ones get a first glance.

    Where several decide at once a glance is of no use: it all depends on what the others choose.
    """
    known = True
    for k in range(n):
        places[k] = find(edges, edge_key(node, seat, int(choices[0, k])))
        known = known and edges[places[k]].key != 0
    if known:
        return
    glances = np.zeros(n + MOST_SEATS)
    if acting(tables, scratch, WALK) == 1 << seat:
        urges(tables, scratch, WALK, seat, choices[0], n, choices[1], glances)
    for k in range(n):
        key = edge_key(node, seat, int(choices[0, k]))
        places[k] = find(edges, key)
        e: Any = edges[places[k]]
        if e.key == 0:
            add_edge(head, edges, places[k], key)
            e.glance = glances[k]


def select(head: Any, edges: Array, n: int, places: Array, weight: Array) -> int:
    """The choice that is most worth trying: by what is known of it, and by curiosity.

    Curiosity follows the first glance (Rosin's PUCT), and the less so the longer it is thought about; a
    choice that was hardly tried is taken to be as good as the others, more or less by its first glance.
    """
    visits, total = 0, 0.0
    for k in range(n):
        e: Any = edges[places[k]]
        visits += int(e.visits)
        total += e.total
    mean = total / visits if visits else 0.0
    sharp = head.sharp / (1.0 + visits / FADE)
    weights, hopes = 0.0, 0.0
    for k in range(n):
        e = edges[places[k]]
        weight[k] = np.exp(min(sharp * e.glance, STEEP))
        weights += weight[k]
        hopes += weight[k] * e.glance
    curious = head.explore * np.sqrt(visits + 1.0) / weights
    best, most = 0, -np.inf
    for k in range(n):
        e = edges[places[k]]
        hope = mean + head.slope * (e.glance - hopes / weights)
        score = (e.total + head.trust * hope) / (e.visits + head.trust)
        score += curious * weight[k] / (1.0 + e.visits)
        if score > most:
            best, most = k, score
    return best


def guided(
    tables: Array, head: Any, scratch: Array, seat: int, chance: Array, choices: Array, glances: Array
) -> int:
    """What looks best at a glance that is not too exact."""
    action = plain(tables, scratch, WALK, seat)
    if action >= 0:
        return action
    n = legal(tables, scratch, WALK, seat, choices[0])
    if n == 1:
        return int(choices[0, 0])
    urges(tables, scratch, WALK, seat, choices[0], n, choices[1], glances)
    best, most = -1, -np.inf
    luck = word(chance[0])
    for k in range(n):
        luck = (luck * QUICK + 1) & LOW  # good enough for this, and quicker than the generator it starts from
        here = glances[k] + head.noise * (luck >> 44) / 1024.0
        if here > most:
            best, most = int(choices[0, k]), here
    return best


def play_on(tables: Array, head: Any, scratch: Array, chance: Array, choices: Array, out: Array) -> None:
    """Guided decisions, and everybody's win chances after them."""
    deaf = np.zeros((0, WIDTH), np.int32)
    decided = np.empty(MOST_SEATS, np.int64)
    glances = np.empty(choices.shape[1] + MOST_SEATS)
    for _ in range(head.turns):
        seats = acting(tables, scratch, WALK)
        if seats == 0:
            break
        for seat in range(scratch[WALK].players):
            if seats >> seat & 1:
                decided[seat] = guided(tables, head, scratch, seat, chance, choices, glances)
        for seat in range(scratch[WALK].players):
            if seats >> seat & 1:
                apply(tables, scratch, WALK, seat, int(decided[seat]), deaf)
    win_chances(tables, scratch, WALK, float(head.blur), out)


def options(
    tables: Array, head: Any, scratch: Array, seat: int, depth: int, roots: Array, choices: Array
) -> int:
    """What a seat may do at a step of the walk, as far as it is worth a thought; how many there are."""
    if depth == 0 and seat == head.seat:
        for k in range(roots.shape[0]):
            choices[0, k] = roots[k]
        return int(roots.shape[0])
    if seat != head.seat or depth >= OWN_TURN:
        action = plain(tables, scratch, WALK, seat)
        if action >= 0:
            choices[0, 0] = action
            return 1
    n = legal(tables, scratch, WALK, seat, choices[0])
    return sensible(tables, scratch, WALK, seat, choices[0], n)


def walk(
    tables: Array,
    head: Any,
    nodes: Array,
    edges: Array,
    scratch: Array,
    raw: Array,
    chance: Array,
    choices: Array,
    roots: Array,
    path: Array,
    tally: Array,
) -> None:
    """One iteration: down the tree, a new node, and back with what was found."""
    deaf = np.zeros((0, WIDTH), np.int32)
    places, weight = np.empty(choices.shape[1], np.int64), np.empty(choices.shape[1])
    out = np.empty(MOST_SEATS)
    decided = np.empty(MOST_SEATS, np.int64)
    node, steps, depth, first = int(head.root), 0, 0, 0
    seats = acting(tables, scratch, WALK)
    while seats and max(depth, steps) < DEPTH:
        unvisited = depth > 0 and nodes[node].visits == 0
        nodes[node].visits += 1
        leaf = False
        for seat in range(scratch[WALK].players):
            if leaf or not seats >> seat & 1:
                continue
            n = options(tables, head, scratch, seat, depth, roots, choices)
            k = 0
            if n > 1 and unvisited:
                leaf = True
            elif n > 1:
                look(tables, head, edges, scratch, node, seat, n, choices, places)
                k = select(head, edges, n, places, weight)
                path[steps, 0], path[steps, 1] = places[k], seat
                steps += 1
            if depth == 0 and seat == head.seat:
                first = k
            decided[seat] = choices[0, k]
        if leaf:
            break
        for seat in range(scratch[WALK].players):
            if seats >> seat & 1:
                apply(tables, scratch, WALK, seat, int(decided[seat]), deaf)
                node = follow(head, edges, node, int(decided[seat]))
        depth += 1
        seats = acting(tables, scratch, WALK)
        if seats >> head.seat & 1 and nodes[node].visits == 0:
            nodes[node].mark = fingerprint(tables, scratch, raw)
    play_on(tables, head, scratch, chance, choices, out)
    for k in range(steps):
        e: Any = edges[path[k, 0]]
        e.visits += 1
        e.total += out[path[k, 1]]
    for p in range(scratch[WALK].players):
        tally[first, p] += out[p]
    tally[first, MOST_SEATS] += 1.0


def search(
    tables: Array,
    views: Array,
    known: int,
    heads: Array,
    nodes: Array,
    edges: Array,
    scratch: Array,
    raw: Array,
    chance: Array,
    choices: Array,
    roots: Array,
    tally: Array,
    iterations: int,
) -> int:
    """So many iterations; fewer when the tree is full.  How many there were.

    roots are the choices looked at; tally adds up everybody's chances by choice, and counts in its last
    column.  With known, the view is a full state.
    """
    head: Any = heads[0]
    path = np.empty((DEPTH + MOST_SEATS, 2), np.int64)
    for i in range(iterations):
        if head.edges > edges.shape[0] // 2:
            return i
        if known:
            scratch[WALK] = views[0]
        else:
            imagine(tables, views, 0, int(head.seat), chance, scratch, WALK)
            reopen(tables, scratch, WALK, int(head.seat))
        walk(tables, head, nodes, edges, scratch, raw, chance, choices, roots, path, tally)
    return iterations


def recall(tables: Array, views: Array, heads: Array, nodes: Array, scratch: Array, raw: Array) -> int:
    """Make the node that looks like what is seen now the root; -1 if the tree has none."""
    head: Any = heads[0]
    scratch[WALK] = views[0]
    mark = fingerprint(tables, scratch, raw)
    for node in range(head.nodes):
        if nodes[node].mark == mark:
            head.root = node
            return node
    return -1


def survey(heads: Array, edges: Array, roots: Array, visits: Array) -> None:
    """How often each of the choices was tried."""
    head: Any = heads[0]
    for k in range(roots.shape[0]):
        e: Any = edges[find(edges, edge_key(int(head.root), int(head.seat), int(roots[k])))]
        visits[k] = e.visits if e.key != 0 else 0
