"""Tables: how one is opened, and how everybody sees it."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from palatine.core.messages import Message


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit somewhere: the one who opens the table, whoever comes by the link, or a program.

    Several people at one device each have a seat of kind `me`, and names of their own.
    """

    kind: Literal["me", "open", "program"]
    level: str | None = None  # of a program
    name: str | None = None  # at a seat of kind `me`; else that of the one who asks


class ClockSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a decision may take, in seconds: each its time, and a reserve for the whole game."""

    move: int
    reserve: int


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin in the middle of a game that was played: after so many decisions of a replay."""

    replay: str
    at: int
    hidden: Literal["kept", "anew"]  # the cards that no watcher saw, less yours if all others are programs


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: list[SeatPlan]
    options: dict[str, Any] = {}
    listed: bool = False  # whether the lobby shows the table to everybody
    clock: ClockSettings | None = None
    grace: int | Literal["never"] | None = None  # seconds before a program plays on for who is away
    branch: Branch | None = None
    adds: bool = False  # to the deal: the table waits a moment for your promise, and for what it is of


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat, the first one unless said, or come back to the one that was left."""

    seat: int | None = None
    adds: bool = False  # to the deal, as with a new table


class Fill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let programs take the open seats."""

    level: str


class HintRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for advice at a table, for one's own seat."""

    seat: int


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    colour: str
    kind: Literal["open", "person", "program"]
    name: str  # empty while open
    called: str | Message  # as the log calls whoever sits here
    level: str | None = None  # of a program
    you: bool = False
    yours: bool = False  # one of the seats of this browser: of several, `you` is the one that is selected
    online: bool = False
    stand_in: str | None = None  # the level of the program that plays on while the owner is away
    left: bool = False  # the owner has left the table and may come back
    device: int | None = None  # where several are played on one device: the first of them


class UndoInfo(msgspec.Struct, frozen=True):
    """Somebody asks the others to let a decision be taken back."""

    number: int  # of the request in the log: an answer names it
    seat: int
    waiting: list[int]  # who has not answered yet


class DealPromise(msgspec.Struct, frozen=True):
    """A seat whose browser adds to the deal."""

    seat: int
    promise: str | None = None  # SHA-256 of what it adds; none before it has promised


class DealInfo(msgspec.Struct, frozen=True):
    """What browsers add to the deal; what that was is told by the record of the game."""

    asks: Literal["promise", "reveal"] | None  # what the deal waits for; none once it is made
    waiting: list[int]  # whose browsers have not answered yet
    promises: list[DealPromise]


class SeatClock(msgspec.Struct, frozen=True):
    """A seat's time; both in seconds, `since` since 1970 and only while it runs."""

    left: float  # of the reserve, when its clock began to run
    since: float | None = None


class ClockInfo(msgspec.Struct, frozen=True):
    """The clocks of a table, as the server's own clock tells it."""

    move: int
    reserve: int
    now: float
    seats: list[SeatClock]


class Progress(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table stands: what changes from decision to decision.  `TableInfo` has the same fields.

    Fields that are left out are null, `can_hint` false: with every decision it is told to everybody.
    """

    status: Literal["waiting", "playing", "over"]
    changed: float
    to_act: list[int]
    winners: list[int] | None = None
    scores: list[int] | None = None
    undo: UndoInfo | None = None
    can_undo: Literal["yes", "ask"] | None = None
    can_hint: bool = False
    clock: ClockInfo | None = None


class TableInfo(msgspec.Struct, frozen=True):
    """A table as everybody sees it."""

    id: str
    game: str
    title: str
    options: dict[str, Any]
    status: Literal["waiting", "playing", "over"]
    seats: list[SeatInfo]
    you: int | None  # your seat
    host: bool  # whether you have opened it
    listed: bool
    opened: float  # seconds since 1970
    changed: float
    to_act: list[int]
    commitment: str  # SHA-256 of the seed, or of the secret that it is made of
    winners: list[int] | None = None
    scores: list[int] | None = None
    undo: UndoInfo | None = None
    can_undo: Literal["yes", "ask"] | None = None  # whether you may take your last decision back
    rematch: str | None = None  # the table where it goes on
    closed: str | None = None  # whoever runs the server has closed it, and why; empty where none was given
    can_hint: bool = False  # whether you may ask for advice here
    clock: ClockInfo | None = None
    branch: Branch | None = None  # where it began, if in the middle of another game
    deal: DealInfo | None = None  # none where nobody adds to it


class PutAway(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Put tables away, so that one's lobby shows them no more, or take them back."""

    tables: list[str]
    away: bool = True


class Lobby(msgspec.Struct, frozen=True):
    """The tables of the one who asks, the latest first, and those that are open to everybody.

    Of the latter those come first where somebody is, and of one host there are only a few.
    """

    mine: list[TableInfo]
    listed: list[TableInfo]


class Line(msgspec.Struct, frozen=True):
    """A line of the table's log: an event of the game, or something about the seats (`table-…`).

    Its words are those of `event-KIND`, said of its data and its seat.
    """

    number: int  # of the entry in the log that brought it
    kind: str
    seat: int
    data: dict[str, Any]
    rule: int | None = None  # where the rules page says so: "### Rule 7 · …"
