"""A position over the map: washes of duchies, knights, bastions, landmarks and dukes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Any

import numpy as np

from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import chains, path, tag
from palatine.games.rheinlander.presenting.positions import Duchy, Piece, Table
from palatine.games.rheinlander.rules.board import Board

from .geometry import Array, Point, depth, lattice, segments, turn
from .heraldry import pennant, shield
from .palette import Palette
from .pieces import bastion, landmark

FLAG = (52.0, 45.0)  # a pennant's width and height
KNIGHT = 1.1  # shields and bastions against the size they are drawn in
CROOK = 19.0  # what a bishop adds to the width
CLEAR = 6.0  # whatever is so far from a pennant is far enough

NOTHING: Mapping[str, Any] = MappingProxyType({})
Box = tuple[float, float, float, float]  # the middle, half the width, half the height


def definitions(palette: Palette) -> str:
    lines = tag("path", d="M0 0V12", stroke=palette.ink, stroke_width=4.5, opacity=0.5)
    return tag(
        "pattern",
        lines,
        id="hatch",
        width=11,
        height=11,
        patternUnits="userSpaceOnUse",
        patternTransform="rotate(45)",
    )


def of_position(board: Board, palette: Palette, position: Table | None) -> Overlay:
    """What a position, if there is one, adds to a board."""
    if position is None:
        return Overlay(board, palette)
    seen = (position.spaces, position.landmarks, position.castles, position.duchies)
    return Overlay(board, palette, *seen)


class Overlay:
    """What a position adds to the board, layer by layer."""

    def __init__(
        self,
        board: Board,
        palette: Palette,
        spaces: Mapping[str, Piece] = NOTHING,
        landmarks: Mapping[str, str] = NOTHING,
        castles: Mapping[str, int] = NOTHING,
        duchies: Sequence[Duchy] = (),
    ) -> None:
        self.board = board
        self.palette = palette
        self.spaces = spaces
        self.sites = landmarks
        self.castles = castles
        self.duchies = duchies

    def washes(self) -> str:
        """The owner's colour over the duchy's spaces; no owner: hatched."""
        drawn = []
        for duchy in self.duchies:
            owner = duchy.owner
            paint = "url(#hatch)" if owner is None else TINCTURES[owner].field
            for name in duchy.spaces:
                shape = {"href": f"#{name}", "stroke": "none"}
                drawn.append(tag("use", **shape, fill=self.palette.paper, opacity=0.7))
                drawn.append(tag("use", **shape, fill=paint, opacity=0.5))
        return tag("g", *drawn, class_="washes") if drawn else ""

    def borders(self) -> str:
        """One soft line around each duchy, in its owner's colour."""
        drawn = []
        for duchy in self.duchies:
            polygons = [self.board.space[name].polygon for name in duchy.spaces]
            count = Counter(turn(edge) for polygon in polygons for edge in segments(polygon))
            around = "".join(path(line) for line in chains([edge for edge, n in count.items() if n == 1]))
            owner = duchy.owner
            colour = self.palette.ink if owner is None else TINCTURES[owner].field
            for width, strength in ((9, 0.35), (3.4, 0.95)):
                drawn.append(tag("path", d=around, stroke=colour, stroke_width=width, opacity=strength,
                                 stroke_dasharray="9 7" if owner is None else None))  # fmt: skip
        return tag("g", *drawn, class_="duchies", fill="none", stroke_linejoin="round") if drawn else ""

    def last_move(self, names: Sequence[str]) -> str:
        """The spaces of the last move lie in the light."""
        rings = [
            tag("use", href=f"#{name}", fill=self.palette.seal, fill_opacity=light, stroke=colour,
                stroke_width=width, stroke_linejoin="round", class_="last")
            for name in names if name in self.board.space
            for light, colour, width in ((0.4, self.palette.mark, 6.8), (0.0, self.palette.seal, 4.4))
        ]  # fmt: skip
        return "".join(rings)

    def landmarks(self) -> str:
        """Each site with what stands on it; a castle that is held bears its holder's shield."""
        drawn = []
        for site in self.board.sites:
            x, y = site.at
            holder = self.castles.get(site.name)
            arms = shield(holder, (x, y + 8), 0.7) if holder is not None else ""
            drawn.append(
                tag(
                    "g", landmark(self.sites.get(site.name), (x, y)), arms, class_="site", data_site=site.name
                )
            )
        return "".join(drawn)

    def knights(self) -> str:
        """Shields and bastions where they stand."""
        return "".join(
            bastion(self.board.space[name].at, KNIGHT)
            if who == "bastion"
            else shield(who, self.board.space[name].at, KNIGHT)
            for name, who in self.spaces.items()
        )

    def dukes(self) -> str:
        """A pennant at each duchy that has a duke, a crook beside it where he has a bishop."""
        drawn = []
        for duchy, owner, (x, y, half, _) in self.flags:
            foot = (x + half - FLAG[0] + 2, y + FLAG[1] / 2)
            drawn.append(pennant(owner, duchy.value, self._bishop(duchy), foot))
        return "".join(drawn)

    def _bishop(self, duchy: Duchy) -> bool:
        return any(self.sites.get(site) == "church" for site in duchy.sites)

    @cached_property
    def flags(self) -> list[tuple[Duchy, int, Box]]:
        """Each duchy that has a duke, whose, and the box of its pennant; none lies over another."""
        placed: list[tuple[Duchy, int, Box]] = []
        for duchy in self.duchies:
            if duchy.owner is not None:
                size = (FLAG[0] + (CROOK if self._bishop(duchy) else 0.0), FLAG[1])
                x, y, _ = self.flag_place(duchy.spaces, size, [box for *_, box in placed])
                placed.append((duchy, duchy.owner, (x, y, size[0] / 2, size[1] / 2)))
        return placed

    def rim_places(self) -> list[Point]:
        """Where something stands that a name had better not cross."""
        pieces = [self.board.space[name].at for name in self.spaces]
        return pieces + [(x + dx, y) for *_, (x, y, *_) in self.flags for dx in (-12.0, 12.0)]

    @cached_property
    def _obstacles(self) -> Array:
        """Middles and half-sizes of what a pennant must not cover."""
        rows = [(*space.at, 17.0, 20.0) for space in self.board.spaces if space.name in self.spaces]
        rows += [(*site.at, 22.0, 22.0) for site in self.board.sites]
        rows += [(*space.number, 12.0, 10.0) for space in self.board.water if space.number]
        return np.array(rows).reshape(-1, 4)

    def flag_place(
        self, names: Sequence[str], size: Point, taken: Sequence[Box] = ()
    ) -> tuple[float, float, float]:
        """The middle of the pennant: in the duchy, clear of shields, landmarks, numbers and other flags.

        The third number says how good the place is: the more, the more room it has.
        """
        land = [self.board.space[name].polygon for name in names if self.board.space[name].kind == "land"]
        fields = land or [self.board.space[name].polygon for name in names]
        points = np.concatenate([lattice(polygon, 4.0) for polygon in fields])
        things = np.concatenate([self._obstacles, np.array(taken).reshape(-1, 4)])
        half = np.array(size) / 2
        reach = things[:, 2:] + half + CLEAR
        near = (things[:, :2] + reach >= points.min(axis=0)) & (things[:, :2] - reach <= points.max(axis=0))
        things = things[near.all(axis=1)]
        off = np.abs(points[:, None, :] - things[None, :, :2]) - things[None, :, 2:] - half
        room = np.clip(off.max(axis=2), -40, CLEAR).min(axis=1, initial=CLEAR)
        depths = np.max([depth(points, polygon) for polygon in fields], axis=0)
        framed = np.minimum(points, np.array(self.board.size) - points) - half - 12
        score = room + np.clip(depths, -30, 22) * 0.45 + np.minimum(framed.min(axis=1), 0)
        best = int(score.argmax())
        return float(points[best, 0]), float(points[best, 1]), float(score[best])
