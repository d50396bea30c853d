"""The build of the browser client: what it decides by itself, without Node and without a network."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """hatch_build.py as a module, with a small client of its own."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "WORDS", tmp_path / "words")
    monkeypatch.setattr(module, "WEB", tmp_path / "web")
    monkeypatch.setattr(module, "MODULES", tmp_path / "web" / "node_modules")
    monkeypatch.setattr(module, "CLIENT", tmp_path / "server" / "client")
    for name in ("package-lock.json", "src/main.ts", "node_modules/svelte/index.js"):
        (module.WEB / name).parent.mkdir(parents=True, exist_ok=True)
        (module.WEB / name).write_text("1")
    module.CLIENT.parent.mkdir()
    return module


@pytest.fixture
def npm_calls(hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What npm would have been asked to do; a build makes the file that says which one it is."""
    calls: list[list[str]] = []

    def quietly(arguments: list[str], advice: str, **variables: str) -> None:
        calls.append(arguments)
        if arguments[:2] == ["run", "build"]:
            folder = Path(arguments[-1])
            folder.mkdir()
            (folder / "build.txt").write_text(variables["PALATINE_BUILD"] + "\n")

    monkeypatch.setattr(hook, "quietly", quietly)
    return calls


def test_the_build_is_named_after_its_sources(hook):
    before = hook.build_id()
    (hook.WEB / "src" / "main.test.ts").write_text("a test changes nothing")
    (hook.WEB / "node_modules" / "svelte" / "index.js").write_text("nor do packages: the lock names them")
    assert hook.build_id() == before
    (hook.WEB / "src" / "main.ts").write_text("2")
    changed = hook.build_id()
    assert changed != before
    (hook.WEB / "src" / "main.ts").rename(hook.WEB / "src" / "other.ts")
    renamed = hook.build_id()
    assert renamed not in (before, changed)
    (hook.WORDS / "en").mkdir(parents=True)
    (hook.WORDS / "en" / "play.ftl").write_text("the words of the house are built in")
    assert hook.build_id() != renamed


def test_the_client_is_built_once_and_after_a_change(hook, npm_calls, capsys):
    assert hook.main([]) == 0
    assert [call[0] for call in npm_calls] == ["ci", "run"]
    assert hook.built() == hook.build_id()
    assert hook.main([]) == 0
    assert len(npm_calls) == 2
    assert capsys.readouterr().out == "Building the browser client, this happens once...\n"
    (hook.WEB / "src" / "main.ts").write_text("2")
    assert hook.main([]) == 0
    assert [call[0] for call in npm_calls] == ["ci", "run", "run"]
    (hook.WEB / "package-lock.json").write_text("2")
    assert hook.main([]) == 0
    assert [call[0] for call in npm_calls[3:]] == ["ci", "run"]
    assert [path.name for path in hook.CLIENT.parent.iterdir()] == ["client"]


def test_a_build_that_fails_leaves_the_old_client_in_place(hook, npm_calls, monkeypatch, capsys):
    assert hook.main([]) == 0
    before = hook.built()
    (hook.WEB / "src" / "main.ts").write_text("2")

    def fail(arguments: list[str], advice: str, **_: str) -> None:
        Path(arguments[-1]).mkdir()
        raise hook.Failure(advice)

    monkeypatch.setattr(hook, "quietly", fail)
    assert hook.main([]) == 1
    assert "could not be built" in capsys.readouterr().err
    assert hook.built() == before
    assert [path.name for path in hook.CLIENT.parent.iterdir()] == ["client"]


def test_without_sources_a_built_client_will_do(hook, npm_calls, monkeypatch, tmp_path, capsys):
    assert hook.main([]) == 0
    monkeypatch.setattr(hook, "WEB", tmp_path / "none")
    assert hook.main([]) == 0
    monkeypatch.setattr(hook, "CLIENT", tmp_path / "none")
    assert hook.main([]) == 1
    assert "neither a built client" in capsys.readouterr().err


def test_failures_of_npm_are_explained(hook, monkeypatch):
    said = ""
    monkeypatch.setattr(hook, "npm", lambda: (["npm"], {}))
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: SimpleNamespace(returncode=1, stdout=said))
    said = "npm error code ENOTFOUND"
    with pytest.raises(hook.Failure, match="connected to the network"):
        hook.quietly(["ci"], "advice")
    said = "npm error some reason"
    with pytest.raises(hook.Failure, match=r"some reason\n\nadvice"):
        hook.quietly(["ci"], "advice")


def test_without_node_it_says_where_node_comes_from(hook, monkeypatch):
    monkeypatch.setattr(hook.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(hook.Failure, match="pip install"):
        hook.npm()


def test_the_clients_packages_are_pinned_by_hash_and_from_nowhere_in_particular():
    wanted = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in wanted["devDependencies"].values())
    packages = json.loads((ROOT / "web" / "package-lock.json").read_text("utf-8"))["packages"]
    assert packages.pop("")["devDependencies"] == wanted["devDependencies"]
    assert all("integrity" in package and "resolved" not in package for package in packages.values())
