"""The messages of a table's socket.

Each way it carries one union of messages, told apart by their field `type`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from palatine.core.messages import Message
from palatine.core.presenting import Position
from palatine.server.protocol.tables import Line, Progress, TableInfo

# -- What is asked of a seat -------------------------------------------------------------------------


class Choice(msgspec.Struct, frozen=True):
    """A legal decision: what has to be pointed at for it, and its words on a button."""

    move: str
    things: list[str]
    label: Message


class Ask(msgspec.Struct, frozen=True):
    """What a seat has to decide."""

    question: int  # the number in the log that raised it: an answer names it
    prompt: Message
    choices: list[Choice]
    words: dict[str, Message]  # what things are called that may also be said, as use:reinforce
    each: dict[str, list[Message]]  # of each choice, by its move: what it would do
    chosen: str | None = None  # a decision that is made and can still be changed


# -- From the server ---------------------------------------------------------------------------------


class Away(msgspec.Struct, frozen=True):
    """Somebody who is to act is away."""

    seat: int
    left: float | None  # seconds until a program plays on; none: never by itself
    agreed: list[int]  # the seats that would have one at once


class Snapshot(msgspec.Struct, frozen=True, tag="snapshot"):
    """The whole table: on arrival, after a gap, and after a decision was taken back."""

    build: str
    number: int
    table: TableInfo
    watchers: int
    away: list[Away]
    lines: list[Line]
    shown: Position | None = None  # none while the table waits for players
    checksum: int | None = None  # of what is shown
    ask: Ask | None = None
    reason: Literal["arrival", "sync", "undo", "select_seat"] = "arrival"


class Update(msgspec.Struct, frozen=True, tag="update"):
    """One entry of the log and what it changed.  Numbers go up by one: a gap calls for `sync`.

    What is shown comes as changes to what was shown before: paths with what stands there now, and paths where
    nothing does any more.  An empty path is the whole position.
    """

    number: int
    progress: Progress
    lines: list[Line]
    changed: list[tuple[list[str | int], Any]]
    gone: list[list[str | int]]
    checksum: int | None  # of what is shown then; if another one comes out, that calls for `sync` too
    table: TableInfo | UnsetType = UNSET  # where more of it has changed than its progress
    ask: Ask | UnsetType | None = UNSET  # where something else is asked than before


class Presence(msgspec.Struct, frozen=True, tag="presence"):
    """Who is at the table now, and for whom it waits who is not."""

    online: list[bool]
    watchers: int
    away: list[Away] = []


class Ack(msgspec.Struct, frozen=True, tag="ack"):
    """What was asked for is done and stored."""

    id: str
    number: int  # of the last entry it made in the log


class Refused(msgspec.Struct, frozen=True, tag="refused"):
    """What was asked for is not done; nothing has changed by it."""

    id: str
    code: str
    message: Message


class Considered(msgspec.Struct, frozen=True, tag="considered"):
    """What some decisions would lead to, as far as it can be known beforehand."""

    question: int
    moves: list[str]
    told: list[Message]  # what would happen
    done: bool  # nothing can be added before these are confirmed
    hidden: bool  # because luck or something hidden comes next
    shown: Position | None  # the table with them, where it can be shown
    ask: Ask | None  # what could be decided next, if anything


class Explanation(msgspec.Struct, frozen=True, tag="explanation"):
    """Why something that was pointed at cannot be chosen."""

    things: list[str]
    message: Message


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    number: int  # the latest entry in the log: a client that is behind asks for `sync`


class Bye(msgspec.Struct, frozen=True, tag="bye"):
    """The server closes: it restarts, or there is no such table."""

    code: str
    message: Message


FromServer = Snapshot | Update | Presence | Ack | Refused | Considered | Explanation | Pong | Bye

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


class Explain(msgspec.Struct, frozen=True, tag="explain", forbid_unknown_fields=True):
    """Ask why things cannot be chosen, after some decisions that are only considered yet."""

    question: int
    moves: list[str]
    things: list[str]


class Undo(msgspec.Struct, frozen=True, tag="undo", forbid_unknown_fields=True):
    """Take back one's last turn; where something hidden was seen, this asks the others."""

    id: str


class Consent(msgspec.Struct, frozen=True, tag="consent", forbid_unknown_fields=True):
    """Answer somebody's request to take something back."""

    id: str
    number: int
    yes: bool


class Wait(msgspec.Struct, frozen=True, tag="wait", forbid_unknown_fields=True):
    """Give somebody who is away more time."""

    id: str
    seat: int


class HandOver(msgspec.Struct, frozen=True, tag="hand_over", forbid_unknown_fields=True):
    """Let a program play on for somebody who is away, once all who are there say so."""

    id: str
    seat: int


class Rematch(msgspec.Struct, frozen=True, tag="rematch", forbid_unknown_fields=True):
    """Once more, with everybody."""

    id: str


class PromisePart(msgspec.Struct, frozen=True, tag="promise", forbid_unknown_fields=True):
    """Promise what this browser will add to the deal: the SHA-256 of 32 bytes, in hexadecimal digits."""

    id: str
    promise: str


class RevealPart(msgspec.Struct, frozen=True, tag="reveal", forbid_unknown_fields=True):
    """Tell what was promised, once all have promised."""

    id: str
    added: str


class SelectSeat(msgspec.Struct, frozen=True, tag="select_seat", forbid_unknown_fields=True):
    """Look and decide from another of one's own seats, or from none while the device is passed on."""

    seat: int | None


class Sync(msgspec.Struct, frozen=True, tag="sync", forbid_unknown_fields=True):
    """Something was missed: send a snapshot."""


class Ping(msgspec.Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """A sign of life."""


FromClient = (
    Play
    | Consider
    | Explain
    | Undo
    | Consent
    | Wait
    | HandOver
    | Rematch
    | PromisePart
    | RevealPart
    | SelectSeat
    | Sync
    | Ping
)
