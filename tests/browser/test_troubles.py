"""Errors and emptiness: each page says what is the case, and what to do."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from .visitor import Visitor

Shot = Callable[[Page, str], None]
LOST = r"WebSocket connection to|Failed to load resource"


def hear(page: Page, change: Callable[[dict[str, Any]], dict[str, Any] | None]) -> None:
    """Change what a page hears from the server; none is not heard at all."""

    def route(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            changed = change(json.loads(text))
            if changed is not None:
                socket.send(json.dumps(changed))

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/socket$"), route)


def open_table(page: Page, game: str, *seats: str) -> str:
    """Open a table as the lobby does; its path."""
    plans = [{"kind": s} if s in ("me", "open") else {"kind": "program", "level": s} for s in seats]
    page.request.get("/api/me")
    answer = page.request.post("/api/tables", data={"game": game, "seats": plans})
    assert answer.ok, answer.text()
    return f"/t/{answer.json()['id']}"


def test_unknown_table(desktop: Page, excused: list[str], shot: Shot) -> None:
    excused.append("404")
    desktop.goto("/t/nowhere")
    expect(desktop.get_by_role("heading", name="There is no such table")).to_be_visible()
    shot(desktop, "unknown-table-desktop")
    desktop.get_by_role("link", name="Go to the lobby").click()
    expect(desktop.get_by_role("button", name="Play now").first).to_be_visible()


def test_unknown_address(desktop: Page) -> None:
    desktop.goto("/somewhere/else")
    expect(desktop.get_by_role("heading", name="There is nothing here")).to_be_visible()
    expect(desktop.get_by_role("link", name="Go to the lobby")).to_be_visible()


def test_full_table(visit: Any, excused: list[str]) -> None:
    """Somebody else was quicker, and this page has not heard of it yet: one may watch."""
    excused.append("409")
    host, quick, late = visit(), visit(), visit()
    path = open_table(host, "rivalkings", "me", "open")
    hear(late, lambda message: message if message["type"] == "snapshot" else None)
    for page in (late, quick):
        page.goto(path)
        expect(page.get_by_role("button", name="Sit down")).to_be_visible()
    quick.get_by_role("button", name="Sit down").click()
    expect(quick.locator(".bar .prompt")).to_be_visible()
    late.get_by_role("button", name="Sit down").click()
    expect(late.get_by_role("alert")).to_have_text("All seats are taken now. You can stay and watch.")
    # Whoever comes when all seats are taken watches.
    another = visit()
    another.goto(path)
    expect(another.locator(".bar .prompt")).to_contain_text("You are watching.")
    expect(another.get_by_label("Your hand")).to_have_count(0)


def test_no_games_yet(desktop: Page) -> None:
    desktop.goto("/")
    expect(desktop.get_by_text("No games yet.")).to_be_visible()
    expect(desktop.get_by_role("heading", name="Open tables")).to_be_visible()


def test_the_server_stops_and_starts_again(
    own_server: Any, visit: Any, excused: list[str], shot: Shot
) -> None:
    excused.append(LOST)
    me, lobby = Visitor(visit("desktop", own_server), luck=12), Visitor(visit("phone", own_server))
    lobby.open_lobby()
    me.play_now("Rheinländer")
    for _ in range(3):
        me.turn()
    me.sight()
    told, address = me.log(), me.page.url

    own_server.stop()
    expect(
        me.page.get_by_text("The server restarts; the table comes back by itself in a moment.")
    ).to_be_visible()
    shot(me.page, "server-stopped-desktop")
    lobby.page.evaluate("window.dispatchEvent(new Event('focus'))")  # somebody looks again
    expect(lobby.page.get_by_role("alert")).to_contain_text("Palatine cannot be reached.")
    shot(lobby.page, "server-stopped-phone")

    own_server.start()
    expect(me.page.get_by_text("Connected again.")).to_be_visible()
    me.sight()
    assert me.log() == told
    for _ in range(2):
        me.turn()
    me.sight()
    assert me.log()[: len(told)] == told
    lobby.page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(lobby.page.get_by_role("alert")).to_have_count(0)

    # One's games are still there, in another window too.
    again = me.page.context.new_page()
    again.goto("/")
    mine = again.get_by_role("link").filter(has_text="Your turn")
    expect(mine).to_contain_text("Rheinländer")
    mine.click()
    again.wait_for_url(address)


# The files of other pages come when a page has all of its own.
REST_IS_THERE = "() => performance.getEntriesByName('all-files').length > 0"


def test_a_server_that_cannot_be_reached(own_server: Any, visit: Any, excused: list[str]) -> None:
    """The page is there, but the table does not come: it says so, and keeps trying."""
    excused.append(LOST)
    page = visit("desktop", own_server)
    path = open_table(page, "rivalkings", "me", "greedy")
    page.goto("/")
    expect(page.get_by_role("link").filter(has_text="Your turn")).to_be_visible()
    page.wait_for_function(REST_IS_THERE)
    own_server.kill()
    page.get_by_role("link").filter(has_text="Your turn").click()
    expect(page.get_by_role("heading", name="The table cannot be reached")).to_be_visible()
    own_server.start()
    page.get_by_role("button", name="Try now").click()
    expect(page.locator(".bar .prompt")).to_be_visible()
    assert page.url.endswith(path)


def test_a_page_that_cannot_be_reached(desktop: Page, excused: list[str]) -> None:
    """Its files have not come yet when the server goes: it says so, and what to do."""
    excused.append(LOST + "|dynamically imported|Unable to preload")
    gone: list[str] = []
    desktop.route("**/assets/ReplayPage*", lambda route: route.abort())
    desktop.route("**/health", lambda route: route.abort() if not gone else route.continue_())
    desktop.goto("/g/none")
    expect(desktop.get_by_role("heading", name="This page cannot be reached")).to_be_visible()
    gone.append("no more")
    desktop.get_by_role("button", name="Try again").click()
    expect(desktop.get_by_role("heading", name="This page could not be loaded")).to_be_visible()
    desktop.unroute_all()
    desktop.get_by_role("button", name="Reload").click()
    expect(desktop.get_by_role("heading", name="This page could not be loaded")).to_have_count(0)


def test_an_old_page_after_an_update(desktop: Page, shot: Shot) -> None:
    path = open_table(desktop, "rivalkings", "me", "greedy")
    hear(
        desktop, lambda message: {**message, **({"build": "newer"} if message["type"] == "snapshot" else {})}
    )
    desktop.goto(path)
    expect(desktop.get_by_text("Palatine was updated.")).to_be_visible()
    shot(desktop, "updated-desktop")
    # The game can be finished as it is; reloading gets the new page.
    with desktop.expect_navigation():
        desktop.get_by_role("button", name="Reload").click()
    expect(desktop.locator(".bar .prompt")).to_be_visible()


# -- Weight ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["lobby", "rheinlander", "rivalkings"])
def test_weight(desktop: Page, what: str) -> None:
    """What a page loads, compressed and without fonts, is less than 200 kB."""
    path = "/"
    if what != "lobby":
        path = open_table(desktop, what, "me", "greedy", "greedy")
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    session = desktop.context.new_cdp_session(desktop)
    session.send("Network.enable")
    session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
    session.on(
        "Network.loadingFinished",
        lambda event: sizes.update({event["requestId"]: int(event["encodedDataLength"])}),
    )
    desktop.goto(path, wait_until="networkidle")
    if what == "lobby":
        expect(desktop.locator(".fan svg").first).to_be_visible()
        expect(desktop.locator("svg.map path").first).to_be_attached()
    else:
        Visitor(desktop).sight()
    assert "Document" in kinds.values()
    assert "Script" in kinds.values()
    total = sum(size for id, size in sizes.items() if kinds.get(id) not in ("Font", "WebSocket"))
    print(f"{what}: {total / 1000:.0f} kB")
    assert 20_000 < total < 200_000
