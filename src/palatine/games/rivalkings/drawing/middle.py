"""The middle of the table: four piles with their money, the supply, the round, the neutral card."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from palatine.core.drawing.svg import SANS, SERIF, Point, label, tag, use
from palatine.core.events import Event

from palatine.games.rivalkings.rules.cards import SUBJECT, TRADE
from . import cards, characters
from .palette import INK, Palette
from .words import fitted, paragraph

HEIGHT = 228.0
LEFT, RIGHT = 214.0, 226.0  # what stands beside the piles
CARD = 1.13  # how large the top cards are
MOST_COINS = 7
PHASES = {
    "choose": "Characters are chosen",
    "gardener": "The Gardener’s choice",
    "watchman": "The Watchman’s choice",
    "act": "The court acts",
    "over": "The game is over",
}


def draw_middle(
    position: Mapping[str, Any], last: Sequence[Event], box: tuple[float, float, float], palette: Palette
) -> str:
    """The band between the courts."""
    x, y, width = box
    ground = tag(
        "rect", x=x, y=y, width=width, height=HEIGHT, rx=12, fill=palette.table, stroke=palette.faint
    )
    ground += tag("rect", x=x + 5, y=y + 5, width=width - 10, height=HEIGHT - 10, rx=8, fill="none",
                  stroke=palette.faint, stroke_width=0.7)  # fmt: skip
    room = (width - LEFT - RIGHT) / len(position["piles"])
    touched = {event.data["pile"] for event in last if "pile" in event.data}
    piles = [
        _pile(pile, n + 1, (x + LEFT + n * room, y + 14), n + 1 in touched, palette)
        for n, pile in enumerate(position["piles"])
    ]
    return tag(
        "g", ground, _title(position, (x + 18, y), palette), *piles,
        _supply(position, (x + width - RIGHT + 12, y), palette),
        _told(last, (x + LEFT, y), width - LEFT - RIGHT, palette), class_="middle",
    )  # fmt: skip


def _title(position: Mapping[str, Any], at: Point, palette: Palette) -> str:
    x, y = at
    when = f"Round {position['round']}, cycle {position['cycle']}"
    return (
        use("crown", (x + 26, y + 48), 1.5)
        + label("Rival Kings", (x, y + 110), 37, SERIF, text_anchor="start", fill=palette.ink)
        + label(when, (x, y + 144), 20, SANS, text_anchor="start", fill=palette.ink)
        + label(PHASES[position["phase"]], (x, y + 170), 18, SERIF, text_anchor="start", fill=palette.ink)
    )


def _pile(pile: Mapping[str, Any], number: int, at: Point, touched: bool, palette: Palette) -> str:
    """A pile: as thick as it has cards, its top card, and beside it what lies there."""
    x, y = at
    held = pile["cards"]
    top = held[-1] if held else None
    wide, high = cards.WIDTH * CARD, cards.HEIGHT * CARD
    shape: dict[str, object] = {"width": wide, "height": high, "rx": 7 * CARD}
    parts = [
        tag("rect", x=x + 2 * n, y=y + 2 * n, **shape, fill=palette.card, stroke=INK, stroke_width=0.9)
        for n in range(len(held) - 1, 0, -1)
    ]
    if touched:
        spread = {"width": wide + 29, "height": high + 25, "rx": 14}
        parts.append(tag("rect", x=x - 7, y=y - 7, **spread, fill="none", stroke=palette.must, stroke_width=2,
                         stroke_dasharray="7 5", class_="last"))  # fmt: skip
    if top:
        parts.append(cards.card(top, (x, y), palette, CARD))
    elif not held:
        parts.append(tag("rect", x=x, y=y, **shape, fill="none", stroke=palette.faint, stroke_width=1.6,
                         stroke_dasharray="7 6"))  # fmt: skip
    right = x + wide + 30
    count = {0: "no cards", 1: "last card"}.get(len(held), f"{len(held)} cards")
    parts += [
        tag("circle", cx=right + 12, cy=y + 14, r=13, fill=palette.ink),
        label(f"{number}", (right + 12, y + 20), 18, SANS, fill=palette.table),
        label(count, (right + 33, y + 20), 18, SERIF, text_anchor="start", fill=palette.ink),
        _money(pile, (right, y + 48), palette),
    ]
    if top:
        parts.append(paragraph(_use(top), (right, y + 86), 130, 16, palette.ink))
    return tag("g", *parts, class_="pile", data_pile=number)


def _use(name: str) -> str:
    """What a subject can do; whose a building is."""
    trade, kind = cards.number_of(name)
    return TRADE[trade].ability if kind == SUBJECT else f"Pairs with the {TRADE[trade].titles[SUBJECT]}."


def _money(pile: Mapping[str, Any], at: Point, palette: Palette) -> str:
    """The coins at a pile: their sum where it is known, else that there are some, and the last payment."""
    x, y = at
    money = pile["money"]
    known = not isinstance(money, bool)
    if not money:
        words, coins = "no money", 0
    elif known:
        words, coins = str(money), min(money, MOST_COINS)
    else:
        paid = pile.get("paid")
        words, coins = "some" if paid is None else f"last paid {paid}", 3
    row = [use("coin", (x + 10 + n * 9, y), 0.95, class_="coin") for n in range(coins)]
    right = x + (coins * 9 + 18 if coins else 0)
    size, font = (22, SANS) if known and money else (17, SERIF)
    return "".join(row) + label(words, (right, y + 7), size, font, text_anchor="start", fill=palette.ink)


def _supply(position: Mapping[str, Any], at: Point, palette: Palette) -> str:
    x, y = at
    supply, neutral = position["supply"], position.get("neutral")
    y += 0 if neutral else 34
    parts = [
        label("Supply", (x, y + 34), 20, SERIF, text_anchor="start", fill=palette.ink),
        _heap("coin", supply["coins"], (x + 12, y + 66), palette),
        _heap("marker", supply["markers"], (x + 112, y + 66), palette),
    ]
    if neutral:
        left = f"{neutral['left']} left"
        parts.append(label("Neutral", (x + 54, y + 138), 20, SERIF, text_anchor="start", fill=palette.ink))
        parts.append(label(left, (x + 54, y + 161), 18, SERIF, text_anchor="start", fill=palette.ink))
        if neutral["left"]:
            parts.append(characters.back((x, y + 115), 42, 56, palette))
        if neutral["shown"]:
            parts.append(characters.strip(neutral["shown"], (x, y + 182), palette))
    return tag("g", *parts, class_="supply")


def _heap(icon: str, number: int, at: Point, palette: Palette) -> str:
    """Up to three little heaps, higher the more there is, and the number."""
    x, y = at
    high = min(9, -(-number // 3))
    pieces = [
        use(icon, (x + 9 * heap, y + 20 - 3 * n + (0, 5, 0)[heap]))
        for n in range(high)
        for heap in range(3)
        if 3 * n + heap < number
    ]
    return "".join(pieces) + label(
        str(number), (x + 38, y + 20), 24, SANS, text_anchor="start", fill=palette.ink
    )


def _told(last: Sequence[Event], at: Point, room: float, palette: Palette) -> str:
    """What happened last, in a line under the piles."""
    if not last:
        return ""
    words, size = fitted(" ".join(event.text for event in last[-2:]), room - 20, 18)
    return label(words, (at[0] + room / 2, at[1] + HEIGHT - 11), size, SERIF, fill=palette.ink, class_="told")
