"""Somebody whose page is measured: opens tables, and decides by a socket of their own, at random.

The page itself is not touched, so that whatever moves on it moves by itself.
"""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager

from crowd import Plan, Snapshot, TableOpener, Update, decode
from websockets.sync.client import ClientConnection, connect

PLAYERS = 3
PATIENCE = 60.0  # seconds for programs to decide
RIVALS = "greedy"  # programs that decide at once


class User:
    """A browser's cookie, and what one can do with it."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = TableOpener(Plan(address, 0, [], 1, PLAYERS, 0.0, 0.0))
        self.cookie = self.opener.call("/api/me")[0]

    def open(self, game: str) -> str:
        """A table where one plays against programs."""
        seats = [{"kind": "me"}, *[{"kind": "program", "level": RIVALS}] * (PLAYERS - 1)]
        answer = self.opener.call("/api/tables", self.cookie, {"game": game, "seats": seats})[1]
        return str(json.loads(answer)["id"])

    @contextmanager
    def seat(self, table: str) -> Iterator["Seat"]:
        """One's seat at a table, from where decisions are made."""
        where = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        headers = {"cookie": self.cookie}
        with connect(where, additional_headers=headers, max_size=None, proxy=None) as socket:
            yield Seat(socket)

    def begun(self, game: str, decisions: int) -> str:
        """A table with something on it."""
        table = self.open(game)
        with self.seat(table) as seat:
            for _ in range(decisions):
                seat.decide()
        return table

    def finished(self, game: str) -> str:
        """A table where the game is over."""
        table = self.open(game)
        with self.seat(table) as seat:
            while seat.decide():
                pass
        return table


class Seat:
    """Decides whatever is asked."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.luck = random.Random(1)
        self.asked: int | None = None

    def decide(self) -> bool:
        """Wait for a question and answer it; false when the game is over instead."""
        while True:
            message = decode(self.socket.recv(PATIENCE, decode=False))
            if not isinstance(message, Snapshot | Update):
                continue
            if message.status == "over":
                return False
            ask = message.ask
            if ask and ask.chosen is None and ask.question != self.asked:
                self.asked = ask.question
                move = self.luck.choice(ask.choices).move
                play = {"type": "play", "id": f"bench-{ask.question}", "question": ask.question}
                self.socket.send(json.dumps({**play, "moves": [move]}))
                return True
