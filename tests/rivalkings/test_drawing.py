"""The pictures of Rival Kings: positions, what a seat is shown of them, and all the cards."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from palatine.arena.simulation import simulate
from palatine.core.catalog import game as load_game
from palatine.core.catalog import words_of
from palatine.core.match import Match
from palatine.core.messages import Message
from palatine.core.picture import png
from palatine.core.rng import derive_seed, new_rng
from palatine.games.rivalkings import drawing
from palatine.games.rivalkings.drawing import DAY, NIGHT, Palette, pen
from palatine.games.rivalkings.drawing.cards import NOTE, WIDTH
from palatine.games.rivalkings.drawing.rows import columns
from palatine.games.rivalkings.drawing.words import fitted, lines, width
from palatine.games.rivalkings.presenting.positions import Due, Pile, Table
from palatine.games.rivalkings.rules.cards import CARD_NAMES, CHARACTER_NAMES, TRADE

from .table import shown

SVG = "{http://www.w3.org/2000/svg}"
PLAYERS = (2, 3, 4)
WORDS = words_of("rivalkings")
CARD_TITLES = [WORDS.say(Message(f"card-{name}")) for name in CARD_NAMES]
TITLES = [pen(DAY, WORDS).character_title(name) for name in CHARACTER_NAMES]


def draw(position: Table | None, names: Sequence[str] = (), palette: Palette = DAY) -> str:
    return drawing.draw(position, pen(palette, WORDS, names))


def position_of(match: Match) -> Table:
    return match.game.presenting.position(match.state)


def picture_of(match: Match) -> str:
    """A position with the last move marked."""
    return match.game.drawing.draw(position_of(match), match.names, latest(match), WORDS)


def played(players: int) -> Iterator[Match]:
    """One match, given before its first decision and after each."""
    game = load_game("rivalkings", {"players": players})
    (done,) = simulate(game, ["random"] * players, 1, "drawing")
    match = Match(game, done.seed)
    yield match
    for seat, action in done.decisions:
        match.decide(seat, action)
        yield match


def middle_of_a_game(players: int) -> Match:
    """A match in which somebody acts and something is covered."""
    return next(m for m in played(players) if len(m.decisions) > 30 and position_of(m).covered)


def elements(svg: str, **attributes: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(svg)
    wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attributes.items()}
    return [e for e in root.iter() if all(e.get(key) == value for key, value in wanted.items())]


def words(svg: str) -> set[str]:
    return {"".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")}


def inside(court: ElementTree.Element, name: str) -> list[str]:
    return [value for e in court.iter() if (value := e.get(name))]


def latest(match: Match) -> list[Any]:
    return [event for event in match.events if event.decision == len(match.decisions)]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_state_can_be_drawn_with_all_its_cards(players: int) -> None:
    for match in played(players):
        position = position_of(match)
        svg = picture_of(match)
        courts = {int(e.get("data-seat", "")): e for e in elements(svg, class_="court")}
        assert sorted(courts) == list(range(players))
        for seat, player in enumerate(position.players):
            assert sorted(inside(courts[seat], "data-card")) == sorted(player.subjects + player.buildings)
            assert player.hand is not None
            people = [name for name in (player.character, *player.hand) if name]
            assert sorted(inside(courts[seat], "data-character")) == sorted(people)
        tops = [pile.cards[-1] for pile in position.piles if pile.cards]
        assert [name for e in elements(svg, class_="pile") for name in inside(e, "data-card")] == tops


@pytest.mark.parametrize("players", PLAYERS)
def test_every_reference_has_its_definition(players: int) -> None:
    for svg in (draw(shown(middle_of_a_game(players), 0)), draw(None)):
        root = ElementTree.fromstring(svg)
        names = [e.get("id") for e in root.iter() if e.get("id")]
        assert len(names) == len(set(names))
        assert {e.get("href", "")[1:] for e in root.iter() if e.get("href")} <= set(names)
        grounds = {e.get("fill", "")[5:-1] for e in root.iter() if e.get("fill", "").startswith("url(")}
        assert grounds <= set(names)


@pytest.mark.parametrize("players", PLAYERS)
def test_what_a_seat_is_shown_tells_nothing_that_is_hidden(players: int) -> None:
    """Another state that fits all the seat knows gives the same picture."""
    rng = new_rng(derive_seed("drawing"))
    for match in islice(played(players), 0, None, 4):
        game = match.game
        for seat in range(-1, players):
            view = game.view(match.state, seat)
            other = game.imagine(view, seat, rng)
            svg = game.drawing.draw(game.presenting.show(view, seat), match.names, (), WORDS)
            again = game.presenting.show(game.view(other, seat), seat)
            assert svg == game.drawing.draw(again, match.names, (), WORDS)
            ElementTree.fromstring(svg)


def test_hidden_characters_lie_face_down() -> None:
    match = Match.new("rivalkings", players=3, seed="07" * 32)
    match.play(match.legal(0)[0], 0)
    mine = draw(shown(match, 0))
    theirs = draw(shown(match, 1))
    assert [len(elements(mine, class_="back")), len(elements(theirs, class_="back"))] == [6, 1 + 2 + 3]
    chosen = position_of(match).players[0].character
    assert chosen in inside(ElementTree.fromstring(mine), "data-character")
    assert chosen not in inside(ElementTree.fromstring(theirs), "data-character")


def test_the_seat_that_looks_sits_in_front() -> None:
    match = Match.new("rivalkings", players=4, seed="07" * 32)
    first = [elements(draw(shown(match, seat)), class_="court")[0].get("data-seat") for seat in range(4)]
    assert first == ["0", "1", "2", "3"]


def test_crests_lie_on_stolen_actions_and_the_acting_seat_is_told_what_is_due() -> None:
    match = middle_of_a_game(4)
    position = position_of(match)
    svg = draw(position, names=["Anna", "Ben & Co", "<Clara>", "Dora"])
    crests = elements(svg, class_="crest")
    assert sorted(e.get("data-seat", "") for e in crests) == sorted(str(c.by) for c in position.covered)
    due = replace(position, phase="act", to_act=[1], due=Due(steal=2))
    assert {"Anna", "Ben & Co", "<Clara>", "steals from <Clara>"} <= words(
        draw(due, names=["Anna", "Ben & Co", "<Clara>", "Dora"])
    )
    due = replace(due, due=Due(do=["settle", "money", "build"]))
    assert "may settle, take money or build" in words(draw(due))
    due = replace(due, due=None)
    assert "may use the ability" in words(draw(due))
    for phase, asked in (("gardener", "may swap characters"), ("watchman", "may stand guard")):
        assert asked in words(draw(replace(due, phase=phase)))


def test_the_end_shows_scores_and_the_crown() -> None:
    *_, match = played(3)
    position = position_of(match)
    svg = picture_of(match)
    assert position.scores is not None
    assert position.winners is not None
    assert {f"{score} points" for score in position.scores} <= words(svg)
    crowned = [
        int(e.get("data-seat", "")) for e in elements(svg, class_="court") if "#crown" in inside(e, "href")
    ]
    assert crowned == sorted(position.winners, key=[0, 1, 2].index)
    assert any(text.startswith("pairs ") for text in words(svg))


def test_money_is_a_sum_where_it_is_known_and_else_the_last_payment() -> None:
    match = middle_of_a_game(2)
    position = position_of(match)
    piles = [Pile(["Farm"], 23), Pile([], 0), Pile([None, "Miner"], True, 4), Pile(["Mine"], True, None)]
    svg = draw(replace(position, piles=piles))
    assert {"23", "no money", "last paid 4", "some", "last card", "no cards", "2 cards"} <= words(svg)


def test_the_last_events_are_told_and_marked() -> None:
    for match in played(4):
        if any(event.kind == "bought" for event in latest(match)) and not match.outcome:
            break
    svg = picture_of(match)
    assert len(elements(svg, class_="told")) == 1
    assert len(elements(svg, class_="last")) >= 2  # the pile, and the card where it is now


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("size", [1, 5, 12, 16])
def test_rows_stay_within_their_court_however_long(players: int, size: int) -> None:
    match = middle_of_a_game(players)
    position = position_of(match)
    subjects, buildings = list(CARD_NAMES[:size]), list(reversed(CARD_NAMES[32 - size :]))
    courts = [replace(player, subjects=subjects, buildings=buildings) for player in position.players]
    svg = draw(replace(position, players=courts))
    for court in elements(svg, class_="court"):
        box = next(e for e in court.iter(f"{SVG}rect"))
        right = float(box.get("x", "")) + float(box.get("width", ""))
        cards = [e for e in court.iter() if e.get("data-card")]
        lefts = [float(e.get("transform", "")[10:].split()[0]) for e in cards]
        assert max(lefts) + WIDTH < right
        assert max(lefts[:size]) + WIDTH + NOTE - 10 < right
        titles = {"".join(e.itertext()) for e in court.iter(f"{SVG}text")}
        assert set(CARD_TITLES[:size]) | set(CARD_TITLES[32 - size :]) <= titles


def test_pairs_lock_and_buildings_seek_their_colour() -> None:
    row = columns(["Miner", "Sailor", "Gardener"], ["Tavern", "Garden", "Forge", "Farm", "Inn"])
    assert [(c.subject, c.building, c.locked) for c in row] == [
        ("Miner", "Farm", False),
        ("Sailor", "Tavern", False),
        ("Gardener", "Garden", True),
        (None, "Forge", False),
        (None, "Inn", False),
    ]
    twice = columns(["Miner", "Miner"], ["Mine"])
    assert [c.locked for c in twice] == [True, False]


def test_the_sheet_has_all_the_cards() -> None:
    svg = draw(None)
    root = ElementTree.fromstring(svg)
    assert sorted(inside(root, "data-card")) == sorted(CARD_NAMES)
    assert sorted(inside(root, "data-character")) == sorted(CHARACTER_NAMES)
    assert set(CARD_TITLES) | set(TITLES) <= words(svg)
    assert len(elements(svg, class_="pair")) == len(TRADE) + 1  # one in the legend


def test_no_text_is_too_small() -> None:
    match = middle_of_a_game(4)
    for svg in (draw(position_of(match)), draw(shown(match, 2)), draw(None)):
        assert (
            min(float(e.get("font-size", "")) for e in ElementTree.fromstring(svg).iter(f"{SVG}text")) >= 14
        )


@pytest.mark.parametrize("size", [390, 1600])
def test_the_png_has_the_width_asked_for(size: int) -> None:
    match = middle_of_a_game(4)
    picture = png(draw(shown(match, 0), palette=NIGHT), width=size)
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">I", picture[16:20])[0] == size


def test_words_are_measured_broken_and_shortened() -> None:
    assert width("W", 10) > width("l", 10) > 0
    assert lines("Take the money of a pile.", 90, 16) == ["Take the", "money of a", "pile."]
    assert fitted("Queen", 200, 20) == ("Queen", 20)
    text, size = fitted("Anna of the very long and quite noble name", 120, 27)
    assert (text[-1], size) == ("…", 14)
    assert width(text, size) <= 120
