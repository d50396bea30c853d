"""The one place that knows numba.

Rules are plain Python over one numpy record.  `rule` makes a function part of the compiled rules;
`entry` makes it callable from outside, compiled for one signature and kept on disk.  With
NUMBA_DISABLE_JIT=1 both leave the functions as they are, and the same source runs interpreted.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import types
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
Function = TypeVar("Function", bound=Callable[..., Any])
Array = npt.NDArray[Any]

# Called once with a word for the user when something has to be compiled that is not on disk yet.
announce: Callable[[str], None] = lambda _: None  # noqa: E731 - a hook that others replace


ROOT = Path(__file__).parent.parent
IMPORTED = re.compile(r"^from palatine\.([\w.]+) import (\([^)]*\)|.*)$", re.MULTILINE)


def rule_sources() -> list[Path]:
    """The files that compiled code is made of: rules, whatever thinks, and what these import of ours."""
    found: set[Path] = set()
    rooms = ("games/*/rules/*.py", "games/*/thinking/*.py", "bots/heuristics.py", "bots/search/tree.py")
    waiting = [Path(__file__), *(path for room in rooms for path in ROOT.glob(room))]
    while waiting:
        path = waiting.pop()
        if path in found or not path.is_file():
            continue
        found.add(path)
        for module, names in IMPORTED.findall(path.read_text("utf-8")):
            place = ROOT.joinpath(*module.split("."))
            waiting.append(place.with_suffix(".py"))
            waiting.extend(place / f"{name}.py" for name in re.findall(r"\w+", names))
    return sorted(found)


def _source_hash() -> str:
    """Numba does not notice a change in a helper of another file, so the cache is keyed by all sources;
    and by where and how old they are, since numba takes the same file elsewhere for another one.
    """
    digest = hashlib.sha256(f"{sys.version} {ROOT} {os.environ.get('NUMBA_BOUNDSCHECK', '')}".encode())
    for path in rule_sources():
        digest.update(path.read_bytes() + str(path.stat().st_mtime_ns).encode())
    return digest.hexdigest()[:16]


KEPT = 6  # folders of compiled rules; older ones are of no use to anybody


def _cache_folder() -> Path:
    """Where compiled rules are kept, or a temporary folder where nothing can be written there."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    home = Path(os.environ.get("PALATINE_CACHE") or Path(caches) / "palatine") / "compiled"
    folder = home / _source_hash()
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            others = sorted(home.iterdir(), key=lambda path: path.stat().st_mtime)
            for old in others[:-KEPT]:
                shutil.rmtree(old, ignore_errors=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="palatine-"))


if not INTERPRETED:
    os.environ["NUMBA_CACHE_DIR"] = str(_cache_folder())
    import numba
    from numba.core import event
    from numba.extending import intrinsic

    class _Announcer(event.Listener):  # type: ignore[misc]
        """Numba tells when it compiles, not when it finds something on disk."""

        told = False

        def on_start(self, event: Any) -> None:
            if not self.told:
                announce("Compiling the rules for this machine. This happens once and takes up to a minute.")
                self.told = True

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", _Announcer())


def new_records(dtype: np.dtype[Any], count: int = 1) -> Array:
    """Zeroed records; interpreted rules reach their fields by name, as compiled ones do."""
    records = np.zeros(count, dtype)
    return records.view(np.recarray) if INTERPRETED else records


def rule(function: Function) -> Function:
    """A function of the compiled rules, compiled as part of whatever calls it.

    Left alone, numba compiles a function anew for every width of integer and for every constant that it
    is called with, three times as many as there are rules; here every integer is passed as 64 bits.
    """
    if INTERPRETED:
        return function
    dispatcher = numba.njit(nogil=True, error_model="numpy")(function)
    general = dispatcher.get_call_template

    def one_width(arguments: Any, names: Any) -> Any:
        types = numba.types
        return general([types.int64 if isinstance(a, types.Integer) else a for a in arguments], names)

    dispatcher.get_call_template = one_width
    return dispatcher  # type: ignore[no-any-return]


class Entry:
    """A rule that can be called from Python: compiled, or fetched from disk, when first asked for."""

    def __init__(self, function: Callable[..., Any], signature: Callable[[], Any]) -> None:
        self.function = function
        self._signature = signature

    @cached_property
    def compiled(self) -> Callable[..., Any]:
        if INTERPRETED:
            return _interpreted(self.function)
        return numba.njit(self._signature(), nogil=True, error_model="numpy", cache=True)(self.function)  # type: ignore[no-any-return]

    def __call__(self, *arguments: Any) -> Any:
        return self.compiled(*arguments)


def entry(signature: Callable[[], Any]) -> Callable[[Callable[..., Any]], Entry]:
    """Make a rule callable from Python; the signature is a function so that numba's types wait too."""
    return lambda function: Entry(function, signature)


def specialise(function: Function, rules: dict[str, Callable[..., Any]], where: str) -> Function:
    """A copy of a general function in which the names of rules mean those of one game, defined somewhere.

    Passing compiled functions as arguments costs a third of a microsecond a call, and closing over them
    keeps numba from ever finding the result on disk; a copy with names of its own has neither fault.
    """
    names = {**function.__globals__, **rules}
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    # On disk it is known by its name: two games, or two rulesets of one, must not be taken for each other.
    copy.__qualname__, copy.__module__ = f"{function.__qualname__}.{where}", function.__module__
    return copy  # type: ignore[return-value]


def _interpreted(function: Callable[..., Any]) -> Callable[..., Any]:
    """As compiled: numbers arrive as plain integers, and sums of the generator wrap without a warning."""

    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*(int(a) if isinstance(a, np.integer) else a for a in arguments))

    return call


if INTERPRETED:

    def lowest_bit(word: int) -> int:
        """The index of the lowest bit that is set."""
        return (int(word) & -int(word)).bit_length() - 1

else:

    @intrinsic
    def _trailing_zeros(typing_context: Any, word: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            from llvmlite import ir

            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return numba.types.int64(numba.types.int64), generate

    @rule
    def lowest_bit(word: int) -> int:
        """The index of the lowest bit that is set."""
        return _trailing_zeros(word)  # type: ignore[no-any-return]


def record_array(dtype: np.dtype[Any]) -> Any:
    """Numba's type of an array of such records."""
    return numba.types.Array(numba.from_dtype(dtype), 1, "C")


def i64() -> Any:
    return numba.types.int64


def f64() -> Any:
    return numba.types.float64


def void() -> Any:
    return numba.types.void


def number_array(dimensions: int = 1, kind: str = "int32") -> Any:
    """Numba's type of an array of numbers."""
    return numba.types.Array(getattr(numba.types, kind), dimensions, "C")
