"""The people of the court, the town, the village and the country."""

from __future__ import annotations

from . import figures as f
from . import things as t
from .hand import Marks, joined, moved, wash

COURT: dict[str, Marks] = {
    "LordProtector": joined(
        f.robe("slate", 29), f.fur("brown"), f.head(face="stern"), f.beard("grey", -25), t.beret("dark"),
        f.arm("slate", (27, -15), (39, -6), t.sword()),
    ),
    "Queen": joined(
        f.mane("ochre", -24), f.robe("red", 23), f.ermine(), f.head(face="soft"), f.parted("ochre"),
        t.crown(),
        f.arm("red", (26, -14), (37, -8), t.sceptre()), f.arm("red", (17, -8), (35, -6), t.orb(), left=True),
    ),
    "Duke": joined(
        f.mane("dark", -38), f.robe("blue", 29), f.ermine(), f.head(face="stern"), f.beard("dark", -30),
        t.coronet(),
        f.arm("blue", (27, -18), (40, -8), t.falcon(), cuff="brown", skin="brown"),
    ),
    "Count": joined(
        f.mane("tile", -33), f.robe("green", 27), f.front("straw"), f.collar(), f.head(face="calm"),
        f.moustache("tile"), t.crownlet(),
        f.arm("green", (27, -15), (38, -6), t.mace()),
    ),
    "Courtier": joined(
        f.sides("brown"), f.robe("rose", 25), f.front("linen"), f.ruff(), f.head(face="merry", left=True),
        f.goatee("brown"), t.plumed("violet"),
        f.arm("rose", (17, -17), (36, -6), t.letter(), left=True),
    ),
    "Priest": joined(
        f.robe("dark", 26), wash("linen", "M-14-34L-12 0H-6L-7-31ZM14-34L12 0H6L7-31Z"),
        f.head(face="calm"), t.tonsure("brown"),
        f.arm("dark", (21, -13), (38, -4), t.chalice()),
    ),
    "Bursar": joined(
        f.stout("dark"), f.fur("ochre"), f.head(face="stern"), f.glasses(), f.sides("grey"), t.flat("dark"),
        f.arm("dark", (15, -20), (38, -8), t.purse()),
        f.arm("dark", (20, -22), (38, -10), t.coin(), left=True),
    ),
    "Knight": joined(
        f.robe("steel", 29), f.mail(), f.head(ears=False, face="stern"), f.moustache("brown"), t.helm(),
        moved(f.shield("red"), (-24, -16)),
    ),
    "Countess": joined(
        f.mane("tile", -36), f.robe("violet", 22), f.neckline(),
        f.head(face="soft", ears=False, left=True), f.parted("tile"), t.hennin("rose"),
        f.arm("violet", (19, -14), (33, -3), t.rose(), left=True),
    ),
    "Diplomat": joined(
        f.robe("ochre", 26), f.fur("dark"), f.head(face="calm"), f.goatee("dark"), t.chaperon("blue"),
        f.arm("ochre", (20, -14), (37, -4), t.scroll(), left=True),
    ),
    "Trader1": joined(
        f.stout("green"), f.kerchief("linen"), f.head(face="merry"), f.sides("tile"), f.moustache("tile"),
        t.busby(),
        moved(t.barrel(), (27, -20)), f.arm("green", (22, -36), (40, -24)),
    ),
    "Trader2": joined(
        f.robe("tile", 28), f.front("straw"), f.head("tan", face="calm"), f.beard("dark", -29),
        t.turban("linen"),
        moved(t.chest(), (-22, -14)), f.arm("tile", (12, -9), (34, 0), skin="tan"),
    ),
}  # fmt: skip

SUBJECTS: dict[str, Marks] = {
    "Gardener": joined(
        f.robe("green", 26), f.apron("straw"), f.collar(), f.head("tan", face="merry"), f.sides("brown"),
        t.straw(band="green"),
        f.arm("linen", (21, -20), (37, -8), t.tulip(), skin="tan"),
    ),
    "Watchman": joined(
        f.robe("steel", 28), f.tabard("blue"), f.hood_mail(), f.head(face="stern", ears=False),
        f.moustache("brown"), t.kettle(),
        f.arm("blue", (26, -12), (38, -4), t.halberd()),
    ),
    "Jailer": joined(
        f.stout("brown"), f.cape("dark"), f.head(face="stern"), f.beard("dark", -31), t.hood("dark"),
        f.face_over("stern"),
        f.arm("brown", (20, -34), (40, -18), t.keys()),
    ),
    "CourtLady": joined(
        f.robe("blue", 22), f.neckline(), f.head(face="soft", ears=False), t.padded("violet"),
        f.arm("blue", (16, -16), (34, -4), t.fan()),
    ),
    "Bishop": joined(
        f.robe("violet", 28), f.stole(), f.head(face="calm"), f.sides("grey"), t.mitre(),
        f.arm("violet", (28, -14), (40, -6), t.crozier()),
    ),
    "Scholar": joined(
        f.robe("dark", 27), f.collar(), f.head(face="calm"), f.glasses(), f.beard("grey", -20), t.cap("dark"),
        f.arm("dark", (10, -8), (36, 0)), f.arm("dark", (10, -8), (36, 0), left=True),
        moved(t.book(), (0, -8)),
    ),
    "Troubadour": joined(
        f.mane("ochre", -38), f.robe("red", 25), f.collar(), f.head(face="merry"), t.feathered("green"),
        moved(t.lute(), (-6, -10)), f.arm("green", (6, -10), (34, 0)),
    ),
    "Sailor": joined(
        f.robe("linen", 28), f.stripes(), f.kerchief("red"), f.head("tan", face="merry"),
        f.beard("brown", -32), t.knitted("blue"),
        moved(t.anchor(), (27, -17)), f.arm("linen", (24, -34), (40, -18), skin="tan", cuff="blue"),
    ),
    "Blacksmith": joined(
        f.stout("linen"), f.apron("brown"), f.head("tan", face="stern"), f.beard("dark", -28),
        f.arm("tan", (28, -26), (42, -12), t.hammer(), skin="tan", cuff="brown"),
    ),
    "Carpenter": joined(
        f.robe("ochre", 27), f.apron("linen"), f.head(face="calm"), f.crop("brown"), f.moustache("brown"),
        t.flat("red"),
        f.arm("ochre", (22, -14), (40, -6), t.saw(), left=False),
    ),
    "MarketWoman": joined(
        f.robe("rose", 25), f.collar(), f.head(face="merry", ears=False), f.parted("brown"), t.scarf("red"),
        moved(t.basket(), (0, -10)), f.arm("rose", (20, -8), (38, -8)),
        f.arm("rose", (20, -8), (38, -8), left=True),
    ),
    "Innkeeper": joined(
        f.stout("green"), f.apron("linen"), f.head(face="merry"), f.sides("tile"), f.moustache("tile"),
        f.arm("linen", (19, -21), (40, -8), t.tankard()),
    ),
    "Vintner": joined(
        f.robe("violet", 26), f.apron("straw"), f.head("tan", face="merry"), f.crop("dark"),
        f.goatee("dark"), f.wreath(),
        f.arm("linen", (20, -19), (38, -6), t.grapes(), skin="tan"),
    ),
    "Miner": joined(
        f.robe("slate", 28), f.head("tan", face="stern", ears=False), f.beard("brown", -30),
        t.hood("linen", peak=True), f.face_over("stern", "tan"),
        f.arm("slate", (24, -18), (40, -8), moved(t.pick(), turn=24), skin="tan"),
    ),
    "Herbalist": joined(
        f.robe("brown", 24), t.wimple(), f.face_over("soft"),
        moved(t.mortar(), (10, -14)), f.arm("brown", (13, -14), (33, -4), t.herbs(), left=True),
    ),
    "Farmer": joined(
        f.robe("blue", 27), f.kerchief("ochre"), f.head("tan", face="calm"), f.sides("straw"),
        t.straw(band="brown"),
        moved(t.sheaf(), (25, -24)), f.arm("blue", (15, -14), (34, -2), skin="tan"),
    ),
}  # fmt: skip
