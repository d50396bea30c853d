"""A decision counts exactly once, and whoever sends something else gets a clear answer."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from palatine.server.errors import Conflict
from palatine.server.identity import COOKIE
from palatine.server.live.presence import REPORTED_EVERY
from palatine.server.storage.entries import Decided, Entry
from palatine.server.timing import Time

from .browsers import (
    ME,
    OPEN_SEAT,
    Browser,
    Message,
    Page,
    RunningServer,
    new_id,
    play_on,
    program,
    running,
    settle,
)
from .times import ManualTime

pytestmark = pytest.mark.anyio


async def log_of(server: RunningServer, table: str) -> list[Entry]:
    return [entry for _, _, entry in await server.game_server.storage.tables.entries(table)]


async def decided(server: RunningServer, table: str) -> list[Decided]:
    return [entry for entry in await log_of(server, table) if isinstance(entry, Decided)]


@asynccontextmanager
async def three_at(server: RunningServer, game: str = "rheinlander") -> AsyncIterator[tuple[str, list[Page]]]:
    """A table of three people, by seat, where a game has begun."""
    async with server.browsers("Anna", "Bert", "Cleo") as people:
        table = await people[0].open(game, ME, OPEN_SEAT, OPEN_SEAT)
        for person in people[1:]:
            await person.join(table)
        yield table, [await person.at(table) for person in people]


def acting(pages: list[Page]) -> Page:
    (*_, page) = (page for page in pages if page.owes)
    return page


def refused(message: Message) -> str:
    assert message["type"] == "refused", message
    assert len(message["text"]) > 10
    return str(message["code"])


# -- Twice ---------------------------------------------------------------------------------------------


async def test_the_same_decision_sent_twice_counts_once(server: RunningServer) -> None:
    async with three_at(server) as (table, pages):
        page = acting(pages)
        move, question, id = page.moves[0], page.ask["question"], new_id()  # type: ignore[index]
        answers = [await page.play(move, question=question, id=id) for _ in range(3)]
        assert answers == [{"type": "ack", "id": id, "number": 4}] * 3
        assert await decided(server, table) == [Decided(page.me, move, id)]


async def test_what_is_sent_twice_without_waiting_counts_once(server: RunningServer) -> None:
    async with three_at(server) as (table, pages):
        page = acting(pages)
        message = {"id": "twice", "question": page.ask["question"], "moves": page.moves[:1]}  # type: ignore[index]
        await page.say("play", **message)
        answer = await page.reply("play", "ack", **message)
        assert answer == {"type": "ack", "id": "twice", "number": 4}
        await page.ping()
        assert sum('"type":"ack"' in frame for frame in page.frames) == 2
        assert len(await decided(server, table)) == 1


async def test_it_still_counts_once_after_the_game_has_gone_on_and_the_server_was_down(
    tmp_path: Path,
) -> None:
    database = str(tmp_path / "palatine.db")
    async with running(database) as server, three_at(server) as (table, pages):
        page = acting(pages)
        move, question = page.moves[0], page.ask["question"]  # type: ignore[index]
        first = await page.play(move, question=question, id="first")
        await play_on(pages, Random(1), 20)
        cookie, number = page.connection.request.headers["Cookie"], pages[0].number  # type: ignore[union-attr]
        assert await page.play(move, question=question, id="first") == first
    async with running(database) as server, server.browsers("Another") as (other,):
        other.http.cookies.clear()
        again = await other.at(table, Cookie=cookie)
        assert again.number == number
        assert await again.play(move, question=question, id="first") == first
        assert len(await decided(server, table)) == 21


async def test_two_pages_of_one_seat_decide_at_once(server: RunningServer) -> None:
    async with three_at(server) as (table, pages):
        page = acting(pages)
        browser = Browser(server.address)
        other = await browser.at(table, Cookie=page.connection.request.headers["Cookie"])  # type: ignore[union-attr]
        for _ in range(8):
            page = acting(pages)
            if page.me != other.me:
                await play_on(pages, Random(2), 1)
                await settle(*pages, other)
                continue
            before = len(await decided(server, table))
            question = page.ask["question"]  # type: ignore[index]
            answers = await asyncio.gather(
                page.play(page.moves[0], question=question), other.play(other.moves[-1], question=question)
            )
            assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
            assert {refused(answer) for answer in answers if answer["type"] == "refused"} <= {
                "stale",
                "not_your_turn",
            }
            assert len(await decided(server, table)) == before + 1
            await settle(*pages, other)
        assert other.shown == next(page for page in pages if page.me == other.me).shown
        await browser.__aexit__()


async def test_an_undo_sent_twice_takes_one_turn_back(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rheinlander", ME, program(), program())
        page = await anna.at(table)
        await page.until(lambda page: page.owes)
        await page.play(page.moves[0])
        await page.play(".")
        await page.until(lambda page: page.owes)
        first = await page.undo("undo")
        number = await page.ping()
        assert await page.undo("undo") == first
        assert await page.ping() == number


# -- By whoever may not --------------------------------------------------------------------------------


async def test_who_may_not_decide_is_told_so(server: RunningServer) -> None:
    async with three_at(server) as (table, pages), server.browsers("Watcher") as (watcher,):
        page = acting(pages)
        move, question = page.moves[0], page.ask["question"]  # type: ignore[index]
        wrong = next(other for other in pages if other is not page)
        assert refused(await wrong.play(move, question=question)) == "not_your_turn"
        assert refused(await (await watcher.at(table)).play(move, question=question)) == "watching"
        nobody = Browser(server.address)
        bare = await nobody.at(table)
        assert bare.table["you"] is None
        assert refused(await bare.play(move, question=question)) == "watching"
        assert refused(await bare.undo()) == "watching"
        assert refused(await bare.rematch()) == "watching"
        assert refused(await bare.consent(True, 1)) == "not_asked"
        await nobody.__aexit__()
        assert await decided(server, table) == []


@pytest.mark.parametrize("forge", ["cut", "other id", "no signature", "other signature", "unsigned", "junk"])
async def test_a_forged_cookie_is_nobody(server: RunningServer, forge: str) -> None:
    async with three_at(server) as (table, pages):
        page = acting(pages)
        cookie = page.connection.request.headers["Cookie"].removeprefix(f"{COOKIE}=")  # type: ignore[union-attr]
        user, _, signature = cookie.rpartition(".")
        other = pages[page.me - 1].connection.request.headers["Cookie"]  # type: ignore[union-attr]
        forged = {
            "cut": cookie[:-1],
            "other id": f"x{user}.{signature}",
            "no signature": user,
            "other signature": f"{user}.{other.rpartition('.')[2]}",
            "unsigned": f"{user}.",
            "junk": 'ä"=;,%00',
        }[forge]
        browser = Browser(server.address)
        bare = await browser.at(table, Cookie=f"{COOKIE}={forged}")
        assert bare.table["you"] is None
        assert bare.table["host"] is False
        assert bare.shown["hands"] == [None] * 3  # type: ignore[index]
        question = page.ask["question"]  # type: ignore[index]
        assert refused(await bare.play(page.moves[0], question=question)) == "watching"
        await browser.__aexit__()
        assert await decided(server, table) == []


# -- What is no decision now ---------------------------------------------------------------------------


async def test_an_old_question_is_stale(server: RunningServer) -> None:
    async with three_at(server) as (table, pages):
        page = acting(pages)
        old = page.ask["question"]  # type: ignore[index]
        await page.play(page.moves[0])
        assert refused(await page.play(".", question=old)) == "stale"
        assert refused(await page.play(".", question=old + 100)) == "stale"
        assert len(await decided(server, table)) == 1
        assert (await page.play("."))["type"] == "ack"


async def test_what_is_not_legal_says_why_and_changes_nothing(server: RunningServer) -> None:
    async with three_at(server) as (table, pages):
        page = acting(pages)
        cards = page.shown["hands"][page.me]  # type: ignore[index]
        missing = next(card for card in range(1, 31) if card not in cards)
        answer = await page.play(f"{missing}>L{missing}")
        assert refused(answer) == "illegal"
        assert "not in this hand (rule 5)" in answer["text"]
        for moves in (["."], ["nonsense"], [""], [page.moves[0], page.moves[0]], [page.moves[0], ".", "."]):
            assert refused(await page.play(*moves)) in ("illegal", "unforeseen")
        assert await page.ping() == 3
        assert await decided(server, table) == []


async def test_moves_that_go_on_after_something_hidden_are_refused(server: RunningServer) -> None:
    async with three_at(server) as (table, pages):
        page = acting(pages)
        answer = await page.play(page.moves[0], ".", page.moves[-1])
        assert refused(answer) == "unforeseen"
        assert await decided(server, table) == []
        assert (await page.play(page.moves[0], "."))["number"] == 5


NO_MESSAGES = (
    "",
    "null",
    "[]",
    "{",
    '{"type":"play"}',
    '{"type":"dance"}',
    '{"type":"snapshot"}',
    '{"type":"play","id":7,"question":3,"moves":["."]}',
    '{"type":"play","id":"x","question":"3","moves":["."]}',
    '{"type":"play","id":"x","question":1e999,"moves":["."]}',
    '{"type":"play","id":"x","question":3,"moves":"."}',
    '{"type":"play","id":"x","question":3,"moves":[7]}',
    '{"type":"play","id":"x","question":3,"moves":["."],"seat":1}',
    '{"type":"play","id":"","question":3,"moves":["."]}',
    '{"type":"undo","id":""}',
    json.dumps({"type": "undo", "id": "x" * 65}),
    json.dumps({"type": "play", "id": "x", "question": 3, "moves": ["."] * 9}),
    json.dumps({"type": "play", "id": "x", "question": 3, "moves": []}),
    json.dumps({"type": "consider", "question": 3, "moves": ["."] * 9}),
    json.dumps({"type": "explain", "question": 3, "moves": [], "things": ["card:1"] * 9}),
    json.dumps({"type": "play", "id": "x", "question": 3, "moves": ["." * 20_000]}),
    "x" * 16_385,
    "[" * 10_000,
    '{"deep":' + "[" * 7000 + "]" * 7000 + ',"type":"ping"}',
)


async def test_what_is_no_message_is_refused_and_the_socket_stays_open(server: RunningServer) -> None:
    async with three_at(server) as (_, pages):
        page = acting(pages)
        for frame in NO_MESSAGES:
            await page.connection.send(frame)
            while (message := await page.hear())["type"] != "refused":
                pass
            assert refused(message) == "bad_message", frame
        assert await page.ping() == 3


async def test_bytes_instead_of_text_are_refused_or_understood(server: RunningServer) -> None:
    async with three_at(server) as (_, pages):
        page = acting(pages)
        await page.connection.send(b'{"type":"ping"}')
        message = await page.hear()
        while message["type"] == "presence":
            message = await page.hear()
        assert message["type"] in ("pong", "refused")
        assert await page.ping() == 3


async def test_a_message_that_is_far_too_long_closes_only_its_own_socket(server: RunningServer) -> None:
    async with three_at(server) as (_, pages):
        page = acting(pages)
        await page.connection.send("x" * 20_000_000)
        while not page.connection.close_code:
            try:
                await page.hear()
            except Exception:
                break
        other = next(other for other in pages if other is not page)
        assert await other.ping() == 3


# -- Two processes -------------------------------------------------------------------------------------


def meet_before_writing(*servers: RunningServer) -> list[str]:
    """Let the next append of each server wait for the others': all have looked, then all write."""
    barrier, conflicts = asyncio.Barrier(len(servers)), []
    for server in servers:
        storage = server.game_server.storage.tables
        append = storage.append

        async def late(*words: Any, storage: Any = storage, append: Any = append) -> float:
            storage.append = append
            await barrier.wait()
            try:
                return float(await append(*words))
            except Conflict:
                conflicts.append(words[0])
                raise

        storage.append = late  # type: ignore[method-assign]
    return conflicts


@asynccontextmanager
async def two_servers(
    folder: Path, time: Time | None = None
) -> AsyncIterator[tuple[RunningServer, RunningServer]]:
    """Two processes, as it were, on one database, that do not hear of each other."""
    database = str(folder / "palatine.db")
    async with running(database, time=time) as one, running(database, time=time) as other:
        one.game_server.channel.shared = other.game_server.channel.shared = True
        yield one, other


@pytest.mark.parametrize("game, seats", [("rheinlander", 3), ("rivalkings", 3)])
async def test_of_two_processes_that_write_the_same_entry_one_succeeds(
    tmp_path: Path, game: str, seats: int
) -> None:
    async with two_servers(tmp_path) as (one, other), three_at(one, game) as (table, pages):
        page = acting(pages)
        browser = Browser(other.address)
        twin = await browser.at(table, Cookie=page.connection.request.headers["Cookie"])  # type: ignore[union-attr]
        assert (twin.number, twin.me, twin.ask) == (page.number, page.me, page.ask)
        conflicts = meet_before_writing(one, other)
        answers = await asyncio.gather(page.play(page.moves[0]), twin.play(twin.moves[-1]))
        assert sorted(answer["type"] for answer in answers) == ["ack", "refused"]
        assert {refused(answer) for answer in answers if answer["type"] == "refused"} == {"stale"}
        assert conflicts == [table]
        assert len(await decided(one, table)) == 1
        await page.upto(4)
        await twin.upto(4)
        assert (page.shown, page.ask) == (twin.shown, twin.ask)
        states = [each.table(table).state.match.state.tobytes() for each in (one, other)]  # type: ignore[union-attr]
        assert states[0] == states[1]
        await browser.__aexit__()


async def test_two_processes_that_decide_for_different_seats_at_once_both_succeed(tmp_path: Path) -> None:
    """Choices made at the same time do not exclude each other, whoever writes first."""
    async with two_servers(tmp_path) as (one, other), three_at(one, "rivalkings") as (table, pages):
        browser = Browser(other.address)
        twin = await browser.at(table, Cookie=pages[1].connection.request.headers["Cookie"])  # type: ignore[union-attr]
        conflicts = meet_before_writing(one, other)
        answers = await asyncio.gather(pages[0].play(pages[0].moves[0]), twin.play(twin.moves[0]))
        assert [answer["type"] for answer in answers] == ["ack", "ack"]
        assert conflicts == [table]
        assert {entry.seat for entry in await decided(one, table)} == {0, 1}
        await browser.__aexit__()


async def test_a_process_that_hears_no_news_looks_by_itself(tmp_path: Path, time: ManualTime) -> None:
    """The channel between two processes is cut: what one writes reaches those at the other all the same."""
    async with two_servers(tmp_path, time) as (one, other), three_at(one) as (table, pages):
        browser = Browser(other.address)
        watcher = await browser.at(table)
        assert (await acting(pages).play(acting(pages).moves[0]))["type"] == "ack"
        await time.advance(REPORTED_EVERY + 2)
        await watcher.upto(4)
        late = await browser.at(table)
        assert late.number == watcher.number == 4
        await browser.__aexit__()


async def test_the_same_decision_sent_to_two_processes_counts_once(tmp_path: Path) -> None:
    """A browser that has lost its socket sends again what it has no answer to, perhaps to another one."""
    async with two_servers(tmp_path) as (one, other), three_at(one) as (table, pages):
        page = acting(pages)
        browser = Browser(other.address)
        twin = await browser.at(table, Cookie=page.connection.request.headers["Cookie"])  # type: ignore[union-attr]
        meet_before_writing(one, other)
        answers = await asyncio.gather(
            page.play(page.moves[0], id="same"), twin.play(page.moves[0], id="same")
        )
        assert answers == [{"type": "ack", "id": "same", "number": 4}] * 2
        assert len(await decided(one, table)) == 1
        await browser.__aexit__()
