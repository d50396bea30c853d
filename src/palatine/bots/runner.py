"""The other end of `external_player`, for a Python class: loads it and asks it, in a process of its own.

It speaks lines of JSON over what were standard input and output.  The class gets neither of them: what it
prints goes to the error output.  When the input ends, everything ends, even in the middle of a thought.
"""

from __future__ import annotations

import base64
import importlib
import inspect
import operator
import os
import sys
import traceback
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any

import msgspec
import numpy as np

from palatine.core.catalog import game as load_game
from palatine.core.compiled import new_records
from palatine.core.game import Game, State
from palatine.core.messages import Message, Phrase

NO_MODULE = Phrase("class-no-module", module=str, folder=str)
MODULE_FAILS = Phrase("class-module-fails", module=str, why=str)
CLASS_MISSING = Phrase("class-missing", module=str, name=str)
OTHER_CLASSES = Phrase("class-missing-others", module=str, name=str, there=list)
NO_CHOOSE = Phrase("class-no-choose", player=str)


class Loaded(msgspec.Struct, frozen=True):
    """What is said first: what is wrong with the class, if anything is."""

    problem: Message | None


def main(spec: str) -> None:
    """Answer until the input ends."""
    lines, out = _take_over()
    others = [place for place in msgspec.json.decode(lines.get()) if place and place not in sys.path]
    sys.path[:0] = [os.getcwd(), *others]
    kind, problem = find(spec)
    _say(out, Loaded(problem))
    try:
        _serve(kind, lines, out)
    except BaseException:
        traceback.print_exc()
        sys.stderr.write(f"{_where()}\n")
    sys.stderr.flush()
    os._exit(1)  # whatever threads it has started


def _serve(kind: Any, lines: SimpleQueue[bytes], out: IO[bytes]) -> None:
    """A greeting makes a new player for a game; all else are questions to it."""
    game: Game | None = None
    player: Any = None
    while True:
        said = msgspec.json.decode(lines.get())
        if "game" in said:
            game = load_game(said["game"], said["options"])
            player = _made(kind, bytes.fromhex(said["seed"]))
        else:
            assert game is not None
            _say(out, _decision(player.choose(game, _view(game, said["view"]), said["seat"])))


def _take_over() -> tuple[SimpleQueue[bytes], IO[bytes]]:
    """Lines of input as they come, and where answers go; nobody else gets at either."""
    source, out = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    lines: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        for line in source:
            lines.put(line)
        os._exit(0)

    Thread(target=listen, daemon=True).start()
    return lines, out


def _say(out: IO[bytes], message: object) -> None:
    out.write(msgspec.json.encode(message) + b"\n")
    out.flush()


def _view(game: Game, text: str) -> State:
    view = new_records(game.dtype)
    view[:] = np.frombuffer(base64.b64decode(text), game.dtype)
    return view


def _made(kind: Any, seed: bytes) -> Any:
    """A player; a class that takes no seed needs none."""
    try:
        inspect.signature(kind).bind(seed)
    except TypeError:
        return kind()
    return kind(seed)


def _decision(answer: Any) -> dict[str, Any]:
    """A number as it is; anything else, and numbers that are far off, as text."""
    try:
        action = operator.index(answer)
    except TypeError:
        action = -1
    return {"action": action} if 0 <= action < 2**31 else {"odd": repr(answer)[:80]}


def find(spec: str) -> tuple[Any, Message | None]:
    """The class, or what is wrong with it."""
    module, _, name = spec.partition(":")
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name and f"{module}.".startswith(f"{error.name}."):
            return None, NO_MODULE(module=error.name, folder=os.getcwd())
        return None, MODULE_FAILS(module=module, why=_where())
    except BaseException:
        return None, MODULE_FAILS(module=module, why=_where())
    kind = getattr(found, name, None)
    if not isinstance(kind, type):
        there = [key for key, value in vars(found).items() if callable(getattr(value, "choose", None))]
        if there:
            return None, OTHER_CLASSES(module=module, name=name, there=there)
        return None, CLASS_MISSING(module=module, name=name)
    if not callable(getattr(kind, "choose", None)):
        return None, NO_CHOOSE(player=spec)
    return kind, None


def _where() -> str:
    """The error that is being handled and the line of the last file that is not Python's own."""
    _, error, trace = sys.exc_info()
    what = f"{type(error).__name__}: {error}"
    if isinstance(error, SyntaxError):
        return what  # it names the line
    frames = [frame for frame in traceback.extract_tb(trace) if not frame.filename.startswith("<frozen")]
    theirs = [frame for frame in frames if frame.filename != __file__]
    return f"{what} ({theirs[-1].filename}, line {theirs[-1].lineno})" if theirs else what


if __name__ == "__main__":
    main(sys.argv[1])
