"""Other people's players: a Python class by its name, or a program in any language.

Both play in a process of their own, in a sandbox.  docs/players.md tells how to write one.
"""

from __future__ import annotations

import base64
import os
import re
import shlex
import shutil
import sys
import time
from typing import Any

import msgspec

from palatine.bots.child import WINDOWS, Child, Trouble, quoted
from palatine.bots.runner import Loaded
from palatine.bots.sandbox import Limits, SandboxedPlayer
from palatine.core.errors import UnknownPlayer
from palatine.core.game import Action, Game, Seat, State
from palatine.core.messages import Message, Phrase

VERSION = 1  # of what programs are told and answer
KEPT_WARM = 5.0  # seconds that a process with a class loaded waits for its next game

NO_COMMAND = Phrase("error-no-command")
COMMAND_UNREADABLE = Phrase("error-command-unreadable", command=str, why=str)
PROGRAM_NOT_FOUND = Phrase("error-program-not-found", command=str, program=str)
PROGRAM_NOT_EXECUTABLE = Phrase("error-program-not-executable", command=str, program=str)
NO_CLASS_NAME = Phrase("error-no-class-name", player=str)
CLASS_OF_FILE = Phrase("error-class-of-file", player=str)
CLASS_NOT_LOADED = Phrase("error-class-not-loaded", player=str, reason=Message)
NOT_JSON = Phrase("fault-not-json", said=str)
NO_ANSWER = Phrase("fault-no-answer", said=str)
ILLEGAL = Phrase("fault-illegal", said=str)
NO_NUMBER = Phrase("fault-no-number", said=str)
ILLEGAL_NUMBER = Phrase("fault-illegal-number", said=str)


class CommandPlayer(SandboxedPlayer):
    """`run:COMMAND`: a program that reads a line of JSON for each decision and writes one."""

    def __init__(self, command: str, seed: bytes, limits: Limits) -> None:
        super().__init__(seed, limits)
        self.command = check_command(command)

    def start(self) -> Child:
        return Child(self.command)

    def greeting(self, game: Game) -> dict[str, Any]:
        return {
            "hello": "palatine",
            "version": VERSION,
            "game": game.name,
            "ruleset": game.ruleset,
            "options": game.options,
            "seed": self.seed.hex(),
        }

    def question(self, game: Game, view: State, seat: Seat) -> dict[str, Any]:
        return {
            "game": game.name,
            "options": game.options,
            "seat": seat,
            "seconds": self.limits.seconds,
            "position": game.presenting.observation(view, seat),
            "legal": [game.action_text(action) for action in game.legal(view, seat)],
        }

    def parse_answer(self, answer: bytes, game: Game, legal: list[Action]) -> Action:
        try:
            said = msgspec.json.decode(answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Trouble("nonsense", NOT_JSON(said=quoted(answer))) from None
        if not isinstance(said, dict) or not isinstance(said.get("move"), str):
            raise Trouble("nonsense", NO_ANSWER(said=quoted(answer)), fatal=False)
        for action in legal:
            if game.action_text(action) == said["move"]:
                return action
        raise Trouble("nonsense", ILLEGAL(said=repr(said["move"][:80])), fatal=False)


def check_command(command: str) -> list[str] | str:
    """A command as words, or UnknownPlayer; Windows takes it as it is."""
    try:
        words = shlex.split(command, posix=not WINDOWS)
    except ValueError as error:
        raise UnknownPlayer(COMMAND_UNREADABLE(command=command, why=str(error))) from None
    if not words:
        raise UnknownPlayer(NO_COMMAND())
    name = words[0].strip('"')
    if shutil.which(name) is None:
        wrong = PROGRAM_NOT_EXECUTABLE if os.path.exists(name) else PROGRAM_NOT_FOUND
        raise UnknownPlayer(wrong(command=command, program=name))
    return command if WINDOWS else words


class PythonClassPlayer(SandboxedPlayer):
    """`module:Class`: a player class of somebody else, loaded and asked in another process."""

    def __init__(self, spec: str, seed: bytes, limits: Limits) -> None:
        super().__init__(seed, limits)
        self.spec = spec
        try:
            self.child = self._start()
        except Trouble as trouble:
            raise UnknownPlayer(CLASS_NOT_LOADED(player=spec, reason=trouble.message)) from None

    def start(self) -> Child:
        return _warm(self.spec) or load(self.spec, self.limits.start)

    def greeting(self, game: Game) -> dict[str, Any]:
        return {"game": game.name, "options": game.options, "seed": self.seed.hex()}

    def question(self, game: Game, view: State, seat: Seat) -> dict[str, Any]:
        return {"seat": seat, "view": base64.b64encode(view.tobytes()).decode()}

    def parse_answer(self, answer: bytes, game: Game, legal: list[Action]) -> Action:
        said = msgspec.json.decode(answer)
        action = said.get("action")
        if action is None:
            raise Trouble("nonsense", NO_NUMBER(said=said["odd"]), fatal=False)
        if action not in legal:
            what = f"{action} ({game.action_text(action)})" if action < game.num_actions else str(action)
            raise Trouble("nonsense", ILLEGAL_NUMBER(said=what), fatal=False)
        return int(action)

    def close(self) -> None:
        """Keep the process for the next game: loading everything takes longer than many a game."""
        child = self.child
        if child is not None and child.healthy and child.owner == os.getpid():
            self.child = None
            _waiting.append((_place(self.spec), time.monotonic(), child))
        else:
            super().close()


_waiting: list[tuple[object, float, Child]] = []


def _place(spec: str) -> tuple[object, ...]:
    """What decides which class a spec means."""
    return spec, os.getcwd(), tuple(sys.path), os.getpid()


def _warm(spec: str) -> Child | None:
    """A process with that class loaded, left from a game just played."""
    found = None
    for entry in list(_waiting):
        place, since, child = entry
        old = time.monotonic() - since > KEPT_WARM or not child.healthy
        if old or (found is None and place == _place(spec)):
            try:
                _waiting.remove(entry)
            except ValueError:
                continue  # another thread has it
            if old:
                child.stop()
            else:
                found = child
    return found


def load(spec: str, seconds: float) -> Child:
    """A process with the class loaded; UnknownPlayer says why that cannot be."""
    if not re.fullmatch(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*", spec) or ".py:" in spec:
        raise UnknownPlayer((CLASS_OF_FILE if ".py:" in spec else NO_CLASS_NAME)(player=spec))
    # The order of sets and the like is the same every time, so that games can be repeated.
    env = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONIOENCODING": "utf-8"}
    child = Child([sys.executable, "-P", "-m", "palatine.bots.runner", spec], env)
    child.send(sys.path)
    try:
        problem = msgspec.json.decode(child.hear(seconds), type=Loaded).problem
    except BaseException:
        child.stop()
        raise
    if problem is not None:
        child.stop()
        raise UnknownPlayer(problem)
    return child
