"""Who meets whom, on which deal and in which seats."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

import msgspec

from palatine.core.errors import BadOptions, is_plain
from palatine.core.rng import derive_seed

LONGEST_NAME = 40


class Entrant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who takes part: a player by text, and what it is called in this tournament."""

    name: str
    spec: str


class Pairing(msgspec.Struct, frozen=True):
    """One game to be played; its seats are numbers of entrants."""

    number: int  # from 1
    block: int  # from 1; the games of a block share their deal
    deal: bytes
    seats: tuple[int, ...]
    lucks: tuple[bytes, ...]  # a seed for the player of every seat


def entrants_of(texts: Sequence[str]) -> list[Entrant]:
    """Entrants as typed: SPEC, or NAME=SPEC."""
    entrants = [_entrant(text.strip()) for text in texts]
    names = [entrant.name for entrant in entrants]
    for name in names:
        if names.count(name) > 1:
            raise BadOptions(
                f"two players are called {name!r}: give them names of their own, "
                f"like first={name} and second={name}"
            )
    return entrants


def _entrant(text: str) -> Entrant:
    """A name has no colon, so that an equals sign within a spec does not end one."""
    named = re.fullmatch(r"([^:=]*)=(.*)", text, re.DOTALL)
    name, spec = (named[1].strip(), named[2].strip()) if named else (_shortened(text), text)
    if not spec:
        raise BadOptions(f"{text!r} names no player: write SPEC or NAME=SPEC, like mine=greedy")
    if not is_plain(name) or len(name) > LONGEST_NAME:
        raise BadOptions(f"{name!r} is no name for a player: 1 to {LONGEST_NAME} printable characters are")
    return Entrant(name, spec)


def _shortened(spec: str) -> str:
    return spec if len(spec) <= LONGEST_NAME else f"{spec[: LONGEST_NAME - 1]}…"


def line_ups(entrants: int, seats: int) -> list[tuple[int, ...]]:
    """Every company that sits down together: all have the same number of seats, or some one more.

    With more entrants than seats these are all choices of as many as there are seats.
    """
    each, more = divmod(seats, entrants)
    return [
        tuple(sorted([*range(entrants)] * each + list(extra)))
        for extra in combinations(range(entrants), more)
    ]


def pairings(entrants: int, seats: int, seed: str) -> Iterator[Pairing]:
    """Games without end that follow from the seed: round after round, in each every line-up once.

    A line-up plays its deal in all rotations, so that everybody has every seat: that is a block.
    """
    companies = line_ups(entrants, seats)
    number = block = turn = 0
    while True:
        turn += 1
        luck = Random(derive_seed("round", seed, turn))
        for company in luck.sample(companies, len(companies)):
            block += 1
            order = luck.sample(company, seats)
            deal = derive_seed("deal", seed, block)
            for k in range(seats):
                number += 1
                rotated = tuple(order[k:] + order[:k])
                lucks = tuple(
                    derive_seed("player", seed, block, k, seat, entrant)
                    for seat, entrant in enumerate(rotated)
                )
                yield Pairing(number, block, deal, rotated, lucks)


def whole_blocks(games: int, entrants: int, seats: int) -> int:
    """How many blocks play at least so many games: whole rounds, unless the games are too few for one."""
    blocks, a_round = -(-games // seats), len(line_ups(entrants, seats))
    return blocks if blocks < a_round else -(-blocks // a_round) * a_round
