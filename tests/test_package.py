"""What is given out: its version, its page, its files, and what it needs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager

import palatine

ROOT = Path(__file__).parent.parent
SOURCES = ROOT / "src"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NEEDED = (re.split(r"[^\w.-]", text)[0] for text in PROJECT["project"]["optional-dependencies"]["server"])
SERVER = {name.replace("-", "_") for name in NEEDED}  # as they are imported
FOR_HOSTS = ("palatine.server", "palatine.cli.serve", "palatine.cli.backup", "palatine.cli.host")

# As if the server's extra were not installed.
WITHOUT_SERVER = f"import sys; sys.modules.update(dict.fromkeys({sorted(SERVER)}));"


def without_server(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT_SERVER + code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


@pytest.fixture(scope="module")
def metadata() -> ProjectMetadata:
    return ProjectMetadata(str(ROOT), PluginManager())


def test_the_version_stands_in_one_place(metadata):
    assert metadata.version == palatine.__version__
    assert "version" not in json.loads((ROOT / "web" / "package.json").read_text("utf-8"))


def test_the_changelog_begins_with_what_is_to_come_and_this_version():
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    assert headings[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(palatine.__version__)} – \d{{4}}-\d\d-\d\d", headings[1])


def test_the_page_of_the_package_leads_somewhere_from_anywhere(metadata):
    """The README's links and pictures, which are relative here, with the addresses of this version."""
    page = metadata.core.readme
    targets = re.findall(r"\]\(([^)\s]+)\)", page)
    home = f"https://github.com/palatine-games/palatine/blob/v{palatine.__version__}/"
    pictures = (
        f"https://raw.githubusercontent.com/palatine-games/palatine/v{palatine.__version__}/docs/pictures/"
    )
    assert len(targets) > 10
    assert all(target.startswith((home, pictures)) for target in targets)
    assert page.count(f"]({pictures}") == page.count("![") > 3
    for target in targets:
        assert (ROOT / target.split(palatine.__version__)[1].split("#")[0].lstrip("/")).exists(), target


def test_a_wheel_holds_client_types_texts_and_licences(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (wheel,) = tmp_path.glob("*.whl")
    files = zipfile.ZipFile(wheel).namelist()
    about = f"palatine-{palatine.__version__}.dist-info"
    assert {
        "palatine/py.typed",
        "palatine/games/rheinlander/rules.md",
        "palatine/games/rheinlander/words/en/about.ftl",
        "palatine/words/en/play.ftl",
        "palatine/games/rheinlander/boards/rhine.jsonl",
        "palatine/core/fonts/Alegreya-Medium.ttf",
        "palatine/server/client/index.html",
        "palatine/server/storage/migrations/env.py",
        f"{about}/licenses/LICENSE",
        f"{about}/licenses/src/palatine/core/fonts/OFL.txt",
    } <= set(files)
    assert all(name.startswith(("palatine/", about)) for name in files)


def test_all_but_the_server_loads_without_what_only_the_server_needs():
    paths = [path.relative_to(SOURCES).with_suffix("") for path in SOURCES.glob("palatine/**/*.py")]
    names = [".".join(path.parts).removesuffix(".__init__") for path in sorted(paths)]
    others = [name for name in names if not name.startswith(FOR_HOSTS)]
    assert len(others) > 100
    done = without_server(
        "import importlib; [importlib.import_module(name) for name in sys.argv[1:]]", *others
    )
    assert done.returncode == 0, done.stderr


def test_the_layers_know_all_that_only_the_server_needs():
    (contract,) = [
        each for each in PROJECT["tool"]["importlinter"]["contracts"] if each["id"] == "without-server"
    ]
    assert set(contract["forbidden_modules"]) == {"palatine.server"} | SERVER


def test_the_command_line_works_without_the_server_and_says_what_serving_needs():
    command = "from palatine.cli import main; main()"
    assert without_server(command, "simulate", "rivalkings", "--games", "1").returncode == 0
    done = without_server(command, "serve")
    advice = r'Error: palatine serve needs \w+, which comes with: pip install "palatine\[server\]"\n'
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(advice, done.stderr)
