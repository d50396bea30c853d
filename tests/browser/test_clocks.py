"""Playing by the clock: it is told calmly, and when it has run out a program helps."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .visitor import Visitor


def set_up(me: Visitor, title: str, seconds: int, minutes: float) -> None:
    """A table by the clock, against programs."""
    form = me.set_up_form(title, 3)
    for number in (2, 3):
        form.get_by_label(f"Seat {number}").select_option(value="beginner")
    form.get_by_label("Clock").select_option(label="Times of your own")
    form.get_by_label("seconds a move").fill(str(seconds))
    form.get_by_label("minutes in reserve").fill(str(minutes))
    expect(form.get_by_text("the game stays yours")).to_be_visible()
    me.press(form.get_by_role("button", name="Begin"))
    me.page.wait_for_url("**/t/*")


def timer(page: Page) -> Locator:
    return page.get_by_role("timer")


def figures(page: Page) -> int:
    """The seconds that the clock shows for this decision."""
    text = timer(page).locator(".main").inner_text()
    minutes, seconds = re.search(r"(\d+):(\d\d)", text).groups()  # type: ignore[union-attr]
    return 60 * int(minutes) + int(seconds)


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_clock_runs_down_without_moving_anything(server: Any, visit: Any, shot: Any, size: str) -> None:
    me = Visitor(visit(size), touch=size == "phone", luck=1)
    set_up(me, "Rheinländer", 90, 2)
    me.sight()
    expect(timer(me.page)).to_have_count(1)  # programs have none
    expect(timer(me.page)).to_contain_text("2:00 in reserve")
    holder = me.page.locator(".strip" if size == "phone" else "aside ul")
    before, box = figures(me.page), holder.bounding_box()
    assert 60 < before <= 90
    since = time.monotonic()
    assert me.wait(lambda: figures(me.page) <= before - 2)
    assert figures(me.page) >= before - 2 - (time.monotonic() - since)
    assert holder.bounding_box() == box
    expect(me.page.locator("[aria-live=assertive]", has_text="seconds left")).to_have_count(0)
    shot(me.page, f"clock-{size}")
    me.turn()
    assert not me.cramped


def test_a_program_decides_when_the_time_is_up_and_the_game_goes_on(server: Any, visit: Any) -> None:
    me = Visitor(visit(), luck=2)
    set_up(me, "Rheinländer", 20, 0)  # on a busy machine some seconds are gone before anybody looks
    me.sight()
    expect(me.page.locator("[aria-live=assertive]", has_text="Less than 20 seconds left.")).to_have_count(1)
    expect(timer(me.page)).to_contain_text("nearly used up")
    expect(me.page.get_by_role("log")).to_contain_text("time is up: a program decides this turn")
    assert not me.plays()
    expect(me.page).to_have_title(re.compile("^Your turn"))  # again, with time again
    assert me.wait(me.is_asked)
    assert figures(me.page) > 4
    me.turn()
    assert len(me.plays()) >= 1
    expect(me.page.get_by_text("plays on for you")).to_have_count(0)
