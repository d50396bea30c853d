"""Old rules stay: what was begun by a ruleset replays and is finished by it."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from palatine.core.catalog import game as load_game
from palatine.core.catalog import rulesets
from palatine.core.errors import BadRecord, UnknownRuleset
from palatine.core.match import Match, replayed
from palatine.core.record import Record, read_record
from palatine.server.identity import COOKIE

from . import lowest
from .command import palatine
from .elsewhere import GOOFSPIEL, installed
from .server.browsers import ME, OPEN_SEAT, Browser, play_on, running

ROOT = Path(__file__).parent.parent


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def played(seed: int) -> Record:
    """A game by the newest rules."""
    match, luck = Match.new("goofspiel", players=3, seed=seed), Random(seed)
    while match.to_act:
        match.play(luck.choice(match.legal()))
    return match.record()


@pytest.fixture
def old() -> Iterator[Record]:
    """A record of ruleset 1; from then on ruleset 2 is the newest."""
    with installed(GOOFSPIEL):
        record = played(7)
    with installed(lowest.ABOUT):
        yield record


def test_a_record_replays_by_the_rules_it_was_begun_with(old: Record) -> None:
    assert old.header.ruleset == 1
    assert replayed(old).record() == old
    new = played(7)
    assert new.header.ruleset == 2
    assert new.moves == old.moves, "the same decisions were legal"
    assert new.result != old.result, "and brought another result"
    assert replayed(new).record() == new


def test_new_matches_take_the_newest_rules_and_old_ones_can_be_named(old: Record) -> None:
    assert [*rulesets("goofspiel")] == [1, 2]
    assert Match.new("goofspiel", players=2, seed=1).game.ruleset == 2
    assert load_game("goofspiel", {"players": 2}, 1).ruleset == 1
    with pytest.raises(UnknownRuleset, match="there is no ruleset 3 of Goofspiel here; there is 1 or 2"):
        load_game("goofspiel", {"players": 2}, 3)


def test_a_record_of_rules_that_are_gone_is_refused_in_its_first_line(old: Record) -> None:
    stranger = Record(msgspec.structs.replace(old.header, ruleset=9), old.moves, old.result)
    with pytest.raises(BadRecord, match="line 1: there is no ruleset 9 of Goofspiel"):
        replayed(stranger)


@pytest.mark.anyio
async def test_a_table_that_was_open_during_an_update_is_finished_by_its_own_rules(tmp_path: Path) -> None:
    database = str(tmp_path / "palatine.db")
    with installed(GOOFSPIEL):
        async with running(database) as server, server.browsers("Anna", "Bert") as (anna, bert):
            table = await anna.open("goofspiel", ME, OPEN_SEAT)
            await bert.join(table)
            await play_on([await anna.at(table), await bert.at(table)], Random(1), 9)
            cookies = [anna.cookie, bert.cookie]
    with installed(lowest.ABOUT):
        async with (
            running(database) as server,
            Browser(server.address) as anna,
            Browser(server.address) as bert,
        ):
            for browser, cookie in zip((anna, bert), cookies, strict=True):
                browser.http.cookies.set(COOKIE, cookie)
            pages = [await anna.at(table), await bert.at(table)]
            await play_on(pages, Random(2))
            assert pages[0].over
            record = (await anna.http.get(f"/api/tables/{table}/record")).text
            newer = await anna.open("goofspiel", ME, OPEN_SEAT)
            assert server.table(newer).state.header.ruleset == 2
        assert json.loads(record.splitlines()[0])["ruleset"] == 1
        path = tmp_path / "finished.jsonl"
        path.write_text(record, encoding="utf-8")
        assert replayed(read_record(path)).outcome is not None


# -- palatine validate ---------------------------------------------------------------------------------


def test_validate_replays_a_folder_and_lists_what_would_break(old: Record, tmp_path: Path) -> None:
    old.write(tmp_path / "deep" / "old.jsonl")
    played(3).write(tmp_path / "new.jsonl")
    done = palatine("validate", tmp_path)
    assert (done.returncode, done.stdout) == (0, "2 checked: all replay.\n")
    with installed(msgspec.structs.replace(lowest.ABOUT, older=())):
        done = palatine("validate", tmp_path)
        assert done.returncode == 1
        assert "old.jsonl, line 1: there is no ruleset 1 of Goofspiel here; there is 2" in done.stdout
        assert "2 checked: 1 would break." in done.stdout
        found = json.loads(palatine("validate", tmp_path, "--json").stdout)
        assert found["checked"] == 2
        assert [Path(each["source"]).name for each in found["broken"]] == ["old.jsonl"]


@pytest.mark.anyio
async def test_validate_replays_a_whole_database(tmp_path: Path) -> None:
    database = tmp_path / "palatine.db"
    with installed(GOOFSPIEL):
        record = played(5)
        async with running(str(database)) as server, server.browsers("Anna", "Bert") as (anna, bert):
            table = await anna.open("goofspiel", ME, OPEN_SEAT)
            await bert.join(table)
            await play_on([await anna.at(table), await bert.at(table)], Random(1), 5)
            (await anna.http.post("/api/replays", json={"record": record.text()})).raise_for_status()
    before = database.read_bytes()
    with installed(lowest.ABOUT):
        done = palatine("validate", "--database", database)
        assert (done.returncode, done.stdout) == (0, "2 checked: all replay.\n")
    with installed(msgspec.structs.replace(lowest.ABOUT, older=())):
        done = palatine("validate", "--database", database)
        assert done.returncode == 1
        assert f"table {table}: there is no ruleset 1 of Goofspiel" in done.stdout
        assert "2 checked: 2 would break." in done.stdout
    assert database.read_bytes() == before, "it is only read"


@pytest.mark.parametrize(
    "arguments, words",
    [
        ([], "name records, folders of them, or a database"),
        (["nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
        (["."], "there is no record"),
        (["--database", "nowhere.db"], "the database nowhere.db cannot be opened"),
        (["--database", "mysql://x"], "is no database that Palatine knows"),
    ],
)
def test_validate_says_what_it_cannot_read(arguments: list[str], words: str, tmp_path: Path) -> None:
    done = palatine("validate", *arguments, folder=tmp_path)
    assert done.returncode in (1, 2)
    assert words in done.stdout + done.stderr
    assert not (tmp_path / "nowhere.db").exists()


def test_validate_says_what_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("this is no database")
    sqlite3.connect(tmp_path / "empty.db").close()
    for name in ("x.db", "empty.db"):
        done = palatine("validate", "--database", tmp_path / name)
        assert done.returncode == 2
        assert "cannot be opened" in done.stderr


# -- Keeping rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["rheinlander", "rivalkings"])
def test_frozen_rules_play_as_they_did(name: str, tmp_path: Path) -> None:
    """The copy that freeze_ruleset makes stands by itself and replays golden games to the same states."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.frozen", name, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "as it was\n", done.stderr
