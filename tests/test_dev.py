"""The developer's command: what it decides by itself, without a network."""

from __future__ import annotations

import ast
import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "dev.py"


@pytest.fixture
def dev(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    """dev.py as a module, with a small project of its own in which nothing is installed."""
    spec = importlib.util.spec_from_file_location("dev", SOURCE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, file in (("PROJECT", "p.toml"), ("LOCK", "r.lock"), ("BENCH_LOCK", "b.lock")):
        (tmp_path / file).write_text(f"{name.lower()}==1.0 \\\n    --hash=sha256:0\n")
        monkeypatch.setattr(module, name, tmp_path / file)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "BROWSER_TESTS", tmp_path / "tests" / "browser")
    module.BROWSER_TESTS.mkdir(parents=True)
    return module


@pytest.fixture
def pip_calls(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been installed; the environment is made of empty files."""
    calls: list[list[str]] = []

    def make(venv: Path) -> None:
        python = Path(dev.program("python", dev.VENV))
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()
        (venv / "pyvenv.cfg").write_text(f"home = {Path(sys.executable).parent}\n")

    monkeypatch.setattr(dev, "program", lambda name, venv=dev.VENV: str(venv / "bin" / name))
    monkeypatch.setattr(dev, "make", make)
    monkeypatch.setattr(dev, "run", lambda command: 0)
    monkeypatch.setattr(dev, "pip", lambda arguments, *_, **__: calls.append(list(arguments)))
    return calls


def test_an_old_python_can_read_it():
    ast.parse(SOURCE.read_text("utf-8"), feature_version=(3, 8))


def test_an_old_python_is_told_what_is_needed(dev, monkeypatch):
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    with pytest.raises(SystemExit, match=r"needs Python 3\.11 or newer, and this is Python 3\.8\.18"):
        dev.main(["setup"])


def test_it_needs_only_the_standard_library():
    tree = ast.parse(SOURCE.read_text("utf-8"))
    names = [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


@pytest.mark.parametrize("arguments", [["dance"], [], ["--dance"], ["setup", "now"]])
def test_an_unknown_command_is_an_error_of_use(arguments):
    done = subprocess.run([sys.executable, SOURCE, *arguments], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: python3 dev.py")


def test_help_names_every_command(dev, capsys):
    with pytest.raises(SystemExit) as end:
        dev.main(["--help"])
    assert end.value.code == 0
    words = capsys.readouterr().out
    assert all(re.search(rf"^  {name} ", words, re.M) for name in dev.RUN)


@pytest.mark.parametrize("changed", ["LOCK", "PROJECT", "ROOT"])
def test_the_stamp_tells_what_changed(dev, monkeypatch, changed):
    before = dev.stamp(dev.LOCK)
    assert dev.stamp(dev.LOCK) == before
    if changed == "ROOT":
        monkeypatch.setattr(dev, "ROOT", dev.ROOT / "moved")
    else:
        getattr(dev, changed).write_text("changed")
    assert dev.stamp(dev.LOCK) != before
    assert dev.stamp(dev.LOCK) != dev.stamp(dev.LOCK, dev.BENCH_LOCK)


def test_setting_up_happens_once(dev, pip_calls):
    dev.set_up()
    assert len(pip_calls) == 2
    assert "--require-hashes" in pip_calls[0]
    assert pip_calls[0][-1] == str(dev.LOCK)
    assert pip_calls[1][-2:] == ["-e", str(dev.ROOT)]
    dev.set_up()
    assert len(pip_calls) == 2
    dev.set_up(bench=True)
    assert pip_calls[2][-1] == str(dev.BENCH_LOCK)
    dev.set_up(bench=True)
    assert len(pip_calls) == 3


def test_setting_up_again_after_an_interruption_or_a_change(dev, pip_calls, monkeypatch):
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(dev, "pip", interrupt)
        assert dev.main(["setup"]) == 130
    dev.set_up()
    assert len(pip_calls) == 2
    dev.LOCK.write_text("another==2.0\n")
    dev.set_up()
    assert len(pip_calls) == 4
    Path(dev.program("python", dev.VENV)).unlink()
    dev.set_up()
    assert len(pip_calls) == 6


def test_the_client_is_looked_after_each_time_and_its_failure_stops_what_is_run(
    dev, pip_calls, monkeypatch, capsys
):
    answers = [0, 0, 0, 1]
    ran = []

    def run(command: list[str]) -> int:
        ran.append(command)
        return answers.pop(0)

    monkeypatch.setattr(dev, "run", run)
    monkeypatch.setattr(dev, "become", lambda command: 0)
    assert dev.main(["setup"]) == 0
    assert dev.main(["play"]) == 0
    assert dev.main(["run", "games"]) == 1
    assert not answers
    assert all(command[1:] == [str(dev.CLIENT)] for command in ran)
    assert "Nothing was run" in capsys.readouterr().err


def test_commands_lead_to_the_program(dev, monkeypatch):
    became: list[list[str]] = []

    def become(command: list[str]) -> int:
        became.append(command)
        return 0

    monkeypatch.setattr(dev, "set_up", lambda **_: None)
    monkeypatch.setattr(dev, "become", become)
    for command in (
        ["play", "--port", "8001"],
        ["run", "play"],
        ["bench"],
        ["docs", "serve"],
        ["npm", "run", "dev"],
    ):
        assert dev.main(command) == 0
    assert [command[1:] for command in became] == [
        ["serve", "--open", "--port", "8001"],
        ["play"],
        ["bench"],
        ["-m", "mkdocs", "serve"],
        [str(dev.CLIENT), "npm", "run", "dev"],
    ]


def test_the_benchmark_of_the_client_gets_its_browser(dev, monkeypatch):
    monkeypatch.setattr(dev, "set_up", lambda **_: None)
    monkeypatch.setattr(dev, "become", lambda command: 0)
    monkeypatch.setattr(dev, "require_chromium", lambda: "/the/browser")
    monkeypatch.setenv("PALATINE_CHROMIUM", "")
    for arguments in (["engine"], ["client", "--help"]):
        assert dev.main(["bench", *arguments]) == 0
        assert dev.os.environ["PALATINE_CHROMIUM"] == ""
    assert dev.main(["bench", "client", "--quick"]) == 0
    assert dev.os.environ["PALATINE_CHROMIUM"] == "/the/browser"


def test_a_folder_that_is_no_environment_is_left_alone(dev, capsys):
    (dev.VENV / "letters").mkdir(parents=True)
    assert dev.main(["setup"]) == 1
    assert "Please move it elsewhere" in capsys.readouterr().err
    assert (dev.VENV / "letters").is_dir()


def test_failures_of_pip_are_explained(dev):
    offline = "WARNING: connection broken by 'NewConnectionError'\nERROR: No matching distribution found"
    assert "connected to the network" in dev.pip_failure(offline)
    assert "not to be had for this system" in dev.pip_failure("ERROR: No matching distribution found")
    assert "not the one that the lock file names" in dev.pip_failure("PACKAGES DO NOT MATCH THE HASHES")
    assert "some reason" in dev.pip_failure("ERROR: some reason")


def test_a_surrounding_environment_does_not_leak_in(dev, monkeypatch):
    for name in ("VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH", "PIP_USER", "PYTHONDONTWRITEBYTECODE"):
        monkeypatch.setenv(name, "elsewhere")
    result = dev.environment(dev.VENV)
    assert "elsewhere" not in result.values()
    assert result["PATH"].split(os.pathsep)[0].startswith(str(dev.VENV))


@pytest.fixture
def answers(dev: ModuleType, monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What the checks would answer, by a word of their command; 0 unless said."""
    result: dict[str, int] = {}

    def run(command: list[str]) -> int:
        return next((code for word, code in result.items() if any(word in part for part in command)), 0)

    monkeypatch.setattr(dev, "set_up", lambda: None)
    monkeypatch.setattr(dev, "require_chromium", lambda: "/chromium")
    monkeypatch.setattr(dev, "run", run)
    monkeypatch.setattr(dev, "listen", lambda command: (run(command), "said", 0.1))
    monkeypatch.setenv("PALATINE_CHROMIUM", "")
    return result


def test_every_check_runs_and_one_failure_counts(dev, answers, capsys):
    assert dev.main(["test"]) == 0
    assert os.environ["PALATINE_CHROMIUM"] == "/chromium"
    answers["mypy"] = 1
    capsys.readouterr()
    assert dev.main(["test", "-k", "board"]) == 1
    words = capsys.readouterr().out
    assert len(re.findall(r"^\S.* +ok +[\d.]+ s$", words, re.M)) == 10
    assert len(re.findall(r"^mypy +FAILED +[\d.]+ s$", words, re.M)) == 1


def test_one_half_of_the_tests_may_be_empty_but_not_both(dev, answers, capsys):
    answers[str(dev.BROWSER_TESTS)] = 5
    assert dev.main(["test", "-k", "board"]) == 0
    assert re.search(r"^browser +no tests +[\d.]+ s$", capsys.readouterr().out, re.M)
    answers["pytest"] = 5
    assert dev.main(["test", "-k", "bord"]) == 1
    assert "No test was chosen" in capsys.readouterr().out


def test_tests_in_a_browser_are_chosen_as_others_are(dev):
    everything = str(dev.BROWSER_TESTS)
    (dev.ROOT / "tests" / "test_a.py").touch()
    (dev.ROOT / "tests" / "browser" / "test_b.py").touch()
    assert dev.in_halves([]) == ([], [everything])
    assert dev.in_halves(["-x", "-k", "tests"]) == (["-x", "-k", "tests"], ["-x", "-k", "tests", everything])
    assert dev.in_halves(["tests/test_a.py::test_c", "-x"]) == (["-x", "tests/test_a.py::test_c"], None)
    assert dev.in_halves(["tests/browser/test_b.py"]) == (None, ["tests/browser/test_b.py"])
    assert dev.in_halves(["tests"]) == (["tests"], [everything])


def test_a_browser_is_found_or_asked_for(dev, monkeypatch, tmp_path):
    monkeypatch.setenv("PALATINE_CHROMIUM", str(tmp_path / "none"))
    with pytest.raises(dev.Failure, match="there is no such file"):
        dev.require_chromium()
    (tmp_path / "chromium").touch(mode=0o755)
    monkeypatch.setenv("PALATINE_CHROMIUM", str(tmp_path / "chromium"))
    assert dev.require_chromium() == str(tmp_path / "chromium")
    monkeypatch.delenv("PALATINE_CHROMIUM")
    monkeypatch.setattr(dev, "chromium", lambda: None)
    monkeypatch.setattr(dev, "playwrights_chromium", lambda: None)
    monkeypatch.setattr(dev, "run", lambda command: 1)
    with pytest.raises(dev.Failure, match="apt install chromium"):
        dev.require_chromium()


def test_the_locks_are_hashed_name_no_address_and_agree():
    pins = []
    for name in ("requirements.lock", "requirements-bench.lock"):
        text = (ROOT / name).read_text("utf-8")
        assert "://" not in text
        entries = re.findall(r"^([\w.-]+)==(\S+)( ; [^\\\n]+)? \\\n    --hash=sha256:", text, re.M)
        assert len(entries) == len(re.findall(r"^[a-z]", text, re.M)) > 20
        pins.append({(package, marker): version for package, version, marker in entries})
    assert all(pins[1][key] == pins[0][key] for key in pins[0].keys() & pins[1].keys())
