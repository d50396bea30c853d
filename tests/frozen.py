"""Freezes the rules of a game into a folder, and holds the copy against a golden game.

    python -m tests.frozen GAME FOLDER

In a process of its own, and interpreted: the copy is code that nothing else uses, and compiling it would take
far longer than the game.
"""

from __future__ import annotations

import runpy
import sys
from importlib import import_module
from pathlib import Path

from palatine.core.catalog import about, rulesets
from palatine.core.course import course_of, parting
from palatine.core.match import replayed
from palatine.core.record import read_record

ROOT = Path(__file__).parent.parent


def check(name: str, folder: Path) -> None:
    """It stands by itself, plays to the same states, and is made only once."""
    game = about(name)
    package = import_module(game.module.rpartition(".")[0])
    freeze = runpy.run_path(str(ROOT / "tools" / "freeze_ruleset.py"))["freeze"]
    copy = freeze(game, folder / "rulesets")
    package.__path__ = [*package.__path__, str(folder)]
    frozen = import_module(f"{package.__name__}.rulesets.{copy.name}.game").GAME
    now = rulesets(name)[frozen.ruleset]
    assert frozen is not now
    assert frozen.kernel is not now.kernel
    rules = import_module(frozen.kernel.rules["acting"].__module__).__file__
    assert Path(rules or "").is_relative_to(folder), rules
    path = next(iter(sorted((ROOT / "tests" / "golden" / name).glob("*random.jsonl"))))
    record = read_record(path)
    states = path.with_suffix(".states").read_text("utf-8").splitlines()
    import_module(game.module).GAME = frozen  # type: ignore[attr-defined]
    assert type(replayed(record, 3).game) is frozen
    assert parting(states, course_of(record)) is None
    try:
        freeze(game, folder / "rulesets")
    except SystemExit as end:
        assert "was frozen before" in str(end)
    else:
        raise AssertionError("the same ruleset was frozen twice")


if __name__ == "__main__":
    check(sys.argv[1], Path(sys.argv[2]))
    print("as it was")
