"""The client's types are those of the protocol."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_protocol", ROOT / "tools" / "make_protocol.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_clients_types_are_up_to_date(maker):
    old = [path.name for path, text in maker.files() if not path.exists() or path.read_text("utf-8") != text]
    assert not old, "declarations have changed: run python tools/make_protocol.py"


def test_the_server_sends_every_field_and_may_be_sent_less(maker):
    text = maker.protocol_text()
    assert "  type: 'update';\n  number: number;\n" in text
    assert "  shown: Position | null;" in text
    assert "  listed?: boolean; // whether the lobby shows the table to everybody" in text
    assert "export type FromClient = Play | Consider | " in text


def test_a_games_types_are_those_of_its_declarations(maker, monkeypatch):
    monkeypatch.syspath_prepend(ROOT / "examples" / "goofspiel")
    from goofspiel.game import GAME

    text = maker.game_text(GAME({"players": 3}))
    assert (
        "export interface Sheet extends Position {\n  table: Record<string, number | unknown[] | null>;"
        in text
    )
    assert "  | Told<'bid', { card: number | null }>\n" in text
    assert "export type Thing =\n  | `card:${number}`;" in text
