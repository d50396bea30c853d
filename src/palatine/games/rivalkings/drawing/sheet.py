"""All cards of the game on one sheet: the twelve members of the court, and the sixteen trades."""

from __future__ import annotations

from palatine.core.drawing.svg import SERIF, Point, label, tag, use
from palatine.core.messages import Phrase
from palatine.games.rivalkings.rules.cards import ACTION_NAMES, CHARACTER_NAMES, TRADE, colour

from . import cards, characters
from .icons import action
from .pen import Pen
from .words import paragraph

WIDTH, HEIGHT = 1600.0, 1238.0
EDGE = 40.0
TOP = 92.0
RANK = 184.0  # from rank to rank
MIDDLE = TOP + 2 * (characters.HEIGHT + 12) + 18
LINE = 172.0  # from one colour's trades to the next

TITLE = Phrase("title")
ALL_CARDS = Phrase("drawing-all-cards")
AREA = Phrase("drawing-area", suit=str)
MEANING = Phrase("drawing-meaning", action=str)
GOES_FIRST = Phrase("drawing-goes-first")
A_SUBJECT = Phrase("drawing-a-subject")
A_BUILDING = Phrase("drawing-a-building")
A_PAIR = Phrase("drawing-a-pair")


def draw_sheet(pen: Pen) -> str:
    title = label(pen.say(TITLE()), (EDGE, 62), 50, SERIF, text_anchor="start", fill=pen.ink)
    words = pen.say(ALL_CARDS())
    people = [
        characters.character(name, (EDGE + n // 2 * RANK, TOP + n % 2 * (characters.HEIGHT + 12)), pen)
        for n, name in enumerate(CHARACTER_NAMES)
    ]
    return tag(
        "g", title, label(words, (WIDTH - EDGE, 60), 24, SERIF, text_anchor="end", fill=pen.ink), *people,
        _legend((EDGE + 6 * RANK + 18, TOP), pen), *(_trade(n, pen) for n in range(len(TRADE))),
    )  # fmt: skip


def _legend(at: Point, pen: Pen) -> str:
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
            fill=pen.court,
            stroke=pen.faint,
        )
    ]
    rows = [(action(name, (x + 34, 0), 1.1), MEANING(action=name)) for name in ACTION_NAMES]
    rows.append((use("star", (x + 34, 0), 1.3), GOES_FIRST()))
    rows.append((cards.medallion(0, pen, (x + 34, 0), 0.55), A_SUBJECT()))
    rows.append((cards.medallion(1, pen, (x + 34, 0), 0.55), A_BUILDING()))
    rows.append((cards.clasp(x + 34, 0, 40, pen), A_PAIR()))
    for n, (icon, meaning) in enumerate(rows):
        middle = y + 30 + n * (high - 56) / (len(rows) - 1)
        parts.append(tag("g", icon, transform=f"translate(0 {middle:.1f})"))
        words = pen.say(meaning)
        parts.append(label(words, (x + 66, middle + 6), 20, SERIF, text_anchor="start", fill=pen.ink))
    return tag("g", *parts, class_="legend")


def _trade(n: int, pen: Pen) -> str:
    """A subject and its building, clasped, and what the subject can do."""
    trade = TRADE[n]
    x, y = EDGE + 36 + n % 4 * 376, MIDDLE + n // 4 * LINE
    beside = x + cards.WIDTH + 10
    area = ""
    if n % 4 == 0:
        turned = f"translate({EDGE + 12:g} {y + cards.HEIGHT / 2:g}) rotate(-90)"
        words = pen.say(AREA(suit=colour(n)))
        area = tag("g", label(words, (0, 0), 24, SERIF, fill=pen.ink), transform=turned)
    clasp = tag("g", cards.clasp(0, 0, 46, pen), transform=f"translate({beside - 5:g} {y + 60:g}) rotate(90)")
    ground = tag("rect", x=x - 8, y=y - 8, width=368, height=cards.HEIGHT + 16, rx=12, fill=pen.court)
    return "".join((
        area,
        ground,
        cards.card(trade.subject, (x, y), pen, locked=True),
        cards.card(trade.building, (beside, y), pen, locked=True),
        clasp,
        paragraph(pen.ability(trade.subject), (beside + cards.WIDTH + 14, y + 32), 126, 16.5, pen.ink),
    ))  # fmt: skip
