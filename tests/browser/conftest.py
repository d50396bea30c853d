"""What the tests in a browser share: a house that is open, and visitors with their own browsers.

Every visitor is watched: an error on a page, or a request to anywhere but the house, fails the test.
PALATINE_SHOTS names a folder for pictures: those that tests take, and the last of tests that fail.
"""

from __future__ import annotations

import functools
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.forked import Forked

from . import dealt, watchdog
from .dealt import fix_luck

ROOT = Path(__file__).parent.parent.parent
sys.path.append(str(ROOT / "bench"))

from browsing import FLAGS, SIZES, chromium  # noqa: E402 - the same browser as is measured with

PATIENCE = 300  # seconds for a server to start: it may have to compile the rules first, on a busy machine


# -- The server --------------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A house of its own: `palatine serve` in another process, with a database in `folder`.

    It can be stopped or killed and started again, and then has the same port and the same tables.  What it
    deals follows from what `named` says, unless browsers are `adding` to it.  Packages that only this house
    has are found in `packages`.
    """

    def __init__(
        self, folder: Path, named: Path, *options: str, packages: Sequence[Path] = (), adding: bool = False
    ) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.database = folder / "palatine.db"
        self.log = folder / "server.log"
        self.named = named
        self.options = options
        self.packages = packages
        self.adding = adding
        self.process: Forked | subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        where = ["--port", str(self.port), "--database", str(self.database)]
        self.process = self.begin(["serve", *where, "--no-limits", *self.options])
        watchdog.feed(2 * PATIENCE)  # it has a limit of its own
        end = time.monotonic() + PATIENCE
        while not self.answers():
            if self.process.poll() is not None or time.monotonic() > end:
                self.kill()
                pytest.fail(f"the server does not start:\n{self.said()}")
            time.sleep(0.05)
        watchdog.feed()

    def begin(self, arguments: list[str]) -> Forked | subprocess.Popen[bytes]:
        if not self.packages:
            return Forked(arguments, self.log, functools.partial(fix_luck, self.named, self.adding))
        command = [sys.executable, dealt.__file__, str(self.named), *arguments]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, self.packages))}
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment
            )

    def answers(self) -> bool:
        try:
            with urllib.request.urlopen(self.address, timeout=5):
                return True
        except urllib.error.HTTPError as error:
            with error:
                return True
        except OSError:
            return False

    def stop(self) -> None:
        """Ask it to close, as Ctrl+C does."""
        if self.process is not None:
            self.process.terminate()
            try:
                self.process.wait(60)
            except (subprocess.TimeoutExpired, TimeoutError):
                self.kill()
                pytest.fail(f"the server does not stop:\n{self.said()}")
            self.process = None

    def kill(self) -> None:
        """End it at once, as a loss of power does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None

    def restart(self) -> None:
        self.stop()
        self.start()

    def said(self) -> str:
        """All that it has printed."""
        return self.log.read_text("utf-8", errors="replace")


def opened(
    folder: Path, named: Path, *options: str, packages: Sequence[Path] = (), adding: bool = False
) -> Iterator[Server]:
    """An open house; closed at the end, where it must not have stumbled over anything."""
    server = Server(folder, named, *options, packages=packages, adding=adding)
    server.start()
    try:
        yield server
    finally:
        server.stop()
    assert "Traceback" not in server.said(), server.said()


@pytest.fixture(scope="session")
def named(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file that says which test runs."""
    return tmp_path_factory.mktemp("running") / "test"


@pytest.fixture(autouse=True)
def fixed_deals(named: Path, request: pytest.FixtureRequest) -> None:
    """Every test has deals of its own, and always the same."""
    named.write_text(request.node.name, "utf-8")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory, named: Path) -> Iterator[Server]:
    """The house that all tests share."""
    yield from opened(tmp_path_factory.mktemp("house"), named)


@pytest.fixture
def own_server(tmp_path: Path, named: Path) -> Iterator[Server]:
    """A house for one test: nobody else is there, and it may be stopped and started.  Nobody is patient."""
    yield from opened(tmp_path, named, "--grace", "2")


# -- Browsers ----------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def browsers() -> Iterator[Callable[[int], Browser]]:
    """One browser for each number; they are closed with Playwright."""
    with sync_playwright() as playwright:
        yield functools.cache(lambda _: playwright.chromium.launch(executable_path=chromium(), args=FLAGS))


@pytest.fixture
def browser(browsers: Callable[[int], Browser]) -> Browser:
    """The browser that all tests share; another one after a test that has stood still."""
    return browsers(watchdog.bites)


@pytest.fixture
def excused() -> list[str]:
    """Patterns of errors that a test brings about on purpose; it adds them to this list."""
    return []


# What the browser says by itself where the server was gone just when the page was to be kept for offline use;
# that it is kept is tested where it should be.
NO_COPY = "An unknown error occurred when fetching the script"

# What the page says where it has to call something by its key.
NO_WORDS = "there are no words"


class Watch:
    """Notes whatever goes wrong on the pages of a visitor."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.host = urlsplit(address).netloc
        self.troubles: list[str] = []
        context.on("console", self.console)
        context.on("weberror", lambda error: self.troubles.append(f"page error: {error.error}"))
        context.on("request", lambda request: self.request(request.url))
        context.on("page", lambda page: page.on("websocket", lambda websocket: self.request(websocket.url)))

    def console(self, message: ConsoleMessage) -> None:
        wrong = message.type == "error" and not message.text.startswith(NO_COPY)
        if wrong or NO_WORDS in message.text:
            self.troubles.append(f"console {message.type}: {message.text} {message.location.get('url', '')}")

    def request(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.troubles.append(f"request to elsewhere: {url}")


Visit = Callable[..., Page]


@pytest.fixture
def visit(browser: Browser, request: pytest.FixtureRequest, excused: list[str]) -> Iterator[Visit]:
    """Somebody else comes, with cookies of their own: visit("phone"), visit("desktop", own_server).

    Further arguments are those of a Playwright context, as color_scheme="dark".
    """
    watches: list[Watch] = []
    contexts: list[BrowserContext] = []

    def come(size: str = "desktop", server: Server | None = None, **options: Any) -> Page:
        address = (server or request.getfixturevalue("server")).address
        context = browser.new_context(base_url=address, locale="en-GB", **{**SIZES[size], **options})
        contexts.append(context)
        watches.append(Watch(context, address))
        return context.new_page()

    yield come
    if request.node.stash.get(FAILED, False):
        for number, page in enumerate(page for context in contexts for page in context.pages):
            take(page, f"failed-{request.node.name}-{number}")
    for context in contexts:
        context.close()
    troubles = [trouble for watch in watches for trouble in watch.troubles]
    troubles = [trouble for trouble in troubles if not any(re.search(what, trouble) for what in excused)]
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def desktop(visit: Visit) -> Page:
    """A page of 1440 × 900."""
    return visit("desktop")


@pytest.fixture
def phone(visit: Visit) -> Page:
    """A page of 390 × 844, with touch."""
    return visit("phone")


# -- Tests that take long ----------------------------------------------------------------------------

LONGEST = ["test_whole_games", "test_bench", "test_plain_table", "test_together", "test_keyboard"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes longest comes first: in the end nobody has to wait for one who is still busy with it."""
    items.sort(key=lambda item: item.path.stem not in LONGEST)


# -- Tests that stand still --------------------------------------------------------------------------


@pytest.hookimpl(wrapper=True)
def watched() -> Iterator[None]:
    """What a test does now has to end in time."""
    watchdog.feed()
    try:
        return (yield)
    finally:
        watchdog.rest()


pytest_runtest_setup = pytest_runtest_call = pytest_runtest_teardown = watched


# -- Pictures ----------------------------------------------------------------------------------------

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Any:
    """Let fixtures know whether their test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


def take(page: Page, name: str) -> None:
    """Take a picture, if somebody wants pictures."""
    folder = os.environ.get("PALATINE_SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder, re.sub(r"[^\w.-]+", "-", name) + ".png"))


@pytest.fixture
def shot() -> Callable[[Page, str], None]:
    """Takes a picture of a page: shot(desktop, "lobby")."""
    return take
