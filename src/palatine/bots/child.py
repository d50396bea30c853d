"""A program that runs beside us and is spoken to in lines; whatever it does, it can be stopped.

Three threads a program carry its input, its answers and its error output, so nobody ever waits for a pipe
that is full or silent; there are no other means that work on every system.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Literal

import msgspec

from palatine.core.messages import Message, Phrase

MOST_BYTES = 100_000  # of one line
MOST_LINES = 50  # that may lie unread before nobody listens any more
LAST_WORDS = 20  # lines of the error output that are kept
WINDOWS = os.name == "nt"

CANNOT_START = Phrase("fault-cannot-start", why=str)
LATE = Phrase("fault-late", seconds=(int, float))
TOO_LONG = Phrase("fault-too-long", most=int)
UNASKED = Phrase("fault-unasked", said=str)
CLOSED = Phrase("fault-closed")
EXIT_CODE = Phrase("fault-exit-code", code=int)
SIGNAL = Phrase("fault-signal", signal=int)
LAST = Phrase("fault-last-words", how=Message, words=str)

Kind = Literal["late", "crashed", "nonsense"]
_running: set[Child] = set()


class Trouble(Exception):
    """Something that a program did wrong; after most of it, the program cannot be asked again."""

    def __init__(self, kind: Kind, message: Message, *, fatal: bool = True) -> None:
        super().__init__(kind, message)
        self.kind: Kind = kind
        self.message = message
        self.fatal = fatal


class Child:
    """A running program; it and all that it starts are one group, and end together."""

    def __init__(self, command: Sequence[str] | str, env: Mapping[str, str] | None = None) -> None:
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=env,
                start_new_session=not WINDOWS,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise Trouble("crashed", CANNOT_START(why=str(error.strerror or error))) from None
        self.owner = os.getpid()
        self.last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._outbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._inbox: SimpleQueue[bytes | None] = SimpleQueue()
        self._threads: list[Thread] = []
        for pipe, work in zip(self._pipes, (self._write, self._read, self._note), strict=True):
            thread = Thread(target=work, args=(pipe,), daemon=True)
            thread.start()
            self._threads.append(thread)
        _running.add(self)

    @property
    def _pipes(self) -> list[IO[bytes]]:
        process = self.process
        return [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe is not None]

    def send(self, message: object) -> None:
        """One line of JSON; it is never waited for."""
        self._outbox.put(msgspec.json.encode(message) + b"\n")

    def hear(self, seconds: float) -> bytes:
        """The next line that it writes; Trouble where none comes."""
        try:
            line = self._inbox.get(timeout=seconds)
        except Empty:
            raise Trouble("late", LATE(seconds=seconds)) from None
        if line is None:
            raise Trouble("crashed", self._how_it_ended())
        if len(line) > MOST_BYTES:
            raise Trouble("nonsense", TOO_LONG(most=MOST_BYTES))
        return line

    def expect_silence(self) -> None:
        """Before a question: nothing may lie there that would be taken for its answer."""
        if not self._inbox.empty():
            raise Trouble("nonsense", UNASKED(said=quoted(self.hear(0))))

    @property
    def healthy(self) -> bool:
        """Whether it runs and waits for a question."""
        return self.process.poll() is None and self._inbox.empty()

    def stop(self, patience: float = 0) -> None:
        """End it and all that it started; with some patience it may do so by itself."""
        if os.getpid() != self.owner:
            return  # a copy of the process that started it
        self._outbox.put(None)
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        self._kill()
        self.process.wait()
        for thread, pipe in zip(self._threads, self._pipes, strict=True):
            thread.join(1)
            if not thread.is_alive():
                with suppress(OSError):
                    pipe.close()
        _running.discard(self)

    def _kill(self) -> None:
        if WINDOWS:
            tree = ["taskkill", "/T", "/F", "/PID", str(self.process.pid)]
            subprocess.run(tree, capture_output=True, check=False)
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def _how_it_ended(self) -> Message:
        """How, with the most telling of its last words."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        self._threads[-1].join(1)
        code = self.process.returncode
        if code is None:
            how = CLOSED()
        else:
            how = EXIT_CODE(code=code) if code >= 0 else SIGNAL(signal=-code)
        words = [line for line in self.last_words if line.strip()]
        telling = [line for line in words if "Error" in line or "Exception" in line or "panicked" in line]
        return LAST(how=how, words=(telling or words)[-1].strip()) if words else how

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError):  # a program that has ended; its silence will tell
            while (line := self._outbox.get()) is not None:
                pipe.write(line)
                pipe.flush()
        with suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        while line := pipe.readline(MOST_BYTES + 1):
            self._inbox.put(line)
            if len(line) > MOST_BYTES or self._inbox.qsize() > MOST_LINES:
                return
        self._inbox.put(None)

    def _note(self, pipe: IO[bytes]) -> None:
        while line := pipe.readline(500):
            self.last_words.append(line.decode(errors="replace").rstrip())


def quoted(line: bytes) -> str:
    """What a program wrote, for a message."""
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= 80 else f"{text[:79]}…")


@atexit.register
def _stop_all() -> None:
    """Nothing that we started outlives us."""
    for child in list(_running):
        child.stop()
