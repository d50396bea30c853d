"""Keep the rules of a game as they are now, before they change: python tools/freeze_ruleset.py GAME.

All of the game's code but its drawings is copied into games/GAME/rulesets/rN, N being its present ruleset.
Then raise `ruleset` in the game's own game.py and change what is to change: tables and records of ruleset N
go on by the copy, which nobody edits any more.  Words, boards and drawings are shared by all rulesets.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from pathlib import Path

from palatine.core.catalog import About, about

SHARED = ("drawing", "rulesets", "words", "boards", "__pycache__")


def freeze(game: About, into: Path) -> Path:
    """Copy a game's code into a folder for its rulesets; where the copy is."""
    package = game.module.rpartition(".")[0]
    ruleset = import_module(game.module).GAME.ruleset
    copy = into / f"r{ruleset}"
    if copy.exists():
        raise SystemExit(f"{copy} is there already: ruleset {ruleset} was frozen before.")
    frozen = [path for path in sorted(game.folder.rglob("*.py")) if not _is_shared(path, game.folder)]
    names = {path.relative_to(game.folder).parts[0].removesuffix(".py") for path in frozen} - {"__init__"}
    ours = re.compile(rf"\b{re.escape(package)}\.(?=({'|'.join(sorted(names))})\b)")
    for path in frozen:
        text = ours.sub(f"{package}.rulesets.r{ruleset}.", path.read_text("utf-8"))
        target = copy / path.relative_to(game.folder)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    (copy / "__init__.py").write_text(f'"""{game.title} by ruleset {ruleset}, as it was released."""\n')
    (into / "__init__.py").write_text(
        f'"""Rules of {game.title} that were once released; nobody edits them."""\n'
    )
    return copy


def _is_shared(path: Path, folder: Path) -> bool:
    """What all rulesets have in common, and the entry in the catalogue."""
    first, *rest = path.relative_to(folder).parts
    return first in SHARED or (first == "__init__.py" and not rest)


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    game = about(sys.argv[1])
    copy = freeze(game, game.folder / "rulesets")
    module = f"{game.module.rpartition('.')[0]}.rulesets.{copy.name}.game"
    print(f"{copy} is written.  Enter it in {game.folder / '__init__.py'}: older=({module!r},)")


if __name__ == "__main__":
    main()
