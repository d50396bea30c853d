"""Write the players' arms for the browser client, web/src/ui/shields.svg, from palatine.core.drawing.

Run it after a change of the shields: python tools/make_shields.py. A test compares the two.
"""

from __future__ import annotations

from pathlib import Path

from palatine.core.drawing.heraldry import arms
from palatine.core.drawing.palette import TINCTURES
from palatine.core.drawing.svg import tag

FILE = Path(__file__).parent.parent / "web" / "src" / "ui" / "shields.svg"
BOX = "-16 -18 32 38.5"


def text() -> str:
    """The whole file: a symbol for each colour."""
    symbols = [tag("symbol", arms(t), id=f"arms-{t.name}", viewBox=BOX) for t in TINCTURES]
    return tag("svg", *(f"\n{symbol}" for symbol in symbols), "\n", xmlns="http://www.w3.org/2000/svg") + "\n"


def main() -> None:
    FILE.write_text(text(), encoding="utf-8", newline="\n")
    print(f"{FILE.name} is written.")


if __name__ == "__main__":
    main()
