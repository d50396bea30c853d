"""Whole games by pointing, against programs, from the lobby to the result."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from .ledger import verify
from .visitor import Visitor

Shot = Callable[[Page, str], None]
Sight = dict[str, Any]


def is_over(sight: Sight) -> bool:
    return bool(sight["over"])


def to_the_end(me: Visitor) -> None:
    """Play the rest with less motion: what moves has been seen by now."""
    me.page.emulate_media(reduced_motion="reduce")
    me.play(is_over)


def in_the_dark(page: Page, shot: Shot, name: str) -> None:
    """The same page by lamplight, and back by day."""
    root = page.locator("html")
    shot(page, name)
    page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "night")
    shot(page, f"{name}-dark")
    page.emulate_media(color_scheme="light")
    expect(root).not_to_have_attribute("data-theme", "night")


def marks_the_board(me: Visitor) -> None:
    """Each of the last lines of the log, clicked, marks something; clicked again, nothing more."""
    lines = me.page.get_by_role("log").locator("button.said:visible")
    assert lines.count() > 0
    for number in range(max(0, lines.count() - 6), lines.count()):
        line = lines.nth(number)
        line.click()
        expect(line).to_have_attribute("aria-pressed", "true")
        expect(me.page.locator("[data-marked]").first).to_be_visible()
        line.click()
        expect(line).to_have_attribute("aria-pressed", "false")
        expect(me.page.locator("[data-marked]")).to_have_count(0)


def ends_well(me: Visitor, stranger: Visitor, players: int, folder: Path) -> None:
    """The result, its record, the same page for others by its link, and the rematch."""
    page, address = me.page, me.page.url
    result = page.get_by_role("alertdialog", name="The result")
    expect(result.get_by_role("heading", level=2)).to_contain_text(re.compile("won"))
    expect(result.get_by_role("columnheader")).to_have_count(players)
    scores = [int(text.replace("−", "-")) for text in result.locator(".score").all_text_contents()]

    with page.expect_download() as download:
        result.get_by_role("link", name="Record").click()
    record = folder / download.value.suggested_filename
    download.value.save_as(record)
    assert "Verified" in verify(record)
    stated = json.loads(record.read_text("utf-8").splitlines()[-1])
    assert sorted(stated["result"]["scores"]) == sorted(scores)

    page.reload()  # the page of a game that is over, by its link
    expect(result).to_be_visible()
    me.press(result.get_by_role("button", name="Close"))
    expect(result).to_have_count(0)
    expect(me.prompt).to_have_text("The game is over.")
    me.press(me.button("Result"))
    me.press(result.get_by_role("button", name="Rematch"))
    page.wait_for_url(lambda url: url != address)
    me.sight()

    stranger.page.goto(address)
    expect(stranger.page.get_by_role("alertdialog")).to_contain_text("The rematch is on.")
    stranger.press(stranger.button("Go to the table"))
    stranger.page.wait_for_url(page.url)
    expect(stranger.prompt).to_contain_text("You are watching.")

    me.open_lobby()
    mine = page.get_by_role("link", name=re.compile("won|Over"))
    expect(mine.first).to_have_attribute("href", address[address.index("/t/") :].replace("/t/", "/g/"))


# -- Rheinländer -------------------------------------------------------------------------------------


def hand(me: Visitor) -> list[str]:
    return sorted(
        card.get_attribute("data-thing") or "" for card in me.page.locator("[data-hand-card]").all()
    )


def choices_of(me: Visitor, card: str) -> list[str]:
    """Point at a card; the spaces that glow then.  None where the card has led to one at once."""
    assert me.point(card)
    sight = me.sight()
    return [] if sight["confirm"] or sight["moves"] else [t for t in sight["may"] if t.startswith("space:")]


def choose_card_with_two_ways(me: Visitor) -> list[str]:
    for card in hand(me):
        spaces = choices_of(me, card)
        if len(spaces) > 1:
            return spaces
        me.press(me.button("Change").first)
    raise AssertionError("at the beginning every card has two free spaces of land")


def test_rheinlander_on_a_desk(desktop: Page, shot: Shot, visit: Any, tmp_path: Path) -> None:
    me = Visitor(desktop, luck=1)
    me.open_lobby()
    in_the_dark(desktop, shot, "lobby-desktop")
    me.play_now("Rheinländer")
    me.sight(patient=True)  # the others' moves are shown without anybody doing anything
    expect(desktop).to_have_title(re.compile("^Your turn"))
    held, told = hand(me), me.log()
    assert len(held) >= 4
    spaces = desktop.locator('[data-thing^="space:"]:not([data-glow])')  # no card in hand leads there
    expect(spaces.first).to_be_attached()
    elsewhere = spaces.nth(me.luck.randrange(spaces.count())).get_attribute("data-thing")

    # A card shows its spaces; the pointer over one shows what it would do, before anything is chosen.
    first, *_ = choose_card_with_two_ways(me)
    me.hover(first)
    expect(me.hint).to_contain_text(re.compile(r"\w+.*\."))
    expect(me.button("Confirm")).to_have_count(0)

    # What is not possible says why, with its rule.
    found = me.spot(f'[data-thing="{elsewhere}"]')
    assert found is not None
    me.click_at(*found["at"])
    expect(me.notice).to_contain_text("(rule ")

    # A draft is changed by pointing elsewhere, or dropped; only what is confirmed is sent.
    assert me.point(first)
    expect(me.thing(first)).to_have_attribute("data-glow", "drafted")
    expect(me.hint).to_contain_text(re.compile(r"\w+.*\."))
    me.press(me.button("Change").first)
    expect(me.thing(first)).not_to_have_attribute("data-glow", "drafted")
    choose_card_with_two_ways(me)
    assert me.point(first)
    expect(me.thing(first)).to_have_attribute("data-glow", "drafted")
    assert not me.plays()
    assert hand(me) == held
    shot(desktop, "rheinlander-draft-desktop")

    # With a bastion, seen on the board before it is confirmed.
    sight = me.sight()
    bastions = [t for t in sight["may"] if t.startswith("space:")]
    assert me.point(bastions[0])
    expect(me.thing(bastions[0])).to_have_attribute("data-glow", "drafted")
    me.press(me.button("Confirm"))
    me.sight()
    assert hand(me) != held
    assert f"Guest builds a bastion on {bastions[0].removeprefix('space:')}." in me.log()

    # Programs do not mind: the turn is taken back, and all is as before.
    me.press(me.button("Undo"))
    expect(desktop.get_by_role("log")).to_contain_text("takes a turn back")
    me.sight()
    assert hand(me) == held
    assert me.log() == [*told, "Guest takes a turn back."]
    me.turn()

    # A knight beside one's own, by the same card.
    sight = me.sight()
    assert "use:reinforce" in sight["may"]
    assert me.point("use:reinforce")
    expect(me.thing("use:reinforce")).to_have_attribute("data-glow", "chosen")
    card = next(t for t in me.sight()["may"] if t.startswith("card:"))
    assert me.point(card)
    me.play(lambda sight: sight["confirm"] or bool(sight["moves"]))
    me.turn()
    expect(desktop.get_by_role("log")).to_contain_text(re.compile(r"Guest plays card \d+ as reinforcement"))

    me.play(lambda sight: is_over(sight) or len(me.plays()) >= 8)
    me.sight()
    marks_the_board(me)
    in_the_dark(desktop, shot, "rheinlander-desktop")
    to_the_end(me)
    shot(desktop, "rheinlander-over-desktop")
    ends_well(me, Visitor(visit()), 3, tmp_path)


def test_rheinlander_on_a_phone(phone: Page, shot: Shot) -> None:
    me = Visitor(phone, touch=True, luck=2)
    me.open_lobby()
    me.check_page()
    in_the_dark(phone, shot, "lobby-phone")
    me.play_now("Rheinländer")
    me.sight(patient=True)
    shot(phone, "rheinlander-begin-phone")
    moves_the_map(me)
    me.play(lambda sight: is_over(sight) or len(me.plays()) >= 12)
    in_the_dark(phone, shot, "rheinlander-phone")
    assert not me.cramped
    reads_the_log(me)
    sees_the_players(me)


def moves_the_map(me: Visitor) -> None:
    """A finger drags the map, and the page stays; a button shows all of it, another comes closer again."""
    sheet = me.page.locator(".frame .sheet")

    def width_and_place() -> tuple[float, float]:
        box = sheet.bounding_box()
        assert box is not None
        return box["width"], box["x"]

    wide, left = width_and_place()
    assert wide > 390, "the map is drawn large enough for fingers"
    way = 120 if left < -125 else -120
    me.drag((195, 400), (195 + way, 400))
    assert abs(width_and_place()[1] - left - way) < 20
    me.check_page()
    me.press(me.button("Whole map"))
    assert me.wait(lambda: width_and_place()[0] <= 391)
    me.press(me.button("Closer"))
    assert me.wait(lambda: width_and_place()[0] > 391)


def reads_the_log(me: Visitor) -> None:
    """On a phone the log is a sheet; a tap on a line goes back to the board, and marks it there."""
    me.press(me.button("What happened"))
    sheet = me.page.get_by_role("dialog", name="What happened")
    expect(sheet).to_be_visible()
    me.check_page()
    sheet.get_by_role("log").locator("button.said:visible").last.tap()
    expect(sheet).to_have_count(0)
    expect(me.page.locator("[data-marked]").first).to_be_attached()


def sees_the_players(me: Visitor) -> None:
    me.press(me.button(re.compile(": more$")).first)
    sheet = me.page.get_by_role("dialog", name="Players")
    expect(sheet.get_by_role("listitem").first).to_be_visible()
    me.check_page()
    me.press(sheet.get_by_role("button", name="Close"))
    expect(sheet).to_have_count(0)


# -- Rival Kings -------------------------------------------------------------------------------------


def test_rival_kings_on_a_desk(desktop: Page, shot: Shot, visit: Any, tmp_path: Path) -> None:
    me = Visitor(desktop, luck=3)
    me.play_now("Rival Kings")
    sight = me.sight(patient=True)
    characters = [t for t in sight["may"] if t.startswith("character:")]
    assert len(characters) > 1

    # Chosen, changed, and only then locked.
    assert me.point(characters[0])
    expect(me.thing(characters[0])).to_have_attribute("data-glow", "drafted")
    assert me.point(characters[1])
    expect(me.thing(characters[1])).to_have_attribute("data-glow", "drafted")
    expect(me.thing(characters[0])).not_to_have_attribute("data-glow", "drafted")
    shot(desktop, "rival-kings-choosing-desktop")
    me.press(me.button("Confirm"))
    me.sight()

    # What a choice would do is said before it is made.
    me.play(lambda sight: any(t.startswith("pile:") for t in sight["may"]) or is_over(sight))
    me.hover(next(t for t in me.sight()["may"] if t.startswith("pile:")))
    expect(me.hint).to_contain_text(re.compile(r"\w+"))

    # What is not possible says why.
    other = me.page.locator('[data-thing^="character:"]:not([data-glow])').first.get_attribute("data-thing")
    found = me.spot(f'[data-thing="{other}"]')
    assert found is not None
    me.click_at(*found["at"])
    expect(me.notice).to_contain_text(re.compile("rule"))

    me.play(lambda sight: is_over(sight) or len(me.plays()) >= 16)
    if not me.page.get_by_role("alertdialog").count():
        marks_the_board(me)
        in_the_dark(desktop, shot, "rival-kings-desktop")
    to_the_end(me)
    shot(desktop, "rival-kings-over-desktop")
    ends_well(me, Visitor(visit()), 3, tmp_path)


def test_rival_kings_on_a_phone(phone: Page, shot: Shot) -> None:
    me = Visitor(phone, touch=True, luck=4)
    me.set_up("Rival Kings", ["me", "greedy"])
    me.sight(patient=True)
    me.check_page()
    me.play(lambda sight: is_over(sight) or len(me.plays()) >= 14)
    if not me.page.get_by_role("alertdialog").count():
        in_the_dark(phone, shot, "rival-kings-phone")
        reads_the_log(me)
        sees_the_players(me)
    to_the_end(me)
    shot(phone, "rival-kings-over-phone")
    result = phone.get_by_role("alertdialog", name="The result")
    expect(result.get_by_role("columnheader")).to_have_count(2)
    assert not me.cramped
