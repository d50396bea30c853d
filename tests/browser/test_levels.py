"""Choosing a program to play against, and seeing that it thinks."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from .visitor import Visitor

STRONGEST = "best"
# Everything that is prompted, however short it stands there: who looks from outside may look too late.
PROMPTS = """() => {
  window.prompts = [];
  const look = () => window.prompts.push(document.querySelector('.bar .prompt')?.textContent ?? '');
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def test_a_level_is_chosen_thinks_and_is_remembered(server: Any, visit: Any) -> None:
    me = Visitor(visit(), luck=11)
    me.open_lobby()
    tile = me.game_tile("Rival Kings")
    choice = tile.get_by_label("Against")
    names = choice.locator("option").evaluate_all("all => all.map((option) => option.value)")
    assert names[-1] == STRONGEST
    assert choice.input_value() == names[0], "somebody new gets one that leaves them a chance"
    choice.select_option(value=STRONGEST)
    other = me.game_tile("Rheinländer")
    expect(other.get_by_label("Against")).to_have_value(STRONGEST)
    me.press(other.get_by_role("button", name="Play now"))
    me.page.wait_for_url("**/t/*")
    expect(me.page.get_by_text("program, Best")).to_have_count(2)
    me.page.evaluate(PROMPTS)
    me.turn()
    me.sight()
    assert any("thinking…" in prompt for prompt in me.page.evaluate("window.prompts"))

    me.open_lobby()
    expect(me.game_tile("Rival Kings").get_by_label("Against")).to_have_value(STRONGEST)


def test_whoever_opens_a_table_fills_it_with_the_level_that_was_chosen_last(server: Any, visit: Any) -> None:
    me = Visitor(visit("phone"), touch=True, luck=12)
    me.set_up("Rheinländer", ["me", "beginner", "open"])
    expect(me.page.get_by_label("Which program")).to_have_value("beginner")
    me.press(me.button("Fill the open seats with programs"))
    expect(me.prompt).to_be_visible()
    expect(me.page.locator(".bar")).to_be_visible()
    assert not me.cramped
