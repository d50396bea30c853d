"""The lobby's addresses, their errors, and the client's files."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import html
import json
import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from palatine.core.catalog import games
from palatine.core.drawing import Drawing
from palatine.core.match import replayed
from palatine.core.record import parse_record
from palatine.server import app as app_module
from palatine.server.errors import STORAGE_UNUSABLE, Unavailable
from palatine.server.http import tables
from palatine.server.http.art import Drawn
from palatine.server.http.pages import FOREVER, MISSING, Pages
from palatine.server.limits import BUDGETS, LISTED_AT_ADDRESS
from palatine.server.protocol.lobby import GameInfo, Me
from palatine.server.protocol.tables import Lobby, TableInfo
from palatine.server.storage.tables import TableStore

from .browsers import ME, OPEN_SEAT, Browser, RunningServer, play_on, program, running
from .tables import full
from .wording import problem as worded

pytestmark = pytest.mark.anyio


@pytest.fixture
async def anna(server: RunningServer) -> AsyncIterator[Browser]:
    async with server.browsers("Anna") as (browser,):
        yield browser


def problem(answer: Any, status: int) -> tuple[str, str]:
    """Whatever goes wrong is told in the same way, for a program and for a person."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith("application/json")
    told = answer.json()
    assert set(told) == {"code", "message", "game"}
    assert told["code"].isidentifier()
    text = worded(told)
    assert text
    assert "Traceback" not in text
    return told["code"], text


# -- What there is -------------------------------------------------------------------------------------

PATHS = {
    "/api/games": {"get"},
    "/api/games/{name}/rules": {"get"},
    "/api/games/{name}/words/{language}": {"get"},
    "/api/art/{name}/{file}": {"get"},
    "/api/analyses/{id}": {"get"},
    "/api/replays": {"post"},
    "/api/replays/{id}": {"get"},
    "/api/replays/{id}/steps": {"get"},
    "/api/replays/{id}/record": {"get"},
    "/api/replays/{id}/advice": {"post"},
    "/api/replays/{id}/analysis": {"get", "post"},
    "/api/me": {"get", "put"},
    "/api/tables": {"get", "post"},
    "/api/tables/{table}": {"get"},
    "/api/tables/{table}/join": {"post"},
    "/api/tables/{table}/leave": {"post"},
    "/api/tables/{table}/fill": {"post"},
    "/api/tables/{table}/hint": {"post"},
    "/api/tables/put-away": {"post"},
    "/api/tables/{table}/picture": {"get"},
    "/api/tables/{table}/record": {"get"},
    "/api/host": {"get"},
    "/api/host/key": {"post", "delete"},
    "/api/host/tables/{table}/close": {"post"},
    "/api/host/tables/{table}/remove": {"post"},
    "/api/host/bans": {"post"},
    "/api/host/bans/{number}": {"delete"},
}


async def test_the_schema_names_all_addresses(anna: Browser) -> None:
    schema = (await anna.http.get("/api/schema/openapi.json")).json()
    assert schema["openapi"].startswith("3.")
    assert schema["info"]["title"] == "Palatine"
    methods = {"get", "put", "post", "delete", "patch"}
    assert {path: methods & set(found) for path, found in schema["paths"].items()} == PATHS
    for found in schema["paths"].values():
        for method in methods & set(found):
            assert found[method]["responses"]
            assert found[method].get("description"), "every address says what it does"
    used = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(schema)))
    assert used <= set(schema["components"]["schemas"])
    assert {"NewTable", "TableInfo", "Lobby", "GameInfo"} <= used


async def test_all_games_are_offered_with_options_and_programs(anna: Browser) -> None:
    found = (await anna.http.get("/api/games")).json()
    assert [game["name"] for game in found] == list(games())
    for game in found:
        assert len(game["colours"]) >= game["players"][1]
        assert {level["name"] for level in game["levels"]} >= {"random", "greedy"}
        for option in game["options"]:
            assert f"\noption-{option['name']} =" in game["about"]
        seats = [ME, *[OPEN_SEAT] * (game["players"][0] - 1)]
        switched: dict[str, Any] = {
            o["name"]: o["choices"][0] if o["choices"] else True for o in game["options"]
        }
        await anna.open(game["name"], *seats, **switched)


async def test_rules_are_given_as_markdown(anna: Browser) -> None:
    for name in games():
        answer = await anna.http.get(f"/api/games/{name}/rules")
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/markdown")
        assert answer.text.startswith("# ")
    assert problem(await anna.http.get("/api/games/chess/rules"), 404)[0] == "unknown_game"
    problem(await anna.http.get("/api/games/..%2Frheinlander/rules"), 404)


ART = [("rheinlander", "board.svg"), ("rheinlander", "board.json"), ("rivalkings", "cards.json")]


@pytest.mark.parametrize("game, file", ART)
async def test_art_is_drawn_by_day_and_by_night(anna: Browser, game: str, file: str) -> None:
    for theme in ("day", "night"):
        answer = await anna.http.get(f"/api/art/{game}/{file}", params={"theme": theme})
        assert answer.status_code == 200
        kind = "image/svg+xml" if file.endswith(".svg") else "application/json"
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["cache-control"] == "no-cache"
        assert answer.headers["content-encoding"] == "gzip"
        known = {"if-none-match": answer.headers["etag"]}
        again = await anna.http.get(f"/api/art/{game}/{file}", params={"theme": theme}, headers=known)
        assert (again.status_code, again.content) == (304, b"")


async def test_art_that_is_not_there(anna: Browser) -> None:
    async def code(path: str, status: int = 404) -> str:
        return problem(await anna.http.get(f"/api/art/{path}"), status)[0]

    assert await code("rheinlander/nothing.svg") == "unknown_art"
    assert await code("chess/board.svg") == "unknown_game"
    assert await code("rheinlander/board.svg?theme=dusk") == "unknown_theme"
    assert await code("rheinlander/board.svg?board=danube", 400) == "bad_request"
    assert await code("rivalkings/cards.json?board=rhine", 400) == "bad_request"
    assert await code("rheinlander/board.svg?board=..%2F..%2Fsecret", 400) == "bad_request"


async def test_asking_for_art_that_is_not_there_does_not_have_the_rest_drawn_again(
    anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    found = vars(Drawn)["drawing"]

    def draw(one: Drawn) -> Drawing:
        drawn.append(one.game)
        return found.__get__(one)

    monkeypatch.setattr(Drawn, "drawing", property(draw))
    assert (await anna.http.get("/api/art/rivalkings/cards.svg?theme=night")).status_code == 200
    for n in range(300):
        assert (await anna.http.get(f"/api/art/rheinlander/nothing-{n}.svg")).status_code == 404
    drawn.clear()
    assert (await anna.http.get("/api/art/rivalkings/cards.svg?theme=night")).status_code == 200
    assert not drawn


# -- What goes wrong -----------------------------------------------------------------------------------

BAD_TABLES: list[tuple[Any, str]] = [
    ({"game": "chess", "seats": [ME, OPEN_SEAT]}, "unknown_game|bad_request"),
    ({"game": "rheinlander", "seats": [ME, OPEN_SEAT]}, "bad_options"),
    ({"game": "rheinlander", "seats": [ME, *[OPEN_SEAT] * 5]}, "bad_options"),
    ({"game": "rivalkings", "seats": []}, "bad_options"),
    ({"game": "rivalkings", "seats": [ME] * 2}, "bad_seats"),
    ({"game": "rivalkings", "seats": [ME, {"kind": "program"}]}, "bad_seats"),
    ({"game": "rivalkings", "seats": [ME, {"kind": "open", "level": "greedy"}]}, "bad_seats"),
    ({"game": "rivalkings", "seats": [ME, program("deep")]}, "unknown_level"),
    ({"game": "rivalkings", "seats": [ME, {"kind": "king"}]}, "bad_request"),
    ({"game": "rivalkings", "seats": [ME, OPEN_SEAT], "options": {"players": 3}}, "bad_seats"),
    ({"game": "rivalkings", "seats": [ME, OPEN_SEAT], "options": {"colour": "red"}}, "bad_options"),
    ({"game": "rivalkings", "seats": [ME, OPEN_SEAT], "options": {"open_piles": "yes"}}, "bad_options"),
    ({"game": "rheinlander", "seats": [ME, *[OPEN_SEAT] * 2], "options": {"board": "../x"}}, "bad_options"),
    ({"game": "rivalkings", "seats": [ME, OPEN_SEAT], "options": []}, "bad_request"),
    ({"game": "rivalkings", "seats": [ME, OPEN_SEAT], "seed": "00" * 32}, "bad_request"),
    ({"game": "rivalkings"}, "bad_request"),
    ([], "bad_request"),
    (None, "bad_request"),
]


async def test_a_table_that_cannot_be_set_up_says_why(anna: Browser) -> None:
    for wanted, code in BAD_TABLES:
        answer = await anna.http.post("/api/tables", json=wanted)
        assert re.fullmatch(code, problem(answer, 400)[0]), wanted
    assert (await anna.http.get("/api/tables")).json() == {"mine": [], "listed": []}


async def test_what_is_no_json_is_a_bad_request(anna: Browser) -> None:
    for body in (b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"game": "rivalkings", "seats": [{"kind": "me"}'):
        answer = await anna.http.post(
            "/api/tables", content=body, headers={"content-type": "application/json"}
        )
        assert problem(answer, 400)[0] == "bad_request"


async def test_a_body_that_is_far_too_long_is_refused(anna: Browser) -> None:
    answer = await anna.http.put("/api/me", json={"name": "x" * 12_000_000})
    assert problem(answer, 413)[0] == "too_large"


@pytest.mark.parametrize("what", ["", "/record"])
async def test_an_unknown_table_is_not_found(anna: Browser, what: str) -> None:
    for name in ("nowhere", "x" * 500, "%F0%9F%98%80", "a%27%20OR%201=1"):
        assert problem(await anna.http.get(f"/api/tables/{name}{what}"), 404)[0] == "unknown_table"


@pytest.mark.parametrize("what", ["join", "leave", "fill"])
async def test_nothing_is_done_at_an_unknown_table(anna: Browser, what: str) -> None:
    body = {"level": "greedy"} if what == "fill" else {}
    answer = await anna.http.post(f"/api/tables/nowhere/{what}", json=body)
    assert problem(answer, 404)[0] == "unknown_table"


async def test_wrong_methods_and_addresses(anna: Browser) -> None:
    assert problem(await anna.http.delete("/api/tables"), 405)[0] == "wrong_method"
    assert problem(await anna.http.put("/api/games"), 405)[0] == "wrong_method"
    assert problem(await anna.http.get("/api/nothing"), 404)[0] == "not_found"
    assert problem(await anna.http.post("/api/nothing"), 404)[0] in ("not_found", "wrong_method")


async def test_an_address_tells_all_its_methods(anna: Browser) -> None:
    for path, methods in {"/api/me": {"GET", "PUT"}, "/api/tables": {"GET", "POST"}, "/": {"GET"}}.items():
        answer = await anna.http.options(path)
        assert answer.status_code == 204
        assert set(answer.headers["allow"].split(", ")) == {*methods, "OPTIONS"}
        wrong = await anna.http.delete(path)
        assert wrong.status_code == 405
        assert set(wrong.headers["allow"].split(", ")) == {*methods, "OPTIONS"}


async def test_our_own_fault_is_admitted_and_not_explained(
    server: RunningServer, anna: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> None:
        raise ValueError("a secret of ours")

    monkeypatch.setattr(server.game_server.storage.tables, "listed", broken)
    code, text = problem(await anna.http.get("/api/tables"), 500)
    assert code == "our_fault"
    assert "secret" not in text


async def test_a_record_can_be_kept_and_checked(anna: Browser) -> None:
    table = await anna.open("rivalkings", ME, program())
    page = await anna.at(table)
    await play_on([page], Random(7))
    answer = await anna.http.get(f"/api/tables/{table}/record")
    assert answer.status_code == 200
    assert f'filename="rivalkings-{table}.jsonl"' in answer.headers["content-disposition"]
    match = replayed(parse_record(answer.content))
    assert match.outcome is not None
    assert match.outcome.scores == page.table["scores"]
    assert match.commitment == page.table["commitment"]


async def test_answers_have_the_shapes_of_the_protocol(anna: Browser) -> None:
    table = await anna.open("rivalkings", ME, OPEN_SEAT, listed=True)
    for path, kind in (
        ("/api/me", Me),
        ("/api/games", list[GameInfo]),
        ("/api/tables", Lobby),
        (f"/api/tables/{table}", TableInfo),
    ):
        msgspec.json.decode((await anna.http.get(path)).content, type=kind)


# -- The list of open tables ---------------------------------------------------------------------------


async def listed(browser: Browser) -> list[str]:
    return [table["id"] for table in (await browser.http.get("/api/tables")).json()["listed"]]


async def test_one_host_does_not_push_the_others_off_the_list(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert", "Clara") as (anna, bert, clara):
        berts = await bert.open("rivalkings", ME, OPEN_SEAT, listed=True)
        many = [await anna.open("rivalkings", ME, OPEN_SEAT, listed=True) for _ in range(35)]
        assert await listed(clara) == [many[-1], berts, many[-2], many[-3]]


async def open_from(server: RunningServer, address: str) -> str:
    """The id of a table that somebody without a cookie has opened for everybody."""
    wanted = {"game": "rivalkings", "seats": [ME, OPEN_SEAT], "listed": True}
    async with Browser(server.address) as nobody:
        answer = await nobody.http.post("/api/tables", json=wanted, headers={"x-forwarded-for": address})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


async def test_many_cookies_of_one_address_do_not_push_the_others_off_the_list(tmp_path: Path) -> None:
    async with running(str(tmp_path / "x.db"), limits=BUDGETS) as server:
        honest = [await open_from(server, f"192.0.2.{n}") for n in range(5)]
        many = [await open_from(server, "198.51.100.7") for _ in range(40)]
        async with server.browsers("Clara") as (clara,):
            assert await listed(clara) == [many[-1], *honest[::-1], *many[-2 : -LISTED_AT_ADDRESS - 1 : -1]]
            assert (await clara.http.get(f"/api/tables/{many[0]}")).status_code == 200, "by its link"
            for n in range(60):
                await open_from(server, f"203.0.113.{n % 4}")
            assert set(honest) <= set(await listed(clara)), "addresses take turns"


async def test_a_table_with_people_from_a_crowded_address_is_shown_after_one_of_every_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "LISTED", 2)
    async with running(str(tmp_path / "x.db"), limits=BUDGETS) as server:
        honest = await open_from(server, "192.0.2.1")
        async with server.browsers("Anna", "Bert", "Clara") as (anna, bert, clara):
            crowd = [await each.open("rivalkings", ME, OPEN_SEAT, listed=True) for each in (anna, bert)]
            for browser, table in zip((anna, bert), crowd, strict=True):
                await browser.at(table)
            assert await listed(clara) == [crowd[1], honest]


async def test_tables_where_somebody_is_come_first(server: RunningServer) -> None:
    async with server.browsers("Anna", "Bert", "Clara") as (anna, bert, clara):
        there = await anna.open("rivalkings", ME, OPEN_SEAT, listed=True)
        alone = await bert.open("rivalkings", ME, OPEN_SEAT, listed=True)
        assert await listed(clara) == [alone, there]
        page = await anna.at(there)
        await clara.at(alone)
        assert await listed(clara) == [there, alone], "who only watches does not count"
        await page.close()
        while any(server.game_server.presence.online(server.table(there))):
            await asyncio.sleep(0.001)
        assert await listed(clara) == [alone, there]


async def test_games_that_are_over_take_no_place_on_the_list(server: RunningServer) -> None:
    async with server.browsers("Anna", "Clara") as (anna, clara):
        waiting = await anna.open("rivalkings", ME, OPEN_SEAT, listed=True)
        host = server.table(waiting).state.header.host
        for n in range(3):
            log, luck = full("rivalkings", 2, seed=n), Random(n)
            while log.state.to_act:
                log.play_any(luck)
            changed = {"id": f"over {n}", "host": host, "listed": True, "opened": time.time() + n}
            header = msgspec.structs.replace(log.state.header, **changed)
            await server.game_server.storage.tables.open(header, [entry for _, _, entry in log.entries])
        assert await listed(clara) == [waiting]


# -- The client's files --------------------------------------------------------------------------------


MANIFEST = {  # as Vite writes it: chunks, and what each brings along
    "index.html": {"file": "assets/app-1a2b.js", "css": ["assets/app.css"], "imports": ["_common.js"]},
    "_common.js": {"file": "assets/common.js"},
    "src/lobby/Lobby.svelte": {"file": "assets/lobby.js", "imports": ["index.html"]},
    "src/table/TablePage.svelte": {"file": "assets/table.js", "imports": ["_common.js", "_play.js"]},
    "src/replay/ReplayPage.svelte": {"file": "assets/replay.js", "imports": ["_play.js"]},
    "_play.js": {"file": "assets/play.js", "css": ["assets/play.css"], "imports": ["_common.js"]},
    "src/games/rheinlander/index.ts": {"file": "assets/map.js", "css": ["assets/map.css"]},
    "src/plain/index.ts": {"file": "assets/plain.js"},
}
LINK = re.compile(r'<link rel="(\w+)"(?: as="(\w+)")? crossorigin href="([^"]*)"(?: media="([^"]*)")?>')


def told(answer: Any) -> dict[str, tuple[str, ...]]:
    """What a page tells ahead, by the address."""
    assert answer.status_code == 200
    return {
        html.unescape(address): (rel, kind, media) for rel, kind, address, media in LINK.findall(answer.text)
    }


@pytest.fixture
async def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Browser]:
    """A server with a client of a few files."""
    folder = tmp_path / "client"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><head><title>Palatine</title></head>" + " " * 2000)
    (folder / "manifest.json").write_text(json.dumps(MANIFEST))
    (folder / "assets" / "app-1a2b.js").write_text("let x = 1;\n" * 200)
    (folder / "assets" / "app-1a2b.js.br").write_bytes(b"packed best")
    (folder / "assets" / "font-3c.woff2").write_bytes(bytes(range(256)) * 20)
    (folder / "build.txt").write_text("abc123\n")
    files = [hashlib.sha256(bytes([n])).hexdigest() for n in range(60)]  # long also when it is packed
    (folder / "sw.js").write_text(f"let files = {files};\n")
    (folder / "manifest.webmanifest").write_text('{"name": "Palatine"}')

    class Built(Pages):
        def __init__(self) -> None:
            super().__init__(folder)

    monkeypatch.setattr(app_module, "Pages", Built)
    async with running(str(tmp_path / "palatine.db")) as server, server.browsers("Anna") as (anna,):
        yield anna


@pytest.mark.parametrize("path", ["/", "/t/abcdef", "/anything/else", "/index.html"])
async def test_every_page_is_the_client(built: Browser, path: str) -> None:
    answer = await built.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "<title>Palatine</title>" in answer.text
    assert answer.headers["cache-control"] == "no-cache"
    assert answer.headers["content-encoding"] == "gzip"
    again = await built.http.get(path, headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


async def test_pages_let_nothing_come_from_elsewhere(built: Browser) -> None:
    answer = await built.http.get("/")
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["object-src"] == "'none'"
    assert "script-src" not in policy, "scripts are as everything else: only from here"
    assert "http" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


async def test_files_with_a_hash_in_their_names_are_kept_forever(built: Browser) -> None:
    script = await built.http.get("/assets/app-1a2b.js")
    assert script.headers["cache-control"] == FOREVER
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["content-encoding"] == "gzip"
    font = await built.http.get("/assets/font-3c.woff2")
    assert font.headers["content-type"] == "font/woff2"
    assert "content-encoding" not in font.headers
    assert font.content == bytes(range(256)) * 20


async def test_packed_once_and_only_for_those_who_can_unpack(built: Browser) -> None:
    async with built.http.stream("GET", "/") as answer:
        packed = b"".join([part async for part in answer.aiter_raw()])
    assert gzip.decompress(packed).startswith(b"<!doctype html>")
    assert answer.headers["vary"].lower() == "accept-encoding"
    plain = await built.http.get("/", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text.startswith("<!doctype html>")


async def test_packed_as_small_as_the_browser_can_unpack(built: Browser) -> None:
    script = "/assets/app-1a2b.js"
    async with built.http.stream("GET", script, headers={"accept-encoding": "gzip, br"}) as answer:
        packed = b"".join([part async for part in answer.aiter_raw()])
    assert (answer.headers["content-encoding"], packed) == ("br", b"packed best")
    for ways in ("gzip", "gzip;q=1.0, broken"):
        answer = await built.http.get(script, headers={"accept-encoding": ways})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.text.startswith("let x")
    assert (await built.http.get(script + ".br")).status_code == 404


async def test_a_page_is_told_what_it_will_load(built: Browser) -> None:
    assert told(await built.http.get("/")) == {"/assets/lobby.js": ("modulepreload", "", "")}
    files = {
        "/assets/table.js": ("modulepreload", "", ""),
        "/assets/play.js": ("modulepreload", "", ""),
        "/assets/play.css": ("preload", "style", ""),
    }
    assert told(await built.http.get("/t/nowhere")) == files, "nothing twice, and no game where there is none"
    assert told(await built.http.get("/somewhere/else")) == {}


@pytest.mark.parametrize("page", ["t", "g"])
async def test_the_page_of_a_table_is_told_what_its_game_will_load(built: Browser, page: str) -> None:
    table = await built.open("rheinlander", ME, OPEN_SEAT, OPEN_SEAT)
    ahead = told(await built.http.get(f"/{page}/{table}"))
    assert ahead["/assets/map.js"] == ("modulepreload", "", "")
    assert ahead["/assets/map.css"] == ("preload", "style", "")
    assert "/assets/plain.js" not in ahead
    data = {address: media for address, (_, kind, media) in ahead.items() if kind == "fetch"}
    for address in data:
        assert (await built.http.get(address)).status_code == 200
    drawings = [address for address in data if address.startswith("/api/art/")]
    by_day = [address for address in drawings if "theme=day" in address]
    assert 2 * len(by_day) == len(drawings) == len(data) - 1
    assert all(data[address] == "not all and (prefers-color-scheme: dark)" for address in by_day)
    assert {address.replace("theme=day", "theme=night") for address in by_day} == {
        address for address in drawings if data[address] == "(prefers-color-scheme: dark)"
    }
    assert data.keys() - set(drawings) == {"/api/games/rheinlander/words/en"}


async def test_a_game_without_a_client_of_its_own_is_shown_plainly(built: Browser) -> None:
    ahead = told(await built.http.get(f"/t/{await built.open('rivalkings', ME, OPEN_SEAT)}"))
    assert "/assets/plain.js" in ahead
    assert [address for address in ahead if "/api/" in address] == ["/api/games/rivalkings/words/en"]


async def test_a_page_does_not_wait_for_a_database_that_is_away(
    built: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: object) -> None:
        raise Unavailable("storage", STORAGE_UNUSABLE(), 503)

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    for answer in (away, never):
        monkeypatch.setattr(TableStore, "header", answer)
        assert "/assets/table.js" in told(await built.http.get("/t/elsewhere"))


async def test_the_service_worker_is_looked_for_each_time(built: Browser) -> None:
    worker = await built.http.get("/sw.js")
    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["content-encoding"] == "gzip"
    assert worker.text.startswith("let files")
    again = await built.http.get("/sw.js", headers={"if-none-match": worker.headers["etag"]})
    assert again.status_code == 304


async def test_the_manifest_says_what_it_is(built: Browser) -> None:
    manifest = await built.http.get("/manifest.webmanifest")
    assert manifest.headers["content-type"].split(";")[0] == "application/manifest+json"
    assert manifest.headers["cache-control"] == "no-cache"
    assert manifest.json() == {"name": "Palatine"}


async def test_files_that_are_not_there(built: Browser) -> None:
    for path in ("/assets/old-9z.js", "/assets/../../secret"):
        answer = await built.http.get(path)
        assert answer.status_code in (200, 404)
        assert "secret" not in answer.text
    assert (await built.http.get("/assets/old-9z.js")).status_code == 404
    for path in ("/..%2f..%2fpyproject.toml", "/%2e%2e/%2e%2e/etc/passwd"):
        assert "<title>Palatine</title>" in (await built.http.get(path)).text


async def test_everybody_learns_which_client_is_current(built: Browser) -> None:
    assert (await built.http.get("/api/me")).json()["build"] == "abc123"
    page = await built.at(await built.open("rivalkings", ME, OPEN_SEAT))
    assert json.loads(page.frames[0])["build"] == "abc123"


async def test_a_server_without_a_client_says_how_to_build_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Unbuilt(Pages):
        def __init__(self) -> None:
            super().__init__(tmp_path / "nothing")

    monkeypatch.setattr(app_module, "Pages", Unbuilt)
    async with running(str(tmp_path / "palatine.db")) as server, Browser(server.address) as browser:
        for path in ("/", "/t/abc", "/assets/x.js", "/sw.js"):
            answer = await browser.http.get(path)
            assert answer.status_code == 404
            assert answer.text == MISSING
            assert answer.headers["content-type"].startswith("text/html")
        assert (await browser.http.get("/api/me")).json()["build"] == ""


@pytest.mark.parametrize("language", ["xx", "", ".", "..", "../..", "/", "/tmp", "é" * 300])
async def test_a_language_is_no_path_into_the_machine(server: RunningServer, language: str) -> None:
    """What is there and what is not is refused alike."""
    async with server.browsers("Anna") as (anna,):
        answer = await anna.http.get("/api/games", params={"language": language})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown_language")
