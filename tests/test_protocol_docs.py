"""docs/protocol.md is true: its examples are messages, it lists them all, and its program plays."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from palatine import game
from palatine.core.catalog import words_of
from palatine.core.messages import Message
from palatine.server import errors, socket
from palatine.server.app import MOST_BYTES
from palatine.server.http import describing
from palatine.server.http.arrival import PunctualProtocol
from palatine.server.live.connection import BACKLOG
from palatine.server.protocol import host, lobby, messages, replays, tables

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES: list[tuple[str, str]] = re.findall(r"^```json ?(\w*)\n(.*?)^```", PAGE, re.M | re.S)
SOURCES = "".join(path.read_text("utf-8") for path in (ROOT / "src/palatine/server").rglob("*.py"))
SHAPES = {
    name: kind for module in (lobby, tables, replays, messages, host) for name, kind in vars(module).items()
}
MAY_BE_SHORT = ("NewTable", "Join", "AdviceRequest", "AnalysisRequest")  # may leave out a default
BOTH = messages.FromServer | messages.FromClient


def tags(union: Any) -> set[str]:
    return {kind.__struct_config__.tag for kind in get_args(union)}


@pytest.mark.parametrize("name, text", EXAMPLES, ids=lambda word: word[:30])
def test_every_example_is_a_message_with_all_its_fields(name: str, text: str) -> None:
    kind: Any = SHAPES[name] if name else BOTH
    example, decoded = json.loads(text), msgspec.json.decode(text, type=kind)
    if name in MAY_BE_SHORT:
        assert set(example) <= set(kind.__struct_fields__)
        return
    fields = json.loads(msgspec.json.encode(decoded))
    if example.get("shown"):  # the game's own
        shown = msgspec.convert(example["shown"], game("rivalkings", players=2).presenting.shown)
        fields["shown"] = msgspec.to_builtins(shown)
    assert fields == example


def said(example: Any) -> Iterator[Message]:
    """All that there is to say in an example."""
    for part in example if isinstance(example, list) else example.values():
        if isinstance(part, dict | list):
            yield from said(part)
    if "key" in example:
        yield msgspec.convert(example, Message)
    elif "kind" in example and "data" in example:
        yield Message(f"event-{example['kind']}", {**example["data"], "seat": example["seat"]})


def test_every_message_in_an_example_has_words() -> None:
    there = [message for _, text in EXAMPLES for message in said(json.loads(text))]
    assert len(there) > 15
    for message in there:
        words = next(words for words in map(words_of, ("rivalkings", "rheinlander")) if message.key in words)
        assert words.say(message, ["Anna", "Ben"])
    locked = next(message for message in there if message.key == "ask-locked")
    assert words_of("rivalkings").say(locked) in PAGE


def test_every_message_has_an_example() -> None:
    shown = {json.loads(text).get("type") for name, text in EXAMPLES if not name}
    assert shown == tags(BOTH)


def test_every_field_of_what_is_explained_in_a_table_is_there() -> None:
    for kind in (messages.Snapshot, messages.Ask, messages.Considered):
        missing = {field for field in kind.__struct_fields__ if f"| `{field}` |" not in PAGE}
        assert missing <= {"question", "moves"}, kind


def test_every_refusal_is_listed_and_no_other() -> None:
    section = PAGE.split("## Refusals")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    listed = {code for row in rows for code in re.findall(r"`(\w+)`", row)}
    used = {reason.code for reason in vars(errors).values() if isinstance(reason, errors.Reason)}
    used |= set(re.findall(r'(?:Refusal|Bye|_problem)\((?:\d+, |\s*)"(\w+)"', SOURCES))
    used |= {*describing.CODES.values(), describing.BAD_REQUEST}
    assert listed == used


def test_close_codes_and_limits_are_those_of_the_server() -> None:
    ours = {code for code in vars(socket).values() if isinstance(code, int) and 4000 <= code < 5000}
    assert ours >= {socket.UNKNOWN, socket.FOREIGN, socket.SLOW}
    assert set(re.findall(r"^\| (4\d\d\d) \|", PAGE, re.M)) == {str(code) for code in {*ours, 4500}}
    assert f"{MOST_BYTES:,} bytes" in PAGE
    assert f"{PunctualProtocol.seconds:.0f} seconds to arrive" in PAGE
    assert f"{BACKLOG:,} bytes behind" in PAGE
    assert f"for {PunctualProtocol.look_every:.0f} to {2 * PunctualProtocol.look_every:.0f} seconds" in PAGE
    assert f"{socket.MOST_BYTES:,} letters" in PAGE
    assert f"1 to {socket.MOST_ID} letters" in PAGE


def test_every_path_is_one_of_the_server() -> None:
    listed = {(verb, path) for verb, path in re.findall(r"^\| `(GET|PUT|POST) (/api/\S*)`", PAGE, re.M)}
    served = set()
    for owner in re.findall(r'^    path = "(.*?)"(.*?)(?=^class |\Z)', SOURCES, re.M | re.S):
        for verb, path in re.findall(r'^    @(get|put|post)\(\s*(?:"(.*?)")?', owner[1], re.M):
            served.add((verb.upper(), owner[0] + re.sub(r":\w+", "", path)))
    assert len(served) > 10
    assert {(verb, re.sub(r"\{\w+\}", "{}", path)) for verb, path in listed} == {
        (verb, re.sub(r"\{\w+\}", "{}", path)) for verb, path in served
    }


def test_the_least_that_plays_plays(tmp_path: Path) -> None:
    """The program of the page, against a server, from the first decision to the points."""
    program = re.findall(r"^```python\n(.*?)^```", PAGE, re.M | re.S)[0]
    start = [sys.executable, "-c", "from palatine.cli import main; main()", "serve", "--port", "0"]
    server = subprocess.Popen(
        [*start, "--database", str(tmp_path / "palatine.db")], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    try:
        line = next(line for line in server.stdout if "http://" in line)
        host = line.split("http://")[1].strip().rstrip("/")
        done = subprocess.run(
            [sys.executable, "-c", program.replace("127.0.0.1:8000", host)],
            capture_output=True,
            text=True,
            timeout=120,
        )
    finally:
        server.terminate()
        server.wait()
        server.stdout.close()
    assert done.stdout.startswith("points: ["), done.stderr
