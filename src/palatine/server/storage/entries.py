"""What the database holds of a table: its header, and the entries of its log.

What a table is follows from these, in their order.  The tags and the names in JSON stay as they are: old rows
are read for ever.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from palatine.core.record import Redeal


class TimeControl(msgspec.Struct, frozen=True):
    """How long a decision may take, in seconds: each its time, and a reserve for the whole game."""

    move: int
    reserve: int


class Start(msgspec.Struct, frozen=True):
    """Where a table begins that branches off from another game: what was decided there before."""

    replay: str
    hidden: Literal["kept", "anew"]
    moves: list[tuple[int, str]]
    redeals: list[Redeal]  # what was dealt anew, here or there before


class Header(msgspec.Struct, frozen=True):
    """What is fixed when a table is opened."""

    id: str
    game: str
    ruleset: int
    options: dict[str, Any]
    seed: str  # hexadecimal; nobody is told before the game is over
    plan: list[str | None]  # the level of the program at each seat, none for people
    host: str  # the user who opened it
    listed: bool
    opened: float
    clock: TimeControl | None = None
    start: Start | None = None  # none for a game from its beginning
    grace: int | Literal["never"] | UnsetType = UNSET  # seconds until a program plays on for who is away


class Joined(msgspec.Struct, frozen=True, tag="joined", omit_defaults=True):
    """A user takes an open seat."""

    seat: int
    user: str = msgspec.field(name="player")
    name: str
    adds: bool = False  # its browser adds to the deal: it is waited for


class Filled(msgspec.Struct, frozen=True, tag="filled"):
    """Programs take the seats that are still open."""

    seats: list[int]
    level: str


class Left(msgspec.Struct, frozen=True, tag="left"):
    """Somebody gets up: before the game the seat is open again, later a program plays on."""

    seat: int


class StoodIn(msgspec.Struct, frozen=True, tag="stood_in"):
    """A program begins to play on for somebody who is away."""

    seat: int
    level: str


class Returned(msgspec.Struct, frozen=True, tag="returned"):
    """Somebody who had left, or was away, plays on."""

    seat: int


class Waited(msgspec.Struct, frozen=True, tag="waited"):
    """Somebody would rather wait for another who is away: the time until a program plays on begins anew."""

    seat: int
    away: int
    id: str = ""


class Agreed(msgspec.Struct, frozen=True, tag="agreed"):
    """Somebody would rather have a program play on at once for another who is away."""

    seat: int
    away: int
    id: str = ""


class Promised(msgspec.Struct, frozen=True, tag="promised"):
    """A browser tells the SHA-256 of what it will add to the deal."""

    seat: int
    promise: str
    id: str = ""


class Revealed(msgspec.Struct, frozen=True, tag="revealed"):
    """And, when all have promised, what it adds."""

    seat: int
    added: str
    id: str = ""


class LeftOut(msgspec.Struct, frozen=True, tag="left_out"):
    """Browsers that have not promised, or not told, in time: the deal is made without them."""

    seats: list[int]


class RanOut(msgspec.Struct, frozen=True, tag="ran_out"):
    """Somebody's time is up: a program decides this turn."""

    seat: int


class Resumed(msgspec.Struct, frozen=True, tag="resumed"):
    """Somebody comes to a table where nobody was since then: the clocks go on, and stood meanwhile."""

    since: float


class Decided(msgspec.Struct, frozen=True, tag="decided"):
    """A decision of the game; what was sent together has one id."""

    seat: int
    move: str
    id: str = ""


class TookBack(msgspec.Struct, frozen=True, tag="took_back"):
    """Decisions are taken back: all after the first `keep`, or one secret choice that is not shown yet."""

    seat: int
    keep: int | None
    id: str = ""


class AskedUndo(msgspec.Struct, frozen=True, tag="asked_undo"):
    """Somebody asks the others to let a turn be taken back: all after the first `keep` decisions."""

    seat: int
    keep: int
    id: str = ""


class Answered(msgspec.Struct, frozen=True, tag="answered"):
    """And one of them answers."""

    seat: int
    number: int
    yes: bool
    id: str = ""


class Lapsed(msgspec.Struct, frozen=True, tag="lapsed"):
    """Nobody has said no, but not all have answered in time: the turn stays."""

    number: int  # of the request


class Rematched(msgspec.Struct, frozen=True, tag="rematched"):
    """It goes on at another table."""

    seat: int
    table: str
    id: str = ""


class Closed(msgspec.Struct, frozen=True, tag="closed"):
    """Whoever runs the server has closed the table: the game ends where it is, and nobody has won."""

    why: str = ""


class Removed(msgspec.Struct, frozen=True, tag="removed"):
    """And has removed somebody, who does not come back: the seats are open again, or programs have them."""

    user: str = msgspec.field(name="player")
    why: str = ""


Entry = (
    Joined
    | Filled
    | Left
    | StoodIn
    | Returned
    | Waited
    | Agreed
    | Promised
    | Revealed
    | LeftOut
    | RanOut
    | Resumed
    | Decided
    | TookBack
    | AskedUndo
    | Answered
    | Lapsed
    | Rematched
    | Closed
    | Removed
)

encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Entry).decode


class LoggedEntry(NamedTuple):
    """An entry where it stands in its log, and when it was written."""

    number: int
    at: float
    entry: Entry
