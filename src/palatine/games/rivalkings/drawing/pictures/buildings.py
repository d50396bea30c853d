"""The sixteen buildings."""

from __future__ import annotations

from . import houses as h
from . import things as t
from .hand import Marks, box, flick, ink, joined, moved, ring, shade, solid, wash

BUILDINGS: dict[str, Marks] = {
    "Garden": joined(
        h.cypress(-24, -18), h.cypress(30, -18, 1.15), h.tree(4, -14), h.earth("leaf", 22),
        wash("stone", "M-46-2V-26H-14V-2ZM14-2V-26H46V-2Z"),
        wash("stone", "M-48-30H-12V-25H-48ZM12-30H48V-25H12Z"),
        ink("M-40-18H-34V-12M-28-22V-17H-22M-22-10H-28M22-18H28V-12M34-22V-17H40M40-8H34"),
        wash("stone", "M-16-2V-34H-10V-2ZM10-2V-34H16V-2Z"),
        ink("M-10-30C-8-50 8-50 10-30M-6-3V-38M-2-3V-41M2-3V-41M6-3V-38M-10-14H10M-10-26H10"),
        h.flower(-34, -26, "red", 9), h.flower(-24, -26, "rose", 7), h.flower(24, -26, "red", 8),
        h.flower(36, -26, "ochre", 9),
    ),
    "CastleWall": joined(
        h.earth(), wash("stone", "M-46-4V-46H-40V-42H-34V-46H-28V-42H-22V-46H-16V-42H-10V-46H-4V-42H2V-46"
        "H46V-4Z"), h.stones(-26, -38, 36, 32),
        h.tower(20, 34, 84), h.pennant(20, -84), solid(h.lancet(20, -52, 5, 13)), h.stones(20, -74, 34, 30),
        solid(h.arch(20, -4, 18, 30)), ink("M-30-24V-18"), wash("wood", "M12-4V-24H28V-4Z"),
        ink("M16-4V-24M20-4V-24M24-4V-24M12-10H28M12-17H28"), solid("M-31-30H-28V-20H-31Z"),
    ),
    "Prison": joined(
        h.earth("grey"), wash("grey", "M-32-4L-28-70H28L32-4Z"), shade("M10-4V-70H28L32-4Z"),
        h.stones(0, -64, 56, 58),
        wash("slate", "M-34-68L-30-78H30L34-68ZM-28-78C-20-92 20-92 28-78Z"),
        ink("M-14-78L-8-87M14-78L8-87M0-78V-88"),
        wash("dark", box(-21, -56, 15, 16) + box(7, -56, 15, 16)),
        wash("steel", "".join(box(x, -57, 1.6, 18) for x in (-18, -14, -10, 10, 14, 18))),
        wash("stone", h.arch(0, -4, 24, 32)), wash("brown", h.arch(0, -4, 18, 28)),
        wash("steel", "M-9-10H9V-7H-9ZM-9-22H9V-19H-9Z"), solid(ring(4, -14.6, 1.6)),
    ),
    "Pavilion": joined(
        h.earth(), wash("linen", "M-28-8V-48H28V-8Z"), solid(h.arch(0, -8, 16, 36)),
        *(joined(wash("stone", box(x - 3, -50, 6, 42)),
        wash("stone", box(x - 4.5, -12, 9, 4))) for x in (-28, -12, 12, 28)),
        wash("stone", "M-40-8H40V-2H-40Z"),
        wash("rose", "M0-92C4-72 22-62 38-56C38-46 26-44 25-52C24-44 13-44 12.6-52C12-44 .6-44 0-52"
        "C-.6-44-12-44-12.6-52C-13-44-24-44-25-52C-26-44-38-46-38-56C-22-62-4-72 0-92Z"),
        wash("linen", "M0-92C1-74 8-62 12.6-54C12-44 .6-44 0-52C-.6-44-12-44-12.6-54C-8-62-1-74 0-92Z"),
        flick((-2, -82, -12, -68, -26, -58), (2, -82, 14, -68, 28, -57), width=1.2),
        wash("gold", ring(0, -93, 3)), h.pennant(0, -95, "blue"),
    ),
    "Cathedral": joined(
        h.earth("grey", 7), wash("stone", "M-12-4V-62L0-76L12-62V-4Z"),
        *(joined(wash("stone", box(x - 10, -68, 20, 64)), h.spire(x, 24, -67, 32),
        ink(f"M{x - 10}-44H{x + 10}M{x - 10}-24"
        f"H{x + 10}"), solid(h.lancet(x, -48, 5, 15) + h.lancet(x, -28, 5, 12))) for x in (-22, 22)),
        shade("M24-4V-68H32V-4Z"), ink("M-22-99V-104M-24.6-102H-19.4M22-99V-104M19.4-102H24.6"),
        wash("sky", ring(0, -48, 8.5)), ink("M0-56V-40M-8-48H8M-5.6-53.6L5.6-42.4M5.6-53.6"
        "L-5.6-42.4" + ring(0, -48, 3.4)),
        wash("stone", "M-12-4V-22L0-37L12-22V-4Z"), wash("brown", h.lancet(0, -4, 14, 25)),
        ink("M0-4V-27"), solid(h.lancet(-22, -4, 7, 13) + h.lancet(22, -4, 7, 13)),
    ),
    "University": joined(
        h.earth("grey", 7), wash("tile", "M-40-4V-52H40V-4Z"), shade("M22-4V-52H40V-4Z"),
        wash("slate", "M-44-50L-34-66H34L44-50Z"),
        wash("tile", "M-20-4V-66H-15V-74H-9V-82H-4V-90H4V-82H9V-74H15V-66H20V-4Z"),
        wash("linen", ring(0, -68, 7.4)), ink("M0-68V-73M0-68L3.4-66.4M-7.4-68H-5.4M5.4-68H7.4M0-61V-62.6"),
        wash("sky", h.arch(-30, -26, 9, 18) + h.arch(30, -26, 9, 18) + h.arch(-10, -34, 8, 18) + h.arch(10,
        -34, 8, 18) + h.arch(0, -34, 8, 20)),
        ink("M-30-26V-44M30-26V-44M-10-34V-51M0-34V-53M10-34V-51M-36-56H-24M24-56H36M-33-61H-26M26-61H33"),
        h.door(0, -8, 14, 20), wash("stone", "M-15-8H15V-5H19V-1H-19V-5H-15Z"), ink("M-15-5H15"),
    ),
    "Tavern": joined(
        h.earth(), h.chimney(11, -78, 12), h.house("linen", "tile", -32, 8, 36, 42, 84),
        h.timbers(-32, 8, 42, 84), h.window(-12, -58, 10, 11, "gold"), h.window(-22, -32, 9, 11, "gold"),
        h.window(-2, -32, 9, 11, "gold"),
        h.door(-12, -4, 12, 17), h.window(18, -20, 11, 12, "gold"), h.signboard(36, -26, t.note()),
    ),
    "Harbour": joined(
        wash("wood", "M-30-16L-26-82H-22L-18-16Z"), ink("M-26-70L-20-58L-28-46L-19-34L-29-22"),
        wash("wood", "M-30-78L30-94L31-90L-28-73Z"), ink("M27-92V-66M24-66H30L27-60Z"),
        wash("wood", box(21, -58, 13, 11)), wash("wood", "M-26-84L-36-66H-30L-24-80Z"),
        wash("straw", "M14-40C24-44 34-44 42-40C38-32 38-26 41-18C32-22 22-22 14-19C17-26 17-33 14-40Z"),
        ink("M28-46V-12M15-37C24-41 34-41 41-37"), h.waves(),
        wash("brown", "M4-14C16-10 36-10 46-16C45-6 40 0 34 1H14C8-1 5-7 4-14Z"),
        ink("M6-9C18-5 34-5 44-10"), wash("stone", "M-48-16H-8V3H-48Z"),
        wash("stone", "M-48-19H-5V-14H-48Z"), ink("M-40-8H-34V-3M-26-11V-6H-20M-18-2H-13"),
    ),
    "Forge": joined(
        h.earth("grey"), h.chimney(18, -58, 30), h.house("stone", "slate", -36, 12, 34, 42, 76),
        h.stones(-12, -60, 30, 20), h.stones(22, -36, 20, 30),
        solid(h.arch(-12, -4, 34, 36)), wash("fire", "M-27-4C-30-14-22-16-21-25C-15-20-14-15-15-12"
        "C-11-15-10-20-12-27C-4-21 4-12 1-4Z"), wash("gold", "M-18-4C-19-10-14-12-13-17C-9-13-7-8-9-4Z"),
        wash("dark", "M2-16H30C30-12 24-12 22-11V-7L27-3V0H8V-3L13-7V-11C8-12 3-12 2-16Z"),
    ),
    "Carpentry": joined(
        h.earth(), h.house("wood", "straw", -34, 8, 38, 44, 78), h.planks(-34, -44, 42, 40, 7),
        h.planks(8, -44, 30, 40, 5), solid(box(-23, -34, 20, 30)), wash("brown", "M-30-38H4V-34H-30Z"),
        wash("wood", "M-24-14H-2V-10H-24ZM-21-10H-18V-4H-21ZM-8-10H-5V-4H-8Z"),
        ink(ring(-13, -60, 5) + "M-13-65V-55M-18-60H-8"),
        moved(joined(wash("straw", "M0 0L16-58L20-57L4 1Z"), wash("straw", "M6 0L26-52L30-50L11 1Z"),
        wash("wood", "M13 1L36-44L39-42L18 2Z")), (4, -3)),
        wash("wood", ring(-38, -8, 5) + ring(-28, -8, 5) + ring(-33, -16, 5)),
        ink(ring(-38, -8, 2) + ring(-28, -8, 2) + ring(-33, -16, 2)),
    ),
    "Market": joined(
        h.earth("stone", 7), wash("linen", "M0-14V-62H40V-14Z"), shade("M0-60H40V-44H0Z"),
        h.awning(20, -78, 48, ("blue", "linen")), ink("M0-50V-14M40-50V-14"),
        wash("wood", "M-2-24H44V-4H-2Z"), h.planks(-2, -24, 46, 20, 5),
        wash("red", "".join(ring(x, -27, 4) for x in (4, 12, 20))),
        wash("leaf", "".join(ring(x, -28, 4.6) for x in (30, 38))),
        ink("M-40-46V-4M-6-46V-4"), h.awning(-23, -66, 42, ("red", "linen")),
        wash("wood", "M-44-22H-2V-2H-44Z"), h.planks(-44, -22, 42, 20, 5),
        wash("straw", "M-40-22"
        "C-40-32-26-32-26-22Z"),
        wash("ochre", ring(-18, -26, 4.4) + ring(-9, -26, 4.4) + ring(-13.6, -32, 4.4)),
        h.pennant(20, -84, "ochre"),
    ),
    "Inn": joined(
        h.earth(), wash("stone", "M-26-4V-30H26V-4Z"), wash("linen", "M-30-30V-58H30V-30Z"),
        wash("linen", "M-33-58L0-94L33-58Z"), wash("tile", "M-40-54L0-99L40-54L33-54L0-90L-33-54Z"),
        ink("M-30-30H30M-30-58H30M-16-30V-58M16-30V-58M-30-58L-22-30M30-58L22-30M-16-58V-74M16-58V-74"
        "M-16-74H16"), shade("M18-4V-30H22V-58H33L20-72V-4Z"),
        h.window(0, -66, 13, 10, "gold"), h.window(-8, -44, 10, 12, "gold"),
        h.window(8, -44, 10, 12, "gold"), h.door(0, -4, 14, 20), h.window(-17, -18, 9, 9, "gold"),
        h.window(17, -18, 9, 9, "gold"),
        h.signboard(37, -34, wash("linen", "M-3.5-2H3L2.4 5H-3ZM-4-2C-5-5 4-5 4-2Z")),
        wash("wood", "M12-6H32V-3H12Z"),
    ),
    "Vineyard": joined(
        wash("leaf", "M-48 2V-30C-30-40-8-48 14-46C30-44 40-40 48-36V2Z"),
        h.house("linen", "tile", 4, 24, 40, 64, 82, 44), h.window(14, -62, 6, 8), h.door(14, -45, 7, 11),
        h.cypress(-6, -44, 0.5), wash("green", "".join(h.vines(n) for n in range(4))),
        ink("".join(h.stakes(n) for n in range(4))),
        moved(t.grapes(), (22, -16)),
    ),
    "Mine": joined(
        wash("grey", "M-48 2V-34C-40-50-34-44-28-60C-20-84-6-92 4-86C14-80 20-66 28-62C38-56 42-44 48-40"
        "V2Z"), shade("M4-86C14-80 20-66 28-62C38-56 42-44 48-40V2H24C30-20 22-60 4-86Z"),
        flick((-20, -70, -14, -60, -16, -52), (0, -80, 6, -70, 4, -60), (22, -56, 30, -48, 30, -38),
        (-36, -40, -30, -34, -32, -26), width=1.5), wash("leaf", "M-48 2V-8C-20-14 20-14 48-8V2Z"),
        solid("M-18-6V-42H14V-6Z"), wash("wood", "M-22-6L-19-44H-14L-16-6ZM12-6L10-44H15L18-6ZM-25-50H21"
        "V-43H-25Z"), ink("M-18-47H-10M0-46H10M-18-30L-16-20M14-30L14-20"),
        ink("M-10 0L-4-10M10 0L2-10M-9-2H9M-6-6H6"), wash("brown", "M14-22H44L40-6H18Z"),
        wash("steel", "M16-22C16-30 22-28 24-31C28-35 33-30 36-28C41-29 42-25 42-22Z"),
        ink("M20-22L22-6M29-22V-6M38-22L36-6"), wash("dark", ring(22, -3, 4) + ring(36, -3, 4)),
    ),
    "HerbMeadow": joined(
        wash("leaf", "M-48 2V-24C-20-34 20-32 48-22V2Z"), wash("linen", "M-4-20V-44H30V-20Z"),
        shade("M20-20V-44H30V-20Z"), wash("straw", "M-12-40C-6-56 4-72 13-74C22-72 32-56 38-40"
        "C30-37 26-41 21-38C15-36 10-41 5-38C0-36-6-41-12-40Z"),
        flick((10, -70, 4, -58, 0, -44), (14, -70, 14, -56, 13, -44), (18, -68, 24, -56, 28, -44),
        width=1.2), h.door(6, -20, 9, 17), h.window(21, -31, 8, 8),
        ink("M-40-20L-38-12M-30-22L-28-14M40-18L38-10"),
        h.flower(-38, -8, "violet", 22), h.flower(-28, -2, "ochre", 30), h.flower(-18, -6, "red", 18),
        h.flower(-8, 0, "linen", 16), h.flower(20, -2, "red", 16), h.flower(32, 0, "ochre", 20),
        h.flower(40, -4, "violet", 26),
        moved(t.herbs(), (8, -4)),
    ),
    "Farm": joined(
        h.earth(), h.house("wood", "straw", -32, 14, 40, 40, 80), h.planks(-32, -40, 46, 36, 7),
        wash("brown", box(-22, -32, 26, 28)), ink("M-9-32V-4M-22-32L-9-4M-9-32L-22-4M-9-32L4-4M4-32L-9-4"),
        solid(box(-14, -58, 10, 11)), wash("straw", "M-16-47H-2L-4-40H-13Z"), h.window(27, -24, 9, 9),
        wash("straw", "M14-2C12-18 20-28 30-28C40-28 48-18 45-2Z"),
        flick((22, -24, 18, -12, 20, -4), (30, -26, 29, -14, 30, -4), (37, -24, 41, -14, 40, -4),
        width=1.2), ink("M26-28L32-40M33-28L29-38"),
    ),
}  # fmt: skip
