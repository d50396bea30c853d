"""`palatine replay`: a record read aloud, looked at, or checked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from rich.markup import escape

from palatine.cli.common import console, spoken, write_picture
from palatine.core.catalog import words_of
from palatine.core.dealing import Deal
from palatine.core.errors import PalatineError
from palatine.core.game import SPECTATOR
from palatine.core.match import Match, replayed
from palatine.core.match import replay as replays
from palatine.core.record import Record, read_record

MOVE = 14  # letters that a move is given in the story; a longer one has a line of its own


def replay(
    file: Path,
    states: bool,
    legal: bool,
    at: int | None,
    verify: bool,
    svg: Path | None,
    png: Path | None,
    width: int,
) -> None:
    """What was asked for, of a record."""
    if legal and not states:
        raise PalatineError("--legal goes with --states")
    if verify + states + bool(svg or png) > 1 or (verify and at is not None):
        raise PalatineError(
            "--verify, --states and a picture are three different things: ask for one of them"
        )
    record = read_record(file)
    if verify:
        _verify(record)
    elif states:
        _states(record, legal, at)
    elif svg or png:
        match = replayed(record, at)
        write_picture(_picture(match), svg, png, width)
    elif at is not None:
        _moment(replayed(record, at))
    else:
        _story(record)


def _verify(record: Record) -> None:
    match = replayed(record)
    console.print(f"[bold green]Verified[/]: {escape(record.source)}")
    console.print(f"The commitment is the SHA-256 of the seed, and {len(match.decisions)} decisions replay")
    if match.outcome is None:
        console.print("without fault; the game is not over.")
    else:
        console.print("without fault to the result that the record states.")
    if match.deal is not None:
        _tell_deal(match, match.deal)


def _tell_deal(match: Match, deal: Deal) -> None:
    """What the seed was made of, and who would have added more."""
    names = [escape(name) for name in spoken(match.names, words_of(match.game.name))]
    added = [names[seat] for seat in deal.added] or ["nobody"]
    console.print(f"The seed is made of the table's secret, whose SHA-256 is {deal.commitment},")
    console.print(f"and of what {' and '.join(added)} added to it, as promised before.")
    for part in deal.parts:
        if part.added is None:
            console.print(f"{names[part.seat]} promised something, and did not tell it in time.")


def _states(record: Record, legal: bool, at: int | None) -> None:
    for match in replays(record) if at is None else [replayed(record, at)]:
        print(msgspec.json.encode(_state(match, legal)).decode())


def _state(match: Match, legal: bool) -> dict[str, Any]:
    state: dict[str, Any] = msgspec.to_builtins(match.game.presenting.position(match.state))
    if legal:
        moves = {str(seat): match.legal(seat) for seat in match.to_act}
        state["legal"] = next(iter(moves.values())) if len(moves) == 1 else moves or []
    return state


def _picture(match: Match) -> str:
    """The position, with all that the seat which decided last has done in a row marked."""
    first = len(match.decisions)
    while first > 1 and match.decisions[first - 2][0] == match.decisions[-1][0]:
        first -= 1
    last = [event for event in match.events if event.decision >= first]
    position, words = match.game.presenting.position(match.state), words_of(match.game.name)
    return match.game.drawing.draw(position, match.names, last, words)


def _moment(match: Match) -> None:
    """The table after some decisions, and what had just happened."""
    console.print(f"[bold]After {len(match.decisions)} decisions[/]")
    for event in match.events:
        if event.decision == len(match.decisions):
            console.print(f"  {escape(match.text(event))}")
    shown, words = match.game.presenting.show_all(match.state), words_of(match.game.name)
    names = [escape(name) for name in spoken(match.names, words)]
    console.print(match.game.terminal.describe(shown, names, words, console.width))


def _story(record: Record) -> None:
    """The whole game, a line for everything that happened."""
    for match in replays(record):
        if not match.decisions:
            options = ", ".join(f"{name} {value}" for name, value in match.game.options.items())
            names = ", ".join(spoken(match.names, words_of(match.game.name)))
            console.print(f"[bold]{match.game.title}[/]: {escape(names)} [dim]({options})[/]")
            _redeals(match)
            continue
        move = match.game.action_text(match.decisions[-1][1])
        told = [escape(match.text(event)) for event in match.events if event.decision == len(match.decisions)]
        short = len(move) <= MOVE
        first = "".join(told[:1]) if short else ""
        console.print(f"[dim]{len(match.decisions):>4}[/]  [bold]{move:<{MOVE}}[/] {first}", soft_wrap=True)
        for text in told[short:]:
            console.print(f"{'':{MOVE + 7}}{text}", soft_wrap=True)
        _redeals(match)
    if match.outcome is None:
        console.print("[dim]The game is not over.[/]")


def _redeals(match: Match) -> None:
    """Say where cards were dealt anew."""
    for redeal in match.redeals:
        if redeal.at == len(match.decisions):
            names = spoken(match.names, words_of(match.game.name))
            known = "nobody knew" if redeal.seat == SPECTATOR else f"{names[redeal.seat]} did not know"
            console.print(f"[dim]{'':>6}What {escape(known)} is dealt anew here.[/]", soft_wrap=True)
