"""Writes golden games: records whose every state and every word the tests hold the rules against.

    .venv/bin/python tools/make_golden.py rheinlander tests/golden

Run it only when a ruleset rises; the difference in the files then shows what has changed.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

import msgspec

from palatine.arena.simulation import record_of, simulate
from palatine.core.catalog import about
from palatine.core.catalog import game as load_game
from palatine.core.match import replay
from palatine.core.record import Record


def main(name: str, folder: Path) -> None:
    """Two games for each number of players: a sensible one, and a wild one with all switches on."""
    fewest, most = about(name).players
    for players in range(fewest, most + 1):
        plain = load_game(name, {"players": players})
        switches = [offer.name for offer in plain.offers() if offer.choices is None]
        for bot, options in (("greedy", {}), ("random", dict.fromkeys(switches, True))):
            game = load_game(name, {"players": players, **options})
            bots = [bot] * players
            (played,) = simulate(game, bots, 1, "golden")
            write(record_of(game, bots, played), folder / name / f"{players}-{bot}.jsonl")


def write(record: Record, path: Path) -> None:
    """The record, its words and the fingerprint of its states."""
    record.write(path)
    digest = hashlib.sha256()
    for match in replay(record):
        digest.update(msgspec.json.encode(match.game.presenting.position(match.state)))
    words = "".join(f"{event.decision} {match.text(event)}\n" for event in match.events)
    path.with_suffix(".txt").write_text(words, encoding="utf-8", newline="\n")
    path.with_suffix(".sha256").write_text(digest.hexdigest() + "\n", newline="\n")
    print(f"Wrote {path}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
