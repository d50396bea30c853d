"""The table in a terminal: the river in bands, the duchies, the players, one's hand and choices."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from palatine.games.rheinlander.board import Board

# Colour and letter together, as shield and charge are on the board.
COLOURS = ("red", "yellow", "magenta", "blue", "green")
LETTERS = "RGVBN"
LANDMARKS = {"castle": "cas", "church": "chu", "city2": "ci2", "city3": "ci3", "city4": "ci4"}
BAND = 14  # areas in a band
CELL = 5
MARGIN = 7
BANKS = "LIR"  # from left to right, facing downstream


def paint(text: str, style: str) -> str:
    return f"[{style}]{text}[/]" if text.strip() else text


def describe(board: Board, shown: dict[str, Any], names: Sequence[str]) -> str:
    """The whole table."""
    owners = {space: duchy["owner"] for duchy in shown["duchies"] for space in duchy["spaces"]}
    lines: list[str] = []
    for start in range(0, len(board.area), BAND):
        lines += [*_band(board, shown, owners, range(start, min(start + BAND, len(board.area)))), ""]
    lines += [LEGEND, "", *_duchies(board, shown, names), "", *_players(shown, names), ""]
    last = f"the last discard is {shown['discard'][-1]}" if shown["discard"] else "nothing is discarded"
    lines.append(f"{shown['draw_pile']} cards to draw; {last}")
    return "\n".join(lines)


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
        cells = (_cell(row[k], area, shown, owners) for row, area in zip(rows, areas, strict=True))
        yield f"{title:<{MARGIN}}" + "".join(cells)
        if k == 0:
            yield _sites(board, shown, [row[k] for row in rows])


def _across(board: Board, area: int) -> tuple[str, str, str]:
    """The spaces of an area from the left bank to the right one."""
    first, second, river = board.area[area]
    left, right = sorted((first, second), key=lambda name: BANKS.find(name[0]))
    return left, river, right


def _cell(space: str, area: int, shown: dict[str, Any], owners: dict[str, Any]) -> str:
    what = shown["spaces"].get(space)
    sign = "#" if what == "bastion" else "·~"[space[0] == "W"] if what is None else LETTERS[what]
    label = sign if space[1:] == str(area + 1) else f"{space}{sign}"  # an island space shows its name
    style = "dim" if what is None else "bold white" if what == "bastion" else f"bold {COLOURS[what]}"
    if owners.get(space) is not None:
        style = f"bold white on {COLOURS[owners[space]]}"
    pad = CELL - len(label)
    return " " * (pad // 2) + paint(label, style) + " " * (pad - pad // 2)


def _sites(board: Board, shown: dict[str, Any], bank: list[str]) -> str:
    """The landmarks between neighbouring columns of a bank."""
    names = {frozenset(site.spaces): site.name for site in board.sites}
    slots = []
    for here in bank:
        after = f"{here[0]}{int(here[1:]) + 1}"
        site = names.get(frozenset((here, after)))
        if site is None:
            slots.append(" " * CELL)
            continue
        text, holder = LANDMARKS[shown["landmarks"][site]], shown["castles"].get(site)
        mark = "" if holder is None else LETTERS[holder]
        painted = text + (paint(mark, f"bold {COLOURS[holder]}") if holder is not None else "")
        slots.append(" " + painted + " " * (CELL - 1 - len(text) - len(mark)))
    return " " * (MARGIN + CELL - 2) + "".join(slots)


def _duchies(board: Board, shown: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    if not shown["duchies"]:
        yield "No duchies yet."
    for duchy in sorted(shown["duchies"], key=lambda duchy: -duchy["value"]):
        owner = duchy["owner"]
        who = "nobody's" if owner is None else paint(f"{names[owner]}'s", f"bold {COLOURS[owner]}")
        count = [
            paint(f"{LETTERS[seat]}{knights}", COLOURS[seat])
            for seat in range(len(names))
            if (knights := _knights(shown, duchy, seat))
        ]
        where = board.reach(duchy["spaces"][0])
        spaces = " ".join(duchy["spaces"])
        yield f"{where}: {who} duchy, worth {duchy['value']}, knights {' '.join(count)} [dim]({spaces})[/]"


def _knights(shown: dict[str, Any], duchy: dict[str, Any], seat: int) -> int:
    on_land = sum(shown["spaces"][space] == seat for space in duchy["spaces"])
    return on_land + sum(shown["castles"].get(site) == seat for site in duchy["sites"])


def _players(shown: dict[str, Any], names: Sequence[str]) -> Iterator[str]:
    for seat, name in enumerate(names):
        parts = [
            f"{shown['knights'][seat]} knights",
            f"{shown['bastions'][seat]} bastions",
            f"{shown['bishops'][seat]} bishops",
        ]
        if shown["coins"] is not None:
            parts.append(f"{shown['coins'][seat]} coins")
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
