"""Foresight: what decisions would do, tried on a table that looks the same to whoever considers them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import numpy as np

from palatine.core.compiled import Array, new_records
from palatine.core.errors import IllegalMove
from palatine.core.events import CAPACITY, ROW_BYTES, WIDTH, Event, messages, new_buffer, rows
from palatine.core.game import Action, Game, Seat, State
from palatine.core.messages import Message, Phrase
from palatine.core.narrating import SENTENCE
from palatine.core.presenting import Position

COMES_LATER = Phrase("refused-comes-later")


class Preview(msgspec.Struct, frozen=True):
    """What some decisions would lead to, as far as the one who considers them can know."""

    told: list[Event]
    done: bool  # nothing can be considered beyond them
    hidden: bool  # because luck or something hidden comes next
    shown: Position | None  # the position with them, where the game can show one
    state: State | None  # an imagined state after them, for what could be decided next; none once done


def preview(game: Game, view: State, seat: Seat, actions: Sequence[Action], rng: Array) -> Preview:
    """What decisions of a seat would do.

    It tells nothing that the seat could not know, and ends where luck or hidden things come in.

    Args:
        game: the game.
        view: what the seat knows.
        seat: who considers them.
        actions: the decisions, one after the other.
        rng: luck for what is imagined; it does not change what is told.

    Raises:
        IllegalMove: one of them is not legal, or comes after that end.
    """
    state = game.imagine(view, seat, rng)
    told: list[Event] = []
    hidden = done = False
    for action in actions:
        if done:
            raise IllegalMove(seat, game.action_text(action), COMES_LATER(), game.name)
        game.check(state, seat, action)
        foreseen, hidden = _try(game, state, seat, action)
        done = hidden or seat not in game.acting(state)
        told += foreseen
    present = game.presenting
    after = present.show(game.view(state, seat), seat)
    shown = present.draft(present.show(view, seat), after, told) if actions else None
    return Preview(told, done, hidden, shown, None if done else state)


def previews(
    game: Game, view: State, seat: Seat, actions: Sequence[Action], rng: Array
) -> dict[str, list[Message]]:
    """What each choice of a seat would do, by move; what it is called where nothing can be foreseen.

    Args:
        game: the game.
        view: what the seat knows.
        seat: who considers them.
        actions: all that it may decide now.
        rng: luck for what is imagined; it does not change what is told.
    """
    imagined, count = game.imagine(view, seat, rng), len(actions)
    choices, counts = np.array(actions, np.int32), np.empty(count, np.int32)
    after, heard = new_records(game.dtype, count), np.empty((count * CAPACITY, WIDTH), np.int32)
    ends = game.narrating.ends
    total = game.kernel.try_each(game.constants, imagined, 0, seat, choices, ends, after, heard, counts)
    coming, foresee = heard[:total].tobytes(), game.narrating.foresee
    hints: dict[str, list[Message]] = {}
    end = 0
    for k, (action, events) in enumerate(zip(actions, counts.tolist(), strict=True)):
        begin, end = end, end + events * ROW_BYTES
        told = foresee(after, k, coming[begin:end], seat)
        hints[game.action_text(action)] = told or [_named(game, action)]
    return hints


def _try(game: Game, state: State, seat: Seat, action: Action) -> tuple[list[Event], bool]:
    """Take a legal decision: what can be told of it beforehand, and whether more comes that cannot."""
    buffer = new_buffer()
    game.kernel.apply(game.constants, state, 0, seat, action, buffer)
    told, ends = game.narrating.foretell(state, rows(buffer), seat)
    return [one.event for one in told], ends


def _named(game: Game, action: Action) -> Message:
    """What a decision is called, among sentences."""
    return SENTENCE(said=game.narrating.label(action))


def consequences(game: Game, told: Sequence[Event]) -> list[Message]:
    """Foreseen events as a hint: without what the decision itself says, unless nothing else follows."""
    following = [event for event in told if event.kind not in game.narrating.trivial]
    return messages(following or told[-1:])


def arguments(game: Game, view: State, seat: Seat, actions: Sequence[Action], rng: Array) -> list[Message]:
    """What speaks for decisions of a seat, one after the other, or against them: facts, not guesses.

    The decisions are legal, and all can be foreseen as in `preview`.
    """
    before = game.imagine(view, seat, rng)
    after, told = before.copy(), []
    for action in actions:
        told += _try(game, after, seat, action)[0]
    said = game.explaining.facts(before, after, seat, told) or consequences(game, told)
    return said or [_named(game, action) for action in actions]
