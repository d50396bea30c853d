"""A few words of SVG: elements as text, numbers kept short."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

Point = tuple[float, float]
Segment = tuple[Point, Point]

XMLNS = "http://www.w3.org/2000/svg"
SERIF = "Alegreya, 'EB Garamond', Georgia, serif"
SANS = "'Alegreya Sans', 'Gill Sans', Candara, sans-serif"


def number(value: float) -> str:
    """At most one decimal: a tenth of a unit is finer than the eye."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value else "0"


def tag(name: str, *content: str, **attributes: object) -> str:
    """An element; `fill_opacity` is written fill-opacity, `class_` class; None is left out."""
    words = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inner = "".join(content)
    return f"<{name}{words}>{inner}</{name}>" if inner else f"<{name}{words}/>"


def _value(value: object) -> str:
    return number(value) if isinstance(value, float) else str(value)


def use(symbol: str, at: Point, scale: float = 1.0, **attributes: object) -> str:
    """A thing from the definitions, its origin laid at a point."""
    size = f" scale({scale:g})" if scale != 1 else ""
    return tag(
        "use", href=f"#{symbol}", transform=f"translate({number(at[0])} {number(at[1])}){size}", **attributes
    )


def label(words: str, at: Point, size: float, font: str = SANS, **attributes: object) -> str:
    """A line of text, centred unless told otherwise."""
    anchor = attributes.pop("text_anchor", "middle")
    weight = attributes.pop("font_weight", 700 if font == SANS else 500)
    return tag(
        "text", escape(words), x=float(at[0]), y=float(at[1]), font_family=font, font_size=float(size),
        font_weight=weight, text_anchor=anchor, **attributes,
    )  # fmt: skip


def path(points: Iterable[Point], closed: bool = False) -> str:
    """The data of a path along points."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + ("Z" if closed else "")


def trail(points: Iterable[Point], closed: bool = False) -> str:
    """The same in steps of tenths from point to point, which is shorter; the roundings do not add up."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in points]
    (x, y), *rest = tenths
    data = f"M{number(x / 10)} {number(y / 10)}"
    for there in rest:
        step = f"{_short(there[0] - x)} {_short(there[1] - y)}"
        data += "l" + step.replace(" -", "-")
        x, y = there
    return data + ("z" if closed else "")


def _short(tenths: int) -> str:
    return number(tenths / 10).replace("0.", ".") if abs(tenths) < 10 else number(tenths / 10)


def group(name: str, *content: str, **attributes: object) -> str:
    """A thing of a library, to be used by its name."""
    return tag("g", *content, id=name, **attributes)


def symbol(name: str, box: Sequence[float], *content: str) -> str:
    """A thing of a library that fits itself into whatever room it is given."""
    return tag("symbol", *content, id=name, viewBox=" ".join(number(side) for side in box))


def library(*definitions: str) -> str:
    """A picture that shows nothing: things for the other pictures of a page to use."""
    return tag("svg", tag("defs", *definitions), xmlns=XMLNS, width=0, height=0, aria_hidden="true")


def prefixed(svg: str, prefix: str) -> str:
    """The picture with all of its names beginning alike, so that it fits into a page beside others."""
    return re.sub(r'( id="| class="| href="#|url\(#)', rf"\g<1>{prefix}", svg)


def chains(edges: Sequence[Segment]) -> list[list[Point]]:
    """Edges laid end to end into lines as long as they go, so that strokes join and dashes run on."""
    beside: dict[Point, list[Point]] = {}
    for a, b in edges:
        beside.setdefault(a, []).append(b)
        beside.setdefault(b, []).append(a)
    ends = [point for point, others in beside.items() if len(others) != 2]
    lines: list[list[Point]] = []
    for start in [*ends, *beside]:
        while beside[start]:
            line = [start]
            while beside[line[-1]]:
                there = beside[line[-1]].pop()
                beside[there].remove(line[-1])
                line.append(there)
                if len(beside[there]) != 1:
                    break
            lines.append(line)
    return lines
