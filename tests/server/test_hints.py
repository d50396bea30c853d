"""Advice at a table: for who plays alone with programs, from what the seat may see and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from palatine.bots.advice import Advice
from palatine.bots.budget import Budget
from palatine.core.rng import derive_seed, new_rng
from palatine.server.replays import analyses
from palatine.server.tables import commands

from .browsers import ME, OPEN_SEAT, Browser, RunningServer, me, program
from .tables import full, shared
from .test_seats import problem

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking is short here."""
    monkeypatch.setattr(analyses, "ADVICE", Budget(iterations=20))


async def hint(browser: Browser, table: str, seat: Any = 0) -> Any:
    return await browser.http.post(f"/api/tables/{table}/hint", json={"seat": seat})


def test_hints_are_for_who_plays_alone_with_programs() -> None:
    assert [full("rivalkings", 1, programs=2).state.can_hint(seat) for seat in (None, 0, 1)] == [
        False,
        True,
        False,
    ]
    for state in (full("rivalkings", 2, programs=1).state, shared("rivalkings", 2).state):
        assert not any(state.can_hint(seat) for seat in (None, 0, 1))
    table = full("rivalkings", 2)
    table.add(commands.leave(table.state, 1))
    assert not table.state.can_hint(0), "a program that stands in is no program from the start"


async def test_a_hint_for_ones_own_decision(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, program("greedy"))
        page = await anna.at(table)
        assert page.table["can_hint"] is True
        assert (await bert.http.get(f"/api/tables/{table}")).json()["can_hint"] is False
        answer = await hint(anna, table)
        assert answer.status_code == 200
        advice = msgspec.json.decode(answer.content, type=Advice)
        assert advice.seat == 0
        assert {choice.move for choice in advice.choices} <= set(page.moves)
        assert advice.choices[0].reasons or advice.choices[0].label
        for browser, seat in ((bert, 0), (anna, 1), (anna, 7), (anna, -1)):
            assert problem(await hint(browser, table, seat), 403) == "no_hints"
        for wrong in (None, "x", 0.5):
            assert problem(await hint(anna, table, wrong), 400) == "bad_request"
        assert problem(await hint(anna, "nowhere"), 404) == "unknown_table"


async def test_no_hint_when_nothing_is_asked(server: RunningServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.game_server.programs, "wake", lambda table: None)
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rheinlander", ME, program(), program())
        page = await anna.at(table)
        while page.owes:
            await page.play(page.moves[-1])
        assert page.table["can_hint"] is True
        assert problem(await hint(anna, table), 409) == "not_your_turn"
        await anna.http.post(f"/api/tables/{table}/leave")
        assert problem(await hint(anna, table), 409) == "not_your_turn"


async def test_a_choice_that_can_be_changed_may_have_a_hint(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.game_server.programs, "wake", lambda table: None)
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, program())
        page = await anna.at(table)
        before = (await hint(anna, table)).json()
        await page.play(page.moves[0])
        assert (await hint(anna, table)).json()["choices"] == before["choices"]


async def test_no_hints_among_people_at_one_device_or_several(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert") as (anna, bert):
        shared_by_two = await anna.open("rivalkings", ME, me("Dora"), program())
        with_bert = await anna.open("rivalkings", ME, OPEN_SEAT)
        waiting = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(with_bert)
        await bert.http.post(f"/api/tables/{with_bert}/leave")
        for table in (shared_by_two, with_bert, waiting):
            page = await anna.at(table)
            if table == shared_by_two:
                await page.select(0)
            assert page.table["can_hint"] is False
            assert problem(await hint(anna, table), 403) == "no_hints"


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
async def test_a_hint_depends_on_nothing_but_the_view(server: RunningServer, game: str) -> None:
    """Other cards wherever the seat cannot look: the same answer over HTTP, byte for byte."""
    async with server.browsers("Anna") as (anna,):
        levels = [program()] * (2 if game == "rheinlander" else 1)
        table = await anna.open(game, ME, *levels)
        page = await anna.at(table)
        await page.until(lambda page: page.table["to_act"] == [0])
        first = await hint(anna, table)
        assert first.status_code == 200
        state = server.table(table).state
        assert state.match is not None
        before = state.match.state
        view = state.game.view(before, 0)
        for n in range(3):
            rng = new_rng(derive_seed("hint", n))
            state.match.state = state.game.imagine(view, 0, rng)
            assert state.match.state.tobytes() != before.tobytes()
            assert (await hint(anna, table)).content == first.content
        state.match.state = before
