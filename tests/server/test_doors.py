"""Who comes in, and what every answer tells the browser: hosts, sites, headers, cookies."""

from __future__ import annotations

import logging
import socket
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from itsdangerous import Signer
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from palatine.server.hosts import Hosts
from palatine.server.identity import COOKIE, SECURE_COOKIE

from .browsers import ME, OPEN_SEAT, Browser, RunningServer, program, running
from .wording import problem as worded

pytestmark = pytest.mark.anyio
HTTPS = {"x-forwarded-proto": "https"}  # as a proxy on this machine says


def problem(answer: Any, status: int) -> str:
    assert answer.status_code == status, answer.text
    assert worded(answer.json())
    return str(answer.json()["code"])


# -- Headers -------------------------------------------------------------------------------------------

DATA = [
    ("GET", "/api/me", 200),
    ("GET", "/api/games", 200),
    ("GET", "/api/games/rivalkings/words/en", 200),
    ("GET", "/api/games/rivalkings/rules", 200),
    ("GET", "/api/art/rheinlander/board.svg", 200),
    ("GET", "/api/schema/openapi.json", 200),
    ("GET", "/api/tables/nowhere", 404),
    ("GET", "/api/nothing", 404),
    ("DELETE", "/api/tables", 405),
    ("POST", "/api/tables", 400),
]
PAGES = [("GET", "/", None), ("GET", "/t/abc", None), ("GET", "/assets/none.js", 404), ("POST", "/", 405)]


@pytest.mark.parametrize("method, path, status", [*DATA, *PAGES])
async def test_every_answer_says_what_a_browser_may_do_with_it(
    server: RunningServer, method: str, path: str, status: int | None
) -> None:
    async with Browser(server.address) as browser:
        answer = await browser.http.request(method, path)
        assert answer.status_code == (status or answer.status_code)
        for name, value in {
            "x-content-type-options": "nosniff",
            "referrer-policy": "same-origin",
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
        }.items():
            assert answer.headers.get_list(name) == [value]
        (policy,) = answer.headers.get_list("content-security-policy")
        assert "frame-ancestors 'none'" in policy
        assert policy.startswith("default-src 'none';") == path.startswith("/api/")
        assert ("sandbox" in policy) == path.startswith("/api/")
        assert "strict-transport-security" not in answer.headers
        by_https = await browser.http.request(method, path, headers=HTTPS)
        assert by_https.headers["strict-transport-security"].startswith("max-age=")


async def test_our_own_faults_have_the_headers_too(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr(server.game_server.storage.tables, "listed", broken)
    async with Browser(server.address) as browser:
        answer = await browser.http.get("/api/tables")
        assert answer.status_code == 500
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in answer.headers["content-security-policy"]


# -- Hosts ---------------------------------------------------------------------------------------------

OWN = socket.gethostname().lower()
LOCAL = ["localhost", "LOCALHOST:8000", "localhost.:8000", "127.0.0.1:8000", "127.8.9.1", "[::1]:80", "[::1]"]
PRIVATE = ["192.168.1.20:8000", "10.0.0.7", "172.16.3.4", "169.254.1.1", "100.64.0.9", "[fd00::1]:8000"]
STRANGE = ["evil.example", "evil.example:8000", "localhost.evil.example", "8.8.8.8", "[2001:4860::1]"]
STRANGE += ["", ":8000", "localhost, evil.example", "evil.example, localhost"]


@pytest.mark.parametrize(
    "listens_on, known, unknown",
    [
        ("127.0.0.1", LOCAL, [*PRIVATE, OWN, *STRANGE]),
        ("::1", LOCAL, [*PRIVATE, *STRANGE]),
        ("0.0.0.0", [*LOCAL, *PRIVATE, OWN, f"{OWN.partition('.')[0]}.local:8000"], STRANGE),
        ("::", [*LOCAL, *PRIVATE, OWN], STRANGE),
        ("192.168.1.20", [*LOCAL, "192.168.1.20:8000"], ["192.168.1.21", *STRANGE]),
    ],
)
def test_a_server_knows_its_own_names(listens_on: str, known: list[str], unknown: list[str]) -> None:
    hosts = Hosts(listens_on)
    assert [host for host in known if not hosts.know(host)] == []
    assert [host for host in unknown if hosts.know(host)] == []


def test_a_server_goes_by_the_names_that_it_was_given() -> None:
    hosts = Hosts("127.0.0.1", ["Games.example.org", "8.8.8.8"])
    assert all(map(hosts.know, ["games.example.org", "GAMES.example.org:443", "8.8.8.8:8000"]))
    assert not any(map(hosts.know, ["example.org", "x.games.example.org", "games.example.org.evil.example"]))


async def test_a_name_that_leads_here_from_elsewhere_opens_nothing(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    """As a page does whose name was made to lead to this machine: it is of one site with what it asks."""
    own = {"host": "evil.example:8000", "origin": "http://evil.example:8000"}
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, program())
        with caplog.at_level(logging.WARNING, "palatine"):
            for method, path in (("GET", "/api/me"), ("PUT", "/api/me"), ("GET", f"/api/tables/{table}")):
                answer = await anna.http.request(method, path, headers=own)
                assert problem(answer, 421) == "wrong_host"
                assert "set-cookie" not in answer.headers
            page = await anna.http.get("/", headers=own)
            assert (page.status_code, page.headers["content-type"]) == (421, "text/plain; charset=utf-8")
            assert "evil.example:8000" in page.text
            assert "--allowed-host" in page.text
            address, port = f"ws://{own['host']}/api/tables/{table}/socket", urlsplit(server.address).port
            with pytest.raises(InvalidStatus) as refused:
                await connect(address, host="127.0.0.1", port=port, proxy=None)
            assert refused.value.response.status_code == 403
        told = [record.message for record in caplog.records if "evil.example" in record.message]
        assert len(told) == 1
        assert "--allowed-host" in told[0]


async def test_a_name_that_was_given_is_as_good_as_any(tmp_path: Path) -> None:
    name = "games.example.org"
    headers = {"host": name, "origin": f"https://{name}"}
    async with (
        running(str(tmp_path / "palatine.db"), allowed_hosts=(name,)) as server,
        Browser(server.address) as browser,
    ):
        answer = await browser.http.put("/api/me", json={"name": "Anna"}, headers=headers)
        assert answer.status_code == 200


async def test_the_log_is_not_filled_with_made_up_names(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with Browser(server.address) as browser:
        with caplog.at_level(logging.WARNING, "palatine"):
            for n in range(50):
                await browser.http.get("/api/me", headers={"host": f"host{n}.example"})
        assert 0 < sum(".example" in record.message for record in caplog.records) <= 20


# -- Sites and bodies ----------------------------------------------------------------------------------


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_what_comes_from_another_site_by_the_browsers_word_is_foreign(
    server: RunningServer, site: str
) -> None:
    wanted = {"game": "rivalkings", "seats": [ME, OPEN_SEAT]}
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        headers = {"sec-fetch-site": site}
        assert problem(await anna.http.post("/api/tables", json=wanted, headers=headers), 403) == "foreign"
        assert (await anna.http.get(f"/t/{table}", headers=headers)).status_code != 403, "a link works"
        connection = await anna.dial(table, **{"Sec-Fetch-Site": site})
        with pytest.raises(ConnectionClosed) as closed:
            await connection.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4403


@pytest.mark.parametrize("site", ["same-origin", "none"])
async def test_what_comes_from_here_is_not(server: RunningServer, site: str) -> None:
    async with server.browsers("Anna") as (anna,):
        headers = {"sec-fetch-site": site}
        assert (await anna.http.put("/api/me", json={"name": "Anne"}, headers=headers)).status_code == 200
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        assert (await anna.at(table, **{"Sec-Fetch-Site": site})).number >= 0


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "text/json", "", None]
)
async def test_what_does_not_say_that_it_is_json_is_not_taken_for_it(
    server: RunningServer, kind: str | None
) -> None:
    """A form can send any text, but not under this name."""
    async with server.browsers("Anna") as (anna,):
        headers = {} if kind is None else {"content-type": kind}
        for path in ("/api/me", "/api/tables", "/api/tables/nowhere/leave"):
            method = "PUT" if path == "/api/me" else "POST"
            answer = await anna.http.request(method, path, content=b'{"name": "Mallory"}', headers=headers)
            assert problem(answer, 415) == "not_json"
        assert (await anna.http.get("/api/me")).json()["name"] == "Anna"


@pytest.mark.parametrize("kind", ["application/json", "Application/JSON; charset=utf-8"])
async def test_what_says_so_is(server: RunningServer, kind: str) -> None:
    async with server.browsers("Anna") as (anna,):
        headers = {"content-type": kind}
        answer = await anna.http.put("/api/me", content=b'{"name": "Anne"}', headers=headers)
        assert answer.json()["name"] == "Anne"


# -- Cookies by https ----------------------------------------------------------------------------------


def cookies_of(answer: Any) -> dict[str, Any]:
    given = [SimpleCookie(header) for header in answer.headers.get_list("set-cookie")]
    return {name: morsel for cookie in given for name, morsel in cookie.items()}


async def test_by_https_a_cookie_belongs_to_this_host_alone(server: RunningServer) -> None:
    async with Browser(server.address) as browser:
        (name, cookie), *others = cookies_of(await browser.http.get("/api/me", headers=HTTPS)).items()
        assert (name, others) == (SECURE_COOKIE, [])
        assert name.startswith("__Host-")
        assert cookie["secure"] is cookie["httponly"] is True
        assert (cookie["path"], cookie["domain"]) == ("/", "")
        back = {**HTTPS, "cookie": f"{name}={cookie.value}"}
        answer = await browser.http.put("/api/me", json={"name": "Anna"}, headers=back)
        assert not cookies_of(answer)
        assert (await browser.http.get("/api/me", headers=back)).json()["name"] == "Anna"


async def test_who_has_a_cookie_from_before_keeps_the_seats_and_gets_the_new(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,), Browser(server.address) as browser:
        table = await anna.open("rivalkings", ME, program())
        secret = await server.game_server.storage.users.secret()
        value = Signer(secret, salt="player").sign(str(anna.cookie).rpartition(".")[0]).decode()
        old = {**HTTPS, "cookie": f"{COOKIE}={value}"}
        assert (await browser.http.get(f"/api/tables/{table}", headers=old)).json()["you"] == 0
        given = cookies_of(await browser.http.get("/", headers=old))
        assert set(given) == {COOKIE, SECURE_COOKIE}
        assert (given[COOKIE].value, given[COOKIE]["max-age"]) == ("", "0")
        new = {**HTTPS, "cookie": f"{SECURE_COOKIE}={given[SECURE_COOKIE].value}"}
        answer = await browser.http.get("/api/tables", headers=new)
        assert [info["id"] for info in answer.json()["mine"]] == [table]
        assert (await browser.at(table, Cookie=new["cookie"], **{"X-Forwarded-Proto": "https"})).me == 0


async def test_the_new_cookie_counts_and_not_one_that_was_put_beside_it(server: RunningServer) -> None:
    """A neighbour of our domain can set a plain cookie for us, but none that is bound to this host."""
    async with server.browsers("Anna", "Mallory") as (anna, mallory):
        both = f"{COOKIE}={mallory.cookie}; {SECURE_COOKIE}={anna.cookie}"
        async with Browser(server.address) as browser:
            for cookie in (both, "; ".join(reversed(both.split("; ")))):
                answer = await browser.http.get("/api/me", headers={**HTTPS, "cookie": cookie})
                assert answer.json()["name"] == "Anna"
                assert not cookies_of(answer)


async def test_by_https_nobody_is_made_somebody_else_by_a_cookie_from_a_neighbour(
    server: RunningServer,
) -> None:
    """Else whoever has planted it would share the seats that are taken with it."""
    async with server.browsers("Mallory") as (mallory,), Browser(server.address) as browser:
        by_https = cookies_of(await browser.http.get("/api/me", headers=HTTPS))[SECURE_COOKIE].value
        await browser.http.put(
            "/api/me", json={"name": "Mallet"}, headers={**HTTPS, "cookie": f"{SECURE_COOKIE}={by_https}"}
        )
        for planted in (mallory.cookie, by_https):
            answer = await browser.http.get("/api/me", headers={**HTTPS, "cookie": f"{COOKIE}={planted}"})
            assert answer.json()["name"] == "Guest"
            given = cookies_of(answer)
            assert (given[COOKIE].value, given[COOKIE]["max-age"]) == ("", "0")
            ids = [str(value).rpartition(".")[0] for value in (given[SECURE_COOKIE].value, planted)]
            assert ids[0] != ids[1]


async def test_by_http_the_cookie_of_https_is_none(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,), Browser(server.address) as browser:
        answer = await browser.http.get("/api/me", headers={"cookie": f"{SECURE_COOKIE}={anna.cookie}"})
        assert answer.json()["name"] == "Guest"
        assert set(cookies_of(answer)) == {COOKIE}


# -- The address of a socket ---------------------------------------------------------------------------

METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT"]


@pytest.mark.parametrize("method", METHODS)
async def test_whoever_asks_a_socket_over_http_is_told_so_and_nothing_is_logged(
    server: RunningServer, method: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with httpx.AsyncClient(base_url=server.address, trust_env=False) as http:
        answer = await http.request(method, "/api/tables/nothing/socket")
    assert answer.status_code == 405
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
