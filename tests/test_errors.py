"""Errors: a message for people, the same after a journey to another process."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from palatine.core.errors import BadFile, BadRecord, IllegalMove, PalatineError
from palatine.core.match import Match
from palatine.core.messages import Message
from palatine.core.wording import modules_below
from palatine.server.errors import FULL, Refusal

WHY = Message("refused-not-now")


def kinds() -> Iterator[type[PalatineError]]:
    """Every kind of error there is."""
    list(
        modules_below("palatine.core", "palatine.games", "palatine.bots", "palatine.arena", "palatine.server")
    )
    waiting: list[type[PalatineError]] = [PalatineError]
    while waiting:
        kind = waiting.pop()
        yield kind
        waiting += kind.__subclasses__()


def made(kind: type[PalatineError]) -> PalatineError:
    if issubclass(kind, IllegalMove):
        return kind(1, "take 3", WHY)
    if issubclass(kind, BadFile):
        return kind("game.jsonl", 7, WHY)
    return FULL.refuse() if issubclass(kind, Refusal) else kind(WHY)


@pytest.mark.parametrize("kind", sorted(set(kinds()), key=str))
def test_errors_survive_pickling(kind: type[PalatineError]) -> None:
    error = made(kind)
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_a_refusal_of_a_game_is_worded_in_its_terms_afterwards_too() -> None:
    match = Match.new("rivalkings", players=2, seed=1)
    with pytest.raises(IllegalMove) as refused:
        match.play("take 3", 0)
    assert "(rule" in str(pickle.loads(pickle.dumps(refused.value)))


def test_an_error_says_where_it_is() -> None:
    assert str(BadRecord("game.jsonl", 7, WHY)) == "game.jsonl, line 7: this is not possible now"
    assert str(BadRecord("game.jsonl", None, WHY)) == "game.jsonl: this is not possible now"
    assert str(PalatineError("in words already")) == "in words already"
