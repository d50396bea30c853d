"""Deals that nobody can choose: a seed made of a secret of the table and of what its players add.

The secret is promised before anybody adds anything, by its SHA-256; and all promise what they add before
anybody tells it.  So nobody knows what becomes of it while there is something left to choose.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

import msgspec

from palatine.core.game import Seat
from palatine.core.rng import commitment, parse_seed

TAG = b"palatine deal 1\n"


class DealPart(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What was added at a seat: 32 bytes as hexadecimal digits, and their SHA-256, which was told before."""

    seat: int
    promise: str
    added: str | None = None  # none where it was not told in time


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that a seed was made of."""

    secret: str  # of the table: 64 hexadecimal digits
    commitment: str  # its SHA-256, which everybody saw before
    parts: list[DealPart]  # in the order of seats

    @classmethod
    def of(cls, secret: str, parts: Iterable[DealPart]) -> Deal:
        return cls(secret, commitment(bytes.fromhex(secret)), list(parts))

    @property
    def added(self) -> dict[Seat, bytes]:
        """What the seats have added, of those that have."""
        return {part.seat: bytes.fromhex(part.added) for part in self.parts if part.added is not None}

    @property
    def seed(self) -> bytes:
        """The seed that all this makes."""
        return mixed_seed(bytes.fromhex(self.secret), self.added)

    def broken_at(self, players: int) -> Seat | None:
        """The first seat whose part is none, or not what was promised; None where all are in order.

        Raises:
            BadSeed: the secret, a promise or something that was added is not 32 bytes in hexadecimal digits.
        """
        parse_seed(self.secret)
        last = -1
        for part in self.parts:
            parse_seed(part.promise)
            fits = part.added is None or keeps(part.promise, part.added)
            if not (last < part.seat < players and fits):
                return part.seat
            last = part.seat
        return None


def keeps(promise: str, added: str) -> bool:
    """Whether what is added is what was promised.

    Raises:
        BadSeed: it is not 32 bytes in hexadecimal digits.
    """
    return commitment(parse_seed(added)) == promise


def mixed_seed(secret: bytes, added: Mapping[Seat, bytes]) -> bytes:
    """The SHA-256 of the tag, the secret, and of each seat that adds something its number and its bytes."""
    parts = b"".join(bytes([seat]) + added[seat] for seat in sorted(added))
    return hashlib.sha256(TAG + secret + parts).digest()
