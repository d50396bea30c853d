"""The members of the court as cards: rank, emblem, actions in printed order, whom they rob."""

from __future__ import annotations

from collections.abc import Mapping

from palatine.core.drawing.heraldry import shield
from palatine.core.drawing.svg import SANS, SERIF, Point, label, number, tag, use
from palatine.core.messages import Phrase
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    CHARACTER_NAMES,
    CHARACTERS,
    HITS,
    NO_RANK,
    RANKS,
)

from . import pictures
from .icons import action
from .palette import INK, PALE, Palette
from .pen import Pen
from .words import fitted

WIDTH, HEIGHT = 168.0, 200.0
STRIP = 30.0
BARE = (
    "M-55 0C-61-16-52-30-54-46C-54-58-45-62-43-74C-39-88-27-89-18-96"
    "C-8-102 8-101 17-97C27-95 33-87 40-78C46-70 44-58 51-48C55-34 51-16 55 0Z"
)
ROBS = Phrase("drawing-robs")


def _rank(letter: str, at: Point, size: float) -> str:
    """A rank letter on its dark square."""
    x, y = at
    square = tag("rect", x=x, y=y, width=size, height=size, rx=size / 6, fill=INK)
    return square + label(letter, (x + size / 2, y + size * 0.79), size * 0.86, SANS, fill=PALE)


def _placed(name: str, at: Point, scale: float, *content: str, turn: float = 0.0) -> str:
    size = f" scale({scale:g})" if scale != 1 else ""
    if turn:
        size += f" rotate({turn:g} {WIDTH / 2:g} {HEIGHT:g})"
    return tag(
        "g", tag("title", name), *content, class_="character", data_character=name,
        transform=f"translate({number(at[0])} {number(at[1])}){size}",
    )  # fmt: skip


def head(person: int, star: str, pen: Pen) -> str:
    """Rank and title; the first of each rank has the star that goes first among equals."""
    room = WIDTH - 42 - (20 if person % 2 == 0 else 4)
    title, size = fitted(pen.character_title(CHARACTER_NAMES[person]), room, 19)
    return (
        _rank(RANKS[person // 2], (5, 5), 26)
        + label(title, (38, 24), size, SERIF, text_anchor="start", fill=INK)
        + (star if person % 2 == 0 else "")
    )


def robs(person: int, pen: Pen) -> str:
    """Whom this rank steals from, on a banner that hangs into the picture."""
    hit = HITS[person // 2]
    if hit == NO_RANK:
        return ""
    x = WIDTH - 29
    banner = tag(
        "path", d=f"M{x - 20:g} 36V98L{x:g} 88L{x + 20:g} 98V36Z", fill=pen.card, stroke=INK,
        stroke_width=1.2, stroke_linejoin="round",
    )  # fmt: skip
    return banner + label(pen.say(ROBS()), (x, 53), 15, SERIF, fill=INK) + _rank(RANKS[hit], (x - 12, 59), 24)


def likeness(person: int, palette: Palette) -> str:
    """The picture on bare paper, beside the banner if there is one."""
    x = WIDTH / 2 if HITS[person // 2] == NO_RANK else WIDTH / 2 - 18
    ground = tag(
        "path",
        d=BARE,
        fill=palette.card,
        fill_opacity=".85",
        stroke=INK,
        stroke_opacity=".25",
        transform=f"translate({x:g} 144)",
    )
    line = tag("path", d=f"M5 144H{WIDTH - 5:g}", stroke=INK, stroke_width=1.2)
    return ground + pictures.picture(CHARACTER_NAMES[person], (x, 144.0), 1.12) + line


def action_places(person: int) -> dict[str, Point]:
    """Where on the card the actions are."""
    kinds = CHARACTERS[person].actions
    left = WIDTH / 2 - 19.5 * (len(kinds) - 1)
    return {ACTION_NAMES[kind]: (left + 39 * n, 172.0) for n, kind in enumerate(kinds)}


def character(
    name: str,
    at: Point,
    pen: Pen,
    crests: Mapping[str, int] | None = None,
    due: tuple[str, ...] = (),
    scale: float = 1.0,
    turn: float = 0.0,
) -> str:
    """A character face up; crests lie on the actions that were stolen, rings on those that are due."""
    person = CHARACTER_NAMES.index(name)
    places = action_places(person)
    panel = {"x": 5, "y": 36, "width": WIDTH - 10, "height": 108, "rx": 4}
    parts = [
        tag("rect", width=WIDTH, height=HEIGHT, rx=9, fill=pen.card, stroke=INK, stroke_width=1.4),
        tag("rect", **panel, fill=pen.noble),
        tag("rect", **panel, fill="url(#ground-noble)"),
        likeness(person, pen),
        head(person, use("star", (WIDTH - 15, 18)), pen),
        robs(person, pen),
    ]
    for kind, place in places.items():
        if kind in due:
            parts.append(tag("circle", cx=place[0], cy=place[1], r=19.4, fill=pen.must))
        parts.append(action(kind, place, 1.12))
        if crests and kind in crests:
            parts.append(shield(crests[kind], (place[0], place[1] - 1), 0.98, class_="crest"))
    return _placed(name, at, scale, *parts, turn=turn)


def strip(name: str, at: Point, pen: Pen) -> str:
    """A character in hand, of which only the head is seen: rank, title, small actions."""
    person = CHARACTER_NAMES.index(name)
    kinds = CHARACTERS[person].actions
    title, size = fitted(pen.character_title(name), WIDTH - 34 - 19.0 * len(kinds), 16)
    icons = [
        action(ACTION_NAMES[kind], (WIDTH - 11.5 - 18.5 * (len(kinds) - 1 - n), 15), 0.58)
        for n, kind in enumerate(kinds)
    ]
    return _placed(
        name, at, 1.0,
        tag("rect", width=WIDTH, height=STRIP - 2, rx=6, fill=pen.card, stroke=INK, stroke_width=1.2),
        _rank(RANKS[person // 2], (4, 4), 20),
        label(title, (29, 19.5), size, SERIF, text_anchor="start", fill=INK),
        *icons,
    )  # fmt: skip


def back(at: Point, wide: float, high: float, palette: Palette) -> str:
    """A character face down."""
    x, y = at
    sheet = tag(
        "rect", x=x, y=y, width=wide, height=high, rx=8, fill=palette.back, stroke=INK, stroke_width=1.3
    )
    inner = {"x": x + 4, "y": y + 4, "width": wide - 8, "height": high - 8, "rx": 5}
    woven = tag("rect", **inner, fill="url(#ground-back)", stroke=palette.gold, stroke_width=1.2)
    crown = use("crown", (x + wide / 2, y + high / 2 + 2), min(2.2, wide / 82))
    return tag("g", sheet, woven, crown, class_="back")


def empty(at: Point, words: str, palette: Palette, scale: float = 1.0) -> str:
    """The place where a character will lie."""
    x, y = at
    wide, high = WIDTH * scale, HEIGHT * scale
    outline = tag("rect", x=x, y=y, width=wide, height=high, rx=9, fill="none", stroke=palette.faint,
                  stroke_width=1.6, stroke_dasharray="7 6")  # fmt: skip
    return outline + label(words, (x + wide / 2, y + high / 2 + 5), 17, SERIF, fill=palette.ink, opacity=0.7)
