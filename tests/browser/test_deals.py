"""Deals that nobody can choose: browsers add to them by themselves, and can prove it after the game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from palatine.core.match import replayed
from palatine.core.record import Record, parse_record

from .conftest import Server, opened
from .test_end import FITS, ended, result_of
from .visitor import Visitor

Shot = Callable[[Page, str], None]

# What a browser draws for a deal, and for nothing else, so that a test depends on nobody's luck.
FIXED = """(byte) => {
  const draw = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (bytes) => (bytes.length === 32 ? bytes.fill(byte) : draw(bytes));
}"""


@pytest.fixture(scope="module")
def adding(tmp_path_factory: pytest.TempPathFactory, named: Path) -> Iterator[Server]:
    """A house where browsers add to what is dealt."""
    yield from opened(tmp_path_factory.mktemp("adding"), named, adding=True)


def come(visit: Any, server: Server, byte: int, size: str = "desktop", **options: Any) -> Visitor:
    """A visitor who adds always the same."""
    page = visit(size, server, **options)
    page.context.add_init_script(f"({FIXED})({byte})")
    return Visitor(page, touch=size == "phone", luck=byte)


def record_of(me: Visitor) -> Record:
    answer = me.page.request.get(me.page.url.replace("/t/", "/api/tables/") + "/record")
    assert answer.ok, answer.text()
    record = parse_record(answer.body())
    replayed(record)  # else it raises
    return record


def added_to(record: Record) -> dict[int, bytes]:
    assert record.header.deal is not None
    return record.header.deal.added


def checked(me: Visitor, result: Locator) -> list[str]:
    """What the check has found, with its verdicts."""
    me.press(result.get_by_role("button", name="Verify"))
    found = result.locator("section").filter(has_text="came from a seed").get_by_role("listitem")
    expect(found).not_to_have_count(0)
    return found.all_inner_texts()


def answers(me: Visitor) -> list[str]:
    """What this page has told for deals, in its order."""
    return [message["type"] for message in me.sent if message["type"] in ("promise", "reveal")]


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_what_a_browser_adds_is_in_the_deal_and_is_found_there(
    adding: Server, visit: Any, shot: Shot, size: str
) -> None:
    me = come(visit, adding, 7, size)
    me.set_up("Rival Kings", ["me", "greedy"])
    result = ended(me, 7)
    assert added_to(record_of(me)) == {0: b"\7" * 32}
    found = checked(me, result)
    assert len(found) == 7
    assert all(text.startswith("Yes.") for text in found), found
    assert "What this browser added is in the seed: nobody else could choose it." in found[4]
    me.press(result.locator("summary"))
    expect(result.locator("details")).to_contain_text("07" * 32)
    assert result.evaluate(FITS), "the sheet has to be moved sideways"
    me.check_page()
    result.locator("details").scroll_into_view_if_needed()
    shot(me.page, f"deal-{size}")
    assert not me.cramped

    # The same stands in the replay.
    address = me.page.url
    me.press(result.get_by_role("link", name="Watch the replay"))
    me.press(me.button("Menu"))
    me.press(me.button("A fair deal"))
    sheet = me.page.get_by_role("dialog", name="A fair deal")
    assert checked(me, sheet) == found
    assert sheet.evaluate(FITS), "the sheet has to be moved sideways"
    shot(me.page, f"deal-replay-{size}")
    me.page.go_back()

    # A second game is dealt by the same browser, anew.
    me.press(result.get_by_role("button", name="Rematch"))
    me.page.wait_for_url(lambda url: url != address)
    promised = sha256(b"\7" * 32).hexdigest()
    assert me.wait(lambda: [m["promise"] for m in me.sent if m["type"] == "promise"] == [promised] * 2)


def test_two_browsers_add_to_one_deal(adding: Server, visit: Any) -> None:
    me, other = come(visit, adding, 1), come(visit, adding, 2, "phone")
    address = me.set_up("Rival Kings", ["me", "open", "greedy"])
    other.page.goto(address)
    other.press(other.button("Sit down"))
    expect(me.prompt).to_be_visible()
    expect(other.prompt).to_be_visible()
    for visitor in (me, other):
        assert answers(visitor) == ["promise", "reveal"]
    deal = me.page.request.get(address.replace("/t/", "/api/tables/")).json()["deal"]
    promised = [sha256(bytes([byte] * 32)).hexdigest() for byte in (1, 2)]
    assert [each["promise"] for each in deal["promises"]] == promised


def test_the_page_says_who_is_waited_for(adding: Server, visit: Any, shot: Shot) -> None:
    """Somebody has sat down whose page is not open, and gets up again."""
    me, gone = come(visit, adding, 3, "phone"), come(visit, adding, 4)
    table = me.set_up("Rival Kings", ["me", "open"]).replace("/t/", "/api/tables/")
    assert gone.page.request.get("/api/me").ok
    assert gone.page.request.post(f"{table}/join", data={"adds": True}).ok
    expect(
        me.page.get_by_text(re.compile("Waiting for what the browser of .* adds to the deal"))
    ).to_be_visible()
    shot(me.page, "deal-waiting")
    me.check_page()
    assert gone.page.request.post(f"{table}/leave").ok
    expect(me.prompt).to_be_visible()
    assert "reveal" in [message["type"] for message in me.sent]


def test_a_page_that_is_loaded_again_tells_what_it_has_promised(adding: Server, visit: Any) -> None:
    me, other = come(visit, adding, 5), come(visit, adding, 6)
    address = me.set_up("Rival Kings", ["me", "open"])
    assert me.wait(lambda: any(message["type"] == "promise" for message in me.sent))
    me.page.reload()
    other.page.goto(address)
    other.press(other.button("Sit down"))
    expect(me.prompt).to_be_visible()
    expect(other.prompt).to_be_visible()
    for visitor in (me, other):
        assert answers(visitor) == ["promise", "reveal"]


def test_a_server_that_leaves_out_what_it_has_taken_is_found_out(adding: Server, visit: Any) -> None:
    """The record that it gives out fits in itself, and is not of the deal that this browser was part of."""
    me = come(visit, adding, 8)
    me.set_up("Rival Kings", ["me", "greedy"])
    ended(me, 8)
    text = record_of(me).text().splitlines()
    header = json.loads(text[0])
    header["seed"], header["commitment"] = header["deal"]["secret"], header["deal"]["commitment"]
    del header["deal"]
    forged = "\n".join([json.dumps(header), *text[1:]])
    me.page.route("**/api/replays/*/record", lambda route: route.fulfill(body=forged))
    me.page.reload()
    result = result_of(me)
    found = checked(me, result)
    [no] = [line for line in found if line.startswith("No.")]
    assert "not in the seed, though the server had taken it" in no
