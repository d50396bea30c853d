"""What many games tell: counted from games whose course is known."""

from __future__ import annotations

from html import escape
from pathlib import Path

import pytest

from palatine.arena.page import statistics_page
from palatine.arena.schedule import entrants_of
from palatine.arena.statistics import Facts, Report, facts_of, records_in, report, study, study_record
from palatine.arena.tables import thing_words, topic_words
from palatine.arena.tournament import Plan, play, tasks
from palatine.core.catalog import game, games, words_of
from palatine.core.errors import PalatineError
from palatine.core.game import Game
from palatine.core.match import Match
from palatine.core.statistics import EVERYBODY, Sighting, Topic, added_up


def small(name: str) -> Game:
    return game(name, {"players": 3})


def plan(name: str, *players: str, count: int = 12, records: Path | None = None) -> Plan:
    return Plan(name, small(name).options, entrants_of(players), "3", count, records=records)


@pytest.fixture(scope="module", params=list(games()))
def counted(request: pytest.FixtureRequest) -> tuple[Game, list[Facts], Report]:
    """Games of greedy and random ones, for each game of the house."""
    facts = [study(task) for task in tasks(plan(request.param, "greedy", "random"))]
    return small(request.param), facts, report(small(request.param), facts)


def facts(winners: list[int], sightings: list[Sighting], names: str = "ab", deal: str = "00") -> Facts:
    seats = range(len(names))
    return Facts(
        deal=deal * 32,
        names=[f"bot:{name}" for name in names],
        order=list(seats),
        decisions=10,
        scores=[3 if seat in winners else 1 for seat in seats],
        winners=winners,
        reason="pile",
        sightings=sightings,
    )


def test_every_sighting_is_of_a_thing_that_is_listed(counted: tuple[Game, list[Facts], Report]) -> None:
    table, seen, _ = counted
    listed = {(topic.name, thing) for topic in table.statistics.topics for thing in topic.things}
    for one in seen:
        assert {(sighting.topic, sighting.thing) for sighting in one.sightings} <= listed
        assert all(EVERYBODY <= sighting.seat < 3 and sighting.times > 0 for sighting in one.sightings)


def test_no_thing_of_a_seat_is_told_twice(counted: tuple[Game, list[Facts], Report]) -> None:
    for one in counted[1]:
        keys = [(sighting.topic, sighting.thing, sighting.seat) for sighting in one.sightings]
        assert len(keys) == len(set(keys))


def test_the_parts_of_a_score_add_up(counted: tuple[Game, list[Facts], Report]) -> None:
    for one in counted[1]:
        parts = [0.0, 0.0, 0.0]
        for sighting in one.sightings:
            if sighting.topic == "score":
                parts[sighting.seat] += sighting.points
        assert parts == one.scores


def test_somebody_wins_every_game(counted: tuple[Game, list[Facts], Report]) -> None:
    _, seen, told = counted
    assert told.games == len(seen) == 12
    assert told.deals == 4
    assert sum(each.win_share.value for each in told.order) == pytest.approx(1)
    assert sum(told.reasons.values()) == 12
    assert told.decisions.low <= told.decisions.mean.value <= told.decisions.high


def test_who_begins_is_found_out() -> None:
    for name, one_begins in (("rheinlander", True), ("rivalkings", False)):
        table = small(name)
        seen = [study(task) for task in tasks(plan(name, "random", count=3))]
        assert report(table, seen).one_begins == one_begins
        first = table.acting(table.new(bytes.fromhex(seen[0].deal)))
        assert seen[0].order[first[0]] == 0
        assert sorted(seen[0].order) == [0, 1, 2]


def test_the_page_tells_every_chapter(counted: tuple[Game, list[Facts], Report]) -> None:
    table, _, told = counted
    words = words_of(table.name)
    page = statistics_page(told, table, words)
    assert table.statistics.topics
    for topic in table.statistics.topics:
        assert topic_words(topic, words) in page
        assert all(escape(thing_words(topic, thing, words)) in page for thing in topic.things)
    assert "<script" not in page
    assert "http" not in page


def test_turns_and_cards_of_rheinlander_agree() -> None:
    told = report(
        small("rheinlander"), [study(task) for task in tasks(plan("rheinlander", "greedy", count=6))]
    )
    chapters = {chapter.topic.name: {row.thing: row for row in chapter.rows} for chapter in told.chapters}
    turns = chapters["course"]["card"].a_game.value
    assert sum(row.a_game.value for row in chapters["cards"].values()) == pytest.approx(turns)
    assert chapters["deeds"]["converted"].a_game.value == chapters["cards"]["conversion"].a_game.value
    ends = sum(row.a_game.value for row in chapters["landmarks"].values())
    assert 0 < ends <= 26


def test_purchases_of_rival_kings_are_worth_what_the_score_would_lack() -> None:
    seen = [study(task) for task in tasks(plan("rivalkings", "greedy", count=6))]
    for one in seen:
        bought = [sighting for sighting in one.sightings if sighting.topic in ("subjects", "buildings")]
        course = {each.thing: each.times for each in one.sightings if each.topic == "course"}
        assert sum(sighting.times for sighting in bought) == course["bought"]
        assert all(0 <= sighting.points <= 8 * sighting.times for sighting in bought)
        assert any(sighting.points for sighting in bought)


def test_what_happened_one_by_one_is_added_up() -> None:
    seen = [("a", "x", 0, 2), ("a", "y", 0, 1), ("a", "x", 0, 3), ("a", "x", 1, 0)]
    assert list(added_up(seen)) == [
        Sighting("a", "x", 0, 2, 5),
        Sighting("a", "y", 0, 1, 1),
        Sighting("a", "x", 1, 1, 0),
    ]


class Bare:
    """As much of a game as a report needs."""

    name, title, options, players = "bare", "Bare", {"players": 2}, 2

    def __init__(self, topics: tuple[Topic, ...] = ()) -> None:
        self.statistics = self
        self.topics = topics

    def new(self, seed: bytes) -> None:
        return None

    def acting(self, state: None) -> tuple[int, ...]:
        return (0, 1)


def test_winning_is_compared_with_how_often_the_same_programs_win() -> None:
    topic = Topic("t", ("x", "y", "z"), points=True)
    seen = [
        facts([0], [Sighting("t", "x", 0, 2, 6.0)], "ab", "01"),
        facts([0], [Sighting("t", "x", 0, 1, 0.0), Sighting("t", "y", 1)], "ab", "02"),
        facts([1], [Sighting("t", "y", 1)], "ab", "03"),
        facts([0, 1], [], "ab", "04"),
    ]
    told = report(Bare((topic,)), seen)  # type: ignore[arg-type]
    x, y, z = told.chapters[0].rows
    assert (x.seats, x.a_game.value, x.had_by) == (2, 0.75, 0.25)
    assert x.win_share is not None
    assert x.win_share.value == 1
    assert x.expected == 2.5 / 4
    assert x.gain is not None
    assert x.gain.value == pytest.approx(0.375)
    assert x.points is not None
    assert x.points.value == 2
    assert x.correlation is not None
    assert x.correlation > 0
    assert y.win_share is not None
    assert y.win_share.value == 0.5
    assert (z.seats, z.win_share, z.correlation, z.points) == (0, None, None, None)


def test_people_are_not_judged_by_their_few_games() -> None:
    match = Match.new("rivalkings", players=2, seed=bytes(32), seats=["Anna", "bot:greedy"])
    while match.to_act:
        match.play(match.legal()[0])
    assert facts_of(match).names == ["", "bot:greedy"]


def test_games_that_are_not_over_are_not_counted(tmp_path: Path) -> None:
    match = Match.new("rivalkings", players=2, seed=bytes(32))
    with pytest.raises(PalatineError, match="finished"):
        facts_of(match)
    match.record().write(tmp_path / "one.jsonl")
    assert study_record(tmp_path / "one.jsonl").facts is None
    with pytest.raises(PalatineError, match="no finished games"):
        report(small("rivalkings"), [])


def test_records_tell_the_same_as_the_games_they_are_of(tmp_path: Path) -> None:
    agreed = plan("rivalkings", "greedy", "random", count=6, records=tmp_path)
    file = play(agreed, jobs=1).write(tmp_path)
    direct = [study(task) for task in tasks(agreed)]
    for source in (tmp_path, file, tmp_path / "records"):
        assert [study_record(path).facts for path in records_in(source)] == direct


def test_a_tournament_without_records_says_so(tmp_path: Path) -> None:
    file = play(plan("rivalkings", "greedy", "random", count=3), jobs=1).write(tmp_path)
    for source in (tmp_path, file):
        with pytest.raises(PalatineError, match="without --records"):
            records_in(source)
