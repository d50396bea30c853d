"""Games that begin in the middle of others: what a seat did not know is dealt anew, as the record says."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from palatine.bots.analysis import positions
from palatine.cli import replay as command
from palatine.core.errors import BadRecord, PalatineError
from palatine.core.game import SPECTATOR
from palatine.core.match import Match, replay, replayed
from palatine.core.record import Record, Redeal, parse_record, read_record
from palatine.core.rng import derive_seed, new_rng
from palatine.core.terminal import SEAT_NAME

GOLDEN = Path(__file__).parent / "golden"
SEED = derive_seed("redeal")


def redeal(at: int, seat: int = 0, seed: bytes = SEED) -> Redeal:
    return Redeal(at, seat, seed.hex())


def golden(game: str) -> Record:
    return read_record(GOLDEN / game / "3-random.jsonl")


def branched(record: Record, *redeals: Redeal) -> Match:
    """A game up to the last of some new redeals."""
    header = msgspec.structs.replace(record.header, redeals=[*record.header.redeals, *redeals])
    return replayed(Record(header, record.moves[: redeals[-1].at]))


def play_on(match: Match, until: int = 9999) -> Match:
    """Anything that is legal, in seat order, until so many decisions are made or the game is over."""
    luck = Random(1)
    while match.to_act and len(match.decisions) < until:
        match.play(luck.choice(match.legal()))
    return match


@pytest.mark.parametrize("seat", [0, 2, SPECTATOR])
@pytest.mark.parametrize("at", [0, 1, 40])
@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
def test_what_a_seat_knows_stays_and_all_else_is_imagined(game: str, at: int, seat: int) -> None:
    before, match = replayed(golden(game), at), branched(golden(game), redeal(at, seat))
    view = before.game.view(before.state, seat)
    assert match.game.view(match.state, seat).tobytes() == view.tobytes()
    assert match.state.tobytes() == match.game.imagine(view, seat, new_rng(SEED)).tobytes()
    assert match.state.tobytes() != before.state.tobytes()
    assert match.decisions == before.decisions
    assert match.events == before.events


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
def test_a_record_with_redeals_replays_byte_for_byte(game: str) -> None:
    first = play_on(branched(golden(game), redeal(10)), 30).record()
    match = branched(first, redeal(30, SPECTATOR), redeal(30, 2))
    middle = match.state.tobytes()
    assert replayed(parse_record(match.record().text().encode())).state.tobytes() == middle
    record = play_on(match).record()
    assert [each.at for each in record.header.redeals] == [10, 30, 30]
    again = parse_record(record.text().encode())
    assert again == record
    states = [each.state.tobytes() for each in replay(again)]
    assert states[-1] == match.state.tobytes()
    assert states[30] == middle
    assert record.latest_seed == SEED
    header = json.loads(record.text().splitlines()[0])
    assert header["redeals"][1] == {"at": 30, "seat": -1, "seed": SEED.hex()}


def test_a_record_without_redeals_says_nothing_of_them() -> None:
    for game in ("rheinlander", "rivalkings"):
        text = (GOLDEN / game / "3-random.jsonl").read_text("utf-8")
        assert parse_record(text.encode()).text() == text
        assert "redeal" not in text
        assert parse_record(text.encode()).latest_seed.hex() == golden(game).header.seed


@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
def test_nothing_is_taken_back_from_before_a_redeal(game: str) -> None:
    match = branched(golden(game), redeal(40))
    state = match.state.tobytes()
    with pytest.raises(IndexError):
        match.undo()
    for seat in range(3):
        assert not match.can_take_back(seat)
        assert match.changeable(seat) is None
        with pytest.raises(PalatineError, match="nothing of yours"):
            match.take_back(seat)
    assert match.state.tobytes() == state
    seat = match.to_act[0]
    match.play(match.legal()[0])
    match.take_back(seat)
    assert match.state.tobytes() == state


def test_a_choice_of_before_stays_while_others_choose_at_the_same_time() -> None:
    match = branched(golden("rivalkings"), redeal(1, 1))
    assert match.to_act == (1, 2)
    match.play(match.legal(2)[0], 2)
    assert match.changeable(0) is None
    assert match.changeable(2) is not None
    match.play(match.legal(1)[0], 1)
    record = match.record()
    assert [move.seat for move in record.moves] == [0, 1, 2]
    assert replayed(parse_record(record.text().encode())).state.tobytes() == match.state.tobytes()


def test_a_match_of_old_decisions_can_be_settled_without_a_redeal() -> None:
    match = replayed(golden("rheinlander"), 6)
    match.settle()
    with pytest.raises(IndexError):
        match.undo()
    assert match.record().header.redeals == []


WRONG: dict[str, tuple[Callable[[list[Any]], list[Any]], str]] = {
    "too late": (lambda r: [{**r[0], "at": 13}], "which has to be between 0 and 12"),
    "too early": (lambda r: [{**r[0], "at": -1}], "which has to be between 0 and 12"),
    "out of order": (lambda r: [r[0], {**r[0], "at": 3}], "which has to be between 5 and 12"),
    "no such seat": (lambda r: [{**r[0], "seat": 3}], "there is no seat 3"),
    "no seat at all": (lambda r: [{**r[0], "seat": -2}], "there is no seat -2"),
    "a short seed": (lambda r: [{**r[0], "seed": "00"}], "seed"),
    "no seed": (lambda r: [{"at": 5, "seat": 0}], "missing required field `seed`"),
    "another field": (lambda r: [{**r[0], "why": 1}], "unknown field `why`"),
    "no list": (lambda r: r[0], "Expected `array`"),
}


@pytest.mark.parametrize("damage", WRONG)
def test_a_redeal_that_cannot_be_is_refused_in_line_one(damage: str) -> None:
    change, words = WRONG[damage]
    record = golden("rheinlander")
    header = json.loads(record.text().splitlines()[0])
    header["redeals"] = change([{"at": 5, "seat": 0, "seed": SEED.hex()}])
    lines = [json.dumps(header), *record.text().splitlines()[1:13]]
    with pytest.raises(BadRecord) as caught:
        replayed(parse_record("\n".join(lines).encode()))
    assert "line 1" in str(caught.value)
    assert words in str(caught.value)


def test_nothing_is_dealt_anew_when_the_game_is_over() -> None:
    record = golden("rivalkings")
    header = msgspec.structs.replace(record.header, redeals=[redeal(len(record.moves))])
    with pytest.raises(BadRecord, match=r"line 1: the game is over after .* nothing is dealt then"):
        replayed(Record(header, record.moves, record.result))


def test_the_commands_read_such_a_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.jsonl"
    match = play_on(branched(golden("rheinlander"), redeal(8, 1)), 12)
    match.record().write(path)
    command.replay(path, False, False, None, False, None, None, 800)
    assert f"What {match.text(SEAT_NAME(seat=1))} did not know is dealt anew here." in capsys.readouterr().out
    command.replay(path, False, False, None, True, None, None, 800)
    assert "12 decisions replay" in capsys.readouterr().out
    command.replay(path, True, True, 12, False, None, None, 800)
    shown = json.loads(capsys.readouterr().out)
    assert shown["hands"] == msgspec.to_builtins(match.game.presenting.position(match.state))["hands"]
    assert [position.question.view.tobytes() for position in positions(match.record())] == [
        before.game.view(before.state, move.seat).tobytes()
        for before, move in zip(replay(match.record()), match.record().moves, strict=False)
    ], "what is analysed is what was seen"
