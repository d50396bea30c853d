"""Advice and analyses over HTTP: one thread, nothing lost, nothing hidden told."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from palatine.bots.advice import Advice, advise_record
from palatine.bots.analysis import Analysis, Depth, analyse, analysis_of
from palatine.bots.budget import Budget
from palatine.core.chance import derive_seed, new_chance
from palatine.core.match import replayed
from palatine.core.record import Record, read_record
from palatine.server import analysis as module
from palatine.server.analysis import Analysts
from palatine.server.errors import Refusal

from .rooms import full
from .test_http import problem
from .visitors import Open, Visitor, opened

pytestmark = pytest.mark.anyio

GOLDEN = Path(__file__).parent.parent / "golden"
FEW = 20


def shortened(game: str, moves: int) -> Record:
    record = read_record(GOLDEN / game / "3-greedy.jsonl")
    return msgspec.structs.replace(record, moves=record.moves[:moves], result=None)


RECORD = shortened("rivalkings", 12)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking is short here."""
    monkeypatch.setattr(module, "ADVICE", Budget(iterations=FEW))
    monkeypatch.setattr(module, "ITERATIONS", FEW)


@pytest.fixture
async def anna(house: Open) -> AsyncIterator[Visitor]:
    async with house.visitors("Anna") as (visitor,):
        yield visitor


def analysts(house: Open) -> Analysts:
    found: Analysts = house.app.dependencies["analysts"].dependency()  # type: ignore[union-attr]
    return found


async def ask(visitor: Visitor, path: str, **body: Any) -> Any:
    return await visitor.http.post(f"/api/{path}", json=body)


async def until_done(visitor: Visitor, id: str) -> dict[str, Any]:
    while True:
        answer = await visitor.http.get(f"/api/analyses/{id}")
        assert answer.status_code == 200, answer.text
        status: dict[str, Any] = answer.json()
        assert (status["analysis"] is None) == (status["done"] < status["decisions"])
        if status["analysis"]:
            return status
        await asyncio.sleep(0.02)


def whole(record: Record, true_deal: bool = False) -> Analysis:
    depth = Depth(FEW, None, true_deal)
    return analysis_of(record, replayed(record).names, depth, analyse(record, depth))


# -- Advice -----------------------------------------------------------------------------------------------


async def test_advice_for_a_moment_of_a_record(anna: Visitor) -> None:
    for at, seat in ((0, 1), (5, None), (None, None)):
        answer = await ask(anna, "advice", record=RECORD.text(), at=at, seat=seat)
        assert answer.status_code == 200, answer.text
        advice = msgspec.json.decode(answer.content, type=Advice)
        assert advice == advise_record(RECORD, at, seat, Budget(iterations=FEW))[0]


async def test_questions_that_cannot_be_answered(anna: Visitor) -> None:
    text = RECORD.text()
    for path, body, status, code, words in (
        ("advice", {"record": "junk"}, 400, "bad_request", "line 1: this is no record of Palatine"),
        ("advice", {"record": ""}, 400, "bad_request", "the file is empty"),
        ("advice", {"record": text, "at": 99}, 400, "bad_request", "there is no state 99"),
        ("advice", {"record": text, "at": -1}, 400, "bad_request", "there is no state -1"),
        ("advice", {"record": text, "at": 4, "seat": 9}, 400, "bad_request", "that decides, not 9"),
        ("advice", {"record": text, "more": 1}, 400, "bad_request", ""),
        ("advice", {}, 400, "bad_request", ""),
        ("advice", {"record": "x" * 200_001}, 413, "too_large", "200,000 letters"),
        ("analyses", {"record": "junk"}, 400, "bad_request", "line 1"),
        ("analyses", {"record": text + text}, 400, "bad_request", "this is not a move line"),
        ("analyses", {"record": "x" * 200_001}, 413, "too_large", "200,000 letters"),
        ("analyses", {"record": text, "iterations": 10**9}, 400, "bad_request", ""),
    ):
        told = problem(await ask(anna, path, **body), status)
        assert told[0] == code
        assert words in told[1]
    missing = problem(await anna.http.get("/api/analyses/nosuch"), 404)
    assert missing[0] == "unknown_analysis"


# -- Analyses ---------------------------------------------------------------------------------------------


async def test_an_analysis_is_made_once_and_can_be_fetched(anna: Visitor, house: Open) -> None:
    begun = (await ask(anna, "analyses", record=RECORD.text())).json()
    assert begun["decisions"] == len(RECORD.moves)
    done = await until_done(anna, begun["id"])
    assert msgspec.convert(done["analysis"], Analysis) == whole(RECORD)
    again = (await ask(anna, "analyses", record=RECORD.text())).json()
    assert again == done
    other = (await ask(anna, "analyses", record=RECORD.text(), true_deal=True)).json()
    assert other["id"] != begun["id"]
    known = await until_done(anna, other["id"])
    assert msgspec.convert(known["analysis"], Analysis) == whole(RECORD, true_deal=True)
    analysts(house).jobs.clear()
    assert await until_done(anna, begun["id"]) == done, "it is in the database too"


async def test_everybody_finds_the_analysis_of_a_game_to_watch(house: Open) -> None:
    async with house.visitors("Anna", "Bruno") as (anna, bruno):
        game = (await ask(anna, "replays", record=RECORD.text())).json()["id"]

        async def found(**query: Any) -> Any:
            answer = await bruno.http.get(f"/api/replays/{game}/analysis", params=query)
            assert answer.status_code == 200, answer.text
            return answer.json()

        assert await found() is None
        assert not analysts(house).jobs, "looking for it begins none"
        record = (await anna.http.get(f"/api/replays/{game}/record")).text
        begun = (await ask(anna, "analyses", record=record)).json()
        assert (await found())["id"] == begun["id"], "also while it is made"
        done = await until_done(anna, begun["id"])
        assert await found() == done
        assert await found(true_deal=True) is None
        analysts(house).jobs[begun["id"]].failed = True
        assert await found() is None, "then it can be asked for anew"
        missing = problem(await bruno.http.get("/api/replays/nosuch/analysis"), 404)
        assert missing[0] == "unknown_replay"


async def test_an_analysis_outlives_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of it is stored when the server goes down; the next one goes on from there."""
    database = str(tmp_path / "palatine.db")
    depth = Depth(FEW, None, False)
    id = module._id(RECORD, depth)
    half = [msgspec.structs.replace(moment, loss=0.4321) for moment in whole(RECORD).moments[:6]]
    async with opened(database) as house:
        partly = analysis_of(RECORD, replayed(RECORD).names, depth, half)
        storage = house.house.storage
        await storage.keep_analysis(id, RECORD.text(), msgspec.json.encode(partly).decode())
        async with house.visitors("Anna") as (anna,):
            waiting = (await anna.http.get(f"/api/analyses/{id}")).json()
            assert (waiting["done"], waiting["analysis"]) == (6, None), "somebody else may be at work on it"
    monkeypatch.setattr(module, "GIVEN_UP", 0.0)
    async with opened(database) as house, house.visitors("Anna") as (anna,):
        done = await until_done(anna, id)
        found = msgspec.convert(done["analysis"], Analysis)
        assert found.moments == [*half, *whole(RECORD).moments[6:]]


async def test_an_analysis_of_an_older_version_is_made_anew(anna: Visitor, house: Open) -> None:
    old = json.loads(msgspec.json.encode(whole(RECORD)))
    for moment in old["moments"]:
        del moment["best"]["things"]
    for id, text in (("older", json.dumps(old)), ("other", json.dumps({**old, "version": 1, "moments": []}))):
        await house.house.storage.keep_analysis(id, RECORD.text(), text)
        assert problem(await anna.http.get(f"/api/analyses/{id}"), 404)[0] == "unknown_analysis"


async def test_only_so_much_is_begun_at_once(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 0)
    for path in ("advice", "analyses"):
        assert problem(await ask(anna, path, record=RECORD.text()), 503)[0] == "busy"


async def test_old_analyses_leave_memory_and_then_the_database(
    anna: Visitor, house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    from palatine.server import storage as database

    monkeypatch.setattr(module, "KEPT", 2)
    monkeypatch.setattr(database, "ANALYSES", 3)
    ids = []
    for moves in range(1, 6):
        begun = (await ask(anna, "analyses", record=shortened("rivalkings", moves).text())).json()
        ids.append(begun["id"])
        await until_done(anna, begun["id"])
    assert len(analysts(house).jobs) <= 2
    found = [await house.house.storage.analysis(id) is not None for id in ids]
    assert found == [False, False, True, True, True]


async def test_a_failure_is_told_and_is_not_for_ever(
    anna: Visitor, house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("broken")
        yield

    with monkeypatch.context() as patch:
        patch.setattr(module, "analyse", broken)
        begun = (await ask(anna, "analyses", record=RECORD.text())).json()
        while not analysts(house).jobs[begun["id"]].failed:
            await asyncio.sleep(0.01)
        assert problem(await anna.http.get(f"/api/analyses/{begun['id']}"), 500)[0] == "our_fault"
    assert (await ask(anna, "analyses", record=RECORD.text())).json()["id"] == begun["id"]
    await until_done(anna, begun["id"])


async def test_tables_do_not_wait_for_analysts(
    anna: Visitor, house: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one thread thinks, and only one, everything else is answered."""
    going, threads = threading.Event(), set()

    def slow(*arguments: Any) -> Any:
        threads.add(threading.current_thread().name)
        assert going.wait(60)
        return advise_record(*arguments)

    monkeypatch.setattr(module, "advise_record", slow)
    asking = [asyncio.create_task(ask(anna, "advice", record=RECORD.text(), at=n)) for n in range(3)]
    try:
        while not threads:
            await asyncio.sleep(0.01)
        assert (await anna.http.get("/api/games")).status_code == 200
        assert (await anna.http.get("/api/tables")).status_code == 200
        assert len(threads) == 1
    finally:
        going.set()
    assert [answer.status_code for answer in await asyncio.gather(*asking)] == [200] * 3
    assert len(threads) == 1
    assert threads.pop().startswith("analyst")


# -- Hints at a table -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
async def test_a_hint_is_made_of_what_the_seat_may_see(house: Open, game: str) -> None:
    """Other cards wherever the seat cannot look: the same hint, byte for byte."""
    room = full(game, 3).room
    assert room.match is not None
    seat = room.to_act[0]
    first = await analysts(house).hint(room, seat)
    view = room.game.view(room.match.state, seat)
    room.match.state = room.game.imagine(view, seat, new_chance(derive_seed("hint")))
    assert msgspec.json.encode(await analysts(house).hint(room, seat)) == msgspec.json.encode(first)
    assert first.seat == seat
    assert json.loads(msgspec.json.encode(first))["choices"]


async def test_no_hint_for_who_is_asked_nothing(house: Open) -> None:
    room = full("rheinlander", 3).room
    others = [seat for seat in range(3) if seat not in room.to_act]
    for seat in (None, *others):
        with pytest.raises(Refusal) as caught:
            await analysts(house).hint(room, seat)
        assert caught.value.code == "not_your_turn"
