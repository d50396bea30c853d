"""The table in a terminal: the river in bands, the duchies, the players, one's hand and choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from palatine.games.rheinlander.rules.board import Board
from palatine.games.rheinlander.texts import duchy_name

# Colour and letter together, as shield and charge are on the board.
COLOURS = ("red", "yellow", "magenta", "blue", "green")
LETTERS = "RGVBN"
LANDMARKS = {"castle": "cas", "church": "chu", "city2": "ci2", "city3": "ci3", "city4": "ci4"}
TITLES = {"castle": "castle", "church": "church", "city2": "city 2", "city3": "city 3", "city4": "city 4"}
CELL = 5
MARGIN = 7
BANKS = "LIR"  # from left to right, facing downstream


def paint(text: str, style: str) -> str:
    return f"[{style}]{text}[/]" if text.strip() else text


def count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def describe(board: Board, shown: dict[str, Any], names: Sequence[str], width: int) -> str:
    """The whole table, in bands of as many areas as the terminal is wide."""
    owners = {space: duchy["owner"] for duchy in shown["duchies"] for space in duchy["spaces"]}
    lines: list[str] = []
    for areas in _bands(board, max(1, (width - MARGIN - CELL) // CELL)):
        lines += [*_band(board, shown, owners, areas), ""]
    lines += [LEGEND, "", *_duchies(board, shown, names), "", *_players(shown, names), ""]
    last = f"the last discard is {shown['discard'][-1]}" if shown["discard"] else "nothing is discarded"
    lines.append(f"{count(shown['draw_pile'], 'card')} to draw; {last}.")
    if shown["phase"] != "over":
        lines.append("The game ends after the turn in which a supply of knights is empty.")
    return "\n".join(lines)


def _bands(board: Board, most: int) -> Iterator[range]:
    """Stretches of river that follow one another by water, none longer than fits."""
    start = 0
    for area in range(1, len(board.area) + 1):
        last = area == len(board.area)
        if (
            last
            or area - start == most
            or board.area[area][2] not in board.neighbours[board.area[area - 1][2]]
        ):
            yield range(start, area)
            start = area


LEGEND = (
    "[dim]A letter: a knight of that player (on colour: the duke's); # bastion, · free land, ~ free river.\n"
    "Between two spaces: their landmark (cas: castle and who holds it, chu: church, ci3: city of 3).[/]"
)


def _band(board: Board, shown: dict[str, Any], owners: dict[str, Any], areas: range) -> Iterator[str]:
    """A few areas side by side: one bank, the river, the other bank."""
    rows = [_across(board, area) for area in areas]
    yield " " * MARGIN + "".join(paint(f"{area + 1:^{CELL}}", "bold cyan") for area in areas)
    for k, title in enumerate(("left", "river", "right")):
        if k == 2:
            yield _sites(board, shown, [row[k] for row in rows])
        bank = [row[k] for row in rows]
        parted = [n > 0 and bank[n - 1] not in board.neighbours[bank[n]] for n in range(len(bank))]
        cells = (_cell(bank[n], area, parted[n], shown, owners) for n, area in enumerate(areas))
        yield f"{title:<{MARGIN}}" + "".join(cells)
        if k == 0:
            yield _sites(board, shown, [row[k] for row in rows])


def _across(board: Board, area: int) -> tuple[str, str, str]:
    """The spaces of an area from the left bank to the right one."""
    first, second, river = board.area[area]
    left, right = sorted((first, second), key=lambda name: BANKS.find(name[0]))
    return left, river, right


def _cell(space: str, area: int, parted: bool, shown: dict[str, Any], owners: dict[str, Any]) -> str:
    """A space; a bar before it where it does not touch the one before."""
    what = shown["spaces"].get(space)
    sign = "#" if what == "bastion" else "·~"[space[0] == "W"] if what is None else LETTERS[what]
    label = sign if space[1:] == str(area + 1) else f"{space}{sign}"  # an island space shows its name
    style = "dim" if what is None else "bold white" if what == "bastion" else f"bold {COLOURS[what]}"
    if owners.get(space) is not None:
        style = f"bold white on {COLOURS[owners[space]]}"
    left = (CELL - len(label)) // 2
    before = "│" + " " * (left - 1) if parted and left else " " * left
    return before + paint(label, style) + " " * (CELL - left - len(label))


def _sites(board: Board, shown: dict[str, Any], bank: list[str]) -> str:
    """The landmarks of a bank, each after the column of the first of its two spaces."""
    names = {site.spaces[0]: site.name for site in board.sites}
    slots = []
    for here in bank:
        site = names.get(here)
        if site is None:
            slots.append(" " * CELL)
            continue
        text, holder = LANDMARKS[shown["landmarks"][site]], shown["castles"].get(site)
        mark = "" if holder is None else LETTERS[holder]
        painted = text + (paint(mark, f"bold {COLOURS[holder]}") if holder is not None else "")
        slots.append(" " + painted + " " * (CELL - 1 - len(text) - len(mark)))
    return " " * (MARGIN + CELL - 2) + "".join(slots)


def _duchies(board: Board, shown: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    """Every duchy with its owner, knights (those on castles included), landmarks and worth."""
    if not shown["duchies"]:
        yield "No duchies yet."
    for duchy in sorted(shown["duchies"], key=lambda duchy: -duchy["value"]):
        owner, landmarks = duchy["owner"], duchy["value"] - 1
        who = "nobody's" if owner is None else paint(f"{names[owner]}'s", f"bold {COLOURS[owner]}")
        knights = {seat: _knights(shown, duchy, seat) for seat in range(len(names))}
        shares = ", ".join(paint(f"{names[p]} {n}", COLOURS[p]) for p, n in knights.items() if n)
        things = ", ".join(TITLES[shown["landmarks"][site]] for site in duchy["sites"]) or "no landmark"
        worth = "" if owner is None else f" pays {duchy['value']} now, {landmarks + 5} at the end,"
        yield f"{duchy_name(board, duchy['spaces'])}: {who},{worth} [dim]{things}[/]; knights: {shares}"


def _knights(shown: dict[str, Any], duchy: dict[str, Any], seat: int) -> int:
    on_land = sum(shown["spaces"][space] == seat for space in duchy["spaces"])
    return on_land + sum(shown["castles"].get(site) == seat for site in duchy["sites"])


def _players(shown: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    for seat, name in enumerate(names):
        parts = [
            count(shown["knights"][seat], "knight"),
            count(shown["bastions"][seat], "bastion"),
            count(shown["bishops"][seat], "bishop"),
        ]
        if shown["coins"] is not None:
            parts.append(count(shown["coins"][seat], "coin"))
        if shown["archbishop"] == seat:
            parts.append("holds the archbishop")
        if shown["scores"] is not None:
            parts.append(f"{shown['scores'][seat]} points")
        turn = "▶" if seat in shown["to_act"] else " "
        yield (
            f"{turn} "
            + paint(f"{LETTERS[seat]} {name:<20}", f"bold {COLOURS[seat]}")
            + " "
            + ", ".join(parts)
        )


def question(shown: dict[str, Any], seat: int, moves: Sequence[str]) -> str:
    """What is asked, and the choices grouped so that one can read them."""
    if shown["phase"] == "bastion":
        free = len(moves) - 1
        return f"Build a bastion on one of {free} free land spaces (#L30), or end your turn with a full stop."
    if shown["phase"] == "reinforce":
        return "Place the reinforcement: " + ", ".join(moves)
    lines = ["Your turn: play a card."]
    hand = shown["hands"][seat]
    for card in hand:
        uses = [move for move in moves if move.startswith((f"{card}>", f"{card}x", f"{card}-"))]
        lines.append(f"  {paint(f'{card:>2}', 'bold cyan')}  {'  '.join(uses) or '[dim]its area is full[/]'}")
    if any(move.endswith("+") for move in moves):
        lines.append(f"  Any card as reinforcement: {hand[0]}+ and then its space.")
    return "\n".join(lines)
