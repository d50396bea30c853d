"""`palatine` with all luck fixed, as the tests in a browser need it.

    python dealt.py NAMED serve --port 8000 …
    python dealt.py NAMED adding serve --port 8000 …

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


def fixed_bytes(nbytes: int | None = None) -> bytes:
    """What `secrets.token_bytes` gives our own modules: always the same for one place in one test."""
    caller = sys._getframe(1)
    module = caller.f_globals["__name__"]
    if nbytes is None or nbytes > LONGEST or not module.startswith("palatine."):
        return random_bytes(nbytes)
    about = f"{NAMED.read_text('utf-8')} {module} {caller.f_code.co_name}"
    return hashlib.sha256(about.encode()).digest()[:nbytes]


if __name__ == "__main__":
    NAMED = Path(sys.argv.pop(1))
    secrets.token_bytes = fixed_bytes

    from palatine.cli import main
    from palatine.server.tables import state

    if sys.argv[1] == "adding":
        del sys.argv[1]
        state.ADDING = 3600.0
    else:
        state.TableState.is_dealt_here = property(lambda _: False)  # type: ignore[method-assign, assignment]

    main()
