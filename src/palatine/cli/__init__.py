"""The command line.

Nothing here loads the rules before a command needs them: `palatine --help` answers at once.
"""

from __future__ import annotations

import sys

from palatine.cli.app import app
from palatine.core.errors import PalatineError


def main() -> None:
    """Run a command: what was wrong with its input is said in a line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        app()
    except PalatineError as error:
        print(f"Error: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        print(f"Error: the output cannot be written: {error.strerror or error}", file=sys.stderr)
        sys.exit(2)
