"""A person at a table, as the tests in a browser need one: sees what glows, points at it, reads what is said.

Everything here goes by what is on the page: what may be chosen glows, buttons have words, and a point is only
clicked or tapped where the thing that is meant lies on top.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, WebSocket, expect
from playwright.sync_api import TimeoutError as Impatience

PATIENCE = 90.0  # seconds for something to happen that must happen, on a very busy machine
TOUCH = 44  # pixels that a finger needs
expect.set_options(timeout=PATIENCE * 1000)

# What there is to do; nothing while others are to act, or what happened is still being shown.
SIGHT = """() => {
  const seen = (element) => element.getClientRects().length > 0 && !element.closest('[inert]'); // it leaves
  const all = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const confirm = all('button').some((button) => button.textContent.trim() === 'Confirm');
  const sight = {
    over: all('[role=alertdialog]').length > 0,
    may: [...new Set(all('[data-thing][data-glow=may]').map((element) => element.dataset.thing))],
    moves: all('[data-move]').map((element) => element.dataset.move),
    calls: all('.calls').length > 0,
    covered: all('.cloth').length > 0,
    confirm,
  };
  return sight.over || confirm || sight.calls || sight.may.length || sight.moves.length ? sight : null;
}"""

# Everything that moves by itself has come to rest.
REST = "() => document.getAnimations().every((one) => one.playState !== 'running' || one.currentTime > 5000)"
TWO_FRAMES = "new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => next(true))))"

# Where a thing lies open to a pointer: near its middle, once it rests.  A board may be covered or irregular.
SPOT = """async ([selector, larger]) => {
  const frame = () => new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve));
    setTimeout(resolve, 1000); // a browser that draws nothing calls nobody
  });
  const open = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const spots = [];
    for (let i = 1; i < 12; i++)
      for (let j = 1; j < 12; j++) spots.push([(i - 6) / 12, (j - 6) / 12]);
    spots.sort((a, b) => Math.hypot(...a) - Math.hypot(...b));
    for (const [i, j] of spots) {
      const at = [x + width * (0.5 + i), y + height * (0.5 + j)];
      const top = document.elementFromPoint(...at);
      const owner = top?.closest('[data-thing], button, a');
      if (top === element || (owner === element && element.contains(top)))
        return { at, size: Math.min(width, height) };
    }
    return null;
  };
  const find = () => {
    const elements = [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length > 0);
    const spots = elements.map(open).filter(Boolean);
    if (larger) spots.sort((a, b) => b.size - a.size);
    const hidden = spots.length ? null : elements.filter((e) => !e.ownerSVGElement).at(-1);
    hidden?.scrollIntoView({ block: 'nearest' });
    return spots[0] ?? null;
  };
  for (let tries = 0; tries < 30; tries++) {
    const before = find();
    await frame();
    const after = find();
    if (after && JSON.stringify(before) === JSON.stringify(after)) return after;
    if (!before && !after && tries > 5) return null;
  }
  return find();
}"""


def rested(page: Page) -> None:
    """Wait until nothing moves by itself any more."""
    page.wait_for_function(TWO_FRAMES)
    page.wait_for_function(REST)


class Visitor:
    """Somebody with a page of their own."""

    def __init__(self, page: Page, touch: bool = False, luck: int = 0) -> None:
        self.page = page
        self.touch = touch
        self.luck = random.Random(luck)
        self.sent: list[dict[str, Any]] = []  # what this page has said to the server
        self.settled: set[str] = set()  # what the server has answered of it
        self.cramped: list[str] = []  # what was tapped and is too small for a finger
        page.set_default_timeout(PATIENCE * 1000)
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        def heard(frame: str | bytes) -> None:
            message = json.loads(frame)
            if message["type"] in ("ack", "refused"):
                self.settled.add(message["id"])

        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", heard)

    # -- Seeing --------------------------------------------------------------------------------------

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name, exact=isinstance(name, str))

    @property
    def prompt(self) -> Locator:
        """What is asked of me."""
        return self.page.locator(".bar .prompt")

    @property
    def hint(self) -> Locator:
        """What the choice under the pointer would do."""
        return self.page.locator(".bar .hint")

    @property
    def notice(self) -> Locator:
        """What was said in passing: why something is not possible."""
        return self.page.locator(".bar").get_by_role("status")

    def thing(self, thing: str) -> Locator:
        return self.page.locator(f'[data-thing="{thing}"]')

    def log(self) -> list[str]:
        """The log as this page tells it."""
        lines = self.page.get_by_role("log").locator(".line > .said")
        return [text.strip() for text in lines.all_text_contents()]

    def sight(self, patient: bool = False) -> dict[str, Any]:
        """What there is to do, as soon as there is something; whoever has no patience presses a key."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                found = self.page.wait_for_function(SIGHT, timeout=PATIENCE * 1000 if patient else 100)
                sight: dict[str, Any] = found.json_value()
                return sight
            except Impatience:
                if time.monotonic() > end:
                    raise AssertionError(f"nothing to do: {self.prompt.all_text_contents()}") from None
                self.page.keyboard.press("Shift")

    def is_asked(self) -> bool:
        """Whether it is one's turn right now; to change a choice that is locked is no turn."""
        return self.page.title().startswith("Your turn") and bool(self.page.evaluate(SIGHT))

    def spot(self, selector: str) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.page.evaluate(SPOT, [selector, self.touch])
        return found

    # -- Pointing ------------------------------------------------------------------------------------

    def click_at(self, x: float, y: float) -> None:
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    def press(self, button: Locator) -> None:
        """Press a button, by mouse or finger."""
        if self.touch:
            box = button.bounding_box()
            if box and min(box["width"], box["height"]) < TOUCH - 0.5:
                self.cramped.append(f"{button}: {box}")
            button.tap()
        else:
            button.click()

    def point(self, thing: str) -> bool:
        """Point at a thing; false where it is not in sight."""
        found = self.spot(f'[data-thing="{thing}"]')
        if found is None:
            return False
        if self.touch and not thing.startswith("space:") and found["size"] < TOUCH - 0.5:
            self.cramped.append(f"{thing}: {found['size']:.1f}")
        self.click_at(*found["at"])
        return True

    def hover(self, thing: str) -> None:
        found = self.spot(f'[data-thing="{thing}"]')
        assert found is not None, f"{thing} is not in sight"
        self.page.mouse.move(*found["at"])

    def drag(self, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
        """Draw a finger over the page, and let it rest: after a swing Chromium would swallow the next tap."""
        session = self.page.context.new_cdp_session(self.page)

        def touch(kind: str, *points: tuple[float, float]) -> None:
            where = [{"x": x, "y": y} for x, y in points]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

        touch("touchStart", start)
        for n in range(1, steps + 1):
            part = n / steps
            touch("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
        for _ in range(3):
            self.page.wait_for_timeout(60)
            touch("touchMove", end)
        touch("touchEnd")
        session.detach()

    # -- Playing -------------------------------------------------------------------------------------

    def decide(self, sight: dict[str, Any]) -> str:
        """Do one of the things there are to do; what was done, in a word."""
        if sight["covered"]:  # a finger that rests too long, or on something else, looks at a card closely
            found = self.spot(".cloth")
            if found:
                self.click_at(*found["at"])
            return "closed"
        if sight["confirm"]:
            return self._press_if_there(self.button("Confirm"), "confirm")
        pieces = [thing for thing in sight["may"] if not thing.startswith("use:")]
        modes = [thing for thing in sight["may"] if thing.startswith("use:")]
        weights = {"piece": 4 * bool(pieces), "mode": bool(modes), "move": bool(sight["moves"])}
        kind = (
            self.luck.choices(list(weights), list(weights.values()))[0] if any(weights.values()) else "call"
        )
        if kind == "move":
            move = self.luck.choice(sight["moves"])
            return self._press_if_there(self.page.locator(f'[data-move="{move}"]'), "move")
        if kind == "call":
            return self._press_if_there(self.page.locator(".calls").first, "call")
        things = pieces if kind == "piece" else modes
        self.luck.shuffle(things)
        for thing in things[:8]:
            if self.point(thing):
                return thing
        whole = self.button("Whole map")  # what may be chosen lies outside the part that is shown
        return self._press_if_there(whole, "whole map") if whole.count() else "nothing"

    def _press_if_there(self, button: Locator, word: str) -> str:
        # What was seen a moment ago may be gone: then one looks again.
        try:
            button.wait_for(timeout=1000)
        except Impatience:
            return "nothing"
        self.press(button)
        return word

    def play(self, until: Callable[[dict[str, Any]], bool], most: int = 2000) -> list[str]:
        """Decide again and again, until what is seen is what was waited for."""
        done: list[str] = []
        for _ in range(most):
            sight = self.sight()
            if until(sight):
                return done
            done.append(self.decide(sight))
            self.check_page()
        raise AssertionError(f"it does not end: {done[-20:]}")

    def turn(self) -> None:
        """Play until a decision is sent and answered."""
        before, done = self.plays(), [""]
        while self.plays() == before:
            done.append(self.decide(self.sight()))
            self.check_page()
            if done[-1] in ("confirm", "move"):
                self.wait(lambda: self.plays() != before, 1)
            assert len(done) < 200, f"no turn comes of it: {done[-20:]}"
        assert self.wait(lambda: self.plays()[-1] in self.settled), "no answer to a decision"

    def wait(self, what: Callable[[], bool], seconds: float = PATIENCE) -> bool:
        """Wait until something is the case; whether it is."""
        end = time.monotonic() + seconds
        while not what() and time.monotonic() < end:
            self.page.wait_for_timeout(10)
        return what()

    def plays(self) -> list[str]:
        """The ids of the decisions that this page has sent, each once."""
        return list(dict.fromkeys(m["id"] for m in self.sent if m["type"] == "play"))

    def check_page(self) -> None:
        """The page never scrolls sideways, and the table stays in its frame."""
        wide, moved = self.page.evaluate(
            "[Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth,"
            " [scrollX, scrollY, document.querySelector('.play')?.scrollTop ?? 0]]"
        )
        assert wide <= 0, f"the page is {wide} pixels too wide"
        assert moved == [0, 0, 0], f"the table has left its frame: {moved}"

    # -- Ways to a table -----------------------------------------------------------------------------

    def open_lobby(self) -> None:
        self.page.goto("/")
        expect(self.button(re.compile("^Play now")).first).to_be_visible()

    def game_tile(self, title: str) -> Locator:
        return self.page.get_by_role("article").filter(has=self.page.get_by_role("heading", name=title))

    def play_now(self, title: str) -> None:
        self.open_lobby()
        self.press(self.game_tile(title).get_by_role("button", name="Play now"))
        self.page.wait_for_url("**/t/*")

    def set_up_form(self, title: str, players: int) -> Locator:
        """The lobby's form for a table, with so many players chosen."""
        self.open_lobby()
        self.press(self.game_tile(title).get_by_role("button", name="Set up a table"))
        form = self.page.get_by_role("dialog", name="Set up a table")
        expect(form).to_be_visible()
        rested(self.page)  # else what is pressed moves away between pressing and letting go
        group = form.get_by_role("radiogroup", name="Players")
        self.press(group.locator("label").filter(has_text=str(players)))
        expect(group.get_by_role("radio", name=str(players))).to_be_checked()
        return form

    def set_up(self, title: str, seats: list[str]) -> str:
        """Set up a table by the lobby's form; its address.

        For each seat "me", "open", a program, or "here:Anna" for somebody at the same device.
        """
        form = self.set_up_form(title, len(seats))
        for number, who in enumerate(seats, start=1):
            kind, _, name = who.partition(":")
            form.get_by_label(f"Seat {number}").select_option(value=kind)
            if name:
                form.locator(f'[data-seat="{number - 1}"]').get_by_label("Name").fill(name)
        self.press(form.get_by_role("button", name=re.compile("^(Open the table|Begin)$")))
        self.page.wait_for_url("**/t/*")
        return self.page.url
