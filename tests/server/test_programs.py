"""Programs at tables: which there are, that they think beside everything else, and what is left of it."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from palatine.bots import LEVELS, PLAYERS
from palatine.core.messages import Message
from palatine.server.levels import LEVELS as SEATABLE
from palatine.server.levels import SEATED, STAND_IN
from palatine.server.limits import REMEMBERED, Asker, Openings
from palatine.server.live import programs
from palatine.server.live.programs import KEPT, PlayerCache
from palatine.server.threads import NICE

from .browsers import ME, OPEN_SEAT, Browser, Page, RunningServer, play_on, program, running, settle
from .processes import Process
from .wording import said

pytestmark = pytest.mark.anyio
LINUX = sys.platform == "linux"
SLOWEST = max(LEVELS, key=lambda level: level.seconds).name


class Pause:
    """Programs that take their time think until they are told to go on."""

    def __init__(self) -> None:
        self.thinking, self.go_on = threading.Event(), threading.Event()
        self.nice: set[int] = set()

    def choose(self, choose: Any, *words: Any) -> int:
        if LINUX:
            self.nice.add(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
        if threading.current_thread().name.startswith("thinker"):
            self.thinking.set()
            assert self.go_on.wait(60)
        return int(choose(*words))

    async def begun(self) -> None:
        assert await asyncio.to_thread(self.thinking.wait, 60)


@pytest.fixture
def pause(monkeypatch: pytest.MonkeyPatch) -> Iterator[Pause]:
    """Those who take their time do so, and are quick once they are told to go on."""
    pause, choose = Pause(), programs._choose
    quick = PLAYERS["greedy"](bytes(32))
    monkeypatch.setattr(programs, "_choose", lambda _, *rest: pause.choose(choose, quick, *rest))
    yield pause
    pause.go_on.set()


async def against(anna: Browser, *levels: str) -> Page:
    return await anna.at(await anna.open("rivalkings", ME, *(program(level) for level in levels)))


# -- Levels --------------------------------------------------------------------------------------------


async def test_the_levels_are_offered_from_the_weakest_to_the_strongest(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        for game in (await anna.http.get("/api/games")).json():
            offered = [level for level in game["levels"] if level.pop("offered")]
            assert offered == [{"name": level.name, "seconds": level.seconds} for level in LEVELS]


def test_what_old_tables_have_still_has_a_title() -> None:
    assert set(SEATABLE) <= set(PLAYERS)
    assert said(Message("level-random")) == "Careless"
    assert [level.name for level in SEATED if not level.offered] == ["expert", "random"]
    assert STAND_IN in SEATABLE


@pytest.mark.parametrize("level", sorted(SEATABLE))
async def test_every_level_plays(server: RunningServer, level: str) -> None:
    async with server.browsers("Anna") as (anna,):
        page = await against(anna, level)
        await play_on([page], Random(1), 2)
        await page.until(lambda page: page.owes)
        assert page.table["seats"][1]["level"] == level


async def test_there_is_no_other_level(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        for level in ("search:1s", "run:true", "deep"):
            wanted = {"game": "rivalkings", "seats": [ME, program(level)]}
            answer = await anna.http.post("/api/tables", json=wanted)
            assert (answer.status_code, answer.json()["code"]) == (400, "unknown_level")


# -- Thinking beside everything else -------------------------------------------------------------------


async def test_others_go_on_while_a_program_thinks(server: RunningServer, pause: Pause) -> None:
    """People and quick programs at other tables, and whoever decides at the same time at this one."""
    async with server.browsers("Anna", "Bert") as (anna, bert):
        page = await against(anna, SLOWEST)
        await pause.begun()
        assert (await page.play(page.moves[0]))["type"] == "ack"
        await play_on([await against(bert, "greedy")], Random(2), 5)
        assert page.table["to_act"] == [1]
        pause.go_on.set()
        await page.until(lambda page: 0 in page.table["to_act"])


async def test_a_turn_taken_back_while_a_program_thinks(server: RunningServer, pause: Pause) -> None:
    """What it was thinking of is gone: its answer counts no more, and it thinks again."""
    async with server.browsers("Anna") as (anna,):
        page = await anna.at(await anna.open("rheinlander", ME, program(SLOWEST), program(SLOWEST)))
        pause.go_on.set()
        await page.until(lambda page: page.owes)
        await _end_of_turn(page, pause)
        question = server.table(page.table["id"]).state.asked[page.table["to_act"][0]]
        assert (await page.undo())["type"] == "ack"
        await page.until(lambda page: page.owes)
        number = page.number
        pause.go_on.set()
        await server.until_decided()
        assert await page.ping() == number, "an answer to a question that is gone"
        assert page.ask is not None
        assert page.ask["question"] > question
        await play_on([page], Random(3), 3)


async def _end_of_turn(page: Page, pause: Pause) -> None:
    """Decide until the next one thinks."""
    pause.thinking.clear()
    pause.go_on.clear()
    while page.me in page.table["to_act"]:
        await page.until(lambda page: page.owes)
        await page.play(page.moves[0])
    await pause.begun()


@pytest.mark.skipif(not LINUX, reason="elsewhere threads have no priority of their own")
async def test_threads_that_think_stand_back(server: RunningServer, pause: Pause) -> None:
    pause.go_on.set()
    async with server.browsers("Anna") as (anna,):
        await play_on([await against(anna, "greedy", SLOWEST)], Random(1), 2)
    assert pause.nice == {NICE}
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == 0


class Line:
    """One thread for those who take their time; it thinks of nothing before it is told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.views: list[bytes] = []
        self.thinking, self.go_on = threading.Event(), threading.Event()
        quick = PLAYERS["greedy"](bytes(32))
        choose = programs._choose

        def chosen(_: Any, game: Any, view: Any, seat: int) -> int:
            self.thinking.set()
            assert self.go_on.wait(60)
            self.views.append(view.tobytes())
            return choose(quick, game, view, seat)

        monkeypatch.setattr(programs, "_choose", chosen)
        monkeypatch.setattr(programs, "cores", lambda: 2)

    async def begun(self) -> None:
        assert await asyncio.to_thread(self.thinking.wait, 60)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[Line]:
    line = Line(monkeypatch)
    yield line
    line.go_on.set()


async def test_many_tables_of_one_person_do_not_slow_down_those_of_others(tmp_path: Path, line: Line) -> None:
    """Who has used least goes first: Bert waits for one thought at most, not for twelve."""
    async with (
        running(str(tmp_path / "palatine.db")) as server,
        server.browsers("Anna", "Bert") as (anna, bert),
    ):
        for _ in range(12):
            await against(anna, SLOWEST)
        await line.begun()
        page = await against(bert, SLOWEST)
        state = server.table(page.table["id"]).state
        assert state.match is not None
        wanted = state.game.view(state.match.state, 1).tobytes()
        while len(server.game_server.programs._slow) < 12:
            await asyncio.sleep(0.001)
        line.go_on.set()
        await page.until(lambda page: page.table["to_act"] == [0])
        assert line.views.index(wanted) <= 1


@pytest.mark.parametrize("restarted", [False, True])
async def test_thinking_counts_for_the_address_of_the_host_whatever_other_cookies_come_from_there(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch, restarted: bool
) -> None:
    limits, charged = server.game_server.limits, set[str]()
    monkeypatch.setattr(limits.thinking, "charge", lambda person, address, cost: charged.add(address))
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, program("greedy"))
        if restarted:
            monkeypatch.setattr(limits, "openings", Openings())
        page, luck = await anna.at(table), Random(1)
        await page.until(lambda page: page.owes)
        await server.until_decided()
        for n in range(REMEMBERED):
            limits.note(Asker(f"cookie {n}", "127.0.0.1"))
        assert limits.find(server.table(table).state.header.host).address == ""
        charged.clear()
        while not charged:
            await play_on([page], luck, 1)
            await server.until_decided()
    assert charged == {"127.0.0.1"}


async def test_where_nobody_is_programs_do_not_think(server: RunningServer, pause: Pause) -> None:
    """A table waits for its people, and goes on when somebody comes."""
    pause.go_on.set()
    async with server.browsers("Anna", "Bert") as (anna, bert):
        mixed = await anna.open("rivalkings", ME, program(SLOWEST))
        alone = await anna.open("rivalkings", program(SLOWEST), program("greedy"))
        assert server.game_server.programs.deciding == set()
        assert not pause.thinking.is_set()
        for table in (mixed, alone):
            page = await bert.at(table)
            await page.until(lambda page: page.number > 1)
            await page.close()
        await server.until_decided()


async def test_programs_that_are_only_watched_have_less_time(
    server: RunningServer, pause: Pause, monkeypatch: pytest.MonkeyPatch
) -> None:
    pause.go_on.set()
    queue, shares = server.game_server.programs._slow, []
    run = queue.run

    async def noted(*words: Any, share: float, **named: Any) -> Any:
        shares.append(share)
        return await run(*words, share=share, **named)

    monkeypatch.setattr(queue, "run", noted)
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, program(SLOWEST))
        watching = await bert.at(table)
        await watching.until(lambda page: page.number > 1)
        assert set(shares) == {programs.WATCHED}
        shares.clear()
        page = await against(anna, SLOWEST)
        await play_on([page], Random(1), 2)
        assert set(shares) == {1.0}


async def test_thinking_counts_for_who_has_opened_the_table(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: dict[tuple[str, str], float] = {}

    def charge(person: str, address: str, seconds: float) -> None:
        thought[person, address] = thought.get((person, address), 0.0) + seconds

    monkeypatch.setattr(server.game_server.programs._limits.thinking, "charge", charge)
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, program("club"))
        await bert.join(table)
        await play_on([await anna.at(table), await bert.at(table)], Random(1), 2)
        await server.until_decided()
        assert list(thought) == [(server.table(table).state.header.host, "127.0.0.1")]
        assert sum(thought.values()) > 0


# -- The end of it -------------------------------------------------------------------------------------


async def test_a_server_stops_while_programs_think(tmp_path: Path, pause: Pause) -> None:
    database = str(tmp_path / "palatine.db")
    async with running(database) as server, server.browsers("Anna") as (anna,):
        pages = [await against(anna, SLOWEST) for _ in range(3)]
        await pause.begun()
        await settle(*pages)
        programs = server.game_server.programs
    assert programs.deciding == set()
    async with running(database) as server:
        again = await server.game_server.tables.find(pages[0].table["id"])
        assert again.state.to_act == (0, 1), "nothing was decided by half"


async def test_a_process_ends_while_programs_think(tmp_path: Path) -> None:
    process = Process(tmp_path)
    await process.start()
    async with Browser(process.address) as anna:
        await anna.come("Anna")
        for _ in range(3):
            await against(anna, SLOWEST, SLOWEST)
    await asyncio.sleep(0.2)
    await asyncio.to_thread(process.stop)
    assert "Traceback" not in process.said()


async def test_players_are_let_go_when_nobody_decides(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        page = await against(anna, "club")
        await play_on([page], Random(1), 4)
        await page.until(lambda page: page.table["to_act"] == [0])
        await server.until_decided()
        assert len(server.game_server.programs.players) == 0


def test_a_player_goes_on_while_the_same_seat_decides() -> None:
    players = PlayerCache()
    player = players.take("table", 0, "club")
    players.keep("table", 0, "club", player)
    assert players.take("table", 0, "club") is player
    players.keep("table", 0, "club", player)
    assert players.take("table", 1, "club") is not player
    assert len(players) == 0, "who does not go on is let go"


def test_few_players_are_remembered() -> None:
    players = PlayerCache()
    for n in range(KEPT + 3):
        players.keep(f"table {n}", 0, "club", players.take(f"table {n}", 0, "club"))
    assert len(players) == KEPT
    players.let_go(f"table {KEPT}")
    assert len(players) == KEPT - 1
