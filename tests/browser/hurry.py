"""Games that are played out while one looks on: by the socket, with the cookie of a page."""

from __future__ import annotations

import json
import random
from urllib.parse import urlsplit

from playwright.sync_api import Page
from visitor import PATIENCE
from websockets.sync.client import connect


def cookie_of(page: Page) -> str:
    [cookie] = [one for one in page.context.cookies() if one.get("name") == "palatine"]
    return f"palatine={cookie.get('value')}"


def play_out(page: Page, luck: int = 0) -> None:
    """Decide at random for the one who sits at the table of this page, until the game is over."""
    address, dice = urlsplit(page.url), random.Random(luck)
    path = f"ws://{address.netloc}/api/tables/{address.path.rsplit('/', 1)[-1]}/socket"
    with connect(path, additional_headers={"cookie": cookie_of(page)}, max_size=None) as socket:
        asked = None
        while True:
            message = json.loads(socket.recv(PATIENCE))
            if message["type"] not in ("snapshot", "update"):
                continue
            if message["table"]["status"] == "over":
                return
            ask = message["ask"]
            if ask and not ask["chosen"] and ask["question"] != asked:
                asked = ask["question"]
                move = dice.choice(ask["choices"])["move"]
                play = {"type": "play", "id": f"hurry-{asked}", "question": asked, "moves": [move]}
                socket.send(json.dumps(play))
