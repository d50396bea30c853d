"""Games on all cores: every worker is a process of its own, since players may be plain Python.

Results come in the order of the games, however many work on them, so that what follows from them does
not depend on the machine.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread, current_thread, main_thread
from typing import Any, TypeVar

from palatine.arena.simulation import dismiss
from palatine.bots import Player
from palatine.core.errors import PalatineError

Task = TypeVar("Task")
Answer = TypeVar("Answer")

AHEAD = 4  # tasks that wait for each worker, so that none is idle while a long game is waited for
PATIENCE = 5.0  # seconds for a worker to go when it is asked to

playing: list[Player] = []  # in a worker: who has to be dismissed if it is stopped


def cores() -> int:
    """How many processes can work at once."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Stopped(Exception):
    """Somebody pressed Ctrl-C; the answers that had come by then, out of order."""

    def __init__(self, answers: Sequence[Any] = ()) -> None:
        super().__init__()
        self.answers = answers


def in_order(work: Callable[[Task], Answer], tasks: Iterable[Task], jobs: int) -> Iterator[Answer]:
    """Answers in the order of the tasks; Ctrl-C raises Stopped.  The tasks may be without end."""
    try:
        if jobs == 1:
            yield from map(work, tasks)
        else:
            yield from _shared_out(work, iter(tasks), jobs)
    except KeyboardInterrupt:
        raise Stopped from None


def _shared_out(work: Callable[[Task], Answer], tasks: Iterator[Task], jobs: int) -> Iterator[Answer]:
    before = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_prepare)
    waiting: deque[Future[Answer]] = deque()

    def fill() -> None:
        while len(waiting) < AHEAD * jobs:
            try:
                task = next(tasks)
            except StopIteration:
                return
            waiting.append(pool.submit(_done, work, task))

    try:
        with _uninterrupted():
            fill()
        while waiting:
            answer = waiting[0].result()
            waiting.popleft()
            yield answer
            fill()
    except KeyboardInterrupt:
        done = [future for future in waiting if future.done() and not future.cancelled()]
        raise Stopped([future.result() for future in done if future.exception() is None]) from None
    except BrokenProcessPool:
        raise PalatineError(
            "a process in which games were played has died: one of the players ended it"
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        _send_home([child for child in active_children() if child not in before])


def _done(work: Callable[[Task], Answer], task: Task) -> Answer:
    """In a worker: errors of ours travel as their text, since not all can be sent whole."""
    try:
        return work(task)
    except PalatineError as error:
        raise PalatineError(str(error)) from None


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Processes that start meanwhile leave Ctrl-C to us."""
    if current_thread() is not main_thread():
        yield
        return
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _prepare() -> None:
    """In a worker, at its start."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    Thread(target=_wait_for_the_end, daemon=True).start()


def _wait_for_the_end() -> None:
    """In a worker: it is of no use to anybody once the process that started it is gone, even if killed."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _leave(number: int, frame: object) -> None:
    """In a worker that is told to go: players may have programs running, which must go too."""
    with suppress(Exception):
        dismiss(playing)
    os._exit(0)


def _send_home(workers: Sequence[BaseProcess]) -> None:
    """End our workers, whatever they are doing."""
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(PATIENCE)
        if worker.is_alive():
            worker.kill()
