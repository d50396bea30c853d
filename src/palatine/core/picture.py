"""Pictures: SVG as pixels, with the fonts that come with it and no others."""

from __future__ import annotations

from pathlib import Path

FONTS = Path(__file__).parent / "fonts"


def png(svg: str, width: int = 1600) -> bytes:
    """A picture in pixels, as wide as asked."""
    import resvg_py

    fonts = [str(path) for path in sorted(FONTS.glob("*.ttf"))]
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width, skip_system_fonts=True, font_files=fonts))
