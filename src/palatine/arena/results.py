"""What a tournament leaves behind: every game, from which all its numbers can be computed again."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import msgspec

from palatine.arena.ratings import Estimate
from palatine.arena.schedule import Entrant
from palatine.core.errors import CANNOT_READ, CANNOT_WRITE, BadFile, PalatineError
from palatine.core.game import Seat
from palatine.core.messages import Phrase

NO_TOURNAMENT = Phrase("arena-none", detail=str)
OTHER_VERSION = Phrase("arena-other-version", theirs=int, ours=int)

VERSION = 1
FILE = "arena.json"
Stop = Literal["games", "precision", "interrupted", "failed"]


class Fault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that a player did wrong, and that was made good for it."""

    seat: Seat
    decision: int
    kind: str
    message: str


class GameResult(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game; the lists are by seat."""

    number: int
    block: int
    deal: str
    seats: list[int]  # entrants, by their place in the list of them
    scores: list[int]
    winners: list[Seat]
    reason: str
    decisions: list[int]  # how many
    seconds: list[float]  # for all of them
    faults: list[Fault]
    record: str | None = None  # a file beside this one

    def places(self) -> tuple[tuple[Seat, ...], ...]:
        """Seats by place, the best first: winners, then by score; equal ones share a place."""
        keys = [(seat not in self.winners, -score) for seat, score in enumerate(self.scores)]
        return tuple(
            tuple(seat for seat, key in enumerate(keys) if key == place) for place in sorted(set(keys))
        )


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an entrant did; a game counts once for each of its seats there."""

    name: str
    rating: Estimate
    win_share: Estimate
    score: Estimate
    place: Estimate
    games: int
    faults: int
    seconds_a_decision: float


class Results(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole tournament, finished or stopped."""

    format: Literal["palatine-arena"]
    version: int
    game: str
    ruleset: int
    options: dict[str, Any]
    seed: str
    entrants: list[Entrant]
    anchor: str | None
    precision: float | None
    stopped: Stop
    failure: str | None  # what went wrong, if it failed
    started: str
    seconds: float
    jobs: int
    standings: list[Standing]
    games: list[GameResult]

    def write(self, folder: Path) -> Path:
        """Write the file into its folder."""
        path = folder / FILE
        write_file(path, msgspec.json.format(msgspec.json.encode(self), indent=1))
        return path


def write_file(path: Path, data: bytes) -> None:
    """Write a file, folders included."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise PalatineError(CANNOT_WRITE(path=str(path), why=str(error.strerror or error))) from None


def read_results(path: Path) -> Results:
    """Read the file of a tournament; BadFile with the reason where it is none."""
    try:
        results = msgspec.json.decode(path.read_bytes(), type=Results)
    except OSError as error:
        raise BadFile(str(path), None, CANNOT_READ(why=str(error.strerror or error))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadFile(str(path), None, NO_TOURNAMENT(detail=str(error))) from None
    if results.version != VERSION:
        raise BadFile(str(path), None, OTHER_VERSION(theirs=results.version, ours=VERSION))
    return results
