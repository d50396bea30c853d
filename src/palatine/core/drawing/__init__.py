"""Drawing: pictures of a table.  Beside this is what all games share: SVG, paper and ink, shields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar
from xml.sax.saxutils import escape

import msgspec

from palatine.core.words import Names, Words

if TYPE_CHECKING:
    from palatine.core.events import Event
    from palatine.core.game import Game

WIDTH, LINE, MARGIN = 900, 30, 40


class Drawing:
    """Pictures of a game: a plain sheet of what is known of a position, where it draws nothing itself."""

    data: ClassVar[
        tuple[type[msgspec.Struct], ...]
    ] = ()  # what files of data hold, for the types of the client

    files: ClassVar[tuple[str, ...]] = ()  # of art: what a screen needs before it can show a table

    def __init__(self, game: Game) -> None:
        self.game = game

    def draw(self, position: Any, names: Names, last: Sequence[Event], words: Words) -> str:
        """A picture of a position with the last move marked, or of the bare table (None), as SVG.

        Args:
            position: what `presenting.position` gave, or `show` for a viewer; or None.
            names: what the seats are called.
            last: what happened by the last decision.
            words: of the language to draw in.
        """
        lines = [self.game.title]
        if position is not None:
            lines += self.game.terminal.lines(position, names, words)
        lines += [words.say(event.message, names) for event in last]
        return "".join(_sheet(lines))

    def art(self, name: str, theme: str, words: Words) -> tuple[str, str] | None:
        """A picture or data for the browser, with its media type; None where there is none of that name.

        Args:
            name: of the file.
            theme: `day` or `night`.
            words: of the language to draw in.
        """
        return None

    def problems(self) -> Iterator[str]:
        """What is wrong with the drawing of the board, for whoever draws it."""
        yield from ()


def _sheet(lines: Sequence[str]) -> Iterator[str]:
    height = 2 * MARGIN + LINE * len(lines)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}">'
    yield f'<rect width="{WIDTH}" height="{height}" fill="#f4ecd8"/>'
    for n, line in enumerate(lines):
        size, y = (26 if n == 0 else 17), MARGIN + LINE * (n + 0.6)
        style = f'font-family="Alegreya Sans" font-size="{size}"'
        yield f'<text x="{MARGIN}" y="{y}" {style}>{escape(line)}</text>'
    yield "</svg>"
