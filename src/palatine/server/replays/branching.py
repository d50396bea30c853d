"""Tables that begin in the middle of a game that was played."""

from __future__ import annotations

import secrets

import msgspec

from palatine.core.catalog import game as load_game
from palatine.core.chance import SEED_BYTES
from palatine.core.errors import PalatineError
from palatine.core.game import SPECTATOR
from palatine.core.match import replayed
from palatine.core.record import Record, Redeal
from palatine.server.errors import Refusal
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
        raise _bad(f"That game can be taken up after 0 to {last} decisions, not after {branch.at}.")
    if not replayed(record, branch.at).to_act:
        raise _bad("Nobody decides at that moment.")
    redeals = [redeal for redeal in head.redeals if redeal.at <= branch.at]
    if branch.hidden == "anew":
        people = [number for number, seat in enumerate(wanted.seats) if seat.kind == "me"]
        seed = secrets.token_bytes(SEED_BYTES).hex()
        redeals.append(Redeal(branch.at, people[0] if people else SPECTATOR, seed))
    moves = [(move.seat, move.move) for move in record.moves[: branch.at]]
    start = Start(branch.replay, branch.hidden, moves, redeals)
    return msgspec.structs.replace(wanted, options=head.options), (head.seed, start)


def _check_game(record: Record, wanted: NewTable) -> None:
    """Whether a table is for the game of a record; options that are not named are its options."""
    head = record.header
    if len(wanted.seats) != len(head.seats):
        raise _bad(f"That game has {len(head.seats)} seats, not {len(wanted.seats)}.")
    try:
        game = load_game(wanted.game, {"players": len(head.seats), **(wanted.options or head.options)})
    except PalatineError as error:
        raise Refusal("bad_options", f"The table cannot be set up so: {error}.", 400) from None
    if (game.name, game.options) != (head.game, load_game(head.game, head.options).options):
        raise _bad("That game was another one, or was played with other options.")


def _bad(text: str) -> Refusal:
    return Refusal("bad_branch", text, 400)
