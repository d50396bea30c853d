"""The words: catalogues and what the code can say agree, and nothing but the catalogues has sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from palatine.bots import LEVELS
from palatine.core.catalog import About, games
from palatine.core.messages import Message
from palatine.core.wording import check_words, differences, house_catalogue, modules_below, said_by_modules
from palatine.core.words import MissingWords, house_words

from .elsewhere import GOOFSPIEL

SOURCES = Path(__file__).parent.parent / "src" / "palatine"
WORDLESS = ("core", "games", "bots", "server")  # what people read is in the catalogues


@pytest.mark.parametrize("game", [*games().values(), GOOFSPIEL], ids=lambda game: game.name)
def test_a_game_has_words_for_all_that_it_can_say_and_no_others(game: About) -> None:
    check_words(game)


def test_the_house_has_words_for_all_that_it_can_say_and_no_others() -> None:
    catalogue = house_catalogue()
    packages = [f"palatine.{name}" for name in (*WORDLESS, "arena") if name != "games"]
    said = said_by_modules(modules_below(*packages))
    said |= {f"level-{level.name}": frozenset() for level in LEVELS}
    problems = [*catalogue.problems, *differences(catalogue, said)]
    assert not problems, "\n".join(problems)


def test_what_has_no_words_is_not_passed_over() -> None:
    with pytest.raises(MissingWords, match="no-such-key"):
        house_words().say(Message("no-such-key"))
    with pytest.raises(MissingWords, match="seat-shared-name"):
        house_words().say(Message("seat-shared-name", {"colour": "Red"}))


# SQL, what a page may load and by which light, how rich paints
FOR_MACHINES = ("SELECT ", "INSERT ", "default-src ", "not all and (", "bold ")
FOR_PROGRAMMERS_ALONE = {"problems.py", "wording.py", "course.py", "conformance.py", "svg.py"}
SENTENCE = re.compile(r"[A-Za-z’']{2,}(?:[,:;]? +[A-Za-z’']+){2,}")  # three words in a row
# For programmers, not for people: what a broken rule or a wrong call says, what goes into the log, and what
# a number for Prometheus counts.
FOR_PROGRAMMERS = {
    "TypeError", "AssertionError", "NotImplementedError", "RuntimeError", "KeyError", "IndexError",
    "ValueError", "MissingWords", "debug", "info", "warning", "error", "exception",
    "Counter", "Histogram", "CounterMetricFamily", "GaugeMetricFamily",
}  # fmt: skip


def sentences(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts in the code that read like a sentence: line and text."""
    passed: set[ast.AST] = set()
    for node in ast.walk(tree):
        if node in passed:
            continue
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr):
                passed.add(first.value)  # a docstring
            if getattr(node, "name", "") in ("problems", "lifecycle"):
                passed.update(ast.walk(node))
        if isinstance(node, ast.Call):
            called = node.func
            name = called.id if isinstance(called, ast.Name) else getattr(called, "attr", "")
            if name in FOR_PROGRAMMERS:
                passed.update(ast.walk(node))
        if isinstance(node, ast.Assert):
            passed.update(ast.walk(node))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in passed:
            if SENTENCE.search(node.value) and not node.value.startswith(FOR_MACHINES):
                yield node.lineno, node.value


@pytest.mark.parametrize("folder", WORDLESS)
def test_there_is_no_sentence_in_the_code(folder: str) -> None:
    found = [
        f"{path.relative_to(SOURCES)}:{line}: {text!r}"
        for path in sorted((SOURCES / folder).rglob("*.py"))
        if path.name not in FOR_PROGRAMMERS_ALONE
        for line, text in sentences(ast.parse(path.read_text("utf-8")))
    ]
    assert not found, "\n".join(found)
