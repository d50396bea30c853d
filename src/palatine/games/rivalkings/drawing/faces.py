"""The cards as a library for the screen: every face and back once, and the signs on them.

Everything is a symbol that fits itself into the room it is given; the shields are the ones of every game.
"""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.drawing.heraldry import shield_definition
from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import SANS, SERIF, group, label, library, symbol, tag, use
from palatine.games.rivalkings.rules.cards import (
    ACTION_NAMES,
    CARD_NAMES,
    CHARACTER_NAMES,
    COLOURS,
    SUBJECT,
    TRADE,
    TRADES,
    colour,
)

from . import cards, characters, icons, patterns, pictures, trades
from .glyphs import HOUSE, PERSON, ability
from .palette import INK, Palette
from .pen import Pen
from .words import fitted

SEATS = 4
CARD = (cards.WIDTH, cards.HEIGHT)
CHARACTER = (characters.WIDTH, characters.HEIGHT)
ACTION = 16.8  # the radius of an action on a character
SIGN = 36.0  # the side of a sign's box


def draw_faces(pen: Pen) -> str:
    """The library."""
    return library(
        patterns.grounds(),
        pictures.definitions(pen.card),
        *_signs(pen),
        *(_sheet(name, pen) for name in COLOURS),
        *(_card(card, pen) for card in range(len(CARD_NAMES))),
        _court_sheet(pen),
        *(_character(person, pen) for person in range(len(CHARACTER_NAMES))),
        *_backs(pen),
    )


def _around(name: str, half: float, *content: str) -> str:
    """A symbol with the origin in its middle."""
    return symbol(name, (-half, -half, 2 * half, 2 * half), *content)


def _signs(palette: Palette) -> Iterator[str]:
    """Everything that stands on cards and beside them."""
    shapes = icons.shapes(palette)
    for name in ACTION_NAMES:
        yield _around(f"action-{name}", 15.2, shapes[name])
    for name, half in (("coin", 11), ("marker", 12), ("star", 9), ("crown", 18)):
        yield _around(name, half, shapes[name])
    yield symbol("clasp", (-24, -10, 48, 20), cards.clasp(0, -1.5, 46, palette))
    for tincture in TINCTURES[:SEATS]:
        yield shield_definition(tincture, palette.seal)
        yield _around(f"crest-{tincture.name}", 22, use(f"shield-{tincture.name}", (0, -1)))
    yield _around("neutral", 18, tag("g", shapes["crown"], opacity=0.45))
    for trade, sign in enumerate(trades.SIGNS):
        drawn = sign(palette.card).replace(INK, palette.deep(colour(trade)))
        yield _around(f"trade-{TRADE[trade].subject}", SIGN / 2, drawn)
        yield symbol(f"ability-{TRADE[trade].subject}", (-45, -9, 90, 18), ability(trade, palette))


def _placed(name: str, x: float, y: float, side: float) -> str:
    """A square symbol, its middle at a point."""
    return tag("use", href=f"#{name}", x=x - side / 2, y=y - side / 2, width=side, height=side)


def _paper(size: tuple[float, float], palette: Palette, corner: float) -> str:
    """The card itself, its edge within its box."""
    wide, high = size
    return tag(
        "rect", x=0.6, y=0.6, width=wide - 1.2, height=high - 1.2, rx=corner, fill=palette.card, stroke=INK,
        stroke_width=1.2,
    )  # fmt: skip


# Subjects and buildings


def _sheet(name: str, palette: Palette) -> str:
    """A card of a colour without its signs."""
    panel = {"x": 4.5, "y": 4.5, "width": cards.WIDTH - 9, "height": 111, "rx": 4}
    return group(
        f"sheet-{name}",
        _paper(CARD, palette, 7),
        tag("rect", **panel, fill=palette.wash(name)),
        tag("rect", **panel, fill=f"url(#ground-{name})", stroke=palette.deep(name), stroke_width=0.8),
        cards.bare(palette),
    )


def _card(number: int, pen: Pen) -> str:
    """A face: price, sign, title; a subject's ability on a ribbon."""
    trade, kind = number % TRADES, number // TRADES
    name = colour(trade)
    title, size = fitted(pen.card_title(CARD_NAMES[number]), cards.WIDTH - 8, 17)
    picture = _subject(trade, pen) if kind == SUBJECT else _building(trade, pen)
    return symbol(
        f"card-{CARD_NAMES[number]}", (0, 0, *CARD),
        tag("use", href=f"#sheet-{name}"),
        picture,
        _placed("coin", 18, 18, 27.5),
        label(str(TRADE[trade].prices[kind]), (18, 24), 18, SANS, fill=INK),
        label(title, (cards.WIDTH / 2, cards.HEIGHT - 11), size, SERIF, fill=INK),
    )  # fmt: skip


def _subject(trade: int, palette: Palette) -> str:
    """Who it is, the trade's sign, and what the subject can do."""
    subject = TRADE[trade].subject
    ribbon = tag("path", d="M1.2 94H102.8V116H1.2Z", fill=palette.seal) + tag(
        "path", d="M1.2 94H102.8M1.2 116H102.8", stroke=INK, stroke_width=1.1
    )
    words = tag("use", href=f"#ability-{subject}", x=7, y=96.2, width=90, height=18, color=INK)
    return pictures.picture(subject, (cards.WIDTH / 2, 94.0)) + _sign(trade, 81.5, palette) + ribbon + words


def _building(trade: int, palette: Palette) -> str:
    """What it is, and the trade's sign."""
    return pictures.picture(TRADE[trade].building, (cards.WIDTH / 2, 115.5)) + _sign(trade, 102.0, palette)


def _sign(trade: int, y: float, palette: Palette) -> str:
    """The trade's sign, at the left, where it is seen of a card that lies under another."""
    return cards.sign(f"trade-{TRADE[trade].subject}", (16.5, y), palette)


# Characters


def _court_sheet(palette: Palette) -> str:
    """A member of the court without rank, name and sign."""
    panel = {"x": 5, "y": 36, "width": characters.WIDTH - 10, "height": 108, "rx": 4}
    return group(
        "sheet-court",
        _paper(CHARACTER, palette, 9),
        tag("rect", **panel, fill=palette.purple),
        tag("rect", **panel, fill="url(#ground-court)", stroke=palette.royal, stroke_width=1),
    )


def _character(person: int, pen: Pen) -> str:
    places = characters.action_places(person).items()
    return symbol(
        f"character-{CHARACTER_NAMES[person]}", (0, 0, *CHARACTER),
        tag("use", href="#sheet-court"),
        characters.likeness(person, pen),
        characters.head(person, _placed("star", characters.WIDTH - 15, 18, 18), pen),
        characters.robs(person, pen),
        *(_placed(f"action-{kind}", x, y, 2 * ACTION + 0.4) for kind, (x, y) in places),
    )  # fmt: skip


# Backs


def _backs(palette: Palette) -> Iterator[str]:
    crown = tag("g", icons.shapes(palette)["crown"], transform="scale(2.4)")
    person = tag("g", tag("circle", cy=-3.4, r=3.3), tag("path", d=PERSON), fill=palette.gold)
    house = tag("path", d=HOUSE, fill=palette.gold)
    yield _back("character", CHARACTER, palette.back, crown, palette)
    yield _back("subject", CARD, palette.brown, tag("g", person, transform="scale(2.6)"), palette)
    yield _back("building", CARD, palette.slate, tag("g", house, transform="scale(2.6)"), palette)


def _back(name: str, size: tuple[float, float], ground: str, sign: str, palette: Palette) -> str:
    wide, high = size
    inner = {"x": 5, "y": 5, "width": wide - 10, "height": high - 10, "rx": 5}
    sheet = tag(
        "rect", x=0.6, y=0.6, width=wide - 1.2, height=high - 1.2, rx=8, fill=ground, stroke=INK,
        stroke_width=1.2,
    )  # fmt: skip
    woven = tag("rect", **inner, fill="url(#ground-back)", stroke=palette.gold, stroke_width=1.2)
    radius = wide * 0.29
    disc = tag("circle", r=radius, fill=ground, stroke=palette.gold, stroke_width=1.2)
    middle = tag("g", disc, sign, transform=f"translate({wide / 2:g} {high / 2:g})")
    return symbol(f"back-{name}", (0, 0, wide, high), sheet, woven, middle)
