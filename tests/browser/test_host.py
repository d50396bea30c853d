"""The host's page: it needs its key, shows what goes on, and what is done there reaches everybody."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from ..command import process
from .visitor import Visitor


def link_of(server: Any) -> str:
    """What `palatine host link` prints: it finds the server by itself."""
    done = process("host", "link", "--database", server.database)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def open_table(visitor: Visitor, name: str, *seats: dict[str, str]) -> str:
    """A table of somebody who has told a name; they are there."""
    request = visitor.page.context.request
    request.get("/api/me")
    request.put("/api/me", data={"name": name})
    table = request.post("/api/tables", data={"game": "rivalkings", "seats": seats}).json()["id"]
    visitor.page.goto(f"/t/{table}")
    return str(table)


def test_without_the_key_the_page_says_what_to_do(
    server: Any, visit: Any, shot: Any, excused: list[str]
) -> None:
    excused.append("403")
    me = Visitor(visit("phone"))
    me.page.goto("/host")
    expect(me.page.get_by_text("palatine host link")).to_be_visible()
    shot(me.page, "host-shut-phone")
    me.page.goto("/host#wrong")
    expect(me.page.get_by_text("has been used already, or is too old")).to_be_visible()
    assert "wrong" not in me.page.url


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_table_is_closed_and_those_who_play_read_why(server: Any, visit: Any, shot: Any, size: str) -> None:
    anna, host = Visitor(visit()), Visitor(visit(size), touch=size == "phone")
    table = open_table(anna, "Anna", {"kind": "me"}, {"kind": "program", "level": "random"})
    anna.sight()
    host.page.goto(link_of(server))
    expect(host.page.get_by_role("heading", name="The house")).to_be_visible()
    assert host.page.url.endswith("/host")
    shot(host.page, f"host-{size}")
    assert not host.cramped
    host.press(host.page.get_by_role("button", name=f"Close Rival Kings, {table}"))
    host.page.get_by_label("Why, if you like").fill("The club closes at ten.")
    shot(host.page, f"host-closing-{size}")
    host.press(host.page.get_by_role("button", name="Close the table"))
    expect(host.page.get_by_role("button", name=f"Close Rival Kings, {table}")).to_have_count(0)
    closed = anna.page.get_by_role("alertdialog", name="The table is closed")
    expect(closed).to_contain_text("The club closes at ten.")
    shot(anna.page, f"closed-by-host-{size}")


def test_who_is_banned_reads_it_and_comes_back_when_it_is_lifted(
    own_server: Any, visit: Any, shot: Any, excused: list[str]
) -> None:
    excused.append("403")
    bert, host = Visitor(visit("phone", own_server)), Visitor(visit("desktop", own_server))
    open_table(bert, "Bert", {"kind": "me"}, {"kind": "open"})
    expect(bert.page.get_by_text(re.compile("link", re.I)).first).to_be_visible()
    host.page.goto(link_of(own_server))
    host.press(host.page.get_by_role("button", name="Ban Bert"))
    host.page.get_by_label("Why, if you like").fill("Cool down.")
    shot(host.page, "host-banning")
    host.press(host.page.get_by_role("button", name="Ban", exact=True).last)
    expect(bert.page.get_by_role("heading", name="The door is shut")).to_be_visible()
    expect(bert.page.get_by_text("Cool down.")).to_be_visible()
    shot(bert.page, "banned-phone")
    host.press(host.page.get_by_role("button", name="Lift the ban of Bert"))
    host.press(host.page.get_by_role("button", name="Lift the ban", exact=True))
    expect(host.page.get_by_text("Nobody is banned.")).to_be_visible()
    bert.page.reload()
    expect(bert.page.get_by_role("heading", name="The door is shut")).to_have_count(0)
    expect(bert.page.get_by_text("Bert").first).to_be_visible()
    host.press(host.page.get_by_role("button", name="Lock"))
    expect(host.page.get_by_text("palatine host link")).to_be_visible()
