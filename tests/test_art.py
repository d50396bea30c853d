"""What the games give a screen to draw with: complete, small, and safe to lay into one page."""

from __future__ import annotations

import gzip
import json
import re
import runpy
import struct
import zlib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from palatine.core.catalog import game, words_of
from palatine.core.drawing.palette import PAPER_BY_DAY, TINCTURES
from palatine.core.drawing.svg import path, prefixed, trail
from palatine.core.picture import png
from palatine.games.rheinlander.drawing import drawing_problems
from palatine.games.rheinlander.drawing.art import art as river_art
from palatine.games.rheinlander.drawing.geometry import segments, turn
from palatine.games.rheinlander.drawing.outline import thinned
from palatine.games.rheinlander.rules.board import Board, board_named, parse_board
from palatine.games.rivalkings.drawing.art import art as drawn_art
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    BUILDINGS,
    CARD_NAMES,
    CHARACTERS,
    SUBJECTS,
    TRADE,
)

SVG = "{http://www.w3.org/2000/svg}"
THEMES = ("day", "night")
MOST = {  # bytes as they travel
    "board.svg": 40_000, "pieces.svg": 6_000, "board.json": 25_000, "cards.svg": 33_000, "cards.json": 4_000,
}  # fmt: skip
MEDIA = {"svg": "image/svg+xml", "json": "application/json"}
COLOURS = [tincture.name for tincture in TINCTURES]


def court_art(name: str, theme: str) -> tuple[str, str] | None:
    return drawn_art(name, theme, words_of("rivalkings"))


@pytest.fixture(scope="module")
def rhine() -> Board:
    return board_named("rhine")


def text(name: str, theme: str = "day") -> str:
    """A file of either game."""
    found = court_art(name, theme) or river_art(board_named("rhine"), name, theme)
    assert found is not None
    return found[0]


def data(name: str) -> Any:
    return json.loads(text(name))


def named(svg: str) -> dict[str, ElementTree.Element]:
    """All elements that have a name; no two have the same."""
    found = [e for e in ElementTree.fromstring(svg).iter() if e.get("id")]
    assert [name for name, count in Counter(e.get("id") for e in found).items() if count > 1] == []
    return {e.get("id", ""): e for e in found}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", MOST)
def test_every_file_is_there_small_and_always_the_same(rhine: Board, name: str, theme: str) -> None:
    found = court_art(name, theme) if name.startswith("cards") else river_art(rhine, name, theme)
    assert found is not None
    content, media = found
    assert media == MEDIA[name.rpartition(".")[2]]
    assert len(gzip.compress(content.encode(), 9)) < MOST[name]
    again = court_art(name, theme) if name.startswith("cards") else river_art(rhine, name, theme)
    assert again is found


@pytest.mark.parametrize("name", ["rheinlander", "rivalkings"])
def test_a_game_names_the_files_that_a_screen_needs(name: str) -> None:
    drawing = game(name, {"players": 4}).drawing
    assert drawing.files
    assert set(drawing.files) == {file for file in MOST if drawing.art(file, "day", words_of(name))}


@pytest.mark.parametrize(
    "name, theme", [("board.png", "day"), ("board.svg", "dusk"), ("", ""), ("../a", "day")]
)
def test_there_is_nothing_of_another_name_or_theme(rhine: Board, name: str, theme: str) -> None:
    assert river_art(rhine, name, theme) is None
    assert court_art(name.replace("board", "cards"), theme) is None


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", [name for name in MOST if name.endswith("svg")])
def test_a_drawing_needs_nothing_from_elsewhere(name: str, theme: str) -> None:
    svg = text(name, theme)
    names = set(named(svg))
    assert set(re.findall(r'href="([^"]*)"', svg)) | set(re.findall(r"url\(([^)]*)\)", svg)) <= {
        f"#{name}" for name in names
    }
    assert "http" not in svg.replace('xmlns="http://www.w3.org/2000/svg"', "")
    tags = {e.tag.removeprefix(SVG) for e in ElementTree.fromstring(svg).iter()}
    assert not tags & {"style", "script", "image", "foreignObject", "title", "filter"}
    assert 'style="' not in svg


def test_the_themes_differ_in_colours_only() -> None:
    for name in MOST:
        by_day, by_night = (re.sub(r"#[0-9a-f]{6}\b", "", text(name, theme)) for theme in THEMES)
        assert abs(len(by_day) - len(by_night)) < 500
        if name.endswith("svg"):
            assert list(named(by_day)) == list(named(by_night))


def test_names_of_the_map_and_of_the_pieces_do_not_clash() -> None:
    on_map, pieces = named(text("board.svg")), named(text("pieces.svg"))
    assert all(name.startswith("map-") for name in on_map)
    assert not set(on_map) & set(pieces)
    classes = set(re.findall(r'class="([^"]*)"', text("board.svg")))
    assert {name for name in classes if not name.startswith("map-")} == {"under", "over"}


def test_the_map_has_its_two_layers_and_all_that_is_written_on_it(rhine: Board) -> None:
    root = ElementTree.fromstring(text("board.svg"))
    assert root.get("viewBox") == "0 0 1600 1000"
    assert [e.get("class") for e in root] == [None, "under", "over"]
    words = {"".join(e.itertext()) for e in root[2].iter(f"{SVG}text")}
    assert words == {str(n) for n in range(1, 55)} | {reach.name for reach in rhine.reaches}
    assert not list(root[1].iter(f"{SVG}text"))
    assert png(text("board.svg", "night"), 390).startswith(b"\x89PNG")


def test_the_box_has_all_the_pieces_and_says_their_sizes() -> None:
    there = named(text("pieces.svg"))
    single = {
        "castle", "church", "city", "site", "bastion", "crook", "mitre", "coin", "reinforce", "discard",
        "card-back", "card-face",
    }  # fmt: skip
    each = {f"{kind}-{colour}" for kind in ("shield", "pennant") for colour in COLOURS}
    assert single | each <= set(there)
    assert all(there[name].tag == f"{SVG}g" for name in single | each)
    washes = {"hatch", *(f"wash-{colour}" for colour in COLOURS)}
    assert all(there[name].tag == f"{SVG}pattern" for name in washes)
    sizes = data("board.json")["pieces"]
    assert set(sizes) == single | {"shield", "pennant"}
    assert all(len(size["box"]) == 4 and size["scale"] > 0 for size in sizes.values())
    assert {"size", "number", "foot"} <= set(sizes["pennant"])


def test_the_hatchings_differ() -> None:
    there = named(text("pieces.svg"))
    strokes = [there[f"wash-{colour}"][-1].get("d") for colour in COLOURS]
    assert len(set(strokes)) == 5


def test_the_places_are_those_of_the_board(rhine: Board) -> None:
    places = data("board.json")
    assert [space["name"] for space in places["spaces"]] == [space.name for space in rhine.spaces]
    assert places["size"] == list(rhine.size)
    assert places["adjacent"] == [list(pair) for pair in rhine.edges]
    for place, space in zip(places["spaces"], rhine.spaces, strict=True):
        assert (place["kind"], place["areas"], place["terrain"]) == (
            space.kind,
            list(space.areas),
            space.terrain,
        )
        assert place["at"] == list(space.at)
        assert (place["number"] is None) == (space.kind == "land")
        assert {tuple(corner) for corner in place["polygon"]} <= set(space.polygon)
    assert [site["name"] for site in places["sites"]] == [site.name for site in rhine.sites]
    assert places["tinctures"]["red"]["field"] == TINCTURES[0].field
    assert all(round(x, 1) == x for place in places["spaces"] for corner in place["polygon"] for x in corner)


def test_spaces_share_their_borders_as_they_do_on_the_board(rhine: Board) -> None:
    """So that the border of a duchy is what only one of its spaces has."""
    edges = {
        place["name"]: {turn(edge) for edge in segments([(x, y) for x, y in place["polygon"]])}
        for place in data("board.json")["spaces"]
    }
    adjacent = {frozenset(pair) for pair in rhine.edges}
    for a, b in combinations(edges, 2):
        assert bool(edges[a] & edges[b]) == (frozenset((a, b)) in adjacent), (a, b)


def test_a_thinned_board_is_still_well_drawn(rhine: Board) -> None:
    thin = thinned(rhine)
    assert list(drawing_problems(thin)) == []
    points = [sum(len(space.polygon) for space in board.spaces) for board in (thin, rhine)]
    assert points[0] < 0.55 * points[1]


def test_a_pennant_is_clear_of_shields_and_landmarks_wherever_there_is_room(rhine: Board) -> None:
    places = data("board.json")
    width, height = places["pieces"]["pennant"]["size"]
    things = np.array([space.at for space in rhine.spaces] + [site.at for site in rhine.sites])
    roomy = [place["flag"] for place in places["spaces"] if place["flag"][2] > 0 and place["kind"] == "land"]
    assert len(roomy) > 70
    for x, y, _ in roomy:
        off = np.abs(things - (x, y))
        assert not ((off[:, 0] < width / 2) & (off[:, 1] < height / 2)).any()
    assert all(0 < x < 1600 and 0 < y < 1000 for x, y, _ in (place["flag"] for place in places["spaces"]))


def test_the_little_map_on_a_card_lies_on_the_card(rhine: Board) -> None:
    card = data("board.json")["pieces"]["card-face"]
    left, top, width, height = card["box"]
    x, y, scale = card["map"]
    for space in rhine.water:
        assert left < x + space.at[0] * scale < left + width
        assert top + height / 2 < y + space.at[1] * scale < top + height


def test_every_card_and_sign_is_a_symbol_of_its_size() -> None:
    there = named(text("cards.svg"))
    boxes = {name: e.get("viewBox") for name, e in there.items() if e.tag == f"{SVG}symbol"}
    assert all(boxes[f"character-{c.name}"] == "0 0 168 200" for c in CHARACTERS)
    assert all(boxes[f"card-{name}"] == "0 0 104 146" for name in CARD_NAMES)
    assert [boxes[f"back-{kind}"] for kind in ("character", "subject", "building")] == [
        "0 0 168 200", "0 0 104 146", "0 0 104 146",
    ]  # fmt: skip
    signs = [f"action-{name}" for name in ACTION_NAMES] + [f"crest-{colour}" for colour in COLOURS[:4]]
    signs += ["coin", "marker", "star", "crown", "neutral", "clasp"]
    signs += [f"picture-{name}" for name in (*(c.name for c in CHARACTERS), *CARD_NAMES)]
    signs += [f"{kind}-{trade.subject}" for kind in ("trade", "ability") for trade in TRADE]
    assert set(signs) <= set(boxes)
    assert {f"shield-{colour}" for colour in COLOURS[:4]} <= set(there)


def test_pictures_are_told_apart_at_the_size_of_a_stamp() -> None:
    """By light and dark alone, so that nobody needs the colours."""
    court = [character.name for character in CHARACTERS]
    for names in (court, SUBJECTS, BUILDINGS):
        stamps = {name: stamp(name) for name in names}
        for one, other in combinations(names, 2):
            assert np.abs(stamps[one] - stamps[other]).mean() > 0.05, (one, other)


def stamp(name: str) -> np.ndarray[Any, np.dtype[np.float64]]:
    """How light a picture is everywhere, from 0 to 1, forty pixels wide."""
    library = text("cards.svg")
    picture = named(library)[f"picture-{name}"].get("viewBox")
    paints = library[library.index("<defs>") : library.index("</defs>") + 7]
    sheet = (
        f'<rect x="-999" y="-999" width="9999" height="9999" fill="#fff"/><use href="#picture-{name}" {{}}/>'
    )
    x, y, wide, high = str(picture).split()
    place = f'x="{x}" y="{y}" width="{wide}" height="{high}"'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{picture}">{paints}{sheet.format(place)}</svg>'
    return pixels(png(svg, 40))[:, :, :3].mean(axis=2) / 255


def pixels(data: bytes) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A PNG of eight bits and four channels: height, width, channel."""
    wide, high = struct.unpack(">II", data[16:24])
    packed, at = b"", 8
    while at < len(data):
        (size,) = struct.unpack(">I", data[at : at + 4])
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += size + 12
    plain, step = zlib.decompress(packed), 4 * wide
    above, done = bytes(step + 4), []  # what is above or left of everything is nothing
    for start in range(0, len(plain), step + 1):
        kind, row = plain[start], bytearray(4)
        for n, value in enumerate(plain[start + 1 : start + 1 + step]):
            left, up, corner = row[n], above[n + 4], above[n]
            guess = left + up - corner
            _, _, nearest = min((abs(guess - near), n, near) for n, near in enumerate((left, up, corner)))
            row.append((value + (0, left, up, (left + up) // 2, nearest)[kind]) % 256)
        above = bytes(row)
        done.append(above[4:])
    return np.frombuffer(b"".join(done), np.uint8).reshape(high, wide, 4)


def test_shields_are_the_same_in_both_games() -> None:
    river, court = named(text("pieces.svg")), named(text("cards.svg"))
    for colour in COLOURS[:4]:
        one, other = (ElementTree.tostring(lib[f"shield-{colour}"]) for lib in (river, court))
        assert one == other


def test_what_is_printed_on_the_cards() -> None:
    book = data("cards.json")
    by_name = {card["name"]: card for card in book["cards"]}
    assert list(by_name) == list(CARD_NAMES)
    assert (by_name["Forge"]["pair"], by_name["Farmer"]["pair"]) == ("Blacksmith", "Farm")
    assert all(by_name[card["pair"]]["trade"] == card["trade"] for card in book["cards"])
    people = {person["name"]: person for person in book["characters"]}
    queen, bursar, trader = (people[name] for name in ("Queen", "Bursar", "Trader2"))
    assert (queen["rank"], queen["robs"], queen["symbol"], queen["actions"]) == ("A", "D", False, ["recruit"])
    assert (bursar["rank"], bursar["robs"], bursar["symbol"]) == ("D", "E", True)
    assert (trader["robs"], trader["actions"]) == (None, ["settle", "money", "recruit", "build"])


def test_actions_lie_on_the_card_beside_each_other() -> None:
    book = data("cards.json")
    width, height = book["sizes"]["character"]
    radius = book["sizes"]["action"]
    for person in book["characters"]:
        assert list(person["places"]) == person["actions"]
        places = list(person["places"].values())
        assert all(radius < x < width - radius and radius < y < height - radius for x, y in places)
        assert all(abs(a[0] - b[0]) > 2 * radius for a, b in combinations(places, 2))


def test_the_prices_and_titles_are_on_the_cards() -> None:
    there = named(text("cards.svg"))
    for card in data("cards.json")["cards"]:
        words = ["".join(e.itertext()) for e in there[f"card-{card['name']}"].iter(f"{SVG}text")]
        assert words == [str(card["price"]), card["title"]]


def test_a_board_of_ones_own_has_art_too() -> None:
    def square(x: int) -> list[list[int]]:
        return [[x, 0], [x + 100, 0], [x + 100, 100], [x, 100]]

    rows: list[dict[str, Any]] = [
        {"format": "palatine-board", "version": 1, "name": "brook", "title": "A brook", "size": [300, 100]},
        {"space": "L1", "kind": "land", "areas": [1], "at": [50, 50], "polygon": square(0)},
        {"space": "R1", "kind": "land", "areas": [1], "at": [250, 50], "polygon": square(200)},
        {"space": "W1", "kind": "water", "areas": [1], "at": [150, 50], "polygon": square(100)},
        {"adjacent": ["L1", "W1"]},
        {"adjacent": ["W1", "R1"]},
    ]
    brook = parse_board("\n".join(json.dumps(row) for row in rows).encode())
    for name in ("board.svg", "pieces.svg", "board.json"):
        assert river_art(brook, name, "day") is not None
    places = json.loads(river_art(brook, "board.json", "day")[0])  # type: ignore[index]
    assert [len(place["polygon"]) for place in places["spaces"]] == [4, 4, 4]


def test_a_trail_goes_where_the_path_goes() -> None:
    points = [(1.0, 2.0), (11.5, 1.7), (11.5, 1.75), (-0.4, 0.0)]
    assert trail(points, closed=True) == "M1 2l10.5-.3l0 .1l-11.9-1.8z"
    assert path(points[:2]) == "M1 2L11.5 1.7"


def test_every_name_and_reference_gets_the_prefix() -> None:
    svg = '<g id="a" class="b" data-id="x"><use href="#a"/><path fill="url(#a)" d="id"/></g>'
    assert prefixed(svg, "map-") == (
        '<g id="map-a" class="map-b" data-id="x"><use href="#map-a"/><path fill="url(#map-a)" d="id"/></g>'
    )


def test_the_clients_shields_are_up_to_date() -> None:
    maker = runpy.run_path(str(Path(__file__).parent.parent / "tools" / "make_shields.py"))
    current = maker["FILE"].read_text("utf-8") == maker["text"]()
    assert current, "the shields have changed: run python tools/make_shields.py"


def test_the_clients_icons_are_up_to_date() -> None:
    maker = runpy.run_path(str(Path(__file__).parent.parent / "tools" / "make_icons.py"))
    for name, drawing in maker["drawn"]().items():
        current = (maker["FOLDER"] / name).read_text("utf-8") == drawing
        assert current, "the icons have changed: run python tools/make_icons.py"
    for name, (_, width) in maker["painted"]().items():
        head = (maker["FOLDER"] / name).read_bytes()[:24]
        assert head.startswith(b"\x89PNG")
        assert struct.unpack(">II", head[16:]) == (width, width)


def test_the_manifest_names_icons_that_are_there() -> None:
    public = Path(__file__).parent.parent / "web" / "public"
    manifest = json.loads((public / "manifest.webmanifest").read_text("utf-8"))
    assert {icon["src"] for icon in manifest["icons"]} <= {f"/{path.name}" for path in public.iterdir()}
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert manifest["background_color"] == PAPER_BY_DAY.paper
