"""The end of a game: the score sheet, its course, the proof of a fair deal; and hints on the way there."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from .hurry import play_out
from .ledger import verify
from .visitor import Visitor

Shot = Callable[[Page, str], None]

# Whether nothing in a sheet is wider than its place; names may be cut.
FITS = """(sheet) => [sheet, ...sheet.querySelectorAll('*:not(.name, .silent, svg *)')]
  .every((element) => !element.clientWidth || element.scrollWidth <= element.clientWidth + 1)"""


def number(text: str) -> int:
    """What stands on the sheet: a dash is nothing, a minus is a minus."""
    text = text.strip()
    return 0 if text == "–" else int(text.replace("−", "-"))


def result_of(me: Visitor) -> Locator:
    return me.page.get_by_role("alertdialog", name="The result")


def ended(me: Visitor, luck: int) -> Locator:
    """Let the game come to its end; the result, once it is shown."""
    expect(me.prompt).to_be_visible()  # the page is here from the beginning
    play_out(me.page, luck)
    result = result_of(me)

    def there() -> bool:
        me.page.keyboard.press("Shift")  # nobody wants to see all of it
        return result.is_visible()

    assert me.wait(there), "the end is not shown"
    return result


def adds_up(result: Locator, players: int, parts: list[str]) -> list[int]:
    """The parts are those of the game, and make the totals; which are told, the best first."""
    table = result.get_by_role("table")
    expect(table.get_by_role("columnheader")).to_have_count(players)
    rows = [
        (row.get_by_role("rowheader").inner_text(), row.get_by_role("cell").all_inner_texts())
        for row in table.get_by_role("row").all()[1:]
    ]
    assert [name for name, _ in rows] == [*parts, "Points", "Place"]
    columns = [[number(cells[seat]) for _, cells in rows[:-1]] for seat in range(players)]
    assert all(sum(column[:-1]) == column[-1] for column in columns), rows
    assert "won" in rows[-1][1][0]
    return [column[-1] for column in columns]


def is_fair(me: Visitor, result: Locator) -> None:
    me.press(result.get_by_role("button", name="Verify"))
    section = result.locator("section").filter(has_text="A fair deal")
    expect(section.get_by_role("listitem")).to_have_count(4)
    expect(section.get_by_role("listitem").filter(has_text="Yes.")).to_have_count(4)
    expect(section).to_contain_text("that was promised")


def test_the_end_of_rheinlander_for_five(server: Any, visit: Any, shot: Shot, tmp_path: Path) -> None:
    me = Visitor(visit(), luck=21)
    me.set_up("Rheinländer", ["me", "greedy", "greedy", "greedy", "greedy"])
    address = me.page.url
    result = ended(me, 21)
    scores = adds_up(result, 5, ["Payments", "Dukes", "Landmarks", "Archbishop"])
    assert scores == sorted(scores, reverse=True)

    # Its course: a line for everybody, with the number of points that it ends at.
    course = result.get_by_role("img", name=re.compile("points after each decision"))
    expect(course.locator(".edge")).to_have_count(5)
    assert sorted(map(number, course.locator(".end").all_text_contents())) == sorted(scores)
    shot(me.page, "end-rheinlander-desktop")

    is_fair(me, result)
    with me.page.expect_download() as download:
        result.get_by_role("link", name="Record").click()
    record = tmp_path / download.value.suggested_filename
    download.value.save_as(record)
    assert "Verified" in verify(record)
    stated = json.loads(record.read_text("utf-8").splitlines()[-1])["result"]
    assert sorted(stated["scores"]) == sorted(scores)

    # To the replay, to the place for its analysis, and back.
    me.press(result.get_by_role("link", name="Watch the replay"))
    me.page.wait_for_url(address.replace("/t/", "/g/"))
    expect(me.page.get_by_role("heading", level=1, name="Rheinländer, watched again")).to_be_focused()
    me.press(me.page.get_by_role("tab", name="Analysis"))
    expect(me.button("Analyse")).to_be_visible()
    me.page.go_back()
    expect(result.get_by_role("group", name=re.compile(r"\bwon\b"))).to_be_focused()

    # A dialog as dialogs are: the keys stay in it, Escape closes it, and it can be opened again.
    for _ in range(12):
        me.page.keyboard.press("Tab")
        assert me.page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
    me.page.keyboard.press("Escape")
    expect(result).to_have_count(0)
    expect(me.button("Result")).to_be_focused()
    me.page.keyboard.press("Enter")
    expect(result).to_be_visible()
    me.press(result.get_by_role("button", name="Rematch"))
    me.page.wait_for_url(lambda url: url != address)
    me.sight()

    # Whoever comes later cannot say what was promised before.
    stranger = Visitor(visit())
    stranger.page.goto(address)
    result = result_of(stranger)
    stranger.press(result.get_by_role("button", name="Verify"))
    expect(result.get_by_role("listitem").filter(has_text="Not known.")).to_have_count(1)
    expect(result.get_by_role("listitem").filter(has_text="Yes.")).to_have_count(3)


def test_the_end_of_rival_kings_on_a_phone(server: Any, visit: Any, shot: Shot) -> None:
    me = Visitor(visit("phone"), touch=True, luck=22)
    me.set_up("Rival Kings", ["me", "greedy", "greedy", "greedy"])
    result = ended(me, 22)
    parts = ["Perfect pairs", "Colour pairs", "Single cards", "Coins", "Markers"]
    adds_up(result, 4, parts)
    shot(me.page, "end-rival-kings-phone")
    assert result.evaluate(FITS), "the sheet has to be moved sideways"
    me.check_page()
    is_fair(me, result)
    me.press(result.get_by_role("button", name="Close"))
    expect(result).to_have_count(0)
    me.press(me.button("Result"))
    expect(result).to_be_visible()
    assert not me.cramped


def test_a_hint_is_shown_and_followed(server: Any, visit: Any, shot: Shot) -> None:
    me = Visitor(visit(), luck=23)
    me.play_now("Rheinländer")
    me.sight(patient=True)
    bar = me.page.locator(".bar")
    before = me.page.locator(".area").bounding_box()
    with me.page.expect_response("**/hint") as answer:
        me.press(me.button("Hint"))
    best = answer.value.json()["choices"][0]
    hint = bar.get_by_role("status").filter(has_text="to win")
    expect(hint).to_contain_text(re.compile(r"\d+\s% to win"))
    expect(me.page.locator("[data-advised]").first).to_be_attached()
    assert me.page.locator(".area").bounding_box() == before, "the board has moved"
    shot(me.page, "hint-desktop")

    # Other choices on demand, each to be seen on the table.
    first = hint.locator("b").inner_text().removesuffix(".")
    me.press(me.button("More choices"))
    sheet = me.page.get_by_role("dialog", name="Hint")
    choices = sheet.get_by_role("button", name="Show on the table")
    expect(sheet.get_by_role("heading", level=3).first).to_contain_text(first)
    assert 1 <= choices.count() <= 3
    me.press(choices.last)
    expect(sheet).to_have_count(0)
    me.press(me.button("More choices"))
    me.press(choices.first)
    me.page.mouse.move(0, 0)  # what lies under the pointer is told before a hint
    expect(hint.locator("b")).to_have_text(f"{first}.")

    # Followed by pointing at what is marked; with the next question it is gone.
    for thing in best["things"]:
        me.sight()
        if me.thing(thing).and_(me.page.locator("[data-glow=may]")).count():
            assert me.point(thing)
    expect(bar.locator(".confirm")).to_be_visible()
    me.press(bar.locator(".confirm"))
    assert me.wait(lambda: bool(me.plays()))
    [played] = [message["moves"] for message in me.sent if message["type"] == "play"]
    assert played == best["line"]
    me.sight(patient=True)
    expect(me.page.locator("[data-advised]")).to_have_count(0)
    expect(me.button("Hint")).to_be_visible()


def test_a_hint_that_cannot_be_given_says_what_to_do(server: Any, visit: Any, excused: list[str]) -> None:
    excused.append("503")
    me = Visitor(visit("phone"), touch=True, luck=24)
    me.play_now("Rival Kings")
    me.sight(patient=True)
    problem = {"code": "busy", "message": {"key": "refusal-busy", "args": {"seconds": 20}}}
    me.page.route("**/hint", lambda route: route.fulfill(status=503, json=problem))
    me.press(me.button("Hint"))
    expect(me.page.locator(".bar")).to_contain_text("Ask again in 20 seconds.")
    me.page.unroute("**/hint")
    me.press(me.button("Hint"))
    expect(me.page.locator(".bar").get_by_role("status")).to_contain_text(re.compile(r"\d+\s% to win"))
    assert not me.cramped


def test_no_hints_where_people_play_against_each_other(server: Any, visit: Any) -> None:
    me, other = Visitor(visit(), luck=25), Visitor(visit(), luck=26)
    address = me.set_up("Rival Kings", ["me", "open"])
    other.page.goto(address)
    other.press(other.button("Sit down"))
    me.sight(patient=True)
    expect(me.prompt).to_be_visible()
    expect(me.button("Hint")).to_have_count(0)
