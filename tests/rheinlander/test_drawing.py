"""The board `rhine`: its topology, its drawing, and the pictures made of it."""

from __future__ import annotations

import importlib.util
import struct
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise
from math import dist
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import numpy as np
import pytest

from palatine.core.catalog import words_of
from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import chains, number
from palatine.core.picture import png
from palatine.games.rheinlander import drawing
from palatine.games.rheinlander.drawing import drawing_problems
from palatine.games.rheinlander.drawing.geometry import depth
from palatine.games.rheinlander.presenting.positions import Duchy, Full
from palatine.games.rheinlander.rules import board as boards
from palatine.games.rheinlander.rules.board import Board, Space, read_board

FILE = boards.SHIPPED / "rhine.jsonl"
GENERATOR = Path(__file__).parents[2] / "tools" / "draw_rhine.py"
SVG = "{http://www.w3.org/2000/svg}"

POSITION = Full(
    n=9, to_act=[1], phase="play",
    spaces={"L22": 0, "L23": 0, "L24": 1, "W23": 0, "R23": 2, "R5": "bastion",
            "I1": 1, "I2": 1, "R1": 2, "R2": 1},
    landmarks={f"S{n}": ("castle", "church", "city2", "city3", "city4")[n % 5] for n in range(1, 27)},
    castles={"S5": 2}, bishops=[1, 0, 0], archbishop=0, coins=[3, 0, 12],
    duchies=[
        Duchy(spaces=["L22", "L23", "L24", "W23", "R23"], sites=["S6"], owner=0, value=2),
        Duchy(spaces=["I1", "I2"], sites=["S25"], owner=1, value=12),
        Duchy(spaces=["R1", "R2"], sites=["S13"], owner=None, value=3),
    ],
    knights=[22, 21, 23], bastions=[3, 2, 3], draw_pile=30,
    discard=[], hands=[[], [], []], scores=None, winners=None,
)  # fmt: skip
WORDS = words_of("rheinlander")


def draw(
    board: Board,
    position: Full | None = None,
    names: Sequence[str] = (),
    last: Sequence[str] = (),
    palette: drawing.Palette = drawing.DAY,
) -> str:
    return drawing.draw(board, WORDS, position, names=names, last=last, palette=palette)


@pytest.fixture(scope="module")
def rhine() -> Board:
    return read_board(FILE)


def moved(board: Board, name: str, **changes: object) -> Board:
    """The same board with one space changed."""
    spaces = tuple(msgspec.structs.replace(s, **changes) if s.name == name else s for s in board.spaces)
    return msgspec.structs.replace(board, spaces=spaces)


def elements(svg: str, **attributes: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    return [e for e in root.iter() if all(e.get(key) == value for key, value in wanted.items())]


# The topology, said once more and in other words than the generator's.


def law() -> Iterator[tuple[str, str]]:
    left = [f"L{n}" for n in range(1, 50)]
    right = [f"R{n}" for n in range(1, 55) if not 44 < n < 50]
    water = [f"W{n}" for n in range(1, 45)]
    for chain in (left, right, [f"I{n}" for n in range(1, 6)], water):
        yield from pairwise(chain)
    yield from pairwise(["W44", "W45", "W46", "W47", "W48", "W49"])
    yield from pairwise(["W44", "W50", "W51", "W52", "W53", "W54"])
    for n in range(1, 55):
        yield f"W{n}", f"L{n}" if n < 50 else f"I{n - 49}"
        yield f"W{n}", f"I{n - 44}" if 44 < n < 50 else f"R{n}"


def test_the_spaces_are_there_in_their_order(rhine: Board) -> None:
    land = [f"L{n}" for n in range(1, 50)] + [f"R{n}" for n in range(1, 45)]
    land += [f"R{n}" for n in range(50, 55)] + [f"I{n}" for n in range(1, 6)]
    assert [space.name for space in rhine.spaces] == land + [f"W{n}" for n in range(1, 55)]
    assert (len(rhine.spaces), len(rhine.land)) == (157, 103)
    assert all(space.terrain for space in rhine.land)
    assert all(space.number for space in rhine.water)
    assert [rhine.space[f"I{n}"].areas for n in (1, 5)] == [(45, 50), (49, 54)]


def test_the_adjacencies_are_those_of_the_law(rhine: Board) -> None:
    assert {frozenset(pair) for pair in rhine.edges} == {frozenset(pair) for pair in law()}
    assert len(rhine.edges) == len(set(law()))


def test_the_sites_are_those_of_the_law(rhine: Board) -> None:
    left = "L2 L6 L10 L14 L18 L22 L25 L29 L34 L38 L42 L46"
    right = "R1 R4 R8 R12 R16 R20 R24 R27 R31 R36 R40 R51"
    firsts = f"{left} {right} I1 I4".split()
    wanted = [(f"S{i}", (a, f"{a[0]}{int(a[1:]) + 1}")) for i, a in enumerate(firsts, start=1)]
    assert [(site.name, site.spaces) for site in rhine.sites] == wanted


def test_each_area_lies_in_one_reach_and_the_arms_have_their_own(rhine: Board) -> None:
    areas = [n for reach in rhine.reaches for n in range(reach.first, reach.last + 1)]
    assert sorted(areas) == list(range(1, 55))
    assert {45, 50} <= {reach.first for reach in rhine.reaches}


# The drawing against the topology.


def sides(space: Space) -> set[frozenset[tuple[float, float]]]:
    """The edges of a polygon, each as the set of its two ends."""
    return {frozenset(pair) for pair in pairwise([*space.polygon, space.polygon[0]])}


def test_two_spaces_are_adjacent_if_and_only_if_they_share_a_border(rhine: Board) -> None:
    adjacent = {frozenset(pair) for pair in law()}
    edges = {space.name: sides(space) for space in rhine.spaces}
    for a, b in combinations(edges, 2):
        border = sum(dist(*edge) for edge in edges[a] & edges[b])
        assert border > 20 if {a, b} in adjacent else border == 0, (a, b, border)


def test_the_drawing_has_no_problems(rhine: Board) -> None:
    assert list(drawing_problems(rhine)) == []


def test_a_shield_fits_into_every_field(rhine: Board) -> None:
    assert min(depth(np.array([space.at]), space.polygon)[0] for space in rhine.land) > 18


def test_the_generator_writes_the_file_byte_for_byte() -> None:
    spec = importlib.util.spec_from_file_location("draw_rhine", GENERATOR)
    assert spec is not None
    assert spec.loader is not None
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    assert generator.text().encode() == FILE.read_bytes()


def test_a_polygon_that_was_moved_is_reported(rhine: Board) -> None:
    polygon = tuple((x + 30, y + 30) for x, y in rhine.space["L20"].polygon)
    problems = list(drawing_problems(moved(rhine, "L20", polygon=polygon)))
    assert "L19 and L20 are adjacent but share no border" in problems
    assert any("overlap" in problem for problem in problems)
    assert "S5 does not lie on the border of L18 and L19" not in problems


def test_a_shield_or_a_number_outside_is_reported(rhine: Board) -> None:
    away = rhine.space["L1"].at
    assert "the shield of R9 does not stand well inside its polygon" in drawing_problems(
        moved(rhine, "R9", at=away)
    )
    assert "the number of W9 does not stand well inside its polygon" in drawing_problems(
        moved(rhine, "W9", number=away)
    )


def test_broken_polygons_are_reported(rhine: Board) -> None:
    a, b, *rest = rhine.space["L7"].polygon
    assert "the polygon of L7 crosses itself" in drawing_problems(
        moved(rhine, "L7", polygon=(a, rest[5], b, *rest))
    )
    back = tuple(reversed(rhine.space["L7"].polygon))
    assert list(drawing_problems(moved(rhine, "L7", polygon=back))) == [
        "the polygon of L7 has no area or runs against the clock"
    ]
    outside = ((-9.0, 500.0), *rhine.space["L44"].polygon)
    assert "L44 reaches outside the canvas" in drawing_problems(moved(rhine, "L44", polygon=outside))


def test_a_border_without_adjacency_and_a_lost_site_are_reported(rhine: Board) -> None:
    fewer = tuple(pair for pair in rhine.edges if set(pair) != {"L5", "W5"})
    board = msgspec.structs.replace(rhine, edges=fewer)
    assert list(drawing_problems(board)) == ["L5 and W5 share a border but are not adjacent"]
    astray = msgspec.structs.replace(rhine.sites[0], at=rhine.space["L2"].at)
    board = msgspec.structs.replace(rhine, sites=(astray, *rhine.sites[1:]))
    assert list(drawing_problems(board)) == ["S1 does not lie on the border of L2 and L3"]


# The pictures.


def test_the_bare_board_shows_every_space_number_and_site(rhine: Board) -> None:
    svg = draw(rhine)
    for space in rhine.spaces:
        assert len(elements(svg, data_space=space.name)) == 1
    words = {"".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")}
    assert {str(n) for n in range(1, 55)} | {reach.name for reach in rhine.reaches} | {"The Rhine"} <= words
    assert len(elements(svg, href="#site")) == 26
    assert not elements(svg, class_="knight")
    assert len(svg) < 400_000


def test_every_reference_has_its_definition(rhine: Board) -> None:
    svg = draw(rhine, POSITION, last=["L23"])
    root = ElementTree.fromstring(svg)
    names = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(names) == len(set(names))
    assert {e.get("href", "")[1:] for e in root.iter() if e.get("href")} <= set(names)


def test_a_position_shows_shields_bastions_pennants_and_crooks(rhine: Board) -> None:
    svg = draw(rhine, POSITION, names=["Anna", "Ben & Co", "<Clara>"], last=["L23", "R5"])
    board = svg[: svg.index('class="player"')]
    assert board.count('class="knight"') == 9 + 1  # nine on spaces, one on a castle
    assert board.count('class="bastion"') == 1
    assert [e.get("data-seat") for e in elements(svg, class_="duke")] == ["0", "1"]
    assert len(elements(svg, href="#pennant-red")) == len(elements(svg, href="#pennant-gold")) == 1
    assert "url(#hatch)" in svg
    assert {e.get("href") for e in elements(svg, class_="last")} == {"#L23", "#R5"}
    words = {"".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")}
    assert {"Anna", "Ben & Co", "<Clara>", "archbishop", "Draw pile: 30"} <= words


def test_a_bishop_stands_where_the_duchy_has_a_church(rhine: Board) -> None:
    churches = {"S6": "church"} | {f"S{n}": "castle" for n in range(7, 27)}
    svg = draw(rhine, msgspec.structs.replace(POSITION, landmarks=churches, archbishop=None))
    dukes = elements(svg, class_="duke")
    assert ["#crook" in {e.get("href") for e in duke.iter()} for duke in dukes] == [True, False]


def test_a_pennant_covers_no_shield_number_or_landmark(rhine: Board) -> None:
    svg = draw(rhine, POSITION)
    feet = [e.get("transform", "") for e in elements(svg, href="#pennant-red")]
    x, y = map(float, feet[0].removeprefix("translate(").removesuffix(")").split())
    things = [rhine.space[name].at for name in POSITION.spaces]
    things += [site.at for site in rhine.sites] + [space.number for space in rhine.water if space.number]
    assert not [at for at in things if x <= at[0] <= x + 50 and y - 43 <= at[1] <= y]


def test_the_smallest_board_can_be_drawn_too() -> None:
    def square(x: int) -> list[list[int]]:
        return [[x, 0], [x + 100, 0], [x + 100, 100], [x, 100]]

    rows = [
        {"format": "palatine-board", "version": 1, "name": "brook", "title": "A brook", "size": [300, 100]},
        {
            "space": "L1",
            "kind": "land",
            "areas": [1],
            "terrain": "plough",
            "at": [50, 50],
            "polygon": square(0),
        },
        {"space": "R1", "kind": "land", "areas": [1], "at": [250, 50], "polygon": square(200)},
        {"space": "W1", "kind": "water", "areas": [1], "at": [150, 50], "polygon": square(100)},
        {"adjacent": ["L1", "W1"]},
        {"adjacent": ["W1", "R1"]},
        {"scenery": "dragon", "at": [10, 10], "size": 5},
    ]
    brook = boards.parse_board(b"\n".join(msgspec.json.encode(row) for row in rows))
    assert list(drawing_problems(brook)) == []
    duchy = Duchy(spaces=["L1", "W1"], sites=[], owner=0, value=1)
    spaces = {"L1": 0, "W1": 0}
    svg = draw(brook, msgspec.structs.replace(POSITION, spaces=spaces, duchies=[duchy], castles={}))
    assert len(elements(svg, class_="duke")) == 1
    assert "dragon" not in svg
    assert png(svg, 300).startswith(b"\x89PNG")
    assert elements(draw(brook), data_space="R1")


@pytest.mark.parametrize("width", [390, 1600])
def test_the_png_has_the_width_asked_for(rhine: Board, width: int) -> None:
    picture = png(draw(rhine, POSITION, palette=drawing.NIGHT), width=width)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", picture[16:20])[0] == width


def test_the_tinctures_differ_in_colour_and_charge() -> None:
    assert len({t.field for t in TINCTURES}) == len({t.charge for t in TINCTURES}) == 5


def test_edges_are_laid_end_to_end() -> None:
    a, b, c, d = (0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0)
    assert chains([(a, b), (c, d), (b, c)]) == [[a, b, c, d]]
    (ring,) = chains([(a, b), (b, c), (c, a)])
    assert ring[0] == ring[-1]
    assert len(ring) == 4


def test_numbers_are_short() -> None:
    assert [number(x) for x in (0, 1.0, 2.50, -0.25)] == ["0", "1", "2.5", "-0.2"]
