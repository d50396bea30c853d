"""What every game's views need: copying what is seen, and a generator that is not."""

from __future__ import annotations

from typing import Any

import numpy as np

from palatine.core.compiled import Array, rule
from palatine.core.rng import word

UNKNOWN = -1


@rule
def see(shown: Array, seen: Array) -> None:
    """Copy what may be seen into a view."""
    for i in range(seen.size):
        shown[i] = seen[i]


@rule
def hide_rng(v: Any) -> None:
    """A view holds no luck."""
    for i in range(8):
        v.key[i] = np.uint32(0xFFFFFFFF)
    for i in range(16):
        v.block[i] = np.uint32(0xFFFFFFFF)
    v.counter, v.used = UNKNOWN, UNKNOWN


@rule
def imagine_rng(o: Any, rng: Any) -> None:
    """The luck to come of an imagined state is another one."""
    for i in range(8):
        o.key[i] = np.uint32(word(rng))
    for i in range(16):
        o.block[i] = np.uint32(0)
    o.counter, o.used = 0, 16
