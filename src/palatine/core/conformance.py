"""What every game must pass.

`check_game` plays a random game and holds every moment of it against the contract; it raises
AssertionError with the words of what is broken.  Our tests run it for every game of the house, and
whoever writes a game can run it on theirs.
"""

from __future__ import annotations

import re
from random import Random

from palatine.core.compiled import Array
from palatine.core.errors import IllegalMove
from palatine.core.events import Event
from palatine.core.game import SPECTATOR, Action, Game, Seat, State
from palatine.core.match import Match, replayed
from palatine.core.record import parse_record
from palatine.core.rng import new_rng

MOST_DECISIONS = 5000
THING = re.compile(r"[a-z]+:[A-Za-z0-9:]+")
JUNK = (
    "",
    ":",
    "card",
    "card:",
    "card:0",
    "card:99999",
    "space:Q9",
    "seat:-1",
    "seat:x",
    "pile:9",
    "what:ever",
)


def check_game(game: Game, seed: bytes, *, every: int = 1) -> Match:
    """A random game to its end, every so many decisions of it looked at closely."""
    random, rng = Random(seed), new_rng(seed)
    match = Match(game, seed)
    while seats := match.to_act:
        assert len(match.decisions) < MOST_DECISIONS, "the game does not end"
        seat = random.choice(seats)
        action = random.choice(game.legal(match.state, seat))
        if len(match.decisions) % every == 0:
            check_moment(match, random, rng)
            check_foresight(match, seat, action, rng)
        match.decide(seat, action)
    check_moment(match, random, rng)
    check_end(match)
    return match


def check_moment(match: Match, random: Random, rng: Array) -> None:
    """Everything that must hold before a decision."""
    check_state(match.game, match.state)
    check_choices(match, random)
    for seat in (*range(match.game.players), SPECTATOR):
        check_view(match.game, match.state, seat, rng)
    for seat in match.to_act:
        check_pointing(match, seat, random, rng)
    if match.decisions:
        check_undo(match)
        for seat in range(match.game.players):
            check_take_back(match, seat)


def check_state(game: Game, state: State) -> None:
    """No invariant is broken, and a position can be told and drawn from it."""
    problems = list(game.problems(state))
    assert not problems, f"broken: {problems}"
    assert state.dtype == game.dtype
    assert game.position(state)["to_act"] == list(game.acting(state))
    for seat in range(game.players):
        check_shown(game.show(game.view(state, seat), seat), game.show_all(state))


def check_shown(some: object, everything: object) -> None:
    """With open cards a screen shows what a seat sees, in the same places, and all that it does not see."""
    if isinstance(some, dict):
        assert isinstance(everything, dict), "an open position has another shape"
        assert some.keys() == everything.keys()
        for name, value in some.items():
            check_shown(value, everything[name])
    elif isinstance(some, list):
        assert isinstance(everything, list), "an open position has another shape"
        assert len(some) == len(everything)
        for one, other in zip(some, everything, strict=True):
            check_shown(one, other)
    elif some is True:
        assert everything, "an open position hides something"
    elif some is not None:
        assert some == everything, "an open position differs from what a seat sees"


def check_choices(match: Match, random: Random) -> None:
    """Choices are ascending, round trip through the notation, and whatever is not among them is refused."""
    game, acting = match.game, match.to_act
    assert (match.outcome is None) == bool(acting), "a game is over when nobody has to decide"
    for seat in range(game.players):
        legal = game.legal(match.state, seat)
        assert bool(legal) == (seat in acting), "who has to decide has a choice, and nobody else"
        assert legal == sorted(set(legal)), "choices are ascending"
        assert len(legal) <= game.most_choices
        for action in legal:
            assert 0 <= action < game.num_actions
            assert game.parse_action(game.action_text(action)) == action, game.action_text(action)
        others = [action for action in random.sample(range(game.num_actions), 12) if action not in legal]
        for action in others:
            check_refused(game, match.state, seat, action)


def check_refused(game: Game, state: State, seat: Seat, action: int) -> None:
    """An illegal decision raises with a reason and changes nothing."""
    before = state.tobytes()
    try:
        game.apply(state, seat, action)
    except IllegalMove as error:
        assert error.reason, "a refusal says why"
    else:
        raise AssertionError(f"{game.action_text(action)} is not legal but was accepted")
    assert state.tobytes() == before, "a refused decision changed the state"


def check_view(game: Game, state: State, seat: Seat, rng: Array) -> None:
    """A view tells the seat's own choices, holds no random, and stays the same when hidden things change."""
    view = game.view(state, seat)
    assert game.view(view, seat).tobytes() == view.tobytes(), "a view shows itself"
    assert game.acting(view) == game.acting(state)
    if seat in game.acting(state):
        assert game.legal(view, seat) == game.legal(state, seat), "choices depend on hidden things"
    for name in ("key", "block"):
        assert (view[name] == 0xFFFFFFFF).all(), "the generator is in a view"
    imagined = game.imagine(view, seat, rng)
    check_state(game, imagined)
    assert game.view(imagined, seat).tobytes() == view.tobytes(), "an imagined state does not fit its view"


def check_undo(match: Match) -> None:
    """Undo and redo lead back to the same state and the same events."""
    state, events, (seat, action) = match.state.tobytes(), list(match.events), match.decisions[-1]
    match.undo()
    match.decide(seat, action)
    assert match.state.tobytes() == state
    assert match.events == events


def check_take_back(match: Match, seat: Seat) -> None:
    """Who takes a decision back owes it again, and can decide the same again with nothing lost."""
    chosen = match.changeable(seat)
    if chosen is not None:
        assert sorted([chosen, *match.alternatives(seat)]) == match.game.legal(match.reconsidered(seat), seat)
        assert match.can_take_back(seat), "what can be changed can be taken back"
    if not match.can_take_back(seat):
        return
    state, others = match.state.tobytes(), set(match.to_act) - {seat}
    action = next(action for who, action in reversed(match.decisions) if who == seat)
    match.take_back(seat)
    assert seat in match.to_act, "a decision was taken back and is not owed again"
    assert chosen is None or set(match.to_act) == {*others, seat}
    match.decide(seat, action)
    assert match.state.tobytes() == state


def check_pointing(match: Match, seat: Seat, random: Random, rng: Array) -> None:
    """Everything that a seat may choose can be pointed at or pressed, and whatever else cannot says why."""
    game, names = match.game, match.names
    view = game.view(match.state, seat)
    legal = game.legal(view, seat)
    pointed = [frozenset(game.things(action)) for action in legal]
    assert all(THING.fullmatch(thing) for things in pointed for thing in things), pointed
    with_things = [things for things in pointed if things]
    assert len(set(with_things)) == len(with_things), "two choices are pointed at in the same way"
    labels = [game.label(action, names) for action in legal]
    assert all(labels)
    buttons = [label for label, things in zip(labels, pointed, strict=True) if not things]
    assert len(set(buttons)) == len(buttons), f"two buttons say the same: {buttons}"
    assert game.prompt(game.show(view, seat), seat, legal, names)
    assert all(game.words(things).keys() <= things for things in pointed)
    check_why(match, seat, random, rng)
    check_previews(match, seat, rng)


def check_why(match: Match, seat: Seat, random: Random, rng: Array) -> None:
    """Whatever is pointed at, there is an answer with a rule, and it depends on nothing hidden."""
    game = match.game
    view = game.view(match.state, seat)
    some = [thing for action in random.sample(range(game.num_actions), 12) for thing in _things(game, action)]
    some += [thing for action in game.legal(view, seat)[:3] for thing in game.things(action)]
    for _ in range(6):
        things = random.choices([*some, *JUNK], k=random.randrange(4))
        answers = {game.why(game.imagine(view, seat, rng), seat, things, match.names) for _ in range(2)}
        assert len(answers) == 1, f"an answer depends on hidden things: {answers}"
        assert re.search(r"\(rule \d+\)$", answers.pop()), f"no rule is given for {things}"


def _things(game: Game, action: Action) -> tuple[str, ...]:
    """What is pointed at for a decision, if this table has it at all."""
    try:
        game.parse_action(game.action_text(action))
    except ValueError:
        return ()
    return game.things(action)


def check_previews(match: Match, seat: Seat, rng: Array) -> None:
    """There is a preview of each choice, the same whatever is hidden."""
    game, names = match.game, match.names
    view = game.view(match.state, seat)
    previews = game.previews(view, seat, rng, names)
    assert list(previews) == [game.action_text(action) for action in game.legal(view, seat)]
    assert game.previews(view, seat, rng, names) == previews, "a preview depends on hidden things"


def check_foresight(match: Match, seat: Seat, action: Action, rng: Array) -> None:
    """What a preview tells of a decision is what then happens, and is shown so."""
    game = match.game
    view = game.view(match.state, seat)
    one, other = (game.preview(view, seat, [action], rng, match.names) for _ in range(2))
    assert (one.told, one.done, one.shown) == (other.told, other.done, other.shown)
    assert one.done == (one.state is None)
    assert one.state is None or seat in game.acting(one.state)
    match.decide(seat, action)
    heard = [game.witness(event, seat, match.names) for event in match.events]
    happened = [event for event in heard if event.decision == len(match.decisions)]
    match.undo()
    assert _plain(one.told) == _plain(happened)[: len(one.told)], "a preview tells what does not happen"
    assert not {event.kind for event in one.told} & game.unforeseen


def _plain(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.kind, event.text) for event in events]


def check_end(match: Match) -> None:
    """The record leads to the same end, and every event has words for every seat."""
    record = match.record()
    again = replayed(parse_record(record.text().encode()))
    assert again.state.tobytes() == match.state.tobytes(), "a record replays to another state"
    assert again.record() == record
    assert match.outcome is not None
    assert match.outcome.winners
    for seat in (*range(match.game.players), SPECTATOR):
        assert all(event.text for event in match.heard(seat))


def ways(game: Game, state: State, depth: int) -> int:
    """How many sequences of so many decisions there are; what is simultaneous is decided in seat order.

    Such counts, from fixed seeds, guard the rules: whatever changes the choices anywhere in the tree changes
    the number.  A game that is over counts as one.
    """
    seats = game.acting(state)
    if depth == 0 or not seats:
        return 1
    total = 0
    for action in game.legal(state, seats[0]):
        after = state.copy()
        game.apply(after, seats[0], action)
        total += ways(game, after, depth - 1)
    return total
