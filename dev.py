#!/usr/bin/env python3
"""Play, test and measure Palatine from a fresh checkout.

Needs Python 3.11 or newer and nothing else: what the project uses is installed, once, into the folder
.venv next to this file, in exactly the versions that requirements.lock names, and the browser client
is built with the Node that came along.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

OLDEST = (3, 11)  # this file itself has to be readable for older ones, so that they can say so

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCK_VENV = ROOT / ".venv-lock"
PROJECT = ROOT / "pyproject.toml"
LOCK = ROOT / "requirements.lock"
BENCH_LOCK = ROOT / "requirements-bench.lock"
CLIENT = ROOT / "hatch_build.py"  # builds the browser client
TESTS = ROOT / "tests"
BROWSER_TESTS = TESTS / "browser"
SITE = ROOT / "build" / "site"
BUILD_SITE = ["-m", "mkdocs", "build", "--strict", "--site-dir", str(SITE)]

WINDOWS = os.name == "nt"
INTERRUPTED = 130
NO_TESTS = 5  # what pytest answers when none was chosen

COMMANDS = """\
commands:
  play [...]    play in the browser, with friends or programs; the arguments go to
                "palatine serve"
  run [...]     any other command of palatine: run play is a game in this terminal
  test [...]    style, types, layers, documentation and tests, also of the browser
                client and in a browser; the arguments go to pytest
  bench [...]   measure the speed, also of comparable projects, which are installed
                first; the arguments go to "palatine bench"
  docs [serve]  build the documentation as a site, or show it while it is written
  setup         only install and build what is needed
  npm [...]     work on the browser client: npm run dev
  lock [...]    for maintainers: write the lock files anew from pyproject.toml; the
                arguments go to "uv pip compile", for instance --upgrade

examples:
  python3 dev.py play                 set up if needed, then open the tables
  python3 dev.py play --help          where they can be opened, and how
  python3 dev.py run play --help      what can be played in the terminal, and how
  python3 dev.py test                 everything that has to pass before a change is done
  python3 dev.py test -k board -x     the same, but only the tests about boards

The first run takes a minute or two and needs the network. Later runs start at once and
need none, until a lock file changes. Deleting .venv and web/node_modules starts over
and harms nothing.
"""


class Failure(Exception):
    """Something that the user has to know, in words made for them."""


# -- Running other programs --------------------------------------------------------------------------


def program(name: str, venv: Path = VENV) -> str:
    """The path of a program in a virtual environment."""
    return str(venv / "Scripts" / (name + ".exe") if WINDOWS else venv / "bin" / name)


def environment(venv: Path = VENV) -> dict[str, str]:
    """The environment for other programs: what would lead them to another Python is left out.

    So is what would keep Python from writing bytecode: without it every start would take seconds longer.
    """
    misleading = {"VIRTUAL_ENV", "PYTHONHOME", "PYTHONPATH", "__PYVENV_LAUNCHER__", "PYTHONDONTWRITEBYTECODE"}
    misleading |= {"PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT"}
    result = {name: value for name, value in os.environ.items() if name.upper() not in misleading}
    result["PATH"] = os.pathsep.join([os.path.dirname(program("python", venv)), result.get("PATH", "")])
    result["NO_MKDOCS_2_WARNING"] = "1"  # it is about other projects, and comes with every build
    return result


def exit_code(code: int) -> int:
    """A process that was ended by a signal counts as shells count it."""
    return code if code >= 0 else 128 - code


def finish(process: subprocess.Popen[str]) -> None:
    """End a process after an interruption; most end by themselves, as they were interrupted too."""
    try:
        process.wait(timeout=5)
    except (subprocess.TimeoutExpired, KeyboardInterrupt):
        process.kill()
        process.wait()


def run(command: Sequence[str]) -> int:
    """Run a command of the project in its root, with its output shown."""
    sys.stdout.flush()
    process = subprocess.Popen(command, cwd=ROOT, env=environment(), text=True)
    try:
        return exit_code(process.wait())
    except KeyboardInterrupt:
        finish(process)
        raise


def listen(command: Sequence[str]) -> tuple[int, str, float]:
    """Run a command of the project in its root; how it ended, what it said, and how many seconds it took."""
    start = time.monotonic()
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=environment(),
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return exit_code(done.returncode), done.stdout, time.monotonic() - start


def become(command: Sequence[str]) -> int:
    """Hand over to a command, where the user is; keys, signals and the exit code are then its own."""
    sys.stdout.flush()
    if not WINDOWS:
        os.execve(command[0], list(command), environment())
    process = subprocess.Popen(command, env=environment(), text=True)
    while True:
        try:
            return exit_code(process.wait())
        except KeyboardInterrupt:
            continue  # the program got it as well, and decides


# -- Setting up --------------------------------------------------------------------------------------


def say(words: str) -> None:
    print(words, flush=True)


class Progress:
    """One line on a terminal that says how far pip is; nothing where the output goes to a file."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.shown = sys.stdout.isatty()

    def line(self, text: str) -> None:
        """Look at a line that pip printed."""
        if text.startswith(("Collecting ", "Processing ")):
            self.done += 1
            self.show(f"  {self.done} of {self.total}: {os.path.basename(text.split()[1])}")
        elif text.startswith("Installing collected packages"):
            self.show("  unpacking")

    def show(self, words: str) -> None:
        if self.shown:
            print("\r" + words[:70].ljust(70), end="", flush=True)

    def end(self) -> None:
        self.show("")
        if self.shown:
            print("\r", end="", flush=True)


def pip(arguments: Sequence[str], packages: int = 0, venv: Path = VENV) -> None:
    """Run pip, quietly unless it fails."""
    command = [program("python", venv), "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    process = subprocess.Popen(
        [*command, *arguments],
        cwd=ROOT,
        env=environment(venv),
        text=True,
        errors="replace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    progress = Progress(packages)
    output = []
    try:
        for text in process.stdout or ():
            output.append(text)
            progress.line(text)
        code = process.wait()
    except KeyboardInterrupt:
        finish(process)
        raise
    finally:
        progress.end()
    if code:
        raise Failure(pip_failure("".join(output)))


def pip_failure(output: str) -> str:
    """Say why pip failed, after what it said itself."""
    unreachable = (
        "NewConnectionError",
        "NameResolutionError",
        "ConnectTimeoutError",
        "ReadTimeoutError",
        "ProxyError",
        "SSLError",
        "Connection refused",
        "Network is unreachable",
        "Max retries exceeded",
        "Read timed out",
        "connection broken",
    )
    lines = [line for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line.lower()]
    if any(sign in output for sign in unreachable):
        advice = "The packages could not be fetched: is this machine connected to the network?"
        return "\n".join([*errors[-3:], "", advice, "Run the same command again when it is."])
    if "DO NOT MATCH THE HASHES" in output:
        advice = "A package is not the one that the lock file names, and was not installed."
    elif "No matching distribution found" in output:
        version = ".".join(map(str, sys.version_info[:3]))
        advice = f"A package is not to be had for this system with Python {version}."
    else:
        advice = "The packages could not be installed. Run the same command again to try once more."
    return "\n".join([*(lines[-30:]), "", advice])


def packages_in(lock: Path) -> int:
    """How many packages a lock file names."""
    names = {line.split("==")[0] for line in lock.read_text("utf-8").splitlines() if line[:1].isalnum()}
    return len(names)


def stamp(*locks: Path) -> str:
    """What an environment was made of: if any of it changes, the environment has to be made again."""
    digest = hashlib.sha256(f"1 {sys.version_info[:2]} {ROOT}".encode())
    for path in (PROJECT, *locks):
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def is_stamped(file: Path, value: str) -> bool:
    """Whether a stamp says that all is in place, and the Python that was meant is still there."""
    try:
        unchanged = file.read_text("utf-8") == value
        return unchanged and os.path.exists(program("python")) and os.path.isdir(made_with(VENV)["home"])
    except (OSError, KeyError):
        return False


def made_with(venv: Path) -> dict[str, str]:
    """What an environment says of its making: "home" is where its Python was, "command" what made it."""
    lines = (venv / "pyvenv.cfg").read_text("utf-8").splitlines()
    return {name.strip(): value.strip() for name, _, value in (line.partition("=") for line in lines)}


def trouble_with(venv: Path) -> str | None:
    """Why an existing environment cannot be used, if it cannot."""
    if not os.path.exists(program("python", venv)) or not (venv / "pyvenv.cfg").exists():
        return "it has no Python"
    question = "import sys, pip; print('%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run(
            [program("python", venv), "-c", question], env=environment(venv), capture_output=True, text=True
        )
    except OSError:
        return "its Python does not start"
    if answer.returncode:
        return "its Python has no pip" if "pip" in answer.stderr else "its Python does not start"
    if answer.stdout.strip() != "{}.{}".format(*sys.version_info[:2]):
        return "it is for Python " + answer.stdout.strip()
    if not made_with(venv).get("command", "").endswith(str(venv)):
        return "it was made for another folder"
    return None


def make(venv: Path) -> None:
    """See to it that there is a working virtual environment, though it may be empty."""
    if os.path.lexists(venv):
        trouble = trouble_with(venv)
        if trouble is None:
            return
        if venv.is_symlink() or not (venv / "pyvenv.cfg").exists():
            raise Failure(f"{venv} is in the way and is no virtual environment. Please move it elsewhere.")
        say(f"The environment in {venv.name} cannot be used, as {trouble}: making it anew.")
        shutil.rmtree(venv)
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise Failure(
            "This Python cannot make virtual environments, as a part of it is missing.\n"
            "On Debian and Ubuntu it is installed by: sudo apt install python3-venv"
        )
    try:
        made = subprocess.run(
            [sys.executable, "-m", "venv", str(venv)], env=environment(), capture_output=True, text=True
        )
    except KeyboardInterrupt:
        shutil.rmtree(venv, ignore_errors=True)
        raise
    if made.returncode:
        shutil.rmtree(venv, ignore_errors=True)
        raise Failure(f"{made.stdout}{made.stderr}\nThe virtual environment {venv} could not be made.")


def install(lock: Path, again: bool) -> None:
    """Install exactly what a lock file names; wheels only, so that nothing is compiled or run.

    Nor is bytecode made of all of it, which takes a minute: Python makes it of what is used.
    """
    count = packages_in(lock)
    if again:
        say("Setting up: something changed, bringing the packages up to date...")
    else:
        say(f"Setting up: installing {count} packages, this happens once...")
    pip(["--require-hashes", "--only-binary", ":all:", "--no-compile", "-r", str(lock)], count)


def build_client() -> None:
    """Build the browser client, unless the one there is was built from the same sources."""
    if run([program("python"), str(CLIENT)]):
        raise Failure("Nothing was run, as the browser client is missing or not up to date.")


def set_up(bench: bool = False, client: bool = True) -> None:
    """Install and build what is needed, unless it is there already.

    The stamps are written last: after an interruption they are missing, and the next run mends it.
    """
    stamps = [(VENV / "palatine-stamp", [LOCK])]
    if bench:
        stamps.append((VENV / "palatine-bench-stamp", [LOCK, BENCH_LOCK]))
    for file, locks in stamps:
        value = stamp(*locks)
        if is_stamped(file, value):
            continue
        start = time.monotonic()
        make(VENV)
        again = file.exists()
        file.unlink(missing_ok=True)
        install(locks[-1], again)
        if file.name == "palatine-stamp":
            if client:
                build_client()  # here, as it would be silent as a part of what comes now
            pip(["--no-deps", "--no-build-isolation", "-e", str(ROOT)])
        file.write_text(value, "utf-8")
        say(f"Ready after {time.monotonic() - start:.0f} s.")
    if client:
        build_client()


# -- Commands ----------------------------------------------------------------------------------------


def play(arguments: list[str]) -> int:
    set_up()
    return become([program("palatine"), "serve", "--open", *arguments])


def palatine(arguments: list[str]) -> int:
    set_up()
    return become([program("palatine"), *arguments])


def bench(arguments: list[str]) -> int:
    set_up(bench=True)
    if arguments[:1] == ["client"] and "--help" not in arguments:
        os.environ["PALATINE_CHROMIUM"] = require_chromium()
    return become([program("palatine"), "bench", *arguments])


def setup(arguments: list[str]) -> int:
    if arguments:
        parser().error("setup takes no arguments")
    set_up()
    say("Everything is in place.")
    return 0


def docs(arguments: list[str]) -> int:
    """Build the site; or what else mkdocs can do."""
    set_up(client=False)
    if arguments:
        return become([program("python"), "-m", "mkdocs", *arguments])
    code = run([program("python"), *BUILD_SITE])
    if not code:
        say(f"The documentation is in {SITE / 'index.html'}")
    return code


def npm(arguments: list[str]) -> int:
    set_up(client=False)
    return become([program("python"), str(CLIENT), "npm", *arguments])


# -- Testing -----------------------------------------------------------------------------------------


def chromium() -> str | None:
    """The Chromium or Chrome of this machine, if it is where one looks for it."""
    named = os.environ.get("PALATINE_CHROMIUM")
    if named:
        if not os.path.exists(named):
            raise Failure(f"PALATINE_CHROMIUM names {named}, and there is no such file.")
        return named
    names = (
        "chromium-headless-shell",  # has no windows, which takes half the work off every page that is opened
        "chromium",
        "chromium-browser",
        "google-chrome",
        "google-chrome-stable",
        "chrome",
    )
    usual = [shutil.which(name) for name in names]
    usual += [f"/Applications/{app}.app/Contents/MacOS/{app}" for app in ("Chromium", "Google Chrome")]
    for folder in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
        usual.append(
            os.path.join(os.environ.get(folder, ""), "Google", "Chrome", "Application", "chrome.exe")
        )
    return next((path for path in usual if path and os.path.isabs(path) and os.path.exists(path)), None)


def playwrights_chromium() -> str | None:
    """The Chromium that Playwright has installed for itself, if it has."""
    question = "from playwright.sync_api import sync_playwright as start\n"
    question += "with start() as playwright: print(playwright.chromium.executable_path)"
    answer = subprocess.run(
        [program("python"), "-c", question], env=environment(), capture_output=True, text=True
    )
    path = answer.stdout.strip()
    return path if path and os.path.exists(path) else None


def is_debian() -> bool:
    try:
        return "ID=debian" in Path("/etc/os-release").read_text("utf-8").splitlines()
    except OSError:
        return False


def install_debians_chromium() -> None:
    """Install Chromium as Debian does it, where that may be done and there is none."""
    if chromium() is None and not WINDOWS and os.geteuid() == 0 and is_debian():
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium-headless-shell"]
        for command in (["apt-get", "update", "-qq"], install):
            run(["env", "DEBIAN_FRONTEND=noninteractive", *command])


def require_chromium() -> str:
    """The browser for tests and measurements; where there is none, it is installed."""
    found = chromium() or playwrights_chromium()
    if found is None:
        say("Setting up: installing Chromium for what happens in a browser, this happens once...")
        install_debians_chromium()
        if chromium() is None:
            run([program("playwright"), "install", "chromium"])
        found = chromium() or playwrights_chromium()
    if found is None:
        raise Failure(
            "What happens in a browser needs Chromium or Chrome, and it could not be installed.\n"
            "Install either as your system does it (on Debian: sudo apt install chromium), or name\n"
            "the program: PALATINE_CHROMIUM=/path/to/chromium python3 dev.py test"
        )
    return found


def paths_in(arguments: Sequence[str]) -> dict[str, Path]:
    """Those of pytest's arguments that are paths, perhaps with the name of a test behind."""
    return {
        argument: path
        for before, argument in zip(["", *arguments], arguments)
        for path in [(ROOT / argument.split("::")[0]).resolve()]
        if path.exists() and not argument.startswith("-") and before not in ("-k", "-m", "-n", "-p")
    }


def in_halves(arguments: Sequence[str]) -> tuple[list[str] | None, list[str] | None]:
    """The arguments for the tests without and with a browser; none for a half in which nothing is chosen.

    They need a process each: Playwright occupies the event loop that other tests want to themselves.
    """
    paths = paths_in(arguments)
    options = [argument for argument in arguments if argument not in paths]
    browser = [name for name, path in paths.items() if BROWSER_TESTS in (path, *path.parents)]
    plain = [name for name in paths if name not in browser]
    if not paths or any(path in BROWSER_TESTS.parents for path in paths.values()):
        browser.append(str(BROWSER_TESTS))
    return (
        [*options, *plain] if plain or not paths else None,
        [*options, *browser] if browser else None,
    )


def checks() -> list[tuple[str, list[str]]]:
    """What has to pass beside the tests, by name; what takes longest comes first."""
    python = program("python")
    client = [python, str(CLIENT), "npm", "run", "--silent"]
    return [
        ("mypy", [python, "-m", "mypy"]),
        ("eslint", [*client, "lint"]),
        ("vitest", [*client, "test"]),
        ("docs", [python, *BUILD_SITE]),
        ("svelte-check", [*client, "check"]),
        ("prettier", [*client, "format:check"]),
        ("lint-imports", [program("lint-imports"), "--no-logo"]),
        ("ruff check", [python, "-m", "ruff", "check", "."]),
        ("ruff format", [python, "-m", "ruff", "format", "--check", "."]),
    ]


def tests(arguments: list[str]) -> list[tuple[str, list[str]]]:
    """The tests, by name: each half takes all processors for itself."""
    pytest = [program("python"), "-m", "pytest", "--dist", "worksteal", "-n", "auto", "--maxprocesses"]
    plain, browser = in_halves(arguments)
    result = []
    if plain is not None:
        result.append(("pytest", [*pytest, "8", *plain]))
    if browser is not None:
        result.append(("browser", [*pytest, "2", *browser]))
    return result


def test(arguments: list[str]) -> int:
    """All checks, as many at once as there are processors, and then the tests; the results in the end."""
    todo = tests(arguments)
    in_browser = any(name == "browser" for name, _ in todo)
    with ThreadPoolExecutor(1) as beside:
        if in_browser and not VENV.exists():  # all is new here: both can be fetched at the same time
            beside.submit(install_debians_chromium)
        set_up()
    if in_browser:
        os.environ["PALATINE_CHROMIUM"] = require_chromium()
    results = []

    def note(name: str, code: int, seconds: float) -> None:
        say(f"-- {name}: {verdict(code)}, {seconds:.1f} s")
        results.append((name, code, seconds))

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        running = [(name, pool.submit(listen, command)) for name, command in checks()]
        for name, result in running:
            code, output, seconds = result.result()
            say(f"\n== {name} ==\n{output.rstrip()}")
            note(name, code, seconds)
    for name, command in todo:
        say(f"\n== {name} ==")
        start = time.monotonic()
        code = run(command)
        note(name, code, time.monotonic() - start)
    say("\n== summary ==")
    for name, code, seconds in results:
        say(f"{name:<14}{verdict(code):<10}{seconds:6.1f} s")
    tested = [code for name, code, _ in results if name in ("pytest", "browser")]
    if all(code == NO_TESTS for code in tested):
        say("No test was chosen.")
        return 1
    return 0 if all(code in (0, NO_TESTS) for _, code, _ in results) else 1


def verdict(code: int) -> str:
    """How a check ended.  That one half of the tests has none that was asked for is no failure."""
    return {0: "ok", NO_TESTS: "no tests"}.get(code, "FAILED")


def lock(arguments: list[str]) -> int:
    """Write both lock files; the second agrees with the first wherever both name a package."""
    make(LOCK_VENV)
    say("Setting up: installing uv...")
    pip(["--upgrade", "--only-binary", ":all:", "uv"], venv=LOCK_VENV)
    for file, options in (
        (LOCK, ["--group", "dev", "--extra", "postgres", "--extra", "redis"]),
        (BENCH_LOCK, ["--extra", "bench", "--constraints", LOCK.name]),
    ):
        command = [program("uv", LOCK_VENV), "pip", "compile", "--quiet", PROJECT.name, *options]
        command += ["--universal", "--python-version", "{}.{}".format(*OLDEST), "--generate-hashes"]
        command += ["--no-emit-index-url", "--no-emit-find-links"]
        command += ["--custom-compile-command", "python3 dev.py lock", "--output-file", file.name]
        code = run([*command, *arguments])
        if code:
            return code
        if "://" in file.read_text("utf-8"):
            raise Failure(f"{file.name} names an address. Is a package index set in the environment?")
        say(f"{file.name}: {packages_in(file)} packages")
    return 0


def parser() -> argparse.ArgumentParser:
    result = argparse.ArgumentParser(
        prog="dev.py",
        usage="python3 dev.py [-h] COMMAND [ARGUMENT ...]",
        description=__doc__,
        epilog=COMMANDS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    result.add_argument("command", metavar="COMMAND", choices=list(RUN), help=argparse.SUPPRESS)
    return result


RUN = {
    "play": play,
    "run": palatine,
    "test": test,
    "bench": bench,
    "docs": docs,
    "setup": setup,
    "npm": npm,
    "lock": lock,
}
OWN_HELP = ("test", "setup", "lock")  # the others have more to say about themselves


def require_python() -> None:
    if sys.version_info < OLDEST:
        here = ".".join(map(str, sys.version_info[:3]))
        wanted = ".".join(map(str, OLDEST))
        sys.exit(
            f"Palatine needs Python {wanted} or newer, and this is Python {here} ({sys.executable}).\n"
            f"If a newer one is installed, name it: python{wanted} dev.py"
        )


def main(arguments: Sequence[str]) -> int:
    require_python()
    command = parser().parse_args(arguments[:1]).command
    rest = list(arguments[1:])
    if command in OWN_HELP and rest[:1] in (["-h"], ["--help"]):
        parser().print_help()
        return 0
    try:
        return RUN[command](rest)
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nInterrupted.", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
