"""Advice: the best few choices of a seat, their chances, and what speaks for them in the game's terms.

It is made from what the seat knows, by the searching player; the same view and the same number of
iterations give the same advice, whatever lies hidden.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from palatine.bots.budget import Budget
from palatine.bots.search import Choice, SearchPlayer, Thought
from palatine.bots.search.player import NOTHING_TO_DECIDE
from palatine.core.errors import PalatineError
from palatine.core.foresight import arguments, preview
from palatine.core.game import Action, Game, Seat, State
from palatine.core.match import Match, replayed
from palatine.core.messages import Message, Phrase
from palatine.core.record import Record
from palatine.core.rng import derive_seed, new_rng

NOBODY_DECIDES = Phrase("error-nobody-decides", source=str, decisions=int, last=int)
ANOTHER_DECIDES = Phrase("error-another-decides", source=str, decisions=int, acting=list, seat=int)
UNSEEN = Phrase("advice-unseen")

CHOICES = 3
REASONS = 4
AFTERTHOUGHT = 8  # how the turn goes on is thought about so many times less


class Judged(msgspec.Struct, frozen=True):
    """A choice, and what it is worth."""

    move: str
    label: Message
    chances: list[float]  # of every seat to win, once this is chosen
    visits: int  # how often the search has looked at it
    line: list[str]  # the moves of the turn as far as they can be foreseen, this choice first
    things: list[str]  # all that would be pointed at for them, in their order
    reasons: list[Message]
    played: bool = False  # whether it is what was decided
    then: list[Message] = []  # how the line goes on after this choice


class Advice(msgspec.Struct, frozen=True):
    """What a seat may think about a decision that it owes."""

    decision: int  # how many decisions were made before
    seat: int
    prompt: Message
    chances: list[float]  # of every seat to win, as things stand
    choices: list[Judged]  # the best first; then what was decided, if it is none of them


class Question:
    """A decision that a seat owes, with all that may be known for it: its view, or the true state."""

    def __init__(self, game: Game, view: State, seat: Seat, truth: State | None = None) -> None:
        self.game, self.view, self.seat, self.truth = game, view, seat, truth
        self.legal = game.legal(view, seat)
        self.seed = derive_seed("think", game.name, seat, (view if truth is None else truth).tobytes().hex())

    def think(self, budget: Budget, only: Sequence[Action] | None = None) -> Thought:
        """What the search makes of it, or of some choices alone."""
        player = SearchPlayer(self.seed, budget)
        if self.truth is not None:
            return player.think(self.game, self.truth, self.seat, open_state=True, only=only)
        return player.think(self.game, self.view, self.seat, only=only)

    def weigh(self, action: Action, budget: Budget, closer: int = 1) -> Choice:
        """One choice, looked at alone: a search of all choices looks closely at the best ones only."""
        return self.think(part(budget, 2 / closer), [action]).choices[0]

    def line(self, action: Action, budget: Budget) -> list[Action]:
        """How the turn would go on after a choice, until somebody else decides or something hidden shows."""
        actions = [action]
        while True:
            foreseen = preview(self.game, self.view, self.seat, actions, new_rng(self.seed)).state
            if foreseen is None or self.game.acting(foreseen) != (self.seat,):
                return actions
            after = Question(self.game, self.game.view(foreseen, self.seat), self.seat)
            if len(after.legal) > 1:
                actions.append(after.think(part(budget, AFTERTHOUGHT)).choices[0].action)
            else:
                actions.append(after.legal[0])

    def things(self, actions: Sequence[Action]) -> list[str]:
        """What is pointed at for decisions, each thing once."""
        return list(dict.fromkeys(thing for action in actions for thing in self.game.notation.things(action)))

    def judge(self, choice: Choice, budget: Budget, *, played: bool = False, argue: bool = True) -> Judged:
        """A choice with all that there is to say of it."""
        line = self.line(choice.action, budget) if argue else [choice.action]
        rng = new_rng(self.seed)
        return Judged(
            move=self.game.action_text(choice.action),
            label=self.game.narrating.label(choice.action),
            chances=rounded(choice.chances),
            visits=choice.visits,
            line=[self.game.action_text(action) for action in line],
            things=self.things(line),
            reasons=arguments(self.game, self.view, self.seat, line, rng) if argue else [],
            played=played,
            then=[self.game.narrating.label(action) for action in line[1:]],
        )


def part(budget: Budget, divisor: float) -> Budget:
    """A fraction of a budget."""
    return Budget(
        iterations=None if budget.iterations is None else max(1, int(budget.iterations / divisor)),
        seconds=None if budget.seconds is None else budget.seconds / divisor,
        threads=budget.threads,
    )


def rounded(chances: Sequence[float]) -> list[float]:
    return [round(float(chance), 4) for chance in chances]


def set_apart(choices: Sequence[Judged]) -> list[Judged]:
    """The same choices, without the reasons that speak for all of them alike."""
    common: set[Message] = set()
    nothing: list[Message] = []
    if len(choices) > 1:
        common = set.intersection(*(set(choice.reasons) for choice in choices))
        nothing = [UNSEEN()]

    def telling(reasons: list[Message]) -> list[Message]:
        return [reason for reason in reasons if reason not in common][:REASONS] or nothing

    return [msgspec.structs.replace(choice, reasons=telling(choice.reasons)) for choice in choices]


def advise(
    game: Game,
    view: State,
    seat: Seat,
    budget: Budget,
    *,
    choices: int = CHOICES,
    played: Action | None = None,
) -> Advice:
    """The best few choices of a seat, from its view alone."""
    question = Question(game, view, seat)
    if not question.legal:
        raise PalatineError(NOTHING_TO_DECIDE(seat=seat))
    thought = question.think(budget)
    wanted = list(thought.choices[:choices])
    if played is not None and played not in [choice.action for choice in wanted]:
        wanted.append(question.weigh(played, budget))
    judged = [question.judge(choice, budget, played=choice.action == played) for choice in wanted]
    return Advice(
        decision=game.decided(view),
        seat=seat,
        prompt=game.narrating.prompt(view, seat, question.legal),
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
        raise PalatineError(NOBODY_DECIDES(source=record.source, decisions=number, last=number - 1))
    if seat is not None and seat not in acting:
        raise PalatineError(
            ANOTHER_DECIDES(source=record.source, decisions=number, acting=list(acting), seat=seat)
        )
    return [
        advise(
            match.game,
            match.game.view(match.state, one),
            one,
            budget,
            choices=choices,
            played=next(
                (match.game.parse_action(m.move) for m in record.moves[number:] if m.seat == one), None
            ),
        )
        for one in (acting if seat is None else (seat,))
    ]
