"""The bar in which a turn is put together: what it says and takes, and what others do meanwhile."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from palatine.core.match import Match

from .visitor import Visitor

COUNTESS, TRADERS = "play Countess", {"play Trader1", "play Trader2"}
IDLE = {"skip", "pass", "end"}


def robbery() -> tuple[Match, int]:
    """The first moment of a game in which a Countess is to rob two Traders, and whose turn it is."""
    for seed in range(10_000):
        match = Match.new("rivalkings", seed=seed, players=4)
        hands = [set(match.legal(seat)) for seat in match.to_act]
        thief = next((seat for seat, hand in enumerate(hands) if COUNTESS in hand), None)
        robbed = [seat for seat, hand in enumerate(hands) if seat != thief and hand & TRADERS]
        if thief is None or len(robbed) < 2:
            continue
        for seat in tuple(match.to_act):
            wanted = {COUNTESS} if seat == thief else TRADERS if seat in robbed else set()
            legal = match.legal(seat)
            match.play(next((move for move in legal if move in wanted), legal[0]), seat)
        while match.to_act != (thief,):  # whoever comes before does nothing, if that can be
            legal = match.legal(match.to_act[0])
            match.play(next((move for move in legal if move in IDLE), legal[0]), match.to_act[0])
        moves = match.legal()
        if len({move[:7] for move in moves}) == 1 and f"steal {robbed[0]} money" in moves:
            return match, thief
    raise AssertionError("there is always one")


def open_branch(page: Page, match: Match, seat: int) -> str:
    """A table that goes on from the end of a record, with programs on the other seats; its path."""
    page.request.get("/api/me")
    replay = page.request.post("/api/replays", data={"record": match.record().text()})
    assert replay.ok, replay.text()
    seats: list[dict[str, Any]] = [{"kind": "program", "level": "greedy"}] * match.game.players
    seats[seat] = {"kind": "me"}
    branch = {"replay": replay.json()["id"], "at": len(match.decisions), "hidden": "kept"}
    answer = page.request.post(
        "/api/tables", data={"game": match.game.name, "seats": seats, "branch": branch}
    )
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['id']}"


def decided(me: Visitor) -> list[str]:
    """What this page has decided, in all its messages."""
    return [move for message in me.sent if message["type"] == "play" for move in message["moves"]]


# What the thief does, by the names on its buttons.
THEFT = ["Take money", "Pile 1", "Take money", "Pile 2", "Settle a conflict", "Pile 3"]
LAST = re.compile(r"^(Recruit|Pile \d)$")  # from whichever pile


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_countess_who_robs_two_traders_presses_a_button_for_each_decision(visit: Any, size: str) -> None:
    match, thief = robbery()
    me = Visitor(visit(size), touch=size == "phone")
    me.page.goto(open_branch(me.page, match, thief))
    ways = me.page.locator(".bar .ways")
    for name in THEFT:
        me.press(ways.get_by_role("button", name=name, exact=True))
    me.press(ways.get_by_role("button", name=LAST).first)
    assert me.wait(lambda: len(decided(me)) == len(THEFT) + 1)
    stolen = [move for move in decided(me) if move.startswith("steal")]
    assert len(stolen) == 2
    assert [move for move in decided(me) if move not in stolen][:-1] == [
        "take 1",
        "take 2",
        "settle",
        "take 3",
    ]
    assert decided(me)[-1].startswith("recruit")
    # A decision that shows nothing hidden was made together with the one that does.
    assert len(me.plays()) == 4
    assert not me.cramped


def test_who_points_at_the_table_confirms_what_is_hidden(desktop: Page) -> None:
    match, thief = robbery()
    me = Visitor(desktop)
    me.page.goto(open_branch(me.page, match, thief))
    theft = next(thing for thing in me.sight()["may"] if thing.endswith(":money"))
    assert me.point(theft)
    assert me.point("pile:1")
    me.press(me.button("Confirm"))
    assert me.wait(lambda: decided(me) == [f"steal {theft.split(':')[1]} money", "take 1"])


@pytest.mark.parametrize("way, words", [("step", "Each step"), ("none", "Nothing")])
def test_how_much_is_confirmed_is_a_matter_of_taste(desktop: Page, way: str, words: str) -> None:
    match, thief = robbery()
    me = Visitor(desktop)
    desktop.goto(open_branch(desktop, match, thief))
    me.sight(patient=True)
    me.press(me.button("Menu"))
    me.press(me.button("Settings"))
    me.press(me.button(words))
    expect(me.button(words)).to_have_attribute("aria-pressed", "true")
    desktop.reload()  # the browser remembers
    theft = next(thing for thing in me.sight()["may"] if thing.endswith(":money"))
    assert me.point(theft)
    if way == "step":
        me.press(me.button("Confirm"))
    assert me.wait(lambda: decided(me) == [f"steal {theft.split(':')[1]} money"])
    expect(me.prompt).to_contain_text("The action stolen from")


def test_what_others_do_is_told_until_one_is_asked(visit: Any) -> None:
    """On a phone nobody has to open the log; the newest stands on top, beside the arms of who did it."""
    anna, berta = Visitor(visit("phone"), touch=True, luck=41), Visitor(visit("phone"), touch=True, luck=42)
    berta.page.goto(anna.set_up("Rheinländer", ["me", "open", "greedy"]))
    berta.press(berta.button("Sit down"))
    told = berta.page.locator(".bar ol > li")
    # After Berta the program plays, and then she waits for Anna.
    while not berta.plays():
        who = berta if berta.is_asked() else anna
        if who.wait(who.is_asked, 1):
            who.turn()
    assert anna.wait(anna.is_asked)
    expect(told.first).to_contain_text(re.compile(r"^\s*Violet plays card \d+"))
    expect(told.first.locator(".shield")).to_be_visible()
    board = berta.page.locator("main.area").bounding_box()
    anna.turn()
    berta.sight(patient=True)
    expect(told).to_have_count(0)
    assert berta.page.locator("main.area").bounding_box() == board
