"""Rules at hand, sounds, settings, signs that it is one's turn, and the page without a network."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from .test_troubles import LOST, Shot, open_table
from .visitor import Visitor

GOLDEN = Path(__file__).parent.parent / "golden"
TONES = """() => {
  window.tones = 0;
  const Real = window.AudioBufferSourceNode;
  window.AudioBufferSourceNode = class extends Real {
    constructor(...given) {
      super(...given);
      window.tones++;
    }
  };
}"""
BADGE = """() => {
  Navigator.prototype.setAppBadge = async (number) => void localStorage.setItem('badge', number);
  Navigator.prototype.clearAppBadge = async () => void localStorage.setItem('badge', 0);
}"""

# When the service worker is asked for, and since when nothing else has come.
ASKED = """() => {
  ServiceWorkerContainer.prototype.register = async () => {
    const all = performance.getEntriesByType('resource').sort((a, b) => a.startTime - b.startTime);
    let end = all[0].startTime;
    let quiet = 0;
    for (const { startTime, responseEnd } of [...all, { startTime: performance.now(), responseEnd: 0 }]) {
      quiet = Math.max(quiet, startTime - end);
      end = Math.max(end, responseEnd);
    }
    window.quiet = quiet; // the longest time in which nothing came, before what no page waits for
    return null;
  };
}"""


def begun(page: Page, script: str) -> None:
    """Let a script run before each page."""
    page.context.add_init_script(f"({script})()")


def focused(page: Page) -> Locator:
    return page.locator(":focus")


def apart(one: Locator, other: Locator) -> bool:
    """Whether two things do not cover each other."""
    a, b = one.bounding_box(), other.bounding_box()
    assert a is not None
    assert b is not None
    beside = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return beside or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1


# -- The rules -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["Rheinländer", "Rival Kings"])
def test_rules_open_beside_the_table_at_the_rule_of_an_event(desktop: Page, title: str, shot: Shot) -> None:
    me = Visitor(desktop, luck=3)
    me.play_now(title)
    me.turn()
    me.sight()
    more = desktop.get_by_role("log").locator(".more")
    if more.count():  # what came last may stand behind another line
        more.last.click()
    link = desktop.get_by_role("log").get_by_role("button", name=re.compile(r"^Rule \d+$")).last
    rule = str(link.get_attribute("aria-label"))
    link.click()
    book = desktop.get_by_role("region", name="The rules")
    expect(focused(desktop)).to_have_text(re.compile(f"^{rule} · "))
    expect(focused(desktop)).to_be_in_viewport()
    expect(book.get_by_role("button", name=re.compile("^Last event: "))).to_contain_text(rule)
    assert apart(book, desktop.locator(".area"))
    shot(desktop, f"rules-{title}-desktop")
    # One goes on playing with the rules open; Escape closes them where they have the focus.
    desktop.keyboard.press("Escape")
    expect(book).to_have_count(0)
    expect(focused(desktop)).to_have_attribute("aria-label", rule)


def test_the_last_event_can_be_looked_up(desktop: Page) -> None:
    me = Visitor(desktop, luck=4)
    me.play_now("Rheinländer")
    me.turn()
    me.sight()
    desktop.get_by_role("button", name="Rules", exact=True).click()
    book = desktop.get_by_role("region", name="The rules")
    expect(book.get_by_role("searchbox")).to_be_focused()
    last = book.get_by_role("button", name=re.compile("^Last event: "))
    rule = re.search(r"Rule \d+$", str(last.text_content()))
    assert rule is not None
    last.click()
    expect(focused(desktop)).to_have_text(re.compile(f"^{rule[0]} · "))
    book.get_by_role("button", name="Close the rules").click()
    expect(focused(desktop)).to_have_text("Rules")
    expect(desktop.get_by_role("log")).to_be_visible()


def test_the_rules_can_be_searched(phone: Page, shot: Shot) -> None:
    me = Visitor(phone, touch=True)
    me.play_now("Rheinländer")
    me.sight()
    opener = phone.get_by_role("button", name="Rules", exact=True)
    me.press(opener)
    sheet = phone.get_by_role("dialog", name="Rheinländer: the rules")
    me.press(sheet.get_by_role("button", name="Contents"))
    expect(sheet.get_by_role("list", name="Contents").get_by_role("listitem")).not_to_have_count(0)
    sheet.get_by_role("searchbox").fill("strictly most bishops")
    found = sheet.get_by_role("list", name="Found").get_by_role("button")
    expect(found.first).to_contain_text("Rule 19")
    shot(phone, "rules-search-phone")
    me.press(found.first)
    expect(focused(phone)).to_have_text(re.compile("^Rule 19 · "))
    sheet.get_by_role("searchbox").fill("dragons")
    expect(sheet).to_contain_text("The rules say nothing about “dragons”.")
    # Escape lets go of the search first, then of the rules.
    phone.keyboard.press("Escape")
    expect(sheet.get_by_role("searchbox")).to_have_value("")
    phone.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(opener).to_be_focused()
    assert not me.cramped, me.cramped


def test_the_log_by_keyboard(desktop: Page) -> None:
    """The Tab key passes the log in one step; arrows lead from line to line, and to the rules."""
    me = Visitor(desktop, luck=4)
    me.play_now("Rheinländer")
    me.turn()
    me.sight()
    log = desktop.get_by_role("log")
    expect(log.locator("button[tabindex='0']")).to_have_count(1)
    log.locator("button[tabindex='0']").focus()
    newest = str(focused(desktop).text_content())
    desktop.keyboard.press("ArrowUp")
    expect(focused(desktop)).not_to_have_text(newest)
    expect(focused(desktop)).to_have_attribute("tabindex", "0")
    desktop.keyboard.press("End")
    desktop.keyboard.press("ArrowUp")
    desktop.keyboard.press("ArrowRight")
    if "more" in str(focused(desktop).get_attribute("class")):  # what stands behind the line comes first
        desktop.keyboard.press("ArrowRight")
    rule = str(focused(desktop).get_attribute("aria-label"))
    desktop.keyboard.press("Enter")
    expect(focused(desktop)).to_have_text(re.compile(f"^{rule} · "))
    desktop.keyboard.press("Escape")
    expect(focused(desktop)).to_have_attribute("aria-label", rule)


def test_a_refusal_leads_to_its_rule(desktop: Page) -> None:
    me = Visitor(desktop)
    me.play_now("Rheinländer")
    card = next(thing for thing in me.sight()["may"] if thing.startswith("card:"))
    assert me.point(card)
    area = card.removeprefix("card:")
    wrong = f"space:W{area}"  # the water comes last
    assert me.point(wrong)
    link = me.notice.get_by_role("button", name=re.compile(r"^rule \d+$"))
    number = str(link.text_content()).removeprefix("rule ")
    link.click()
    expect(focused(desktop)).to_have_text(re.compile(f"^Rule {number} · "))


def test_sheets_give_the_focus_back(desktop: Page) -> None:
    me = Visitor(desktop)
    me.play_now("Rival Kings")
    me.sight()
    menu = desktop.get_by_role("button", name="Menu")
    menu.click()
    desktop.get_by_role("button", name="Settings").click()
    settings = desktop.get_by_role("dialog", name="Settings")
    expect(settings.locator(":focus")).to_have_count(1)
    desktop.keyboard.press("Escape")
    expect(settings).to_have_count(0)
    expect(menu).to_be_focused()


# -- Settings and sounds -------------------------------------------------------------------------------


def test_settings_are_remembered(desktop: Page, shot: Shot) -> None:
    me = Visitor(desktop)
    me.open_lobby()
    root = desktop.locator(":root")
    expect(root).to_have_attribute("data-motion", "full")
    desktop.get_by_role("button", name="Settings").click()
    sheet = desktop.get_by_role("dialog", name="Settings")
    expect(sheet.get_by_role("switch", name="Play sounds")).to_be_checked()
    expect(sheet.get_by_role("slider", name="Volume")).to_have_value("0.3")
    sheet.get_by_role("slider", name="Volume").fill("0.8")
    sheet.get_by_role("switch", name="Play sounds").uncheck()
    sheet.get_by_role("button", name="Dark").click()
    sheet.get_by_role("button", name="Less").click()
    expect(root).to_have_attribute("data-motion", "reduced")
    shot(desktop, "settings-desktop")
    desktop.reload()
    expect(root).to_have_attribute("data-theme", "night")
    expect(root).to_have_attribute("data-motion", "reduced")
    desktop.get_by_role("button", name="Settings").click()
    expect(sheet.get_by_role("switch", name="Play sounds")).not_to_be_checked()
    expect(sheet.get_by_role("slider", name="Volume")).to_have_value("0.8")
    expect(sheet.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    # Nothing moves now.
    duration = sheet.evaluate("(dialog) => parseFloat(getComputedStyle(dialog).animationDuration)")
    assert duration < 0.001


def test_the_system_may_ask_for_less_motion(visit: Any) -> None:
    page = visit("desktop", reduced_motion="reduce")
    page.goto("/")
    expect(page.locator(":root")).to_have_attribute("data-motion", "reduced")


def test_what_is_chosen_is_seen_in_the_system_s_own_colours(visit: Any, shot: Shot) -> None:
    page = visit("desktop", forced_colors="active")
    page.goto("/")
    page.get_by_role("button", name="Set up a table").first.click()
    form = page.get_by_role("dialog", name="Set up a table")
    words = "(label) => getComputedStyle(label).color"
    chosen, other = form.get_by_role("radiogroup", name="Players").locator("label").all()[:2]
    shot(page, "forced-colours-desktop")
    assert chosen.evaluate(words) != other.evaluate(words)


def test_sounds_come_after_a_touch_and_not_where_they_are_off(desktop: Page) -> None:
    begun(desktop, TONES)
    me = Visitor(desktop, luck=5)
    desktop.goto(open_table(desktop, "rheinlander", "greedy", "greedy", "me"))
    expect(desktop).to_have_title(re.compile("^Your turn"))
    assert desktop.evaluate("window.tones") == 0
    me.turn()
    me.sight()
    assert me.wait(lambda: bool(desktop.evaluate("window.tones > 0")))
    desktop.evaluate("localStorage.setItem('palatine.sounds', 'off')")
    desktop.reload()
    me.turn()
    me.sight()
    assert desktop.evaluate("window.tones") == 0


# -- Signs that it is one's turn -----------------------------------------------------------------------


def test_title_icon_and_badge_say_that_it_is_my_turn(visit: Any) -> None:
    page, friend = visit(), visit()
    me = Visitor(page)
    begun(page, BADGE)
    path = open_table(page, "rivalkings", "me", "open")
    friend.goto(path)
    friend.get_by_role("button", name="Sit down").click()
    icon = 'link[rel="icon"]'
    page.goto(path)
    expect(page).to_have_title("Your turn · Rival Kings")
    expect(page.locator(icon)).to_have_attribute("href", "/favicon-turn.svg")
    badge = "localStorage.getItem('badge')"
    assert me.wait(lambda: bool(page.evaluate(badge) == "1"))
    # Another table of mine waits as well.
    other = page.context.new_page()
    other.goto(open_table(other, "rheinlander", "me", "greedy", "greedy"))
    expect(other).to_have_title("Your turn · Rheinländer")
    assert me.wait(lambda: bool(page.evaluate(badge) == "2"))
    # I have chosen: here I wait for my friend, there I am still waited for.
    me.turn()
    expect(page).to_have_title("Rival Kings")
    expect(page.locator(icon)).to_have_attribute("href", "/favicon.svg")
    assert me.wait(lambda: bool(page.evaluate(badge) == "1"))
    expect(other.locator(icon)).to_have_attribute("href", "/favicon-turn.svg")
    # The lobby knows all of them.
    page.goto("/")
    expect(page).to_have_title("Your turn · Palatine")
    expect(page.locator(icon)).to_have_attribute("href", "/favicon-turn.svg")
    assert me.wait(lambda: bool(page.evaluate(badge) == "1"))


# -- Without a network ---------------------------------------------------------------------------------


def kept_by_now(page: Page) -> list[str]:
    """The paths of what the browser keeps, once it keeps something."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    found: list[str] = page.evaluate(
        """async () => {
          const names = await caches.keys();
          const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
          return all.flat().map((request) => new URL(request.url).pathname);
        }"""
    )
    return found


def test_the_page_opens_without_a_network(desktop: Page, excused: list[str], shot: Shot) -> None:
    excused.append(LOST)
    me = Visitor(desktop, luck=6)
    me.play_now("Rival Kings")
    me.turn()
    me.sight()
    kept = kept_by_now(desktop)
    assert "/" in kept
    assert not [path for path in kept if path.startswith("/api")]
    told = me.log()

    desktop.context.set_offline(True)
    expect(desktop.get_by_text("You are offline. Your games are safe on the server.")).to_be_visible()
    desktop.reload()
    expect(desktop.get_by_role("heading", name="You are offline")).to_be_visible()
    expect(desktop.get_by_text("Your games are safe on the server.")).to_be_visible()
    shot(desktop, "offline-table-desktop")
    # It goes on by itself.
    desktop.context.set_offline(False)
    me.sight()
    assert me.log()[: len(told)] == told
    me.turn()


def test_the_lobby_without_a_network(phone: Page, excused: list[str], shot: Shot) -> None:
    excused.append(LOST)
    me = Visitor(phone, touch=True)
    me.open_lobby()
    kept_by_now(phone)
    phone.context.set_offline(True)
    phone.goto("/")
    expect(phone.get_by_role("alert")).to_contain_text("You are offline. Your games are safe on the server.")
    shot(phone, "offline-lobby-phone")
    phone.context.set_offline(False)
    expect(me.button(re.compile("^Play now")).first).to_be_visible()
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_a_replay_without_a_network(desktop: Page, excused: list[str], shot: Shot) -> None:
    excused.append(LOST)
    lines = (GOLDEN / "rivalkings" / "3-greedy.jsonl").read_text("utf-8").splitlines(keepends=True)
    game = desktop.request.post("/api/replays", data={"record": "".join(lines[:6])}).json()["id"]
    desktop.goto(f"/g/{game}#4")
    eyes = desktop.get_by_label("Through whose eyes")
    expect(eyes).to_be_visible()
    kept_by_now(desktop)

    desktop.context.set_offline(True)
    eyes.select_option("open")
    offline = desktop.get_by_text("You are offline. Your games are safe on the server.")
    expect(offline).to_be_visible()
    desktop.get_by_role("tab", name="Analysis").click()
    desktop.get_by_role("button", name="Analyse").click()
    expect(offline).to_have_count(2)
    shot(desktop, "offline-replay-desktop")
    desktop.context.set_offline(False)
    expect(desktop.locator("aside .held").first).to_be_visible()
    expect(offline).to_have_count(0)
    expect(desktop.get_by_role("heading", name="How they decided")).to_be_visible()

    desktop.context.set_offline(True)
    desktop.reload()
    expect(desktop.get_by_role("heading", name="You are offline")).to_be_visible()
    desktop.context.set_offline(False)
    expect(eyes).to_be_visible()
    assert desktop.url.endswith("#4")


def test_the_page_comes_before_what_is_kept(desktop: Page) -> None:
    begun(desktop, ASKED)
    Visitor(desktop).open_lobby()
    assert desktop.wait_for_function("() => window.quiet").json_value() > 1500


def test_a_new_build_takes_over(desktop: Page) -> None:
    """What a build keeps goes when two newer ones have come; what is not ours stays."""
    desktop.goto("/")
    kept_by_now(desktop)
    desktop.evaluate(
        "Promise.all(['palatine-older', 'palatine-old', 'elsewhere'].map((n) => caches.open(n)))"
    )
    mine = desktop.evaluate("caches.keys()")[0]
    # As if this build were new: the worker comes again.
    desktop.evaluate("navigator.serviceWorker.getRegistration().then((r) => r.unregister())")
    desktop.evaluate(f"caches.delete('{mine}')")
    desktop.reload()
    kept_by_now(desktop)
    assert desktop.evaluate("caches.keys()") == ["palatine-old", "elsewhere", mine]
