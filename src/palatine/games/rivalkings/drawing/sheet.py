"""All cards of the game on one sheet: the twelve members of the court, and the sixteen trades."""

from __future__ import annotations

from palatine.core.drawing.svg import SERIF, Point, label, tag, use

from palatine.games.rivalkings.rules.cards import ACTION_NAMES, TRADE, colour
from . import cards, characters
from .icons import action
from .palette import Palette
from .words import paragraph

WIDTH, HEIGHT = 1600.0, 1238.0
EDGE = 40.0
TOP = 92.0
RANK = 184.0  # from rank to rank
MIDDLE = TOP + 2 * (characters.HEIGHT + 12) + 18
LINE = 172.0  # from one colour's trades to the next
AREAS = {"yellow": "Court", "red": "Town", "blue": "Village", "green": "Country"}
MEANINGS = {
    "settle": "lay down a conflict marker",
    "give": "give a marker to a rival",
    "money": "take the money of a pile",
    "recruit": "recruit the top subject of a pile",
    "build": "buy the top building of a pile",
}


def draw_sheet(palette: Palette) -> str:
    title = label("Rival Kings", (EDGE, 62), 50, SERIF, text_anchor="start", fill=palette.ink)
    words = "Twelve members of the court, sixteen subjects and their buildings"
    people = [
        characters.character(name, (EDGE + n // 2 * RANK, TOP + n % 2 * (characters.HEIGHT + 12)), palette)
        for n, name in enumerate(characters.NAMES)
    ]
    return tag(
        "g", title, label(words, (WIDTH - EDGE, 60), 24, SERIF, text_anchor="end", fill=palette.ink), *people,
        _legend((EDGE + 6 * RANK + 18, TOP), palette), *(_trade(n, palette) for n in range(len(TRADE))),
    )  # fmt: skip


def _legend(at: Point, palette: Palette) -> str:
    """What the signs on the cards mean."""
    x, y = at
    high = 2 * characters.HEIGHT + 12
    parts = [
        tag(
            "rect",
            x=x,
            y=y,
            width=WIDTH - EDGE - x,
            height=high,
            rx=12,
            fill=palette.court,
            stroke=palette.faint,
        )
    ]
    rows = [(action(name, (x + 34, 0), 1.1), MEANINGS[name]) for name in ACTION_NAMES]
    rows.append((use("star", (x + 34, 0), 1.3), "goes first among equals"))
    rows.append((cards.medallion(0, palette, (x + 34, 0), 0.55), "a subject"))
    rows.append((cards.medallion(1, palette, (x + 34, 0), 0.55), "a building"))
    rows.append((cards.clasp(x + 34, 0, 40, palette), "a perfect pair"))
    for n, (icon, words) in enumerate(rows):
        middle = y + 30 + n * (high - 56) / (len(rows) - 1)
        parts.append(tag("g", icon, transform=f"translate(0 {middle:.1f})"))
        parts.append(label(words, (x + 66, middle + 6), 20, SERIF, text_anchor="start", fill=palette.ink))
    return tag("g", *parts, class_="legend")


def _trade(n: int, palette: Palette) -> str:
    """A subject and its building, clasped, and what the subject can do."""
    trade = TRADE[n]
    x, y = EDGE + 36 + n % 4 * 376, MIDDLE + n // 4 * LINE
    beside = x + cards.WIDTH + 10
    area = ""
    if n % 4 == 0:
        turned = f"translate({EDGE + 12:g} {y + cards.HEIGHT / 2:g}) rotate(-90)"
        area = tag("g", label(AREAS[colour(n)], (0, 0), 24, SERIF, fill=palette.ink), transform=turned)
    clasp = tag(
        "g", cards.clasp(0, 0, 46, palette), transform=f"translate({beside - 5:g} {y + 60:g}) rotate(90)"
    )
    ground = tag("rect", x=x - 8, y=y - 8, width=368, height=cards.HEIGHT + 16, rx=12, fill=palette.court)
    return "".join((
        area,
        ground,
        cards.card(trade.subject, (x, y), palette, locked=True),
        cards.card(trade.building, (beside, y), palette, locked=True),
        clasp,
        paragraph(trade.ability, (beside + cards.WIDTH + 14, y + 32), 126, 16.5, palette.ink),
    ))  # fmt: skip
