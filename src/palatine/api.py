"""What most programs need of Palatine, in a few names: `from palatine import …` finds them here."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from palatine.core.catalog import game as load_game

if TYPE_CHECKING:
    from palatine.bots import Player
    from palatine.core.game import Game
    from palatine.core.match import Match

__all__ = ["game", "play_game"]


def game(name: str, /, **options: Any) -> Game:
    """A game with its options, for any number of matches.

    >>> from palatine import games
    >>> name = next(iter(games()))
    >>> made = game(name, players=3)
    >>> (made.name == name, made.players)
    (True, 3)

    Args:
        name: of the game, as `games()` lists it.
        options: the number of `players`, and what else the game offers.

    Raises:
        UnknownGame: there is no game of that name.
        BadOptions: it cannot be played so.
    """
    return load_game(name, options)


def play_game(
    game: str | Game,
    /,
    players: Sequence[str | Player],
    *,
    seed: bytes | str | int | None = None,
    **options: Any,
) -> Match:
    """A whole game between programs; everyone sees what its seat may see, and nothing else.

    >>> from palatine import games
    >>> name = next(iter(games()))
    >>> match = play_game(name, ["greedy", "random", "random"], seed=7)
    >>> match.seats
    ('bot:greedy', 'bot:random', 'bot:random')
    >>> again = play_game(match.game, ["greedy", "random", "random"], seed=7)
    >>> again.record() == match.record()
    True

    Args:
        game: its name, or one that was made before.
        players: one for each seat: what `palatine players` lists, `search:1s`, `module:Class`, `run:COMMAND`,
            or an object with a method `choose(game, view, seat)`.
        seed: 32 bytes, or 64 hexadecimal digits, or any whole number from 0 on.  The deal and all luck of the
            programs follow from it; without one, nobody can foresee them.
        options: what else the game offers, where it is given by its name.

    Returns:
        The match, played to its end.

    Raises:
        UnknownGame: there is no game of that name.
        BadOptions: it cannot be played so, or not by so many.
        UnknownPlayer: there is no such program.
        BadSeed: the seed is none.
        IllegalMove: a player that is an object has decided what the rules forbid.
    """
    from palatine.arena.simulation import dismiss
    from palatine.bots import make_player, seat_name
    from palatine.core.match import Match
    from palatine.core.rng import SEED_BYTES, derive_seed, seed_of

    if isinstance(game, str):
        game = load_game(game, {"players": len(players), **options})
    elif options:
        raise TypeError(f"a game that was made has its options already: {sorted(options)} cannot be given")
    deal = secrets.token_bytes(SEED_BYTES) if seed is None else seed_of(seed)
    names = [seat_name(one if isinstance(one, str) else type(one).__name__) for one in players]
    match = Match(game, deal, names)
    seated: list[Player] = []
    ours: list[Player] = []
    try:
        for seat, one in enumerate(players):
            if isinstance(one, str):
                one = make_player(one, derive_seed("player", deal.hex(), seat))
                ours.append(one)
            seated.append(one)
        while acting := match.to_act:
            seat = acting[0]
            match.decide(seat, seated[seat].choose(game, game.view(match.state, seat), seat))
    finally:
        dismiss(ours)
    return match
