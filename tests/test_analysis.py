"""Analysis of whole games: from what was known, the same on any number of threads, never lost."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from palatine.bots import analysis as module
from palatine.bots.advice import Judged, Question
from palatine.bots.analysis import (
    MISTAKE,
    Analysis,
    Depth,
    Moment,
    analyse,
    analysis_of,
    fingerprint,
    judge,
    path_beside,
    positions,
    read_analysis,
    turning_points,
)
from palatine.cli.advise import sparkline
from palatine.core.catalog import words_of
from palatine.core.errors import BadFile, BadRecord, PalatineError
from palatine.core.game import Outcome
from palatine.core.match import replay, replayed
from palatine.core.messages import Message
from palatine.core.record import Record, read_record
from palatine.core.rng import derive_seed, new_rng
from palatine.core.terminal import SEAT_NAME

from .command import palatine

GOLDEN = Path(__file__).parent / "golden"
DEPTH = Depth(iterations=20)
PATHS = [GOLDEN / "rheinlander" / "3-greedy.jsonl", GOLDEN / "rivalkings" / "3-greedy.jsonl"]


def shortened(path: Path, moves: int) -> Record:
    """The beginning of a game."""
    record = read_record(path)
    return msgspec.structs.replace(record, moves=record.moves[:moves], result=None)


@pytest.fixture(params=PATHS, ids=lambda path: path.parent.name)
def record(request: pytest.FixtureRequest) -> Record:
    return shortened(request.param, 16)


def whole(record: Record, depth: Depth = DEPTH, **options: Any) -> Analysis:
    return analysis_of(record, replayed(record).names, depth, analyse(record, depth, **options))


# -- What is judged ---------------------------------------------------------------------------------------


def test_every_decision_has_its_moment(record: Record) -> None:
    found = whole(record)
    assert found.complete
    assert [moment.decision for moment in found.moments] == list(range(1, 17))
    for moment, move, before in zip(found.moments, record.moves, replay(record), strict=False):
        assert (moment.seat, moment.played.move) == (move.seat, move.move)
        assert moment.played.played
        choices = before.legal(moment.seat)
        assert moment.forced == (len(choices) == 1)
        assert moment.secret == (len(before.to_act) > 1)
        assert moment.best.move in choices
        if moment.forced:
            assert (moment.chances, moment.loss, moment.best) == ([], 0, moment.played)
            continue
        assert sum(moment.chances) == pytest.approx(1, abs=0.001)
        gap = moment.best.chances[moment.seat] - moment.played.chances[moment.seat]
        assert moment.loss == pytest.approx(max(0, gap), abs=0.001)
        if moment.loss >= MISTAKE:
            assert moment.best.reasons
            assert moment.played.reasons
            assert moment.best.move != moment.played.move


def test_accounts_add_up(record: Record) -> None:
    found = whole(record)
    for account in found.accounts:
        own = [moment for moment in found.moments if moment.seat == account.seat and not moment.forced]
        assert account.decisions == len(own)
        assert account.mistakes == sum(moment.loss >= MISTAKE for moment in own)
        mean = sum(moment.loss for moment in own) / len(own) if own else 0
        assert account.loss == pytest.approx(mean, abs=0.0001)
        best = sum(moment.best.chances[moment.seat] for moment in own)
        kept = 1 - sum(moment.loss for moment in own) / best if own else 1
        assert account.kept == pytest.approx(kept, abs=0.0001)
        luck = sum(moment.luck[account.seat] for moment in found.moments if moment.luck)
        assert account.luck == pytest.approx(luck, abs=0.0001)
    assert sum(account.decisions for account in found.accounts) == sum(not m.forced for m in found.moments)


def test_threads_and_order_change_nothing(record: Record) -> None:
    first = whole(record)
    assert whole(record, threads=3) == first
    half = first.moments[::2]
    assert whole_from(record, half) == first


def whole_from(record: Record, known: list[Moment]) -> Analysis:
    """What is known is not thought about again."""
    fresh = list(analyse(record, DEPTH, known=known))
    assert len(fresh) == len(record.moves) - len(known)
    return analysis_of(record, replayed(record).names, DEPTH, [*known, *fresh])


def test_an_analysis_depends_on_what_was_known_and_nothing_else(record: Record) -> None:
    """Every decision again, with other cards wherever its seat could not look: the same, byte for byte."""
    luck = new_rng(derive_seed("other worlds"))
    for position in positions(record):
        question = position.question
        other = question.game.imagine(question.view, question.seat, luck)
        view = question.game.view(other, question.seat)
        again = Question(question.game, view, question.seat)
        here = judge(position, DEPTH.budget)
        there = judge(msgspec.structs.replace(position, question=again), DEPTH.budget)
        assert msgspec.json.encode(here) == msgspec.json.encode(there)


def test_the_true_deal_is_another_analysis(record: Record) -> None:
    known = whole(record, Depth(iterations=20, true_deal=True))
    assert known.complete
    assert known.depth.true_deal
    assert any(a.chances != b.chances for a, b in zip(known.moments, whole(record).moments, strict=True)), (
        "the cards that were hidden should make a difference somewhere"
    )


def test_whoever_stops_asking_stops_the_work(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def counted(position: module.Position, budget: Any) -> Moment:
        asked.append(position.number)
        return judge(position, budget)

    monkeypatch.setattr(module, "judge", counted)
    coming = analyse(record, DEPTH)
    next(coming)
    next(coming)
    coming.close()  # type: ignore[attr-defined]
    assert asked == [1, 2]
    coming = analyse(record, DEPTH, threads=2)
    next(coming)
    coming.close()  # type: ignore[attr-defined]
    assert len(asked) < 2 + len(record.moves)


def test_a_record_that_does_not_replay_is_refused_before_anything_is_thought(record: Record) -> None:
    bad = msgspec.structs.replace(record, moves=(*record.moves, record.moves[0]))
    with pytest.raises(BadRecord):
        next(analyse(bad, DEPTH))
    ended = msgspec.structs.replace(record, result=Outcome("knights", [1, 2, 3], [2]))
    with pytest.raises(BadRecord, match="the game is not over"):
        next(analyse(ended, DEPTH))


# -- How each played, and luck ---------------------------------------------------------------------------


def test_who_plays_at_random_keeps_less_of_the_chances_than_who_looks() -> None:
    """Of two whole games, by what the search thinks of every decision."""
    kept = {}
    for who in ("greedy", "random"):
        record = read_record(GOLDEN / "rheinlander" / f"3-{who}.jsonl")
        kept[who] = whole(record, Depth(iterations=30))
    assert min(account.kept for account in kept["greedy"].accounts) > 0.88
    assert sum(account.kept for account in kept["random"].accounts) / 3 < 0.88
    words = [message.args["how"] for account in kept["random"].accounts for message in account.verdict]
    assert words[::2].count("loose") >= 2
    assert set(words[1::2]) <= {"good", "bad", "none"}


@pytest.mark.parametrize(
    "kept, luck, words",
    [
        (0.995, 0.0, ["Kept 100 % of its chances: hardly anything was given away.", "Luck hardly spoke."]),
        (0.8951, 0.314, ["90 %", "a little was given away", "Lucky", "added 31 %"]),
        (0.8, -0.1, ["Kept 80 %", "much was given away", "Unlucky", "took 10 %"]),
    ],
)
def test_the_verdict_in_words(kept: float, luck: float, words: list[str]) -> None:
    said = " ".join(map(words_of("rheinlander").say, (module._exactness(kept), module._fortune(luck))))
    for word in words:
        assert word in said


def test_luck_is_of_whoever_saw_cards_come_up(record: Record) -> None:
    events = replayed(record).events
    for found in positions(record):
        seats = [luck.seat for luck in found.lucks]
        came = [event for event in events if event.decision == found.number]
        drew = [event.seat for event in came if event.kind == "drew"]
        dealt = any(event.kind == "dealt" for event in came)
        assert seats == ([] if found.secret else [0, 1, 2] if dealt else drew)
    assert any(found.lucks for found in positions(record)) == (record.header.game == "rheinlander")
    assert not any(found.lucks for found in positions(record, true_deal=True)), "then all was known before"


def test_luck_comes_to_nothing_over_all_that_might_have_come_up() -> None:
    """One draw again and again: what it brings is sometimes more, sometimes less than could be expected."""
    record = read_record(PATHS[0])
    found = next(position for position in positions(record)[80:] if position.lucks)
    (own,), rng = found.lucks, new_rng(derive_seed("draws"))
    game, brought = found.question.game, []
    for _ in range(30):
        world = game.imagine(own.before, own.seat, rng)
        game.apply(world, own.seat, found.action)
        drawn = msgspec.structs.replace(own, after=game.view(world, own.seat))
        brought.append(module.brought(found, drawn, Depth(iterations=640).budget))
    assert abs(sum(brought) / len(brought)) < 0.02
    assert max(brought) > 0.02
    assert min(brought) < -0.02


def test_where_it_was_luck_it_is_told_what_came_up() -> None:
    record = read_record(PATHS[0])
    drawn = next(event for event in replayed(record).events[200:] if event.kind == "drew")
    seat, number = drawn.seat, drawn.decision
    moments = [moment(n, [0.3, 0.3, 0.3]) for n in range(1, len(record.moves) + 1)]
    luck = [0.4 * (p == seat) for p in range(3)]
    came = next(position.came for position in positions(record) if position.number == number)
    lucky = moment(number, [0.3, 0.3, 0.3], seat=seat, luck=luck)
    moments[number - 1] = msgspec.structs.replace(lucky, came=came)
    after = next(n for n in range(number, len(record.moves)) if record.moves[n].seat == seat)
    moments[after] = moment(after + 1, [0.8 if p == seat else 0.1 for p in range(3)], seat=seat)
    found = analysis_of(record, replayed(record).names, DEPTH, moments)
    (turn,) = [turn for turn in found.turning_points if turn.kind == "luck"]
    assert (turn.decision, turn.seat, turn.size) == (number, seat, 0.5)
    assert turn.told == [Message("event-drew", {"card": drawn.data["card"], "seat": seat})]
    assert found.accounts[seat].luck == 0.4
    assert all(not turn.told for turn in found.turning_points if turn.kind != "luck")


# -- Turning points ---------------------------------------------------------------------------------------


def moment(
    decision: int, chances: list[float], loss: float = 0.0, seat: int = 0, luck: list[float] | None = None
) -> Moment:
    played = [chance - loss * (n == seat) for n, chance in enumerate(chances)]
    best, choice = (Judged("a", Message("a"), each, 1, ["a"], [], []) for each in (chances, played))
    points = [0] * len(chances or [0, 0])
    return Moment(decision, seat, not chances, False, chances, choice, best, loss, points, luck or [])


def turns(moments: Iterable[Moment], result: Outcome | None = None) -> list[tuple[int, str, int, float]]:
    return [(t.decision, t.kind, t.seat, t.size) for t in turning_points(list(moments), result)]


def test_mistakes_and_swings_are_turning_points() -> None:
    game = [
        moment(1, [0.5, 0.5]),
        moment(2, [0.2, 0.8], seat=1),
        moment(3, [0.52, 0.48], loss=0.2),
        moment(4, [], seat=1),
        moment(5, [0.62, 0.38]),
    ]
    assert turns(game) == [(3, "mistake", 0, 0.2), (4, "rival", 0, 0.3)]
    won = Outcome("pile", [3, 9], [1])
    assert turns([*game, moment(6, [0.1, 0.9], seat=1)], won)[-1] == (6, "rival", 0, 0.62)
    shared = Outcome("pile", [9, 9], [0, 1])
    assert turns(game, shared)[-1] == (5, "rival", 1, 0.3)
    assert turning_points(game, None)[0].before == 0.52
    assert turning_points(game, None)[0].after == 0.32


def test_a_swing_by_cards_that_came_up_is_luck_and_not_the_decision_that_brought_them() -> None:
    game = [
        moment(1, [0.5, 0.5], luck=[0.2, 0.0]),
        moment(2, [0.5, 0.5], seat=1),
        moment(3, [0.75, 0.25]),
    ]
    assert turns(game) == [(1, "luck", 0, 0.25)]
    game[0] = moment(1, [0.5, 0.5], luck=[0.1, 0.0])
    assert turns(game) == [(2, "rival", 0, 0.25)], "less than half of it came from the cards"
    game[0] = moment(1, [0.5, 0.5], luck=[-0.2, 0.0])
    assert turns(game) == [(2, "rival", 0, 0.25)], "the cards were against it"
    drawn = [moment(1, [0.5, 0.5], luck=[0.06, 0.0]), moment(2, [0.75, 0.25])]
    assert turns(drawn) == [(1, "luck", 0, 0.25)], "nobody else has decided anything"


def test_where_nothing_happened_two_estimates_differ_and_nothing_is_told() -> None:
    assert turns([moment(1, [0.5, 0.5]), moment(2, [0.75, 0.25])]) == []


def test_of_several_rivals_it_was_the_one_who_moved_the_points() -> None:
    game = [
        moment(1, [0.5, 0.3, 0.2]),
        moment(2, [0.5, 0.3, 0.2], seat=1),
        moment(3, [0.5, 0.3, 0.2], seat=2),
        moment(4, [0.2, 0.6, 0.2]),
    ]
    assert turns(game) == [(3, "rival", 0, 0.3)], "the last of them, where none did"
    for one, points in zip(game, [[3, 3, 3], [3, 9, 3], [3, 9, 4], [3, 9, 4]], strict=True):
        one.points[:] = points
    assert turns(game) == [(2, "rival", 0, 0.3)]
    game[3] = moment(4, [0.8, 0.1, 0.1])
    assert turns(game) == [(3, "rival", 0, 0.3)], "upwards, it was not the one who gained"


def test_the_largest_turning_points_are_kept_in_the_order_of_the_game() -> None:
    game = [moment(n, [0.5, 0.5], loss=0.05 + n / 1000) for n in range(1, 21)]
    assert [decision for decision, _, _, _ in turns(game)] == list(range(15, 21))
    game += [moment(20 + n, [n % 2, 1 - n % 2], luck=[0.5 - n % 2, 0.0]) for n in range(1, 10)]
    assert [kind for _, kind, _, _ in turns(game)] == ["mistake"] * 6 + ["luck"] * 6


def test_what_one_seat_thinks_is_not_compared_with_what_another_thinks() -> None:
    """They know other things."""
    game = [moment(1, [0.5, 0.5]), moment(2, [0.1, 0.9], seat=1), moment(3, [0.5, 0.5])]
    assert turns(game) == []


def test_a_sparkline_has_no_more_bars_than_room() -> None:
    assert sparkline([0.0, 0.5, 1.0], 60) == "▁▅█"
    assert len(sparkline([0.3] * 200, 60)) == 60
    assert sparkline([], 60) == ""


# -- What is stored ---------------------------------------------------------------------------------------


def test_a_stored_analysis_reads_as_it_was(record: Record, tmp_path: Path) -> None:
    found, path = whole(record), tmp_path / "game.analysis.json"
    assert read_analysis(path) is None
    found.write(path)
    assert read_analysis(path) == found
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    assert path_beside(tmp_path / "game.jsonl", False) == path
    assert path_beside(tmp_path / "game.jsonl", True) != path


@pytest.mark.parametrize(
    "change, words",
    [
        (lambda data: data.pop("moments"), "missing required field `moments`"),
        (lambda data: data.update(version=99), "version 99"),
        (lambda data: data["moments"].append(data["moments"][0]), "do not fit"),
        (lambda data: data["moments"][0].update(seat=7), "do not fit"),
        (lambda data: data.update(decisions=3), "do not fit"),
    ],
)
def test_a_broken_file_is_refused(tmp_path: Path, change: Any, words: str) -> None:
    path = tmp_path / "game.analysis.json"
    whole(shortened(PATHS[1], 6)).write(path)
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))
    with pytest.raises(BadFile, match=words):
        read_analysis(path)
    for junk in (b"", b"{", b"\xff\xfe", b"[]"):
        path.write_bytes(junk)
        with pytest.raises(BadFile, match="this is no analysis"):
            read_analysis(path)


def test_an_analysis_of_an_older_version_is_told_apart_from_junk(tmp_path: Path) -> None:
    path = tmp_path / "game.analysis.json"
    whole(shortened(PATHS[1], 2)).write(path)
    data = json.loads(path.read_text())
    data["version"] = 1
    for moment in data["moments"]:
        del moment["played"]["things"], moment["best"]["things"]
    path.write_text(json.dumps(data))
    with pytest.raises(BadFile, match="version 1; this reads version 4"):
        read_analysis(path)


# -- The command ------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    shortened(PATHS[1], 10).write(path)
    return path


def analysed(*arguments: str | Path) -> Analysis:
    done = palatine("analyse", *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return msgspec.json.decode(done.stdout, type=Analysis)


def test_the_command_keeps_what_it_found_beside_the_record(file: Path) -> None:
    first = analysed(file, "--iterations", "20")
    stored = path_beside(file, False)
    assert read_analysis(stored) == first == whole(read_record(file))
    before = stored.stat().st_mtime_ns
    assert analysed(file) == first, "without a wish, what is there is shown"
    assert analysed(file, "--iterations", "20") == first
    assert stored.stat().st_mtime_ns == before
    assert analysed(file, "--iterations", "21").depth.iterations == 21
    assert analysed(file, "--true-deal", "--iterations", "20").depth.true_deal
    assert analysed(file).depth.iterations == 21, "the two kinds do not overwrite each other"


def test_the_command_goes_on_where_it_was_stopped(file: Path) -> None:
    full, stored = whole(read_record(file)), path_beside(file, False)
    marked = msgspec.structs.replace(full.moments[0], loss=0.1234)  # so that one sees it was not done again
    analysis_of(read_record(file), full.names, full.depth, [marked, *full.moments[1:4]]).write(stored)
    found = analysed(file)
    assert found.complete
    assert found.moments == [marked, *full.moments[1:]]
    assert analysed(file, "--again", "--iterations", "20") == full


def test_another_record_of_the_same_name_is_analysed_anew(file: Path) -> None:
    first = analysed(file, "--iterations", "20")
    shortened(PATHS[1], 7).write(file)
    second = analysed(file, "--iterations", "20")
    assert (first.decisions, second.decisions) == (10, 7)
    assert second.record == fingerprint(read_record(file)) != first.record


def test_the_command_tells_the_game(file: Path) -> None:
    found = analysed(file, "--iterations", "20")
    text = palatine("analyse", file, "--all").stdout
    for account in found.accounts:
        assert replayed(read_record(file)).text(SEAT_NAME(seat=account.seat)) in text
    for one in found.moments:
        assert f"{one.played.move}" in text
    assert "10 decisions" in text
    assert path_beside(file, False).name in text


def test_the_command_says_what_is_wrong(file: Path, tmp_path: Path) -> None:
    junk = tmp_path / "junk.jsonl"
    junk.write_text("no record")
    assert "line 1: this is no record of Palatine" in refused(junk)
    assert "cannot be read" in refused(tmp_path / "missing.jsonl")
    path_beside(file, False).write_text("{}")
    assert "--again writes a new one in its place" in refused(file)
    assert analysed(file, "--again", "--iterations", "20").complete
    path_beside(file, False).unlink()
    path_beside(file, False).mkdir()
    assert "cannot be" in refused(file)


def refused(*arguments: str | Path) -> str:
    done = palatine("analyse", *arguments)
    assert done.returncode == 2, done.stdout
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_folder_that_cannot_be_written_is_told_before_the_work(record: Record, tmp_path: Path) -> None:
    with pytest.raises(PalatineError, match="cannot be written"):
        whole_or_less(record).write(tmp_path / "missing" / "game.analysis.json")


def whole_or_less(record: Record) -> Analysis:
    return analysis_of(record, replayed(record).names, DEPTH, [])
