"""Hats, and what people hold: around the hand, or around where they stand."""

from __future__ import annotations

from .hand import Marks, box, flick, ink, joined, moved, ring, shade, solid, wash

# -- Hats, on the head of a figure


def crown(colour: str = "gold") -> Marks:
    """A closed crown under its orb."""
    return joined(
        wash("red", "M-9-66C-9-76 9-76 9-66Z"),
        wash(colour, "M-12-62L-15-76L-8-69L-4.6-79L0-70L4.6-79L8-69L15-76L12-62C6-59-6-59-12-62Z"),
        wash("gold", ring(0, -80, 2.6)),
        solid(ring(-15, -76.6, 1.7) + ring(15, -76.6, 1.7) + ring(-4.6, -79, 1.4) + ring(4.6, -79, 1.4)),
        wash("red", ring(0, -64.4, 1.8)), solid(ring(-6.4, -65, 1) + ring(6.4, -65, 1)),
    )  # fmt: skip


def coronet() -> Marks:
    """A ducal hat: velvet within a band of ermine, a jewel on top."""
    return joined(
        wash("red", "M-13-64C-18-74-12-86 0-86C12-86 18-74 13-64Z"),
        flick((-8, -70, -9, -80, -2, -84), (7, -70, 9, -79, 3, -84)),
        wash("gold", ring(0, -87, 2.6)),
        wash("linen", "M-15-69C-6-73 6-73 15-69V-60C6-64-6-64-15-60Z"),
        solid("M-9-69L-9.6-64H-8.4ZM0-70L-.6-65H.6ZM9-69L8.4-64H9.6Z"),
    )  # fmt: skip


def beret(colour: str) -> Marks:
    """A broad flat cap with a brooch."""
    return joined(
        wash(colour, "M-12-60C-24-60-25-72-12-75C-2-79 14-78 21-71C26-65 20-60 12-60Z"),
        flick((-16, -71, -6, -76, 8, -74), (-8, -64, -4, -68, -6, -72), width=1.2),
        wash(colour, "M-12.4-63C-6-66 6-66 12.4-63V-58.6C6-62-6-62-12.4-58.6Z"),
        wash("gold", ring(8, -66, 3)),
    )  # fmt: skip


def plumed(colour: str, plume: str = "linen") -> Marks:
    """A hat with a wide brim and a long feather."""
    feather = "M-4-72C2-88 18-92 29-82C34-76 32-68 26-64C28-72 22-77 14-75C8-74 3-71 0-67Z"
    return joined(
        wash(colour, "M-10-64C-12-80 11-81 11-64Z"),
        wash(colour, "M-24-60C-18-70-8-65 0-65C8-65 19-70 25-61C17-57 8-59 0-59C-8-59-16-56-24-60Z"),
        wash(plume, feather),
        flick((0, -69, 10, -82, 25, -76), (6, -77, 8, -82, 13, -86), (14, -80, 19, -84, 22, -86), width=1.1),
        shade("M2-65C8-65 19-70 25-61C17-57 8-59 2-59Z"),
    )  # fmt: skip


def hennin(colour: str) -> Marks:
    """A tall cone with a veil from its tip."""
    return joined(
        wash(colour, "M-11-58C-12-68-8-70-4-72L6-90L11-70C13-66 12.4-61 11-58C6-65-6-65-11-58Z"),
        wash("linen", "M6-90C20-86 24-66 20-44C19-38 21-34 24-31C15-31 13-40 14-50C15-62 13-78 6-90Z"),
        flick((8, -86, 18, -70, 17, -44), (9, -82, 14, -66, 16, -36), width=1),
        ink("M-6-70C-1-74 5-73 10-70M-1-78L9-76"),
    )


def padded(colour: str) -> Marks:
    """A padded roll in the shape of a heart, a net of gold on it, and a veil behind."""
    return joined(
        wash("linen", "M-17-66C-24-56-24-44-23-33H-14L-12-52ZM17-66C24-56 24-44 23-33H14L12-52Z"),
        wash(
            colour,
            "M0-63C-3-74-21-79-23-66C-24-57-17-52-12-55C-9-59-5-61 0-61C5-61 9-59 12-55"
            "C17-52 24-57 23-66C21-79 3-74 0-63Z",
        ),
        ink("M-20-72L-12-58M-11-71.4L-6-62M-22-62L-8-70M20-72L12-58M11-71.4L6-62M22-62L8-70"),
        wash("gold", "M-4-64C-4-68 4-68 4-64C4-60-4-60-4-64Z"),
    )


def tonsure(colour: str) -> Marks:
    """A shaven crown."""
    return joined(
        wash(
            colour,
            "M-11-46C-14.6-50-14.6-60-10.4-62C-4-58.4 4-58.4 10.4-62C14.6-60 14.6-50 11-46"
            "C10.4-51 9.6-55 7.4-57.4C3-55.4-3-55.4-7.4-57.4C-9.6-55-10.4-51-11-46Z",
        ),
        ink("M-9-58L-10.4-54M-4-58L-4.6-56.6M4-58L4.6-56.6M9-58L10.4-54"),
    )


def cap(colour: str) -> Marks:
    """A scholar's flat cap with four corners."""
    return joined(
        wash(colour, "M-12.4-58C-14-68-10-70 0-70C10-70 14-68 12.4-58C6-63-6-63-12.4-58Z"),
        wash(colour, "M-20-70L0-80L20-70L0-63Z"),
        ink("M0-71C8-71 14-70 17-66V-60"),
        wash("gold", ring(17, -59, 1.8)),
    )


def flat(colour: str) -> Marks:
    """A low round cap."""
    return joined(
        wash(colour, "M-13-62C-16-74-8-76 0-76C8-76 16-74 13-62Z"),
        wash(colour, "M-14-66C-6-69 6-69 14-66V-59C6-63-6-63-14-59Z"),
        ink("M-9-68L-8-62M0-69V-63M9-68L8-62"),
    )


def kettle() -> Marks:
    """A watchman's iron hat."""
    return joined(
        wash("steel", "M-11.6-62C-12-78 12-78 11.6-62Z"), ink("M0-74V-63"),
        wash("steel", "M-21-57C-17-64-8-65 0-65C8-65 17-64 21-57C12-61-12-61-21-57Z"),
        shade("M3-74C11-73 12-66 11.6-63L20-58C12-61 8-61 3-61Z"),
    )  # fmt: skip


def helm() -> Marks:
    """A knight's, its visor up, with a plume."""
    return joined(
        wash("red", "M-4-75C-8-86 0-90 10-88C20-86 25-76 24-66C23-60 25-56 28-53C19-53 17-60 16-66"
        "C14-74 8-77 2-75Z"),
        flick((2, -82, 14, -84, 19, -68), (6, -79, 14, -76, 18, -62), width=1.2),
        wash("steel", "M-13-44C-16-58-14-76 0-76C14-76 16-58 13-44L9.6-41C11-48 10.4-55 8.6-58H-8.6"
        "C-10.4-55-11-48-9.6-41Z"),
        wash("steel", "M-15-64C-12-73 12-73 15-64C17-58 12-56 0-56C-12-56-17-58-15-64Z"),
        solid("M-11-64.5H-3V-62.4H-11ZM3-64.5H11V-62.4H3Z"),
        ink("M-6-59.5V-58M-2-59.5V-58M2-59.5V-58M6-59.5V-58M0-76V-70"),
        shade("M6-75C14-72 16-58 13-44L9.6-41C11-48 11-54 10-57C14-58 14-70 6-75Z"),
    )  # fmt: skip


def mitre() -> Marks:
    return joined(
        wash("linen", "M-12.4-60C-16-72-8-82 0-89C8-82 16-72 12.4-60C6-63.4-6-63.4-12.4-60Z"),
        wash("gold", "M-12.6-65C-6-68.4 6-68.4 12.6-65V-59C6-62.4-6-62.4-12.6-59ZM-1.8-84L0-86.4L1.8-84"
        "V-67H-1.8Z"),
        solid(ring(-7, -64, 1.1) + ring(0, -64.8, 1.3) + ring(7, -64, 1.1) + ring(0, -76, 1.2)),
        shade("M4-86C13-78 15-70 12.4-60L7-62C10-72 8-80 4-86Z"),
    )  # fmt: skip


def straw(colour: str = "straw", band: str = "red") -> Marks:
    """A hat for the sun."""
    weave = "M-20-60L-15-64M-10-60L-6-64M10-60L6-64M20-60L15-64M-5-74L-4-70M5-74L4-70"
    return joined(
        wash(colour, "M-10-64C-11-81 11-81 10-64Z"), wash(band, "M-10.6-69C-5-71 5-71 10.6-69V-64H-10.6Z"),
        wash(colour, "M-27-57C-20-65-8-66 0-66C8-66 20-65 27-57C16-61-16-61-27-57Z"), ink(weave),
        shade("M3-66C12-65.6 20-64 27-57C18-60.6 10-60.6 3-60.4Z"),
    )  # fmt: skip


def hood(colour: str, peak: bool = False) -> Marks:
    """Over the head and around the face."""
    tip = (
        "C-18-70-10-79 2-84C4-81 3-78 6-75C13-72 17-64 15-50"
        if peak
        else "C-18-66-12-77 0-77C12-77 18-66 15-50"
    )
    return joined(
        wash(colour, f"M-15-50{tip}C15-42 20-36 24-31C16-26-16-26-24-31C-20-36-15-42-15-50Z"),
        shade("M8-74C17-68 15-56 15-50C15-42 20-36 24-31C18-28 12-27 8-27C12-34 12-62 8-74Z"),
        flick((-14, -60, -13, -70, -4, -74), (-15, -42, -17, -36, -20, -33), width=1.3),
    )


def scarf(colour: str) -> Marks:
    """A cloth around the hair, tied at the nape."""
    return joined(
        wash(colour, "M10-66C18-64 22-56 24-50C19-51 15-50 12-54Z"),
        wash(colour, "M-12.4-54C-16-72-6-71 0-71C8-71 16-69 12.4-54C10-61 7-63.6 0-63.6"
        "C-7-63.6-10-61-12.4-54Z"),
        flick((-10, -64, -2, -69, 8, -66), width=1.1),
        solid(ring(-5, -67, 1) + ring(3, -68, 1) + ring(8.6, -64, .9)),
    )  # fmt: skip


def wimple() -> Marks:
    return wash(
        "linen",
        "M-15-52C-18-72-8-73 0-73C8-73 18-72 15-52C15-42 17-34 20-29C12-25-12-25-20-29C-17-34-15-42-15-52Z",
    )


def feathered(colour: str, plume: str = "red") -> Marks:
    """A pointed hunter's cap."""
    return joined(
        wash(plume, "M-8-68C-14-76-16-84-12-90C-6-84-4-76-4-69Z"),
        flick((-6, -69, -9, -78, -11, -87), width=1),
        wash(colour, "M-13-62C-12-74 0-78 10-75C16-73 22-66 28-60C20-60 14-61 8-62Z"),
        wash(colour, "M-15-63C-8-68 8-67 22-60C10-57-4-61-14-58Z"),
    )  # fmt: skip


def knitted(colour: str) -> Marks:
    """A sailor's cap."""
    return joined(
        wash(colour, "M-12.4-62C-14-78-4-79 0-79C4-79 14-78 12.4-62Z"), wash("linen", ring(0, -80, 2.8)),
        wash(colour, "M-13.4-66C-6-69 6-69 13.4-66V-59.4C6-62.6-6-62.6-13.4-59.4Z"),
        ink("M-9-66V-61M-4.5-67.4V-62.4M0-67.6V-62.6M4.5-67.4V-62.4M9-66V-61M-6-77C-8-74-8-71-8-69M6-77"
        "C8-74 8-71 8-69"),
    )  # fmt: skip


def turban(colour: str) -> Marks:
    return joined(
        wash(colour, "M-13-57C-22-66-17-78-4-80C10-83 21-75 18-64C17-60 15-58 13-57C8-64-8-64-13-57Z"),
        flick((-15, -65, -4, -68, 14, -78), (-16, -72, -4, -72, 8, -80), (-10, -60, 2, -66, 18, -67),
        width=1.4),
        wash("gold", ring(0, -68, 3)), wash("linen", "M-1-71C-4-80 1-87 7-88C6-83 3-79 2-71Z"),
    )  # fmt: skip


def busby(colour: str = "brown") -> Marks:
    """A trader's hat of fur."""
    return joined(
        wash("red", "M-9-68C-10-84 13-84 9-68Z"),
        wash(colour, "M-16-60C-20-66-17-72-12-72C-4-75 4-75 12-72C17-72 20-66 16-60C8-64-8-64-16-60Z"),
        ink("M-14-66L-12-63M-9-69L-8-65M-3-70L-2.6-66M3-70L2.6-66M9-69L8-65M14-66L12-63"),
    )


def chaperon(colour: str) -> Marks:
    """Cloth wound around the head, its end over the shoulder."""
    return joined(
        wash(colour, "M12-66C20-70 26-62 23-54C20-46 22-36 26-24H16C14-36 14-48 15-56Z"),
        wash(colour, "M-6-72C-14-84 0-88 6-82C12-84 18-78 12-70Z"),
        wash(colour, "M-16-62C-19-70-8-76 0-75C9-76 20-71 16-62C12-58-11-58-16-62Z"),
        flick((-12, -60, -10, -68, -6, -72), (-2, -60, -1, -68, 2, -74), (8, -60, 10, -66, 13, -71),
        (19, -56, 17, -42, 21, -26), width=1.2),
    )  # fmt: skip


# -- What is held, around the hand


def sword() -> Marks:
    return joined(
        wash("steel", "M-2.4-6V-44L0-50L2.4-44V-6Z"), ink("M0-44V-10"), wash("gold", "M-9-8.5H9V-5.5H-9Z"),
        wash("brown", box(-1.8, -5.5, 3.6, 12)), wash("gold", ring(0, 8.4, 2.8)),
    )  # fmt: skip


def sceptre() -> Marks:
    lily = (
        "M0-36C3-31 3-28 1.4-24H-1.4C-3-28-3-31 0-36ZM-1.6-24C-7-23-9-29-5.4-31C-6-28-4-27-2.4-27ZM1.6-24"
        "C7-23 9-29 5.4-31C6-28 4-27 2.4-27Z"
    )
    return joined(wash("gold", box(-1.4, -24, 2.8, 36)), wash("gold", lily))


def orb() -> Marks:
    return joined(
        wash("gold", ring(0, -8, 7.5)),
        wash("gold", "M-1.2-15.5V-19H-3.6V-21.4H-1.2V-24H1.2V-21.4H3.6V-19H1.2V-15.5Z"),
        ink("M-7.4-9C-3-7 3-7 7.4-9M0-7.5V-15"),
    )


def falcon() -> Marks:
    """On the fist."""
    return joined(
        wash("brown", "M-3-4C-9-10-9-20-4-26C-3-31 4-32 6-27L9-25L6-23.6C9-16 7-8 3-3L-3 9L-6 8Z"),
        flick((-5, -20, -2, -12, -3, 4), (0, -22, 2, -14, 0, -4), (4, -20, 4, -14, 2, -7), width=1.1),
        solid(ring(3, -27.4, 1.2)), wash("gold", "M-3-4L-4.4 0M2-4L2.6 0"),
    )  # fmt: skip


def mace() -> Marks:
    return joined(
        wash("wood", box(-1.6, -22, 3.2, 34)),
        wash("steel", "M0-42L4-38L9-36L7-30L9-25L3-22H-3L-9-25L-7-30L-9-36L-4-38Z"),
        ink("M0-40V-22M-5-36L-4-24M5-36L4-24"),
    )  # fmt: skip


def letter() -> Marks:
    return joined(
        wash("linen", "M-9-16L9-13L7-1L-11-4Z"), ink("M-9-16L-2-7L9-13"), wash("red", ring(-2, -7.4, 2.4))
    )


def chalice() -> Marks:
    return joined(
        wash("gold", "M-9-27H9C10-18 6-14 2-13V-6H-2V-13C-6-14-10-18-9-27Z"), ink("M-8.6-23H8.6"),
        wash("gold", "M-3-8H3L2.4-4H-2.4Z"),
        wash("linen", ring(0, -32, 5)), ink("M0-35V-29M-3-32H3"),
    )  # fmt: skip


def purse() -> Marks:
    return joined(
        wash("brown", "M-4 2C-12 7-14 15-10 20C-6 23 6 23 10 20C14 15 12 7 4 2Z"),
        wash("brown", "M-6-4L0-2L6-4L4 2H-4Z"),
        ink("M-4 2H4"), wash("gold", ring(0, 13, 4)),
    )  # fmt: skip


def coin() -> Marks:
    return joined(wash("gold", ring(-1, -8, 5.6)), ink(ring(-1, -8, 3.4)))


def rose() -> Marks:
    petals = ring(-4, -19, 4.6) + ring(4, -19, 4.6) + ring(-2.6, -24, 4.6) + ring(3, -24, 4.6)
    return joined(
        ink("M0-16C1-8 0 0 1 10"),
        wash("leaf", "M0-6C5-11 9-11 11-8C8-5 4-4 0-6Z"),
        wash("red", petals),
        wash("rose", ring(0, -21, 3.8)),
        ink("M-1.6-21C0-23 2-22 1-20"),
    )


def scroll() -> Marks:
    return joined(
        wash("linen", "M-9-22H11V10H-9Z"), wash("linen", "M-11-26H13V-20H-11Z"),
        wash("linen", "M-11 7H13V13H-11Z"),
        ink("M-5-15H7M-5-11H7M-5-7H3"), wash("red", ring(8, 4, 4)),
        wash("red", "M5 7L4 15L7.4 12.6L11 15L10.6 7Z"),
    )  # fmt: skip


def spade() -> Marks:
    return joined(wash("wood", box(-1.5, -20, 3, 46)), wash("wood", box(-5, -23, 10, 3.4)))


def tulip() -> Marks:
    return joined(
        ink("M0-14V10"), wash("leaf", "M0 8C-7 4-9-4-8-9C-3-6 0 0 0 8ZM0 8C7 4 9-4 8-9C3-6 0 0 0 8Z"),
        wash("red", "M-7-28L-3.4-23L0-29L3.4-23L7-28C9-19 6-13 0-13C-6-13-9-19-7-28Z"),
        ink("M-3.4-23C-4-19-2-15 0-13M3.4-23C4-19 2-15 0-13"),
    )  # fmt: skip


def halberd() -> Marks:
    return joined(
        wash("wood", box(-1.5, -34, 3, 62)), wash("steel", "M0-64L3-50H-3Z"),
        wash("steel", "M2-50C8-52 14-56 16-60C18-50 17-42 14-36C11-40 6-42 2-42Z"),
        wash("steel", "M-2-48L-12-50L-9-44L-2-43Z"), wash("steel", box(-2.6, -51, 5.2, 11)),
    )  # fmt: skip


def lantern() -> Marks:
    return joined(
        ink("M0 0V5M-5 8C-5 3 5 3 5 8"), wash("dark", "M-8 8H8L6 12H-6Z"),
        wash("fire", box(-6, 12, 12, 13)), wash("gold", "M0 14C4 18 3 23 0 23.5C-3 23-4 18 0 14Z"),
        wash("dark", box(-8, 25, 16, 3)), ink("M-6 12V25M6 12V25"),
    )  # fmt: skip


def keys() -> Marks:
    bit = "M-1.4 12H1.4V26H7V29H4.4V32H7V35H-1.4Z"
    one = wash("steel", bit)
    return joined(
        moved(one, turn=28),
        moved(one, turn=-26, flip=True),
        one,
        ink(ring(0, 7, 7) + ring(0, 7, 5.6)),
    )


def fan() -> Marks:
    leaf = "M-19-14C-13-30 13-30 19-14L5 0C2-3-2-3-5 0Z"
    return joined(
        wash("rose", leaf),
        ink("M-13-20L-3-2M-6.4-24L-1.4-3M0-25.6V-3M6.4-24L1.4-3M13-20L3-2"),
        wash("gold", "M-17-12C-12-26 12-26 17-12L14-9C9-19-9-19-14-9Z"),
    )


def crozier() -> Marks:
    return joined(
        wash("wood", box(-1.4, -30, 2.8, 62)),
        wash(
            "gold",
            "M-2-30C-3-38-4-44-2-50C0-57 12-58 14-50C15-44 9-40 5-43C3-45 4-49 7-48.4C8-46 10-47 10-49.6"
            "C9-53 3-53 2-48C1-44 2-38 2-30Z",
        ),
    )


def book() -> Marks:
    return joined(
        wash("red", "M-19-18L0-14L19-18V6L0 10L-19 6Z"), wash("linen", "M0-15C-6-21-12-21-17-20V3"
        "C-12 2-6 3 0 8C6 3 12 2 17 3V-20C12-21 6-21 0-15Z"),
        ink("M0-15V8M-13-15C-10-15.6-7-15-4-12.6M-13-9.6C-10-10-7-9.6-4-7M-13-4.4C-10-5-7-4.4-4-2M13-15"
        "C10-15.6 7-15 4-12.6M13-9.6C10-10 7-9.6 4-7"),
    )  # fmt: skip


def lute() -> Marks:
    """Held aslant across the breast; the middle of its body is at the origin."""
    whole = joined(
        wash("dark", "M-2.6-12V-42H2.6V-12Z"), wash("brown", "M-3-42L-9-54L-4-56L3-44Z"),
        ink("M-8-50L-11-49M-6-53L-8-56M-3-47L-6-46"),
        wash("wood", "M0-16C8-14 16-6 16 4C16 13 9 17 0 17C-9 17-16 13-16 4C-16-6-8-14 0-16Z"),
        solid(ring(0, 0, 4.4)), ink(ring(0, 0, 6) + "M-6 11H6M-1.4-40V11M1.4-40V11"),
        shade("M6-12C13-8 16-2 16 4C16 13 9 17 0 17C8 13 12 0 6-12Z"),
    )  # fmt: skip
    return moved(whole, turn=52)


def rope() -> Marks:
    coil = "M-10 6C-14-4 12-6 11 5C10 14-9 15-10 6Z"
    return joined(
        wash("straw", coil + "M-6 5C-8-1 7-2 7 4C6 10-5 11-6 5Z"),
        ink("M-9 2L-6 4M-3-1L-2 2M4-1L3 2M10 3L7 4M8 9L6 7M0 12V9M-8 9L-5 7"),
        wash("straw", "M8 10C14 14 12 22 16 26L12 27C9 22 9 16 4 13Z"),
    )


def anchor() -> Marks:
    return joined(
        wash(
            "steel",
            "M-2-22H2V4C8 3 12-1 13-6L9-5L15-14L19-4L16.4-5C15 5 8 12 0 13C-8 12-15 5-16.4-5L-19-4L-15-14"
            "L-9-5L-13-6C-12-1-8 3-2 4Z",
        ),
        wash("steel", "M-9-19H9V-15.4H-9Z"),
        ink(ring(0, -26, 3.6) + ring(0, -26, 2.2)),
    )


def hammer() -> Marks:
    return joined(
        wash("wood", box(-1.8, -22, 3.6, 34)), wash("steel", "M-11-31H8L13-27L8-21H-11Z"), ink("M-7-31V-21")
    )


def saw() -> Marks:
    teeth = "".join(f"L{-30 + 4 * n} {9 + (n % 2) * 3.4:.1f}" for n in range(1, 9))
    return joined(
        wash("steel", f"M0-4L-30 4V9{teeth}L0 6Z"), wash("wood", "M-1-7C6-10 12-6 12 0C12 7 6 10-1 8Z")
    )


def basket(fruit: str = "red") -> Marks:
    pile = "".join(
        ring(x, y, 5) for x, y in ((-12, -10), (-4, -11), (5, -11), (13, -10), (-8, -16), (1, -18), (9, -16))
    )
    return joined(
        wash(fruit, pile), ink("M-8-20.5V-23M1-22.5V-25M9-20.5V-23"), wash("straw", "M-20-9H20L16 12H-16Z"),
        ink("M-18-4H18M-17 1H17M-16 6H16M-12-9L-10 12M-4-9L-3 12M4-9L3 12M12-9L10 12"),
        wash("straw", "M-21-11H21V-7H-21Z"),
    )  # fmt: skip


def tankard() -> Marks:
    return joined(
        ink("M9-18C18-19 18-4 9-4M9-15C14-15 14-7 9-7"), wash("wood", "M-10-22H10L9 4H-9Z"),
        ink("M-5-21V4M0-21V4M5-21V4"), wash("steel", "M-10.4-16H10.4V-13H-10.4ZM-9.6-2H9.6V1H-9.6Z"),
        wash("linen", "M-11-20C-15-24-12-30-7-29C-5-34 4-34 5-30C11-32 15-25 11-21C9-18 5-20 3-20"
        "C1-16-3-17-4-20C-6-18-9-18-11-20Z"),
    )  # fmt: skip


def grapes() -> Marks:
    places = ((-7.5, -2), (0, -3), (7.5, -2), (-4, 4), (4, 4), (0, 10.4))
    return joined(
        wash("leaf", "M-2-6C-12-6-16-12-14-18C-9-18-8-15-6-14C-6-20-2-22 2-22C2-18 1-16 2-14"
        "C6-18 11-17 14-14C12-8 6-5-2-6Z"), ink("M0-8L0-16M0-8L-9-13M0-8L8-13"),
        wash("violet", "".join(ring(x, y, 4.4) for x, y in places)),
        solid("".join(ring(x + 1.6, y + 1.4, .8) for x, y in places)),
    )  # fmt: skip


def pick() -> Marks:
    return joined(
        wash("wood", box(-1.8, -30, 3.6, 46)),
        wash("steel", "M-24-22C-16-33-6-35 0-35C6-35 16-33 24-22C16-27 8-29 2-29H-2C-8-29-16-27-24-22Z"),
        wash("steel", box(-4, -36, 8, 8)),
    )


def mortar() -> Marks:
    return joined(
        wash("wood", "M3-12L14-30L18-28L9-10Z"), wash("leaf", "M-6-12C-16-15-18-24-14-30"
        "C-7-27-3-20-3-12Z"), flick((-5, -13, -9, -20, -13, -27), width=1.1),
        wash("stone", "M-17-12H17C17 0 12 6 6 8L9 14H-9L-6 8C-12 6-17 0-17-12Z"), ink("M-16-8H16"),
        shade("M6-12H17C17 0 12 6 6 8L9 14H3C6 6 9-2 6-12Z"),
    )  # fmt: skip


def herbs() -> Marks:
    leaf = "M0 0C-6-3-7-9-5-14C-1-11 1-6 0 0Z"
    one = wash("green", leaf)
    return joined(
        *(moved(one, (x, y), turn=t) for x, y,
        t in ((0, -4, 0), (-3, -2, -38), (3, -2, 40), (-5, 1, -74), (5, 1, 78), (0, -12, 12),
        (-2, -10, -28))),
        ink("M0-4V9M-2 0L-3 9M2 0L3 9"),
    )  # fmt: skip


def sheaf() -> Marks:
    """Ears of wheat, tied."""
    ear = wash("straw", "M-3 0C-5-6-2-12 0-15C2-12 5-6 3 0Z")
    places = ((-15, -16), (15, -16), (-8, -21), (8, -21), (0, -24))
    return joined(
        *(moved(ear, place) for place in places),
        wash("straw", "M-16-17L-3 0L-9 24H9L3 0L16-17L8-20L0-22L-8-20Z"),
        ink("M-10-16L-2-1M-4-19L-1-1M4-19L1-1M10-16L2-1M-2 3L-5 22M2 3L5 22M0 3V22"),
        wash("red", "M-5-2H5V3H-5Z"),
    )  # fmt: skip


def scythe() -> Marks:
    return joined(
        wash("wood", "M-1.6 30L-3-40H0L1.6 30Z"), wash("steel", "M-3-40C8-46 24-44 32-32C22-38 10-38-1-34Z")
    )


def barrel() -> Marks:
    return joined(
        wash("wood", "M-14-22H14C18-8 18 8 14 22H-14C-18 8-18-8-14-22Z"),
        ink("M-6-22C-8-8-8 8-6 22M6-22C8-8 8 8 6 22"), wash("steel", "M-15.6-15H15.6L16.4-10H-16.4Z"
        "M-16.4 8H16.4L15.6 13H-15.6Z"),
        shade("M8-22H14C18-8 18 8 14 22H6C12 8 12-8 8-22Z"),
    )  # fmt: skip


def chest() -> Marks:
    """Open, and full."""
    return joined(
        wash("brown", "M-21-8C-23-30 23-30 21-8Z"), solid("M-17-9C-18-24 18-24 17-9Z"),
        wash("gold", "".join(ring(x, y, 4.4) for x,
        y in ((-12, -9), (11, -9), (-6, -13), (4, -14), (0, -9)))),
        wash("brown", "M-21-8H21V14H-21Z"), wash("steel", "M-15-8H-11V14H-15ZM11-8H15V14H11Z"),
        wash("gold", box(-4, -8, 8, 9)), solid(ring(0, -4, 1.6)),
    )  # fmt: skip


def bolt(colour: str) -> Marks:
    """A roll of cloth."""
    return joined(
        wash(colour, "M-7-26H7V26H-7Z"),
        wash(colour, ring(0, -26, 7, 3.4)),
        ink(ring(0, -26, 3.6, 1.6)),
        wash(colour, "M7-18L20-14V24L7 26Z"),
        ink("M7-10L20-6M7 0L20 4M7 10L20 14"),
    )


def crownlet() -> Marks:
    """A count's: points with pearls."""
    points = "M-13-60L-16-74L-9.6-67L-5.6-77L0-68L5.6-77L9.6-67L16-74L13-60C6-63-6-63-13-60Z"
    pearls = "".join(ring(x, y, 2.1) for x, y in ((-16, -75), (-5.6, -78.4), (5.6, -78.4), (16, -75)))
    return joined(wash("gold", points), wash("linen", pearls), ink("M-11.6-64.4C-5-67 5-67 11.6-64.4"))


def note() -> Marks:
    """A little lute, for a signboard."""
    return joined(wash("brown", ring(-1, 2, 3.4)), ink("M1 0L4-4"))
