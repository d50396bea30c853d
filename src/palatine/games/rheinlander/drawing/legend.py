"""The strip below the map: its title, and the players with what they have left."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core import terminal
from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import SERIF, Point, label, tag, use
from palatine.core.game import Seat
from palatine.core.messages import Message, Phrase
from palatine.core.words import Names, Words
from palatine.games.rheinlander.presenting.positions import Table
from palatine.games.rheinlander.rules.board import Board

from .heraldry import shield
from .palette import Palette
from .pieces import bastion

BOARD = Phrase("drawing-board", areas=int, sites=int)
BOARD_WITH_REACHES = Phrase("drawing-board-with-reaches", areas=int, sites=int, first=str, last=str)
THE_END = Phrase("drawing-the-end")
PILE = Phrase("drawing-pile", cards=int)
POINTS = Phrase("drawing-points", points=int)
WINS = Phrase("drawing-wins", points=int)
ARCHBISHOP = Phrase("drawing-archbishop")

HEIGHT = 62.0
LEFT, RIGHT = 224.0, 180.0  # of the players


class Legend:
    """A margin of paper under the frame, as atlases have it."""

    def __init__(self, board: Board, palette: Palette, names: Names, words: Words) -> None:
        self.board, self.palette, self.names, self.words = board, palette, names, words

    def draw(self, position: Table | None) -> str:
        width, top = self.board.size
        ground = tag("rect", y=top - 1, width=width, height=HEIGHT + 1, fill=self.palette.rim)
        title = self._text(self.board.title, (22, top + 41), 36, letter_spacing=0.5)
        if position is None:
            return ground + title + self._at_the_right(self._about(), (width - 22, top + 39), 20)
        seats = len(position.knights)
        room = (width - LEFT - RIGHT) / seats
        players = [self._player(position, p, (LEFT + p * room, top + 30), room) for p in range(seats)]
        said = THE_END() if position.scores else PILE(cards=position.draw_pile)
        return ground + title + "".join(players) + self._at_the_right(said, (width - 22, top + 38), 19)

    def _about(self) -> Message:
        """What the bare board is like."""
        areas, sites, reaches = len(self.board.water), len(self.board.sites), self.board.reaches
        if not reaches:
            return BOARD(areas=areas, sites=sites)
        return BOARD_WITH_REACHES(areas=areas, sites=sites, first=reaches[0].name, last=reaches[-1].name)

    def _text(self, text: str, at: Point, size: float, **more: object) -> str:
        return label(text, at, size, SERIF, text_anchor="start", fill=self.palette.ink, **more)

    def _at_the_right(self, message: Message, at: Point, size: float) -> str:
        text = self.words.say(message)
        return label(text, at, size, SERIF, text_anchor="end", fill=self.palette.ink)

    def _name(self, seat: Seat) -> str:
        if seat < len(self.names):
            return self.words.say(terminal.SEAT_NAME(seat=seat), self.names)
        return TINCTURES[seat].name.capitalize()

    def _player(self, position: Table, seat: Seat, at: Point, room: float) -> str:
        x, y = at
        name, mark = self._name(seat), {"stroke": self.palette.mark, "stroke_width": 2.4}
        under = tag("path", d=f"M{x + 26:g} {y - 2:g}h{len(name) * 9:g}", **mark)
        parts = [shield(seat, (x, y), 1.2), under if seat in position.to_act else ""]
        parts.append(self._text(name, (x + 26, y - 7), 20))
        if position.scores:
            said = WINS if seat in (position.winners or ()) else POINTS
            points = self.words.say(said(points=position.scores[seat]))
            parts.append(self._text(points, (x + 26, y + 20), 19))
        else:
            parts += self._supplies(position, seat, at, room)
        return tag("g", *parts, class_="player", data_seat=seat)

    def _supplies(self, position: Table, seat: Seat, at: Point, room: float) -> Iterator[str]:
        """What a player has left while the game goes on."""
        x, y = at
        coin = {"fill": "#f3c64d", "stroke": "#3b2d1d", "stroke_width": 1.3}
        yield shield(seat, (x + 33, y + 14), 0.5) + self._count(position.knights[seat], (x + 44, y + 21))
        yield bastion((x + 86, y + 13), 0.52) + self._count(position.bastions[seat], (x + 99, y + 21))
        coins = position.coins[seat] if position.coins else None  # secret, but to who sees all
        if coins is not None:
            yield tag("circle", cx=x + 130, cy=y + 14, r=8.5, **coin)
            yield self._count(coins, (x + 143, y + 21))
        if position.archbishop == seat:
            yield use("crook", (x + 186, y + 14), 0.5)
            if room > 280:
                yield self._text(self.words.say(ARCHBISHOP()), (x + 194, y + 20), 16)

    def _count(self, value: int, at: Point) -> str:
        return label(str(value), at, 20, text_anchor="start", fill=self.palette.ink)
