"""Pages in Chromium for `palatine bench client`, and what the browser itself tells about them."""

import importlib.util
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from user import User

from palatine.core.errors import PalatineError

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZES: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "phone": {
        "viewport": {"width": 390, "height": 844},
        "device_scale_factor": 2,
        "has_touch": True,
        "is_mobile": True,
    },
}
SLOW = {"latency": 150, "down": 1600, "up": 750, "processor": 4}  # milliseconds, kbit/s, times slower
FLOOR = "/favicon.svg"  # one small drawing and nothing else
FRAME = 1000 / 60
IN_TIME = 1.5 * FRAME  # a frame that took longer has let another one out
PATIENCE = 120.0  # seconds, on a busy machine
REST = 500  # milliseconds after which nothing more is to come
# Chromium is not to do anything by itself, and not to fetch anything; root has no sandbox.
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    *(["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []),
]
MISSING = (
    "Chromium or Chrome is needed: install either as your system does it (on Debian: sudo apt install "
    "chromium), run playwright install chromium, or name the program in PALATINE_CHROMIUM"
)
MISSING_DRIVER = (
    "Playwright is not installed: python3 dev.py bench client brings it, or pip install playwright"
)

# Notes on the page itself what is seen and when; frames are counted while something moves that will rest.
EYES = """(() => {
  const seen = { first: null, largest: null, useful: null, shifts: [], tasks: [], frames: [] };
  window.seen = seen;
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  const name = ({ node }) => node?.className?.baseVal ?? (node?.className || node?.nodeName);
  watch('paint', (entry) => entry.name === 'first-contentful-paint' && (seen.first = entry.startTime));
  watch('largest-contentful-paint', (entry) => (seen.largest = entry.startTime));
  watch('longtask', (entry) => seen.tasks.push(entry.duration));
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput)
      seen.shifts.push({ at: entry.startTime, by: entry.value, what: entry.sources.map(name).map(String) });
  });

  const there = (element) => element.getClientRects().length > 0;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const lobby = () =>
    all('main button:enabled').some((button) => /^Play now/.test(button.innerText) && there(button));
  const board = () =>
    all('main [data-thing]').some(there) &&
    all('main use').every((use) => document.querySelector(use.getAttribute('href')));
  const useful = { '': lobby, t: board, g: board }[location.pathname.split('/')[1]] ?? (() => true);
  seen.moving = () =>
    document.getAnimations().some(
      (motion) => motion.playState === 'running' && isFinite(motion.effect.getComputedTiming().endTime),
    );

  let before = null;
  let found = false;
  const frame = (now) => {
    if (seen.useful === null && found) seen.useful = now; // one frame later, when it has been drawn
    found ||= useful();
    if (before !== null) seen.frames.push(now - before);
    before = seen.counting && seen.moving() ? now : null;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
})()"""

USEFUL = "() => seen.useful !== null"
MY_TURN = "() => /^Your turn/.test(document.title) || document.querySelector('[role=alertdialog]') !== null"

# A peer for the frames: one drawing that moves, and nothing else.
SWAY = """() => document.documentElement.animate(
  [{ transform: 'none' }, { transform: 'translate(40px, 40px)' }], { duration: 500, iterations: 6 }).finished
  .then(() => undefined)"""


class Shift(msgspec.Struct):
    """Things that have moved without being moved by anybody."""

    at: float
    by: float
    what: list[str] = []


class Seen(msgspec.Struct):
    """What a page tells of itself; times in milliseconds since its address was entered."""

    first: float | None  # something is on the screen
    largest: float | None  # the largest thing is
    useful: float | None  # what one has come for is
    shifts: list[Shift]
    tasks: list[float]  # those of more than 50 ms, in which nothing else can happen
    frames: list[float]
    bytes: int = 0  # as sent, compressed, over HTTP
    requests: int = 0


def shift(shifts: Sequence[Shift]) -> float:
    """Cumulative layout shift: the worst burst of at most 5 s, without a pause of a second."""
    worst = burst = 0.0
    began = last = float("-inf")
    for one in sorted(shifts, key=lambda one: one.at):
        if one.at - last > 1000 or one.at - began > 5000:
            began, burst = one.at, 0.0
        last = one.at
        burst += one.by
        worst = max(worst, burst)
    return worst


# -- The browser -------------------------------------------------------------------------------------


def chromium() -> str | None:
    """Where dev.py finds a Chromium; none if Playwright has to find its own."""
    spec = importlib.util.spec_from_file_location("dev", Path(__file__).parent.parent / "dev.py")
    assert spec is not None
    assert spec.loader is not None
    dev = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(dev)
    try:
        found: str | None = dev.chromium()
    except dev.Failure as failure:
        raise PalatineError(str(failure)) from None
    return found


@contextmanager
def browser() -> "Iterator[Browser]":
    """A Chromium without a window, to itself."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise PalatineError(MISSING_DRIVER) from None
    path = chromium()
    with sync_playwright() as playwright:
        if path is None and not os.path.exists(playwright.chromium.executable_path):
            raise PalatineError(MISSING)
        try:
            found = playwright.chromium.launch(executable_path=path, args=FLAGS)
        except Error as error:
            raise PalatineError(f"Chromium does not start: {str(error).splitlines()[0]}") from None
        try:
            yield found
        except Error as error:
            raise PalatineError(f"the page could not be measured: {str(error).splitlines()[0]}") from None
        finally:
            found.close()


@contextmanager
def visitor(browser: "Browser", user: User | None, address: str, size: str) -> "Iterator[Page]":
    """A page with nothing in its cache; of somebody who is known here, or comes for the first time.

    Without the service worker: Chromium does not slow down what that one fetches.
    """
    options = {**SIZES[size], "service_workers": "block", "locale": "en-GB", "base_url": address}
    context = browser.new_context(**options)
    try:
        if user:
            name, _, value = user.cookie.partition("=")
            context.add_cookies([{"name": name, "value": value, "url": address}])
        context.add_init_script(EYES)
        page = context.new_page()
        page.set_default_timeout(1000 * PATIENCE)
        yield page
    finally:
        context.close()


def slow_down(page: "Page") -> None:
    """Make a page that of a cheap phone on the road."""
    session = page.context.new_cdp_session(page)
    network = {"downloadThroughput": SLOW["down"] * 125, "uploadThroughput": SLOW["up"] * 125}
    session.send("Network.enable")
    session.send(
        "Network.emulateNetworkConditions", {"offline": False, "latency": SLOW["latency"], **network}
    )
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOW["processor"]})


def told(page: "Page") -> Seen:
    return msgspec.convert(page.evaluate("() => ({ ...seen, moving: null })"), Seen)


# -- Measurements ------------------------------------------------------------------------------------


def load_page(page: "Page", path: str) -> Seen:
    """Go to an address and wait until nothing more comes."""
    session = page.context.new_cdp_session(page)
    sent: list[int] = []
    session.on("Network.loadingFinished", lambda event: sent.append(event["encodedDataLength"]))
    session.send("Network.enable")
    page.goto(path)
    page.wait_for_function(USEFUL, polling=100)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(REST)
    seen = told(page)
    session.detach()
    seen.bytes, seen.requests = round(sum(sent)), sum(size > 0 for size in sent)
    return seen


def cold_and_warm(browser: "Browser", user: User | None, address: str, path: str) -> tuple[Seen, Seen]:
    """The same address on a slow phone: for the first time, and once more."""
    with visitor(browser, user, address, "phone") as page:
        slow_down(page)
        cold = load_page(page, path)
        page.goto("about:blank")
        return cold, load_page(page, path)


def watch_table(browser: "Browser", user: User, game: str, size: str, decisions: int) -> Seen:
    """Some turns at a table, each shown to its end; what came before the first does not count."""
    table = user.begun(game, 1)
    with visitor(browser, user, user.address, size) as page, user.seat(table) as seat:
        page.goto(f"/t/{table}")
        settle(page)
        page.evaluate("Object.assign(seen, { counting: true, shifts: [], tasks: [], frames: [] })")
        for _ in range(decisions):
            if not seat.decide():
                break
            page.wait_for_timeout(REST)
            settle(page)
        return told(page)


def settle(page: "Page") -> None:
    """Wait until all that happened was shown, and it is one's turn again or the end."""
    page.wait_for_function(USEFUL)
    page.wait_for_function(MY_TURN)
    page.wait_for_function("() => !seen.moving()")


def watch_replay(browser: "Browser", user: User, path: str, size: str, seconds: float) -> Seen:
    """A game that plays by itself for a while."""
    with visitor(browser, user, user.address, size) as page:
        page.goto(path)
        page.wait_for_function(USEFUL)
        page.wait_for_timeout(REST)
        page.evaluate("seen.counting = true")
        page.get_by_role("button", name="Play", exact=True).click()
        page.wait_for_timeout(1000 * seconds)
        return told(page)


def watch_floor(browser: "Browser", address: str, size: str) -> Seen:
    """One drawing that moves alone."""
    with visitor(browser, None, address, size) as page:
        page.goto(FLOOR)
        page.evaluate("seen.counting = true")
        page.evaluate(SWAY)
        return told(page)
