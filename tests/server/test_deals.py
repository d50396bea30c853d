"""Deals that nobody can choose: what browsers promise and tell, who is waited for, and what becomes of it."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec
import pytest

from palatine.core.dealing import mixed_seed
from palatine.core.match import replayed
from palatine.core.record import Redeal, parse_record, read_record
from palatine.core.rng import commitment, derive_seed
from palatine.server.errors import Refusal
from palatine.server.storage import entries as log
from palatine.server.storage.entries import LoggedEntry, Start
from palatine.server.tables import commands, views
from palatine.server.tables.setup import new_rematch
from palatine.server.tables.state import ADDING, TableState, read_table

from .browsers import (
    ME,
    OPEN_SEAT,
    Browser,
    Message,
    Page,
    RunningServer,
    me,
    play_on,
    program,
    running,
    settle,
)
from .tables import START, TableLog, everything, header
from .times import ManualTime
from .wording import line_text

GOLDEN = Path(__file__).parent.parent / "golden"


def part(seat: int) -> str:
    """What the browser of a seat adds."""
    return derive_seed("part", seat).hex()


def promise_of(seat: int) -> str:
    return commitment(bytes.fromhex(part(seat)))


def mixed(secret: str, *seats: int) -> str:
    """The seed of a secret and of what the browsers of some seats add."""
    return mixed_seed(bytes.fromhex(secret), {seat: bytes.fromhex(part(seat)) for seat in seats}).hex()


def waiting(*adds: bool, plan: list[str | None] | None = None) -> TableLog:
    """A table where so many have sat down, each with a browser that adds to the deal, or not."""
    table = TableLog(header("rivalkings", plan or [None] * len(adds)))
    for each in adds:
        table.join(adds=each)
    return table


def promise(table: TableLog, *seats: int) -> None:
    for seat in seats:
        table.add(commands.promise(table.state, f"user-{seat}", promise_of(seat), f"p{seat}"))


def reveal(table: TableLog, *seats: int) -> None:
    for seat in seats:
        table.add(commands.reveal(table.state, f"user-{seat}", part(seat), f"r{seat}"))


def seed_of(state: TableState) -> str:
    assert state.match is not None
    return state.match.seed.hex()


def refusal(wanted: Any) -> str:
    with pytest.raises(Refusal) as refused:
        list(wanted)
    return refused.value.code


# -- What a log adds up to -----------------------------------------------------------------------------


def test_the_seed_is_made_of_the_secret_and_of_what_every_browser_adds() -> None:
    table = waiting(True, True, True)
    before = table.state.commitment
    promise(table, 2, 0, 1)
    reveal(table, 1, 0)
    assert table.state.match is None, "one has not told yet"
    reveal(table, 2)
    secret = table.state.header.seed
    assert seed_of(table.state) == mixed(secret, 0, 1, 2) != secret
    assert table.state.commitment == before == commitment(bytes.fromhex(secret))
    assert table.state.match is not None
    record = table.state.match.record()
    assert record.header.deal is not None
    assert [each.added for each in record.header.deal.parts] == [part(0), part(1), part(2)]
    assert replayed(record).state.tobytes() == table.state.match.state.tobytes()


@pytest.mark.parametrize("changed", ["secret", "part 0", "part 1", "part 2"])
def test_neither_the_server_nor_any_browser_alone_determines_the_deal(changed: str) -> None:
    """All but one may have agreed beforehand: what the last one draws makes another deal."""

    def dealt(*others: str) -> bytes:
        parts = [derive_seed("part", n, f"part {n}" in others) for n in range(3)]
        table = TableLog(header("rivalkings", [None] * 3, seed="secret" in others))
        for _ in parts:
            table.join(adds=True)
        for n, added in enumerate(parts):
            table.add(commands.promise(table.state, f"user-{n}", commitment(added), ""))
        for n, added in enumerate(parts):
            table.add(commands.reveal(table.state, f"user-{n}", added.hex(), ""))
        assert table.state.match is not None
        return table.state.match.state.tobytes()

    assert dealt() == dealt()
    assert dealt() != dealt(changed)


def test_where_nobody_adds_anything_the_game_begins_at_once_by_the_secret_alone() -> None:
    for table in (waiting(False, False), waiting(False, plan=[None, "random"])):
        assert seed_of(table.state) == table.state.header.seed
        assert views.deal_info(table.state) is None
        assert table.state.match is not None
        assert "deal" not in table.state.match.record().text()


def test_who_adds_nothing_is_not_waited_for() -> None:
    table = waiting(True, False, plan=[None, "random", None])
    promise(table, 0)
    reveal(table, 0)
    assert seed_of(table.state) == mixed(table.state.header.seed, 0)


def test_a_table_of_before_opens_and_plays_as_it_did() -> None:
    """Its header and its log are as they were written then."""
    head = header("rivalkings", [None, None])
    rows = [
        '{"type":"joined","seat":0,"player":"user-0","name":"Anna"}',
        '{"type":"joined","seat":1,"player":"user-1","name":"Bert"}',
    ]
    entries = [LoggedEntry(n, START + n, log.decode(row)) for n, row in enumerate(rows, start=1)]
    state = read_table(head, entries)
    assert state.status == "playing"
    assert seed_of(state) == head.seed
    assert state.commitment == commitment(bytes.fromhex(head.seed))
    assert views.table_info(state, None, [False] * 2, START).deal is None


def test_a_log_that_is_read_again_at_any_moment_waits_for_the_same() -> None:
    table = waiting(True, True, True)

    def same() -> None:
        again = table.again()
        assert everything(again) == everything(table.state)
        assert views.deal_info(again) == views.deal_info(table.state)
        assert again.due == table.state.due

    for seat in (1, 0, 2):
        promise(table, seat)
        same()
    reveal(table, 2)
    same()
    table.add([log.LeftOut([0])])
    same()
    reveal(table, 1)
    same()
    assert seed_of(table.state) == mixed(table.state.header.seed, 1, 2)


# -- What may be told when -----------------------------------------------------------------------------


def test_nobody_tells_anything_before_all_have_promised() -> None:
    table = waiting(True, True, plan=[None, None, None])
    promise(table, 0, 1)
    assert refusal(commands.reveal(table.state, "user-0", part(0), "")) == "told_early", "a seat is open"
    table.join(adds=True)
    assert refusal(commands.reveal(table.state, "user-0", part(0), "")) == "told_early"
    assert refusal(commands.reveal(table.state, "user-2", part(2), "")) == "told_early"
    promise(table, 2)
    reveal(table, 0, 1, 2)
    assert table.state.status == "playing"


def test_a_promise_is_kept_or_nothing_is_added() -> None:
    table = waiting(True, True)
    promise(table, 0)
    assert list(commands.promise(table.state, "user-0", promise_of(0), "again")) == [], "it is known"
    assert refusal(commands.promise(table.state, "user-0", promise_of(1), "")) == "promised"
    promise(table, 1)
    assert refusal(commands.reveal(table.state, "user-0", part(1), "")) == "broken_promise"
    reveal(table, 0)
    assert list(commands.reveal(table.state, "user-0", part(0), "again")) == [], "it is known"
    assert table.state.status == "waiting"


@pytest.mark.parametrize("digits", ["", "00", part(0).upper(), part(0) + "0", "g" * 64, part(0)[:-1] + "\n"])
def test_what_is_no_promise_is_refused(digits: str) -> None:
    table = waiting(True, True)
    assert refusal(commands.promise(table.state, "user-0", digits, "")) == "bad_message"
    promise(table, 0, 1)
    assert refusal(commands.reveal(table.state, "user-0", digits, "")) == "bad_message"


def test_only_those_add_who_are_asked() -> None:
    table = waiting(True, False, plan=[None, None, None])
    for user in ("user-1", "user-7", "", None):
        assert refusal(commands.promise(table.state, user, promise_of(0), "")) == "not_asked"
    table.join(adds=True)
    promise(table, 0, 2)
    reveal(table, 0)
    table.add([log.LeftOut([2])])
    assert table.state.status == "playing"
    assert refusal(commands.reveal(table.state, "user-2", part(2), "")) == "not_asked", "it is too late"
    assert refusal(commands.promise(table.state, "user-0", promise_of(0), "")) == "not_asked"


# -- Who does not answer -------------------------------------------------------------------------------


def test_who_does_not_promise_in_time_is_left_out_and_that_is_said() -> None:
    table = waiting(True, True, True)
    promise(table, 0, 2)
    due = table.state.due
    assert due == table.now + ADDING
    assert list(commands.run_out(table.state, due - 0.01)) == []
    assert table.add(commands.run_out(table.state, due)) == [log.LeftOut([1])]
    assert table.state.status == "waiting", "the others tell theirs now"
    said = line_text(msgspec.to_builtins(views.lines(table.state, None)[-1]), table.state.names)
    assert said == "The deal is made without what Person 1 would have added: no answer came in time."
    reveal(table, 0, 2)
    assert seed_of(table.state) == mixed(table.state.header.seed, 0, 2)


def test_who_has_promised_and_does_not_tell_is_left_out_and_the_record_says_so() -> None:
    table = waiting(True, True)
    promise(table, 0, 1)
    reveal(table, 1)
    due = table.state.due
    assert due is not None
    table.add(commands.run_out(table.state, due))
    assert seed_of(table.state) == mixed(table.state.header.seed, 1)
    assert table.state.match is not None
    deal = table.state.match.record().header.deal
    assert deal is not None
    assert [(each.promise, each.added) for each in deal.parts] == [
        (promise_of(0), None),
        (promise_of(1), part(1)),
    ]


def test_a_table_begins_though_nobody_answers() -> None:
    table = waiting(True, True)
    table.add(commands.run_out(table.state, table.now + ADDING))
    assert seed_of(table.state) == table.state.header.seed, "nobody has promised anything"
    table = waiting(True, True)
    promise(table, 0, 1)
    table.add(commands.run_out(table.state, table.now + ADDING))
    assert seed_of(table.state) == mixed(table.state.header.seed)


def test_who_gets_up_before_all_are_there_takes_the_promise_along() -> None:
    table = waiting(True, True, plan=[None, None, None])
    promise(table, 0, 1)
    table.add(commands.leave(table.state, 1))
    assert table.state.seats[1].is_open
    table.join(1, adds=True)  # user-2
    table.join(2)
    assert table.state.unpromised == [1]
    table.add(commands.promise(table.state, "user-2", promise_of(2), ""))
    reveal(table, 0)
    table.add(commands.reveal(table.state, "user-2", part(2), ""))
    added = {0: bytes.fromhex(part(0)), 1: bytes.fromhex(part(2))}
    assert seed_of(table.state) == mixed_seed(bytes.fromhex(table.state.header.seed), added).hex()


def test_nobody_has_the_deal_made_again_by_getting_up_once_all_are_there() -> None:
    table = waiting(True, True)
    promise(table, 0, 1)
    reveal(table, 0)
    table.add(commands.leave(table.state, 1))
    assert not table.state.seats[1].is_open
    assert table.state.seats[1].left
    assert seed_of(table.state) == mixed(table.state.header.seed, 0), "it is not waited for"
    table = waiting(True, True)
    promise(table, 0, 1)
    reveal(table, 1)
    table.add(commands.leave(table.state, 1))
    reveal(table, 0)
    assert seed_of(table.state) == mixed(table.state.header.seed, 0, 1), "what is told counts"


# -- Other ways to begin -------------------------------------------------------------------------------


@pytest.mark.parametrize("told", [False, True])
def test_who_is_removed_while_the_deal_is_made_leaves_no_seat_for_a_later_promise(told: bool) -> None:
    table = waiting(True, True)
    promise(table, 0, 1)
    reveal(table, 0)
    if told:
        reveal(table, 1)
    table.add([log.Removed("user-1", "")])
    state = table.state
    assert state.match is not None
    assert seed_of(state) == mixed(state.secret, *([0, 1] if told else [0]))
    parts = state.match.deal.parts if state.match.deal else []
    assert [part.seat for part in parts if part.added] == ([0, 1] if told else [0])
    assert [part.seat for part in parts] == [0, 1]  # what was promised is not forgotten
    assert state.seats[1].program
    with pytest.raises(Refusal, match="All seats"):
        table.add(commands.join(state, "user-2", "Cleo", None, START, adds=True))


def test_a_browser_with_several_seats_adds_once() -> None:
    table = TableLog(header("rivalkings", [None, None, None]))
    table.add(log.Joined(seat, "user-0", f"Person {seat}", seat == 0) for seat in range(3))
    assert [each.seat for each in views.deal_info(table.state).promises] == [0]  # type: ignore[union-attr]
    promise(table, 0)
    reveal(table, 0)
    assert seed_of(table.state) == mixed(table.state.header.seed, 0)


def test_in_a_rematch_those_are_waited_for_who_were_there() -> None:
    table = waiting(True, True, False, plan=[None, None, None, "random"])
    promise(table, 0, 1)
    reveal(table, 0, 1)
    table.add([log.StoodIn(1, "greedy")])
    head, people = new_rematch(table.state, START)
    assert [each.adds for each in people] == [True, False, False]
    assert head.seed != table.state.header.seed
    again = TableLog(head)
    again.add(people)
    assert again.state.unpromised == [0]


def branched(hidden: Literal["kept", "anew"]) -> TableLog:
    """A table for two that goes on in the middle of another game."""
    record = read_record(GOLDEN / "rivalkings" / "2-random.jsonl")
    moves = [(move.seat, move.move) for move in record.moves[:10]]
    redeals = [Redeal(10, -1, derive_seed("anew").hex())] if hidden == "anew" else []
    start = Start("r123", hidden, moves, redeals)
    head = msgspec.structs.replace(header("rivalkings", [None] * 2), seed=record.header.seed, start=start)
    table = TableLog(head)
    for _ in range(2):
        table.join(adds=True)
    return table


def test_what_is_dealt_anew_in_the_middle_of_a_game_is_added_to() -> None:
    table = branched("anew")
    promise(table, 0, 1)
    reveal(table, 1, 0)
    match = table.state.match
    assert match is not None
    secret = derive_seed("anew").hex()
    assert match.redeals[-1].seed == mixed(secret, 0, 1)
    assert table.state.commitment == commitment(bytes.fromhex(secret))
    assert seed_of(table.state) == table.state.header.seed, "what came before is as it was"
    record = match.record()
    assert replayed(parse_record(record.text().encode())).state.tobytes() == match.state.tobytes()
    assert everything(table.again()) == everything(table.state)


def test_where_the_cards_are_those_of_another_game_nothing_is_added() -> None:
    table = branched("kept")
    assert table.state.status == "playing"
    assert views.deal_info(table.state) is None


# -- Over real sockets ---------------------------------------------------------------------------------


async def answer(page: Page, seat: int = 0) -> Message:
    """Do what a browser does by itself: promise, and tell when all have promised; what was refused, if so."""
    await page.until(
        lambda page: page.table["deal"]["asks"] == "promise" and seat in page.table["deal"]["waiting"]
    )
    answered = await page.promise(promise_of(seat))
    if answered["type"] == "ack":
        await page.until(lambda page: page.table["deal"]["asks"] == "reveal")
        answered = await page.reveal(part(seat))
    return answered


@contextlib.asynccontextmanager
async def two_at(server: RunningServer) -> AsyncIterator[tuple[str, Browser, Browser, Page]]:
    """Anna waits at a table with her promise made; Bert has just sat down, and his page is not open yet."""
    async with server.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, adds=True)
        page = await anna.at(table)
        assert (await page.promise(promise_of(0)))["type"] == "ack"
        assert page.table["deal"] == {
            "asks": None,
            "waiting": [],
            "promises": [{"seat": 0, "promise": promise_of(0)}],
        }
        await bert.join(table, adds=True)
        yield table, anna, bert, page


@pytest.mark.anyio
async def test_a_game_from_the_promises_to_the_proof(server: RunningServer) -> None:
    async with two_at(server) as (table, anna, bert, page):
        other = await bert.at(table)
        assert other.table["deal"]["waiting"] == [1]
        assert (await page.reveal(part(0)))["code"] == "told_early"
        assert (await other.promise(promise_of(1)))["type"] == "ack"
        assert (await other.reveal(part(1)))["type"] == "ack"
        assert other.table["status"] == "waiting"
        assert (await page.reveal(part(1)))["code"] == "broken_promise"
        assert (await page.reveal(part(0)))["type"] == "ack"
        await play_on([page, other], Random(1))
        state = server.table(table).state
        before = "".join(page.frames + other.frames)
        for secret in (part(0), part(1), state.header.seed, seed_of(state)):
            assert secret not in before, "nobody is told before the end"
        record = parse_record((await anna.http.get(f"/api/tables/{table}/record")).content)
        assert record.header.seed == mixed(state.header.seed, 0, 1)
        assert record.published == page.table["commitment"]
        replay = (await bert.http.get(f"/api/replays/{table}")).json()
        assert replay["deal"] == msgspec.to_builtins(record.header.deal)
        assert replay["seed"] == record.header.seed
        uploaded = (await bert.http.post("/api/replays", json={"record": record.text()})).json()
        assert (uploaded["deal"], uploaded["table"]["commitment"]) == (
            replay["deal"],
            page.table["commitment"],
        )


@pytest.mark.anyio
async def test_a_game_with_programs_begins_when_the_browser_has_answered(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", program(), me("Anna"), me("Bert"), adds=True)
        page = await anna.at(table)
        assert (page.table["status"], page.table["you"]) == ("waiting", None)
        assert (await answer(page, 1))["type"] == "ack"
        await page.until(lambda page: page.table["status"] == "playing")
        assert seed_of(server.table(table).state) == mixed(server.table(table).state.header.seed, 1)


@pytest.mark.anyio
async def test_who_is_away_is_left_out_after_a_moment(timed: RunningServer, time: ManualTime) -> None:
    async with two_at(timed) as (table, _, bert, page):
        await page.until(lambda page: page.table["deal"]["waiting"] == [1])
        await time.advance(ADDING - 0.1)
        assert await page.ping() == page.number
        assert page.table["deal"]["waiting"] == [1]
        await time.advance(0.2)
        await page.until(lambda page: page.table["deal"]["asks"] == "reveal")
        assert page.lines[-1]["kind"] == "table-left-out"
        assert (await page.reveal(part(0)))["type"] == "ack"
        assert page.table["status"] == "playing"
        assert seed_of(timed.table(table).state) == mixed(timed.table(table).state.header.seed, 0)
        late = await bert.at(table)
        assert (await late.promise(promise_of(1)))["code"] == "not_asked"


@pytest.mark.anyio
async def test_where_nobody_is_the_deal_waits(timed: RunningServer, time: ManualTime) -> None:
    async with timed.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, program(), adds=True)
        await time.advance(1000)
        assert timed.table(table).state.status == "waiting"
        page = await anna.at(table)
        await time.advance(ADDING - 0.1)
        assert (await answer(page))["type"] == "ack"
        assert page.table["status"] == "playing"


@pytest.mark.anyio
@pytest.mark.parametrize("told", [False, True])
async def test_a_server_that_is_started_again_deals_what_was_promised(tmp_path: Path, told: bool) -> None:
    """Between promises and what they were of, and when one is told already; long after."""
    database, time = str(tmp_path / "palatine.db"), ManualTime()
    async with running(database, time=time) as server, two_at(server) as (table, anna, bert, page):
        other = await bert.at(table)
        await other.promise(promise_of(1))
        if told:
            await other.reveal(part(1))
        cookies = anna.http.cookies, bert.http.cookies
    await time.advance(3600)
    async with running(database, time=time) as server, server.browsers("A", "B") as browsers:
        for browser, cookie in zip(browsers, cookies, strict=True):
            browser.http.cookies = cookie
        page = await browsers[0].at(table)
        assert page.table["deal"]["asks"] == "reveal"
        assert page.table["deal"]["waiting"] == ([0] if told else [0, 1])
        assert (await page.reveal(part(0)))["type"] == "ack"
        if not told:
            assert page.table["status"] == "waiting", "the other is waited for"
            other = await browsers[1].at(table)
            assert (await other.reveal(part(1)))["type"] == "ack"
        await page.until(lambda page: page.table["status"] == "playing")
        assert seed_of(server.table(table).state) == mixed(server.table(table).state.header.seed, 0, 1)


@pytest.mark.anyio
async def test_two_processes_make_one_deal(tmp_path: Path) -> None:
    database, time = str(tmp_path / "palatine.db"), ManualTime()
    async with (
        running(database, time=time) as one,
        running(database, time=time) as another,
        two_at(one) as (table, _, bert, page),
    ):
        there = Browser(another.address)
        there.http.cookies = bert.http.cookies
        other = await there.at(table)
        assert (await other.promise(promise_of(1)))["type"] == "ack"
        assert (await page.reveal(part(0)))["code"] == "told_early", "it has not heard of it"
        await one.game_server.refresh(one.table(table))
        assert (await page.reveal(part(0)))["type"] == "ack"
        assert (await other.reveal(part(1)))["type"] == "ack"
        assert other.table["status"] == "playing"
        await one.game_server.refresh(one.table(table))
        seeds = {seed_of(each.table(table).state) for each in (one, another)}
        assert seeds == {mixed(one.table(table).state.header.seed, 0, 1)}
        await there.__aexit__()


@pytest.mark.anyio
async def test_a_second_game_is_dealt_by_new_promises(server: RunningServer) -> None:
    async with two_at(server) as (table, anna, bert, page):
        other = await bert.at(table)
        await other.promise(promise_of(1))
        await other.reveal(part(1))
        await page.until(lambda page: page.table["deal"]["asks"] == "reveal")
        await page.reveal(part(0))
        await play_on([page, other], Random(2))
        await page.rematch()
        await settle(page, other)
        new = page.table["rematch"]
        pages = [await browser.at(new) for browser in (anna, bert)]
        assert [each.table["status"] for each in pages] == ["waiting", "waiting"]
        for seat, each in enumerate(pages):
            assert (await each.promise(promise_of(seat)))["type"] == "ack"
        for seat, each in enumerate(pages):
            await each.until(lambda page: page.table["deal"]["asks"] == "reveal")
            assert (await each.reveal(part(seat)))["type"] == "ack"
        assert pages[1].table["status"] == "playing"
        state = server.table(new).state
        assert seed_of(state) == mixed(state.header.seed, 0, 1) != seed_of(server.table(table).state)
