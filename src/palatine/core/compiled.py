"""The one place that knows numba.

Rules are plain Python over one numpy record.  `rule` makes a function part of the compiled rules;
`entry` makes it callable from outside, compiled for one signature and kept on disk.  With
NUMBA_DISABLE_JIT=1 both leave the functions as they are, and the same source runs interpreted.
"""

from __future__ import annotations

import os
import types
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from palatine.core.kept import cache_folder, foreign_stamp, place_key
from palatine.core.messages import Message, Phrase

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
Function = TypeVar("Function", bound=Callable[..., Any])
Array = npt.NDArray[Any]

COMPILING = Phrase("compiling")
# Called once with a word for the user when something has to be compiled that is not on disk yet.
announce: Callable[[Message], None] = lambda _: None  # noqa: E731 - a hook that others replace


FOLDER = None if INTERPRETED else cache_folder()  # where what is compiled is kept

if not INTERPRETED:
    import numba
    from numba.core import event
    from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
    from numba.core.dispatcher import Dispatcher
    from numba.extending import intrinsic

    class _Announcer(event.Listener):  # type: ignore[misc]
        """Numba tells when it compiles, not when it finds something on disk."""

        told = False

        def on_start(self, event: Any) -> None:
            if not self.told:
                announce(COMPILING())
                self.told = True

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", _Announcer())

    class _Place(_CacheLocator):  # type: ignore[misc]
        """Keeps a function in our folder, wherever numba keeps those of others."""

        def __init__(self, function: Callable[..., Any]) -> None:
            self._py_file = function.__code__.co_filename  # numba names it in warnings
            self._files = _files_of(function)
            self._line = function.__code__.co_firstlineno

        def get_cache_path(self) -> str:
            return str(FOLDER)

        def get_source_stamp(self) -> str:
            return foreign_stamp(self._files)

        def get_disambiguator(self) -> str:
            # One general function is kept once for each game that it was specialised for.
            return f"{self._line}-{place_key(self._files)}"

    class _Keeping(CompileResultCacheImpl):  # type: ignore[misc]
        """How numba reads and writes what it keeps, with a place of ours: its settings choose no other."""

        def __init__(self, function: Callable[..., Any]) -> None:
            self._lineno = function.__code__.co_firstlineno
            self._locator = _Place(function)
            self._filename_base = self.get_filename_base(f"{function.__module__}.{function.__qualname__}", "")

    class _Kept(FunctionCache):  # type: ignore[misc]
        _impl_class = _Keeping


def _files_of(function: Callable[..., Any]) -> set[Path]:
    """The files of a function and of all rules that it may reach by name."""
    files, seen, waiting = set(), set(), [function]
    while waiting:
        function = waiting.pop()
        names = function.__globals__
        files.add(Path(function.__code__.co_filename))
        if id(names) not in seen:
            seen.add(id(names))
            waiting += [value.py_func for value in names.values() if isinstance(value, Dispatcher)]
    return files


def new_records(dtype: np.dtype[Any], count: int = 1) -> Array:
    """Zeroed records; interpreted rules reach their fields by name, as compiled ones do."""
    records = np.frombuffer(bytearray(count * dtype.itemsize), dtype)  # numpy would zero field by field
    return records.view(np.recarray) if INTERPRETED else records


def copy_of(records: Array) -> Array:
    """The same records once more: all bytes at once, where numpy would copy field by field."""
    copy = np.frombuffer(bytearray(records.tobytes()), records.dtype)
    return copy.view(np.recarray) if INTERPRETED else copy


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
        dispatcher = numba.njit(nogil=True, error_model="numpy")(self.function)
        if all(path.is_file() for path in _files_of(self.function)):  # else it was typed in somewhere
            dispatcher._cache = _Kept(self.function)
        dispatcher.compile(self._signature())
        dispatcher.disable_compile()
        return dispatcher  # type: ignore[no-any-return]

    def __call__(self, *arguments: Any) -> Any:
        return self.compiled(*arguments)


def entry(signature: Callable[[], Any]) -> Callable[[Callable[..., Any]], Entry]:
    """Make a rule callable from Python; the signature is a function so that numba's types wait too."""
    return lambda function: Entry(function, signature)


def specialise(function: Function, rules: dict[str, Callable[..., Any]], where: str = "") -> Function:
    """A copy of a general function in which the names of rules mean those of one game, defined somewhere.

    Passing compiled functions as arguments costs a third of a microsecond a call, and closing over them
    keeps numba from ever finding the result on disk; a copy with names of its own has neither fault.
    """
    names = {**function.__globals__, **rules}
    copy = types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)
    # On disk it is known by its name: two games, or two rulesets of one, must not be taken for each other.
    copy.__qualname__ = f"{function.__qualname__}.{where}" if where else function.__qualname__
    copy.__module__ = function.__module__
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
