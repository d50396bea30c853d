"""What a server has written down of a table, read from its database in a process of its own.

The rules are compiled there as everybody runs them, and not as the other tests want them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

READ = """
import json, sqlite3, sys
import msgspec
from palatine.core.catalog import words_of
from palatine.core.messages import Message
from palatine.server.storage import entries
from palatine.server.tables import views
from palatine.server.tables.state import TableState

TableState.is_dealt_here = property(lambda _: False)  # as at the tests' server, see dealt.py
database = sqlite3.connect(sys.argv[1])
[header] = database.execute("SELECT header FROM tables WHERE id = ?", [sys.argv[2]]).fetchone()
state = TableState(msgspec.json.decode(header, type=entries.Header))
decided = []
rows = database.execute("SELECT number, at, entry FROM log WHERE table_id = ? ORDER BY number", [sys.argv[2]])
for number, at, text in rows:
    entry = entries.decode(text)
    state.apply(number, at, entry)
    if isinstance(entry, entries.Decided):
        decided.append([entry.seat, entry.move, entry.id])
viewers = [*range(state.game.players), None]
words = words_of(state.game.name)
messages = [
    [Message(f"event-{line.kind}", {**line.data, "seat": line.seat}) for line in views.lines(state, seat)]
    for seat in viewers
]
told = [[words.say(message, state.names) for message in seen] for seen in messages]
json.dump({"number": state.number, "decided": decided, "told": told, "status": state.status}, sys.stdout)
"""


def run(*arguments: str) -> str:
    command = [sys.executable, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def ledger(database: Path, table: str) -> dict[str, Any]:
    """A table's log: what was decided, and the words of it for each seat and, last, for a watcher."""
    found: dict[str, Any] = json.loads(run("-c", READ, str(database), table))
    return found


def verify(record: Path) -> str:
    """What `palatine replay --verify` says to a record."""
    return run("-c", "from palatine.cli import main; main()", "replay", str(record), "--verify")
