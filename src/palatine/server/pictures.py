"""Pictures of tables, each as its viewer may see it, for whoever looks at many tables at once."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial

from palatine.core.catalog import words_of
from palatine.core.game import SPECTATOR, Game, Seat
from palatine.core.presenting import Position
from palatine.core.words import LANGUAGE, Names
from palatine.server.errors import NOT_BEGUN
from palatine.server.limits import Asker, Limits
from palatine.server.queues import FairQueue
from palatine.server.tables.state import TableState
from palatine.server.timing import Time

KEPT = 32  # the latest

Key = tuple[str, int, Seat]  # a table, the length of its log, and who looks


class TablePictures:
    """Drawn beside the tables, in one thread that stands back for people; the latest few are kept."""

    def __init__(self, limits: Limits, time: Time) -> None:
        self._limits = limits
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._queue = FairQueue(1, "pictures", time)

    def stop(self) -> None:
        self._queue.stop()

    def key(self, state: TableState, user: str) -> Key:
        """What a picture is kept under: as long as it is the same, the picture is.

        Raises:
            Refusal: the game has not begun.
        """
        if state.match is None:
            raise NOT_BEGUN.refuse()
        seat = state.seat_of(user)
        return state.header.id, state.number, SPECTATOR if seat is None else seat

    async def draw(self, asker: Asker, state: TableState, key: Key) -> bytes:
        """A picture, as SVG."""
        if key not in self._kept:
            self._limits.replays.require(*asker)
            assert state.match is not None
            shown = state.match.show(None if key[2] == SPECTATOR else key[2])
            self._keep(key, await self._queue.run(asker, partial(_drawn, state.game, shown, state.names)))
        self._kept.move_to_end(key)
        return self._kept[key]

    def _keep(self, key: Key, picture: bytes) -> None:
        self._kept[key] = picture
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)


def _drawn(game: Game, shown: Position, names: Names) -> bytes:
    return game.drawing.draw(shown, names, [], words_of(game.name, LANGUAGE)).encode()
