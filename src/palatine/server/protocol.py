"""What a browser and the server say to each other: every shape of it, in one place.

Over HTTP go the lobby and the records, over one WebSocket a table the play.  Both ways a socket carries
one union of messages, told apart by their field `type`.  docs/protocol.md explains them; the client's
types are written from this module by tools/make_protocol.py.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from palatine.bots.advice import Advice, Judged
from palatine.bots.analysis import Account, Analysis, Depth, Moment, TurningPoint

__all__ = ("Account", "Advice", "Analysis", "Depth", "Judged", "Moment", "TurningPoint")  # sent as they are

# -- Over HTTP ---------------------------------------------------------------------------------------


class OptionInfo(msgspec.Struct, frozen=True):
    """An option that a table may agree on: a switch, or a choice among names."""

    name: str
    title: str
    help: str
    choices: list[str] | None = None  # none for a switch


class Level(msgspec.Struct, frozen=True):
    """A program that can take a seat; they come from the weakest to the strongest."""

    name: str
    title: str
    help: str
    seconds: float  # about how long it thinks about a decision
    offered: bool = True  # else only tables of old have it


class GameInfo(msgspec.Struct, frozen=True):
    """A game as the lobby offers it."""

    name: str
    title: str
    summary: str
    players: tuple[int, int]
    minutes: tuple[int, int]
    colours: list[str]
    options: list[OptionInfo]
    levels: list[Level]


class Me(msgspec.Struct, frozen=True):
    """Who is asking: only a name; the secret stays in the cookie."""

    name: str
    build: str  # of the client that this server gives out


class NewName(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is to sit somewhere: the one who opens the table, whoever comes by the link, or a program.

    Several people at one device each have a seat of kind `me`, and names of their own.
    """

    kind: Literal["me", "open", "program"]
    level: str | None = None  # of a program
    name: str | None = None  # at a seat of kind `me`; else that of the one who asks


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a decision may take, in seconds: each its time, and a reserve for the whole game."""

    move: int
    reserve: int


class Branch(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Begin in the middle of a game that was played: after so many decisions of a replay."""

    replay: str
    at: int
    hidden: Literal["kept", "anew"]  # the cards that the first seat of kind `me` did not see


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    seats: list[SeatPlan]
    options: dict[str, Any] = {}
    listed: bool = False  # whether the lobby shows the table to everybody
    clock: Clock | None = None
    branch: Branch | None = None


class Join(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Take an open seat, the first one unless said, or come back to the one that was left."""

    seat: int | None = None


class Fill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Let programs take the open seats."""

    level: str


class SeatInfo(msgspec.Struct, frozen=True):
    """A seat as everybody sees it."""

    seat: int
    colour: str
    kind: Literal["open", "person", "program"]
    name: str  # empty while open
    called: str  # as the log calls whoever sits here
    level: str | None = None  # of a program
    you: bool = False
    yours: bool = False  # one of the seats of this browser: of several, the eyes of one are open
    online: bool = False
    stand_in: str | None = None  # the level of the program that plays on while the owner is away
    left: bool = False  # the owner has left the table and may come back


class UndoRequest(msgspec.Struct, frozen=True):
    """Somebody asks the others to let a decision be taken back."""

    number: int  # of the request in the log: an answer names it
    seat: int
    waiting: list[int]  # who has not answered yet


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
    commitment: str  # SHA-256 of the seed
    winners: list[int] | None = None
    scores: list[int] | None = None
    undo: UndoRequest | None = None
    can_undo: Literal["yes", "ask"] | None = None  # whether you may take your last decision back
    rematch: str | None = None  # the table where it goes on
    can_hint: bool = False  # whether you may ask for advice here
    clock: ClockInfo | None = None
    branch: Branch | None = None  # where it began, if in the middle of another game


class Lobby(msgspec.Struct, frozen=True):
    """The tables of the one who asks, and those that are open to everybody; the latest first."""

    mine: list[TableInfo]
    listed: list[TableInfo]


class AskAdvice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask what could be decided at a moment of a record, by its text."""

    record: str
    at: int | None = None  # after so many decisions; the last moment that somebody decides at unless said
    seat: int | None = None  # where several decide at once; the first of them unless said


class AskAnalysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for the analysis of a whole record, by its text."""

    record: str
    true_deal: bool = False  # as if all cards had been known


class Analysing(msgspec.Struct, frozen=True):
    """How far an analysis is, and the whole of it once it is done."""

    id: str
    done: int  # decisions
    decisions: int
    analysis: Analysis | None = None


class HintFor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ask for advice at a table, for one's own seat."""

    seat: int


class Upload(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A record to watch, by its text."""

    record: str


class ReplayInfo(msgspec.Struct, frozen=True):
    """A game that can be watched: one that was played here, or a record from elsewhere."""

    id: str
    table: TableInfo  # as it was in the end
    decisions: int
    seed: str  # what the table's commitment was made of
    uploaded: bool
    course: list[list[int]]  # everybody's points, had it ended so: at first, and after each decision


class ReplayStep(msgspec.Struct, frozen=True):
    """A game after so many decisions, as one pair of eyes saw it."""

    seat: int | None  # who decided; none before the first decision
    move: str | None  # none where these eyes did not see it
    label: str | None
    lines: list[Line]
    shown: dict[str, Any]
    to_act: list[int]


class Replay(msgspec.Struct, frozen=True):
    """A whole game through one pair of eyes: a seat's, a watcher's, or those to whom all is open."""

    eyes: str
    steps: list[ReplayStep]


class Problem(msgspec.Struct, frozen=True):
    """What went wrong, for a program (`code`) and for a person (`text`)."""

    code: str
    text: str


# -- What is asked of a seat -------------------------------------------------------------------------


class Choice(msgspec.Struct, frozen=True):
    """A legal decision: what has to be pointed at for it, and its words on a button."""

    move: str
    things: list[str]
    label: str


class Ask(msgspec.Struct, frozen=True):
    """What a seat has to decide."""

    question: int  # the number in the log that raised it: an answer names it
    prompt: str
    choices: list[Choice]
    words: dict[str, str]  # what things are called that are no pieces of the table, as use:reinforce
    chosen: str | None = None  # a decision that is made and can still be changed


class Line(msgspec.Struct, frozen=True):
    """A line of the table's log: an event of the game, or something about the seats."""

    number: int  # of the entry in the log that brought it
    kind: str
    seat: int
    data: dict[str, Any]
    text: str
    rule: int | None = None  # where the rules page says so: "### Rule 7 · …"


# -- From the server ---------------------------------------------------------------------------------


class Whole(msgspec.Struct, frozen=True, tag="whole"):
    """The whole table: on arrival, after a gap, and after a decision was taken back."""

    build: str
    number: int
    table: TableInfo
    watchers: int
    lines: list[Line]
    shown: dict[str, Any] | None = None  # none while the table waits for players
    ask: Ask | None = None
    why: Literal["arrival", "sync", "undo", "sit"] = "arrival"


class Step(msgspec.Struct, frozen=True, tag="step"):
    """One entry of the log and what it changed.  Numbers go up by one: a gap calls for `sync`."""

    number: int
    table: TableInfo
    lines: list[Line]
    shown: dict[str, Any] | None = None
    ask: Ask | None = None


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Who is at the table now."""

    online: list[bool]
    watchers: int


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """What was asked for is done and stored."""

    id: str
    number: int  # of the last entry it made in the log


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """What was asked for is not done; nothing has changed by it."""

    id: str
    code: str
    text: str


class Considered(msgspec.Struct, frozen=True, tag="considered"):
    """What some decisions would lead to, as far as it can be known beforehand."""

    question: int
    moves: list[str]
    told: list[str]  # what would happen
    done: bool  # nothing can be added before these are confirmed
    shown: dict[str, Any] | None  # the table with them, where it can be shown
    ask: Ask | None  # what could be decided next, if anything
    each: dict[str, list[str]]  # of each next choice: what it would do


class Because(msgspec.Struct, frozen=True, tag="because"):
    """Why something that was pointed at cannot be chosen."""

    things: list[str]
    text: str


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    number: int  # the latest entry in the log: a client that is behind asks for `sync`


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """The server closes: it restarts, or there is no such table."""

    code: str
    text: str


FromServer = Whole | Step | Presence | Ack | Refused | Considered | Because | Pong | Bye

# -- From the client ---------------------------------------------------------------------------------


class Play(msgspec.Struct, frozen=True, tag="play", forbid_unknown_fields=True):
    """Decide: one or several decisions, all or none.  Sent again with the same id it counts once."""

    id: str
    question: int
    moves: list[str]


class Consider(msgspec.Struct, frozen=True, tag="consider", forbid_unknown_fields=True):
    """Ask what decisions would do; with none, what each of the present choices would."""

    question: int
    moves: list[str]


class Why(msgspec.Struct, frozen=True, tag="why", forbid_unknown_fields=True):
    """Ask why things cannot be chosen, after some decisions that are only considered yet."""

    question: int
    moves: list[str]
    things: list[str]


class Undo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back one's last turn; where something hidden was seen, this asks the others."""

    id: str


class Consent(msgspec.Struct, frozen=True, tag="consent", forbid_unknown_fields=True):
    """Answer somebody's wish to take something back."""

    id: str
    number: int
    yes: bool


class Rematch(msgspec.Struct, frozen=True, tag="rematch", forbid_unknown_fields=True):
    """Once more, with everybody."""

    id: str


class Sit(msgspec.Struct, frozen=True, tag="sit", forbid_unknown_fields=True):
    """Look through the eyes of another of one's own seats, or of none while the device is passed on."""

    seat: int | None


class Sync(msgspec.Struct, frozen=True, tag="sync", forbid_unknown_fields=True):
    """Something was missed: send the whole table."""


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A sign of life."""


FromClient = Play | Consider | Why | Undo | Consent | Rematch | Sit | Sync | Ping
