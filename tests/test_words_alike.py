"""The server and the browser word messages alike: both are held against the same sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from palatine.core.messages import Message
from palatine.core.words import HOUSE, Words

FOLDER = Path(__file__).parent / "words"  # the client's own test reads it too, src/lib/wording/words.test.ts


class Said(msgspec.Struct, forbid_unknown_fields=True):
    message: Message
    text: str
    names: list[Any] = []
    reader: int | None = None
    form: str | None = None


SAID = msgspec.json.decode((FOLDER / "said.json").read_bytes(), type=list[Said])


@pytest.mark.parametrize("said", SAID, ids=lambda said: said.text)
def test_messages_are_worded_as_in_the_browser(said: Said) -> None:
    names = [msgspec.convert(name, str | Message) for name in said.names]
    words = Words("en", [HOUSE, FOLDER])
    assert words.say(said.message, names, said.reader, said.form) == said.text
