"""For whoever runs the server: its page has a key, tables are closed, people are removed and banned."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
import sqlalchemy as sa
from websockets.exceptions import ConnectionClosed

from palatine.server.errors import Refusal
from palatine.server.host.bans import Bans, read_end, read_target, read_why
from palatine.server.host.desk import UNWELCOME
from palatine.server.host.session import COOKIE, KEY_LASTS, SECURE_COOKIE, SESSION_LASTS
from palatine.server.limits import BUDGETS
from palatine.server.storage import Storage, database_url
from palatine.server.storage.host import StoredBan
from palatine.server.storage.users import sign_of

from .browsers import ME, OPEN_SEAT, Browser, Page, RunningServer, play_on, program, running, settle
from .times import START, ManualTime
from .wording import page_lines, problem

pytestmark = pytest.mark.anyio
on_both = pytest.mark.parametrize("address", ["sqlite", "postgresql"], indirect=True)

ELSEWHERE = {"x-forwarded-for": "203.0.113.7"}


class Host:
    """The browser of whoever runs the server."""

    def __init__(self, server: RunningServer, http: httpx.AsyncClient) -> None:
        self.server, self.http = server, http

    async def enter(self) -> httpx.Response:
        key = await self.server.game_server.storage.host.new_key(KEY_LASTS)
        return await self.http.post("/api/host/key", json={"key": key})

    async def view(self) -> Any:
        return (await self.http.get("/api/host")).raise_for_status().json()

    async def do(self, path: str, **words: Any) -> bool:
        """Do something; whether it has changed anything."""
        answer = await self.http.post(f"/api/host/{path}", json=words)
        assert answer.status_code == 200, answer.text
        return bool(answer.json()["changed"])

    async def lift(self, number: int) -> bool:
        answer = await self.http.delete(f"/api/host/bans/{number}")
        return bool(answer.raise_for_status().json()["changed"])

    async def sign(self, name: str) -> str:
        """What somebody goes by."""
        return next(
            str(person["person"]) for person in (await self.view())["people"] if person["name"] == name
        )


@contextlib.asynccontextmanager
async def host_of(server: RunningServer) -> AsyncIterator[Host]:
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as http:
        host = Host(server, http)
        (await host.enter()).raise_for_status()
        yield host


@pytest.fixture
async def host(timed: RunningServer) -> AsyncIterator[Host]:
    """The host of a server whose time is turned by hand."""
    async with host_of(timed) as host:
        yield host


async def farewell(page: Page) -> Any:
    """The last that a page hears before its socket is closed for good."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            await page.hear()
    assert page.connection.close_code == UNWELCOME
    return json.loads(page.frames[-1])


# -- The key -----------------------------------------------------------------------------------------


def host_routes(server: RunningServer) -> set[tuple[str, str]]:
    """Every method and address under /api/host."""
    return {
        (method, route.path.replace("{table:str}", "some").replace("{number:str}", "1"))
        for route in server.app.routes
        if route.path.startswith("/api/host")
        for method in getattr(route, "methods", ())
        if method not in ("OPTIONS", "HEAD")
    }


async def test_without_the_key_every_address_refuses_alike(server: RunningServer) -> None:
    """Whether a table, a person or a ban is there makes no difference, nor does what is sent."""
    asked = host_routes(server) - {("POST", "/api/host/key")}
    assert len(asked) >= 6
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        answers = set()
        for method, path in asked:
            for there in (path, path.replace("some", table)):
                for cookie in ("", "forged", "0-99999999999.x"):
                    headers = {"cookie": f"{COOKIE}={cookie}"} if cookie else {}
                    body = None if method in ("GET", "DELETE") else {"target": "nonsense"}
                    answer = await anna.http.request(method, there, headers=headers, json=body)
                    answers.add((answer.status_code, answer.text))
    assert len(answers) == 1
    assert {status for status, _ in answers} == {403}


async def test_a_key_opens_the_page_once(server: RunningServer) -> None:
    async with Browser(server.address) as one, Browser(server.address) as other:
        key = {"key": await server.game_server.storage.host.new_key(KEY_LASTS)}
        answer = await one.http.post("/api/host/key", json=key)
        assert answer.status_code == 200
        words = next(v for v in answer.headers.get_list("set-cookie") if v.startswith(COOKIE)).split("; ")
        assert {"HttpOnly", "SameSite=Strict", "Path=/", f"Max-Age={int(SESSION_LASTS)}"} <= set(words)
        assert (await one.http.get("/api/host")).status_code == 200
        again = await other.http.post("/api/host/key", json=key)
        assert again.status_code == 403
        assert "palatine host link" in problem(again.json())
        assert (await other.http.get("/api/host")).status_code == 403


async def test_by_https_the_cookie_belongs_to_this_host_alone(server: RunningServer) -> None:
    async with Browser(server.address) as anna:
        key = await server.game_server.storage.host.new_key(KEY_LASTS)
        secure = {"x-forwarded-proto": "https"}
        answer = await anna.http.post("/api/host/key", json={"key": key}, headers=secure)
        (cookie,) = (v for v in answer.headers.get_list("set-cookie") if "-host" in v)
        assert cookie.startswith(f"{SECURE_COOKIE}=")
        assert cookie.endswith("; Secure")
        value = cookie.partition(";")[0].partition("=")[2]
        by_http = await anna.http.get("/api/host", headers={"cookie": f"{COOKIE}={value}", **secure})
        assert by_http.status_code == 403
        by_https = await anna.http.get("/api/host", headers={"cookie": f"{SECURE_COOKIE}={value}", **secure})
        assert by_https.status_code == 200


async def test_keys_and_cookies_end(timed: RunningServer, time: ManualTime) -> None:
    async with Browser(timed.address) as anna:
        store = timed.game_server.storage.host
        key = await store.new_key(KEY_LASTS)
        time.leap(KEY_LASTS)
        assert (await anna.http.post("/api/host/key", json={"key": key})).status_code == 403
        key = await store.new_key(KEY_LASTS)
        assert (await anna.http.post("/api/host/key", json={"key": key})).status_code == 200
        time.leap(SESSION_LASTS - 1)
        assert (await anna.http.get("/api/host")).status_code == 200
        time.leap(2)
        assert (await anna.http.get("/api/host")).status_code == 403


async def test_locking_closes_the_page_everywhere(server: RunningServer) -> None:
    store = server.game_server.storage.host
    async with host_of(server) as one, host_of(server) as other:
        left = await store.new_key(KEY_LASTS)
        await store.lock()
        for host in (one, other):
            assert (await host.http.get("/api/host")).status_code == 403
        assert (await one.http.post("/api/host/key", json={"key": left})).status_code == 403
        (await one.enter()).raise_for_status()
        assert (await one.http.get("/api/host")).status_code == 200
        assert (await other.http.get("/api/host")).status_code == 403
        await one.http.delete("/api/host/key")
        assert (await one.http.get("/api/host")).status_code == 403


async def test_wrong_keys_have_a_budget_and_the_database_holds_no_key(tmp_path: Path) -> None:
    time = ManualTime()
    limits = {**BUDGETS}
    async with (
        running(str(tmp_path / "a.db"), time=time, limits=limits) as server,
        Browser(server.address) as anna,
    ):
        key = await server.game_server.storage.host.new_key(KEY_LASTS)
        most = int(BUDGETS["keys"].burst)
        codes = [
            (await anna.http.post("/api/host/key", json={"key": f"k{n}"})).status_code
            for n in range(most + 1)
        ]
        assert codes == [403] * most + [429]
        assert (await anna.http.post("/api/host/key", json={"key": key})).status_code == 429
        async with host_of_elsewhere(server) as host:
            (hit,) = (await host.view())["limits"]
            assert (hit["budget"], hit["times"]) == ("keys", 2)
    assert key.encode() not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


@contextlib.asynccontextmanager
async def host_of_elsewhere(server: RunningServer) -> AsyncIterator[Host]:
    """The same, from another address."""
    async with httpx.AsyncClient(base_url=server.address, trust_env=False, headers=ELSEWHERE) as http:
        host = Host(server, http)
        (await host.enter()).raise_for_status()
        yield host


# -- Closing -----------------------------------------------------------------------------------------


async def test_a_table_is_closed_and_everybody_is_told_why(timed: RunningServer, host: Host) -> None:
    async with timed.browsers("Anna", "Bert", "Carl") as (anna, bert, carl):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        pages = [await anna.at(table), await bert.at(table), await carl.at(table)]
        decisions = await play_on(pages[:2], Random(3), most=7)
        asked = int(pages[0].ask["question"]) if pages[0].ask else 0
        assert await host.do(f"tables/{table}/close", why="It is  late.")
        for page in pages:
            await page.until(lambda page: page.over)
            assert page.table["closed"] == "It is late."
            assert page.table["winners"] is page.table["scores"] is page.ask is None
            assert page_lines(page)[-1] == "Whoever runs this house has closed the table: It is late."
        refused = await pages[0].play("nothing", question=asked)
        assert refused["code"] == "over"
        assert (await pages[0].rematch())["code"] == "over"
        assert (await carl.http.post(f"/api/tables/{table}/join", json={})).json()["code"] == "over"
        record = (await anna.http.get(f"/api/tables/{table}/record")).text
        assert len(record.splitlines()) == decisions + 1  # a header, and no result
        replay = (await anna.http.get(f"/api/replays/{table}")).raise_for_status().json()
        assert replay["decisions"] == decisions
        assert (await anna.http.get(f"/api/replays/{table}/steps")).status_code == 200
        assert not await host.do(f"tables/{table}/close", why="Once more.")
        assert [t["id"] for t in (await host.view())["tables"]] == []


async def test_a_table_that_never_began_is_closed(timed: RunningServer, host: Host) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, listed=True)
        page = await anna.at(table)
        assert await host.do(f"tables/{table}/close")
        await page.until(lambda page: page.over)
        answer = await bert.http.post(f"/api/tables/{table}/join", json={})
        assert problem(answer.json()) == "Whoever runs this house has closed this table."
        for path in (f"/api/replays/{table}", f"/api/tables/{table}/record"):
            assert (await bert.http.get(path)).status_code == 409
        assert (await bert.http.get("/api/tables")).json()["listed"] == []
        filled = await anna.http.post(f"/api/tables/{table}/fill", json={"level": "random"})
        assert filled.json()["code"] == "over"


async def test_a_closed_table_is_closed_after_a_restart_and_a_game_that_is_over_stays_won(
    tmp_path: Path,
) -> None:
    database = str(tmp_path / "palatine.db")
    async with running(database) as server, host_of(server) as host, server.browsers("Anna") as (anna,):
        closed, won = (
            await anna.open("rivalkings", ME, program()),
            await anna.open("rivalkings", ME, program()),
        )
        page = await anna.at(won)
        await play_on([page], Random(1))
        assert await host.do(f"tables/{closed}/close")
        winners = page.table["winners"]
        await server.game_server.storage.tables.note_end(won, 1.0)  # as the server does beside
        assert not await host.do(f"tables/{won}/close")
    async with running(database) as server, Browser(server.address) as bert:
        assert (await bert.http.get(f"/api/tables/{closed}")).json()["closed"] == ""
        found = (await bert.http.get(f"/api/tables/{won}")).json()
        assert (found["closed"], found["winners"]) == (None, winners)


# -- Removing ----------------------------------------------------------------------------------------


async def test_who_is_removed_before_the_game_leaves_an_open_seat(timed: RunningServer, host: Host) -> None:
    async with timed.browsers("Anna", "Bert", "Carl") as (anna, bert, carl):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, OPEN_SEAT)
        await bert.join(table)
        here, there = await anna.at(table), await bert.at(table)
        assert await host.do(f"tables/{table}/remove", person=await host.sign("Bert"), why="No swearing.")
        bye = await farewell(there)
        assert problem(bye).endswith("you cannot come back to it. No swearing.")
        await here.until(lambda page: page.table["seats"][1]["kind"] == "open")
        assert page_lines(here)[-1] == "Bert has been removed by whoever runs this house: No swearing."
        answer = await bert.http.post(f"/api/tables/{table}/join", json={})
        assert (answer.status_code, answer.json()["code"]) == (403, "removed")
        assert (await farewell(Page(await bert.dial(table))))["code"] == "removed"
        assert not await host.do(f"tables/{table}/remove", person=await host.sign("Bert"))
        await carl.join(table)
        await bert.open("rivalkings", ME, program())  # elsewhere they are welcome


async def test_for_who_is_removed_during_the_game_a_program_plays_on(
    timed: RunningServer, host: Host
) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        here, there = await anna.at(table), await bert.at(table)
        await play_on([here, there], Random(2), most=4)
        number = here.number
        assert await host.do(f"tables/{table}/remove", person=await host.sign("Bert"))
        await farewell(there)
        await here.until(lambda page: page.table["seats"][1]["kind"] == "program")
        assert here.number > number
        assert "Bert has been removed by whoever runs this house: " in "\n".join(page_lines(here))
        assert (await bert.http.post(f"/api/tables/{table}/leave", json={})).status_code == 403
        await play_on([here], Random(4))
        assert here.table["winners"] is not None
        (seats,) = [t["seats"] for t in (await anna.http.get("/api/tables")).json()["mine"]]
        assert [seat["kind"] for seat in seats] == ["person", "program"]


async def test_who_is_no_person_at_a_table_cannot_be_removed(timed: RunningServer, host: Host) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, _):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        for person in (await host.sign("Bert"), "nobody"):
            answer = await host.http.post(f"/api/host/tables/{table}/remove", json={"person": person})
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown_person")
        for path in ("close", "remove"):
            answer = await host.http.post(
                f"/api/host/tables/nosuch/{path}", json={"person": "x"} if path == "remove" else {}
            )
            assert (answer.status_code, answer.json()["code"]) == (404, "unknown_table")


# -- Banning -----------------------------------------------------------------------------------------


async def test_a_banned_person_does_nothing_until_the_ban_ends(
    timed: RunningServer, host: Host, time: ManualTime
) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        here, there = await anna.at(table), await bert.at(table)
        target = await host.sign("Bert")
        assert await host.do("bans", target=target, hours=2, why="Cool down.")
        bye = await farewell(there)
        until = "2023-11-15 00:13 UTC"
        assert problem(bye) == f"Whoever runs this house has shut its door to you until {until}. Cool down."
        for path in ("/api/me", "/api/tables", f"/api/tables/{table}", "/api/games"):
            answer = await bert.http.get(path)
            assert (answer.status_code, problem(answer.json())) == (403, problem(bye))
        assert (await bert.http.get("/")).status_code in (200, 404)  # the page itself, which tells them so
        assert (await farewell(Page(await bert.dial(table))))["code"] == "banned"
        assert (await here.ping()) >= 0
        (ban,) = (await host.view())["bans"]
        assert (ban["target"], ban["name"], ban["ends"]) == (target, "Bert", START + 7200)
        assert not await host.do("bans", target=target, hours=2, why="Cool down.")
        time.leap(7200)
        assert (await bert.http.get("/api/me")).status_code == 200
        await time.advance(1)
        async with timed.game_server.storage.database.read() as connection:
            assert not (await connection.execute(sa.text("SELECT * FROM bans"))).all()


async def test_a_range_is_banned_and_the_ban_is_lifted(timed: RunningServer, host: Host) -> None:
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, program())
        page = await anna.at(table, **ELSEWHERE)
        other = await bert.at(table)
        assert await host.do("bans", target="203.0.113.0/24")
        assert problem(await farewell(page)) == "Whoever runs this house has shut its door to you for good."
        assert (await anna.http.get("/api/me", headers=ELSEWHERE)).status_code == 403
        assert (await anna.http.get("/api/me", headers={"x-forwarded-for": "203.0.114.7"})).status_code == 200
        await other.ping()
        (ban,) = (await host.view())["bans"]
        assert ban["target"] == "203.0.113.0/24"
        assert await host.lift(ban["number"])
        assert not await host.lift(ban["number"])
        assert (await anna.http.get("/api/me", headers=ELSEWHERE)).status_code == 200
        assert (await host.view())["bans"] == []


async def test_nobody_bans_themselves_or_everybody_by_mistake(timed: RunningServer, host: Host) -> None:
    mine = sign_of(await own_id(timed, host))
    for target in ("0.0.0.0/0", "::/0", "127.0.0.0/8", "127.0.0.1", mine):
        answer = await host.http.post("/api/host/bans", json={"target": target})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_ban"), target
    assert await host.do("bans", target="127.0.0.1", force=True)
    assert (await host.http.get("/api/me")).status_code == 403
    (ban,) = (await host.view())["bans"]  # and whoever has done so can still lift it
    assert await host.lift(ban["number"])
    assert (await host.http.get("/api/me")).status_code == 200


async def own_id(server: RunningServer, host: Host) -> str:
    """Who the host is as a player."""
    await host.http.put("/api/me", json={"name": "Host"})
    people = await server.game_server.storage.users.latest(10)
    return next(user.id for user in people if user.name == "Host")


@pytest.mark.parametrize(
    "text, target",
    [
        ("192.0.2.7", "192.0.2.7/32"),
        (" 192.0.2.0/24 ", "192.0.2.0/24"),
        ("2001:db8::7", "2001:db8::7/128"),
        ("2001:db8::/64", "2001:db8::/64"),
        ("2001:0DB8:0::/48", "2001:db8::/48"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
        ("0123456789abcdef", "0123456789abcdef"),
    ],
)
def test_a_target_is_a_person_an_address_or_a_range(text: str, target: str) -> None:
    assert read_target(text, force=False, own=()) == target


@pytest.mark.parametrize(
    "text", ["", "Anna", "192.0.2", "192.0.2.7/33", "192.0.2.7/24", "2001:db8::1/64", "0123456789ABCDEF"]
)
def test_what_is_no_target_is_refused_with_what_would_be_right(text: str) -> None:
    with pytest.raises(Refusal, match=r"/(24|64)"):
        read_target(text, force=True, own=())


def test_a_ban_holds_for_its_range_alone_and_the_longest_counts() -> None:
    time = ManualTime()
    bans = Bans(time)
    bans.learn(
        [
            StoredBan(1, "2001:db8::/64", START, None, ""),
            StoredBan(2, "192.0.2.0/24", START, START + 60, ""),
            StoredBan(3, sign_of("anna"), START, START + 3600, ""),
        ]
    )
    for host in ("2001:db8::1", "2001:db8::ffff%eth0", "192.0.2.255", "::ffff:192.0.2.1"):
        assert bans.refusal(None, host), host
    for other in ("2001:db8:0:1::1", "192.0.3.0", "not an address", "", None):
        assert not bans.refusal("bert", other), other
    both = bans.refusal("anna", "192.0.2.1")
    assert both
    assert both.message.args["until"] == "2023-11-14 23:13 UTC"
    time.leap(60)
    assert bans.refusal(None, "192.0.2.1") is None
    assert bans.some_ended


@pytest.mark.parametrize("hours", [0, -1, 1e9, float("nan")])
def test_an_end_lies_ahead(hours: float) -> None:
    with pytest.raises(Refusal, match="hours"):
        read_end(hours, START)


def test_a_reason_is_a_line() -> None:
    assert read_why("  Two \n words ") == "Two words"
    for text in ("x" * 101, "bell\a"):
        with pytest.raises(Refusal, match="one line"):
            read_why(text)


# -- Done elsewhere ----------------------------------------------------------------------------------


@on_both
async def test_what_is_done_elsewhere_takes_effect_in_all_processes_within_a_second(address: str) -> None:
    """Two processes on one database without a channel between them, and a command beside."""
    time = ManualTime()
    async with running(address, time=time) as one, running(address, time=time) as other:
        command = Storage(database_url(address), time)
        await command.open()
        async with (
            Browser(one.address) as anna,
            Browser(other.address) as bert,
            Browser(other.address) as carl,
        ):
            for browser, name in ((anna, "Anna"), (bert, "Bert"), (carl, "Carl")):
                await browser.come(name)
            table = await anna.open("rivalkings", ME, OPEN_SEAT)
            page, twin, third = await anna.at(table), await bert.at(table), await carl.at(table)
            assert await command.host.ban(sign_of(await id_of(command, "Carl")), None, "")
            assert await command.host.close(table, "Good night.")
            await time.advance(1)
            for each in (page, twin):
                await each.until(lambda page: page.over)
                assert each.table["closed"] == "Good night."
            assert (await farewell(third))["code"] == "banned"
        await command.close()


async def id_of(storage: Storage, name: str) -> str:
    return next(user.id for user in await storage.users.latest(100) if user.name == name)


@on_both
async def test_acts_at_the_same_moment_are_all_done_and_numbered_without_a_gap(address: str) -> None:
    stores = [Storage(database_url(address)) for _ in range(3)]
    for store in stores:
        await store.open()
    wanted = [(store, f"10.0.{n}.{m}/32") for n, store in enumerate(stores) for m in range(4)]
    await asyncio.gather(*(store.host.ban(target, None, "") for store, target in wanted))
    assert [act.number for act in await stores[0].host.after(0)] == list(range(1, 13))
    assert {ban.target for ban in await stores[0].host.bans()} == {target for _, target in wanted}
    for store in stores:
        await store.close()


async def test_a_decision_at_the_moment_of_closing_is_kept_or_refused(tmp_path: Path) -> None:
    """The server does not know yet that the table is closed: it finds out by writing."""
    time = ManualTime()
    database = str(tmp_path / "palatine.db")
    async with running(database, time=time) as server, server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, program())
        page = await anna.at(table)
        await page.until(lambda page: page.owes)
        command = Storage(database_url(database), time)
        await command.open()
        assert await command.host.close(table, "")
        await command.close()
        answer = await page.play(page.moves[0])
        assert (answer["type"], answer["code"]) == ("refused", "over")
        await page.until(lambda page: page.over)


async def test_an_idle_server_asks_once_a_second_and_writes_nothing(
    timed: RunningServer, time: ManualTime
) -> None:
    said: list[str] = []
    database = timed.game_server.storage.database
    await time.advance(2)
    sa.event.listen(
        database.engine.sync_engine, "before_cursor_execute", lambda *given: said.append(str(given[2]))
    )
    await time.advance(10)
    assert len(said) == 10
    assert all(text.startswith("SELECT") and "acts" in text for text in said)


async def test_acts_are_logged_and_name_nobody(
    timed: RunningServer, host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "palatine.host")
    async with timed.browsers("Anna", "Bert") as (anna, bert):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        await bert.join(table)
        sign = await host.sign("Bert")
        await host.do(f"tables/{table}/remove", person=sign)
        await host.do("bans", target=sign)
        await host.do("bans", target="203.0.113.0/24")
        await host.do(f"tables/{table}/close")
        await host.lift(3)
        told = [record.__dict__["fields"] for record in caplog.records if record.name == "palatine.host"]
    assert told == [
        {"act": "removed_person", "table": table},
        {"act": "banned", "ban": 2},
        {"act": "banned", "ban": 3},
        {"act": "closed_table", "table": table},
        {"act": "lifted_ban", "ban": 3},
    ]
    assert sign not in caplog.text
    assert "203.0.113" not in caplog.text


# -- Looking -----------------------------------------------------------------------------------------


async def test_the_host_sees_tables_people_and_limits(tmp_path: Path) -> None:
    time = ManualTime()
    async with (
        running(str(tmp_path / "palatine.db"), time=time, limits=BUDGETS) as server,
        server.browsers("Anna", "Bert") as (anna, bert),
        host_of(server) as host,
    ):
        table = await anna.open("rivalkings", ME, OPEN_SEAT, program())
        page = await anna.at(table, **ELSEWHERE)
        await bert.join(table)
        while (await bert.http.put("/api/me", json={"name": "Bert"})).status_code == 200:
            pass
        await play_on([page], Random(1), most=1)
        await settle(page)
        await time.advance(1)
        view = await host.view()
    (told,) = view["tables"]
    assert (told["id"], told["status"], told["decisions"] >= 1) == (table, "playing", True)
    assert [(s["kind"], s["name"], s["online"]) for s in told["seats"]] == [
        ("person", "Anna", True),
        ("person", "Bert", False),
        ("program", "", False),
    ]
    people = {person["name"]: person for person in view["people"]}
    assert people["Anna"]["tables"] == people["Bert"]["tables"] == [table]
    assert (people["Anna"]["online"], people["Bert"]["online"]) == (True, False)
    assert (people["Anna"]["address"], people["Bert"]["address"]) == ("203.0.113.7", "127.0.0.1")
    assert people["Anna"]["seen"] == START
    (hit,) = view["limits"]
    assert (hit["budget"], hit["name"], hit["address"], hit["times"]) == ("names", "Bert", "127.0.0.1", 1)
    assert view["live"]
    assert view["keeping"] == {"finished": None, "uploads": None, "idle": None}


async def test_no_address_and_no_id_of_a_person_is_told_or_stored(tmp_path: Path) -> None:
    async with (
        running(str(tmp_path / "palatine.db")) as server,
        server.browsers("Anna") as (anna,),
        host_of(server) as host,
    ):
        table = await anna.open("rivalkings", ME, program())
        await anna.at(table, **ELSEWHERE)
        told = str(await host.view())
        ids = [user.id for user in await server.game_server.storage.users.latest(10)]
        assert len(ids) >= 1
        assert not any(id in told for id in ids)
    stored = b"".join(path.read_bytes() for path in tmp_path.glob("palatine.db*"))
    assert b"203.0.113.7" not in stored
