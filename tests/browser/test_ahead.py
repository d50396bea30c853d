"""What a page is told ahead is what it loads: all of it, once, and nothing else before it is of use."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from .test_troubles import open_table

FIRST = re.compile(r"^/(assets/.*\.(js|css)|api/art/.*|api/games/\w+/words/.*)$")  # what a picture is made of
COVER = re.compile(r"^/assets/Cover-")  # in the lobby they come when all else is there


class Loaded:
    """Notes what a page asks for, and whether the browser has fetched something in vain."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self.vain: list[str] = []
        page.on("request", lambda request: self.note(request.url))
        page.on("console", lambda said: self.vain.append(said.text) if "preload" in said.text else None)

    def note(self, url: str) -> None:
        parts = urlsplit(url)
        self.asked.append(parts.path + (f"?{parts.query}" if parts.query else ""))

    @property
    def first(self) -> list[str]:
        """Scripts, style sheets, words and drawings."""
        return [path for path in self.asked if FIRST.match(path)]


def named(page: Page) -> set[str]:
    """What the HTML names: for this light, and not what other pages would need."""
    found: list[str] = page.evaluate(
        """async () => {
          const html = await (await fetch(location.pathname)).text();
          const head = new DOMParser().parseFromString(html, 'text/html').head;
          return [...head.querySelectorAll('script[src], link[crossorigin]')]
            .filter(({ media }) => !media || matchMedia(media).matches)
            .map((element) => element.getAttribute('src') ?? element.getAttribute('href'));
        }"""
    )
    return set(found)


@pytest.mark.parametrize("light", ["light", "dark"])
@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
def test_a_table_loads_what_it_was_told_and_nothing_twice(visit: Any, game: str, light: str) -> None:
    page: Page = visit("phone", color_scheme=light, service_workers="block")
    path = open_table(page, game, "me", "random", "random")
    loaded = Loaded(page)
    page.goto(path)
    expect(page.locator("main [data-thing]").first).to_be_visible()
    first = loaded.first
    assert len(first) == len(set(first))
    assert set(first) == {path for path in named(page) if FIRST.match(path)}
    assert any(f"theme={'night' if light == 'dark' else 'day'}" in path for path in first)
    page.wait_for_timeout(4000)  # the browser complains after three seconds of what was not used
    assert not loaded.vain
    assert len(loaded.first) == len(set(loaded.first))


def test_the_lobby_and_what_leads_nowhere_load_what_they_were_told(visit: Any) -> None:
    for path, there in (("/", "Play now"), ("/somewhere/else", "Go to the lobby")):
        page: Page = visit("phone", service_workers="block")
        loaded = Loaded(page)
        page.goto(path)
        expect(
            page.get_by_role("button", name=there).or_(page.get_by_role("link", name=there)).first
        ).to_be_visible()
        asked = {path for path in loaded.first if path.startswith("/assets/") and not COVER.match(path)}
        assert asked == named(page)


def test_what_was_left_for_later_comes_by_itself(own_server: Any, visit: Any, excused: list[str]) -> None:
    """A page that has come to rest needs no more of its files: the server may go away, or be another one."""
    excused.append(r"Failed to load resource|WebSocket connection to")
    page: Page = visit("desktop", own_server, service_workers="block")
    with page.expect_request(re.compile("/assets/Lobby-")), page.expect_request(re.compile("/assets/Book-")):
        page.goto(open_table(page, "rivalkings", "me", "random"))
    expect(page.locator("main [data-thing]").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    own_server.stop()
    page.get_by_role("link", name="To the lobby").or_(page.get_by_role("link", name="Palatine")).first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text("could not be loaded")).to_have_count(0)
