"""A game of another package, without a client of its own: found by its entry point, shown plainly."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .conftest import ROOT, Server, opened
from .test_access import BEYOND, SMALL, WIDTH, complaints
from .test_keyboard import is_move, says, tab_to
from .test_replay import press, slider, told
from .test_troubles import open_table
from .visitor import Visitor

Shot = Callable[[Page, str], None]

GOOFSPIEL = ROOT / "examples" / "goofspiel"
CARDS, PLAYERS = 13, 3
DECISIONS = (CARDS - 1) * PLAYERS
SUMMARY = "Bid your cards in secret for prizes; the highest bid takes them."


def install(folder: Path) -> None:
    """Leave beside a package what an installer leaves there: its name and its entry points."""
    project = tomllib.loads((GOOFSPIEL / "pyproject.toml").read_text("utf-8"))["project"]
    name, version = project["name"], project["version"]
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{entry} = {place}" for entry, place in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines), "utf-8")


@pytest.fixture(scope="module")
def goofspiel_server(tmp_path_factory: pytest.TempPathFactory, named: Path) -> Iterator[Server]:
    """A house where Goofspiel is installed as well."""
    folder = tmp_path_factory.mktemp("goofspiel")
    install(folder)
    yield from opened(folder, named, packages=[folder, GOOFSPIEL])


def card(me: Visitor, number: int) -> Locator:
    return me.page.locator(f'[data-move="bid {number}"]')


def result_of(me: Visitor) -> Locator:
    return me.page.get_by_role("alertdialog", name="The result")


def asked(me: Visitor) -> None:
    """Wait until all others have bid; whatever is still being shown is seen at once."""
    to_bid = me.page.get_by_role("group", name="The table").locator("[aria-current]")

    def mine() -> bool:
        me.page.keyboard.press("Shift")
        return to_bid.count() == 1 and me.is_asked()

    assert me.wait(mine), f"never asked: {me.log()[-3:]}"


def confirmed(me: Visitor, number: int, confirm: Callable[[], None]) -> None:
    """Send what is drafted, and wait until the page has heard of it: the card is no choice any more."""
    before = len(me.plays())
    confirm()
    expect(card(me, number)).to_have_count(0)
    assert len(me.plays()) == before + 1


def bid(me: Visitor, number: int) -> None:
    asked(me)
    me.press(card(me, number))
    expect(card(me, number)).to_have_attribute("aria-pressed", "true")
    expect(me.hint).to_have_text(f"You bid {number}.")
    confirmed(me, number, lambda: me.press(me.button("Confirm")))
    me.check_page()


def nothing_is_cut(me: Visitor) -> None:
    """What is asked and the way to say yes are there as a whole, whatever the window."""
    assert me.page.locator(".bar .say").evaluate("(say) => say.scrollHeight <= say.clientHeight + 1")
    for button in me.page.locator(".bar .ways > button").all():
        expect(button).to_be_in_viewport(ratio=1)


def is_open_to_all(page: Page, sizes: bool = False) -> None:
    """Axe finds nothing by day and by night; in small windows everything can be reached."""
    found = complaints(page)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    found += [f"in the dark: {one}" for one in complaints(page)]
    page.emulate_media(color_scheme="light")
    before = page.viewport_size
    assert before is not None
    for width, height in SMALL if sizes else []:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"at {width} × {height}: {one}" for one in complaints(page)]
        assert page.evaluate(WIDTH) <= 0, f"at {width} × {height} the page is too wide"
        found += [f"at {width} × {height} out of reach: {one}" for one in page.evaluate(BEYOND)]
    page.set_viewport_size(before)
    assert not found, "\n\n".join(found)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_whole_game_from_the_lobby_to_its_replay(
    goofspiel_server: Server, visit: Any, shot: Shot, size: str
) -> None:
    me = Visitor(visit(size, goofspiel_server), touch=size == "phone")
    page, axe = me.page, size == "desktop"
    me.open_lobby()
    tile = me.game_tile("Goofspiel")
    expect(tile).to_contain_text(SUMMARY)
    expect(tile).to_contain_text("2–4 players · about 5–10 minutes")
    expect(page.get_by_role("region", name="Welcome")).to_contain_text(
        "Goofspiel, Rheinländer or Rival Kings:"
    )
    shot(page, f"plain-lobby-{size}")
    if axe:
        is_open_to_all(page)

    me.set_up("Goofspiel", ["me", "greedy", "greedy"])
    asked(me)
    expect(page).to_have_title("Your turn · Goofspiel")
    expect(me.prompt).to_have_text("It is your turn: choose.")
    nothing_is_cut(me)
    me.press(card(me, 9))  # drafted, changed, and let go of: nothing counts yet
    me.press(card(me, 4))
    expect(card(me, 9)).to_have_attribute("aria-pressed", "false")
    expect(me.hint).to_have_text("You bid 4.")
    nothing_is_cut(me)
    shot(page, f"plain-draft-{size}")
    if axe:
        is_open_to_all(page, sizes=True)
    me.press(me.button("Change"))
    expect(me.button("Confirm")).to_have_count(0)
    assert not me.plays()

    for number in range(1, CARDS):  # the last card is bid by itself (rule 4)
        bid(me, number)
    result = result_of(me)
    expect(result.get_by_role("heading", level=2)).to_have_text(re.compile(r"\bwon\b|\bwin\b"))
    expect(result.get_by_role("columnheader")).to_have_count(PLAYERS)
    scores = [int(text) for text in result.locator(".score").all_text_contents()]
    assert scores == sorted(scores, reverse=True)
    assert 0 < sum(scores) <= sum(range(1, CARDS + 1))
    expect(result.locator(".course svg").first).to_be_visible()
    shot(page, f"plain-end-{size}")
    if axe:
        is_open_to_all(page)
        reads_the_log(me)
    watches_again(me, result, shot, size)
    if axe:
        is_open_to_all(page)
    assert not me.cramped


def reads_the_log(me: Visitor) -> None:
    """Every card that was bid, by everybody's names, and what became of every prize."""
    log = me.log()
    assert [line for line in log if line.startswith("Guest bids")] == [
        f"Guest bids {number}." for number in range(1, CARDS)
    ]
    for name in ("Gold", "Violet"):
        assert log.count(f"{name} has bid.") == CARDS - 1
        shown = [re.fullmatch(rf"{name} has bid (\d+)\.", line) for line in log]
        assert sorted(int(one[1]) for one in shown if one) == list(range(1, CARDS + 1))
    ends = [line for line in log if re.search(r"takes? the prize of|nobody gets the prize of", line)]
    assert len(ends) == CARDS


def watches_again(me: Visitor, result: Locator, shot: Shot, size: str) -> None:
    me.press(result.get_by_role("link", name="Watch the replay"))
    me.page.wait_for_url("**/g/*")
    expect(me.page.get_by_role("heading", level=1, name="Goofspiel, watched again")).to_be_focused()
    expect(slider(me.page)).to_have_attribute("max", str(DECISIONS))
    expect(slider(me.page)).to_have_value("0")
    expect(told(me.page)).to_have_text("Before the first decision.")
    for moment in range(1, PLAYERS + 1):
        press(me.page, "One decision on")
        expect(slider(me.page)).to_have_value(str(moment))
        expect(told(me.page)).to_contain_text(re.compile(r"\bbid"))
    expect(told(me.page)).to_contain_text("The prize is")
    shot(me.page, f"plain-replay-{size}")
    press(me.page, "To the end")
    expect(slider(me.page)).to_have_value(str(DECISIONS))
    me.check_page()


def test_by_keyboard_alone(goofspiel_server: Server, visit: Any) -> None:
    me = Visitor(visit("desktop", goofspiel_server, reduced_motion="reduce"))
    me.page.goto(open_table(me.page, "goofspiel", "me", "greedy", "greedy"))
    for number in (5, 2):
        asked(me)
        tab_to(me.page, is_move("bid 1"))
        for _ in range(1, number):  # arrows lead from choice to choice
            me.page.keyboard.press("ArrowRight")
        tab_to(me.page, is_move(f"bid {number}"))
        me.page.keyboard.press("Enter")
        expect(me.hint).to_have_text(f"You bid {number}.")
        tab_to(me.page, says("Confirm"))
        confirmed(me, number, lambda: me.page.keyboard.press("Enter"))
    asked(me)
    assert [line for line in me.log() if line.startswith("Guest bids")] == ["Guest bids 5.", "Guest bids 2."]
