"""Whatever is sent on a socket is answered and harms nobody: thousands of messages, bent out of shape."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

import pytest

from palatine.core.rng import derive_seed
from palatine.server.tables import setup

from .browsers import ME, OPEN_SEAT, PATIENCE, Browser, Message, Page, RunningServer, new_id, play_on, settle

pytestmark = pytest.mark.anyio

MESSAGES, SOCKETS, LONG = 2_500, 150, 20  # for each game; so many times more where there is time
AT_ONCE = 50  # messages before it is waited for their answers
DECISIONS = 12  # that people make then, so that games come to their ends
CLOSED = {1002, 1007, 1009}  # codes for what is no message of a WebSocket, no UTF-8, or too long
LOST = {1005, 1006}  # none came, as we left in the middle of a message
JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    2**63,
    -(2**70),
    1e308,
    0.5,
    "",
    "play",
    "ä☃\u202e\u0000",
    "x" * 300,
    [],
    [[[[]]]],
    ["."] * 20,
    {},
    {"type": "play"},
    [None],
    [0],
    ["card:1", 7],
]


def sensible(page: Page, luck: Random) -> Message:
    """A message as a browser might send it."""
    ask = page.ask or {"question": page.number, "choices": [{"move": "x", "things": ["card:1"]}]}
    choice, question = luck.choice(ask["choices"] or [{"move": "x", "things": []}]), ask["question"]
    return luck.choice(
        [
            {"type": "play", "id": new_id(), "question": question, "moves": [choice["move"]]},
            {"type": "consider", "question": question, "moves": [choice["move"]]},
            {"type": "explain", "question": question, "moves": [], "things": choice["things"]},
            {"type": "undo", "id": new_id()},
            {"type": "consent", "id": new_id(), "number": page.number, "yes": luck.random() < 0.5},
            {"type": "promise", "id": new_id(), "promise": luck.randbytes(32).hex()},
            {"type": "reveal", "id": new_id(), "added": luck.randbytes(32).hex()},
            {"type": "rematch", "id": new_id()},
            {"type": "select_seat", "seat": luck.randrange(3)},
            {"type": "sync"},
            {"type": "ping"},
        ]
    )


def replace_value(text: str, luck: Random) -> str:
    message = json.loads(text)
    message[luck.choice(list(message))] = luck.choice(JUNK)
    return json.dumps(message)


def drop_key(text: str, luck: Random) -> str:
    message = json.loads(text)
    del message[luck.choice(list(message))]
    return json.dumps(message)


def add_key(text: str, luck: Random) -> str:
    return json.dumps({**json.loads(text), luck.choice(["x", "seat", "user", "number"]): luck.choice(JUNK)})


def double_key(text: str, luck: Random) -> str:
    name = luck.choice(list(json.loads(text)))
    return text[:-1] + f", {json.dumps(name)}: {json.dumps(luck.choice(JUNK))}}}"


def cut(text: str, luck: Random) -> str:
    return text[: luck.randrange(len(text))]


def change_letter(text: str, luck: Random) -> str:
    at = luck.randrange(len(text))
    return text[:at] + chr(luck.randrange(1, 0x3000)) + text[at + 1 :]


def nest(text: str, luck: Random) -> str:
    deep = luck.choice([2, 50, 2000])
    return "[" * deep + text + "]" * deep


MUTATIONS: list[Callable[[str, Random], str]] = [
    replace_value,
    replace_value,
    drop_key,
    add_key,
    double_key,
    cut,
    change_letter,
    nest,
]


@pytest.fixture(autouse=True)
def no_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Whatever comes, nothing of it is logged as an error."""
    uvicorn = logging.getLogger("uvicorn")  # it keeps what it says to itself
    uvicorn.addHandler(caplog.handler)
    yield
    uvicorn.removeHandler(caplog.handler)
    records = caplog.get_records("call")
    assert not [record.getMessage() for record in records if record.levelno >= logging.ERROR]


@pytest.fixture(autouse=True)
def known_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same games in every run."""
    seeds = (derive_seed("fuzz", n).hex() for n in count())
    monkeypatch.setattr(setup, "new_seed", lambda: next(seeds))


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
async def test_bent_messages_are_refused_and_harm_nobody(
    server: RunningServer, game: str, long: bool
) -> None:
    luck, left, games = Random(f"fuzz {game}"), MESSAGES * (LONG if long else 1), 0
    async with server.browsers("Anna", "Bert", "Cleo") as people:
        table = await people[0].open(game, ME, OPEN_SEAT, OPEN_SEAT)
        for person in people[1:]:
            await person.join(table)
        pages = [await person.at(table) for person in people]
        while left > 0:
            page = luck.choice(pages)
            left -= await send_some(page, luck)
            await answered(page)
            await settle(*pages)
            if pages[0].over:
                pages, games = await go_on(pages, people), games + 1
            await play_on(pages, luck, DECISIONS)
        for page in pages:
            before = page.shown
            await page.sync()
            assert page.shown == before, "what was told in changes is what there is"
    assert games, "no game came to its end"


async def send_some(page: Page, luck: Random) -> int:
    """Send messages, nearly all of them bent; how many really were."""
    bent = 0
    for _ in range(AT_ONCE):
        straight = json.dumps(sensible(page, luck))
        text = luck.choice(MUTATIONS)(straight, luck) if luck.random() < 0.9 else straight
        await page.connection.send(text if luck.random() < 0.9 else text.encode())
        bent += text != straight
    return bent


async def answered(page: Page) -> None:
    """Listen until all that was sent is answered: nothing may have been an error of the server, and the
    socket may not have been closed.
    """
    last = new_id()
    await page.say("play", id=last, question=-7, moves=["x"])
    while (message := await page.hear()).get("id") != last:
        assert message.get("code") != "our_fault", message
    assert message["type"] == "refused"


async def go_on(pages: list[Page], people: list[Browser]) -> list[Page]:
    """The game is over: the same people play at another table."""
    await pages[0].rematch()
    await settle(*pages)
    new = pages[0].table["rematch"]
    for page in pages:
        await page.close()
    return [await person.at(new) for person in people]


# -- Below messages ------------------------------------------------------------------------------------


def framed(text: str) -> bytes:
    """A message as it goes over the wire, masked by zeros."""
    data = text.encode()
    return b"\x81\xfe" + len(data).to_bytes(2, "big") + bytes(4) + data


def bend(data: bytes, luck: Random) -> bytes:
    """The same with some other byte, rather in its head."""
    at = luck.randrange(8) if luck.random() < 0.7 else luck.randrange(len(data))
    return data[:at] + bytes([data[at] ^ luck.randrange(1, 256)]) + data[at + 1 :]


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
async def test_bent_frames_close_their_own_socket_with_a_code_that_says_why(
    server: RunningServer, game: str, long: bool
) -> None:
    luck, codes = Random(f"frames {game}"), Counter[int | None]()
    async with server.browsers("Anna", "Bert", "Cleo") as people:
        table = await people[0].open(game, ME, OPEN_SEAT, OPEN_SEAT)
        for person in people[1:]:
            await person.join(table)
        pages = [await person.at(table) for person in people]
        for _ in range(SOCKETS * (LONG if long else 1)):
            socket = await people[0].dial(table)
            socket.transport.write(bend(framed(json.dumps(sensible(pages[0], luck))), luck))
            socket.transport.write_eof()
            await asyncio.wait_for(socket.wait_closed(), PATIENCE)
            codes[socket.close_code] += 1
        assert await play_on(pages, luck, DECISIONS) == DECISIONS, "nobody else has noticed anything"
    assert set(codes) <= CLOSED | LOST
    assert set(codes) & CLOSED
