"""Write the icons of the browser client, web/public, from one drawing of the house's arms.

Run it after a change of the arms: python tools/make_icons.py. A test compares what is drawn as SVG.
"""

from __future__ import annotations

from pathlib import Path

from palatine.core.drawing.heraldry import INK, SHIELD
from palatine.core.drawing.palette import PAPER_BY_DAY, TINCTURES
from palatine.core.drawing.svg import tag
from palatine.core.picture import png

FOLDER = Path(__file__).parent.parent / "web" / "public"
CALL = "#b8470c"  # the client's colour for "you must"
CROWN = "M-9 9V-6L-4.5-.5L0-9L4.5-.5L9-6V9Z"
HALF = "M-15-17H0V19.5C-8 15.5-15 9-15-1Z"
MIDDLE = 1.25  # how far below the middle of its box the shield stands
FULL, FIT, SAFE = 0.96, 0.78, 0.56  # how high it stands in a square: free, on paper, where corners are cut


def arms() -> str:
    """A shield parted in gold and red, with a crown."""
    colours = {tincture.name: tincture for tincture in TINCTURES}
    gold, red = colours["gold"], colours["red"]
    return "".join(
        [
            tag("path", d=SHIELD, fill=red.field),
            tag("path", d=HALF, fill=gold.field),
            tag("path", d=SHIELD, fill="none", stroke=INK, stroke_width=2, stroke_linejoin="round"),
            tag("path", d=CROWN, fill=red.metal, stroke=INK, stroke_width=1.6, stroke_linejoin="round"),
        ]
    )


def icon(fit: float, ground: str | None = None, call: bool = False) -> str:
    """The arms in a square, as high as asked; with a mark where something calls."""
    side = 38.5 / fit
    box = f"{-side / 2:.4g} {MIDDLE - side / 2:.4g} {side:.4g} {side:.4g}"
    corner = {"x": f"{-side / 2:.4g}", "y": f"{MIDDLE - side / 2:.4g}", "width": "100%", "height": "100%"}
    parts = [tag("rect", **corner, fill=ground)] if ground else []
    parts.append(arms())
    if call:
        parts.append(tag("circle", cx=10.8, cy=-9.5, r=8, fill=CALL, stroke="#fffaf0", stroke_width=2.4))
    return tag("svg", *parts, xmlns="http://www.w3.org/2000/svg", viewBox=box) + "\n"


def drawn() -> dict[str, str]:
    """The icons that are drawings."""
    return {"favicon.svg": icon(FULL), "favicon-turn.svg": icon(FULL, call=True)}


def painted() -> dict[str, tuple[str, int]]:
    """The icons that are pixels: what is on them, and how wide they are."""
    return {
        "icon-192.png": (icon(FULL), 192),
        "icon-512.png": (icon(FULL), 512),
        "icon-180.png": (icon(FIT, PAPER_BY_DAY.paper), 180),
        "icon-maskable-512.png": (icon(SAFE, PAPER_BY_DAY.paper), 512),
    }


def main() -> None:
    for name, svg in drawn().items():
        (FOLDER / name).write_text(svg, encoding="utf-8", newline="\n")
    for name, (svg, width) in painted().items():
        (FOLDER / name).write_bytes(png(svg, width))
    print(f"{len(drawn()) + len(painted())} icons are written.")


if __name__ == "__main__":
    main()
