"""Games that are over, watched again: through every pair of eyes, from a file, played on, thought about."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from .visitor import Visitor

Shot = Callable[[Page, str], None]
GOLDEN = Path(__file__).parent.parent / "golden"
RHEINLANDER = GOLDEN / "rheinlander" / "3-greedy.jsonl"
HELD = ".card, .held"  # a card of an open hand
RIVAL_KINGS = GOLDEN / "rivalkings" / "3-greedy.jsonl"


def decisions(record: Path) -> int:
    return record.read_text("utf-8").count('"move"')


def upload(page: Page, record: Path) -> None:
    """Choose a record in the lobby."""
    page.goto("/")
    expect(page.get_by_role("button", name="Watch a record")).to_be_enabled()
    page.get_by_label("A record to watch").set_input_files(record)


def watch(page: Page, record: Path) -> None:
    """Choose a record in the lobby, and see it begin."""
    upload(page, record)
    page.wait_for_url("**/g/*")
    expect(slider(page)).to_have_attribute("max", str(decisions(record)))
    expect(page.locator("main.area > *").first).to_be_visible()


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Moment of the game")


def at(page: Page, moment: int) -> None:
    """The page shows this moment, and its address says so."""
    expect(slider(page)).to_have_value(str(moment))
    page.wait_for_url(re.compile(rf"/g/\w+{f'#{moment}' if moment else ''}$"))


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def told(page: Page) -> Locator:
    return page.locator(".told > span")


def hand(page: Page) -> list[str]:
    """The cards in hand, as they lie there."""
    return sorted(card.get_attribute("data-thing") or "" for card in page.locator("[data-hand-card]").all())


# -- Watching ------------------------------------------------------------------------------------------


def test_a_game_is_watched_step_by_step(desktop: Page, shot: Shot) -> None:
    last = decisions(RHEINLANDER)
    watch(desktop, RHEINLANDER)
    expect(desktop).to_have_title(re.compile("^Replay"))
    at(desktop, 0)
    expect(told(desktop)).to_have_text("Before the first decision.")
    press(desktop, "One decision on")
    at(desktop, 1)
    expect(told(desktop)).to_contain_text("plays card")
    expect(slider(desktop)).to_have_attribute("aria-valuetext", re.compile(f"^After decision 1 of {last}"))
    press(desktop, "The next turn")
    at(desktop, 2)
    press(desktop, "To the end")
    at(desktop, last)
    expect(desktop.get_by_role("button", name="One decision on")).to_be_disabled()
    expect(desktop.get_by_role("button", name="Play on from here")).to_be_disabled()
    shot(desktop, "replay-rheinlander-desktop-end")
    slider(desktop).fill("40")
    at(desktop, 40)
    shot(desktop, "replay-rheinlander-desktop")

    desktop.reload()  # the link leads to the same moment
    at(desktop, 40)
    line = desktop.locator("button.said")
    line.nth(3).click()
    expect(line.nth(3)).to_have_attribute("aria-current", "step")
    expect(desktop.locator("[data-marked]").first).to_be_visible()

    # From a line to its rule and back; meanwhile the game can be watched.
    line.nth(3).press("ArrowUp")
    line.nth(2).press("ArrowRight")
    rule = desktop.locator("button.rule:focus")
    number = rule.inner_text().removeprefix("§")
    rule.press("Enter")
    expect(desktop.get_by_role("heading", name=f"Rule {number} ·")).to_be_focused()
    moment = int(slider(desktop).input_value())
    press(desktop, "One decision on")
    at(desktop, moment + 1)
    desktop.keyboard.press("Escape")
    expect(desktop.get_by_role("region", name="The rules")).to_have_count(0)
    expect(desktop.get_by_role("group", name="What happened")).to_be_visible()


def test_it_plays_by_itself_and_listens_to_keys(desktop: Page) -> None:
    last = decisions(RIVAL_KINGS)
    watch(desktop, RIVAL_KINGS)
    desktop.keyboard.press("ArrowRight")
    at(desktop, 1)
    desktop.keyboard.press("ArrowDown")  # all have chosen
    at(desktop, 3)
    desktop.keyboard.press("ArrowUp")
    at(desktop, 0)
    desktop.keyboard.press("End")
    at(desktop, last)
    desktop.keyboard.press("ArrowLeft")
    at(desktop, last - 1)
    desktop.keyboard.press("Home")
    at(desktop, 0)
    press(desktop, "Speed: 1 times")
    desktop.keyboard.press("+")
    expect(desktop.get_by_role("button", name="Speed: 4 times")).to_be_visible()
    desktop.locator("h1").click()  # a key belongs to who has the focus
    desktop.keyboard.press(" ")
    expect(desktop.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    desktop.wait_for_function("() => document.querySelector('input[type=range]').valueAsNumber >= 4")
    desktop.keyboard.press(" ")
    expect(desktop.get_by_role("button", name="Play", exact=True)).to_be_visible()

    eyes = desktop.get_by_label("Through whose eyes")
    eyes.focus()
    before = slider(desktop).input_value()
    eyes.press("ArrowDown")
    assert slider(desktop).input_value() == before
    slider(desktop).focus()
    slider(desktop).press("ArrowRight")
    expect(slider(desktop)).to_have_value(str(int(before) + 1))


def test_every_seat_sees_its_own_cards(desktop: Page, shot: Shot) -> None:
    watch(desktop, RHEINLANDER)
    eyes = desktop.get_by_label("Through whose eyes")
    options = eyes.locator("option").all_text_contents()
    assert options == ["Red", "Gold", "Violet", "A watcher", "All cards open"]
    assert hand(desktop) == []
    hands = []
    for seat in range(3):
        eyes.select_option(str(seat))
        expect(desktop.get_by_role("list", name=re.compile("cards$"))).to_have_accessible_name(
            f"{options[seat]}’s cards"
        )
        hands.append(hand(desktop))
        assert len(hands[-1]) == 5
    assert len({card for cards in hands for card in cards}) == 15
    eyes.select_option("open")
    expect(desktop.locator("[data-hand-card]")).to_have_count(0)
    for seat, cards in enumerate(hands):
        shown = desktop.locator(f'[data-figures="{seat}"] .card')
        expect(shown).to_have_count(5)
        assert sorted(f"card:{card}" for card in shown.all_text_contents()) == cards
    shot(desktop, "replay-rheinlander-desktop-open")


@pytest.mark.parametrize("record", [RHEINLANDER, RIVAL_KINGS], ids=["rheinlander", "rivalkings"])
def test_on_a_phone(phone: Page, shot: Shot, record: Path) -> None:
    me = Visitor(phone, touch=True)
    watch(phone, record)
    last = decisions(record)
    for eyes in ("0", "1", "2", "watcher", "open"):
        phone.get_by_label("Through whose eyes").select_option(eyes)
        for name in ("The next turn", "One decision on"):
            me.press(me.button(name))
        me.check_page()
        shot(phone, f"replay-{record.parent.name}-phone-{eyes}")
    expect(phone.get_by_role("button", name=re.compile("^Red")).locator(HELD).first).to_be_visible()
    me.press(me.button("To the end"))
    at(phone, last)
    me.check_page()
    me.press(me.button("What happened"))
    story = phone.get_by_role("dialog", name="What happened")
    me.press(story.get_by_role("button", name=re.compile(r"^Rule \d")).first)
    book = phone.get_by_role("dialog", name=re.compile("the rules$"))
    expect(
        book.get_by_role("heading", name=re.compile(r"^Rule \d")).and_(book.locator(":focus"))
    ).to_be_visible()
    me.press(me.button("Close"))
    me.press(me.button("What happened"))
    me.press(story.locator("button.said").nth(3))
    expect(story).to_have_count(0)
    assert 0 < int(slider(phone).input_value()) < 5
    me.press(me.button("Analysis"))
    expect(phone.get_by_role("dialog", name="Analysis").get_by_role("button", name="Analyse")).to_be_visible()
    me.press(me.button("Close"))
    me.press(me.button("Play on from here"))
    shot(phone, f"branch-{record.parent.name}-phone")
    me.check_page()
    assert not me.cramped


# -- What cannot be watched ----------------------------------------------------------------------------


def test_a_broken_record_is_refused_with_its_line(
    desktop: Page, tmp_path: Path, excused: list[str], shot: Shot
) -> None:
    excused.append("400")
    lines = RHEINLANDER.read_text("utf-8").splitlines()
    lines[4] = '{"seat":0,"move":"99>L99"}'
    broken = tmp_path / "broken.jsonl"
    broken.write_text("\n".join(lines) + "\n", "utf-8")
    upload(desktop, broken)
    problem = desktop.get_by_role("alert")
    expect(problem).to_contain_text("broken.jsonl cannot be watched: line 5:")
    shot(desktop, "record-refused-desktop")
    broken.write_text("Dear diary\n", "utf-8")
    desktop.get_by_label("A record to watch").set_input_files(broken)
    expect(problem).to_contain_text("line 1")
    broken.write_text("x" * 1_000_001, "utf-8")
    desktop.get_by_label("A record to watch").set_input_files(broken)
    expect(problem).to_contain_text("too large")
    desktop.get_by_label("A record to watch").set_input_files(RHEINLANDER)
    desktop.wait_for_url("**/g/*")


def test_a_record_is_dropped_on_the_lobby(desktop: Page) -> None:
    desktop.goto("/")
    expect(desktop.get_by_role("button", name="Watch a record")).to_be_enabled()
    desktop.evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], 'game.jsonl'));
          for (const kind of ['dragover', 'drop'])
            document.body.dispatchEvent(
              new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }),
            );
        }""",
        RIVAL_KINGS.read_text("utf-8"),
    )
    desktop.wait_for_url("**/g/*")
    expect(slider(desktop)).to_be_visible()


def test_unknown_and_unfinished_games(desktop: Page, excused: list[str]) -> None:
    excused += ["404", "409"]
    desktop.goto("/g/nowhere")
    expect(desktop.get_by_role("heading", name="There is no such game")).to_be_visible()
    me = Visitor(desktop)
    me.play_now("Rival Kings")
    me.sight()
    address = desktop.url
    desktop.goto(address.replace("/t/", "/g/"))
    expect(desktop.get_by_role("heading", name="This game is not over yet")).to_be_visible()
    desktop.get_by_role("link", name="Go to the table").click()
    desktop.wait_for_url(address)
    expect(me.prompt).to_be_visible()


def test_a_record_without_an_end_is_watched_as_far_as_it_goes(desktop: Page, tmp_path: Path) -> None:
    part = tmp_path / "part.jsonl"
    part.write_text("".join(RHEINLANDER.read_text("utf-8").splitlines(keepends=True)[:12]), "utf-8")
    watch(desktop, part)
    press(desktop, "To the end")
    at(desktop, 11)
    expect(desktop.get_by_role("button", name="Play on from here")).to_be_enabled()


# -- Playing on ----------------------------------------------------------------------------------------


def test_playing_on_from_a_moment(desktop: Page, shot: Shot) -> None:
    watch(desktop, RHEINLANDER)
    desktop.get_by_label("Through whose eyes").select_option("0")
    slider(desktop).fill("40")
    at(desktop, 40)
    pieces = desktop.locator('[data-space][aria-label*="Red"]').count()
    held = hand(desktop)
    press(desktop, "Play on from here")
    form = desktop.get_by_role("dialog", name="Play on from here")
    expect(form.get_by_label("Who plays Red")).to_have_value("me")
    for name in ("Gold", "Violet"):
        form.get_by_label(f"Who plays {name}").select_option("beginner")
    expect(form).to_contain_text("Cards that Red could not see then")
    expect(form.get_by_label("Stay where they were.")).to_have_accessible_name(
        re.compile("can know them all")
    )
    shot(desktop, "branch-desktop")
    form.get_by_role("button", name="Begin").click()
    desktop.wait_for_url("**/t/*")
    me = Visitor(desktop, luck=4)
    me.sight()
    assert set(hand(desktop)) & set(held), "what was in hand still is"
    assert desktop.locator('[data-space][aria-label*="Guest"]').count() >= pieces - 2, "so do the knights"
    me.page.reload()  # so that what is said is heard
    me.turn()


def test_a_friend_is_told_where_the_game_goes_on_from(desktop: Page, shot: Shot) -> None:
    watch(desktop, RHEINLANDER)
    replay = desktop.url.partition("/g/")[2].partition("?")[0]
    desktop.get_by_label("Through whose eyes").select_option("0")
    slider(desktop).fill("40")
    at(desktop, 40)
    press(desktop, "Play on from here")
    form = desktop.get_by_role("dialog", name="Play on from here")
    form.get_by_label("Who plays Gold").select_option("open")
    form.get_by_label("Stay where they were.").check()
    form.get_by_role("button", name="Open the table").click()
    desktop.wait_for_url("**/t/*")
    told = desktop.get_by_text("It goes on after decision 40 of")
    expect(told).to_contain_text("stays as it was: whoever has looked at that game can know it")
    expect(told.get_by_role("link", name="another game")).to_have_attribute("href", f"/g/{replay}")
    shot(desktop, "branch-waiting-desktop")


# -- Thinking about it ---------------------------------------------------------------------------------


def test_an_analysis_to_its_end_and_found_by_others(
    desktop: Page, visit: Any, tmp_path: Path, shot: Shot
) -> None:
    short = tmp_path / "short.jsonl"
    lines = (GOLDEN / "rivalkings" / "2-greedy.jsonl").read_text("utf-8").splitlines(keepends=True)
    short.write_text("".join(lines[:7]), "utf-8")
    watch(desktop, short)
    desktop.get_by_role("tab", name="Analysis").click()
    press(desktop, "Analyse")
    expect(desktop.get_by_role("heading", name="How they decided")).to_be_visible(timeout=120_000)
    expect(desktop.get_by_role("img", name=re.compile("^Chances to win"))).to_be_visible()
    assert desktop.get_by_role("rowheader").count() == 2
    press(desktop, "One decision on")
    expect(decision(desktop)).to_contain_text("Chosen Play the")
    shot(desktop, "analysis-short-desktop")
    desktop.get_by_text("The true deal").click()
    expect(desktop.get_by_role("button", name="Analyse")).to_be_visible()

    other = visit()
    other.goto(desktop.url)
    other.get_by_role("tab", name="Analysis").click()
    expect(other.get_by_role("heading", name="How they decided")).to_be_visible()


# What the server says of a choice, and the words that the page has for it.
JOINS = {"key": "reason-joined", "args": {"duchies": 2, "duchy": "L9"}}
NO_OWNER = {"key": "reason-no-owner", "args": {"duchy": "R12"}}
IT_JOINS = "This joins 2 duchies into one at L9."
HAS_NO_OWNER = "The new duchy at R12 has no owner yet: nobody leads with two knights."
BUSY = {"code": "busy", "message": {"key": "refusal-busy", "args": {"seconds": 20}}}
IS_BUSY = "Too much is being thought about at the moment. Ask again in 20 seconds."


def judged(
    move: str, space: str, things: list[str], chances: list[float], reasons: list[Any]
) -> dict[str, Any]:
    label = {"key": "choice-place", "args": {"space": space}}
    return {
        "move": move, "label": label, "chances": chances, "visits": 100, "line": [move], "things": things,
        "reasons": reasons, "played": False, "then": [],
    }  # fmt: skip


def canned(record: Path, number: int, things: list[str]) -> dict[str, Any]:
    """An analysis as the server would send it: one mistake, and after it the chances turn."""
    moves = [json.loads(line) for line in record.read_text("utf-8").splitlines() if '"move"' in line]
    moments = []
    for decision, move in enumerate(moves, start=1):
        seat, bad = move["seat"], decision == number
        chances = [0.5 if n == seat else 0.25 for n in range(3)]
        played = judged(move["move"], "R12", [], chances, [NO_OWNER] if bad else [])
        best = judged("L9", "L9", things, chances, [JOINS]) if bad else played
        moments.append(
            {"decision": decision, "seat": seat, "forced": False, "secret": False, "chances": chances,
             "played": played, "best": best, "loss": 0.21 if bad else 0.0,
             "points": [0, 0, 0], "luck": [], "came": []}
        )  # fmt: skip
    accounts = [
        {"seat": seat, "name": str(seat), "decisions": 40, "loss": 0.01, "mistakes": 0, "kept": 0.97,
         "luck": 0.0, "verdict": [{"key": "analysis-luck", "args": {"how": "none", "percent": 0}}]}
        for seat in range(3)
    ]  # fmt: skip
    analysis = {
        "format": "palatine-analysis", "version": 4, "record": "", "game": "rheinlander",
        "names": ["0", "1", "2"], "depth": {"iterations": 1, "seconds": None, "true_deal": False},
        "decisions": len(moves), "moments": moments, "accounts": accounts,
        "turning_points": [
            {"decision": number + after, "kind": kind, "seat": moves[number - 1]["seat"],
             "before": 0.5, "after": 0.29, "told": []}
            for after, kind in ((0, "mistake"), (9, "rival"))
        ],
    }  # fmt: skip
    return {"id": "canned", "done": len(moves), "decisions": len(moves), "analysis": analysis}


def decision(page: Page) -> Locator:
    """What the analysis says about the decision on display."""
    return page.get_by_role("region", name="This decision")


def in_sight(thing: Locator, area: Locator) -> bool:
    """Whether all of it lies within an area of the page."""
    inner, outer = thing.bounding_box(), area.bounding_box()
    assert inner is not None
    assert outer is not None
    return (
        outer["x"] <= inner["x"]
        and outer["y"] <= inner["y"]
        and inner["x"] + inner["width"] <= outer["x"] + outer["width"]
        and inner["y"] + inner["height"] <= outer["y"] + outer["height"]
    )


def when_asked(page: Page, answer: Callable[[Route], None]) -> None:
    """Answer whoever asks for an analysis; looking whether there is one goes to the server."""

    def handle(route: Route) -> None:
        answer(route) if route.request.method == "POST" else route.continue_()

    page.route(re.compile("/api/replays/.*/analysis"), handle)


def answer_with(page: Page, status: dict[str, Any]) -> None:
    when_asked(page, lambda route: route.fulfill(json=status))


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_what_would_have_been_better_is_told_and_marked(visit: Any, shot: Shot, size: str) -> None:
    page = visit(size)
    me = Visitor(page, touch=size == "phone")
    answer_with(page, canned(RHEINLANDER, 30, ["card:9", "space:L9"]))
    watch(page, RHEINLANDER)
    if size == "phone":
        me.press(me.button("Analysis"))
    else:
        page.get_by_role("tab", name="Analysis").click()
    me.press(me.button("Analyse"))
    me.press(page.get_by_role("button", name=re.compile(r"loses 21\s%")))
    at(page, 30)
    expect(page.locator("[data-advised]").first).to_be_visible()
    expect(page.get_by_text("Each as its seat last saw it: they need not add up.")).to_be_visible()
    me.check_page()
    shot(page, f"analysis-{size}")
    expect(page.locator(".sheet.easing")).to_have_count(0)
    assert me.wait(lambda: in_sight(page.locator(".star").first, page.locator("main.area")))
    if size == "phone":
        me.press(page.get_by_role("button", name=re.compile("^A mistake: it costs")))
    verdict = decision(page)
    for words in ("A mistake: it costs", HAS_NO_OWNER, "Knight on L9", IT_JOINS):
        expect(verdict).to_contain_text(words)
    if size == "phone":
        me.press(me.button("Close"))
        assert not me.cramped
    press(page, "One decision on")
    expect(page.locator("[data-advised]")).to_have_count(0)

    page.get_by_role("img", name=re.compile("^Chances to win")).click(position={"x": 100, "y": 20})
    expect(slider(page)).not_to_have_value("31")
    assert int(slider(page).input_value()) > 0
    if size == "phone":  # on its side, what leads through the game is at hand
        page.set_viewport_size({"width": 640, "height": 400})
        expect(slider(page)).to_be_in_viewport(ratio=1)
        expect(me.button("Play")).to_be_in_viewport(ratio=1)


def test_an_analysis_that_fails_says_so(desktop: Page, excused: list[str]) -> None:
    excused.append("503")
    watch(desktop, RHEINLANDER)
    when_asked(desktop, lambda route: route.fulfill(status=503, json=BUSY))
    desktop.get_by_role("tab", name="Analysis").click()
    press(desktop, "Analyse")
    expect(desktop.get_by_role("alert")).to_have_text(IS_BUSY)
    desktop.unroute_all()
    answer_with(desktop, canned(RHEINLANDER, 30, []))
    press(desktop, "Try again")
    expect(desktop.get_by_role("heading", name="Where it turned")).to_be_visible()
