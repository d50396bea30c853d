"""The client as the browser sees it: how soon a page is of use, what jumps on it, how smoothly it moves.

`palatine serve` runs on a fresh database of its own, and Chromium without a window visits it: on a slow phone
for the pages, at full speed for the frames.  The floor in the same run is one small drawing of the same
server, the site's icon: no page can be faster.  Everything stays on 127.0.0.1, and ends by itself.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import browsing
import msgspec
from browsing import FLOOR, IN_TIME, SIZES, SLOW, Seen, shift
from hosting import load, served
from rich.console import Console
from rich.table import Table
from user import User

from palatine.arena.results import write_file
from palatine.cli.serve import prepare_rules
from palatine.core.catalog import about, games

if TYPE_CHECKING:
    from playwright.sync_api import Browser

console = Console(highlight=False)

SOON = 2.0  # seconds until the lobby can be used, for somebody who comes for the first time
STEADY = 0.02  # what may jump
VISITS = 3  # of which the median counts
DECISIONS = 10
WATCHED = 8.0  # seconds of a replay
LOBBY, THE_FLOOR = "lobby", "floor: one drawing"


class Loading(msgspec.Struct):
    """A page on a slow phone: medians, in milliseconds; what jumps and what is sent at most."""

    page: str
    cache: str
    visits: int
    first: float | None
    largest: float | None
    useful: float | None
    shift: float
    bytes: int
    requests: int
    jumps: list[str] = []


class Motion(msgspec.Struct):
    """A page while things move on it."""

    page: str
    size: str
    frames: int
    in_time: int
    longest: float  # milliseconds
    long_tasks: int
    shift: float
    jumps: list[str] = []


class Report(msgspec.Struct):
    """Everything that was measured, and on what."""

    quick: bool
    chromium: str
    slow: dict[str, int]
    cores: int
    loads: list[float]  # before and after
    loading: list[Loading] = []
    motion: list[Motion] = []


# -- Measuring ---------------------------------------------------------------------------------------


def jumps(seen: Sequence[Seen]) -> list[str]:
    """What has jumped, the worst first."""
    found = sorted((one for page in seen for one in page.shifts), key=lambda one: -one.by)
    return [f"{one.by:.4f}: {', '.join(one.what)}" for one in found if one.by >= 0.001][:5]


def loading(page: str, cache: str, seen: Sequence[Seen]) -> Loading:
    def middle(times: Sequence[float | None]) -> float | None:
        known = [time for time in times if time is not None]
        return median(known) if known else None

    return Loading(
        page,
        cache,
        len(seen),
        middle([one.first for one in seen]),
        middle([one.largest for one in seen]),
        middle([one.useful for one in seen]),
        max(shift(one.shifts) for one in seen),
        max(one.bytes for one in seen),
        max(one.requests for one in seen),
        jumps(seen),
    )


def motion(page: str, size: str, seen: Seen) -> Motion:
    in_time = sum(frame <= IN_TIME for frame in seen.frames)
    longest = max(seen.frames, default=0.0)
    return Motion(
        page, size, len(seen.frames), in_time, longest, len(seen.tasks), shift(seen.shifts), jumps([seen])
    )


Task = tuple[str, Callable[[], None]]


def tasks(report: Report, chromium: "Browser", user: User, names: Sequence[str], quick: bool) -> list[Task]:
    """What there is to measure, each with the words that are shown meanwhile."""
    address = user.address
    over: dict[str, str] = {}

    def replay_of(game: str) -> str:
        if game not in over:
            over[game] = user.finished(game)
        return f"/g/{over[game]}"

    def table_of(game: str) -> str:
        return f"/t/{user.begun(game, 4)}"

    def visits(page: str, who: User | None, path: Callable[[], str]) -> None:
        where = path()
        pairs = [browsing.cold_and_warm(chromium, who, address, where) for _ in range(1 if quick else VISITS)]
        report.loading.append(loading(page, "cold", [cold for cold, _ in pairs]))
        report.loading.append(loading(page, "warm", [warm for _, warm in pairs]))

    def floor(size: str) -> None:
        report.motion.append(motion(THE_FLOOR, size, browsing.watch_floor(chromium, address, size)))

    def play(game: str, size: str) -> None:
        seen = browsing.watch_table(chromium, user, game, size, 1 if quick else DECISIONS)
        report.motion.append(motion(f"{about(game).title}, table", size, seen))

    def replay(game: str, size: str) -> None:
        seen = browsing.watch_replay(chromium, user, replay_of(game), size, 1.0 if quick else WATCHED)
        report.motion.append(motion(f"{about(game).title}, replay", size, seen))

    result: list[Task] = [
        (THE_FLOOR, lambda: visits(THE_FLOOR, None, lambda: FLOOR)),
        ("the lobby", lambda: visits(LOBBY, None, lambda: "/")),
    ]
    for game in names:
        title = about(game).title
        result += [
            (
                f"a table of {title}",
                partial(visits, f"{title}, table", user, partial(table_of, game)),
            ),
            (
                f"a replay of {title}",
                partial(visits, f"{title}, replay", user, partial(replay_of, game)),
            ),
        ]
    for size in ["phone"] if quick else SIZES:
        result.append((f"frames of the floor, {size}", partial(floor, size)))
        for game in names:
            title = about(game).title
            result.append((f"turns of {title}, {size}", partial(play, game, size)))
            result.append((f"{title} played again, {size}", partial(replay, game, size)))
    return result


def measured(names: Sequence[str], quick: bool) -> Report:
    """Measure everything, and say what is being measured."""
    before, cores = load()
    with (
        console.status("Starting the browser and the server…") as status,
        browsing.browser() as chromium,
        served() as (_, address),
    ):
        report = Report(quick, chromium.version, SLOW, cores, [before])
        todo = tasks(report, chromium, User(address), names, quick)
        for number, (words, task) in enumerate(todo, start=1):
            status.update(f"{number} of {len(todo)}: {words}…")
            began = time.monotonic()
            task()
            if not console.is_terminal:
                console.print(f"{number} of {len(todo)}: {words}, {time.monotonic() - began:.0f} s")
    report.loads.append(load()[0])
    return report


# -- What is printed ---------------------------------------------------------------------------------


def seconds(milliseconds: float | None) -> str:
    return "–" if milliseconds is None else f"{milliseconds / 1000:.2f} s"


def print_loading(report: Report) -> None:
    headings = ("", "cache", "first paint", "largest paint", "of use", "sent", "requests", "jumps")
    shown = Table(*headings, box=None, pad_edge=False)
    before = ""
    for one in report.loading:
        times = [seconds(time) for time in (one.first, one.largest, one.useful)]
        page = "" if one.page == before else one.page
        shown.add_row(
            page, one.cache, *times, f"{one.bytes / 1024:.0f} KiB", str(one.requests), f"{one.shift:.3f}"
        )
        before = one.page
    console.print(shown)


def print_motion(report: Report) -> None:
    headings = ("", "size", "frames", "in time", "longest", "long tasks", "jumps")
    shown = Table(*headings, box=None, pad_edge=False)
    for one in report.motion:
        share = f"{100 * one.in_time / one.frames:.1f} %" if one.frames else "–"
        figures = [str(one.frames), share, f"{one.longest:.0f} ms", str(one.long_tasks), f"{one.shift:.3f}"]
        shown.add_row(one.page, one.size, *figures)
    console.print(shown)


def print_targets(report: Report) -> None:
    """Whether it is as it shall be, and how far from what is possible."""
    cold = {one.page: one for one in report.loading if one.cache == "cold"}
    lobby, floor = cold[LOBBY], cold[THE_FLOOR]
    if lobby.useful is not None and floor.first:
        verdict = "under" if lobby.useful < 1000 * SOON else "[red]over[/]"
        console.print(
            f"The first useful picture of the lobby, with nothing in the cache: {seconds(lobby.useful)}, "
            f"{verdict} the {SOON:g} s that it may take; {lobby.useful / floor.first:.1f} × the floor's "
            f"{seconds(floor.first)}."
        )
    seen: list[Loading | Motion] = [*report.loading, *report.motion]
    worst = max(seen, key=lambda one: one.shift)
    verdict = "within" if worst.shift <= STEADY else "[red]beyond[/]"
    console.print(
        f"What jumps most is {worst.page}, by {worst.shift:.3f}: {verdict} the {STEADY:g} that may be."
    )


def print_conditions(report: Report) -> None:
    console.print(
        f"The slow phone: 390 × 844 pixels, a processor {SLOW['processor']} times slower than this one, "
        f"{SLOW['down'] / 1000:g} Mbit/s down and {SLOW['up'] / 1000:g} up, {SLOW['latency']} ms added to "
        "every request (slow 4G); what the table's socket says is not slowed down, and there is no service "
        "worker. Medians of the times. A page is of use when its Play now or its board is drawn."
    )
    console.print(
        f"Frames at full speed, while something moves: in time within {IN_TIME:.0f} ms, which lets none out. "
        "Long tasks take more than 50 ms. Jumps are the cumulative layout shift of the worst visit."
    )
    before, after = report.loads[0], report.loads[-1]
    console.print(
        f"Chromium {report.chromium}, without a GPU; load {before:.1f} before and {after:.1f} after on "
        f"{report.cores} cores."
    )
    if max(before, after) > report.cores:
        console.print(
            "[yellow]This machine was busy: all times are too long, and frames were lost to others.[/]"
        )


def main(quick: bool = False, game: str | None = None, json: Path | None = None) -> None:
    """Measure and print everything, with the floor beside it."""
    names = [about(game).name] if game else list(games())
    prepare_rules()
    if quick:
        console.print("[yellow]A smoke run: everything once and briefly, the figures mean little.[/]")
    report = measured(names, quick)
    print_loading(report)
    console.print()
    print_motion(report)
    console.print()
    print_targets(report)
    print_conditions(report)
    if json:
        write_file(json, msgspec.json.format(msgspec.json.encode(report), indent=1))
