"""What whoever runs the server sees of it, and does."""

from __future__ import annotations

from typing import Literal

import msgspec


class HostKey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key, as `palatine host link` has put it into an address."""

    key: str


class HostSession(msgspec.Struct, frozen=True):
    """This browser is the host's for a while."""

    until: float  # seconds since 1970


class HostSeat(msgspec.Struct, frozen=True):
    """A seat, and who is on it."""

    seat: int
    colour: str
    kind: Literal["open", "person", "program"]
    name: str
    person: str | None  # the sign of who sits there
    level: str | None  # of the program that decides there now
    online: bool | None  # none where no server was asked


class HostTable(msgspec.Struct, frozen=True):
    """A table whose game is not over."""

    id: str
    game: str
    title: str
    status: Literal["waiting", "playing"]
    seats: list[HostSeat]
    listed: bool
    opened: float
    changed: float  # when something happened last
    decisions: int
    watchers: int | None


class HostPerson(msgspec.Struct, frozen=True):
    """Somebody who has told a name, or has sat at a table."""

    person: str  # a sign: it opens nothing
    name: str
    seen: float | None  # to the hour
    tables: list[str]  # where they sit, of those that are told
    online: bool | None
    address: str | None  # where they last asked this process from; of IPv6 the first 64 bits


class HostHit(msgspec.Struct, frozen=True):
    """A limit that somebody has met since this process began."""

    budget: str
    person: str | None
    name: str
    address: str | None
    times: int
    last: float


class HostBan(msgspec.Struct, frozen=True):
    """A ban in force."""

    number: int
    target: str  # the sign of a person, or a range of addresses
    name: str  # of the person
    made: float
    ends: float | None
    why: str


class HostKeeping(msgspec.Struct, frozen=True):
    """For how many days things are kept; none: for ever."""

    finished: float | None = None
    uploads: float | None = None
    idle: float | None = None


class HostTidied(msgspec.Struct, frozen=True):
    """What was removed because it was old."""

    at: float
    tables: int
    records: int
    analyses: int
    people: int


class HostView(msgspec.Struct, frozen=True):
    """How the house is: the latest of everything."""

    now: float
    live: bool  # whether a server was asked; else only the database was
    tables: list[HostTable]
    unreadable: list[str]  # tables of rules that are not here
    people: list[HostPerson]
    bans: list[HostBan]
    limits: list[HostHit] | None = None
    keeping: HostKeeping | None = None
    tidied: HostTidied | None = None


class CloseTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    why: str = ""  # what everybody there is told


class RemovePerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    person: str
    why: str = ""


class NewBan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    target: str  # the sign of a person, an address, or a range of them
    hours: float | None = None  # none: until it is lifted
    why: str = ""
    force: bool = False  # though it would ban nearly everybody, or oneself


class HostDone(msgspec.Struct, frozen=True):
    """What was asked for is the case."""

    changed: bool  # or it was before
