"""A few words of SVG: elements as text, numbers kept short."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

Point = tuple[float, float]
Segment = tuple[Point, Point]

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
