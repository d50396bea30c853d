"""`palatine` with all luck fixed, as the tests in a browser need it.

    python dealt.py NAMED serve --port 8000 …

What is dealt, and the luck of programs, follows from what is written in the file NAMED, which is the name of
the test that runs, and from who asks for it; so it is the same whichever tests came before, and whatever
thread is first.  Names, cookies and addresses stay as random as they are.

Browsers add nothing to a deal, or it would follow from their luck and from how quick they are.  With `adding`
they do, as everywhere else, and are waited for however long they take.
"""

from __future__ import annotations

import hashlib
import secrets
import sys
from pathlib import Path

LONGEST = 32  # bytes that anybody asks for

random_bytes = secrets.token_bytes


def fix_luck(named: Path, adding: bool = False) -> None:
    """From now on `secrets.token_bytes` gives our own modules always the same for one place in one test."""
    from palatine.server.tables import state

    def fixed_bytes(nbytes: int | None = None) -> bytes:
        caller = sys._getframe(1)
        module = caller.f_globals["__name__"]
        if nbytes is None or nbytes > LONGEST or not module.startswith("palatine."):
            return random_bytes(nbytes)
        about = f"{named.read_text('utf-8')} {module} {caller.f_code.co_name}"
        return hashlib.sha256(about.encode()).digest()[:nbytes]

    secrets.token_bytes = fixed_bytes
    if adding:
        state.ADDING = 3600.0
    else:
        state.TableState.is_dealt_here = property(lambda _: False)  # type: ignore[method-assign, assignment]


if __name__ == "__main__":
    fix_luck(Path(sys.argv.pop(1)))

    from palatine.cli import main

    main()
