"""Plots as SVG for a page: whiskers and heaps.  Colours and type come from the page's style.

A plot is as wide as a phone's screen and grows from there, so that its type can always be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import ceil, floor, log10

import msgspec
import numpy as np

from palatine.arena.ratings import Estimate
from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import tag

WIDTH = 360
LEFT, RIGHT = 14, 14  # room beside the axis, for half a number
ROW = 24
NAME = 22
AXIS = 30
HEAP = 46
MOST_LETTERS = 40


class Row(msgspec.Struct, frozen=True):
    """A point with its interval; a seat lends its colour."""

    estimate: Estimate
    words: str
    label: str = ""
    seat: int | None = None


class Rows(msgspec.Struct, frozen=True):
    """Rows under one name."""

    name: str
    rows: list[Row]


class Axis:
    """Numbers across the plot, with round ones marked."""

    def __init__(self, low: float, high: float, left: float = LEFT, percent: bool = False) -> None:
        step = nice_step((high - low) or 1.0)
        self.low, self.high = step * floor(low / step + 1e-9), step * ceil(high / step - 1e-9)
        if self.high == self.low:
            self.high += step
        self.left = left
        self.percent = percent
        self.step = step

    def x(self, value: float) -> float:
        """Where a number lies."""
        part = (value - self.low) / (self.high - self.low)
        return self.left + min(1.0, max(0.0, part)) * (WIDTH - RIGHT - self.left)

    def marks(self) -> list[float]:
        """The round numbers."""
        count = round((self.high - self.low) / self.step)
        return [self.low + n * self.step for n in range(count + 1)]

    def words(self, value: float) -> str:
        """A round number in words."""
        if self.percent:
            return f"{100 * value:.0f} %"
        return f"{value:.{max(0, -floor(log10(self.step)))}f}".replace("-", "−")

    def drawn(self, height: float) -> str:
        """The lines behind a plot and the numbers below."""
        lines = "".join(
            tag("line", x1=self.x(mark), x2=self.x(mark), y1=0.0, y2=height, class_="grid")
            for mark in self.marks()
        )
        words = "".join(text(self.words(mark), self.x(mark), height + 20, "axis") for mark in self.marks())
        return lines + words


def nice_step(width: float) -> float:
    """A round distance that divides a width into three to six."""
    power = 10.0 ** floor(log10(width / 5))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor >= width / 5)


def text(words: str, x: float, y: float, kind: str) -> str:
    """A line of text."""
    return tag("text", escape(words), x=x, y=y, class_=kind)


def clipped(name: str) -> str:
    return name if len(name) <= MOST_LETTERS else f"{name[: MOST_LETTERS - 1]}…"


def picture(height: float, title: str, *content: str) -> str:
    """A plot with its name for those who do not see it."""
    return tag(
        "svg",
        tag("title", escape(title)),
        *content,
        viewBox=f"0 0 {WIDTH} {height:.0f}",
        role="img",
        class_="plot",
    )


def whiskers(title: str, groups: Sequence[Rows], axis: Axis, fair: float | None = None) -> str:
    """Points with their intervals; a dashed line where all would be if nothing made a difference."""
    drawn, y = [], 0.0
    for group in groups:
        if group.name:
            y += NAME
            drawn.append(text(clipped(group.name), 0.0, y - 6, "name"))
        for row in group.rows:
            drawn.append(_whisker(row, axis, y + ROW / 2))
            y += ROW
        y += 6
    behind = [axis.drawn(y)]
    if fair is not None:
        behind.append(tag("line", x1=axis.x(fair), x2=axis.x(fair), y1=0.0, y2=y, class_="fair"))
    return picture(y + AXIS, title, *behind, *drawn)


def _whisker(row: Row, axis: Axis, y: float) -> str:
    low, high = axis.x(row.estimate.low), axis.x(row.estimate.high)
    line = tag("path", d=f"M{low:.1f} {y:.1f}H{high:.1f}M{low:.1f} {y - 5:.1f}v10M{high:.1f} {y - 5:.1f}v10")
    colour = None if row.seat is None else TINCTURES[row.seat].field
    dot = tag("circle", cx=axis.x(row.estimate.value), cy=y, r=6.0, fill=colour)
    label = text(row.label, 0.0, y + 5, "label") if row.label else ""
    return tag("g", tag("title", escape(row.words)), label, line, dot, class_="whisker")


def heaps(title: str, groups: Sequence[tuple[str, Sequence[int]]]) -> str:
    """How often each number came, for each group below each other, with the mean marked."""
    everything = [number for _, numbers in groups for number in numbers]
    axis = Axis(min(everything), max(everything) + 1)
    bins = _bins(axis)
    drawn, y = [], 0.0
    for name, numbers in groups:
        y += NAME
        drawn.append(text(clipped(name), 0.0, y - 6, "name"))
        drawn.append(_heap(numbers, bins, axis, y))
        y += HEAP + 8
    return picture(y + AXIS, title, axis.drawn(y), *drawn)


def _bins(axis: Axis) -> Sequence[float]:
    """At most forty heaps, each of whole numbers."""
    width = max(1, ceil((axis.high - axis.low) / 40))
    return [float(edge) for edge in range(floor(axis.low), ceil(axis.high) + width, width)]


def _heap(numbers: Sequence[int], bins: Sequence[float], axis: Axis, top: float) -> str:
    counts, edges = np.histogram(numbers, bins)
    scale = (HEAP - 4) / max(1, counts.max())
    floor_y = top + HEAP
    bars = "".join(
        f"M{axis.x(a):.1f} {floor_y:.1f}v{-count * scale:.1f}H{axis.x(b):.1f}V{floor_y:.1f}Z"
        for count, a, b in zip(counts.tolist(), edges[:-1].tolist(), edges[1:].tolist(), strict=True)
        if count
    )
    middle = axis.x(sum(numbers) / max(1, len(numbers)) + 0.5)
    mark = tag("line", x1=middle, x2=middle, y1=top, y2=top + HEAP, class_="mean")
    return tag("path", d=bars or "M0 0", class_="heap") + mark
