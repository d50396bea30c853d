"""The board: areas along a river, read from a file and checked.

A board file is JSON Lines: a header, then a line for every space, every pair of adjacent spaces, every
building site, every named reach and every piece of scenery.  Another river is another file.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from palatine.core.catalog import BOARD_FOLDER
from palatine.core.errors import BadFile, BadOptions, is_plain, one_of

AREAS = 54  # one number card each
SITES = 26  # as many as there are landmarks
NEIGHBOURS = 6
SHIPPED = Path(__file__).parent / "boards"

Point = tuple[float, float]


class BadBoard(BadFile):
    """A board file that is no board."""


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: Literal["palatine-board"]
    version: Literal[1]
    name: str
    title: str
    size: Point


class Space(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "space"}):
    """A land space belongs to one area or, on an island, to two; a river space to one."""

    name: str
    kind: Literal["land", "water"]
    areas: tuple[int, ...]
    at: Point
    polygon: tuple[Point, ...]
    terrain: Literal["vineyard", "wood", "meadow", "plough"] | None = None
    number: Point | None = None


class Adjacency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    adjacent: tuple[str, str]


class Site(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "site"}):
    """A building site on the border of two land spaces."""

    name: str
    spaces: tuple[str, str]
    at: Point


class Reach(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"name": "reach"}):
    """A named stretch of the river, from its first area to its last."""

    name: str
    areas: tuple[int, int]

    @property
    def first(self) -> int:
        return self.areas[0]

    @property
    def last(self) -> int:
        return self.areas[1]


class Scenery(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"kind": "scenery"}):
    """Decoration: no rule looks at it."""

    kind: str
    at: Point
    size: float = 1.0


Line = Space | Adjacency | Site | Reach | Scenery
Numbered = dict[int, Line]  # by their number in the file
Kind = TypeVar("Kind")
LINES: dict[str, type[Line]] = {
    "space": Space,
    "adjacent": Adjacency,
    "site": Site,
    "reach": Reach,
    "scenery": Scenery,
}


class Board(msgspec.Struct, frozen=True, dict=True):
    """A checked board.  Land spaces come first, in the order of the file; then the river, by area."""

    name: str
    title: str
    size: Point
    spaces: tuple[Space, ...]
    edges: tuple[tuple[str, str], ...]
    sites: tuple[Site, ...]
    reaches: tuple[Reach, ...]
    scenery: tuple[Scenery, ...]

    def __hash__(self) -> int:
        return hash(self.name)  # a board is looked up for every game; all its polygons would take long

    @cached_property
    def land(self) -> tuple[Space, ...]:
        return tuple(space for space in self.spaces if space.kind == "land")

    @cached_property
    def water(self) -> tuple[Space, ...]:
        return tuple(space for space in self.spaces if space.kind == "water")

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        beside: dict[str, list[str]] = {space.name: [] for space in self.spaces}
        for a, b in self.edges:
            beside[a].append(b)
            beside[b].append(a)
        return {name: tuple(others) for name, others in beside.items()}

    @cached_property
    def area(self) -> tuple[tuple[str, str, str], ...]:
        """The two land spaces and the river space of every area."""
        rows: list[list[str]] = [[] for _ in self.water]
        for space in (*self.land, *self.water):
            for number in space.areas:
                rows[number - 1].append(space.name)
        return tuple((a, b, c) for a, b, c in rows)

    @cached_property
    def space(self) -> dict[str, Space]:
        return {space.name: space for space in self.spaces}

    def reach(self, space: str) -> str:
        """The name of the stretch that a space lies in, or of its area where the board names none."""
        number = self.space[space].areas[0]
        for reach in self.reaches:
            if reach.first <= number <= reach.last:
                return reach.name
        return f"area {number}"


def board_files() -> dict[str, Path]:
    """All boards that an option may name: ours, and those in the folder $PALATINE_BOARDS."""
    own = os.environ.get(BOARD_FOLDER)
    folders = [SHIPPED, Path(own)] if own else [SHIPPED]
    found: dict[str, Path] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("*.jsonl"))):
        if not path.is_file():
            continue
        if path.stem in found and not path.samefile(found[path.stem]):
            raise BadOptions(f"{path}: {path.stem} is a board of ours; give yours another name")
        found[path.stem] = path
    return found


def board_named(name: str) -> Board:
    """The board that an option names."""
    files = board_files()
    if name not in files:
        raise BadOptions(f"there is no board {name!r}; there is {one_of(files)}")
    return _board_at(files[name], files[name].stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _board_at(path: Path, changed: int) -> Board:
    """Kept until the file changes."""
    board = read_board(path)
    if board.name != path.stem:
        raise BadBoard(str(path), 1, f"the board is named {board.name!r}, but its file {path.stem!r}")
    return board


def read_board(path: str | Path) -> Board:
    """Read a board file; raise BadBoard with the line that is wrong."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadBoard(str(path), None, f"cannot be read: {error.strerror or error}") from None
    return parse_board(data, str(path))


def parse_board(data: bytes, source: str = "board") -> Board:
    """The board that the bytes of a board file describe."""
    rows = data.split(b"\n")
    if not data.strip():
        raise BadBoard(source, None, "the file is empty; a board starts with its header line")
    header = _decode(source, 1, rows[0], Header)
    lines = {n: _line(source, n, row) for n, row in enumerate(rows[1:], start=2) if row.strip()}
    if not is_plain(header.title):
        raise BadBoard(source, 1, "the title is one line of printable text")
    if not all(10 <= length <= 10_000 for length in header.size):
        raise BadBoard(source, 1, "the size of the drawing is from 10 to 10000 each way")
    for n, reason in _problems(lines):
        raise BadBoard(source, n, reason)
    spaces = _of(lines, Space)
    return Board(
        name=header.name,
        title=header.title,
        size=header.size,
        spaces=(
            *(space for space in spaces if space.kind == "land"),
            *sorted((space for space in spaces if space.kind == "water"), key=lambda space: space.areas),
        ),
        edges=tuple(line.adjacent for line in _of(lines, Adjacency)),
        sites=_of(lines, Site),
        reaches=_of(lines, Reach),
        scenery=_of(lines, Scenery),
    )


def _of(lines: Numbered, kind: type[Kind]) -> tuple[Kind, ...]:
    return tuple(line for line in lines.values() if isinstance(line, kind))


def _decode(source: str, n: int, row: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(row, type=kind)
    except msgspec.DecodeError as error:
        raise BadBoard(source, n, f"not a {kind.__name__.lower()} line: {error}") from None
    except UnicodeDecodeError:
        raise BadBoard(source, n, "this is not UTF-8") from None
    except RecursionError:
        raise BadBoard(source, n, "this is nested too deeply") from None


def _line(source: str, n: int, row: bytes) -> Line:
    keys = _decode(source, n, row, dict[str, Any])
    for key, kind in LINES.items():
        if key in keys:
            return _decode(source, n, row, kind)
    raise BadBoard(source, n, f"a line of a board file has one of {one_of(LINES)}")


def _problems(lines: Numbered) -> Iterator[tuple[int | None, str]]:
    yield from _space_problems(lines)
    yield from _area_problems(lines)
    yield from _edge_problems(lines)
    yield from _site_problems(lines)
    yield from _reach_problems(lines)


def _spaces(lines: Numbered) -> dict[int, Space]:
    return {n: line for n, line in lines.items() if isinstance(line, Space)}


def _space_problems(lines: Numbered) -> Iterator[tuple[int | None, str]]:
    seen: set[str] = set()
    for n, space in _spaces(lines).items():
        if not re.fullmatch(r"[A-Z][1-9][0-9]*", space.name):
            yield n, f"{space.name!r} is no name of a space: a capital letter and a number, like L23"
        if space.name in seen:
            yield n, f"space {space.name} is there twice"
        seen.add(space.name)
        if len(space.polygon) < 3:
            yield n, f"the polygon of {space.name} has fewer than three corners"
        most = 2 if space.kind == "land" else 1
        belongs = "one or two areas" if most == 2 else "one area"
        if not 1 <= len(set(space.areas)) == len(space.areas) <= most:
            yield (
                n,
                f"{space.name}: a {space.kind} space belongs to {belongs}",
            )


def _area_problems(lines: Numbered) -> Iterator[tuple[int | None, str]]:
    """Each area: a river space and two land spaces; areas are numbered from 1 without a gap."""
    members = Counter[tuple[int, str]]()
    for n, space in _spaces(lines).items():
        for number in space.areas:
            if not 1 <= number <= AREAS:
                yield n, f"{space.name}: areas have numbers from 1 to {AREAS}, not {number}"
            members[number, space.kind] += 1
            if members[number, space.kind] > (2 if space.kind == "land" else 1):
                yield n, f"{space.name}: area {number} has a {space.kind} space too many"
    last = max((number for number, _ in members), default=0)
    if last < 1:
        yield None, "there are no spaces"
    for number in range(1, last + 1):
        if members[number, "land"] != 2 or members[number, "water"] != 1:
            yield None, f"area {number} needs two land spaces and a river space"


def _edge_problems(lines: Numbered) -> Iterator[tuple[int | None, str]]:
    spaces = {space.name: space for space in _spaces(lines).values()}
    seen: set[frozenset[str]] = set()
    degree = Counter[str]()
    for n, line in lines.items():
        if not isinstance(line, Adjacency):
            continue
        a, b = line.adjacent
        for name in (a, b):
            if name not in spaces:
                yield n, f"there is no space {name}"
            degree[name] += 1
            if degree[name] > NEIGHBOURS:
                yield n, f"{name} has more than {NEIGHBOURS} neighbours"
        if a == b:
            yield n, f"{a} cannot be next to itself"
        if frozenset((a, b)) in seen:
            yield n, f"{a} and {b} are adjacent twice"
        seen.add(frozenset((a, b)))
    for n, space in _spaces(lines).items():
        if space.kind == "land":
            continue
        for other in spaces.values():
            if other.kind == "land" and set(other.areas) & set(space.areas):
                if frozenset((space.name, other.name)) not in seen:
                    yield n, f"{space.name} must be next to {other.name}, a land space of its area"
    water = [space.name for space in spaces.values() if space.kind == "water"]
    if cut_off := sorted(set(water) - _reachable(water, seen)):
        yield None, f"the river is broken: {cut_off[0]} cannot be reached from {water[0]} by water"


def _reachable(names: list[str], edges: set[frozenset[str]]) -> set[str]:
    found, todo = {names[0]}, [names[0]]
    while todo:
        here = todo.pop()
        for there in names:
            if there not in found and frozenset((here, there)) in edges:
                found.add(there)
                todo.append(there)
    return found


def _site_problems(lines: Numbered) -> Iterator[tuple[int | None, str]]:
    kinds = {space.name: space.kind for space in _spaces(lines).values()}
    edges = {frozenset(line.adjacent) for line in lines.values() if isinstance(line, Adjacency)}
    count = 0
    taken: set[frozenset[str]] = set()
    for n, line in lines.items():
        if not isinstance(line, Site):
            continue
        count += 1
        a, b = line.spaces
        if line.name != f"S{count}":
            yield n, f"sites are named in order: this one is S{count}, not {line.name}"
        if count > SITES:
            yield n, f"there are {SITES} landmarks: no more sites than that"
        for name in (a, b):
            if kinds.get(name) != "land":
                yield n, f"{line.name}: {name} is no land space"
        if frozenset((a, b)) not in edges:
            yield n, f"{line.name}: {a} and {b} do not touch each other"
        if frozenset((a, b)) in taken:
            yield n, f"{line.name}: there is a site between {a} and {b} already"
        taken.add(frozenset((a, b)))


def _reach_problems(lines: Numbered) -> Iterator[tuple[int | None, str]]:
    taken: set[int] = set()
    last = max(number for space in _spaces(lines).values() for number in space.areas)
    for n, line in lines.items():
        if isinstance(line, Reach):
            if not is_plain(line.name):
                yield n, "the name of a reach is one line of printable text"
            if not 1 <= line.first <= line.last <= last:
                yield n, f"{line.name}: a reach goes from a first area to a last one, within 1 to {last}"
            areas = set(range(line.first, line.last + 1))
            if taken & areas:
                yield n, f"{line.name}: area {min(taken & areas)} has a reach already"
            taken |= areas
