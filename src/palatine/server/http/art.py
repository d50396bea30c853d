"""The drawings of games: what gives them out, and where they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from palatine.core.catalog import about
from palatine.core.catalog import game as load_game
from palatine.core.drawing import Drawing


class Drawn(msgspec.Struct, frozen=True):
    """A game as far as its drawings tell: which, and on which board."""

    game: str
    board: str | None = None

    @classmethod
    def of(cls, game: str, options: Mapping[str, Any]) -> Drawn:
        board = options.get("board")
        return cls(game, board if isinstance(board, str) else None)

    @property
    def drawing(self) -> Drawing:
        """What draws it.

        Raises:
            PalatineError: there is no such game, or no such board.
        """
        options = {"players": about(self.game).players[0], **self._board}
        return load_game(self.game, options).drawing

    def address(self, file: str, theme: str) -> str:
        """Where a drawing is; the client asks by the same address."""
        return f"/api/art/{quote(self.game)}/{quote(file)}?{urlencode({'theme': theme, **self._board})}"

    @property
    def _board(self) -> dict[str, str]:
        return {"board": self.board} if self.board else {}
