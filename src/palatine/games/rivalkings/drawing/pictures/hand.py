"""One hand for all pictures: shapes that are washed and outlined in ink, flicks of the brush, shade.

A picture is a row of marks, the farthest first.  A wash leaves a strip of bare paper where the light comes
from and pools where it runs off, so that its edge is not the line's; the whole has a line around it that is
heavier on the side of the shade.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from math import cos, hypot, radians, sin
from typing import NamedTuple

from palatine.core.drawing.svg import Point, number, tag

from ..palette import INK

GRID = 2  # so many steps to a unit
LINE = 2.4  # the pen, in steps
RIM = 4.8  # the line around everything
PAPER = "#fffaed"
WASHES = {
    "skin": "#efc59b", "tan": "#c88d5f", "linen": "#f3e7cc", "red": "#c04f3b", "rose": "#dc9388",
    "blue": "#4f7fae", "sky": "#a9c6da", "green": "#6f9350", "leaf": "#93b266", "ochre": "#d6a03c",
    "gold": "#efbf45", "straw": "#e9cb7c", "violet": "#8468a4", "brown": "#94683f", "wood": "#bb8d58",
    "dark": "#5a4d42", "grey": "#a59e92", "stone": "#cbc1ab", "steel": "#a3b1b9", "slate": "#65798a",
    "tile": "#b8613f", "fire": "#ee8f35",
}  # fmt: skip
GONE = {"ink", "solid", "shade", "light"}  # what has no outline of its own


class Mark(NamedTuple):
    """A shape of a wash, or what is done with the pen: `ink`, `solid`, `shade`, `light`."""

    kind: str
    d: str


Marks = list[Mark]


def ink(d: str) -> Marks:
    return [Mark("ink", d)]


def solid(d: str) -> Marks:
    return [Mark("solid", d)]


def shade(d: str) -> Marks:
    return [Mark("shade", d)]


def light(d: str) -> Marks:
    return [Mark("light", d)]


def wash(name: str, d: str) -> Marks:
    return [Mark(name, d)]


def flick(*strokes: tuple[float, float, float, float, float, float], width: float = 1.7) -> Marks:
    """Strokes of a brush from a point, past another, to a third; thin at both ends."""
    return solid("".join(_lens(stroke, width) for stroke in strokes))


def _lens(stroke: tuple[float, float, float, float, float, float], width: float) -> str:
    x, y, cx, cy, tx, ty = stroke
    long = hypot(tx - x, ty - y) or 1.0
    nx, ny = (y - ty) / long * width * 2, (tx - x) / long * width * 2
    return f"M{_pair(x, y)}Q{_pair(cx, cy)} {_pair(tx, ty)}Q{_pair(cx + nx, cy + ny)} {_pair(x, y)}Z"


def ring(x: float, y: float, r: float, high: float | None = None) -> str:
    """A round, or one that is seen aslant."""
    r2, k = high or r, 0.55
    a, b = r * k, r2 * k
    return (
        f"M{_pair(x - r, y)}C{_pair(x - r, y - b)} {_pair(x - a, y - r2)} {_pair(x, y - r2)}"
        f"C{_pair(x + a, y - r2)} {_pair(x + r, y - b)} {_pair(x + r, y)}"
        f"C{_pair(x + r, y + b)} {_pair(x + a, y + r2)} {_pair(x, y + r2)}"
        f"C{_pair(x - a, y + r2)} {_pair(x - r, y + b)} {_pair(x - r, y)}Z"
    )


def box(x: float, y: float, wide: float, high: float) -> str:
    return f"M{_pair(x, y)}H{number(x + wide)}V{number(y + high)}H{number(x)}Z"


def limb(start: Point, bend: Point, end: Point, thick: float, thin: float) -> str:
    """A sleeve, or whatever else bends on its way and gets thinner."""
    (sx, sy), (bx, by), (ex, ey) = start, bend, end
    a, b, c = _side(start, bend, thick), _side(start, end, (thick + thin) / 2), _side(bend, end, thin)
    return (
        f"M{_pair(sx + a[0], sy + a[1])}Q{_pair(bx + b[0], by + b[1])} {_pair(ex + c[0], ey + c[1])}"
        f"L{_pair(ex - c[0], ey - c[1])}Q{_pair(bx - b[0], by - b[1])} {_pair(sx - a[0], sy - a[1])}Z"
    )


def _side(a: Point, b: Point, far: float) -> Point:
    long = hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    return (a[1] - b[1]) / long * far, (b[0] - a[0]) / long * far


def _pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


STEP = re.compile(r"([MLHVCQZ])([^MLHVCQZ]*)")
FIGURE = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
WAVER = 0.4


def moved(marks: Marks, at: Point = (0, 0), turn: float = 0, scale: float = 1, flip: bool = False) -> Marks:
    """The same elsewhere, mirrored, turned, and larger or smaller."""
    c, s = scale * cos(radians(turn)), scale * sin(radians(turn))
    f = -1 if flip else 1

    def there(x: float, y: float) -> str:
        return _pair(at[0] + c * f * x - s * y, at[1] + s * f * x + c * y)

    return [
        Mark(
            kind, "".join(command + " ".join(there(x, y) for x, y in points) for command, points in _steps(d))
        )
        for kind, d in marks
    ]


def _steps(d: str) -> Iterator[tuple[str, list[Point]]]:
    """The commands of a path, each with its points; those along an axis are lines like others."""
    x = y = 0.0
    for command, rest in STEP.findall(d):
        figures = [float(n) for n in FIGURE.findall(rest)]
        if command == "H":
            figures, command = [f for n in figures for f in (n, y)], "L"
        elif command == "V":
            figures, command = [f for n in figures for f in (x, n)], "L"
        points = list(zip(figures[::2], figures[1::2], strict=True))
        x, y = points[-1] if points else (x, y)
        yield command, points


def joined(*parts: Marks) -> Marks:
    return [mark for part in parts for mark in part]


def drawn(marks: Iterable[Mark]) -> str:
    """The picture."""
    row = [Mark(kind, _written(d)) for kind, d in marks]
    rim = "".join(d for kind, d in row if kind not in GONE)
    around = tag("path", d=rim, fill=INK, stroke_width=RIM, transform="translate(1 1)")
    parts = [
        _path(kind, "".join(d for _, d in alike)) for kind, alike in groupby(row, key=lambda mark: mark.kind)
    ]
    return tag(
        "g", around, *parts, fill="none", stroke=INK, stroke_width=LINE, stroke_linejoin="round",
        stroke_linecap="round",
    )  # fmt: skip


def _wavering(x: float, y: float) -> Point:
    """Where the hand comes to, which is not quite where it wanted to be."""
    return x + WAVER * sin(0.31 * y + 0.11 * x), y + WAVER * sin(0.27 * x - 0.09 * y)


def _written(d: str) -> str:
    """A path in whole steps from point to point, which is short; the roundings do not add up."""
    here = begun = (0, 0)
    written, said = "", ""
    for command, points in _steps(d):
        ends = [(round(GRID * x), round(GRID * y)) for x, y in (_wavering(*point) for point in points)]
        if command == "Z":
            here, step = begun, "z"
        elif command == "M":
            here = begun = ends[-1]
            step = f"M{here[0]} {here[1]}"
        else:
            step = " ".join(f"{x - here[0]} {y - here[1]}" for x, y in ends)
            step = step if said == command and step[0] == "-" else command.lower() + step
            here = ends[-1]
        written += step
        said = command
    return written.replace(" -", "-")


def _path(kind: str, d: str) -> str:
    if kind == "ink":
        return tag("path", d=d)
    if kind == "solid":
        return tag("path", d=d, fill=INK, stroke="none")
    if kind == "shade":
        return tag("path", d=d, fill=INK, stroke="none", opacity=".2")
    if kind == "light":
        return tag("path", d=d, fill=PAPER, stroke="none", opacity=".55")
    return tag("path", d=d, fill=f"url(#w-{kind})")


@cache
def washes(paper: str) -> str:
    """The washes: bare paper first, then the colour, then where it pools."""
    return "".join(_wash(name, colour, paper) for name, colour in WASHES.items())


def _wash(name: str, colour: str, paper: str) -> str:
    base = mixed(colour, paper, 0.06)
    stops = (
        (0, mixed(base, paper, 0.85)),
        (0.2, mixed(base, paper, 0.6)),
        (0.27, mixed(base, paper, 0.08)),
        (0.7, base),
        (1, mixed(base, INK, 0.22)),
    )
    drops = "".join(tag("stop", offset=offset, stop_color=drop) for offset, drop in stops)
    return tag("linearGradient", drops, id=f"w-{name}", x2=1, y2=0.7)


def mixed(colour: str, other: str, part: float) -> str:
    """So much of another colour in a colour."""
    pairs = [(int(colour[n : n + 2], 16), int(other[n : n + 2], 16)) for n in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
