"""`palatine players`: which programs play, and a trial for one of your own."""

from __future__ import annotations

import sys

import msgspec
from rich.markup import escape
from rich.table import Table

from palatine.arena.simulation import play_game, seated
from palatine.bots import FORMS, LEVELS, Fault, Level, Limits, SandboxedPlayer, check_spec
from palatine.cli.common import console, seed_text, set_up, warm_up
from palatine.core.game import Game
from palatine.core.messages import Message
from palatine.core.rng import derive_seed
from palatine.core.words import Words, house_words

MOST_SHOWN = 10  # faults of a trial


def players(json: bool) -> None:
    """Those that have a name, weakest first, and how others are named."""
    words = house_words()
    levels = [(level, *level_words(level, words)) for level in LEVELS]
    forms = [(form, words.say(meaning)) for form, meaning in FORMS.items()]
    if json:
        named = [
            {"name": level.name, "title": title, "seconds": level.seconds, "help": help}
            for level, title, help in levels
        ]
        others = [{"name": form, "title": "", "help": help} for form, help in forms]
        print(msgspec.json.encode([*named, *others]).decode())
        return
    table = Table("name", "called", "thinks", "what it does", box=None, header_style="bold")
    for level, title, help in levels:
        table.add_row(escape(level.name), title, in_words(level.seconds), help)
    for form, help in forms:
        table.add_row(escape(form), "", "", help)
    console.print(table)


def level_words(level: Level, words: Words) -> tuple[str, str]:
    """What a level is called, and what it does."""
    called = Message(f"level-{level.name}")
    return words.say(called), words.say(called, form="help")


def in_words(seconds: float) -> str:
    """How long a level thinks about a decision."""
    if seconds == 0:
        return "not at all"
    return f"{1000 * seconds:.0f} ms" if seconds < 1 else f"{seconds:g} s"


class Trial(msgspec.Struct):
    """How a program did."""

    wins: float = 0
    decisions: int = 0
    seconds: float = 0
    faults: list[tuple[int, Fault]] = []  # with the number of the game
    last_words: list[str] = []


def check(
    spec: str,
    name: str,
    players: int | None,
    games: int,
    seed: str | None,
    limit: float | None,
    option: list[str],
) -> None:
    """Play against random programs and say what was wrong; exit code 1 if anything was."""
    game, limits, chosen = set_up(name, players, option), Limits.of(limit), seed_text(seed)
    check_spec(spec, limits)
    warm_up(game)
    trial = Trial()
    for number in range(1, games + 1):
        _try(trial, game, spec, chosen, number, limits)
    took = 1000 * trial.seconds / max(1, trial.decisions)
    times = "1 game" if games == 1 else f"{games} games"
    console.print(
        f"{escape(spec)} played {times} of {game.title} against random programs: "
        f"{trial.wins:g} won, {trial.decisions} decisions of {took:.1f} ms on average."
    )
    _report(trial, house_words())
    if seed is None:
        console.print(f"[dim]The same again: --seed {chosen}[/]")
    if trial.faults:
        sys.exit(1)


def _try(trial: Trial, game: Game, spec: str, seed: str, number: int, limits: Limits) -> None:
    """One game; the program sits at another seat each time."""
    seat = (number - 1) % game.players
    specs = [spec if s == seat else "random" for s in range(game.players)]
    lucks = [derive_seed("player", seed, number, s) for s in range(game.players)]
    seconds = [0.0] * game.players
    with seated(specs, lucks, limits) as playing:
        decisions, outcome = play_game(game, derive_seed("deal", seed, number), playing, seconds)
        player = playing[seat]
    trial.wins += 1 / len(outcome.winners) if seat in outcome.winners else 0
    trial.decisions += sum(who == seat for who, _ in decisions)
    trial.seconds += seconds[seat]
    if isinstance(player, SandboxedPlayer):
        trial.faults += [(number, fault) for fault in player.faults]
        trial.last_words = player.last_words or trial.last_words


def _report(trial: Trial, words: Words) -> None:
    """What it did wrong, or that it did nothing wrong."""
    if not trial.faults:
        console.print("[green]Nothing was wrong.[/]")
        return
    console.print(f"[red]{len(trial.faults)} of its decisions were random moves made in its stead:[/]")
    table = Table("game", "decision", "", "what was wrong", box=None, header_style="bold")
    for number, fault in trial.faults[:MOST_SHOWN]:
        table.add_row(str(number), str(fault.decision), fault.kind, escape(words.say(fault.message)))
    console.print(table)
    if len(trial.faults) > MOST_SHOWN:
        console.print(f"[dim]… and {len(trial.faults) - MOST_SHOWN} more[/]")
    if trial.last_words:
        console.print("The last that it wrote to its error output:")
        for line in trial.last_words:
            console.print(f"  [dim]{escape(line)}[/]")
