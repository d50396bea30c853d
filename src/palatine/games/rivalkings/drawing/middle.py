"""The middle of the table: four piles with their money, the supply, the round, the neutral card."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core.drawing.svg import SANS, SERIF, Point, label, tag, use
from palatine.core.events import Event
from palatine.core.messages import Phrase
from palatine.games.rivalkings.presenting.positions import Pile, Table
from palatine.games.rivalkings.rules.cards import SUBJECT, TRADE

from . import cards, characters
from .palette import INK
from .pen import Pen
from .words import fitted, paragraph

HEIGHT = 228.0
LEFT, RIGHT = 214.0, 226.0  # what stands beside the piles
CARD = 1.13  # how large the top cards are
MOST_COINS = 7

TITLE = Phrase("title")
WHEN = Phrase("drawing-when", round=int, cycle=int)
PHASE = Phrase("drawing-phase", phase=str)
HOW_HIGH = Phrase("drawing-height", cards=int)
PAIRS_WITH = Phrase("drawing-pairs-with", subject=str)
NO_MONEY = Phrase("drawing-no-money")
SOME_MONEY = Phrase("drawing-some-money")
LAST_PAID = Phrase("drawing-last-paid", coins=int)
SUPPLY = Phrase("drawing-supply")
NEUTRAL = Phrase("drawing-neutral")
LEFT_OVER = Phrase("drawing-left", left=int)


def draw_middle(position: Table, last: Sequence[Event], box: tuple[float, float, float], pen: Pen) -> str:
    """The band between the courts."""
    x, y, width = box
    ground = tag("rect", x=x, y=y, width=width, height=HEIGHT, rx=12, fill=pen.table, stroke=pen.faint)
    ground += tag("rect", x=x + 5, y=y + 5, width=width - 10, height=HEIGHT - 10, rx=8, fill="none",
                  stroke=pen.faint, stroke_width=0.7)  # fmt: skip
    room = (width - LEFT - RIGHT) / len(position.piles)
    touched = {event.data["pile"] for event in last if "pile" in event.data}
    piles = [
        _pile(pile, n + 1, (x + LEFT + n * room, y + 14), n + 1 in touched, pen)
        for n, pile in enumerate(position.piles)
    ]
    return tag(
        "g", ground, _title(position, (x + 18, y), pen), *piles,
        _supply(position, (x + width - RIGHT + 12, y), pen),
        _told(last, (x + LEFT, y), width - LEFT - RIGHT, pen), class_="middle",
    )  # fmt: skip


def _title(position: Table, at: Point, pen: Pen) -> str:
    x, y = at
    when = pen.say(WHEN(round=position.round, cycle=position.cycle))
    phase = pen.say(PHASE(phase=position.phase))
    return (
        use("crown", (x + 26, y + 48), 1.5)
        + label(pen.say(TITLE()), (x, y + 110), 37, SERIF, text_anchor="start", fill=pen.ink)
        + label(when, (x, y + 144), 20, SANS, text_anchor="start", fill=pen.ink)
        + label(phase, (x, y + 170), 18, SERIF, text_anchor="start", fill=pen.ink)
    )


def _pile(pile: Pile, number: int, at: Point, touched: bool, pen: Pen) -> str:
    """A pile: as thick as it has cards, its top card, and beside it what lies there."""
    x, y = at
    held = pile.cards
    top = held[-1] if held else None
    wide, high = cards.WIDTH * CARD, cards.HEIGHT * CARD
    shape: dict[str, object] = {"width": wide, "height": high, "rx": 7 * CARD}
    parts = [
        tag("rect", x=x + 2 * n, y=y + 2 * n, **shape, fill=pen.card, stroke=INK, stroke_width=0.9)
        for n in range(len(held) - 1, 0, -1)
    ]
    if touched:
        spread = {"width": wide + 29, "height": high + 25, "rx": 14}
        parts.append(tag("rect", x=x - 7, y=y - 7, **spread, fill="none", stroke=pen.must, stroke_width=2,
                         stroke_dasharray="7 5", class_="last"))  # fmt: skip
    if top:
        parts.append(cards.card(top, (x, y), pen, CARD))
    elif not held:
        parts.append(tag("rect", x=x, y=y, **shape, fill="none", stroke=pen.faint, stroke_width=1.6,
                         stroke_dasharray="7 6"))  # fmt: skip
    right = x + wide + 30
    count = pen.say(HOW_HIGH(cards=len(held)))
    parts += [
        tag("circle", cx=right + 12, cy=y + 14, r=13, fill=pen.ink),
        label(f"{number}", (right + 12, y + 20), 18, SANS, fill=pen.table),
        label(count, (right + 33, y + 20), 18, SERIF, text_anchor="start", fill=pen.ink),
        _money(pile, (right, y + 48), pen),
    ]
    if top:
        parts.append(paragraph(_use(top, pen), (right, y + 86), 130, 16, pen.ink))
    return tag("g", *parts, class_="pile", data_pile=number)


def _use(name: str, pen: Pen) -> str:
    """What a subject can do; whose a building is."""
    trade, kind = cards.number_of(name)
    subject = TRADE[trade].subject
    return pen.ability(subject) if kind == SUBJECT else pen.say(PAIRS_WITH(subject=subject))


def _money(pile: Pile, at: Point, pen: Pen) -> str:
    """The coins at a pile: their sum where it is known, else that there are some, and the last payment."""
    x, y = at
    money = pile.money
    known = not isinstance(money, bool)
    if not money:
        words, coins = pen.say(NO_MONEY()), 0
    elif known:
        words, coins = str(money), min(money, MOST_COINS)
    else:
        paid = LAST_PAID(coins=pile.paid) if isinstance(pile.paid, int) else SOME_MONEY()
        words, coins = pen.say(paid), 3
    row = [use("coin", (x + 10 + n * 9, y), 0.95, class_="coin") for n in range(coins)]
    right = x + (coins * 9 + 18 if coins else 0)
    size, font = (22, SANS) if known and money else (17, SERIF)
    return "".join(row) + label(words, (right, y + 7), size, font, text_anchor="start", fill=pen.ink)


def _supply(position: Table, at: Point, pen: Pen) -> str:
    x, y = at
    supply, neutral = position.supply, position.neutral
    y += 0 if neutral else 34
    parts = [
        label(pen.say(SUPPLY()), (x, y + 34), 20, SERIF, text_anchor="start", fill=pen.ink),
        _heap("coin", supply.coins, (x + 12, y + 66), pen),
        _heap("marker", supply.markers, (x + 112, y + 66), pen),
    ]
    if neutral:
        title, left = pen.say(NEUTRAL()), pen.say(LEFT_OVER(left=neutral.left))
        parts.append(label(title, (x + 54, y + 138), 20, SERIF, text_anchor="start", fill=pen.ink))
        parts.append(label(left, (x + 54, y + 161), 18, SERIF, text_anchor="start", fill=pen.ink))
        if neutral.left:
            parts.append(characters.back((x, y + 115), 42, 56, pen))
        if neutral.shown:
            parts.append(characters.strip(neutral.shown, (x, y + 182), pen))
    return tag("g", *parts, class_="supply")


def _heap(icon: str, number: int, at: Point, pen: Pen) -> str:
    """Up to three little heaps, higher the more there is, and the number."""
    x, y = at
    high = min(9, -(-number // 3))
    pieces = [
        use(icon, (x + 9 * heap, y + 20 - 3 * n + (0, 5, 0)[heap]))
        for n in range(high)
        for heap in range(3)
        if 3 * n + heap < number
    ]
    return "".join(pieces) + label(str(number), (x + 38, y + 20), 24, SANS, text_anchor="start", fill=pen.ink)


def _told(last: Sequence[Event], at: Point, room: float, pen: Pen) -> str:
    """What happened last, in a line under the piles."""
    if not last:
        return ""
    words, size = fitted(" ".join(pen.say(event.message) for event in last[-2:]), room - 20, 18)
    return label(words, (at[0] + room / 2, at[1] + HEIGHT - 11), size, SERIF, fill=pen.ink, class_="told")
