"""Tables that begin in the middle of a game that was played."""

from __future__ import annotations

import secrets

import msgspec

from palatine.core.catalog import game as load_game
from palatine.core.errors import PalatineError
from palatine.core.game import SPECTATOR, Seat
from palatine.core.match import replayed
from palatine.core.record import Record, Redeal
from palatine.core.rng import SEED_BYTES
from palatine.server.errors import BAD_OPTIONS, BRANCH_AT, BRANCH_NOBODY, BRANCH_OTHER_GAME, BRANCH_SEATS
from palatine.server.protocol.tables import Branch, NewTable
from palatine.server.storage.entries import Start


def branch_off(record: Record, wanted: NewTable, branch: Branch) -> tuple[NewTable, tuple[str, Start]]:
    """The table with the options of the game that it branches off from, its seed, and where it begins.

    Refusal where they do not go together, or nobody decides at that moment.
    """
    head = record.header
    _check_game(record, wanted)
    last = len(record.moves) - (record.result is not None)
    if not 0 <= branch.at <= last:
        raise BRANCH_AT.refuse(at=branch.at, last=last)
    if not replayed(record, branch.at).to_act:
        raise BRANCH_NOBODY.refuse()
    redeals = [redeal for redeal in head.redeals if redeal.at <= branch.at]
    if branch.hidden == "anew":
        redeals.append(Redeal(branch.at, _knowing(wanted), secrets.token_bytes(SEED_BYTES).hex()))
    moves = [(move.seat, move.move) for move in record.moves[: branch.at]]
    start = Start(branch.replay, branch.hidden, moves, redeals)
    return msgspec.structs.replace(wanted, options=head.options), (head.seed, start)


def _knowing(wanted: NewTable) -> Seat:
    """Whose cards stay when all others are dealt anew: those of who plays alone with programs.

    Where several people play nobody's do, since everybody can read them in the replay.
    """
    people = [number for number, seat in enumerate(wanted.seats) if seat.kind != "program"]
    alone = len(people) == 1 and wanted.seats[people[0]].kind == "me"
    return people[0] if alone else SPECTATOR


def _check_game(record: Record, wanted: NewTable) -> None:
    """Whether a table is for the game of a record; options that are not named are its options."""
    head = record.header
    if len(wanted.seats) != len(head.seats):
        raise BRANCH_SEATS.refuse(right=len(head.seats), wrong=len(wanted.seats))
    try:
        game = load_game(wanted.game, {"players": len(head.seats), **(wanted.options or head.options)})
    except PalatineError as error:
        raise BAD_OPTIONS.refuse(why=error.message, game=error.game) from None
    if (game.name, game.options) != (head.game, load_game(head.game, head.options).options):
        raise BRANCH_OTHER_GAME.refuse()
