"""Games at all sizes and in both themes: whatever has words can be read, and whatever is pressed can be hit.

One game of each kind is played with fingers and one with a mouse; before each decision the window is another
one, and the table is looked at before and after it.
"""

from __future__ import annotations

from itertools import cycle
from typing import Any, Literal

import pytest
from playwright.sync_api import Page

from .test_troubles import open_table
from .visitor import TWO_FRAMES, Visitor

FINGER, MOUSE = 44, 32  # pixels that a target needs
MOST = 44  # decisions: a game has all that it has by then, and each window was there in both themes

Size = tuple[int, int]
Theme = Literal["light", "dark"]
TOUCHED: list[Size] = [(390, 844), (640, 400), (820, 1180), (1024, 768)]
CLICKED: list[Size] = [(1440, 900), (1024, 768)]
THEMES: list[Theme] = ["light", "dark"]

# What is meant to be so, by its reason; nothing else is.
MEANT = {
    # Lists that are scrolled: what has left them at an edge comes back.
    "scrolled": ".log, .book, dialog",
    # Words for those who listen, and drawings with letters in them.
    "unseen": ".silent, .undo, svg, [inert]",
    # What flies over the board and is gone; and the court, which lays out its own pieces.
    "elsewhere": ".flight, .rk",
    # What lies over the board for a moment: what the bar has to say, a hand on a phone, a close look.
    "over": ".bar, .hand, .detail, .cloth, .health, [popover]",
    # Words within a sentence and lines of a list; and spaces of a map, which is drawn closer.
    "small": ".notice button, .said, .rule, .more, [data-space]",
}

LOOK = """([meant, least]) => {
  if (document.querySelector('dialog[open]')) return null; // what lies under it is not to be read
  const found = new Set();
  const tell = (what, element, text = element.textContent) => {
    const names = [];
    for (let e = element; e && names.length < 4; e = e.parentElement)
      names.push([e.localName, ...e.classList].filter((name) => !name.startsWith('svelte-')).join('.'));
    found.add(`${what}: ${JSON.stringify(text.trim().slice(0, 40))} in ${names.join(' < ')}`);
  };
  const shown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const opaque = (element) => {
    const [, , , alpha = '1'] = getComputedStyle(element).backgroundColor.match(/[\\d.]+/g) ?? [];
    return Number(alpha) > 0.5;
  };

  // What hides a part of an element's box at these edges: the page, or what it is cut off by.
  const cutter = (element, { left, right, top, bottom, height }) => {
    const slack = height / 4; // lines are set closer than letters are high
    if (left < -1 || right > innerWidth + 1) return document.body;
    if (top < -slack || bottom > innerHeight + slack) return document.body;
    for (let e = element; e && e !== document.body; e = e.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(e);
      const box = e.getBoundingClientRect();
      if (overflowX !== 'visible' && (left < box.left - 1 || right > box.right + 1)) return e;
      if (overflowY !== 'visible' && (top < box.top - slack || bottom > box.bottom + slack)) return e;
    }
    return null;
  };
  // What is painted over the middle of its box.
  const cover = (element, { left, top, width, height }) => {
    if (getComputedStyle(element).pointerEvents === 'none') return null; // then what is on top cannot be told
    const on = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!on || element.contains(on) || on.closest(meant.over)) return null;
    for (let e = on; e && !e.contains(element); e = e.parentElement) if (opaque(e)) return on;
    return null;
  };

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || !shown(element)) continue;
    if (element.closest(`${meant.unseen}, ${meant.elsewhere}, ${meant.scrolled}`)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      if (box.width < 1 || box.height < 1) continue;
      const [by, under] = [cutter(element, box), cover(element, box)];
      if (by) tell(`cut by ${by.className || by.localName}`, element, node.data);
      else if (under) tell(`covered by ${under.className || under.localName}`, element, node.data);
    }
  }

  for (const element of document.querySelectorAll('button, a[href], input, select, summary, [role=button]')) {
    if (!shown(element) || element.disabled) continue;
    if (element.closest(`${meant.small}, ${meant.elsewhere}, [inert]`)) continue;
    const { width, height } = element.getBoundingClientRect();
    if (width >= 1 && height >= 1 && Math.min(width, height) < least - 0.5)
      tell(`${width.toFixed()} × ${height.toFixed()} pixels`, element);
  }
  const { x, y, width, height } = document.querySelector('main.area').getBoundingClientRect();
  return { found: [...found], board: [x, y, width, height].map(Math.round) };
}"""


class Watcher:
    """Looks at a table through one window after the other."""

    def __init__(self, me: Visitor, sizes: list[Size]) -> None:
        self.me, self.page = me, me.page
        self.windows = cycle((size, theme) for theme in THEMES for size in sizes)
        self.size = sizes[0]
        self.boards: dict[Size, list[int]] = {}
        self.wrong: dict[str, Size] = {}  # and where it was seen first

    def next_window(self) -> None:
        self.size, theme = next(self.windows)
        self.page.set_viewport_size({"width": self.size[0], "height": self.size[1]})
        self.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        self.page.wait_for_function(TWO_FRAMES)

    def look(self) -> None:
        look = self.page.evaluate(LOOK, [MEANT, FINGER if self.me.touch else MOUSE])
        if look is None:
            return
        for wrong in look["found"]:
            self.wrong.setdefault(wrong, self.size)
        board = self.boards.setdefault(self.size, look["board"])
        if board != look["board"]:
            self.wrong.setdefault(f"the board was at {board} and is at {look['board']}", self.size)


@pytest.mark.parametrize("touch", [True, False], ids=["touched", "clicked"])
@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
def test_nothing_is_cut_or_covered(visit: Any, shot: Any, game: str, touch: bool) -> None:
    page: Page = visit("phone" if touch else "desktop", reduced_motion="reduce")
    me = Visitor(page, touch=touch, luck=31)
    page.goto(open_table(page, game, "me", "greedy", "greedy"))
    me.sight()
    watcher = Watcher(me, TOUCHED if touch else CLICKED)
    for n in range(MOST):
        watcher.next_window()
        sight = me.sight()
        if sight["over"]:
            break
        watcher.look()
        shot(page, f"cut-{game}-{watcher.size[0]}-{n:03}")
        me.decide(sight)
        watcher.look()
    wrong = sorted(f"{size[0]} × {size[1]}: {what}" for what, size in watcher.wrong.items())
    assert not wrong, "\n".join(["", *wrong])
