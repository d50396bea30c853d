"""What several tables write at the same moment is written together, and each hears its own answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from palatine.server.errors import Conflict
from palatine.server.storage import Storage, database_url
from palatine.server.storage.entries import Decided, Header

pytestmark = pytest.mark.anyio
TABLES = [f"table{n}" for n in range(20)]


@pytest.fixture
async def storage(tmp_path: Path) -> AsyncIterator[Storage]:
    storage = Storage(database_url(str(tmp_path / "palatine.db")))
    await storage.open()
    for id in TABLES:
        await storage.tables.open(Header(id, "rivalkings", 1, {}, "00", [], "", False, 0.0), [])
    yield storage
    await storage.close()


def count_transactions(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    sizes: list[int] = []
    write = storage.tables.writer.write_together

    async def counted(batches: Any) -> bool:
        sizes.append(len(batches))
        return await write(batches)

    monkeypatch.setattr(storage.tables.writer, "write_together", counted)
    return sizes


async def append(storage: Storage, table: str, after: int = 0) -> float:
    return await storage.tables.append(table, after, [Decided(0, "a"), Decided(1, "b")])


async def test_tables_do_not_queue_for_the_disk(storage, monkeypatch):
    sizes = count_transactions(storage, monkeypatch)
    await asyncio.gather(*(append(storage, table) for table in TABLES))
    assert sum(sizes) == len(TABLES)
    assert len(sizes) <= 3
    for table in TABLES:
        assert [number for number, _, _ in await storage.tables.entries(table)] == [1, 2]


async def test_a_conflict_at_one_table_is_none_at_the_others(storage):
    await append(storage, TABLES[3])
    answers = await asyncio.gather(*(append(storage, t) for t in TABLES), return_exceptions=True)
    assert [isinstance(answer, Conflict) for answer in answers] == [t == TABLES[3] for t in TABLES]
    for table in TABLES:
        assert [number for number, _, _ in await storage.tables.entries(table)] == [1, 2]


async def test_of_two_who_write_the_same_entry_one_succeeds(storage):
    answers = await asyncio.gather(*(append(storage, "table0") for _ in range(5)), return_exceptions=True)
    assert [isinstance(answer, Conflict) for answer in answers].count(False) == 1
    assert len(await storage.tables.entries("table0")) == 2


async def test_a_full_disk_is_told_to_all_who_wait_and_later_it_goes_on(storage, monkeypatch):
    async def full(batches: Any) -> bool:
        raise OperationalError("insert", {}, Exception("disk full"))

    with monkeypatch.context() as patch:
        patch.setattr(storage.tables.writer, "write_together", full)
        answers = await asyncio.gather(*(append(storage, t) for t in TABLES), return_exceptions=True)
    assert all(isinstance(answer, OperationalError) for answer in answers)
    await asyncio.gather(*(append(storage, table) for table in TABLES))
    for table in TABLES:
        assert len(await storage.tables.entries(table)) == 2


async def test_who_stops_waiting_takes_nothing_from_the_others(storage):
    writing = [asyncio.create_task(append(storage, table)) for table in TABLES]
    await asyncio.sleep(0)
    writing[0].cancel()
    answers = await asyncio.gather(*writing, return_exceptions=True)
    assert all(isinstance(answer, float) for answer in answers[1:])
    for table in TABLES[1:]:
        assert len(await storage.tables.entries(table)) == 2
