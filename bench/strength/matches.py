"""Games for `palatine bench players`, played in processes of their own; the time of every choice is taken.

All time is the processor's that a player really has: whoever else uses the machine makes the games longer,
and nobody's thoughts shorter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from time import thread_time
from typing import Any

import msgspec

from palatine.arena.ratings import Estimate
from palatine.arena.results import GameResult
from palatine.arena.schedule import Pairing
from palatine.arena.simulation import dismiss, play_game
from palatine.bots import Player, make_player
from palatine.bots.budget import parse_budget
from palatine.bots.search import SearchPlayer
from palatine.core.catalog import game as load_game
from palatine.core.errors import UnknownPlayer
from palatine.core.game import Action, Game, Seat, State
from palatine.core.rng import derive_seed
from strength import newcomer

SEED = "bench"  # the same games in every run
PEER = "openspiel:"  # and the time for a choice, written as for `search:`
LENT = "openspiel+:"  # the same with random games in our compiled rules
SURE = 1.959964  # standard deviations to either side hold 95 %


class Match(msgspec.Struct, frozen=True):
    """One game: which players there are, by text, and who of them sits where."""

    game: str
    players: list[str]
    pairing: Pairing


class Timed:
    """A player, and what its choices took; where there is only one move, there is no choice."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.choices, self.seconds = 0, 0.0

    def choose(self, game: Game, view: State, seat: Seat) -> Action:
        began = thread_time()
        action = self.player.choose(game, view, seat)
        spent = thread_time() - began
        if len(game.legal(view, seat)) > 1:
            self.choices += 1
            self.seconds += spent
        return action


def make(text: str, seed: bytes) -> Player:
    """A player by text: ours, or like `openspiel:100ms`."""
    if text == newcomer.NAME:
        return newcomer.Newcomer(seed)
    if not text.startswith((PEER, LENT)):
        player = make_player(text, seed)
        if isinstance(player, SearchPlayer):
            player.clock = thread_time
        return player
    from peers.openspiel import OpenSpielPlayer  # only where it is installed

    name, _, time = text.partition(":")
    seconds = parse_budget(time).seconds
    if seconds is None:
        raise UnknownPlayer(f"{text!r}: the time for a choice is missing, like {name}:100ms")
    return OpenSpielPlayer(seed, seconds, lent=text.startswith(LENT))


def play(match: Match) -> GameResult:
    """Play one game, in whichever process; only real choices are counted."""
    pairing = match.pairing
    game = load_game(match.game, {"players": len(pairing.seats)})
    made = [make(match.players[n], luck) for n, luck in zip(pairing.seats, pairing.lucks, strict=True)]
    players = [Timed(player) for player in made]
    try:
        _, outcome = play_game(game, pairing.deal, players)
    finally:
        dismiss(made)
    return GameResult(
        number=pairing.number,
        block=pairing.block,
        deal=pairing.deal.hex(),
        seats=list(pairing.seats),
        scores=outcome.scores,
        winners=outcome.winners,
        reason=outcome.reason,
        decisions=[player.choices for player in players],
        seconds=[player.seconds for player in players],
        faults=[],
    )


def one_against_the_rest(game: str, seats: int, one: str, rest: str, games: int) -> Iterator[Match]:
    """Deals, each played once from every seat of the one; as many games as asked for, rounded up."""
    for number in range(1, -(-games // seats) * seats + 1):
        block, seat = divmod(number - 1, seats)
        seating = tuple(0 if k == seat else 1 for k in range(seats))
        lucks = tuple(derive_seed("player", SEED, number, k) for k in range(seats))
        deal = derive_seed("deal", SEED, game, seats, block)
        yield Match(game, [one, rest], Pairing(number, block + 1, deal, seating, lucks))


def neighbours(game: str, seats: int, ladder: list[str], games: list[int]) -> Iterator[Match]:
    """Each of a ladder but the first, in every seat, against as many of the one below as fit."""
    number = block = 0
    for upper, count in enumerate(games, start=1):
        for match in one_against_the_rest(game, seats, ladder[upper], ladder[upper - 1], count):
            drawn = match.pairing
            seating = tuple(upper - n for n in drawn.seats)
            number += 1
            changed: dict[str, Any] = {"seats": seating, "block": block + drawn.block, "number": number}
            yield Match(game, ladder, msgspec.structs.replace(drawn, **changed))
        block += drawn.block


def choices_in(game: Game) -> int:
    """How many real choices there are in a game, of all seats: as many as greedy players have."""
    players = [Timed(make_player("greedy", bytes(32))) for _ in range(game.players)]
    play_game(game, derive_seed(SEED), players)
    return sum(player.choices for player in players)


def seconds_for_a_choice(text: str, game: Game) -> float:
    """How long a player takes for the first choice of a game."""
    player = make(text, bytes(32))
    state = game.new(derive_seed(SEED))
    seat = game.acting(state)[0]
    view = game.view(state, seat)
    try:
        player.choose(game, view, seat)  # loads the rules, and whatever else it needs
        began = thread_time()
        player.choose(game, view, seat)
        return thread_time() - began
    finally:
        dismiss([player])


def interval(won: float, games: int) -> Estimate:
    """A share of games with Wilson's interval, which stays honest where nearly all are won."""
    if not games:
        return Estimate(0.0, 0.0, 1.0)
    share, weight = won / games, SURE**2 / games
    middle = (share + weight / 2) / (1 + weight)
    margin = SURE / (1 + weight) * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    return Estimate(share, max(0.0, middle - margin), min(1.0, middle + margin))
