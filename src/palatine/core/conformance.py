"""What every game must pass.

`check_game` plays a random game and holds every moment of it against the contract; it raises
AssertionError with the words of what is broken.  Our tests run it for every game of the house, and
whoever writes a game can run it on theirs.
"""

from __future__ import annotations

import re
from random import Random

import msgspec

from palatine.core.compiled import Array
from palatine.core.errors import IllegalMove
from palatine.core.events import Event
from palatine.core.foresight import preview, previews
from palatine.core.game import SPECTATOR, Action, Game, Seat, State
from palatine.core.match import Match, replayed
from palatine.core.presenting import Position
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
    """A random game to its end, every so many decisions of it looked at closely.

    Args:
        game: what is checked.
        seed: 32 bytes, for the deal and for what is decided.
        every: look at every decision, or at each of so many.

    Returns:
        The match that was played.

    Raises:
        AssertionError: with the words of what is broken.
    """
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
    problems = list(game.explaining.problems(state))
    assert not problems, f"broken: {problems}"
    assert state.dtype == game.dtype
    everything = game.presenting.show_all(state)
    shared = game.presenting.show(game.view(state, SPECTATOR), SPECTATOR)
    for seat in range(game.players):
        view = game.view(state, seat)
        shown = game.presenting.show(view, seat)
        own = game.presenting.personal(view, seat, shared)
        assert msgspec.structs.replace(shared, **own) == shown, "what a seat is shown is told in two ways"
        check_position(game, state, shown)
        check_shown(msgspec.to_builtins(shown), msgspec.to_builtins(everything))


def check_position(game: Game, state: State, shown: Position) -> None:
    """What is shown is of the declared kind, and says how far the game is and who is to act."""
    assert isinstance(shown, game.presenting.shown)
    assert shown.n == game.decided(state)
    assert shown.to_act == list(game.acting(state))


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
        others = [
            action
            for action in random.sample(range(game.num_actions), min(12, game.num_actions))
            if action not in legal
        ]
        for action in others:
            check_refused(match, seat, action)
        if seat in acting and game.kernel.obstacle is not None:
            check_conditions(game, match.state, seat, legal)


def check_conditions(game: Game, state: State, seat: Seat, legal: list[Action]) -> None:
    """What no condition forbids is what is legal, and nothing else."""
    assert game.kernel.obstacle is not None
    for action in range(game.num_actions):
        obstacle = int(game.kernel.obstacle(game.constants, state, 0, seat, action))
        assert (obstacle == 0) == (action in legal), f"{game.action_text(action)}: condition {obstacle}"
        assert obstacle <= len(game.conditions.all)


def check_refused(match: Match, seat: Seat, action: Action) -> None:
    """An illegal decision raises with a reason and changes nothing."""
    game, state = match.game, match.state
    before = state.tobytes()
    try:
        game.apply(state, seat, action)
    except IllegalMove as error:
        assert str(error), "a refusal says why"
        assert match.text(error.reason, seat), "and says it to the one who is refused"
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
    game, narrate = match.game, match.game.narrating
    view = game.view(match.state, seat)
    legal = game.legal(view, seat)
    pointed = [frozenset(game.notation.things(action)) for action in legal]
    assert all(THING.fullmatch(thing) for things in pointed for thing in things), pointed
    with_things = [things for things in pointed if things]
    assert len(set(with_things)) == len(with_things), "two choices are pointed at in the same way"
    labels = [match.text(narrate.label(action), seat) for action in legal]
    assert all(labels)
    buttons = [label for label, things in zip(labels, pointed, strict=True) if not things]
    assert len(set(buttons)) == len(buttons), f"two buttons say the same: {buttons}"
    assert match.text(narrate.prompt(view, seat, legal), seat)
    named = [narrate.thing(thing) for things in pointed for thing in things]
    assert all(match.text(message) for message in named if message is not None)
    check_why(match, seat, random, rng)
    check_previews(match, seat, rng)


def check_why(match: Match, seat: Seat, random: Random, rng: Array) -> None:
    """Whatever is pointed at, there is an answer, and it depends on nothing hidden.

    Where a game names the conditions of what is legal, the answer gives a rule.
    """
    game = match.game
    view = game.view(match.state, seat)
    tried = random.sample(range(game.num_actions), min(12, game.num_actions))
    some = [thing for action in tried for thing in _things(game, action)]
    some += [thing for action in game.legal(view, seat)[:3] for thing in _things(game, action)]
    for _ in range(6):
        things = random.choices([*some, *JUNK], k=random.randrange(4))
        whys = [game.explaining.why(game.imagine(view, seat, rng), seat, things) for _ in range(2)]
        assert whys[0] == whys[1], f"an answer depends on hidden things: {whys}"
        answer = match.text(whys[0], seat)
        assert answer
        assert not game.conditions.all or re.search(r"\(rule \d+\)$", answer), f"no rule for {things}"


def _things(game: Game, action: Action) -> tuple[str, ...]:
    """What is pointed at for a decision, if this table has it at all."""
    return () if game.notation.all[action] is None else game.notation.things(action)


def check_previews(match: Match, seat: Seat, rng: Array) -> None:
    """There is a preview of each choice, the same whatever is hidden."""
    game = match.game
    view = game.view(match.state, seat)
    legal = game.legal(view, seat)
    told = previews(game, view, seat, legal, rng)
    assert list(told) == [game.action_text(action) for action in legal]
    assert previews(game, view, seat, legal, rng) == told, "a preview depends on hidden things"
    assert all(match.text(message, seat) for messages in told.values() for message in messages)


def check_foresight(match: Match, seat: Seat, action: Action, rng: Array) -> None:
    """What a preview tells of a decision is what then happens, and is shown so."""
    game = match.game
    view = game.view(match.state, seat)
    one, other = (preview(game, view, seat, [action], rng) for _ in range(2))
    assert (one.told, one.done, one.shown) == (other.told, other.done, other.shown)
    assert one.done == (one.state is None)
    assert one.state is None or seat in game.acting(one.state)
    match.decide(seat, action)
    heard = [game.narrating.witness(event, seat) for event in match.events]
    happened = [event for event in heard if event.decision == len(match.decisions)]
    for event in match.latest:
        seen = all(game.narrating.witness(event, s) == event for s in range(SPECTATOR, game.players))
        assert seen or event.kind in game.narrating.secret, "what is hidden from some is declared"
    match.undo()
    assert _plain(one.told) == _plain(happened)[: len(one.told)], "a preview tells what does not happen"
    assert not {event.kind for event in one.told} & game.narrating.unforeseen


def _plain(events: list[Event]) -> list[Event]:
    return [msgspec.structs.replace(event, decision=0) for event in events]


def check_end(match: Match) -> None:
    """The record leads to the same end, and every event has words for every seat."""
    record = match.record()
    again = replayed(parse_record(record.text().encode()))
    assert again.state.tobytes() == match.state.tobytes(), "a record replays to another state"
    assert again.record() == record
    assert match.outcome is not None
    assert match.outcome.winners
    for seat in (*range(match.game.players), SPECTATOR):
        assert all(match.text(event, seat) for event in match.heard(seat))
        assert all(match.text(event) for event in match.heard(seat))


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
