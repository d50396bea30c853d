"""The command line.

Nothing here loads the rules before a command needs them: `palatine --help` answers at once.
"""

from __future__ import annotations

import os
import sys

from palatine.cli.app import app
from palatine.core.errors import PalatineError


def main() -> None:
    """Run a command: what was wrong with its input is said in a line, with exit code 2."""
    from rich.console import Console

    error_console = Console(stderr=True, highlight=False)
    try:
        app()
    except PalatineError as error:
        error_console.print(f"[bold red]Error:[/] {_plain(str(error))}", soft_wrap=True)
        sys.exit(2)
    except KeyboardInterrupt:
        error_console.print("\nStopped.")
        sys.exit(130)
    except BrokenPipeError:
        # whoever read our output has seen enough; keep Python from complaining on exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)


def _plain(text: str) -> str:
    from rich.markup import escape

    return escape(text)
