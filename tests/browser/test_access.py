"""Nothing shuts anybody out: axe by day and by night, narrow windows, words, and pages that keep still."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import ROOT
from .hurry import play_out
from .test_replay import IT_JOINS, RHEINLANDER, answer_with, canned, decision, watch
from .test_troubles import open_table
from .visitor import Visitor, rested

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"

RUN = """async () => {
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\\n${failureSummary}`));
}"""
WIDTH = "Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - innerWidth"
# What can be pressed and cannot be brought into the window; the map moves by itself.
BEYOND = """() => {
  const layer = document.querySelector('dialog[open]') ?? document;
  const all = [...layer.querySelectorAll('button, a[href], input, select, summary')];
  const seen = (one) => one.checkVisibility({ visibilityProperty: true }) && one.offsetWidth > 2;
  return all.filter(seen).flatMap((one) => {
    one.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const { left, right, top, bottom, width, height } = one.getBoundingClientRect();
    const across = Math.min(right, innerWidth) - Math.max(left, 0);
    const down = Math.min(bottom, innerHeight) - Math.max(top, 0);
    const inside = across > Math.min(width, 20) - 2 && down > Math.min(height, 20) - 2;
    return inside ? [] : [one.ariaLabel ?? one.textContent.trim()];
  });
}"""
# A window of 1440 × 900 at twice the size, and a phone.
SMALL = [(720, 450), (390, 844)]


@cache
def axe() -> str:
    assert AXE.exists(), "axe comes with the client's packages: python hatch_build.py npm ci"
    return AXE.read_text("utf-8")


def complaints(page: Page) -> list[str]:
    """What axe has to say about a page."""
    rested(page)  # so that colours are what they will be
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe())
    found: list[str] = page.evaluate(RUN)
    return found


# -- The pages -----------------------------------------------------------------------------------------


def lobby_first(page: Page) -> None:
    Visitor(page).open_lobby()


def lobby_again(page: Page) -> None:
    open_table(page, "rheinlander", "me", "greedy", "greedy")
    open_table(page, "rivalkings", "me", "open")
    page.goto(open_table(page, "rivalkings", "me", "greedy"))
    Visitor(page).sight()
    play_out(page)
    Visitor(page).open_lobby()


def set_up(page: Page) -> None:
    me = Visitor(page)
    me.open_lobby()
    me.press(me.game_tile("Rheinländer").get_by_role("button", name="Set up a table"))
    expect(page.get_by_role("dialog", name="Set up a table")).to_be_visible()


def waiting_room(page: Page) -> None:
    page.goto(open_table(page, "rheinlander", "me", "open", "greedy"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def drafted(game: str) -> Callable[[Page], None]:
    """A few turns into a game, with a decision put together."""

    def go(page: Page) -> None:
        me = Visitor(page, luck=2)
        others = ["greedy"] * (2 if game == "rheinlander" else 3)
        page.goto(open_table(page, game, "me", *others))
        me.turn()
        me.play(lambda sight: page.get_by_role("button", name="Change").count() > 0)

    return go


def rules(page: Page) -> None:
    drafted("rheinlander")(page)
    page.get_by_role("button", name="Rules", exact=True).press("Enter")
    expect(page.get_by_role("searchbox")).to_be_visible()


def settings(page: Page) -> None:
    Visitor(page).open_lobby()
    page.get_by_role("button", name="Settings").press("Enter")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def menu(page: Page) -> None:
    page.goto(open_table(page, "rivalkings", "me", "greedy"))
    Visitor(page).sight()
    page.get_by_role("button", name="Menu").press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()


def result(page: Page) -> None:
    page.goto(open_table(page, "rheinlander", "me", "greedy", "greedy"))
    Visitor(page).sight()
    play_out(page)
    page.reload()  # nobody waits until all of it was shown
    expect(page.get_by_role("alertdialog", name="The result")).to_be_visible()
    expect(page.locator(".course svg").first).to_be_visible()


def replay(page: Page) -> None:
    """With an analysis that is done, at the moment of a mistake."""
    answer_with(page, canned(RHEINLANDER, 30, ["card:9", "space:L9"]))
    watch(page, RHEINLANDER)
    page.get_by_role("tab", name="Analysis").press("Enter")
    page.get_by_role("button", name="Analyse").press("Enter")
    page.get_by_role("button", name=re.compile(r"loses 21\s%")).press("Enter")
    expect(decision(page)).to_contain_text(IT_JOINS)


def curtain(page: Page) -> None:
    me = Visitor(page)
    me.set_up("Rival Kings", ["me", "here:Anna"])
    expect(page.locator(".curtain")).to_be_visible()


def nowhere(page: Page) -> None:
    page.goto("/somewhere/else")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


PAGES: dict[str, Callable[[Page], None]] = {
    "lobby, first visit": lobby_first,
    "lobby": lobby_again,
    "set-up": set_up,
    "waiting room": waiting_room,
    "Rheinländer": drafted("rheinlander"),
    "Rival Kings": drafted("rivalkings"),
    "rules": rules,
    "settings": settings,
    "menu": menu,
    "result": result,
    "replay": replay,
    "curtain": curtain,
    "nowhere": nowhere,
}


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_and_everything_fits(desktop: Page, name: str) -> None:
    PAGES[name](desktop)
    found = complaints(desktop)
    desktop.emulate_media(color_scheme="dark")
    expect(desktop.locator("html")).to_have_attribute("data-theme", "night")
    found += [f"in the dark: {one}" for one in complaints(desktop)]
    for width, height in SMALL:
        desktop.set_viewport_size({"width": width, "height": height})
        found += [f"at {width} × {height}: {one}" for one in complaints(desktop)]
        if (much := desktop.evaluate(WIDTH)) > 0:
            found.append(f"at {width} × {height} the page is {much} pixels too wide")
        found += [f"at {width} × {height} out of reach: {one}" for one in desktop.evaluate(BEYOND)]
    assert not found, "\n\n".join(found)


# -- From page to page ---------------------------------------------------------------------------------


def test_every_page_is_come_to_at_its_heading(desktop: Page) -> None:
    me = Visitor(desktop)

    def arrived(heading: str, title: str) -> None:
        expect(desktop.get_by_role("heading", level=1, name=heading)).to_be_focused()
        expect(desktop).to_have_title(re.compile(title))

    desktop.set_viewport_size({"width": 1000, "height": 420})
    me.open_lobby()
    tile = me.game_tile("Rival Kings").get_by_role("button", name="Play now")
    tile.scroll_into_view_if_needed()
    down = desktop.evaluate("scrollY")
    assert down > 0
    tile.press("Enter")
    arrived("Rival Kings", "Rival Kings$")
    me.check_page()
    desktop.get_by_role("link", name="Palatine: to the lobby").press("Enter")
    arrived("Palatine", "Palatine$")
    assert desktop.evaluate("scrollY") == 0
    desktop.go_back()
    arrived("Rival Kings", "Rival Kings$")
    desktop.go_back()
    arrived("Palatine", "Palatine$")
    desktop.wait_for_function("(down) => scrollY === down", arg=down)


# -- Motion --------------------------------------------------------------------------------------------

# Whatever moves for longer than an instant is noted, on every frame.
MOVING = """() => {
  window.moved = new Set();
  const look = () => {
    for (const one of document.getAnimations()) {
      const { duration } = one.effect.getComputedTiming();
      if (one.playState === 'running' && duration > 20)
        window.moved.add(`${one.effect.target.outerHTML.slice(0, 80)} ${one.animationName ?? ''}`);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
def test_nothing_moves_for_who_wants_less_motion(visit: Any, game: str) -> None:
    page = visit("desktop", reduced_motion="reduce")
    page.add_init_script(f"({MOVING})()")
    me = Visitor(page, luck=1)
    page.goto(open_table(page, game, "me", "greedy", "greedy"))
    for _ in range(2):
        me.turn()
    me.sight()
    assert page.evaluate("[...window.moved]") == []


# -- Announcements -------------------------------------------------------------------------------------

# What a screen reader is given to say.
SAID = """() => {
  window.said = [];
  const hear = (element) => new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) window.said.push(node.textContent);
  }).observe(element, { childList: true, subtree: true, characterData: true });
  new MutationObserver((_, observer) => {
    const voice = document.querySelector('[data-voice]');
    if (voice) observer.disconnect(), hear(voice);
  }).observe(document, { childList: true, subtree: true });
}"""


def of_others(log: list[str]) -> Iterator[str]:
    """What others do; of what follows from my own decisions, parts were foretold, whoever they are about."""
    mine = False
    for line in log:
        if line.startswith("Guest"):
            mine = True
        elif re.match("(Gold|Violet)( plays| reveals|'s turn)", line):
            mine = False
        if not mine and line.startswith(("Gold", "Violet")):
            yield line


# What was said and what stands in the log, at one and the same moment.
TOLD = """() => ({
  said: [...window.said],
  log: [...document.querySelectorAll('[role=log] .line > .said')].map((line) => line.textContent.trim()),
  prompt: document.querySelector('.bar .prompt')?.textContent.trim() ?? '',
})"""


def told(me: Visitor, untold: Callable[[dict[str, Any]], list[str]]) -> dict[str, Any]:
    """Both, once one is asked and nothing is untold."""
    found: dict[str, Any] = {}

    def missing() -> list[str]:
        found.update(me.page.evaluate(TOLD))
        asked = bool(found["prompt"]) and found["prompt"] in " ".join(found["said"])
        return untold(found) + [found["prompt"]] * (not asked)

    assert me.wait(lambda: me.is_asked() and not missing()), f"{missing()} in {found['said']}"
    return found


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
def test_everything_is_told_once(desktop: Page, game: str) -> None:
    desktop.add_init_script(f"({SAID})()")
    me = Visitor(desktop, luck=3)
    desktop.goto(open_table(desktop, game, "me", "greedy", "greedy"))
    now = before = told(me, lambda _: [])  # what was there before one came is not told

    def since(found: dict[str, Any], what: str) -> list[str]:
        return list(found[what][len(before[what]) :])

    def untold(found: dict[str, Any]) -> list[str]:
        said = " ".join(since(found, "said"))
        lines = [line for line in since(found, "log") if line not in said]
        return lines if len(found["log"]) > len(now["log"]) else ["anything of this turn"]

    for _ in range(2):
        me.turn()
        now = told(me, untold)
    said, log = " ".join(since(now, "said")), since(now, "log")
    theirs = set(of_others(log))
    assert theirs
    for line in theirs:
        assert said.count(line) == " ".join(log).count(line), f"{line!r} in {said!r}"
    # Nothing else speaks of it as well.
    live = desktop.locator(
        "[aria-live=polite], [role=log]:not([aria-live=off]), [role=status]:not([aria-live=off])"
    )
    expect(live).to_have_count(1)


# -- The board in words --------------------------------------------------------------------------------


def test_the_river_can_be_walked_in_words(desktop: Page) -> None:
    """Reaches from the source to the sea, areas within them, and what stands on each space."""
    drafted("rheinlander")(desktop)
    board = desktop.get_by_role("group", name="The Rhine, the board")
    reaches = board.get_by_role("list").all()
    titles = [str(reach.get_attribute("aria-label")) for reach in reaches]
    numbers = [int(title.split()[-1]) for title in titles]
    assert numbers == sorted(numbers)
    spaces = board.get_by_role("button")
    expect(spaces).to_have_count(desktop.locator("[data-space]").count())
    words = [str(space.get_attribute("aria-label")) for space in spaces.all()]
    assert any("a knight of " in one for one in words)
    glowing = board.locator("[data-glow=may]").all()
    assert all(str(space.get_attribute("aria-label")).endswith("may be chosen") for space in glowing)
    expect(board.locator("[tabindex='0']")).to_have_count(1)
