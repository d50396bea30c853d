"""The tables that a process holds in memory: a cache of their logs, and no more."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from weakref import WeakValueDictionary

from palatine.server.errors import UNKNOWN_TABLE, UNREADABLE_TABLE
from palatine.server.live.table import LiveTable
from palatine.server.storage import Storage
from palatine.server.tables.state import read_table

logger = logging.getLogger("palatine")

KEPT = 500  # tables that stay in memory though nobody is there


class TableRegistry:
    """As long as anybody holds a table, it is the only one of its id; the latest are held here."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._tables: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        self._latest: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def __iter__(self) -> Iterator[LiveTable]:
        return iter(list(self._tables.values()))

    def get(self, id: str) -> LiveTable | None:
        """A table, if it is in memory."""
        return self._tables.get(id)

    def forget_unused(self) -> None:
        """Hold no table that nobody looks at: some of them may be gone from the database."""
        self._latest = OrderedDict((id, table) for id, table in self._latest.items() if table.connections)

    async def find(self, id: str) -> LiveTable:
        """A table by its id, from memory or from its log."""
        table = self._tables.get(id)
        if table is None:
            lock = self._loading.setdefault(id, asyncio.Lock())
            async with lock:
                table = self._tables.get(id) or await self._load(id)
        self._keep(table)
        return table

    async def _load(self, id: str) -> LiveTable:
        header = await self._storage.tables.header(id) if id.isprintable() else None
        if header is None:
            raise UNKNOWN_TABLE.refuse(table=id)
        entries = await self._storage.tables.entries(id)
        try:
            state = await asyncio.to_thread(read_table, header, entries)
        except Exception:
            logger.exception("the log of table %s cannot be read", id)
            raise UNREADABLE_TABLE.refuse() from None
        table = self._tables[id] = LiveTable(state)
        return table

    def _keep(self, table: LiveTable) -> None:
        """Remember the tables that were looked at last; of the others their logs remember all."""
        self._latest[table.id] = table
        self._latest.move_to_end(table.id)
        if len(self._latest) > KEPT:
            self._latest.popitem(last=False)
