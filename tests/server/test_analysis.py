"""Advice and analyses over HTTP: one thread, nothing lost, nothing hidden told."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from palatine.bots import analysis as judging
from palatine.bots.advice import Advice, advise_moment, advise_record
from palatine.bots.analysis import Analysis, Depth, Moment, analyse, analysis_of
from palatine.bots.budget import Budget
from palatine.core import match as core
from palatine.core.match import replayed
from palatine.core.record import Record, read_record
from palatine.core.rng import derive_seed, new_rng
from palatine.server.errors import Refusal
from palatine.server.limits import AT_ONE_ADDRESS, Asker
from palatine.server.replays import analyses as module
from palatine.server.replays.analyses import GIVEN_UP, MOST_EACH, UNSEEN, AnalysisService

from .browsers import ME, OPEN_SEAT, Browser, RunningServer, running
from .tables import full
from .test_http import problem
from .times import ManualTime

pytestmark = pytest.mark.anyio

GOLDEN = Path(__file__).parent.parent / "golden"
FEW = 20
NOBODY = Asker("", "")


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
async def anna(server: RunningServer) -> AsyncIterator[Browser]:
    async with server.browsers("Anna") as (browser,):
        yield browser


def analyses(server: RunningServer) -> AnalysisService:
    found: AnalysisService = server.app.dependencies["analyses"].dependency()  # type: ignore[union-attr]
    return found


async def ask(browser: Browser, path: str, **body: Any) -> Any:
    return await browser.http.post(f"/api/{path}", json=body)


async def uploaded(browser: Browser, record: Record = RECORD) -> str:
    """The id of a record that was given to the server."""
    answer = await ask(browser, "replays", record=record.text())
    assert answer.status_code == 200, answer.text
    return str(answer.json()["id"])


async def begin(browser: Browser, game: str, **body: Any) -> dict[str, Any]:
    """Ask for the analysis of a game."""
    answer = await ask(browser, f"replays/{game}/analysis", **body)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def until_done(browser: Browser, id: str) -> dict[str, Any]:
    while True:
        answer = await browser.http.get(f"/api/analyses/{id}")
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


async def test_advice_for_a_moment_of_a_game(anna: Browser) -> None:
    game = await uploaded(anna)
    for at, seat in ((0, 1), (5, None), (None, None)):
        answer = await ask(anna, f"replays/{game}/advice", at=at, seat=seat)
        assert answer.status_code == 200, answer.text
        advice = msgspec.json.decode(answer.content, type=Advice)
        assert advice == advise_record(RECORD, at, seat, Budget(iterations=FEW))[0]


async def test_questions_that_cannot_be_answered(anna: Browser) -> None:
    game = await uploaded(anna)
    for path, body, status, code, words in (
        ("advice", {"at": 99}, 400, "bad_request", "there is no state 99"),
        ("advice", {"at": -1}, 400, "bad_request", "there is no state -1"),
        ("advice", {"at": 4, "seat": 9}, 400, "bad_request", "that decides, not 9"),
        ("advice", {"more": 1}, 400, "bad_request", ""),
        ("analysis", {"iterations": 10**9}, 400, "bad_request", ""),
    ):
        told = problem(await ask(anna, f"replays/{game}/{path}", **body), status)
        assert told[0] == code
        assert words in told[1]
    missing = problem(await anna.http.get("/api/analyses/nosuch"), 404)
    assert missing[0] == "unknown_analysis"
    table = await anna.open("rivalkings", ME, OPEN_SEAT)
    for path in ("advice", "analysis"):
        assert problem(await ask(anna, f"replays/nosuch/{path}"), 404)[0] == "unknown_replay"
        assert problem(await ask(anna, f"replays/{table}/{path}"), 409)[0] == "playing"


# -- Analyses ---------------------------------------------------------------------------------------------


async def test_an_analysis_is_made_once_and_can_be_fetched(anna: Browser, server: RunningServer) -> None:
    game = await uploaded(anna)
    begun = await begin(anna, game)
    assert begun["decisions"] == len(RECORD.moves)
    done = await until_done(anna, begun["id"])
    assert msgspec.convert(done["analysis"], Analysis) == whole(RECORD)
    assert await begin(anna, game) == done
    other = await begin(anna, game, true_deal=True)
    assert other["id"] != begun["id"]
    known = await until_done(anna, other["id"])
    assert msgspec.convert(known["analysis"], Analysis) == whole(RECORD, true_deal=True)
    analyses(server).jobs.clear()
    assert await until_done(anna, begun["id"]) == done, "it is in the database too"


async def test_everybody_finds_the_analysis_of_a_game_to_watch(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bruno") as (anna, bruno):
        game = await uploaded(anna)

        async def found(**query: Any) -> Any:
            answer = await bruno.http.get(f"/api/replays/{game}/analysis", params=query)
            assert answer.status_code == 200, answer.text
            return answer.json()

        assert await found() is None
        assert not analyses(server).jobs, "looking for it begins none"
        begun = await begin(anna, game)
        assert (await found())["id"] == begun["id"], "also while it is made"
        done = await until_done(anna, begun["id"])
        assert await found() == done
        assert await found(true_deal=True) is None
        analyses(server).jobs[begun["id"]].failed = True
        assert await found() is None, "then it can be asked for anew"
        missing = problem(await bruno.http.get("/api/replays/nosuch/analysis"), 404)
        assert missing[0] == "unknown_replay"


async def test_an_analysis_outlives_the_server(tmp_path: Path, time: ManualTime) -> None:
    """Half of it is stored when the server goes down; the next one goes on from there."""
    database = str(tmp_path / "palatine.db")
    depth = Depth(FEW, None, False)
    id = module._id(RECORD, depth)
    half = [msgspec.structs.replace(moment, loss=0.4321) for moment in whole(RECORD).moments[:6]]
    async with running(database, time=time) as server:
        partly = analysis_of(RECORD, replayed(RECORD).names, depth, half)
        storage = server.game_server.storage
        text = msgspec.json.encode(partly).decode()
        await storage.analyses.keep(id, "anna", record=RECORD.text(), analysis=text)
        async with server.browsers("Anna") as (anna,):
            waiting = (await anna.http.get(f"/api/analyses/{id}")).json()
            assert (waiting["done"], waiting["analysis"]) == (6, None), "somebody else may be at work on it"
    await time.advance(GIVEN_UP)
    async with running(database, time=time) as server, server.browsers("Anna") as (anna,):
        done = await until_done(anna, id)
        found = msgspec.convert(done["analysis"], Analysis)
        assert found.moments == [*half, *whole(RECORD).moments[6:]]


async def test_an_analysis_of_an_older_version_is_made_anew(anna: Browser, server: RunningServer) -> None:
    old = json.loads(msgspec.json.encode(whole(RECORD)))
    for moment in old["moments"]:
        del moment["best"]["things"]
    for id, text in (("older", json.dumps(old)), ("other", json.dumps({**old, "version": 1, "moments": []}))):
        await server.game_server.storage.analyses.keep(id, "anna", record=RECORD.text(), analysis=text)
        assert problem(await anna.http.get(f"/api/analyses/{id}"), 404)[0] == "unknown_analysis"


async def test_only_so_much_is_begun_at_once_and_who_is_refused_hears_when_to_ask_again(
    anna: Browser, server: RunningServer
) -> None:
    analyses(server).begun.most = analyses(server).asking.most = 0
    game = await uploaded(anna)
    for path in ("advice", "analysis"):
        answer = await ask(anna, f"replays/{game}/{path}")
        told = "Too much is being thought about at the moment. Ask again in 20 seconds."
        assert problem(answer, 503) == ("busy", told)
        assert answer.headers["retry-after"] == "20"


class Thinker:
    """Who judges decisions, and none before it is told to go on; in their order, whose they were."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.judged: list[int] = []  # by how many decisions their games have
        self.thinking, self.go_on = threading.Event(), threading.Event()
        monkeypatch.setattr(module, "analyse", self.analyse)

    def analyse(self, record: Record, *words: Any, **named: Any) -> Iterator[Moment]:
        for moment in analyse(record, *words, **named):
            self.thinking.set()
            assert self.go_on.wait(60)
            self.judged.append(len(record.moves))
            yield moment

    async def begun(self) -> None:
        assert await asyncio.to_thread(self.thinking.wait, 60)


@pytest.fixture
def thinker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Thinker]:
    thinker = Thinker(monkeypatch)
    yield thinker
    thinker.go_on.set()


async def test_long_games_of_one_person_do_not_hold_up_those_of_others(
    timed: RunningServer, thinker: Thinker
) -> None:
    """People take turns, a decision at a time; of one person the first game comes first."""
    async with timed.browsers("Anna", "Bert") as (anna, bert):  # where time stands, all work is as long
        long = [await uploaded(anna, shortened("rivalkings", moves)) for moves in (40, 41, 42)]
        begun = [await begin(anna, game) for game in long]
        await thinker.begun()
        short = await begin(bert, await uploaded(bert, shortened("rivalkings", 5)))
        places = [(await anna.http.get(f"/api/analyses/{each['id']}")).json()["before"] for each in begun]
        assert (places, short["before"]) == ([1, 2, 3], 1)
        asking = asyncio.create_task(ask(bert, f"replays/{long[0]}/advice", at=1))
        thinker.go_on.set()
        assert (await until_done(bert, short["id"]))["before"] == 0
        assert (await asking).status_code == 200
        last = max(n for n, moves in enumerate(thinker.judged) if moves == 5)
        assert thinker.judged[: last + 1].count(40) <= 12, "as much as Bert's, and not all of it"
        assert not {41, 42} & set(thinker.judged[: last + 1])
        await until_done(anna, begun[0]["id"])


async def test_what_nobody_looks_at_any_more_waits_for_the_others(
    timed: RunningServer, time: ManualTime, thinker: Thinker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "WRITTEN_EVERY", 3600.0)  # while one is written, another has its turn
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        left = await begin(anna, await uploaded(anna, shortened("rivalkings", 8)))
        await thinker.begun()
        looked_at = await begin(bert, await uploaded(bert, shortened("rivalkings", 6)))
        await time.advance(UNSEEN + 1)
        assert (await bert.http.get(f"/api/analyses/{looked_at['id']}")).json()["before"] == 0
        thinker.go_on.set()
        await until_done(bert, looked_at["id"])
        assert thinker.judged[:7] == [8, *[6] * 6], "what was begun is finished, then Bert's"
        await until_done(anna, left["id"])


async def test_one_person_has_a_few_under_way_and_others_still_begin(
    server: RunningServer, thinker: Thinker
) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        games = [await uploaded(anna, shortened("rivalkings", moves)) for moves in range(1, MOST_EACH + 2)]
        begun = [await begin(anna, game) for game in games[:-1]]
        code, text = problem(await ask(anna, f"replays/{games[-1]}/analysis"), 503)
        told = "4 analyses of yours are under way. Wait until one is done, and ask again in 20 seconds."
        assert (code, text) == ("busy", told)
        assert (await begin(anna, games[0]))["id"] == begun[0]["id"], "what is under way can be asked for"
        await begin(bert, games[-1])
        thinker.go_on.set()
        for each in begun:
            await until_done(anna, each["id"])
        assert (await begin(anna, games[-1]))["decisions"] == MOST_EACH + 1


async def test_when_all_is_full_what_nobody_looks_at_makes_room(
    timed: RunningServer, time: ManualTime, thinker: Thinker
) -> None:
    """It is stored as far as it was, and goes on when somebody asks for it."""
    analyses(timed).begun.most = 1
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        left = await begin(anna, await uploaded(anna, shortened("rivalkings", 8)))
        game = await uploaded(bert, shortened("rivalkings", 6))
        assert problem(await ask(bert, f"replays/{game}/analysis"), 503)[0] == "busy"
        await time.advance(UNSEEN + 1)
        begun = await begin(bert, game)
        assert list(analyses(timed).jobs) == [begun["id"]]
        thinker.go_on.set()
        await until_done(bert, begun["id"])
        await time.advance(GIVEN_UP)
        await until_done(anna, left["id"])


def come_from(address: str, *browsers: Browser) -> None:
    for browser in browsers:
        browser.http.headers["x-forwarded-for"] = address


async def test_when_all_places_are_taken_who_has_most_gives_one_to_who_has_none(
    timed: RunningServer, time: ManualTime, thinker: Thinker
) -> None:
    """Two addresses have all of them: the latest analysis of the one that has more waits."""
    analyses(timed).begun.most = 5
    async with timed.browsers("Anna", "Bert", "Clara", "Dora") as (anna, bert, clara, dora):
        come_from("192.0.2.1", anna, bert)
        come_from("192.0.2.2", clara)
        come_from("192.0.2.3", dora)
        askers = (bert, anna, anna, clara, clara, dora)
        games = [await uploaded(who, shortened("rivalkings", 5 + n)) for n, who in enumerate(askers)]
        begun = [await begin(who, game) for who, game in zip(askers, games, strict=True)]
        kept = [begun[n]["id"] for n in (0, 1, 3, 4, 5)]
        assert list(analyses(timed).jobs) == kept, "Anna's second one gave way, and Bert's only one did not"
        code, _ = problem(await ask(clara, f"replays/{games[2]}/analysis", true_deal=True), 503)
        assert code == "busy", "Clara has as many as anybody"
        await time.advance(GIVEN_UP)
        waiting = (await anna.http.get(f"/api/analyses/{begun[2]['id']}")).json()
        assert (waiting["analysis"], waiting["before"]) == (None, 5), "it waits, and is not refused"
        thinker.go_on.set()
        for who, each in zip(askers, begun, strict=True):
            await until_done(who, each["id"])


async def test_at_a_crowded_address_too_somebody_who_has_none_gets_a_place(
    server: RunningServer, thinker: Thinker
) -> None:
    service = analyses(server)
    crowd = [Asker(f"cookie {n}", "127.0.0.1") for n in range(AT_ONE_ADDRESS)]
    places = [service.begun.enter(who) for who in crowd for _ in range(MOST_EACH)]
    async with server.browsers("Anna") as (anna,):
        await begin(anna, await uploaded(anna))
    assert [place.given for place in places].count(True) == 1


async def test_when_all_wait_for_advice_who_waits_for_most_gives_way(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    going, asked = threading.Event(), analyses(server).asking
    asked.most = 3

    def slow(*arguments: Any) -> Any:
        assert going.wait(60)
        return advise_moment(*arguments)

    monkeypatch.setattr(module, "advise_moment", slow)
    async with server.browsers("Anna", "Bert") as (anna, bert):
        come_from("192.0.2.1", anna)
        come_from("192.0.2.2", bert)
        path = f"replays/{await uploaded(anna)}/advice"
        asking = []
        try:
            for n in range(3):
                asking.append(asyncio.create_task(ask(anna, path, at=n)))
                while len(asked) <= n:
                    await asyncio.sleep(0.001)
            newcomer = asyncio.create_task(ask(bert, path, at=5))
            answer = await asking[2]
            assert problem(answer, 503)[0] == "busy", "the latest of who asked for most"
            assert answer.headers["retry-after"] == "20"
        finally:
            going.set()
        assert [(await each).status_code for each in (*asking[:2], newcomer)] == [200] * 3
        assert len(asked) == 0


async def test_a_game_is_replayed_once_for_an_answer_and_not_on_the_event_loop(
    anna: Browser, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = await uploaded(anna)
    server.app.dependencies["replays"].dependency().games.clear()  # type: ignore[union-attr]
    threads: list[str] = []
    replay = core.replay

    def counted(record: Record) -> Any:
        threads.append(threading.current_thread().name.partition("_")[0])
        return replay(record)

    monkeypatch.setattr(core, "replay", counted)
    monkeypatch.setattr(judging, "replay", counted)
    await until_done(anna, (await begin(anna, game))["id"])
    assert threads == ["analyst"]
    assert (await ask(anna, f"replays/{game}/advice", at=5)).status_code == 200
    assert threads == ["analyst"] * 2


async def test_old_analyses_leave_memory_and_then_the_database(
    anna: Browser, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "KEPT", 2)
    server.game_server.storage.analyses.each = 3
    ids = []
    for moves in range(1, 6):
        begun = await begin(anna, await uploaded(anna, shortened("rivalkings", moves)))
        ids.append(begun["id"])
        await until_done(anna, begun["id"])
    assert len(analyses(server).jobs) <= 2
    found = [await server.game_server.storage.analyses.find(id) is not None for id in ids]
    assert found == [False, False, True, True, True]


async def test_a_failure_is_told_and_is_not_for_ever(
    anna: Browser, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise RuntimeError("broken")
        yield

    game = await uploaded(anna)
    with monkeypatch.context() as patch:
        patch.setattr(module, "analyse", broken)
        begun = await begin(anna, game)
        while not analyses(server).jobs[begun["id"]].failed:
            await asyncio.sleep(0.01)
        assert problem(await anna.http.get(f"/api/analyses/{begun['id']}"), 500)[0] == "our_fault"
    assert (await begin(anna, game))["id"] == begun["id"]
    await until_done(anna, begun["id"])


async def test_tables_do_not_wait_for_analysts(
    anna: Browser, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one thread thinks, and only one, everything else is answered."""
    going, threads = threading.Event(), set()

    def slow(*arguments: Any) -> Any:
        threads.add(threading.current_thread().name)
        assert going.wait(60)
        return advise_moment(*arguments)

    monkeypatch.setattr(module, "advise_moment", slow)
    path = f"replays/{await uploaded(anna)}/advice"
    asking = [asyncio.create_task(ask(anna, path, at=n)) for n in range(3)]
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
async def test_a_hint_is_made_of_what_the_seat_may_see(server: RunningServer, game: str) -> None:
    """Other cards wherever the seat cannot look: the same hint, byte for byte."""
    state = full(game, 3).state
    assert state.match is not None
    seat = state.to_act[0]
    first = await analyses(server).hint(NOBODY, state, seat)
    view = state.game.view(state.match.state, seat)
    state.match.state = state.game.imagine(view, seat, new_rng(derive_seed("hint")))
    assert msgspec.json.encode(await analyses(server).hint(NOBODY, state, seat)) == msgspec.json.encode(first)
    assert first.seat == seat
    assert json.loads(msgspec.json.encode(first))["choices"]


async def test_no_hint_for_who_is_asked_nothing(server: RunningServer) -> None:
    state = full("rheinlander", 3).state
    others = [seat for seat in range(3) if seat not in state.to_act]
    for seat in (None, *others):
        with pytest.raises(Refusal) as caught:
            await analyses(server).hint(NOBODY, state, seat)
        assert caught.value.code == "not_your_turn"
