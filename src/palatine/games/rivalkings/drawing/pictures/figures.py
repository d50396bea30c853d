"""What people are made of: a robe with shoulders, a head with its hair, hats, hands and what they hold.

A half figure stands on the middle of its lower edge, within forty-six to each side and ninety upwards.
"""

from __future__ import annotations

from math import hypot

from palatine.core.drawing.svg import Point

from .hand import Marks, flick, ink, joined, limb, moved, ring, shade, solid, wash

# -- Bodies


def robe(colour: str, broad: float = 27.0) -> Marks:
    b, foot = broad, broad + 8
    body = (
        f"M-7-36C-12-31-{b - 5}-32-{b}-25C-{b + 5}-18-{b + 7}-8-{foot} 0H{foot}"
        f"C{b + 7}-8 {b + 5}-18 {b}-25C{b - 5}-32 12-31 7-36Z"
    )
    return joined(
        wash(colour, body),
        shade(
            f"M11-33C22-31 {b}-29 {b + 3}-18C{b + 5}-12 {b + 7}-6 {foot} 0H{b - 6}C{b - 4}-12 20-24 11-33Z"
        ),
        flick((-16, -22, -20, -10, -17, 0), (-7, -26, -9, -12, -6, -1), (15, -20, 20, -10, 18, 0)),
    )


def stout(colour: str) -> Marks:
    """A body that likes its dinner."""
    return joined(
        wash(colour, "M-8-36C-14-31-26-31-31-23C-39-13-40-6-40 0H40C40-6 39-13 31-23C26-31 14-31 8-36Z"),
        shade("M14-33C30-30 37-14 38 0H26C27-14 24-25 14-33Z"),
    )


def front(colour: str) -> Marks:
    """What is worn under an open coat."""
    return joined(
        wash(colour, "M-7-35C-10-22-9-10-10 0H10C9-10 10-22 7-35C3-30-3-30-7-35Z"),
        flick((0, -28, 1, -14, 0, 0), width=1.1),
    )


def apron(colour: str = "linen") -> Marks:
    return joined(
        wash(colour, "M-12-22H12C13-16 17-12 18 0H-18C-17-12-13-16-12-22Z"),
        ink("M-12-22L-9-33M12-22L9-33"),
        flick((-6, -12, -7, -5, -6, 0), (6, -14, 8, -6, 7, 0), width=1.1),
    )


def ermine() -> Marks:
    tails = "".join(f"M{x} {y}L{x - 1} {y + 4.4}H{x + 1}Z" for x, y in (
        (-21, -27), (-13, -25), (-5, -21), (4, -22), (12, -26), (20, -28), (-17, -21), (-9, -18), (8, -18),
        (16, -21),
    ))  # fmt: skip
    cape = "M-8-37C-16-34-28-33-31-25C-24-16-10-11 0-10C10-11 24-16 31-25C28-33 16-34 8-37C4-32-4-32-8-37Z"
    return joined(wash("linen", cape), solid(tails))


def fur(colour: str = "brown") -> Marks:
    """A collar of fur that falls down at both sides."""
    left = "M-8-37C-17-34-18-28-17-22C-19-14-18-6-20 0H-9C-9-12-6-22-1-31Z"
    right = "M8-37C17-34 18-28 17-22C19-14 18-6 20 0H9C9-12 6-22 1-31Z"
    hairs = (
        "M-14-28L-12-26M-15-18L-12-17M-15-8L-12-7M-11-23L-9-21M14-28L12-26M15-18L12-17M15-8L12-7M11-23L9-21"
    )
    return joined(wash(colour, left), wash(colour, right), ink(hairs))


def ruff() -> Marks:
    pleats = "M-12-34L-8-37M-8-31L-5-35M-3-29L-2-34M3-29L2-34M8-31L5-35M12-34L8-37"
    return joined(wash("linen", "M-14-36C-17-30-8-27 0-27C8-27 17-30 14-36C8-40-8-40-14-36Z"), ink(pleats))


def collar(colour: str = "linen") -> Marks:
    return wash(colour, "M-9-37L-13-30L-2-26L0-31L2-26L13-30L9-37C4-32-4-32-9-37Z")


def kerchief(colour: str) -> Marks:
    return wash(
        colour, "M-10-37C-14-33-13-29-8-29C-4-26 4-26 8-29C13-29 14-33 10-37C4-31-4-31-10-37Z"
    ) + solid("M-2-28L-6-19L0-23L5-18L3-28Z")


def cape(colour: str) -> Marks:
    """A hood laid back on the shoulders."""
    d = "M-9-38C-17-35-30-32-32-23C-22-17-10-15 0-15C10-15 22-17 32-23C30-32 17-35 9-38C5-33-5-33-9-38Z"
    return joined(
        wash(colour, d), flick((-16, -30, -20, -24, -20, -20), (13, -30, 18, -25, 18, -20), width=1.3)
    )


# -- Heads

SKULL = "M-11.2-52C-11.6-61-6-66 0-66C6-66 11.6-61 11.2-52C10.8-44 6-37 0-37C-6-37-10.8-44-11.2-52Z"
FACES = {
    "calm": "M-6.8-55.5C-5.4-56.6-3.4-56.6-2-55.6M4.6-55.6C6-56.6 7.6-56.4 8.6-55.4M2.4-53L4.4-47.2"
    "C3.4-46.4 2.4-46.4 1.4-46.8"
    "M-1.6-42.6C.4-41.8 3.2-42 5-43",
    "stern": "M-7-56.5L-1.8-54.6M4.4-54.6L9-56.6M2.4-54L4.6-47.4C3.4-46.4 2.4-46.4 1.2-46.8M-1-42"
    "C1-42.8 3.4-42.8 5.4-42",
    "merry": "M-7-56C-5.4-58-3.4-57.8-2-56.4M4.4-56.4C5.8-58 7.6-57.8 8.8-56M2.4-53"
    "C4.4-50 5.4-47.4 3.4-46.6C2.6-46.3 1.8-46.4 1-47"
    "M-3.4-43.6C-.6-40 5-40 7-44",
    "soft": "M-6.6-56.4C-5.2-58-3.2-57.8-2.2-57M4.6-57C5.8-57.8 7.4-57.8 8.4-56.6M2.6-52L4-47.4L2-46.9"
    "M-6.4-53.6L-7.4-54.4M8.2-53.8L9-54.8",
}  # fmt: skip
EYES = {
    "calm": ring(-4.2, -52.6, 1.15, 1.35) + ring(6, -52.6, 1.05, 1.35),
    "stern": ring(-4, -52.2, 1.15, 1.2) + ring(6.2, -52.2, 1.05, 1.2),
    "merry": ring(-4.2, -53, 1.1, 1.5) + ring(6, -53, 1, 1.5),
    "soft": ring(-4.2, -53, 1.3, 1.5) + ring(5.8, -53, 1.2, 1.5) + "M-.6-43C1-44.2 1.4-43.4 2-43.4"
    "C2.6-43.4 3-44.2 4.6-43C3-40.8 1-40.8-.6-43Z",
}  # fmt: skip


def head(skin: str = "skin", face: str = "calm", left: bool = False, ears: bool = True) -> Marks:
    """Neck, ears, face; it looks a little aside, to the right unless told otherwise."""
    neck = "M-5.6-43V-34C-3-30 3-30 5.6-34V-43Z"
    lugs = ring(-11.2, -50.5, 2.2, 3.2) + ring(11.2, -50.5, 2.2, 3.2)
    features = joined(
        shade("M5-64C11-61 11.4-52 10-46C8-40 4-37.2 0-37C5-41 8-50 5-64Z" if not left else
              "M4-64C11-61 11.4-52 10-46C8-40 4-37.2 0-37C3-40 5-42 6-45C9-50 8-58 4-64Z"),
        moved(joined(ink(FACES[face]), solid(EYES[face])), flip=left),
    )  # fmt: skip
    return joined(
        wash(skin, neck), shade("M-5.6-38C-2-35.5 3-35.5 5.6-40V-34C3-31 0-31-2-33Z"),
        wash(skin, lugs) if ears else [], wash(skin, SKULL), features,
    )  # fmt: skip


def glasses() -> Marks:
    return ink(
        ring(-4.4, -52.4, 3.8)
        + ring(6, -52.4, 3.6)
        + "M-.6-53C.4-53.8 1.4-53.8 2.4-53M-8.2-53L-11-54M9.6-53L11-54"
    )


# -- Hair


def mane(colour: str, down: float = -30.0) -> Marks:
    """Long hair, behind the head."""
    low = down + 4
    d = (
        f"M-12-58C-16-68 16-68 12-58C17-50 14-42 18 {down}C12 {low} 8 {low} 0 {down}"
        f"C-8 {low}-12 {low}-18 {down}C-14-42-17-50-12-58Z"
    )
    return joined(
        wash(colour, d), flick((-13, -50, -14, -40, -13, down), (13, -52, 13, -42, 14, down), width=1.2)
    )


def crop(colour: str) -> Marks:
    """Short hair, on the head."""
    return wash(
        colour,
        "M-12-49C-14-58-12-69 0-69C12-69 14-58 12-49C10-53 9.5-57 7-60C2-57.6-6-57.6-9-60"
        "C-9.4-56-10.5-53-12-49Z",
    )


def sides(colour: str) -> Marks:
    """Hair beside a bald head, or under a hat."""
    return wash(colour, "M-10-60C-14-58-14.6-50-12-44C-9.6-46-9.6-54-10-60Z") + wash(
        colour, "M10-60C14-58 14.6-50 12-44C9.6-46 9.6-54 10-60Z"
    )


def parted(colour: str) -> Marks:
    """Hair parted over the brow, and drawn back."""
    return wash(colour, "M0-64C-7-64-10-57-11.6-49C-14-56-13-69 0-69C13-69 14-56 11.6-49C10-57 7-64 0-64Z")


def beard(colour: str, long: float = -28.0) -> Marks:
    """From ear to ear; its end is so high."""
    d = (
        f"M-11.6-51C-13-41-9 {long + 1} 0 {long}C9 {long + 1} 13-41 11.6-51C10-46 8-45.6 6-46"
        "C3.6-46.6 2.6-45.4 1.4-45.4C.2-45.4-.8-46.6-3-46C-6-45.4-10-46-11.6-51Z"
    )
    mouth = "M-1.4-41.4C.6-40.2 3-40.4 4.6-41.6"
    return joined(
        wash(colour, d),
        ink(mouth),
        flick((-5, -39, -5, -34, -3, long + 3), (5, -38, 5, -34, 3.4, long + 3), width=0.9),
    )


def goatee(colour: str) -> Marks:
    return solid(
        "M-4.6-44.4C-2-46.4 0-45.4 1.6-45C3-45.6 5.4-46.2 7.6-44.4C5.4-44 3.4-44 1.6-44"
        "C-.4-43.8-2.6-43.8-4.6-44.4Z"
    ) + wash(colour, "M-1.2-40.4H4.2C4.2-37 3-33 1.6-31C.2-33-1-37-1.2-40.4Z")


def moustache(colour: str) -> Marks:
    return wash(
        colour,
        "M1.6-46C-1.4-47.6-6-45.4-9.6-41.6C-6-41-1-41.6 1.6-43.6C4-41.6 8.4-41 11-42.4"
        "C8.6-46 4.4-47.6 1.6-46Z",
    )


# -- Hands


SHOULDER = (26.0, -23.0)


def arm(
    colour: str,
    hand: Point,
    bend: Point,
    *held: Marks,
    left: bool = False,
    skin: str = "skin",
    cuff: str = "linen",
) -> Marks:
    """A right arm, or by the same measures a left one; what the hand holds lies around its middle."""
    long = hypot(hand[0] - bend[0], hand[1] - bend[1])
    ux, uy = (hand[0] - bend[0]) / long, (hand[1] - bend[1]) / long
    x, y = hand[0] + 4.4 * ux, hand[1] + 4.4 * uy
    sleeve = wash(colour, limb(SHOULDER, bend, hand, 8, 4.8))
    wrist = limb((hand[0] - ux, hand[1] - uy), hand, (hand[0] + 2 * ux, hand[1] + 2 * uy), 5.5, 5.3)
    fingers = joined(wash(skin, ring(x, y, 4.5)), ink(f"M{x - 1.5} {y - 3.4}V{y}M{x + 1.5} {y - 3.4}V{y}"))
    thing = moved(joined(*held), (-x if left else x, y))
    return joined(moved(sleeve, flip=left), thing, moved(joined(wash(cuff, wrist), fingers), flip=left))


# -- More to wear


def mail() -> Marks:
    """Plates, and a collar of mail."""
    rows = "M-11-33L-9-30M-6-31L-5-28M0-30V-27M6-31L5-28M11-33L9-30M-9-27L-7-24M-3-26V-23M3-26V-23M9-27L7-24"
    return joined(
        ink("M0-22V0M-20-20C-12-12-12-6-12 0M20-20C12-12 12-6 12 0"),
        wash("slate", "M-9-38C-16-33-17-26-12-22C-4-18 4-18 12-22C17-26 16-33 9-38C4-33-4-33-9-38Z"),
        ink(rows),
        wash("steel", ring(-27, -20, 8, 9)), wash("steel", ring(27, -20, 8, 9)),
        ink("M-33-18C-28-14-24-14-21-17M33-18C28-14 24-14 21-17"),
    )  # fmt: skip


def hood_mail() -> Marks:
    return wash("slate", "M-13-58C-15-48-18-36-20-30C-12-24 12-24 20-30C18-36 15-48 13-58Z") + ink(
        "M-14-42L-12-40M-15-36L-13-34M-16-30L-14-28M14-42L12-40M15-36L13-34M16-30L14-28M-8-30L-6-28M0-29"
        "V-27M8-30L6-28"
    )


def shield(colour: str) -> Marks:
    """A plain one, parted by a beam."""
    d = "M-16-20H16V-2C16 8 8 15 0 19C-8 15-16 8-16-2Z"
    return joined(
        wash(colour, d),
        wash("linen", "M-16-20H-8L16 0C15 4 13 7 11 10L-16-13Z"),
        shade("M6-20H16V-2C16 8 8 15 0 19C6 8 8-4 6-20Z"),
    )


def neckline() -> Marks:
    """A low dress, and a chain."""
    return joined(
        wash("skin", "M-7-37C-14-32-12-22 0-15C12-22 14-32 7-37Z"), ink("M-7-31C-4-24 4-24 7-31"),
        wash("gold", ring(0, -23.4, 2.4)),
        wash("linen", "M-13-31C-12-22-4-17 0-15C4-17 12-22 13-31L16-29C15-19 6-13 0-11C-6-13-15-19-16-29Z"),
    )  # fmt: skip


def tabard(colour: str) -> Marks:
    return wash(colour, "M-19-31L-20 0H20L19-31L9-36H-9Z") + wash(
        "gold", "M-3-26H3V-17H11V-11H3V0H-3V-11H-11V-17H-3Z"
    )


def stole() -> Marks:
    """A cope with a broad hem of gold."""
    hem = "M-13-35L-15 0H-6L-5-26L0-30L5-26L6 0H15L13-35C6-30-6-30-13-35Z"
    return wash("gold", hem) + ink("M-12-16H-8M-10-18V-14M8-16H12M10-18V-14M-13-6H-9M-11-8V-4M9-6H13M11-8V-4")


def stripes() -> Marks:
    return wash(
        "blue",
        "M-29-22C-12-17 12-17 29-22L30-18C12-13-12-13-30-18ZM-33-11C-12-7 12-7 33-11L34-6C12-2-12-2-34-6Z",
    )


def wreath() -> Marks:
    """Leaves of the vine around the head."""
    leaf = "M0 0C-5-1-7-5-5-10C-2-9-1-7 0-7C1-9 4-10 6-8C7-4 4-1 0 0Z"
    places = ((-11, -60, -50), (-6, -66, -24), (0, -68, 4), (6, -66, 28), (11, -60, 54))
    return joined(
        *(moved(wash("leaf", leaf), (x, y), turn=a) for x, y, a in places),
        wash("violet", ring(-3, -64, 2) + ring(3, -64.4, 2) + ring(0, -61.6, 2)),
    )


def face_over(face: str, skin: str = "skin") -> Marks:
    """A face within a hood."""
    return joined(
        wash(skin, "M-9.6-54C-9.6-63-5-65 0-65C5-65 9.6-63 9.6-54C9.6-45 5-37.6 0-37.6"
        "C-5-37.6-9.6-45-9.6-54Z"),
        shade("M4-64.4C9-62 9.6-54 8.8-48C7.4-42 4-38 0-37.6C5-42 7-50 4-64.4Z"), ink(FACES[face]),
        solid(EYES[face]),
    )  # fmt: skip
