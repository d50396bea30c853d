"""What whoever runs the server has done, wherever it was done, takes effect in this process.

Commands, and pages at other processes, write to the database.  Once a second a small query asks for acts that
are new; those of this process are looked for at once.
"""

from __future__ import annotations

import logging
from contextlib import suppress

import msgspec

from palatine.server.errors import Refusal, Unavailable
from palatine.server.host.bans import Bans
from palatine.server.live.connection import Connection
from palatine.server.live.server import GameServer
from palatine.server.live.tasks import Tasks, is_stopping
from palatine.server.protocol.messages import Bye
from palatine.server.replays.library import ReplayLibrary
from palatine.server.storage.host import Act, Banned, Lifted, PersonRemoved, StoredAct, TableClosed, Tidied
from palatine.server.tables.commands import removal

logger = logging.getLogger("palatine.host")

EVERY = 1.0  # seconds
SEEN_EVERY = 3600.0  # seconds after which it is noted again that somebody is here
UNWELCOME = 4410  # the code that a socket is closed with


class HostDesk:
    """Hears of acts, and notes who is here."""

    def __init__(self, server: GameServer, replays: ReplayLibrary) -> None:
        self._server, self._replays = server, replays
        self._store = server.storage.host
        self.bans = Bans(server.time)
        self._known = 0  # the number of the last act that was heard of
        self._seen: dict[str, float] = {}  # when it was noted last that somebody is here
        self._unwritten: dict[str, float] = {}
        self._tasks = Tasks()

    async def start(self) -> None:
        self._known = await self._store.latest()
        await self._store.drop_ended_bans()
        self.bans.learn(await self._store.bans())
        self._tasks.start(self._watch())

    async def stop(self) -> None:
        await self._tasks.stop()
        with suppress(Unavailable):
            await self._note_seen()

    def saw(self, user: str) -> None:
        """Somebody who has a seat is here."""
        now = self._server.time.now()
        if now - self._seen.get(user, 0.0) >= SEEN_EVERY:
            self._seen[user] = self._unwritten[user] = now

    async def look(self) -> None:
        """Has anything been done?"""
        for stored in await self._store.after(self._known):
            if stored.number > self._known:
                self._known = stored.number
                await self._hear(stored)

    async def _watch(self) -> None:
        while not is_stopping():
            await self._server.time.sleep(EVERY)
            try:
                await self.look()
                if self.bans.some_ended:
                    await self._store.drop_ended_bans()
                    self.bans.learn(await self._store.bans())
                await self._note_seen()
            except Unavailable:
                pass
            except Exception:
                if not is_stopping():
                    logger.exception("what the host has done could not be heard")

    async def _note_seen(self) -> None:
        """Not while nothing can be written: others find out when that is over."""
        storage, seen = self._server.storage, dict(self._unwritten)
        if seen and storage.database.watch.trouble is None:
            await storage.users.saw(seen)
            now = self._server.time.now()
            self._unwritten = {user: at for user, at in self._unwritten.items() if seen.get(user) != at}
            self._seen = {user: at for user, at in self._seen.items() if now - at < SEEN_EVERY}

    async def _hear(self, stored: StoredAct) -> None:
        _log(stored.act)
        match stored.act:
            case TableClosed(table) | PersonRemoved(table):
                await self._refresh(table)
            case Banned() | Lifted():
                self.bans.learn(await self._store.bans())
                self._shut_out()
            case Tidied():
                self._server.tables.forget_unused()
                self._replays.forget()

    async def _refresh(self, id: str) -> None:
        """Everybody at a table is told; who was removed is shown out."""
        table = self._server.tables.get(id)
        if table is None:
            return
        await self._server.refresh(table)
        for connection in list(table.connections):
            if connection.user in table.state.removed:
                _show_out(connection, removal(table.state, connection.user))
        self._server.wake(table)

    def _shut_out(self) -> None:
        for table in self._server.tables:
            for connection in list(table.connections):
                if refusal := self.bans.refusal(connection.user, connection.host):
                    _show_out(connection, refusal)


def _show_out(connection: Connection, refusal: Refusal) -> None:
    connection.dismiss(Bye(refusal.code, refusal.message), UNWELCOME)


def _log(act: Act) -> None:
    told = msgspec.to_builtins(act)
    fields = {"act": told.pop("type"), **told}
    words = " ".join(f"{name}={value}" for name, value in fields.items())
    logger.info("the host: %s", words, extra={"fields": fields})
