"""Subjects and buildings as cards: whole, or as the slip that is seen of a card under another."""

from __future__ import annotations

from palatine.core.drawing.svg import SANS, SERIF, Point, label, number, tag, use
from palatine.core.messages import Phrase
from palatine.games.rivalkings.rules.cards import BUILDING, CARD_NAMES, SUBJECT, TRADE, TRADES, colour

from . import pictures
from .palette import INK, Palette
from .pen import Pen
from .words import fitted, lines, paragraph

USED = Phrase("drawing-used")
ACTIVE = Phrase("drawing-active")

WIDTH, HEIGHT = 104.0, 146.0
NOTE = 152.0  # the width of the note with an ability
BESIDE = 56.0  # where so much of a card is seen, its sign stands beside the title
NEARLY = 92.0  # and here it is drawn whole
BARE = (
    "M8.5 115C4 98 10 84 9 71C8 58 16 49 19 39C23 26 35 22 41 15.5"
    "C52 9 64 13 71 18C83 22 85 33 90 42C97 52 93 66 96 78C98 92 100 104 95.5 115Z"
)
HOUSE = "M-27 28V-9L0-33L27-9V28Z"


def number_of(name: str) -> tuple[int, int]:
    """The trade and the kind of a card."""
    card = CARD_NAMES.index(name)
    return card % TRADES, card // TRADES


def medallion(kind: int, palette: Palette, at: Point, scale: float) -> str:
    """A round for a subject, a gable for a building."""
    if kind == SUBJECT:
        shape = tag("circle", r=30, fill=palette.card, stroke=INK, stroke_width=1.5)
    else:
        shape = tag("path", d=HOUSE, fill=palette.card, stroke=INK, stroke_width=1.5, stroke_linejoin="round")
    return tag("g", shape, transform=f"translate({number(at[0])} {number(at[1])}) scale({scale:g})")


def bare(palette: Palette) -> str:
    """Where the wash of the ground leaves the paper bare for a picture."""
    return tag("path", d=BARE, fill=palette.card, fill_opacity=".85", stroke=INK, stroke_opacity=".25")


def sign(symbol: str, at: Point, palette: Palette) -> str:
    """A trade's sign on its round."""
    x, y = at
    return tag("circle", cx=x, cy=y, r=11, fill=palette.card, stroke=INK, stroke_width=1.2) + tag(
        "use", href=f"#{symbol}", x=x - 8, y=y - 8, width=16, height=16
    )


def _seal(price: int, at: Point, palette: Palette) -> str:
    return use("coin", at, 1.25) + label(str(price), (at[0], at[1] + 6), 18, SANS, fill=INK)


def _sheet(card_colour: str, palette: Palette, locked: bool) -> str:
    """The card without its signs: parchment with a wash and a pattern, in gold where it is of a pair."""
    edge = tag(
        "rect", x=-2.5, y=-2.5, width=WIDTH + 5, height=HEIGHT + 5, rx=9, fill=palette.gold, stroke=INK
    )
    face = tag("rect", width=WIDTH, height=HEIGHT, rx=7, fill=palette.card, stroke=INK, stroke_width=1.2)
    inner = {"x": 4.5, "y": 4.5, "width": WIDTH - 9, "rx": 4}
    wash = tag("rect", **inner, height=111, fill=palette.wash(card_colour))
    ground = tag("rect", **inner, height=111, fill=f"url(#ground-{card_colour})")
    return (edge if locked else "") + face + wash + ground + bare(palette)


def _veil(palette: Palette) -> str:
    """What lies over a card that is used."""
    return tag("rect", width=WIDTH, height=HEIGHT, rx=7, fill=palette.court, opacity=0.5)


def _placed(name: str, at: Point, scale: float, *content: str, dimmed: bool = False) -> str:
    size = f" scale({scale:g})" if scale != 1 else ""
    return tag(
        "g", tag("title", name), *content, class_="used card" if dimmed else "card", data_card=name,
        transform=f"translate({number(at[0])} {number(at[1])}){size}",
    )  # fmt: skip


def card(
    name: str, at: Point, pen: Pen, scale: float = 1.0, locked: bool = False, dimmed: bool = False
) -> str:
    """A card that is seen whole."""
    trade, kind = number_of(name)
    title, size = fitted(pen.card_title(name), WIDTH - 8, 17)
    return _placed(
        name, at, scale,
        _sheet(colour(trade), pen, locked),
        pictures.picture(name, (WIDTH / 2, 115.5)),
        medallion(SUBJECT, pen, (17, 101), 0.38),
        use(f"trade-{trade}", (17, 101), 0.5),
        _seal(TRADE[trade].prices[kind], (18, 18), pen),
        label(title, (WIDTH / 2, HEIGHT - 11), size, SERIF, fill=INK),
        _veil(pen) if dimmed else "",
        dimmed=dimmed,
    )  # fmt: skip


def slip(name: str, at: Point, seen: float, pen: Pen, locked: bool = False) -> str:
    """A card of which only so much is seen, from the left: price, sign, and the title from the foot up."""
    trade, kind = number_of(name)
    wide = seen >= BESIDE
    x, top = (14.0, 34.0) if wide else (seen / 2 + 1, 51.0)
    sign = ((seen + 26) / 2, 78.0) if wide else (x, 38.0)
    radius = min((seen - 32) / 2, 30.0) if wide else 12.0
    seal = (18.0, 18.0) if wide else (x, 14.0)
    return _placed(
        name, at, 1.0,
        _sheet(colour(trade), pen, locked),
        medallion(kind, pen, sign, radius / 30),
        use(f"trade-{trade}", (sign[0], sign[1] + (radius / 10 if kind == BUILDING else 0)), radius / 24),
        _seal(TRADE[trade].prices[kind], seal, pen),
        _upward(pen.card_title(name), x, top, pen),
    )  # fmt: skip


def _upward(title: str, x: float, top: float, palette: Palette) -> str:
    """A title read from the foot of the card up."""
    high = HEIGHT - 3 - top
    title, size = fitted(title, high - 0.5, 16)
    plate = tag(
        "rect", x=x - 10, y=top, width=20, height=high, rx=3, fill=palette.card, stroke=INK, stroke_width=0.7
    )
    turned = f"translate({number(x + 5)} {number(top + high / 2)}) rotate(-90)"
    return plate + tag("g", label(title, (0, 0), size, SERIF, fill=INK), transform=turned)


def clasp(x: float, y: float, wide: float, palette: Palette) -> str:
    """The gold buckle that locks a subject to its building; the point is its middle."""
    half = min(wide, 46.0) / 2
    plate = tag(
        "rect",
        x=x - half,
        y=y - 7.5,
        width=2 * half,
        height=18,
        rx=5,
        fill=palette.gold,
        stroke=INK,
        stroke_width=1.4,
    )
    rivets = "".join(tag("circle", cx=x + side * (half - 6), cy=y, r=1.9, fill=INK) for side in (-1, 1))
    ring = (
        tag("circle", cx=x, cy=y, r=3.8, fill=palette.card, stroke=INK, stroke_width=1.3) if half > 15 else ""
    )
    return tag("g", plate, rivets, ring, class_="pair")


def fresh(at: Point, palette: Palette) -> str:
    """The mark of a card that has just come."""
    return tag(
        "rect", x=at[0] - 4.5, y=at[1] - 4.5, width=WIDTH + 9, height=HEIGHT + 9, rx=11, fill="none",
        stroke=palette.must, stroke_width=2, stroke_dasharray="7 5", class_="last",
    )  # fmt: skip


def note(trade: int, at: Point, used: bool, pen: Pen) -> str:
    """What the newest subject can do, on a slip of paper tucked under its card."""
    x, y = at
    ability = pen.ability(TRADE[trade].subject)
    rows = len(lines(ability, NOTE - 26, 16))
    high = 34 + rows * 18.6
    sheet = tag(
        "path", d=f"M{number(x - 8)} {number(y)}h{NOTE - 6:g}l7 7v{high - 14:g}l-7 7h-{NOTE - 6:g}z",
        fill=pen.court if used else pen.seal, stroke=pen.faint if used else INK, stroke_width=1.1,
    )  # fmt: skip
    ink, strength = (pen.ink, 0.75) if used else (INK, None)
    head = label(pen.say(USED() if used else ACTIVE()), (x + 12, y + 20), 15, SANS, text_anchor="start",
                 fill=ink if used else pen.must)  # fmt: skip
    words = paragraph(ability, (x + 12, y + 40), NOTE - 26, 16, ink)
    return tag("g", sheet, tag("g", head, words, opacity=strength), class_="note")
