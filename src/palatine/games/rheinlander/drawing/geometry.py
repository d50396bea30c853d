"""Points and polygons: where something fits, and what touches what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from palatine.core.drawing.svg import Point, Segment

Array = NDArray[np.float64]


def segments(polygon: Sequence[Point]) -> list[Segment]:
    """The edges of a polygon, the closing one included."""
    return list(zip(polygon, [*polygon[1:], polygon[0]], strict=True))


def turn(edge: Segment) -> Segment:
    """The edge as both of its spaces name it, whichever way around they go."""
    return edge if edge[0] <= edge[1] else (edge[1], edge[0])


def length(edges: Sequence[Segment]) -> float:
    return float(sum(np.hypot(b[0] - a[0], b[1] - a[1]) for a, b in edges))


def area(polygon: Sequence[Point]) -> float:
    """Positive where the corners run clockwise as the eye sees it (y points down)."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in segments(polygon)) / 2


def shared(one: Sequence[Point], other: Sequence[Point]) -> list[Segment]:
    """The edges that two polygons have in common, corner by corner."""
    theirs = {turn(edge) for edge in segments(other)}
    return [edge for edge in map(turn, segments(one)) if edge in theirs]


def distance(points: Array, edges: Sequence[Segment]) -> Array:
    """From each point to the nearest of the edges."""
    ends = np.array(edges, dtype=np.float64)
    start, way = ends[:, 0], ends[:, 1] - ends[:, 0]
    square = np.maximum((way**2).sum(axis=1), 1e-9)
    off = points[:, None, :] - start[None, :, :]
    u = np.clip((off * way).sum(axis=2) / square, 0, 1)
    gap = off - u[:, :, None] * way
    nearest: Array = np.sqrt((gap**2).sum(axis=2)).min(axis=1)
    return nearest


def inside(points: Array, polygon: Sequence[Point]) -> NDArray[np.bool_]:
    """Which points a ray to the right leaves through an odd number of edges."""
    ends = np.array(segments(polygon), dtype=np.float64)
    (ax, ay), (bx, by) = ends[:, 0].T, ends[:, 1].T
    x, y = points[:, :1], points[:, 1:]
    spans = (ay > y) != (by > y)
    crossing = ax + (y - ay) * (bx - ax) / np.where(ay == by, 1.0, by - ay)
    odd: NDArray[np.bool_] = (spans & (x < crossing)).sum(axis=1) % 2 == 1
    return odd


def depth(points: Array, polygon: Sequence[Point]) -> Array:
    """From each point to the polygon's border: positive within, negative outside."""
    way = distance(points, segments(polygon))
    return np.where(inside(points, polygon), way, -way)


def lattice(polygon: Sequence[Point], step: float) -> Array:
    """Evenly spaced points over the polygon's box."""
    corners = np.array(polygon, dtype=np.float64)
    low, high = corners.min(axis=0), corners.max(axis=0)
    x, y = np.meshgrid(np.arange(low[0], high[0], step), np.arange(low[1], high[1], step))
    return np.stack([x.ravel(), y.ravel()], axis=1)


def crosses(polygon: Sequence[Point]) -> bool:
    """Whether two edges of the polygon meet that are not neighbours: it is not simple then."""
    edges = segments(polygon)
    ends = np.array(edges, dtype=np.float64)
    start, end = ends[:, 0], ends[:, 1]

    def side(a: Array, b: Array, p: Array) -> Array:
        return np.asarray((b[..., 0] - a[..., 0]) * (p[..., 1] - a[..., 1])
                          - (b[..., 1] - a[..., 1]) * (p[..., 0] - a[..., 0]))  # fmt: skip

    a, b, c, d = start[:, None], end[:, None], start[None], end[None]
    meet = (side(a, b, c) * side(a, b, d) < 0) & (side(c, d, a) * side(c, d, b) < 0)
    twice = len(set(polygon)) < len(polygon)
    return bool(meet.any()) or twice
