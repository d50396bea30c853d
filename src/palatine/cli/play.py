"""`palatine play`: a game in the terminal against programs."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path

from rich.markup import escape

from palatine.arena.simulation import seated
from palatine.bots import Fault, Limits, Player, seat_name
from palatine.cli.common import bots_for, console, seed_text, set_up, spoken, warm_up
from palatine.core.catalog import games, words_of
from palatine.core.errors import BadOptions, IllegalMove, PalatineError, is_plain
from palatine.core.events import Event
from palatine.core.foresight import preview
from palatine.core.game import Game, Seat
from palatine.core.match import Match
from palatine.core.messages import Message
from palatine.core.rng import derive_seed, new_rng, parse_seed
from palatine.core.words import Words

HELP = """[bold]What you can type[/]
  a move         as the list shows it, like {move}
  a move and ?   what it would do, without doing it: {move}?
  moves          all your choices
  board          the table again
  log            everything that happened so far
  undo           take your last decision back, until something hidden was seen
  help           this text
  quit           stop; the record is kept, unfinished"""


class Leave(Exception):
    """The person has had enough."""


def play(
    name: str | None,
    players: int | None,
    bots: str,
    seat: int,
    own_name: str | None,
    seed: str | None,
    record: Path | None,
    limit: float | None,
    option: list[str],
) -> None:
    """Set the table, play, and keep the record."""
    game = set_up(name or next(iter(games())), players, option)
    if not 0 <= seat < game.players:
        raise BadOptions(f"your seat is one of 0 to {game.players - 1}, not {seat}")
    names = bots_for(bots, game.players - 1)
    typed = seed_text(seed)
    deal = parse_seed(typed) if len(typed) == 64 else derive_seed("deal", typed, 1)
    if own_name is not None and not is_plain(own_name):
        raise BadOptions("your name is one line of printable text")
    if sys.stdin is None:
        raise PalatineError("there is no input to type moves into")
    if record is not None and record.exists():
        raise PalatineError(f"{record} exists already: name another file for the record")
    path = record or _fresh(Path(f"{game.name}.jsonl"))
    others = [s for s in range(game.players) if s != seat]
    mine = own_name or game.colours[seat]
    seats = [mine if s == seat else seat_name(names[s - (s > seat)]) for s in range(game.players)]
    lucks = [derive_seed("player", typed, s) for s in others]
    with seated(names, lucks, Limits.of(limit)) as programs:
        warm_up(game)
        _sit_down(Match(game, deal, seats), seat, dict(zip(others, programs, strict=True)), path)


def _sit_down(match: Match, seat: Seat, programs: dict[Seat, Player], path: Path) -> None:
    """Play until the game is over or the person has had enough."""
    game, words = match.game, words_of(match.game.name)
    match.record().write(path)
    name = escape(spoken(match.names, words)[seat])
    console.print(f"[bold]{game.title}[/] for {game.players}. You are [bold]{name}[/].")
    console.print("Type [bold]help[/] at any time.")
    console.print(f"[dim]The deal is fixed: the SHA-256 of its seed is {match.commitment}[/]")
    try:
        Table(match, seat, programs, path, words).run()
    except (Leave, EOFError, KeyboardInterrupt):
        console.print("\nThe game stops here.")
    where = escape(str(path))
    console.print(f"The record is in {where}: [bold]palatine replay {where}[/] tells it again.")


def _fresh(path: Path) -> Path:
    """A name that no file has yet."""
    number = 2
    fresh = path
    while fresh.exists():
        fresh = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return fresh


class Table:
    """A person at a terminal and programs at the other seats."""

    def __init__(
        self, match: Match, seat: Seat, programs: dict[Seat, Player], record: Path, words: Words
    ) -> None:
        self.match = match
        self.words = words
        self.names = spoken(match.names, words)
        self.seat = seat
        self.programs = programs
        self.record = record
        self.luck = new_rng(secrets.token_bytes(32))
        self.shown = -1

    @property
    def game(self) -> Game:
        return self.match.game

    def say(self, said: Event | Message) -> str:
        """Something in words."""
        message = said.message if isinstance(said, Event) else said
        return escape(self.words.say(message, self.match.names))

    def run(self) -> None:
        """Until the game is over."""
        while acting := self.match.to_act:
            if self.seat in acting:
                self.ask()
                continue
            self.let_decide(acting[0])
        self.board()
        outcome = self.match.outcome
        if outcome is not None:
            winners = " and ".join(escape(self.names[winner]) for winner in outcome.winners)
            console.print(f"{winners} won with {max(outcome.scores)} points.")
            console.print(
                "[bold green]You have won![/]"
                if self.seat in outcome.winners
                else "You have not won this time."
            )

    def let_decide(self, seat: Seat) -> None:
        """A program decides; if a random move had to be made in its stead, that is said."""
        player = self.programs[seat]
        faults: list[Fault] = getattr(player, "faults", [])
        before = len(faults)
        action = player.choose(self.game, self.game.view(self.match.state, seat), seat)
        for fault in faults[before:]:
            who = escape(self.names[seat])
            console.print(f"[yellow]A random move is made for {who}: {self.say(fault.message)}.[/]")
        self.tell(self.match.decide(seat, action))

    def tell(self, events: list[Event]) -> None:
        """What happened, as this seat saw it; and nothing of it is lost, whatever happens now."""
        self.match.record().write(self.record)
        for event in events:
            seen = self.game.narrating.witness(event, self.seat)
            console.print(f"[dim]{len(self.match.decisions):>4}[/]  {self.say(seen)}")

    def ask(self) -> None:
        """Show the table once for every turn, then ask until a decision is made."""
        if self.shown < 0 or any(seat != self.seat for seat, _ in self.match.decisions[self.shown :]):
            self.board()
            self.shown = len(self.match.decisions)
        self.moves(all_of_them=False)
        while True:
            if self.answer(console.input("[bold]> [/]").strip()):
                return

    def answer(self, text: str) -> bool:
        """Do what was typed; whether that was a decision."""
        match text.lower():
            case "":
                return False
            case "quit" | "exit" | "q":
                raise Leave
            case "help" | "?" | "h":
                console.print(HELP.format(move=escape(self.match.legal(self.seat)[0])))
            case "board" | "b":
                self.board()
                self.moves(all_of_them=False)
            case "moves" | "m":
                self.moves(all_of_them=True)
            case "log" | "l":
                if not self.match.events:
                    console.print("Nothing has happened yet.")
                for event in self.match.heard(self.seat):
                    console.print(f"[dim]{event.decision:>4}[/]  {self.say(event)}")
            case "undo" | "u":
                return self.undo()
            case _:
                return self.attempt(text)
        return False

    def attempt(self, text: str) -> bool:
        """A move, or with a question mark what it would do."""
        try:
            if text.endswith("?"):
                self.preview(self.meant(text[:-1]))
                return False
            self.tell(self.match.play(self.meant(text), self.seat))
        except IllegalMove as error:
            console.print(f"[red]{self.say(error.reason)}[/]")
            return False
        return True

    def meant(self, text: str) -> str:
        """The legal move that was typed, small letters and blanks aside; or the text as it is."""

        def plain(move: str) -> str:
            return "".join(move.lower().split())

        return next(
            (move for move in self.match.legal(self.seat) if plain(move) == plain(text)), text.strip()
        )

    def preview(self, move: str) -> None:
        """What a move would do, as far as this seat can know."""
        view = self.game.view(self.match.state, self.seat)
        actions = [self.match.parse(move, self.seat)]
        told = preview(self.game, view, self.seat, actions, self.luck).told
        for event in told:
            console.print(f"  [italic]{self.say(event)}[/]")
        if not told:
            console.print("  [italic]Nothing that can be told beforehand.[/]")

    def undo(self) -> bool:
        """Back before one's last decision, as long as nothing hidden was seen since."""
        final = self.match.why_final(self.seat)
        if final is not None:
            why = self.say(final)
            console.print(f"[red]{why[0].upper()}{why[1:]}.[/]")
            return False
        self.match.take_back(self.seat)
        self.match.record().write(self.record)
        return True

    def board(self) -> None:
        console.print()
        names = [escape(name) for name in self.names]
        shown = self.match.show(self.seat)
        console.print(self.game.terminal.describe(shown, names, self.words, console.width))

    def moves(self, all_of_them: bool) -> None:
        legal = self.game.legal(self.match.state, self.seat)
        if all_of_them:
            console.print("  ".join(self.game.action_text(action) for action in legal))
        else:
            shown = self.match.show(self.seat)
            console.print(self.game.terminal.question(shown, self.seat, legal, self.words))
