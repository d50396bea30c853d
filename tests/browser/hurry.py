"""Games that are played out while one looks on: by the socket, with the cookie of a page."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from playwright.sync_api import Page
from websockets.sync.client import ClientConnection, connect

from ..server.browsers import UNSAID, Message, changed
from .visitor import PATIENCE


def cookie_of(page: Page) -> str:
    [cookie] = [one for one in page.context.cookies() if one.get("name") == "palatine"]
    return f"palatine={cookie.get('value')}"


def heard(socket: ClientConnection) -> Iterator[Message]:
    """What comes by a socket."""
    while True:
        yield json.loads(socket.recv(PATIENCE))


def whole(messages: Iterable[Message]) -> Iterator[Message]:
    """The snapshots and updates among them, each with the whole table, position and question after it."""
    table: Message = {}
    shown = ask = None
    for message in messages:
        if message["type"] == "snapshot":
            table, shown, ask = message["table"], message["shown"], message["ask"]
        elif message["type"] == "update":
            table = {**message.get("table", table), **UNSAID, **message["progress"]}
            shown, ask = changed(shown, message), message.get("ask", ask)
        else:
            continue
        yield {**message, "table": table, "shown": shown, "ask": ask}


def play_out(page: Page, luck: int = 0) -> None:
    """Decide at random for the one who sits at the table of this page, until the game is over."""
    address, dice = urlsplit(page.url), random.Random(luck)
    path = f"ws://{address.netloc}/api/tables/{address.path.rsplit('/', 1)[-1]}/socket"
    with connect(path, additional_headers={"cookie": cookie_of(page)}, max_size=None) as socket:
        asked = None
        for message in whole(heard(socket)):
            if message["table"]["status"] == "over":
                return
            ask = message["ask"]
            if ask and not ask["chosen"] and ask["question"] != asked:
                asked = ask["question"]
                move = dice.choice(ask["choices"])["move"]
                play = {"type": "play", "id": f"hurry-{asked}", "question": asked, "moves": [move]}
                socket.send(json.dumps(play))
