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

from palatine.core.compiled import Array
from palatine.core.events import WIDTH
from palatine.core.kernel import MOST_SEATS
from palatine.core.rng import word

DEPTH = 256  # steps of one walk
OWN_TURN = 3  # decisions from the root within which everything that the seat may do is looked at

SETTINGS = [  # of the game, by the same names
    ("exploration", "f8"),
    ("prior_temperature", "f8"),
    ("prior_visits", "f8"),
    ("prior_scale", "f8"),
    ("win_margin", "f8"),
    ("rollout_noise", "f8"),
    ("rollout_decisions", "i8"),
]
# Whose decision it is, where the tree begins, and how large it is.
HEAD = np.dtype([("seat", "i8"), ("root", "i8"), ("nodes", "i8"), ("edges", "i8"), *SETTINGS])
NODE = np.dtype([("mark", "i8"), ("visits", "i8")])
EDGE = np.dtype([("key", "i8"), ("child", "i4"), ("visits", "i4"), ("total", "f4"), ("prior", "f4")])
LINK = 15  # in the place of a seat: the edge leads on
LCG_FACTOR, LCG_MASK = 0x5851F42D4C957F2D, (1 << 54) - 1  # Knuth's factor; the bits that are kept
MOST_EXPONENT = 60.0  # the most that a prior may weigh, as an exponent
PRIOR_HALF = 4000.0  # visits after which a prior counts half

# Scratch states: the walk's own, two for trying things out, and one for what everybody sees.
WALK, PUBLIC, SCRATCH = 0, 3, 4

# Names that are filled in for each game.
acting: Callable[[Array, Array, int], int]
legal: Callable[[Array, Array, int, int, Array], int]
apply: Callable[[Array, Array, int, int, int, Array], None]
view: Callable[[Array, Array, int, int, Array, int], None]
imagine: Callable[[Array, Array, int, int, Array, Array, int], None]
default_action: Callable[[Array, Array, int, int], int]
worth_considering: Callable[[Array, Array, int, int, Array, int], int]
reopen_secrets: Callable[[Array, Array, int, int], None]
action_priors: Callable[[Array, Array, int, int, Array, int, Array, Array], None]
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


def fingerprint(constants: Array, scratch: Array, raw: Array) -> int:
    """A number for what everybody sees of the walk's state; raw is the same memory as bytes."""
    view(constants, scratch, WALK, -1, scratch, PUBLIC)
    mark = 0x4BF29CE484222325
    for b in range(raw.shape[1]):
        mark = ((mark ^ int(raw[PUBLIC, b])) * 0x100000001B3) & 0x7FFFFFFFFFFFFFFF
    return mark


def expand(
    constants: Array,
    head: Any,
    edges: Array,
    scratch: Array,
    node: int,
    seat: int,
    n: int,
    choices: Array,
    places: Array,
) -> None:
    """Find the edges of all choices; new ones get a prior.

    Where several decide at once a prior is of no use: it all depends on what the others choose.
    """
    complete = True
    for k in range(n):
        places[k] = find(edges, edge_key(node, seat, int(choices[0, k])))
        complete = complete and edges[places[k]].key != 0
    if complete:
        return
    priors = np.zeros(n + MOST_SEATS)
    if acting(constants, scratch, WALK) == 1 << seat:
        action_priors(constants, scratch, WALK, seat, choices[0], n, choices[1], priors)
    for k in range(n):
        key = edge_key(node, seat, int(choices[0, k]))
        places[k] = find(edges, key)
        e: Any = edges[places[k]]
        if e.key == 0:
            add_edge(head, edges, places[k], key)
            e.prior = priors[k]


def select(head: Any, edges: Array, n: int, places: Array, weight: Array) -> int:
    """The choice that is most worth trying: by what is known of it, and by curiosity.

    Curiosity follows the prior (Rosin's PUCT), and the less so the longer it is thought about; a
    choice that was hardly tried is taken to be as good as the others, more or less by its prior.
    """
    visits, total = 0, 0.0
    for k in range(n):
        e: Any = edges[places[k]]
        visits += int(e.visits)
        total += e.total
    mean = total / visits if visits else 0.0
    sharpness = head.prior_temperature / (1.0 + visits / PRIOR_HALF)
    weights, hopes = 0.0, 0.0
    for k in range(n):
        e = edges[places[k]]
        weight[k] = np.exp(min(sharpness * e.prior, MOST_EXPONENT))
        weights += weight[k]
        hopes += weight[k] * e.prior
    curious = head.exploration * np.sqrt(visits + 1.0) / weights
    best, most = 0, -np.inf
    for k in range(n):
        e = edges[places[k]]
        hope = mean + head.prior_scale * (e.prior - hopes / weights)
        score = (e.total + head.prior_visits * hope) / (e.visits + head.prior_visits)
        score += curious * weight[k] / (1.0 + e.visits)
        if score > most:
            best, most = k, score
    return best


def rollout_action(
    constants: Array, head: Any, scratch: Array, seat: int, rng: Array, choices: Array, priors: Array
) -> int:
    """What looks best at a glance that is not too exact."""
    action = default_action(constants, scratch, WALK, seat)
    if action >= 0:
        return action
    n = legal(constants, scratch, WALK, seat, choices[0])
    if n == 1:
        return int(choices[0, 0])
    action_priors(constants, scratch, WALK, seat, choices[0], n, choices[1], priors)
    best, most = -1, -np.inf
    bits = word(rng[0])
    for k in range(n):
        # Good enough for this, and quicker than the generator that it starts from.
        bits = (bits * LCG_FACTOR + 1) & LCG_MASK
        here = priors[k] + head.rollout_noise * (bits >> 44) / 1024.0
        if here > most:
            best, most = int(choices[0, k]), here
    return best


def rollout(constants: Array, head: Any, scratch: Array, rng: Array, choices: Array, out: Array) -> None:
    """Quick decisions, and everybody's win chances after them."""
    deaf = np.zeros((0, WIDTH), np.int32)
    decided = np.empty(MOST_SEATS, np.int64)
    priors = np.empty(choices.shape[1] + MOST_SEATS)
    for _ in range(head.rollout_decisions):
        seats = acting(constants, scratch, WALK)
        if seats == 0:
            break
        for seat in range(scratch[WALK].players):
            if seats >> seat & 1:
                decided[seat] = rollout_action(constants, head, scratch, seat, rng, choices, priors)
        for seat in range(scratch[WALK].players):
            if seats >> seat & 1:
                apply(constants, scratch, WALK, seat, int(decided[seat]), deaf)
    win_chances(constants, scratch, WALK, float(head.win_margin), out)


def considered_choices(
    constants: Array, head: Any, scratch: Array, seat: int, depth: int, roots: Array, choices: Array
) -> int:
    """What a seat may do at a step of the walk, as far as it is worth a thought; how many there are."""
    if depth == 0 and seat == head.seat:
        for k in range(roots.shape[0]):
            choices[0, k] = roots[k]
        return int(roots.shape[0])
    if seat != head.seat or depth >= OWN_TURN:
        action = default_action(constants, scratch, WALK, seat)
        if action >= 0:
            choices[0, 0] = action
            return 1
    n = legal(constants, scratch, WALK, seat, choices[0])
    return worth_considering(constants, scratch, WALK, seat, choices[0], n)


def iterate(
    constants: Array,
    head: Any,
    nodes: Array,
    edges: Array,
    scratch: Array,
    raw: Array,
    rng: Array,
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
    seats = acting(constants, scratch, WALK)
    while seats and max(depth, steps) < DEPTH:
        unvisited = depth > 0 and nodes[node].visits == 0
        nodes[node].visits += 1
        leaf = False
        for seat in range(scratch[WALK].players):
            if leaf or not seats >> seat & 1:
                continue
            n = considered_choices(constants, head, scratch, seat, depth, roots, choices)
            k = 0
            if n > 1 and unvisited:
                leaf = True
            elif n > 1:
                expand(constants, head, edges, scratch, node, seat, n, choices, places)
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
                apply(constants, scratch, WALK, seat, int(decided[seat]), deaf)
                node = follow(head, edges, node, int(decided[seat]))
        depth += 1
        seats = acting(constants, scratch, WALK)
        if seats >> head.seat & 1 and nodes[node].visits == 0:
            nodes[node].mark = fingerprint(constants, scratch, raw)
    rollout(constants, head, scratch, rng, choices, out)
    for k in range(steps):
        e: Any = edges[path[k, 0]]
        e.visits += 1
        e.total += out[path[k, 1]]
    for p in range(scratch[WALK].players):
        tally[first, p] += out[p]
    tally[first, MOST_SEATS] += 1.0


def search(
    constants: Array,
    views: Array,
    open_state: int,
    heads: Array,
    nodes: Array,
    edges: Array,
    scratch: Array,
    raw: Array,
    rng: Array,
    choices: Array,
    roots: Array,
    tally: Array,
    iterations: int,
) -> int:
    """So many iterations; fewer when the tree is full.  How many there were.

    roots are the choices looked at; tally adds up everybody's chances by choice, and counts in its last
    column.  With open_state, the view is a full state.
    """
    head: Any = heads[0]
    path = np.empty((DEPTH + MOST_SEATS, 2), np.int64)
    for i in range(iterations):
        if head.edges > edges.shape[0] // 2:
            return i
        if open_state:
            scratch[WALK] = views[0]
        else:
            imagine(constants, views, 0, int(head.seat), rng, scratch, WALK)
            reopen_secrets(constants, scratch, WALK, int(head.seat))
        iterate(constants, head, nodes, edges, scratch, raw, rng, choices, roots, path, tally)
    return iterations


def find_root(constants: Array, views: Array, heads: Array, nodes: Array, scratch: Array, raw: Array) -> int:
    """Make the node that looks like what is seen now the root; -1 if the tree has none."""
    head: Any = heads[0]
    scratch[WALK] = views[0]
    mark = fingerprint(constants, scratch, raw)
    for node in range(head.nodes):
        if nodes[node].mark == mark:
            head.root = node
            return node
    return -1


def count_visits(heads: Array, edges: Array, roots: Array, visits: Array) -> None:
    """How often each of the choices was tried."""
    head: Any = heads[0]
    for k in range(roots.shape[0]):
        e: Any = edges[find(edges, edge_key(int(head.root), int(head.seat), int(roots[k])))]
        visits[k] = e.visits if e.key != 0 else 0
