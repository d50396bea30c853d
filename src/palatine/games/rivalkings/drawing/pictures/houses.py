"""What houses are made of: walls, roofs, windows, doors, and what stands around them.

A house stands on the middle of its lower edge, within forty-six to each side and a hundred upwards; the
light comes from the left, so that the side on the right lies in the shade.
"""

from __future__ import annotations

from .hand import Marks, box, flick, ink, joined, light, moved, ring, shade, solid, wash


def earth(colour: str = "leaf", high: float = 9.0) -> Marks:
    """The ground it stands on."""
    tufts = "M-38-2L-39-6M-36-2L-35-6M34-1L33-5M36-1L37-5M12-1L11-4M14-1L15-4"
    return joined(
        wash(colour, f"M-48 2V-{high - 3}C-30-{high + 2} 20-{high + 1} 48-{high - 2}V2Z"), ink(tufts)
    )


def house(
    wall: str,
    roof: str,
    left: float,
    edge: float,
    right: float,
    eaves: float,
    ridge: float,
    foot: float = 4.0,
) -> Marks:
    """A front with its gable, and the long side with the roof running back."""
    top, back = (left + edge) / 2, (left + edge) / 2 + right - edge
    side = f"M{edge}-{foot}V-{eaves}H{right}V-{foot}Z"
    front = f"M{left}-{foot}V-{eaves}L{top}-{ridge}L{edge}-{eaves}V-{foot}Z"
    slope = f"M{top}-{ridge + 2}L{edge + 3}-{eaves - 3}H{right + 4}L{back}-{ridge + 2}Z"
    eave, gable = eaves + 4, ridge + 3
    board = (
        f"M{left - 4}-{eave}L{top}-{gable}L{edge + 4}-{eave}"
        f"L{edge + 1}-{eave + 1}L{top}-{gable - 7}L{left - 1}-{eave + 1}Z"
    )
    rows = "".join(
        f"M{top + (edge + 3 - top) * n / 4:.1f}-{ridge + 2 - (ridge - eaves + 5) * n / 4:.1f}"
        f"L{back + (right + 4 - back) * n / 4:.1f}-{ridge + 2 - (ridge - eaves + 5) * n / 4:.1f}"
        for n in (1, 2, 3)
    )
    return joined(
        wash(wall, side), shade(side), wash(wall, front), wash(roof, slope), ink(rows), wash(roof, board)
    )


def timbers(left: float, edge: float, eaves: float, ridge: float, foot: float = 4.0) -> Marks:
    """Beams of a front."""
    top, floor = (left + edge) / 2, (eaves + foot) / 2
    d = (
        f"M{left}-{eaves}H{edge}M{left}-{floor:.1f}H{edge}M{top}-{ridge - 5}V-{eaves}"
        f"M{left}-{eaves}L{left + 7}-{floor:.1f}M{edge}-{eaves}L{edge - 7}-{floor:.1f}"
        f"M{left + 6}-{eaves}L{top}-{(eaves + ridge) / 2:.1f}L{edge - 6}-{eaves}"
    )
    return ink(d)


def window(x: float, y: float, wide: float = 8.0, high: float = 10.0, glass: str = "sky") -> Marks:
    """Its middle at a point, with a cross of lead."""
    return joined(
        wash(glass, box(x - wide / 2, y - high / 2, wide, high)),
        ink(f"M{x} {y - high / 2}V{y + high / 2}M{x - wide / 2} {y}H{x + wide / 2}"),
    )


def arch(x: float, foot: float, wide: float, high: float) -> str:
    """An opening with a round head."""
    a, b, spring = x - wide / 2, x + wide / 2, foot - high + wide / 2
    top = spring - wide * 0.62
    return f"M{a} {foot}V{spring}C{a} {top} {b} {top} {b} {spring}V{foot}Z"


def lancet(x: float, foot: float, wide: float, high: float) -> str:
    """An opening with a pointed head."""
    a, b, spring, top = x - wide / 2, x + wide / 2, foot - high + wide, foot - high
    knee = spring - wide / 2
    return f"M{a} {foot}V{spring}Q{a} {knee} {x} {top}Q{b} {knee} {b} {spring}V{foot}Z"


def door(
    x: float, foot: float = -4.0, wide: float = 11.0, high: float = 17.0, colour: str = "brown"
) -> Marks:
    return joined(
        wash(colour, arch(x, foot, wide, high)),
        ink(f"M{x} {foot}V{foot - high + 1}"),
        solid(ring(x + wide / 4, foot - high * 0.4, 0.9)),
    )


def tower(x: float, wide: float, high: float, colour: str = "stone", foot: float = 4.0) -> Marks:
    """A round one with battlements."""
    w, y, step = wide / 2, -high, (wide + 5) / 9
    teeth = "".join(f"H{x - w - 2.5 + n * step:.1f}V{y + 4 * (n % 2)}" for n in range(1, 9))
    top = f"M{x - w - 2.5} {y + 9}V{y}{teeth}H{x + w + 2.5}V{y + 9}Z"
    return joined(
        wash(colour, f"M{x - w} -{foot}V{y + 8}H{x + w}V-{foot}Z"),
        shade(f"M{x + w * 0.35} -{foot}V{y + 8}H{x + w}V-{foot}Z"),
        wash(colour, top),
        stones(x, y + 12, wide, high - foot - 12),
    )


def stones(x: float, y: float, wide: float, high: float) -> Marks:
    """Some of the stones that a wall is made of."""
    spots = (
        (-0.34, 0.1),
        (0.16, 0.04),
        (0.3, 0.36),
        (-0.3, 0.5),
        (0.05, 0.66),
        (-0.36, 0.86),
        (0.28, 0.84),
        (-0.08, 0.3),
    )
    return ink(
        "".join(
            f"M{x + wide * a - 3:.1f} {y + high * b:.1f}H{x + wide * a + 3:.1f}V{y + high * b + 3:.1f}"
            for a, b in spots
        )
    )


def spire(x: float, wide: float, foot: float, high: float, colour: str = "slate") -> Marks:
    w = wide / 2
    low, upper = foot - high * 0.3, foot - high * 0.6
    return joined(
        wash(colour, f"M{x - w} {foot}L{x} {foot - high}L{x + w} {foot}Z"),
        shade(f"M{x} {foot - high}L{x + w} {foot}H{x + w * 0.2}Z"),
        ink(f"M{x - w * 0.6} {low}H{x + w * 0.6}M{x - w * 0.3} {upper}H{x + w * 0.3}"),
    )


def pennant(x: float, y: float, colour: str = "red") -> Marks:
    return joined(ink(f"M{x} {y}V{y - 13}"), wash(colour, f"M{x} {y - 13}L{x + 13} {y - 10}L{x} {y - 6}Z"))


def chimney(x: float, y: float, high: float = 14.0) -> Marks:
    """With its smoke."""
    smoke = ink("M1-3C-6-9 7-11 2-17M4-3C1-8 12-11 8-19")
    pot = wash("grey", box(x - 4, y - high, 8, high) + box(x - 5.5, y - high - 2, 11, 4))
    return joined(pot, moved(smoke, (x, y - high)))


def tree(x: float, foot: float) -> Marks:
    """A round crown on a stem."""
    return moved(
        joined(
            wash("brown", box(-1.5, -35, 3, 35)),
            wash("leaf", "M-17-34C-25-53-10-61 0-55C12-61 25-53 17-34C14-19-14-19-17-34Z"),
            flick((-8, -36, -5, -46, 0, -46), (0, -31, 8, -36, 10, -44), width=1.2),
        ),
        (x, foot),
    )


def cypress(x: float, foot: float, size: float = 1.0) -> Marks:
    return moved(
        joined(
            wash("green", "M0-52C10-31 13-4 0 0C-13-4-10-31 0-52Z"),
            flick((0, -42, 2, -21, 1, -4), (-2, -26, -3, -16, -2, -5), width=1),
        ),
        (x, foot),
        scale=size,
    )


def flower(x: float, foot: float, colour: str, high: float = 12.0) -> Marks:
    y = foot - high
    petals = ring(x - 2.6, y, 2.4) + ring(x + 2.6, y, 2.4) + ring(x, y - 2.6, 2.4) + ring(x, y + 2.4, 2.4)
    return joined(
        ink(f"M{x} {foot}V{y}M{x} {foot - 2}L{x + 3.5} {foot - 5}"),
        wash(colour, petals),
        solid(ring(x, y, 1.3)),
    )


def signboard(x: float, y: float, *sign: Marks) -> Marks:
    """On an arm of iron."""
    return joined(
        ink(f"M{x - 9} {y - 9}H{x + 8}M{x - 5} {y - 9}V{y - 6}M{x + 5} {y - 9}V{y - 6}"),
        wash("ochre", box(x - 7, y - 6, 14, 13)),
        *(moved(one, (x, y)) for one in sign),
    )


def planks(x: float, y: float, wide: float, high: float, count: int) -> Marks:
    """Upright boards."""
    return ink("".join(f"M{x + wide * n / count:.1f} {y}V{y + high}" for n in range(1, count)))


def waves() -> Marks:
    swell = "Q-42-13-36-9Q-30-13-24-9Q-18-13-12-9Q-6-13 0-9Q6-13 12-9Q18-13 24-9Q30-13 36-9Q42-13 48-9"
    return joined(
        wash("blue", f"M-48 4V-9{swell}V4Z"),
        light("M-30-4Q-24-7-18-4Q-24-5-30-4ZM6-4Q12-7 18-4Q12-5 6-4Z"),
    )


def awning(x: float, y: float, wide: float, colours: tuple[str, str]) -> Marks:
    """Striped cloth over a stall."""
    top, foot, count = wide * 0.36, wide / 2, 6
    parts = []
    for n in range(count):
        a, b = x - top + 2 * top * n / count, x - top + 2 * top * (n + 1) / count
        c, d = x - foot + 2 * foot * n / count, x - foot + 2 * foot * (n + 1) / count
        strip = f"M{a:.1f} {y}H{b:.1f}L{d:.1f} {y + 20}C{d:.1f} {y + 26} {c:.1f} {y + 26} {c:.1f} {y + 20}Z"
        parts.append((colours[n % 2], strip))
    return joined(*(wash(colour, "".join(d for c, d in parts if c == colour)) for colour in colours))


def vines(row: int) -> str:
    """A row of vines on the slope."""
    y, x = -33 + 10 * row, -44 + 2 * row
    wide = 46 + 11 * row if row < 2 else 48
    bumps = 5
    step = wide / bumps
    tops = "".join(
        f"Q{x + step * (n + 0.5):.1f} {y - 8 - n * 0.6:.1f} {x + step * (n + 1):.1f} {y - n * 0.8:.1f}"
        for n in range(bumps)
    )
    return f"M{x} {y}{tops}L{x + wide:.1f} {y + 2}L{x} {y + 3}Z"


def stakes(row: int) -> str:
    y, x = -33 + 10 * row, -44 + 2 * row
    wide = 46 + 11 * row if row < 2 else 48
    return "".join(f"M{x + wide / 5 * (n + 0.5):.1f} {y + 6}V{y - 7}" for n in range(5))
