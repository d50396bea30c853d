"""Every promise of docs/security.md has tests, and those that it names exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text("utf-8")
NAMED = re.findall(r"^- `(tests/\S+\.py)::(\w+)`$", PAGE, re.M)


def functions_of(path: Path) -> set[str]:
    """The functions of a file, which is read and not run."""
    functions = ast.FunctionDef | ast.AsyncFunctionDef
    return {node.name for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, functions)}


@pytest.mark.parametrize("file", sorted({file for file, _ in NAMED}))
def test_every_test_that_is_named_exists(file: str) -> None:
    named = {test for other, test in NAMED if other == file}
    assert all(test.startswith("test_") for test in named)
    assert named <= functions_of(ROOT / file)


def test_every_promise_has_tests_and_each_is_named_once() -> None:
    promises = PAGE.partition("## The promises")[2].partition("## What is not promised")[0]
    parts = promises.split("\n### ")[1:]
    assert len(parts) > 9
    assert all("- `tests/" in part for part in parts)
    assert PAGE.count("::") == len(NAMED) == len(set(NAMED)), "a test is written in another way, or twice"


def test_what_is_promised_and_how_to_report_lead_to_each_other() -> None:
    assert "(../SECURITY.md)" in PAGE
    assert "(docs/security.md)" in (ROOT / "SECURITY.md").read_text("utf-8")
