"""Every game of the house keeps the contract, and so does the one from elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palatine.core.catalog import game as load_game
from palatine.core.catalog import games
from palatine.core.conformance import check_game
from palatine.core.course import course_of, parting
from palatine.core.errors import BadRecord, BadSeed, IllegalMove, UnknownGame, UnknownSeat
from palatine.core.match import Match, replayed
from palatine.core.record import parse_record, read_record

from .elsewhere import GOOFSPIEL, installed

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*/*.jsonl"))
TABLES = [
    (name, players)
    for name, about in games().items()
    for players in range(about.players[0], about.players[1] + 1)
]


@pytest.mark.parametrize("name, players", TABLES)
@settings(max_examples=3)
@given(seed=st.binary(min_size=32, max_size=32))
def test_a_random_game_keeps_the_contract_at_every_moment(name: str, players: int, seed: bytes) -> None:
    check_game(load_game(name, {"players": players}), seed, every=3)


@pytest.mark.parametrize("players", [2, 3, 4])
@settings(max_examples=3)
@given(seed=st.binary(min_size=32, max_size=32))
def test_a_game_from_elsewhere_keeps_it_too(players: int, seed: bytes) -> None:
    with installed(GOOFSPIEL):
        check_game(load_game("goofspiel", {"players": players}), seed, every=3)


@pytest.mark.parametrize("name", games())
def test_every_game_has_golden_records_for_every_number_of_players(name: str) -> None:
    """A game without golden records could change its behaviour and nobody would notice."""
    found = {read_record(path).header.options["players"] for path in GOLDEN if path.parent.name == name}
    assert found == {players for game, players in TABLES if game == name}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_records_replay_to_the_same_states(path: Path) -> None:
    """Every state of a golden game as when it was written, and the same words."""
    record = read_record(path)
    apart = parting(path.with_suffix(".states").read_text(encoding="utf-8").splitlines(), course_of(record))
    if apart is not None:
        number, what = apart
        move = record.moves[number - 1] if number else "the deal"
        pytest.fail(f"decision {number}, {move}: {what}")
    match = replayed(record)
    told = "".join(f"{event.decision} {match.text(event)}\n" for event in match.events)
    assert told == path.with_suffix(".txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name, players", TABLES)
def test_compiled_and_interpreted_rules_give_equal_bytes(name: str, players: int) -> None:
    """The same source without numba: every state, view, choice and imagined state of a game is the same."""
    script = Path(__file__).parent / "fingerprint.py"
    arguments = [sys.executable, "-W", "error", str(script), name, str(players)]
    prints = [
        subprocess.run(
            arguments, env={**os.environ, **extra}, check=True, capture_output=True, text=True
        ).stdout.splitlines()
        for extra in ({}, {"NUMBA_DISABLE_JIT": "1"})
    ]
    assert parting(*prints) is None
    assert len(prints[0]) > 64


@pytest.mark.parametrize("name, players", TABLES)
@settings(max_examples=40)
@given(data=st.data(), seed=st.integers(0, 3))
def test_a_damaged_record_is_refused_with_its_line(
    name: str, players: int, data: st.DataObject, seed: int
) -> None:
    """Any change of a record's text either leaves the same game or is refused, with a line and a reason."""
    text = _record(name, players, seed)
    rows = text.split("\n")
    n = data.draw(st.integers(0, len(rows) - 2), label="line")
    damage = data.draw(st.sampled_from(["drop", "double", "cut", "digit", "junk"]), label="damage")
    row = rows[n]
    if damage == "drop":
        rows[n : n + 1] = []
    elif damage == "double":
        rows[n:n] = [row]
    elif damage == "cut":
        rows[n] = row[: data.draw(st.integers(0, len(row) - 1))]
    else:
        k = data.draw(st.integers(0, len(row) - 1))
        rows[n] = (
            row[:k] + ("~" if damage == "junk" else data.draw(st.sampled_from("0123456789"))) + row[k + 1 :]
        )
    damaged = "\n".join(rows)
    try:
        match = replayed(parse_record(damaged.encode()))
    except BadRecord as error:
        assert error.reason
        assert error.line is not None, str(error)
        assert 1 <= error.line <= len(rows) + 1
        return
    same_game = match.record().text() == damaged
    assert same_game, "a damaged record was read as something it does not say"


_RECORDS: dict[tuple[str, int, int], str] = {}


def _record(name: str, players: int, seed: int) -> str:
    key = name, players, seed
    if key not in _RECORDS:
        match = Match.new(name, players=players, seed=bytes([seed]) * 32)
        while match.to_act:
            legal = match.legal()
            match.play(legal[len(match.decisions) * 7919 % len(legal)])
        _RECORDS[key] = match.record().text()
    return _RECORDS[key]


def test_an_unknown_game_is_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownGame, match=r"no game 'chess'; there is"):
        Match.new("chess", players=2)


@pytest.mark.parametrize("name, players", TABLES)
@pytest.mark.parametrize("seat", [-2, 45, 10**6])
def test_there_is_no_view_from_a_seat_that_is_not_there(name: str, players: int, seat: int) -> None:
    match = Match.new(name, players=players, seed=bytes(32))
    for look in (match.show, lambda seat: match.game.view(match.state, seat)):
        with pytest.raises(UnknownSeat, match=f"there is no seat {seat}"):
            look(seat)
    with pytest.raises(UnknownSeat):
        match.show(players)


def test_what_is_no_text_is_no_move() -> None:
    match = Match.new("rheinlander", players=3, seed=bytes(32))
    with pytest.raises(IllegalMove, match="a move is a text"):
        match.play(5)  # type: ignore[arg-type]
    for seed in (-1, 1 << 256, 0.5, True, "5", b"5"):
        with pytest.raises(BadSeed):
            Match.new("rheinlander", players=3, seed=seed)  # type: ignore[arg-type]
