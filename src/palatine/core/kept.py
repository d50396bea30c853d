"""Where compiled rules are kept, and what they are kept under.

Numba does not notice a change in a helper of another file.  So the folder is named by a hash of all sources
that our kernels and the search are made of; and what is made of rules from elsewhere, as those of a game that
is no part of this package, carries a stamp of their sources as well.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent
IMPORTED = re.compile(r"^(?:from (\.*)([\w.]*) import (\([^)]*\)|.*)|import ([\w., ]+))", re.MULTILINE)
ROOMS = ("games/*/**/rules/*.py", "games/*/**/thinking/*.py", "bots/heuristics.py", "bots/search/tree.py")
KEPT = 6  # folders of compiled rules; older ones are of no use to anybody


@cache
def _imported_by(path: Path) -> list[Path]:
    """The files that one imports from its own package, or from the folder that its package lies in."""
    top = path.parent
    while (top / "__init__.py").is_file():
        top = top.parent
    own = path.relative_to(top).parts[0]

    def candidates() -> Iterator[Path]:
        for dots, module, names, modules in IMPORTED.findall(path.read_text("utf-8")):
            for name in [module] if names else [one.split()[0] for one in modules.split(",")]:
                place = (path.parents[len(dots) - 1] if dots else top).joinpath(*name.split("."))
                yield place.parent / f"{place.name}.py"
                inside = [place / f"{name}.py" for name in re.findall(r"\w+", names)]
                yield from inside
                if not inside or not all(one.is_file() for one in inside):
                    yield place / "__init__.py"

    return [
        one
        for one in candidates()
        if one.is_file() and (one.parent == top or one.relative_to(top).parts[0] == own)
    ]


def sources_of(paths: Iterable[Path]) -> set[Path]:
    """These files, and whatever they import of their own."""
    found: set[Path] = set()
    waiting = list(paths)
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += _imported_by(path)
    return found


@cache
def rule_sources() -> frozenset[Path]:
    """The files of ours that compiled code is made of: rules, what thinks, and whatever they import."""
    compiled = Path(__file__).with_name("compiled.py")
    return frozenset(sources_of([compiled, *(path for room in ROOMS for path in ROOT.glob(room))]))


def stamp(paths: Iterable[Path], *more: str) -> str:
    """A hash of what stands in some files, and of some words."""
    digest = hashlib.sha256(" ".join(more).encode())
    for path in sorted(paths):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def foreign_stamp(paths: Iterable[Path]) -> str:
    """A stamp of what is made of these files, as far as the folder's name does not speak of them."""
    return stamp(sources_of(paths) - rule_sources())


def place_key(paths: Iterable[Path]) -> str:
    """A word for where some files are; ours are the same wherever this package lies."""
    return stamp([], *sorted(str(path.relative_to(ROOT) if ROOT in path.parents else path) for path in paths))


def cache_folder() -> Path:
    """Where compiled rules are kept, or a temporary folder where nothing can be written there."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    home = Path(os.environ.get("PALATINE_CACHE") or Path(caches) / "palatine") / "compiled"
    folder = home / stamp(rule_sources(), sys.version, os.environ.get("NUMBA_BOUNDSCHECK", ""))
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True)
            others = sorted(home.iterdir(), key=lambda path: path.stat().st_mtime)
            for old in others[:-KEPT]:
                shutil.rmtree(old, ignore_errors=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="palatine-"))
