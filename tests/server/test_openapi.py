"""The HTTP side does what its description says (OpenAPI), whatever it is asked.

schemathesis makes requests of the description, fitting and unfitting ones, and holds every answer against it.
Some of them are led to tables and games that there are; left alone, they would hardly find one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import anyio
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig
from schemathesis.python import asgi

from palatine.server.app import Settings, build_app
from palatine.server.host.session import COOKIE as HOST_COOKIE
from palatine.server.host.session import KEY_LASTS
from palatine.server.http.describing import completed
from palatine.server.identity import COOKIE

from .browsers import ME, OPEN_SEAT, play_on, program, running

EXAMPLES = 500 if settings.get_current_profile_name() == "long" else 25  # for each address
# What fits the description is accepted, but here: no description can say what is meant.
JUDGED = {
    "PUT /api/me": "which names look like what",
    "POST /api/tables": "how a game can be set up",
    "POST /api/tables/{table}/fill": "which programs there are",
    "POST /api/replays": "what a record is",
    "GET /api/replays/{id}/steps": "who can have looked on",
    "POST /api/replays/{id}/advice": "which moments and seats a game has",
    "GET /api/art/{name}/{file}": "what a game draws, and in which languages",
    "POST /api/host/bans": "what an address is",
    "POST /api/host/tables/{table}/close": "which words can be shown",
    "POST /api/host/tables/{table}/remove": "which words can be shown, and who sits there",
}
LENIENT = {
    "POST /api/replays/{id}/analysis": "0 and 1 are taken for false and true",
    "POST /api/tables/put-away": "the same",
}


def without(check: str, names: Iterable[str]) -> list[dict[str, Any]]:
    """Some operations, without a check."""
    return [{"include-name": name, "checks": {check: {"enabled": False}}} for name in names]


CONFIG = {
    "seed": 1,
    "generation": {"max-examples": EXAMPLES, "deterministic": True},
    # What is too large is refused as such, which schemathesis does not expect by itself.
    "checks": {"negative_data_rejection": {"expected-statuses": [400, 403, 404, 405, 409, 413, 415]}},
    "operations": without("positive_data_acceptance", JUDGED) + without("negative_data_rejection", LENIENT),
}


async def play(database: str) -> tuple[dict[str, str], dict[str, list[str]]]:
    """Something to ask for: a table that waits, one that is played at, and one whose game is over."""
    async with running(database) as server, server.browsers("Anna") as (anna,):
        tables = [await anna.open("rivalkings", ME, OPEN_SEAT, listed=True)]
        tables.append(await anna.open("rheinlander", ME, program(), program()))
        tables.append(await anna.open("rivalkings", ME, program()))
        await play_on([await anna.at(tables[-1])], Random(7))
        record = (await anna.http.get(f"/api/tables/{tables[-1]}/record")).text
        uploaded = (await anna.http.post("/api/replays", json={"record": record})).json()["id"]
        known = {
            "table": tables,
            "id": [tables[-1], uploaded],
            "name": ["rivalkings", "rheinlander"],
            "language": ["en"],
            "file": ["board.svg", "cards.json"],
            "number": ["1"],
        }
        key = await server.game_server.storage.host.new_key(KEY_LASTS)
        (await anna.http.post("/api/host/key", json={"key": key})).raise_for_status()
        return {name: anna.http.cookies[name] for name in (COOKIE, HOST_COOKIE)}, known


schema = schemathesis.openapi.from_dict(
    completed(build_app(Settings("never opened")).openapi_schema.to_schema()),
    config=SchemathesisConfig.from_dict(CONFIG),
)
known: dict[str, list[str]] = {}
own: dict[str, str] = {}  # cookies: a player's, and the host's


@schema.hook
def map_path_parameters(_: Any, values: dict[str, Any] | None) -> dict[str, Any] | None:
    """Every other request is for something that there is."""
    if not values or sum(len(str(value)) for value in values.values()) % 2:
        return values
    return {name: known[name][len(str(value)) % len(known[name])] for name, value in values.items()}


class Reopening:
    """A house that is built anew whenever it is opened: schemathesis closes it after each address."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            self.app = build_app(self.settings)
        await self.app(scope, receive, send)


@pytest.fixture(scope="module")
def anna(tmp_path_factory: pytest.TempPathFactory) -> Iterator[asgi.ASGIClient]:
    """Somebody who has played in a house, in this process."""
    database = str(tmp_path_factory.mktemp("openapi") / "palatine.db")
    cookies, found = anyio.run(play, database)
    known.update(found)
    with asgi.get_client(Reopening(Settings(database, allowed_hosts=(asgi.HOST,), limits=None))) as client:
        own.update(cookies)
        yield client


@schema.parametrize()
@settings(max_examples=EXAMPLES, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_as_described(case: Any, anna: asgi.ASGIClient) -> None:
    anna.cookies.clear()
    anna.cookies.update(own)
    answer = case.call_and_validate(session=anna, base_url=anna.base_url)
    assert answer.status_code != 429, "a limit hides what the address would have answered"
