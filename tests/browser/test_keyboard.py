"""Each game by keyboard alone, with the focus always in sight and never lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .test_troubles import open_table
from .visitor import Visitor

MOST = 150  # presses of a key

# What has the focus: its thing or words, and whether anybody can see that it has the focus.
FOCUS = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const style = getComputedStyle(element);
  const lined = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const stroked = element.ownerSVGElement && style.stroke !== 'none' && parseFloat(style.strokeWidth) >= 2;
  const { x, y, width, height } = element.getBoundingClientRect();
  return {
    thing: element.dataset.thing ?? null,
    glow: element.dataset.glow ?? null,
    move: element.dataset.move ?? null,
    words: (element.ariaLabel ?? element.textContent).trim(),
    seen: element.matches(':focus-visible') && !!(lined || stroked),
    inside: x < innerWidth && y < innerHeight && x + width > 0 && y + height > 0,
  };
}"""

Wanted = Callable[[dict[str, object]], bool]


def tab_to(page: Page, wanted: Wanted, key: str = "Tab") -> dict[str, object]:
    """Press Tab until the focus is on what is wanted; wherever it is on the way, it can be seen."""
    passed = []
    for _ in range(MOST):
        focus = page.evaluate(FOCUS)
        if focus is not None:
            assert focus["seen"], f"the focus cannot be seen: {focus}"
            assert focus["inside"], f"the focus is out of sight: {focus}"
            if wanted(focus):
                found: dict[str, object] = focus
                return found
            passed.append(focus["words"])
        page.keyboard.press(key)
    raise AssertionError(f"never comes to it: {passed}")


def begins(prefix: str) -> Wanted:
    return lambda focus: str(focus["thing"]).startswith(prefix) and focus["glow"] == "may"


def says(words: str) -> Wanted:
    return lambda focus: str(focus["words"]).startswith(words)


def enter_table(me: Visitor, title: str) -> None:
    """From the lobby to one's turn without a mouse."""
    me.open_lobby()
    tiles = me.page.get_by_role("article")
    number = [tiles.nth(i).get_by_role("heading").text_content() for i in range(tiles.count())].index(title)
    for _ in range(number + 1):
        tab_to(me.page, says("Play now"))
        if _ < number:
            me.page.keyboard.press("Tab")
    me.page.keyboard.press("Enter")
    me.page.wait_for_url("**/t/*")
    me.sight()


def test_rheinlander_by_keyboard(desktop: Page) -> None:
    me = Visitor(desktop)
    enter_table(me, "Rheinländer")
    tab_to(desktop, begins("card:"))
    desktop.keyboard.press("Enter")
    # The focus goes on to where the card can be played, and what it would do is said.
    space = tab_to(desktop, begins("space:"))
    expect(me.hint).not_to_be_empty()
    desktop.keyboard.press("Enter")
    expect(me.thing(str(space["thing"]))).to_have_attribute("data-glow", "drafted")
    tab_to(desktop, says("Confirm"))
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("log")).to_contain_text(str(space["thing"]).removeprefix("space:"))
    assert len(me.plays()) == 1


def test_rival_kings_by_keyboard(desktop: Page) -> None:
    me = Visitor(desktop)
    enter_table(me, "Rival Kings")
    character = tab_to(desktop, begins("character:"))
    desktop.keyboard.press("Enter")
    expect(me.thing(str(character["thing"]))).to_have_attribute("data-glow", "drafted")
    tab_to(desktop, says("Confirm"))
    desktop.keyboard.press("Enter")
    expect(desktop.get_by_role("log")).to_contain_text("reveals")
    assert len(me.plays()) == 1


def test_escape_lets_go(desktop: Page) -> None:
    """Escape drops what is put together, one step at a time."""
    me = Visitor(desktop)
    me.play_now("Rival Kings")
    character = next(t for t in me.sight()["may"] if t.startswith("character:"))
    assert me.point(character)
    expect(me.thing(character)).to_have_attribute("data-glow", "drafted")
    desktop.keyboard.press("Escape")
    expect(me.thing(character)).to_have_attribute("data-glow", "may")
    assert not me.plays()


# -- Whole games ---------------------------------------------------------------------------------------


def is_thing(thing: str) -> Wanted:
    return lambda focus: focus["thing"] == thing


def is_move(move: str) -> Wanted:
    return lambda focus: focus["move"] == move


def wish(me: Visitor, sight: dict[str, Any]) -> Wanted:
    """One of the things there are to do: first with what, then where."""
    if sight["confirm"]:
        return says("Confirm")
    things = [thing for thing in sight["may"] if not thing.startswith("space:")]
    spaces = len(things) < len(sight["may"])
    if sight["moves"] and (not things or me.luck.random() < 0.25):
        return is_move(me.luck.choice(sight["moves"]))
    if things and not (spaces and any(thing.startswith("use:") for thing in things)):
        return is_thing(me.luck.choice(things))
    return begins("space:")


def decide_by_keys(me: Visitor, sight: dict[str, Any]) -> None:
    page, before = me.page, len(me.plays())
    if sight["covered"]:
        page.keyboard.press("Escape")
        return
    found = tab_to(page, wish(me, sight))
    if str(found["thing"]).startswith("space:") and me.luck.random() < 0.5:
        page.keyboard.press(me.luck.choice(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]))
        tab_to(page, begins("space:"))
    page.keyboard.press("Enter")
    if found["move"] or str(found["words"]).startswith("Confirm"):
        me.wait(lambda: len(me.plays()) > before and me.plays()[-1] in me.settled, 5)
        if not page.get_by_role("alertdialog").count():
            kept = me.wait(lambda: page.evaluate(FOCUS) is not None)
            assert kept, f"the focus is lost after {found}"


@pytest.mark.parametrize("game, others", [("rheinlander", 2), ("rivalkings", 3)])
def test_a_whole_game_by_keyboard(visit: Any, game: str, others: int) -> None:
    desktop = visit("desktop", reduced_motion="reduce")  # what moves makes it longer, and is tested elsewhere
    me = Visitor(desktop, luck=5)
    desktop.goto(open_table(desktop, game, "me", *["greedy"] * others))
    for _ in range(1000):
        sight = me.sight()
        if sight["over"]:
            break
        decide_by_keys(me, sight)
        me.check_page()
    result = desktop.get_by_role("alertdialog", name="The result")
    expect(result.locator(":focus")).to_have_count(1)
    # Escape leads back to the table, and from there one comes to the result again.
    desktop.keyboard.press("Escape")
    expect(result).to_have_count(0)
    expect(me.button("Result")).to_be_focused()
    desktop.keyboard.press("Enter")
    expect(result).to_be_visible()
