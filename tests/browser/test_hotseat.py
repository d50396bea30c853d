"""People who share a device: they pass it on, and nobody finds what another holds."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from websockets.sync.client import connect

from .hurry import cookie_of, heard, whole
from .visitor import Visitor

# What only one of them may see: cards in hand, and characters that are laid down in secret.
PRIVATE = "[data-hand-card], [data-thing^='card:'], [data-at^='hand:'], .hand, .bar"


class Sharers(Visitor):
    """Several people at one page; everything that the server tells them is kept."""

    def __init__(self, page: Page, touch: bool = False, luck: int = 0) -> None:
        self.heard: list[dict[str, Any]] = []
        super().__init__(page, touch, luck)
        page.on("websocket", lambda socket: socket.on("framereceived", self._keep))

    def _keep(self, frame: str | bytes) -> None:
        self.heard.append(json.loads(frame))

    @property
    def curtain(self) -> Locator:
        return self.page.get_by_role("region", name=re.compile("^Pass the device to"))

    @property
    def called(self) -> str:
        """Who is called to the device."""
        button = self.curtain.get_by_role("button", name=re.compile("^I am "))
        return (button.text_content() or "").removeprefix("I am ")

    def closed(self) -> str:
        """The curtain is closed: who is called, with nothing of any hand on the page."""
        expect(self.curtain).to_be_visible()
        button = self.button(f"I am {self.called}")
        expect(button).to_be_focused()
        expect(self.page).to_have_title(re.compile(f"^{self.called}’s turn"))
        assert self.page.locator(PRIVATE).count() == 0
        sat = [message["seat"] for message in self.sent if message["type"] == "select_seat"]
        assert not sat or sat[-1] is None
        return self.called

    def open(self, key: str | None = None) -> None:
        """Whoever is called takes the device, by a click or a key."""
        name = self.closed()
        if key:
            self.page.keyboard.press(key)
        else:
            self.press(self.button(f"I am {name}"))
        expect(self.page.locator(".hand button").first).to_be_visible()
        expect(self.page).to_have_title(re.compile("^Your turn"))

    def act(self) -> None:
        """Decide until somebody else is called."""

        def called() -> bool:
            if not self.curtain.is_visible() and self.is_asked():
                self.turn()
            return self.curtain.is_visible()

        assert self.wait(called), "nobody is called"

    def nothing_leaked(self) -> None:
        """Whatever was told shows the hand of the one whose eyes were open, and no other."""
        told = [m for m in whole(self.heard) if m["shown"]]
        eyes = {m["table"]["you"] for m in told}
        assert None in eyes
        assert eyes & {0, 1}
        for message in told:
            you, shown = message["table"]["you"], message["shown"]
            hands = shown.get("hands") or [player["hand"] for player in shown["players"]]
            assert [seat for seat, hand in enumerate(hands) if hand is not None] == (
                [] if you is None else [you]
            )
            assert message["ask"] is None or you is not None
            if shown.get("phase") == "choose":
                chosen = [seat for seat, player in enumerate(shown["players"]) if player["character"]]
                assert set(chosen) <= {you}


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_rheinlander_at_one_device(server: Any, visit: Any, shot: Any, size: str) -> None:
    us = Sharers(visit(size), touch=size == "phone", luck=3)
    us.page.context.request.put("/api/me", data={"name": "Anna"})
    us.set_up("Rheinländer", ["me", "here:Ben", "beginner"])
    called = []
    for turn in range(4):
        called.append(us.closed())
        if turn == 2:
            expect(us.curtain.get_by_role("heading", name=f"Since {called[-1]}’s last turn")).to_be_visible()
            shot(us.page, f"hot-seat-curtain-{size}")
        us.open()
        us.act()
    assert called in (["Anna", "Ben"] * 2, ["Ben", "Anna"] * 2)
    us.nothing_leaked()
    assert not us.cramped


def test_whoever_has_passed_it_on_can_have_it_back_and_take_the_turn_back(server: Any, visit: Any) -> None:
    us = Sharers(visit(), luck=5)
    us.page.context.request.put("/api/me", data={"name": "Anna"})
    us.set_up("Rheinländer", ["me", "here:Ben", "beginner"])
    first = us.closed()
    us.open("Enter")
    us.act()
    second = us.closed()
    us.press(us.button(f"{first}, once more"))
    expect(us.page.get_by_text(f"{first} looks at the hand, out of turn.")).to_be_visible()
    us.page.wait_for_timeout(1500)
    us.press(us.button(f"Pass on to {second}"))
    us.closed()
    us.press(us.button(f"{first}, once more"))
    us.press(us.button(re.compile("^(Undo|Ask to take back)$")))
    expect(us.page).to_have_title(re.compile("^Your turn"))
    us.turn()
    us.act()
    assert us.closed() == second
    us.page.reload()  # nobody's eyes are open for who comes in by the door
    assert us.closed() == second
    us.nothing_leaked()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_rival_kings_at_one_device(server: Any, visit: Any, shot: Any, size: str) -> None:
    us = Sharers(visit(size), touch=size == "phone", luck=7)
    us.page.context.request.put("/api/me", data={"name": "Anna"})
    us.set_up("Rival Kings", ["me", "here:Ben"])
    assert us.closed() == "Anna"  # in the order of seats
    us.open()
    us.act()
    assert us.closed() == "Ben"
    assert us.page.locator("[data-court] use[href^='#character-']").count() == 0
    # Anna thinks better of it: her choice is hers alone to change.
    us.press(us.button("Anna, once more"))
    chosen = us.page.locator(".hand button", has_text="your choice")
    expect(chosen).to_be_visible()
    other = us.page.locator(".hand [data-glow=may]").first
    us.point(str(other.get_attribute("data-thing")))
    us.press(us.button("Confirm"))
    assert us.closed() == "Ben"
    us.open()
    for _ in range(3):
        us.act()
        us.open()
    shot(us.page, f"hot-seat-rival-kings-{size}")
    us.nothing_leaked()
    assert not us.cramped


def play_out(page: Page) -> None:
    """Decide for all who share the device of this page, until the game is over."""
    address, dice = urlsplit(page.url), random.Random(1)
    path = f"ws://{address.netloc}/api/tables/{address.path.rsplit('/', 1)[-1]}/socket"
    with connect(path, additional_headers={"cookie": cookie_of(page)}, max_size=None) as socket:
        for message in whole(heard(socket)):
            table, ask = message["table"], message["ask"]
            if table["status"] == "over":
                return
            if table["you"] not in table["to_act"]:
                socket.send(json.dumps({"type": "select_seat", "seat": table["to_act"][0]}))
            elif ask and message["type"] == "snapshot":
                move = dice.choice(ask["choices"])["move"]
                id = f"{message['number']}-{table['you']}"
                play = {"type": "play", "id": id, "question": ask["question"], "moves": [move]}
                socket.send(json.dumps(play))
            else:
                socket.send(json.dumps({"type": "sync"}))


def test_the_result_is_for_everybody(server: Any, visit: Any) -> None:
    us = Sharers(visit(), luck=9)
    us.page.context.request.put("/api/me", data={"name": "Anna"})
    us.set_up("Rival Kings", ["me", "here:Ben"])
    us.open()
    play_out(us.page)
    assert us.sight()["over"]
    result = us.page.get_by_role("alertdialog", name="The result")
    expect(result).to_contain_text(re.compile("(Anna|Ben).* won"))
    expect(us.curtain).to_have_count(0)
    before = us.page.url
    us.press(result.get_by_role("button", name="Rematch"))
    us.page.wait_for_url(lambda url: url != before)
    assert us.closed() == "Anna"


def test_people_at_one_device_need_names_that_differ(server: Any, visit: Any) -> None:
    us = Sharers(visit())
    us.page.context.request.put("/api/me", data={"name": "Anna"})
    form = us.set_up_form("Rival Kings", 2)
    form.get_by_label("Seat 2").select_option(value="here")
    us.press(form.get_by_role("button", name="Begin"))
    expect(form.get_by_role("alert")).to_have_text("Everybody at this device needs a name.")
    name = form.get_by_label("Name of who plays Gold")
    name.fill("anna")
    us.press(form.get_by_role("button", name="Begin"))
    expect(form.get_by_role("alert")).to_contain_text("their names must differ")
    name.fill("Ben")
    us.press(form.get_by_role("button", name="Begin"))
    us.closed()
    us.set_up_form("Rheinländer", 3)  # where Ben is remembered
    form.get_by_label("Seat 3").select_option(value="here")
    assert form.locator("datalist option").evaluate_all("all => all.map((o) => o.value)") == ["Ben"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_the_others_see_who_shares_a_device(
    server: Any, visit: Any, shot: Any, size: str, scheme: str
) -> None:
    """Those who sit together can talk: the one who does not should know it, before the game and in it."""
    us, cleo = visit(), visit(size, color_scheme=scheme)
    us.context.request.put("/api/me", data={"name": "Anna"})
    cleo.context.request.put("/api/me", data={"name": "Cleo"})
    seats = [{"kind": "me"}, {"kind": "me", "name": "Ben"}, {"kind": "open"}]
    wanted = {"game": "rheinlander", "seats": seats}
    table = us.context.request.post("/api/tables", data=wanted).json()["id"]
    cleo.goto(f"/t/{table}")
    sign = cleo.get_by_title("Anna and Ben play on one device")
    expect(sign).to_have_text(re.compile("with Ben$"))
    shot(cleo, f"shared-device-waiting-{size}-{scheme}")
    cleo.context.request.post(f"/api/tables/{table}/join", data={})
    expect(cleo).to_have_title(re.compile("Rheinländer"))
    if size == "phone":
        cleo.get_by_role("button", name=re.compile("Ben.*: more")).click()
    expect(cleo.get_by_title("Ben and Anna play on one device")).to_be_visible()
    expect(cleo.get_by_title(re.compile("play on one device$"))).to_have_count(2)
    shot(cleo, f"shared-device-{size}-{scheme}")
    us.goto(f"/t/{table}")
    expect(us.get_by_role("button", name=re.compile("^I am |, once more$|’s hand$")).first).to_be_visible()
    expect(us.get_by_title(re.compile("play on one device$"))).to_have_count(0)
