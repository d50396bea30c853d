"""What all tests share."""

from __future__ import annotations

import os

os.environ.setdefault("NUMBA_BOUNDSCHECK", "1")  # before anything is compiled

from hypothesis import HealthCheck, settings

# Compiling the rules may take a while in the first example, and a whole game is one example.
settings.register_profile(
    "palatine", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("palatine")
