"""Several people at one table, by its link: together, apart, and together again."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Impatience

from .ledger import ledger
from .visitor import PATIENCE, Visitor
from .wire import TO_BROWSER, TO_SERVER, Wire

Shot = Callable[[Page, str], None]
PRIVATE = re.compile(r"draws .*|chooses .*|has chosen.*")  # what the log tells only to the one it is about
BROKEN = r"WebSocket connection to|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|Failed to load resource"


@pytest.fixture
def wire(server: Any) -> Iterator[Wire]:
    """A wire to the house, which can be cut."""
    wire = Wire(server.port)
    yield wire
    wire.close()


def call_me(me: Visitor, name: str) -> None:
    me.open_lobby()
    me.press(me.button("What is your name?"))
    me.page.get_by_label("Your name").fill(name)
    me.press(me.button("Keep"))
    expect(me.button(f"You are {name}")).to_be_visible()


def path_of(address: str) -> str:
    return address[address.index("/t/") :]


def sit_down(me: Visitor, path: str, name: str) -> None:
    """Come by the link and take the open seat."""
    me.page.goto(path)
    me.page.get_by_label("Your name").fill(name)
    me.press(me.button("Sit down"))
    expect(me.prompt).to_be_visible()


def whose_turn(*people: Visitor) -> Visitor:
    """Who is asked something, as soon as somebody is."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        for who in people:
            if who.is_asked():
                return who
            who.page.keyboard.press("Shift")
        people[0].page.wait_for_timeout(50)
    raise AssertionError("nobody is asked anything")


def play_until_turn_of(who: Visitor, other: Visitor, least: int = 0) -> None:
    """Both play, at least so many turns, until one is asked."""
    turns = 0
    while turns < least or whose_turn(who, other) is not who:
        whose_turn(who, other).turn()
        turns += 1


def hand(me: Visitor) -> list[str]:
    return sorted(me.page.locator("[data-hand-card]").evaluate_all("all => all.map(e => e.dataset.handCard)"))


def draft(me: Visitor) -> None:
    """Put a turn together, and do not send it yet."""
    me.sight()
    me.play(lambda sight: sight["confirm"] or bool(sight["moves"]))
    expect(me.page.locator(".confirm")).to_be_visible()


def send(me: Visitor) -> None:
    me.press(me.page.locator(".confirm"))


def come_back(me: Visitor, wire: Wire) -> None:
    wire.mend()
    with contextlib.suppress(Impatience):  # it may come back by itself just now
        me.button("Try now").click(timeout=300)
    me.page.get_by_text("Connected again.").wait_for()


def agree_with_the_ledger(server: Any, table: str, people: list[Visitor]) -> None:
    """All pages tell what is written down, as their seats may read it; each decision counts once."""
    book = ledger(server.database, table)
    for seat, who in enumerate(people):
        told = book["told"][seat if seat < 2 else -1]
        end = time.monotonic() + PATIENCE
        while who.log() != told and time.monotonic() < end:
            who.page.keyboard.press("Shift")
            who.page.wait_for_timeout(50)
        assert who.log() == told
    public = [[PRIVATE.sub("…", line) for line in who.log()] for who in people]
    assert all(lines == public[0] for lines in public)
    for seat, who in enumerate(people[:2]):
        ids = list(dict.fromkeys(id for decider, _, id in book["decided"] if decider == seat))
        assert ids == who.plays(), "a decision is lost or counted twice"
        sent = {message["id"]: message["moves"] for message in who.sent if message["type"] == "play"}
        for id, moves in sent.items():
            assert [move for _, move, its in book["decided"] if its == id] == moves


def test_two_browsers_and_a_watcher(
    server: Any, visit: Any, wire: Wire, excused: list[str], shot: Shot
) -> None:
    excused.append(BROKEN)
    anna, berta, carl = Visitor(visit(), luck=5), Visitor(visit("desktop", wire), luck=6), Visitor(visit())
    call_me(anna, "Anna")
    path = path_of(anna.set_up("Rheinländer", ["me", "open", "greedy"]))
    link = anna.page.get_by_label("Link to this table")
    expect(link).to_have_value(anna.page.url)
    shot(anna.page, "waiting-desktop")
    sit_down(berta, path, "Berta")
    expect(anna.page.get_by_role("log")).to_contain_text("Berta takes a seat.")

    # Somebody watches: without a hand, and everybody knows.
    carl.page.goto(path)
    expect(carl.prompt).to_contain_text("You are watching.")
    expect(carl.page.locator("[data-thing^='space:']").first).to_be_attached()
    expect(carl.page.locator("[data-hand-card]")).to_have_count(0)
    for who in (anna, berta, carl):
        expect(who.page.get_by_title("1 watching")).to_be_visible()

    # Berta reloads in the middle of her turn: the draft is gone, her turn is not.
    play_until_turn_of(berta, anna, least=2)
    draft(berta)
    held = hand(berta)
    berta.page.reload()
    assert berta.wait(lambda: hand(berta) == held)
    expect(berta.button("Confirm")).to_have_count(0)
    berta.turn()

    # Berta loses the network, and Anna plays meanwhile.
    play_until_turn_of(anna, berta)
    wire.cut()
    expect(berta.page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    expect(anna.page.get_by_title("is away")).to_be_visible()
    shot(berta.page, "connection-lost-desktop")
    anna.turn()
    come_back(berta, wire)
    expect(anna.page.get_by_title("is here")).to_be_visible()
    berta.sight()

    # Berta's decision is lost on its way: it is sent again when the wire is mended.
    draft(berta)
    wire.lose(TO_SERVER)
    send(berta)
    wire.cut()
    expect(berta.page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    come_back(berta, wire)
    play_until_turn_of(berta, anna)

    # Her decision arrives, but not the answer: it is sent again all the same, and counts once.
    draft(berta)
    wire.lose(TO_BROWSER)
    told = len(anna.log())
    send(berta)
    expect(anna.page.get_by_role("log").locator(".line").nth(told)).to_be_attached()
    wire.cut()
    expect(berta.page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    come_back(berta, wire)
    resent = [message["id"] for message in berta.sent if message["type"] == "play"]
    assert len(resent) > len(set(resent))

    # Anna would like to take a turn back: Berta agrees, and another time she does not.
    play_until_turn_of(anna, berta)
    anna.turn()
    anna.press(anna.button("Ask to take back"))
    expect(berta.page.get_by_role("alert")).to_contain_text("Anna asks to take a turn back.")
    expect(anna.page.get_by_role("alert")).to_contain_text("Waiting for Berta.")
    shot(berta.page, "consent-desktop")
    berta.press(berta.button("Yes, take it back"))
    for who in (anna, berta, carl):
        expect(who.page.get_by_role("log")).to_contain_text("Anna takes a turn back.")
    assert whose_turn(anna, berta) is anna
    anna.turn()
    anna.press(anna.button("Ask to take back"))
    berta.press(berta.button("No"))
    expect(anna.page.get_by_role("log")).to_contain_text("Berta would rather not: the turn stays.")
    expect(anna.page.get_by_role("alert")).to_have_count(0)
    assert whose_turn(anna, berta) is berta
    berta.turn()
    whose_turn(anna)
    agree_with_the_ledger(server, path.removeprefix("/t/"), [anna, berta, carl])


def test_rival_kings_for_two(server: Any, visit: Any, shot: Shot) -> None:
    anna, berta = Visitor(visit(), luck=7), Visitor(visit(), luck=8)
    call_me(anna, "Anna")
    path = path_of(anna.set_up("Rival Kings", ["me", "open"]))
    sit_down(berta, path, "Berta")

    # A choice is locked, and changed before the other has chosen.
    first, second, *_ = [t for t in anna.sight()["may"] if t.startswith("character:")]
    assert anna.point(first)
    anna.press(anna.button("Confirm"))
    expect(anna.prompt).to_contain_text("locked. You can change it until all have chosen.")
    expect(berta.page.get_by_title("Anna has chosen")).to_be_visible()
    expect(anna.thing(first)).to_have_attribute("aria-label", re.compile("your choice$"))
    assert anna.point(second)
    anna.press(anna.button("Confirm"))
    expect(anna.thing(second)).to_have_attribute("aria-label", re.compile("your choice$"))
    expect(anna.thing(first)).not_to_have_attribute("aria-label", re.compile("your choice$"))
    expect(anna.prompt).to_contain_text("locked. You can change it until all have chosen.")
    title, rank = re.split(", rank |, ", anna.thing(second).get_attribute("aria-label") or "")[:2]
    shot(anna.page, "rival-kings-locked-desktop")

    # One reveal: the second choice is what counts.
    berta.turn()
    expect(berta.page.get_by_label(f"Anna: {title}, rank {rank}")).to_be_visible()
    for _ in range(8):
        whose_turn(anna, berta).turn()
    whose_turn(anna, berta)
    book = ledger(server.database, path.removeprefix("/t/"))
    assert [move for seat, move, _ in book["decided"] if seat == 0][:2] == [
        f"play {first.removeprefix('character:')}",
        f"play {second.removeprefix('character:')}",
    ]
    agree_with_the_ledger(server, path.removeprefix("/t/"), [anna, berta])


def test_a_seat_left_alone(own_server: Any, visit: Any) -> None:
    """Nobody waits long in this house: a program plays on, until the owner returns."""
    anna, berta = (
        Visitor(visit("desktop", own_server), luck=9),
        Visitor(visit("desktop", own_server), luck=10),
    )
    call_me(anna, "Anna")
    path = path_of(anna.set_up("Rival Kings", ["me", "open"]))
    sit_down(berta, path, "Berta")
    berta.turn()
    anna.sight()
    berta.page.close()
    expect(anna.page.get_by_title("is away").first).to_be_visible()
    log = anna.page.get_by_role("log")
    end = time.monotonic() + PATIENCE
    while "Berta is away: a program" not in (log.text_content() or ""):
        if anna.is_asked():  # sooner or later it is Berta's turn
            anna.turn()
        anna.page.wait_for_timeout(50)
        assert time.monotonic() < end
    panel = anna.page.locator("aside").filter(has=log).get_by_role("listitem").filter(has_text="Berta")
    expect(panel).to_contain_text("plays on for Berta")
    anna.turn()

    berta = Visitor(berta.page.context.new_page(), luck=11)
    berta.page.goto(path)
    expect(log).to_contain_text("Berta is back and plays on.")
    expect(panel).not_to_contain_text("plays on for Berta")
    expect(anna.page.get_by_title("is here").first).to_be_visible()
    for _ in range(30):
        if berta.plays():
            break
        whose_turn(anna, berta).turn()
    assert berta.plays()
