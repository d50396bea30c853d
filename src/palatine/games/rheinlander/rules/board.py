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

from palatine.core import errors
from palatine.core.catalog import BOARD_FOLDER
from palatine.core.errors import BadFile, BadOptions, is_plain
from palatine.core.messages import Message, Phrase
from palatine.games.rheinlander import ABOUT

AREAS = 54  # one number card each
SITES = 26  # as many as there are landmarks
NEIGHBOURS = 6
SHIPPED = ABOUT.folder / "boards"

IS_OURS = Phrase("board-is-ours", path=str, name=str)
NO_SUCH_BOARD = Phrase("board-unknown", name=str, known=list)
OTHER_NAME = Phrase("board-other-name", name=str, file=str)
EMPTY_FILE = Phrase("board-empty-file")
BAD_TITLE = Phrase("board-bad-title")
BAD_SIZE = Phrase("board-bad-size")
NO_LINE = Phrase("board-no-line", what=str, detail=str)
UNKNOWN_LINE = Phrase("board-unknown-line", known=list)
BAD_SPACE = Phrase("board-bad-space", name=str)
SPACE_TWICE = Phrase("board-space-twice", space=str)
BAD_POLYGON = Phrase("board-bad-polygon", space=str)
BAD_AREAS = Phrase("board-bad-areas", space=str, kind=str)
NO_SUCH_AREA = Phrase("board-no-such-area", space=str, area=int, last=int)
AREA_TOO_FULL = Phrase("board-area-too-full", space=str, area=int, kind=str)
NO_SPACES = Phrase("board-no-spaces")
AREA_NEEDS = Phrase("board-area-needs", area=int)
NO_SUCH_SPACE = Phrase("board-no-such-space", space=str)
MANY_NEIGHBOURS = Phrase("board-many-neighbours", space=str, most=int)
NEXT_TO_ITSELF = Phrase("board-next-to-itself", space=str)
ADJACENT_TWICE = Phrase("board-adjacent-twice", spaces=list)
MUST_BE_NEXT = Phrase("board-must-be-next", river=str, land=str)
RIVER_BROKEN = Phrase("board-river-broken", space=str, start=str)
OTHER_SITE = Phrase("board-other-site", right=str, wrong=str)
MANY_SITES = Phrase("board-many-sites", most=int)
SITE_NOT_ON_LAND = Phrase("board-site-not-on-land", site=str, space=str)
SITE_BETWEEN_STRANGERS = Phrase("board-site-between-strangers", site=str, spaces=list)
SITE_TWICE = Phrase("board-site-twice", site=str, spaces=list)
BAD_REACH_NAME = Phrase("board-bad-reach-name")
BAD_REACH = Phrase("board-bad-reach", reach=str, last=int)
REACH_TWICE = Phrase("board-reach-twice", reach=str, area=int)

Point = tuple[float, float]


class BadBoard(BadFile):
    """A board file that is no board."""

    def __init__(self, source: str, line: int | None, reason: Message) -> None:
        super().__init__(source, line, reason, ABOUT.name)
        self.args = (source, line, reason)


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
Problem = tuple[int | None, Message]  # in which line
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
        """The name of the stretch that a space lies in; empty where the board names none."""
        number = self.space[space].areas[0]
        return next((reach.name for reach in self.reaches if reach.first <= number <= reach.last), "")

    def duchy_name(self, first: str) -> str:
        """What a duchy is called, alike in the log and in lists: by its reach and first space."""
        return f"{self.reach(first)} {first}".lstrip()


def board_files() -> dict[str, Path]:
    """All boards that an option may name: ours, and those in the folder $PALATINE_BOARDS."""
    own = os.environ.get(BOARD_FOLDER)
    folders = [SHIPPED, Path(own)] if own else [SHIPPED]
    found: dict[str, Path] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("*.jsonl"))):
        if not path.is_file():
            continue
        if path.stem in found and not path.samefile(found[path.stem]):
            raise BadOptions(IS_OURS(path=str(path), name=path.stem), ABOUT.name)
        found[path.stem] = path
    return found


def board_named(name: str) -> Board:
    """The board that an option names."""
    files = board_files()
    if name not in files:
        raise BadOptions(NO_SUCH_BOARD(name=repr(name), known=list(files)), ABOUT.name)
    return _board_at(files[name], files[name].stat().st_mtime_ns)


@lru_cache(maxsize=32)
def _board_at(path: Path, changed: int) -> Board:
    """Kept until the file changes."""
    board = read_board(path)
    if board.name != path.stem:
        raise BadBoard(str(path), 1, OTHER_NAME(name=repr(board.name), file=repr(path.stem)))
    return board


def read_board(path: str | Path) -> Board:
    """Read a board file; raise BadBoard with the line that is wrong."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        problem = errors.CANNOT_READ(why=str(error.strerror or error))
        raise BadBoard(str(path), None, problem) from None
    return parse_board(data, str(path))


def parse_board(data: bytes, source: str = "board") -> Board:
    """The board that the bytes of a board file describe."""
    rows = data.split(b"\n")
    if not data.strip():
        raise BadBoard(source, None, EMPTY_FILE())
    header = _decode(source, 1, rows[0], Header)
    lines = {n: _line(source, n, row) for n, row in enumerate(rows[1:], start=2) if row.strip()}
    if not is_plain(header.title):
        raise BadBoard(source, 1, BAD_TITLE())
    if not all(10 <= length <= 10_000 for length in header.size):
        raise BadBoard(source, 1, BAD_SIZE())
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
        raise BadBoard(source, n, NO_LINE(what=kind.__name__.lower(), detail=str(error))) from None
    except UnicodeDecodeError:
        raise BadBoard(source, n, errors.NOT_UTF8()) from None
    except RecursionError:
        raise BadBoard(source, n, errors.TOO_DEEP()) from None


def _line(source: str, n: int, row: bytes) -> Line:
    keys = _decode(source, n, row, dict[str, Any])
    for key, kind in LINES.items():
        if key in keys:
            return _decode(source, n, row, kind)
    raise BadBoard(source, n, UNKNOWN_LINE(known=list(LINES)))


def _problems(lines: Numbered) -> Iterator[Problem]:
    yield from _space_problems(lines)
    yield from _area_problems(lines)
    yield from _edge_problems(lines)
    yield from _site_problems(lines)
    yield from _reach_problems(lines)


def _spaces(lines: Numbered) -> dict[int, Space]:
    return {n: line for n, line in lines.items() if isinstance(line, Space)}


def _space_problems(lines: Numbered) -> Iterator[Problem]:
    seen: set[str] = set()
    for n, space in _spaces(lines).items():
        if not re.fullmatch(r"[A-Z][1-9][0-9]*", space.name):
            yield n, BAD_SPACE(name=repr(space.name))
        if space.name in seen:
            yield n, SPACE_TWICE(space=space.name)
        seen.add(space.name)
        if len(space.polygon) < 3:
            yield n, BAD_POLYGON(space=space.name)
        most = 2 if space.kind == "land" else 1
        if not 1 <= len(set(space.areas)) == len(space.areas) <= most:
            yield n, BAD_AREAS(space=space.name, kind=space.kind)


def _area_problems(lines: Numbered) -> Iterator[Problem]:
    """Each area: a river space and two land spaces; areas are numbered from 1 without a gap."""
    members = Counter[tuple[int, str]]()
    for n, space in _spaces(lines).items():
        for number in space.areas:
            if not 1 <= number <= AREAS:
                yield n, NO_SUCH_AREA(space=space.name, area=number, last=AREAS)
            members[number, space.kind] += 1
            if members[number, space.kind] > (2 if space.kind == "land" else 1):
                yield n, AREA_TOO_FULL(space=space.name, area=number, kind=space.kind)
    last = max((number for number, _ in members), default=0)
    if last < 1:
        yield None, NO_SPACES()
    for number in range(1, last + 1):
        if members[number, "land"] != 2 or members[number, "water"] != 1:
            yield None, AREA_NEEDS(area=number)


def _edge_problems(lines: Numbered) -> Iterator[Problem]:
    spaces = {space.name: space for space in _spaces(lines).values()}
    seen: set[frozenset[str]] = set()
    degree = Counter[str]()
    for n, line in lines.items():
        if not isinstance(line, Adjacency):
            continue
        a, b = line.adjacent
        for name in (a, b):
            if name not in spaces:
                yield n, NO_SUCH_SPACE(space=name)
            degree[name] += 1
            if degree[name] > NEIGHBOURS:
                yield n, MANY_NEIGHBOURS(space=name, most=NEIGHBOURS)
        if a == b:
            yield n, NEXT_TO_ITSELF(space=a)
        if frozenset((a, b)) in seen:
            yield n, ADJACENT_TWICE(spaces=[a, b])
        seen.add(frozenset((a, b)))
    for n, space in _spaces(lines).items():
        if space.kind == "land":
            continue
        for other in spaces.values():
            if other.kind == "land" and set(other.areas) & set(space.areas):
                if frozenset((space.name, other.name)) not in seen:
                    yield n, MUST_BE_NEXT(river=space.name, land=other.name)
    water = [space.name for space in spaces.values() if space.kind == "water"]
    if cut_off := sorted(set(water) - _reachable(water, seen)):
        yield None, RIVER_BROKEN(space=cut_off[0], start=water[0])


def _reachable(names: list[str], edges: set[frozenset[str]]) -> set[str]:
    found, todo = {names[0]}, [names[0]]
    while todo:
        here = todo.pop()
        for there in names:
            if there not in found and frozenset((here, there)) in edges:
                found.add(there)
                todo.append(there)
    return found


def _site_problems(lines: Numbered) -> Iterator[Problem]:
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
            yield n, OTHER_SITE(right=f"S{count}", wrong=line.name)
        if count > SITES:
            yield n, MANY_SITES(most=SITES)
        for name in (a, b):
            if kinds.get(name) != "land":
                yield n, SITE_NOT_ON_LAND(site=line.name, space=name)
        if frozenset((a, b)) not in edges:
            yield n, SITE_BETWEEN_STRANGERS(site=line.name, spaces=[a, b])
        if frozenset((a, b)) in taken:
            yield n, SITE_TWICE(site=line.name, spaces=[a, b])
        taken.add(frozenset((a, b)))


def _reach_problems(lines: Numbered) -> Iterator[Problem]:
    taken: set[int] = set()
    last = max(number for space in _spaces(lines).values() for number in space.areas)
    for n, line in lines.items():
        if isinstance(line, Reach):
            if not is_plain(line.name):
                yield n, BAD_REACH_NAME()
            if not 1 <= line.first <= line.last <= last:
                yield n, BAD_REACH(reach=line.name, last=last)
            areas = set(range(line.first, line.last + 1))
            if taken & areas:
                yield n, REACH_TWICE(reach=line.name, area=min(taken & areas))
            taken |= areas
