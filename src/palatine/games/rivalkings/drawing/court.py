"""A player's court: name and purse, the character played, the hand, subjects over their buildings."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core.drawing.heraldry import charge, shield
from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import SANS, SERIF, label, tag, use
from palatine.core.events import Event
from palatine.core.messages import Phrase
from palatine.core.terminal import SEAT_NAME
from palatine.games.rivalkings.presenting.positions import ShownCourt, Table

from . import characters
from .icons import counted
from .pen import Pen
from .rows import columns, draw_rows
from .words import fitted, width

HEIGHT = 366.0
PAD = 12.0
HEAD = 44.0
WIDE = 1000.0  # from here on there is room for whole cards in hand
FAN = 164.0  # from card to card of such a hand
COMING = {"bought": "card", "exchanged": "theirs", "traded": "theirs"}  # where an event names the card

POINTS = Phrase("drawing-points", points=int)
NOT_CHOSEN = Phrase("drawing-not-chosen")
PARTS_OF_CARDS = Phrase("drawing-parts-of-cards", pairs=str, colours=str, singles=str)
PARTS_OF_REST = Phrase("drawing-parts-of-rest", coins=str, markers=str)
ASKED = Phrase("drawing-asked", phase=str)
STEALS = Phrase("drawing-steals", victim=int)
MAY_USE = Phrase("drawing-may-use")
MAY_DO = Phrase("drawing-may-do", actions=list)


class Court:
    """One seat of a position, in a box."""

    def __init__(
        self,
        position: Table,
        seat: int,
        box: tuple[float, float, float],
        pen: Pen,
    ) -> None:
        self.position, self.seat, self.pen = position, seat, pen
        self.x, self.y, self.width = box
        self.player = position.players[seat]
        self.wide = self.width > WIDE
        self.scale = 1.5 if self.wide else 1.0  # of the character played
        self.acting = seat in position.to_act

    def draw(self, last: Sequence[Event] = ()) -> str:
        return tag(
            "g", self._ground(), self._head(last), self._character(), self._hand(), self._rows(last),
            class_="court", data_seat=self.seat,
        )  # fmt: skip

    def _ground(self) -> str:
        tincture, pen = TINCTURES[self.seat], self.pen
        edge = pen.must if self.acting else pen.faint
        box = {"x": self.x, "y": self.y, "width": self.width, "height": HEIGHT, "rx": 12}
        ground = tag("rect", **box, fill=pen.court, stroke=edge, stroke_width=4 if self.acting else 1.2)
        top, foot, right = self.y + 12, self.y + HEAD, self.x + self.width
        corners = f"a11 11 0 0 1 11-11H{right - 12:g}a11 11 0 0 1 11 11"
        head = f"M{self.x + 1:g} {foot:g}V{top:g}{corners}V{foot:g}Z"
        wash = tag("path", d=head, fill=f"url(#wash-{tincture.name})")
        line = f"M{self.x + 60:g} {foot:g}H{right - PAD:g}"
        band = tag("path", d=line, stroke=tincture.field, stroke_width=3, stroke_linecap="round")
        x, y = right - (700 if self.wide else 150), self.y + 205
        sign = tag(
            "g", charge(tincture.charge, tincture.field), opacity=0.09,
            transform=f"translate({x:g} {y:g}) scale(8)",
        )  # fmt: skip
        return ground + wash + sign + band

    def _head(self, last: Sequence[Event]) -> str:
        ink, x, y = self.pen.ink, self.x, self.y
        right = x + self.width - PAD
        parts = [shield(self.seat, (x + 32, y + 28), 1.3)]
        scores = self.position.scores
        if scores:
            words = self.pen.say(POINTS(points=scores[self.seat]))
            parts.append(label(words, (right, y + 34), 24, SANS, text_anchor="end", fill=ink))
            right -= width(words, 24) + 14
            if self.seat in (self.position.winners or ()):
                parts.append(use("crown", (right - 16, y + 25), 0.95))
                right -= 46
        parts.append(counted("marker", self.player.markers, (right - 38, y + 25), ink))
        parts.append(counted("coin", self.player.coins, (right - 104, y + 25), ink, 1.1))
        right -= 130
        if self.acting:
            words, size = fitted(self._asked(), 330, 17)
            must = self.pen.must
            parts.append(label(words, (right, y + 32), size, SERIF, text_anchor="end", fill=must))
            right -= width(words, size) + 10
        for n, words in enumerate(self._points(last)):
            parts.append(label(words, (right, y + 19 + n * 17), 15, SERIF, text_anchor="end", fill=ink))
            right -= width(words, 15) + 16 if n else 0
        name, size = fitted(self.pen.say(SEAT_NAME(seat=self.seat)), right - x - 60, 27)
        parts.append(label(name, (x + 60, y + 34), size, SERIF, text_anchor="start", fill=ink))
        return "".join(parts)

    def _points(self, last: Sequence[Event]) -> list[str]:
        """The parts of the score in two lines, when it has just been counted."""
        for event in last:
            if event.kind == "scored" and event.seat == self.seat:
                parts = {name: str(points).replace("-", "−") for name, points in event.data.items()}
                cards = PARTS_OF_CARDS(**{name: parts[name] for name in PARTS_OF_CARDS.arguments})
                rest = PARTS_OF_REST(**{name: parts[name] for name in PARTS_OF_REST.arguments})
                return [self.pen.say(cards), self.pen.say(rest)]
        return []

    def _asked(self) -> str:
        """What an acting seat is asked for."""
        phase, due = self.position.phase, self.position.due
        if phase != "act":
            return self.pen.say(ASKED(phase=phase))
        if due is None:
            return self.pen.say(MAY_USE())
        return self.pen.say(MAY_DO(actions=due.do) if due.steal is None else STEALS(victim=due.steal))

    def _character(self) -> str:
        at, scale = (self.x + PAD, self.y + HEAD + 12), self.scale
        name = self.player.character
        if name is None:
            if self.position.phase == "choose" and not self.acting:
                return characters.back(at, characters.WIDTH * scale, characters.HEIGHT * scale, self.pen)
            return characters.empty(at, self.pen.say(NOT_CHOSEN()), self.pen, scale)
        crests = {cover.action: cover.by for cover in self.position.covered if cover.seat == self.seat}
        return characters.character(name, at, self.pen, crests, self._rings(), scale)

    def _rings(self) -> tuple[str, ...]:
        """The actions on this character that are asked about: its own, or what somebody steals from it."""
        due = self.position.due
        if due is None:
            return ()
        asked = self.acting if due.stolen is None else due.stolen == self.seat
        return tuple(due.do or ()) if asked else ()

    def _hand(self) -> str:
        """The characters in hand, or as many backs."""
        if self.wide:
            return self._fan()
        x, y = self.x + PAD, self.y + HEAD + 12 + characters.HEIGHT + 8
        hand = self.player.hand
        if hand is not None:
            strips = [
                characters.strip(name, (x, y + n * characters.STRIP), self.pen) for n, name in enumerate(hand)
            ]
            return tag("g", *strips, class_="hand")
        backs = [characters.back((x + n * 57, y), 53, 74, self.pen) for n in range(self._held())]
        return tag("g", *backs, class_="hand")

    def _held(self) -> int:
        """How many characters there are in a hand that is not seen."""
        return self.player.held if isinstance(self.player, ShownCourt) else 0

    def _fan(self) -> str:
        """The hand at the right, held like a fan."""
        hand = self.player.hand
        size = len(hand) if hand is not None else self._held()
        parts = []
        for n in range(size):
            turn = 4.0 * (n - (size - 1) / 2)
            x, y = self.x + self.width - 30 - (size - n) * FAN, self.y + HEAD + 66 + 0.8 * turn * turn
            if hand is not None:
                parts.append(characters.character(hand[n], (x, y), self.pen, scale=0.94, turn=turn))
            else:
                parts.append(characters.back((x + 16, y + 20), 118, 140, self.pen))
        return tag("g", *parts, class_="hand")

    def _came(self, last: Sequence[Event]) -> set[str]:
        """The names of the cards that have just come to this court."""
        ours = {event.data[COMING[event.kind]] for event in last
                if event.kind in COMING and event.seat == self.seat}  # fmt: skip
        given = {event.data["card"] for event in last
                 if event.kind == "exchanged" and event.data["other"] == self.seat}  # fmt: skip
        return ours | given

    def _rows(self, last: Sequence[Event]) -> str:
        x, y = self.x + PAD + characters.WIDTH * self.scale + 18, self.y + HEAD + 14
        right = self.x + self.width - PAD - (3 * FAN + 36 if self.wide else 0)
        row = columns(self.player.subjects, self.player.buildings)
        return draw_rows(row, self.player.ability_used, self._came(last), (x, y), right - x, self.pen)
