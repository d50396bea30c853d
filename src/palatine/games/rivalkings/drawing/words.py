"""How wide words are, near enough to break lines and to shrink what does not fit."""

from __future__ import annotations

from palatine.core.drawing.svg import SERIF, Point, label

SMALLEST = 14.0
LETTERS = {
    0.2: " '’", 0.25: ":;l·", 0.3: "!(),.[]ij{}", 0.35: '"-/?IJ\\ft|', 0.4: "`rs",
    0.45: "$*0123456789_acevyz", 0.5: "+<=>FL^bgkoqx~−", 0.55: "#PSTYZdhnpu", 0.6: "ABCERV",
    0.65: "GKUX…", 0.7: "&DNOQw", 0.75: "H", 0.85: "%@Mm", 0.95: "W",
}  # fmt: skip
EMS = {letter: ems for ems, letters in LETTERS.items() for letter in letters}


def width(text: str, size: float) -> float:
    """About as wide as the typeface sets it; a letter that is not in the table counts as a broad one."""
    return sum(EMS.get(letter, 0.6) for letter in text) * size


def lines(text: str, room: float, size: float) -> list[str]:
    """The text broken into lines that fit."""
    done: list[str] = []
    for word in text.split():
        if done and width(f"{done[-1]} {word}", size) <= room:
            done[-1] += f" {word}"
        else:
            done.append(word)
    return done


def paragraph(text: str, at: Point, room: float, size: float, fill: str) -> str:
    """Lines from the left, the first one's foot at the point."""
    x, y = at
    return "".join(
        label(line, (x, y + n * size * 1.16), size, SERIF, text_anchor="start", fill=fill)
        for n, line in enumerate(lines(text, room, size))
    )


def fitted(text: str, room: float, size: float) -> tuple[str, float]:
    """The text and its size, made smaller and, if need be, shorter until it fits."""
    while size > SMALLEST and width(text, size) > room:
        size -= 0.5
    if width(text, size) > room:
        while text and width(f"{text}…", size) > room:
            text = text[:-1]
        text = f"{text.rstrip()}…"
    return text, size
