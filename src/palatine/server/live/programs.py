"""Programs at tables: whose turn it is to think, and thinking in threads that stand back for people.

Those who need hardly any time have a thread of their own, so that they never wait for those who think for
a second; of these as many think at once as leave the event loop a core.  The time is shared by those who have
opened the tables: for whom least was thought comes first.  Where nobody is, nobody thinks.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterable
from functools import partial

from palatine.bots import Player, make_player
from palatine.core.game import Action, Game, Seat, State
from palatine.server.errors import Refusal, Unavailable
from palatine.server.levels import LEVELS, SECONDS
from palatine.server.limits import Asker, Limits, address_of
from palatine.server.live.presence import PresenceTracker
from palatine.server.live.table import Act, LiveTable
from palatine.server.live.tasks import Tasks
from palatine.server.queues import FairQueue
from palatine.server.storage.entries import Entry
from palatine.server.tables import commands
from palatine.server.tables.state import TableState
from palatine.server.threads import cores
from palatine.server.timing import Time

logger = logging.getLogger("palatine")

QUICK = 0.1  # seconds: who takes less for a decision is quick
KEPT = 8  # players that are remembered between two decisions: each may hold a tree of some 60 MB
WATCHED = 0.25  # of the time of a person who waits: what programs have at whom people only look
PACE = 0.7  # seconds that a decision takes at least where programs play among themselves


class PlayerCache:
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


class ProgramRunner:
    """All programs of one process."""

    def __init__(self, act: Act, presence: PresenceTracker, time: Time, limits: Limits) -> None:
        self._act, self._presence, self._time, self._limits = act, presence, time, limits
        self.players = PlayerCache()
        self.deciding: set[str] = set()  # the tables where a program is to act
        self._tasks = Tasks()
        self._quick = FairQueue(1, "quick", time)
        self._slow = FairQueue(max(1, cores() - 1), "thinker", time)

    def wake(self, table: LiveTable) -> None:
        """Let programs think, if one of them is to act."""
        if table.id not in self.deciding and self._to_act(table) is not None:
            self.deciding.add(table.id)
            self._tasks.start(self._play(table))

    async def stop(self) -> None:
        """What is being thought is not waited for; only the end of the process waits, for a second."""
        await self._tasks.stop()
        for queue in (self._quick, self._slow):
            queue.stop()

    def _to_act(self, table: LiveTable) -> Seat | None:
        """The seat that a program is to decide for."""
        seats = table.state.seats
        if not self._presence.anybody(table):
            return None  # whoever comes back wakes them
        for seat in table.state.to_act:
            if seats[seat].stand_in and not self._presence.others_wait(table, seat):
                continue
            if seats[seat].program:
                return seat
        return None

    async def _play(self, table: LiveTable) -> None:
        """Decide for programs until none of them is to act."""
        try:
            while (seat := self._to_act(table)) is not None:
                await self._decide(table, seat)
        except Unavailable:
            pass  # the next look at the table wakes it again
        except Exception:
            logger.exception("a program at table %s could not decide", table.id)
        finally:
            self.deciding.discard(table.id)
            self.players.let_go(table.id)

    async def _decide(self, table: LiveTable, seat: Seat) -> None:
        """One decision; it counts if the question is still the same once it is made."""
        state, began = table.state, self._time.monotonic()
        assert state.match is not None
        question, level = state.asked.get(seat, 0), str(state.seats[seat].program)
        view = state.game.view(state.match.state, seat)
        queue = self._quick if is_quick(level) else self._slow
        host = self._thinks_for(table)
        action, seconds = await queue.run(
            host,
            partial(self._think, table.id, level, state.game, view, seat),
            seconds=SECONDS[level],
            share=1.0 if any(self._presence.online(table)) else WATCHED,
            rank=lambda: int(not self._presence.anybody(table)),
        )
        self._limits.thinking.charge(*host, seconds)
        if not _with_people(state):
            await self._time.sleep(PACE - (self._time.monotonic() - began))
        move = state.game.action_text(action)

        def command(state: TableState) -> Iterable[Entry]:
            if state.seats[seat].program:  # else its owner has come back meanwhile
                yield from commands.play(state, seat, question, [move], "")

        try:
            await self._act(table, command)
        except Refusal as refusal:
            if refusal.code == "illegal" or isinstance(refusal, Unavailable):
                raise

    def _thinks_for(self, table: LiveTable) -> Asker:
        """For whom programs think at a table: who has opened it, from there.  Where that is not known any
        more, it is not left out: from where somebody looks at the table.
        """
        opener = self._limits.opener(table.id, table.state.header.host)
        looking = sorted(address_of(connection.host) for connection in table.connections)
        return opener if opener.address or not looking else Asker(opener.person, looking[0])

    def _think(self, table: str, level: str, game: Game, view: State, seat: Seat) -> tuple[Action, float]:
        """What a program decides, and how long it thought; in one of its threads."""
        began = self._time.monotonic()
        player = self.players.take(table, seat, level)
        action = _choose(player, game, view, seat)
        self.players.keep(table, seat, level, player)
        return action, self._time.monotonic() - began


def is_quick(level: str) -> bool:
    """Whether a program needs hardly any time."""
    return SECONDS[level] < QUICK


def check_thinking(limits: Limits, asker: Asker, levels: Iterable[str | None]) -> None:
    """Refusal where programs are to think for somebody for whom they have thought enough."""
    if any(level in LEVELS and not is_quick(level) for level in levels if level):
        limits.thinking.check(*asker)


def _with_people(state: TableState) -> bool:
    return any(seat.user for seat in state.seats)


def _choose(player: Player, game: Game, view: State, seat: Seat) -> Action:
    """A program's decision; of one that fails, the first that is legal, so that the game goes on."""
    try:
        return player.choose(game, view, seat)
    except Exception:
        logger.exception("a program failed at %s", game.name)
        return game.legal(view, seat)[0]
