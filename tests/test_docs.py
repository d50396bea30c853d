"""The documentation is true: its examples run, its commands work, its links lead somewhere."""

from __future__ import annotations

import doctest
import re
import shlex
from contextlib import nullcontext
from pathlib import Path

import pytest

from palatine.core.match import replayed
from palatine.core.record import parse_record

from .command import palatine
from .elsewhere import GOOFSPIEL, installed

ROOT = Path(__file__).parent.parent
PAGES = sorted(
    path for pages in ("*.md", "docs/*.md", "src/**/*.md", "examples/**/*.md") for path in ROOT.glob(pages)
)


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)


@pytest.mark.parametrize(
    "page",
    [
        "README.md",
        "docs/analysis.md",
        "docs/games.md",
        "docs/library.md",
        "docs/players.md",
        "docs/rheinlander-notation.md",
        "docs/rivalkings-notation.md",
        "docs/words.md",
    ],
)
def test_examples_run_as_doctests(page: str) -> None:
    with installed(GOOFSPIEL) if page == "docs/games.md" else nullcontext():
        failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried > 1
    assert failed == 0


@pytest.mark.parametrize("page", ["games.md", "words.md"])
def test_what_is_shown_of_games_is_taken_from_them(page: str) -> None:
    """Code, words and settings stand in a game as on the page, to the letter."""
    sources = "".join(
        path.read_text("utf-8")
        for folder in (ROOT / "examples" / "goofspiel", ROOT / "src" / "palatine" / "games")
        for path in folder.rglob("*")
        if path.suffix in (".py", ".ftl", ".toml")
    )
    shown = [block for kind in ("python", "fluent", "toml") for block in blocks(ROOT / "docs" / page, kind)]
    taken = [block for block in shown if not block.startswith(">>>")]
    assert len(taken) > 4
    for block in taken:
        assert block in sources, f"{page} shows what no game has:\n{block}"


def test_every_command_of_the_readme_works(tmp_path: Path) -> None:
    """In the order of the page, in one folder; what dev.py does is tested where dev.py is."""
    commands = [line for block in blocks(ROOT / "README.md", "sh") for line in block.splitlines()]
    ours = [command for command in commands if command.startswith("palatine ")]
    assert len(ours) >= 9
    for command in ours:
        done = palatine(*shlex.split(command)[1:], folder=tmp_path)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
    assert {path.name for path in tmp_path.iterdir()} == {"board.png", "cup", "games", "moment.png"}
    rest = {" ".join(command.split()[:3]) for command in commands} - {" ".join(c.split()[:3]) for c in ours}
    assert rest == {f"python3 dev.py {command}" for command in ("play", "run", "bench", "test")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
        assert "://" in target or (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_records_in_the_documentation_replay() -> None:
    records = [block for block in blocks(ROOT / "docs" / "records.md", "json") if "palatine-record" in block]
    assert len(records) == 2
    for example in records:
        match = replayed(parse_record(example.encode()))
        assert match.record().text() == example
