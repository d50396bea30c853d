"""Pictures: SVG as pixels, with the fonts that come with it and no others."""

from __future__ import annotations

from pathlib import Path

FONTS = Path(__file__).parent / "fonts"
LATIN = 0x100  # our fonts are cut down to the letters below, and a few signs


def png(svg: str, width: int = 1600) -> bytes:
    """A picture in pixels, as wide as asked."""
    import resvg_py

    fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    ours = all(ord(letter) < LATIN for letter in svg)  # else a font of the system may know the letters
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=ours, font_files=fonts))
