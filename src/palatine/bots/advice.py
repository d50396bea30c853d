"""Advice: the best few choices of a seat, their chances, and what speaks for them in the game's terms.

It is made from what the seat knows, by the searching player; the same view and the same number of
iterations give the same advice, whatever lies hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from palatine.bots.budget import Budget
from palatine.core.chance import derive_seed, new_chance
from palatine.core.errors import PalatineError, one_of
from palatine.core.game import Action, Game, Seat, State
from palatine.core.match import Match, replayed
from palatine.core.record import Record
from palatine.core.speech import addressing

if TYPE_CHECKING:
    from palatine.bots.search import Choice, Thought

CHOICES = 3
REASONS = 4
UNSEEN = "What it is worth shows only in how the game goes on."
AFTERTHOUGHT = 8  # how the turn goes on is thought about so many times less


class Judged(msgspec.Struct, frozen=True):
    """A choice, and what it is worth."""

    move: str
    label: str
    chances: list[float]  # of every seat to win, once this is chosen
    visits: int  # how often the search has looked at it
    line: list[str]  # the moves of the turn as far as they can be foreseen, this choice first
    things: list[str]  # all that would be pointed at for them, in their order
    reasons: list[str]
    played: bool = False  # whether it is what was decided
    then: list[str] = []  # how the line goes on after this choice, in words


class Advice(msgspec.Struct, frozen=True):
    """What a seat may think about a decision that it owes."""

    decision: int  # how many decisions were made before
    seat: int
    prompt: str
    chances: list[float]  # of every seat to win, as things stand
    choices: list[Judged]  # the best first; then what was decided, if it is none of them


class Question:
    """A decision that a seat owes, with all that may be known for it: its view, or the true state."""

    def __init__(
        self, game: Game, view: State, seat: Seat, names: Sequence[str], truth: State | None = None
    ) -> None:
        self.game, self.view, self.seat, self.names, self.truth = game, view, seat, names, truth
        self.legal = game.legal(view, seat)
        self.seed = derive_seed("think", game.name, seat, (view if truth is None else truth).tobytes().hex())

    def think(self, budget: Budget, only: Sequence[Action] | None = None) -> Thought:
        """What the search makes of it, or of some choices alone."""
        from palatine.bots.search import SearchPlayer

        player = SearchPlayer(self.seed, budget)
        if self.truth is not None:
            return player.think(self.game, self.truth, self.seat, known=True, only=only)
        return player.think(self.game, self.view, self.seat, only=only)

    def weigh(self, action: Action, budget: Budget) -> Choice:
        """One choice, looked at alone: a search of all choices looks closely at the best ones only."""
        return self.think(_part(budget, 2), [action]).choices[0]

    def line(self, action: Action, budget: Budget) -> list[Action]:
        """How the turn would go on after a choice, until somebody else decides or something hidden shows."""
        actions = [action]
        while True:
            preview = self.game.preview(self.view, self.seat, actions, new_chance(self.seed), self.names)
            if preview.state is None or self.game.acting(preview.state) != (self.seat,):
                return actions
            view = self.game.view(preview.state, self.seat)
            after = Question(self.game, view, self.seat, self.names)
            if len(after.legal) > 1:
                actions.append(after.think(_part(budget, AFTERTHOUGHT)).choices[0].action)
            else:
                actions.append(after.legal[0])

    def things(self, actions: Sequence[Action]) -> list[str]:
        """What is pointed at for decisions, each thing once."""
        return list(dict.fromkeys(thing for action in actions for thing in self.game.things(action)))

    def judge(self, choice: Choice, budget: Budget, *, played: bool = False, argue: bool = True) -> Judged:
        """A choice in words."""
        line = self.line(choice.action, budget) if argue else [choice.action]
        chance = new_chance(self.seed)
        return Judged(
            move=self.game.action_text(choice.action),
            label=self.game.label(choice.action, self.names),
            chances=rounded(choice.chances),
            visits=choice.visits,
            line=[self.game.action_text(action) for action in line],
            things=self.things(line),
            reasons=self.game.reasons(self.view, self.seat, line, chance, self.names) if argue else [],
            played=played,
            then=[self.game.label(action, self.names) for action in line[1:]],
        )


def _part(budget: Budget, part: int) -> Budget:
    """A fraction of a budget."""
    return Budget(
        iterations=None if budget.iterations is None else max(1, budget.iterations // part),
        seconds=None if budget.seconds is None else budget.seconds / part,
        threads=budget.threads,
    )


def rounded(chances: Sequence[float]) -> list[float]:
    return [round(float(chance), 4) for chance in chances]


def set_apart(choices: Sequence[Judged]) -> list[Judged]:
    """The same choices, without the reasons that speak for all of them alike."""
    common: set[str] = set()
    nothing: list[str] = []
    if len(choices) > 1:
        common = set.intersection(*(set(choice.reasons) for choice in choices))
        nothing = [UNSEEN]

    def telling(reasons: list[str]) -> list[str]:
        return [reason for reason in reasons if reason not in common][:REASONS] or nothing

    return [msgspec.structs.replace(choice, reasons=telling(choice.reasons)) for choice in choices]


def advise(
    game: Game,
    view: State,
    seat: Seat,
    names: Sequence[str],
    budget: Budget,
    *,
    choices: int = CHOICES,
    played: Action | None = None,
) -> Advice:
    """The best few choices of a seat, from its view alone; the names are those of all seats."""
    question = Question(game, view, seat, addressing(names, seat))
    if not question.legal:
        raise PalatineError(f"seat {seat} has nothing to decide at this moment")
    thought = question.think(budget)
    wanted = list(thought.choices[:choices])
    if played is not None and played not in [choice.action for choice in wanted]:
        wanted.append(question.weigh(played, budget))
    judged = [question.judge(choice, budget, played=choice.action == played) for choice in wanted]
    return Advice(
        decision=int(game.show(view, seat)["n"]),
        seat=seat,
        prompt=game.prompt(game.show(view, seat), seat, question.legal, question.names),
        chances=rounded(thought.chances),
        choices=set_apart(judged),
    )


def moment_of(record: Record, at: int | None) -> Match:
    """The match after so many decisions of a record; unless said, the last moment somebody decides at."""
    match = replayed(record)
    if at is None:
        at = len(record.moves) - (not match.to_act)
    return replayed(record, at)


def advise_record(
    record: Record, at: int | None, seat: Seat | None, budget: Budget, choices: int = CHOICES
) -> list[Advice]:
    """Advice for a moment of a record: for one seat, or for all that have to decide then."""
    return advise_moment(record, moment_of(record, at), seat, budget, choices)


def advise_moment(
    record: Record, match: Match, seat: Seat | None, budget: Budget, choices: int = CHOICES
) -> list[Advice]:
    """The same, for a match that has been replayed to that moment."""
    acting, number = match.to_act, len(match.decisions)
    if not acting:
        raise PalatineError(
            f"{record.source}: after {number} decisions the game is over, and nobody decides; "
            f"ask for a moment from 0 to {number - 1}"
        )
    if seat is not None and seat not in acting:
        raise PalatineError(
            f"{record.source}: after {number} decisions it is seat {one_of(acting)} that decides, not {seat}"
        )
    return [
        advise(
            match.game,
            match.game.view(match.state, one),
            one,
            match.names,
            budget,
            choices=choices,
            played=next(
                (match.game.parse_action(m.move) for m in record.moves[number:] if m.seat == one), None
            ),
        )
        for one in (acting if seat is None else (seat,))
    ]
