"""The random generator: ChaCha with a 256-bit key, kept inside the record that needs it.

Real games hide cards, so what was seen must not tell what comes; ChaCha with eight rounds keeps that and
costs little.  Any record with the fields of RNG is a generator: a game's state holds one, and so does
every player that needs luck of its own.
"""

from __future__ import annotations

import hashlib
import re
from typing import Any

import numpy as np

from palatine.core.compiled import Array, new_records, rule
from palatine.core.errors import BadSeed
from palatine.core.messages import Phrase

ROUNDS = 8
RNG_FIELDS = [("key", "u4", 8), ("counter", "i8"), ("block", "u4", 16), ("used", "i8")]
RNG = np.dtype(RNG_FIELDS)
SEED_BYTES = 32

BAD_SEED = Phrase("error-bad-seed", seed=str)
SEED_SIZE = Phrase("error-seed-size", right=int, wrong=int)


@rule
def _quarter(x: Array, a: int, b: int, c: int, d: int) -> None:
    x[a] = np.uint32(x[a] + x[b])
    x[d] = np.uint32(x[d] ^ x[a])
    x[d] = np.uint32((x[d] << np.uint32(16)) | (x[d] >> np.uint32(16)))
    x[c] = np.uint32(x[c] + x[d])
    x[b] = np.uint32(x[b] ^ x[c])
    x[b] = np.uint32((x[b] << np.uint32(12)) | (x[b] >> np.uint32(20)))
    x[a] = np.uint32(x[a] + x[b])
    x[d] = np.uint32(x[d] ^ x[a])
    x[d] = np.uint32((x[d] << np.uint32(8)) | (x[d] >> np.uint32(24)))
    x[c] = np.uint32(x[c] + x[d])
    x[b] = np.uint32(x[b] ^ x[c])
    x[b] = np.uint32((x[b] << np.uint32(7)) | (x[b] >> np.uint32(25)))


@rule
def chacha_block(key: Array, counter: int, rounds: int, x: Array) -> None:
    """The key stream's block of that number (nonce 0), sixteen words into x."""
    x[0], x[1], x[2], x[3] = 0x61707865, 0x3320646E, 0x79622D32, 0x6B206574
    for i in range(8):
        x[4 + i] = key[i]
    x[12] = np.uint32(counter & 0xFFFFFFFF)
    x[13] = np.uint32(counter >> 32)
    x[14], x[15] = 0, 0
    for _ in range(rounds // 2):
        _quarter(x, 0, 4, 8, 12)
        _quarter(x, 1, 5, 9, 13)
        _quarter(x, 2, 6, 10, 14)
        _quarter(x, 3, 7, 11, 15)
        _quarter(x, 0, 5, 10, 15)
        _quarter(x, 1, 6, 11, 12)
        _quarter(x, 2, 7, 8, 13)
        _quarter(x, 3, 4, 9, 14)
    x[0] = np.uint32(x[0] + np.uint32(0x61707865))
    x[1] = np.uint32(x[1] + np.uint32(0x3320646E))
    x[2] = np.uint32(x[2] + np.uint32(0x79622D32))
    x[3] = np.uint32(x[3] + np.uint32(0x6B206574))
    for i in range(8):
        x[4 + i] = np.uint32(x[4 + i] + key[i])
    x[12] = np.uint32(x[12] + np.uint32(counter & 0xFFFFFFFF))
    x[13] = np.uint32(x[13] + np.uint32(counter >> 32))


@rule
def start(rng: Any, key: Array) -> None:
    """Begin at the start of the key's stream."""
    for i in range(8):
        rng.key[i] = key[i]
    rng.counter = 0
    rng.used = 16


@rule
def word(rng: Any) -> int:
    """The next 32 random bits."""
    used = rng.used
    if used == 16:
        chacha_block(rng.key, rng.counter, ROUNDS, rng.block)
        rng.counter += 1
        used = 0
    rng.used = used + 1
    return int(rng.block[used])


@rule
def below(rng: Any, n: int) -> int:
    """A number from 0 to n-1, each equally likely."""
    n = int(n)
    product = word(rng) * n
    if product & 0xFFFFFFFF < n:
        unfair = 0x100000000 % n
        while product & 0xFFFFFFFF < unfair:
            product = word(rng) * n
    return product >> 32


@rule
def shuffle(rng: Any, cards: Array, n: int) -> None:
    """Put the first n cards into an order that nobody can foresee."""
    for i in range(n - 1, 0, -1):
        j = below(rng, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@rule
def imagine_rng(o: Any, rng: Any) -> None:
    """The luck to come of an imagined state is another one."""
    for i in range(8):
        o.key[i] = np.uint32(word(rng))
    for i in range(16):
        o.block[i] = np.uint32(0)
    o.counter, o.used = 0, 16


def key_words(seed: bytes) -> Array:
    """A seed as the key's eight words."""
    if len(seed) != SEED_BYTES:
        raise BadSeed(SEED_SIZE(right=SEED_BYTES, wrong=len(seed)))
    return np.frombuffer(seed, "<u4").astype(np.uint32)


def new_rng(seed: bytes) -> Array:
    """A generator of its own, for whoever needs luck outside a game."""
    rng = new_records(RNG)
    rng["key"][0] = key_words(seed)
    rng["used"][0] = 16
    return rng


def parse_seed(text: str) -> bytes:
    """A seed from its 64 hexadecimal digits."""
    if not isinstance(text, str) or not re.fullmatch(r"[0-9a-fA-F]{64}", text):
        raise BadSeed(BAD_SEED(seed=repr(text)))
    return bytes.fromhex(text)


def seed_of(given: bytes | str | int) -> bytes:
    """A seed as anybody may give it: its bytes, its digits, or a number, for which it is the number's bytes.

    Raises:
        BadSeed: it is none of these.
    """
    if isinstance(given, bytes):
        key_words(given)
        return given
    if isinstance(given, int) and not isinstance(given, bool) and 0 <= given < 1 << 8 * SEED_BYTES:
        return given.to_bytes(SEED_BYTES, "big")
    return parse_seed(given)  # type: ignore[arg-type]


def derive_seed(*parts: object) -> bytes:
    """A seed that follows from names and numbers, for simulations that can be repeated."""
    return hashlib.sha256("\x1f".join(str(part) for part in parts).encode()).digest()


def commitment(seed: bytes) -> str:
    """What is published before the deal; the seed, published after the game, proves it."""
    return hashlib.sha256(seed).hexdigest()
