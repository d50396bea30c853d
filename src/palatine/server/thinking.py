"""Programs at tables: whose turn it is to think, and thinking in threads that stand back for people.

Those who need hardly any time have a thread of their own, so that they never wait for those who think for
a second; of these as many think at once as leave the event loop a core, and who came first is first.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial

from palatine.bots import Player, make_player
from palatine.bots.search.engine import engine_of
from palatine.core.catalog import about
from palatine.core.catalog import game as load_game
from palatine.core.game import Action, Game, Seat, State
from palatine.server.entries import Entry
from palatine.server.errors import Refusal
from palatine.server.levels import SECONDS
from palatine.server.room import Room
from palatine.server.table import Table

logger = logging.getLogger("palatine")

NICE = 10  # how far threads that think stand back
QUICK = 0.1  # seconds: who takes less for a decision is quick
KEPT = 8  # players that are remembered between two decisions: each may hold a tree of some 60 MB
STROLL = 0.7  # seconds that a decision takes at least where programs play among themselves

Acting = Callable[[Table, Callable[[Room], Iterable[Entry]]], Awaitable[int]]


class Players:
    """Players between two decisions of a turn, while the same seat goes on; the latest few of all tables."""

    def __init__(self) -> None:
        self._latest: OrderedDict[str, tuple[Seat, str, Player]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._latest)

    def take(self, table: str, seat: Seat, level: str) -> Player:
        """The player that has decided last at a table, if it is to go on; else a new one."""
        with self._lock:
            kept = self._latest.pop(table, None)
        if kept is not None and kept[:2] == (seat, level):
            return kept[2]
        return make_player(level, secrets.token_bytes(32))

    def keep(self, table: str, seat: Seat, level: str, player: Player) -> None:
        with self._lock:
            self._latest[table] = seat, level, player
            while len(self._latest) > KEPT:
                self._latest.popitem(last=False)

    def let_go(self, table: str) -> None:
        """Nobody goes on deciding at a table."""
        with self._lock:
            self._latest.pop(table, None)


class Thinkers:
    """All programs of one process."""

    def __init__(self, act: Acting, waited_for: Callable[[Table, Seat], bool]) -> None:
        self._act = act
        self._waited_for = waited_for  # whether somebody who is away keeps others waiting
        self.players = Players()
        self._tasks: dict[str, asyncio.Task[None]] = {}  # of the tables where a program is to act
        self._quick = ThreadPoolExecutor(1, "quick", initializer=step_back)
        self._slow = ThreadPoolExecutor(max(1, cores() - 1), "thinker", initializer=step_back)

    def wake(self, table: Table) -> None:
        """Let programs think, if one of them is to act."""
        if table.id not in self._tasks and self._to_act(table) is not None:
            self._tasks[table.id] = asyncio.create_task(self._play(table))

    async def stop(self) -> None:
        """What is being thought is not waited for; only the end of the process waits, for a second."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for pool in (self._quick, self._slow):
            pool.shutdown(wait=False, cancel_futures=True)

    def _to_act(self, table: Table) -> Seat | None:
        """The seat that a program is to decide for."""
        chairs = table.room.chairs
        if not _with_people(table.room) and not table.guests:
            return None  # programs among themselves play while somebody watches
        for seat in table.room.to_act:
            if chairs[seat].stand_in and not self._waited_for(table, seat):
                continue
            if chairs[seat].program:
                return seat
        return None

    async def _play(self, table: Table) -> None:
        """Decide for programs until none of them is to act."""
        try:
            while (seat := self._to_act(table)) is not None:
                await self._decide(table, seat)
        except Exception:
            logger.exception("a program at table %s could not decide", table.id)
        finally:
            del self._tasks[table.id]
            self.players.let_go(table.id)

    async def _decide(self, table: Table, seat: Seat) -> None:
        """One decision; it counts if the question is still the same once it is made."""
        room, began = table.room, time.monotonic()
        assert room.match is not None
        question, level = room.asked.get(seat, 0), str(room.chairs[seat].program)
        view = room.game.view(room.match.state, seat)
        pool = self._quick if SECONDS[level] < QUICK else self._slow
        work = partial(self._think, table.id, level, room.game, view, seat)
        action = await asyncio.get_running_loop().run_in_executor(pool, work)
        if not _with_people(room):
            await asyncio.sleep(STROLL - (time.monotonic() - began))
        move = room.game.action_text(action)

        def wishing(room: Room) -> Iterable[Entry]:
            if room.chairs[seat].program:  # else its owner has come back meanwhile
                yield from room.may_play(seat, question, [move], "")

        try:
            await self._act(table, wishing)
        except Refusal as refusal:
            if refusal.code == "illegal":
                raise

    def _think(self, table: str, level: str, game: Game, view: State, seat: Seat) -> Action:
        """What a program decides; in one of its threads."""
        player = self.players.take(table, seat, level)
        action = _choose(player, game, view, seat)
        self.players.keep(table, seat, level, player)
        return action


def _with_people(room: Room) -> bool:
    return any(chair.player for chair in room.chairs)


def _choose(player: Player, game: Game, view: State, seat: Seat) -> Action:
    """A program's decision; of one that fails, the first that is legal, so that the game goes on."""
    try:
        return player.choose(game, view, seat)
    except Exception:
        logger.exception("a program failed at %s", game.name)
        return game.legal(view, seat)[0]


def step_back() -> None:
    """Whoever plays comes first: this thread yields, where the system knows how."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def cores() -> int:
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def load_rules(name: str) -> None:
    """Compile all that playing a game and thinking about it need, or fetch it from disk."""
    game = load_game(name, {"players": about(name).players[0]})
    for entry in (*game.kernel.entries(), *engine_of(game).entries()):
        entry.compiled  # noqa: B018 - compiles, or fetches from disk
