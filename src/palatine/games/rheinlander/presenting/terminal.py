"""The table in a terminal: the river in bands, the duchies, the players, one's hand and choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from palatine.core import terminal
from palatine.core.game import Action, Seat
from palatine.core.messages import Message, Phrase
from palatine.core.presenting import Position
from palatine.core.words import Names, Words
from palatine.games.rheinlander.presenting.positions import Duchy, Shown, ShownDuchy
from palatine.games.rheinlander.rules.board import Board

if TYPE_CHECKING:
    from palatine.games.rheinlander.game import Rheinlander

BANK_LEFT = Phrase("terminal-bank-left")
BANK_RIVER = Phrase("terminal-bank-river")
BANK_RIGHT = Phrase("terminal-bank-right")
PIECES = Phrase("terminal-pieces")
LANDMARKS = Phrase("terminal-landmarks")
SIGN_CASTLE = Phrase("sign-castle")
SIGN_CHURCH = Phrase("sign-church")
SIGN_CITY2 = Phrase("sign-city2")
SIGN_CITY3 = Phrase("sign-city3")
SIGN_CITY4 = Phrase("sign-city4")
NO_DUCHIES = Phrase("terminal-no-duchies")
DUCHY = Phrase("terminal-duchy", duchy=str, whose=str, value=int, final=int, landmarks=str, knights=str)
NOBODYS_DUCHY = Phrase("terminal-nobodys-duchy", duchy=str, whose=str, landmarks=str, knights=str)
WHOSE = Phrase("terminal-whose", seat=(int, type(None)))
DUCHY_LANDMARKS = Phrase("terminal-duchy-landmarks", landmarks=list)
NO_LANDMARK = Phrase("terminal-no-landmark")
SHARE = Phrase("terminal-share", seat=int, knights=int)
LISTED = Phrase("terminal-list", items=list)
KNIGHTS = Phrase("terminal-knights", knights=int)
BASTIONS = Phrase("terminal-bastions", bastions=int)
BISHOPS = Phrase("terminal-bishops", bishops=int)
COINS = Phrase("terminal-coins", coins=int)
HOLDS_ARCHBISHOP = Phrase("terminal-holds-archbishop")
POINTS = Phrase("terminal-points", points=int)
PILES = Phrase("terminal-piles", cards=int, discard=(int, type(None)))
END = Phrase("terminal-end")
ASK_BASTION = Phrase("terminal-ask-bastion", free=int)
ASK_REINFORCE = Phrase("terminal-ask-reinforce", moves=list)
ASK_PLAY = Phrase("terminal-ask-play")
AREA_FULL = Phrase("terminal-area-full")
ANY_REINFORCEMENT = Phrase("terminal-any-reinforcement", card=int)

# Colour and letter together, as shield and charge are on the board.
COLOURS = ("red", "yellow", "magenta", "blue", "green")
LETTERS = "RGVBN"
PLAIN = "bold white"
SIGNS = {
    "castle": SIGN_CASTLE,
    "church": SIGN_CHURCH,
    "city2": SIGN_CITY2,
    "city3": SIGN_CITY3,
    "city4": SIGN_CITY4,
}
CELL = 5
MARGIN = 7
BANKS = "LIR"  # from left to right, facing downstream


def paint(text: str, style: str) -> str:
    return f"[{style}]{text}[/]" if text.strip() else text


class Terminal(terminal.Terminal):
    """Rheinländer in a terminal."""

    game: Rheinlander

    def describe(self, shown: Position, names: Names, words: Words, width: int) -> str:
        """The whole table, in bands of as many areas as the terminal is wide."""
        assert isinstance(shown, Shown)
        return "\n".join(Sheet(self.game.layout.board, shown, names, words).lines(width))

    def question(self, shown: Position, seat: Seat, legal: Sequence[Action], words: Words) -> str:
        """What is asked, and the choices grouped so that one can read them."""
        assert isinstance(shown, Shown)
        moves = [self.game.action_text(action) for action in legal]
        if shown.phase == "bastion":
            return words.say(ASK_BASTION(free=len(moves) - 1))
        if shown.phase == "reinforce":
            return words.say(ASK_REINFORCE(moves=moves))
        lines = [words.say(ASK_PLAY())]
        hand = shown.hands[seat] or []
        for card in hand:
            uses = [move for move in moves if move.startswith((f"{card}>", f"{card}x", f"{card}-"))]
            told = "  ".join(uses) or paint(words.say(AREA_FULL()), "dim")
            lines.append(f"  {paint(f'{card:>2}', 'bold cyan')}  {told}")
        if any(move.endswith("+") for move in moves):
            lines.append("  " + words.say(ANY_REINFORCEMENT(card=hand[0])))
        return "\n".join(lines)


class Sheet:
    """A position, line by line."""

    def __init__(self, board: Board, shown: Shown, names: Names, words: Words) -> None:
        self.board, self.shown, self.names, self.words = board, shown, names, words
        self.owners = {space: duchy.owner for duchy in shown.duchies for space in duchy.spaces}
        self.sites = {site.spaces[0]: site.name for site in board.sites}

    def say(self, message: Message) -> str:
        return self.words.say(message, self.names)

    def lines(self, width: int) -> Iterator[str]:
        for areas in self._bands(max(1, (width - MARGIN - CELL) // CELL)):
            yield from self._band(areas)
            yield ""
        yield f"[dim]{self.say(PIECES())}\n{self.say(LANDMARKS())}[/]"
        yield ""
        yield from self._duchies()
        yield ""
        yield from map(self._player, range(len(self.names)))
        yield ""
        discard = self.shown.discard
        yield self.say(PILES(cards=self.shown.draw_pile, discard=discard[-1] if discard else None))
        if self.shown.phase != "over":
            yield self.say(END())

    # -- The river -----------------------------------------------------------------------------------

    def _bands(self, most: int) -> Iterator[range]:
        """Stretches of river that follow one another by water, none longer than fits."""
        board, start = self.board, 0
        for area in range(1, len(board.area) + 1):
            last = area == len(board.area)
            if (
                last
                or area - start == most
                or board.area[area][2] not in board.neighbours[board.area[area - 1][2]]
            ):
                yield range(start, area)
                start = area

    def _band(self, areas: range) -> Iterator[str]:
        """A few areas side by side: one bank, the river, the other bank."""
        rows = [self._across(area) for area in areas]
        yield " " * MARGIN + "".join(paint(f"{area + 1:^{CELL}}", "bold cyan") for area in areas)
        for k, title in enumerate((BANK_LEFT, BANK_RIVER, BANK_RIGHT)):
            bank = [row[k] for row in rows]
            if k == 2:
                yield self._landmarks(bank)
            cells = (self._cell(bank[n], area, self._parted(bank, n)) for n, area in enumerate(areas))
            yield f"{self.say(title()):<{MARGIN}}" + "".join(cells)
            if k == 0:
                yield self._landmarks(bank)

    def _across(self, area: int) -> tuple[str, str, str]:
        """The spaces of an area from the left bank to the right one."""
        first, second, river = self.board.area[area]
        left, right = sorted((first, second), key=lambda name: BANKS.find(name[0]))
        return left, river, right

    def _parted(self, bank: list[str], n: int) -> bool:
        """Whether a space does not touch the one before."""
        return n > 0 and bank[n - 1] not in self.board.neighbours[bank[n]]

    def _cell(self, space: str, area: int, parted: bool) -> str:
        """A space; a bar before it where it does not touch the one before."""
        what, owner = self.shown.spaces.get(space), self.owners.get(space)
        if what is None:
            sign, style = "·~"[space[0] == "W"], "dim"
        elif what == "bastion":
            sign, style = "#", PLAIN
        else:
            sign, style = LETTERS[what], f"bold {COLOURS[what]}"
        if owner is not None:
            style = f"{PLAIN} on {COLOURS[owner]}"
        label = sign if space[1:] == str(area + 1) else f"{space}{sign}"  # an island space shows its name
        left = (CELL - len(label)) // 2
        before = "│" + " " * (left - 1) if parted and left else " " * left
        return before + paint(label, style) + " " * (CELL - left - len(label))

    def _landmarks(self, bank: list[str]) -> str:
        """The landmarks of a bank, each after the column of the first of its two spaces."""
        return " " * (MARGIN + CELL - 2) + "".join(self._landmark(self.sites.get(here)) for here in bank)

    def _landmark(self, site: str | None) -> str:
        if site is None:
            return " " * CELL
        text, holder = self.say(SIGNS[self.shown.landmarks[site]]()), self.shown.castles.get(site)
        mark = "" if holder is None else LETTERS[holder]
        painted = text + (paint(mark, f"bold {COLOURS[holder]}") if holder is not None else "")
        return " " + painted + " " * (CELL - 1 - len(text) - len(mark))

    # -- Duchies and players -------------------------------------------------------------------------

    def _duchies(self) -> Iterator[str]:
        if not self.shown.duchies:
            yield self.say(NO_DUCHIES())
        for duchy in sorted(self.shown.duchies, key=lambda duchy: -duchy.value):
            yield self._duchy(duchy)

    def _duchy(self, duchy: ShownDuchy) -> str:
        """A duchy with its owner, knights (those on castles included), landmarks and worth."""
        owner, seats = duchy.owner, range(len(self.names))
        shares = [(p, self._knights(duchy, p)) for p in seats]
        told = [paint(self.say(SHARE(seat=p, knights=n)), COLOURS[p]) for p, n in shares if n]
        landmarks = [self.shown.landmarks[site] for site in duchy.sites]
        whose = self.say(WHOSE(seat=owner))
        about = {
            "duchy": self.board.duchy_name(duchy.spaces[0]),
            "whose": whose if owner is None else paint(whose, f"bold {COLOURS[owner]}"),
            "landmarks": paint(
                self.say(DUCHY_LANDMARKS(landmarks=landmarks) if landmarks else NO_LANDMARK()), "dim"
            ),
            "knights": self.say(LISTED(items=told)),
        }
        if owner is None:
            return self.say(NOBODYS_DUCHY(**about))
        return self.say(DUCHY(**about, value=duchy.value, final=duchy.final))

    def _knights(self, duchy: Duchy, seat: Seat) -> int:
        on_land = sum(self.shown.spaces[space] == seat for space in duchy.spaces)
        return on_land + sum(self.shown.castles.get(site) == seat for site in duchy.sites)

    def _player(self, seat: Seat) -> str:
        shown = self.shown
        parts = [
            KNIGHTS(knights=shown.knights[seat]),
            BASTIONS(bastions=shown.bastions[seat]),
            BISHOPS(bishops=shown.bishops[seat]),
        ]
        if (coins := shown.coins[seat]) is not None:
            parts.append(COINS(coins=coins))
        if shown.archbishop == seat:
            parts.append(HOLDS_ARCHBISHOP())
        if shown.scores is not None:
            parts.append(POINTS(points=shown.scores[seat]))
        turn = "▶" if seat in shown.to_act else " "
        name = self.say(terminal.SEAT_NAME(seat=seat))
        who = paint(f"{LETTERS[seat]} {name:<20}", f"bold {COLOURS[seat]}")
        return f"{turn} {who} {self.say(LISTED(items=parts))}"
