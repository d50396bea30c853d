"""`palatine advise` and `palatine analyse`: what could have been decided, and why."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from palatine.bots.advice import Advice, Judged, advise_record
from palatine.bots.analysis import (
    MISTAKE,
    Analysis,
    Depth,
    Moment,
    analyse,
    analysis_of,
    fingerprint,
    path_beside,
    read_analysis,
)
from palatine.bots.budget import Budget
from palatine.cli.common import console, messages, spoken, warm_up
from palatine.core.catalog import words_of
from palatine.core.errors import BadFile, PalatineError
from palatine.core.match import replayed
from palatine.core.messages import Message
from palatine.core.record import Record, read_record
from palatine.core.words import Words

ADVICE = Budget(seconds=3.0)
ITERATIONS = 2000  # of an analysis, a decision
BARS = "▁▂▃▄▅▆▇█"
WIDTH = 60  # of the chances of a seat over the game

Say = Callable[[Message], str]  # words for whoever reads


def advise(
    file: Path,
    at: int | None,
    seat: int | None,
    seconds: float | None,
    iterations: int | None,
    choices: int,
    json: bool,
) -> None:
    """Advice for a moment of a record."""
    record = read_record(file)
    match = replayed(record)
    words = words_of(match.game.name)
    warm_up(match.game)
    budget = ADVICE if seconds is None and iterations is None else Budget(iterations, seconds)
    with messages.status("Thinking…"):
        advice = advise_record(record, at, seat, budget, choices)
    for one in advice:
        if json:
            print(msgspec.json.encode(one).decode())
        else:
            say = partial(words.say, names=match.names, reader=one.seat)
            _advice(one, spoken(match.names, words), say)


def _advice(advice: Advice, names: Sequence[str], say: Say) -> None:
    name, prompt = escape(names[advice.seat]), escape(say(advice.prompt))
    console.print(f"[bold]After {advice.decision} decisions[/]: {name} decides. {prompt}")
    console.print(f"[dim]To win, as things stand:[/] {_all_chances(advice.chances, names)}\n")
    for place, choice in enumerate(advice.choices, start=1):
        played = "  [yellow]played[/]" if choice.played else ""
        _choice(f"{place}.", choice, advice.seat, say, played)


def _choice(place: str, choice: Judged, seat: int, say: Say, remark: str = "") -> None:
    """A choice with its chance, how the turn goes on, and what speaks for it."""
    line = f" [dim]then {escape(' '.join(choice.line[1:]))}[/]" if len(choice.line) > 1 else ""
    what = f"{escape(say(choice.label))} [dim]({escape(choice.move)})[/]"
    chance = _percent(choice.chances[seat]) if choice.chances else ""
    console.print(f"{place:>3} [bold]{chance:>6}[/]  {what}{line}{remark}", soft_wrap=True)
    for reason in choice.reasons:
        console.print(f"{'':13}{escape(say(reason))}", soft_wrap=True)


def _percent(chance: float) -> str:
    return f"{chance:.1%}"


def _all_chances(chances: Sequence[float], names: Sequence[str]) -> str:
    return ", ".join(
        f"{escape(name)} {_percent(chance)}" for name, chance in zip(names, chances, strict=False)
    )


def analyse_record(
    file: Path,
    iterations: int | None,
    seconds: float | None,
    true_deal: bool,
    again: bool,
    threads: int | None,
    everything: bool,
    json: bool,
) -> None:
    """The analysis of a record: the stored one, or a new one, written as it goes."""
    record = read_record(file)
    match = replayed(record)
    path = path_beside(file, true_deal)
    asked = iterations is not None or seconds is not None
    depth = Depth(iterations if asked else ITERATIONS, seconds, true_deal)
    found = None if again else _stored(path)
    if found is not None and found.record == fingerprint(record) and (not asked or found.depth == depth):
        depth, moments = found.depth, list(found.moments)
    else:
        moments = []
    analysis = analysis_of(record, match.names, depth, moments)
    if not analysis.complete:
        analysis.write(path)  # so that a folder that cannot be written is known before the work
        warm_up(match.game)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        try:
            with Progress(*columns, console=messages, transient=True) as progress:
                task = progress.add_task("Analysing", total=analysis.decisions, completed=len(moments))
                for moment in analyse(record, depth, known=moments, threads=threads or os.cpu_count() or 1):
                    moments.append(moment)
                    analysis = analysis_of(record, match.names, depth, moments)
                    analysis.write(path)
                    progress.advance(task)
        except KeyboardInterrupt:
            done = f"{len(moments)} of {analysis.decisions} decisions"
            raise PalatineError(f"stopped: {done} are in {path}, and the same command goes on") from None
    if json:
        print(msgspec.json.encode(analysis).decode())
    else:
        _report(analysis, record, everything, words_of(match.game.name))
        console.print(f"[dim]Kept in {escape(str(path))}.[/]")


def _stored(path: Path) -> Analysis | None:
    try:
        return read_analysis(path)
    except BadFile as error:
        raise PalatineError(f"{error}; --again writes a new one in its place") from None


def _report(analysis: Analysis, record: Record, everything: bool, words: Words) -> None:
    """Chances over the game, how everybody decided, the turning points; and every decision on demand."""
    names = spoken(analysis.names, words)
    known = "with all cards known" if analysis.depth.true_deal else "from what each player knew"
    console.print(f"[bold]{analysis.decisions} decisions[/], {known}\n")
    _chances(analysis, names)
    columns = ("player", "decisions", "lost a decision", "mistakes", "kept", "luck")
    table = Table(*columns, box=None, header_style="bold")
    for account in analysis.accounts:
        name, loss = escape(names[account.seat]), _percent(account.loss)
        kept, luck = f"{account.kept:.0%}", f"{account.luck:+.0%}"
        table.add_row(name, str(account.decisions), loss, str(account.mistakes), kept, luck)
    console.print(table)
    for account in analysis.accounts:
        if verdict := " ".join(map(words.say, account.verdict)):
            console.print(f"{escape(names[account.seat])}: {escape(verdict)}", soft_wrap=True)
    console.print(f"[dim]A mistake costs {MISTAKE:.0%} of the chance to win, or more.[/]\n")
    if everything:
        for moment in analysis.moments:
            _line(moment, names)
        console.print()
    _turning_points(analysis, record, names, words)


def _chances(analysis: Analysis, names: Sequence[str]) -> None:
    """For each player the chance to win over the game, as the player could think of it, as bars."""
    width = max(map(len, names), default=0)
    for seat, name in enumerate(names):
        own = [m.chances[seat] for m in analysis.moments if m.seat == seat and not m.forced]
        bars = sparkline(own, WIDTH)
        console.print(f"{escape(name):<{width}}  {bars}", soft_wrap=True)
    console.print()


def sparkline(values: Sequence[float], width: int) -> str:
    """Chances as a row of bars; of more than there is room for, means."""
    columns = min(width, len(values))
    parts = [values[k * len(values) // columns : (k + 1) * len(values) // columns] for k in range(columns)]
    return "".join(BARS[min(len(BARS) - 1, int(sum(part) / len(part) * len(BARS)))] for part in parts)


def _line(moment: Moment, names: Sequence[str]) -> None:
    """A decision in a line."""
    text = f"{moment.decision:>4}  {escape(names[moment.seat])}: {escape(moment.played.move)}"
    if moment.forced:
        console.print(f"{text} [dim](no other choice)[/]", soft_wrap=True)
        return
    text += f"  {_percent(moment.played.chances[moment.seat])}"
    if moment.loss:
        better = f"{escape(moment.best.move)} {_percent(moment.best.chances[moment.seat])}"
        text += f"  [yellow]−{_percent(moment.loss)}[/] [dim]{better}[/]"
    console.print(text, soft_wrap=True)


def _turning_points(analysis: Analysis, record: Record, names: Sequence[str], words: Words) -> None:
    events = replayed(record).events
    say = partial(words.say, names=analysis.names)
    moments = {moment.decision: moment for moment in analysis.moments}
    if analysis.turning_points:
        console.print("[bold]Turning points[/]")
    for turn in analysis.turning_points:
        moment = moments[turn.decision]
        mistake, name = turn.kind == "mistake", escape(names[turn.seat])
        course = f"{_percent(turn.before)} → {_percent(turn.after)}"
        why = "by luck" if turn.kind == "luck" else f"by {escape(names[moment.seat])}"
        what = f"loses {_percent(turn.size)}" if mistake else f"{course} {why}"
        console.print(f"\n[bold]{moment.decision}[/]  {name}: {what}", soft_wrap=True)
        if mistake:
            _choice("", moment.played, moment.seat, say, "  [yellow]played[/]")
            _choice("", moment.best, moment.seat, say, "  [green]better[/]")
            continue
        happened = [event.message for event in events if event.decision == turn.decision]
        for message in turn.told or happened:
            console.print(f"{'':13}{escape(say(message))}", soft_wrap=True)
    if not analysis.turning_points:
        console.print("No mistakes, and no great swings.")
