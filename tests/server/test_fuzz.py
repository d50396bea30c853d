"""Whatever is sent on a socket is answered and harms nobody: thousands of messages, bent out of shape."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from .browsers import ME, OPEN_SEAT, Message, Page, RunningServer, new_id, settle

pytestmark = pytest.mark.anyio

AT_ONCE = 50  # messages before it is waited for their answers
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


def leave_it(text: str, luck: Random) -> str:
    return text


MUTATIONS: list[Callable[[str, Random], str]] = [
    replace_value,
    replace_value,
    drop_key,
    add_key,
    double_key,
    cut,
    change_letter,
    nest,
    leave_it,
]


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
async def test_bent_messages_are_refused_and_harm_nobody(
    server: RunningServer, game: str, long: bool
) -> None:
    luck = Random(f"fuzz {game}")
    async with server.browsers("Anna", "Bert", "Cleo") as people:
        table = await people[0].open(game, ME, OPEN_SEAT, OPEN_SEAT)
        for person in people[1:]:
            await person.join(table)
        pages = [await person.at(table) for person in people]
        for _ in range((50_000 if long else 2_500) // AT_ONCE):
            page = luck.choice(pages)
            for _ in range(AT_ONCE):
                text = luck.choice(MUTATIONS)(json.dumps(sensible(page, luck)), luck)
                await page.connection.send(text if luck.random() < 0.9 else text.encode())
            await answered(page)
            await settle(*pages)
        for page in pages:
            before = page.shown
            await page.sync()
            assert page.shown == before, "what was told in changes is what there is"


async def answered(page: Page) -> None:
    """Listen until all that was sent is answered: nothing may have been an error of the server."""
    last = new_id()
    await page.say("play", id=last, question=-7, moves=["x"])
    while (message := await page.hear()).get("id") != last:
        assert message.get("code") != "our_fault", message
    assert message["type"] == "refused"
