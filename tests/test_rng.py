"""The generator: known vectors, fairness, commitment."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from palatine.core import compiled, rng
from palatine.core.errors import BadSeed


def _drawn(generator: compiled.Array, n: int, out: compiled.Array) -> None:
    for i in range(out.shape[0]):
        out[i] = rng.below(generator[0], n)


def _block(key: compiled.Array, counter: int, rounds: int, out: compiled.Array) -> None:
    rng.chacha_block(key, counter, rounds, out)


words = compiled.entry(
    lambda: compiled.void()(
        compiled.number_array(1, "uint32"), compiled.i64(), compiled.i64(), compiled.number_array(1, "uint32")
    )
)(_block)
numbers = compiled.entry(
    lambda: compiled.void()(compiled.record_array(rng.RNG), compiled.i64(), compiled.number_array())
)(_drawn)


def block(seed: bytes, rounds: int, counter: int = 0) -> str:
    out = np.zeros(16, np.uint32)
    words(rng.key_words(seed), counter, rounds, out)
    return out.astype("<u4").tobytes().hex()


@pytest.mark.parametrize(
    "rounds, stream",
    [
        (8, "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"),
        (20, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"),
    ],
)
def test_the_stream_is_chacha(rounds: int, stream: str) -> None:
    """The published key streams for a key and a nonce of zeros."""
    assert block(bytes(32), rounds).startswith(stream)


def test_blocks_differ_by_counter_and_key() -> None:
    assert len({block(bytes(32), 8, 0), block(bytes(32), 8, 1), block(bytes([1]) * 32, 8, 0)}) == 3


@pytest.mark.parametrize("n", [1, 2, 3, 55, 1000])
def test_below_reaches_every_number_about_equally_often(n: int) -> None:
    out = np.zeros(200 * n, np.int32)
    numbers(rng.new_rng(bytes(32)), n, out)
    count = Counter(out.tolist())
    assert set(count) == set(range(n))
    assert max(count.values()) < 320
    assert n == 1 or min(count.values()) > 100


def test_a_commitment_is_the_sha256_of_the_seed() -> None:
    assert rng.commitment(bytes(32)) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"


@pytest.mark.parametrize("text", ["", "zz", "00" * 31, "00" * 33, "0x" + "00" * 31])
def test_a_bad_seed_is_refused(text: str) -> None:
    with pytest.raises(BadSeed, match="64 hexadecimal digits"):
        rng.parse_seed(text)
