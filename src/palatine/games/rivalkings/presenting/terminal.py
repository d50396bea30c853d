"""The table in a terminal: the piles, the courts, what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from palatine.games.rivalkings.rules.cards import ACTION_NAMES, CARD_NAMES, CHARACTERS, RANKS, TRADE, TRADES, colour

CHARACTER = {character.name: (number, character) for number, character in enumerate(CHARACTERS)}


def card(name: str | None) -> str:
    """A card with its price, in its colour: Garden 4."""
    if name is None:
        return "[dim]?[/]"
    number = CARD_NAMES.index(name)
    trade = number % TRADES
    price = TRADE[trade].prices[number // TRADES]
    return f"[{colour(trade)}]{name}[/] {price}"


def character(name: str | None) -> str:
    """A character with its rank and its actions: Knight D (money, recruit)."""
    if name is None:
        return "[dim]not seen[/]"
    number, who = CHARACTER[name]
    actions = ", ".join(ACTION_NAMES[kind] for kind in who.actions)
    return f"[bold]{name}[/] {RANKS[number // 2]} ({actions})"


def describe(shown: dict[str, Any], names: Sequence[str]) -> str:
    """The whole table."""
    lines = [f"[bold]Round {shown['round']}, cycle {shown['cycle']}[/]"]
    lines += [f"  pile {n}: {_pile(pile)}" for n, pile in enumerate(shown["piles"], start=1)]
    supply = shown["supply"]
    lines.append(f"  supply: {supply['coins']} coins, {supply['markers']} conflict markers")
    if shown["neutral"]:
        lines.append(
            f"  neutral card: {character(shown['neutral']['shown'])}, {shown['neutral']['left']} left"
        )
    for seat, name in enumerate(names):
        lines += ["", *_court(shown, seat, name)]
    return "\n".join(lines)


def _pile(pile: dict[str, Any]) -> str:
    if not pile["cards"]:
        return "[bold]empty[/]" + _money(pile)
    rest = [name for name in pile["cards"][:-1] if name]
    looked = f"; below: {', '.join(card(name) for name in rest)}" if rest else ""
    return f"{card(pile['cards'][-1])} on top of {len(pile['cards'])}{_money(pile)}{looked}"


def _money(pile: dict[str, Any]) -> str:
    if "paid" not in pile:
        return f", money {pile['money']}"
    if not pile["money"]:
        return ", no money"
    return ", money" + (f" (last paid {pile['paid']})" if pile["paid"] is not None else "")


def _count(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _court(shown: dict[str, Any], seat: int, name: str) -> Iterator[str]:
    player = shown["players"][seat]
    turn = "▶" if seat in shown["to_act"] else " "
    score = f", {shown['scores'][seat]} points" if shown["scores"] else ""
    has = f"{_count(player['coins'], 'coin')}, {_count(player['markers'], 'marker')}"
    yield f"{turn} [bold]{seat} {name}[/]: {has}{score}"
    if shown["phase"] != "choose" or player["character"]:
        stolen = [crest["action"] for crest in shown["covered"] if crest["seat"] == seat]
        robbed = f" [red]stolen: {', '.join(stolen)}[/]" if stolen else ""
        yield f"    character: {character(player['character'])}{robbed}"
    subjects, buildings = (
        ", ".join(card(name) for name in player[kind]) for kind in ("subjects", "buildings")
    )
    used = " [dim](an ability was used in this cycle)[/]" if player["ability_used"] else ""
    yield f"    subjects: {subjects or 'none'}{used}"
    yield f"    buildings: {buildings or 'none'}"


def question(shown: dict[str, Any], seat: int, moves: Sequence[str]) -> str:
    """What is asked, and the choices."""
    if shown["phase"] == "choose":
        hand = shown["players"][seat]["hand"]
        return "Choose a character in secret:\n" + "\n".join(
            f"  play {name:<14} {character(name)}" for name in hand
        )
    if shown["phase"] == "gardener":
        return "Your Gardener may swap characters: " + ", ".join(moves)
    if shown["phase"] == "watchman":
        return "Your Watchman may turn the marker back: " + ", ".join(moves)
    lines = [
        f"{_asked(shown)}: {', '.join(_offer(shown, move) for move in moves if not move.startswith('use'))}"
    ]
    uses = [move for move in moves if move.startswith("use")]
    if uses:
        some = ", ".join(uses[:8]) + (", … (moves lists all)" if len(uses) > 8 else "")
        lines.append(f"Or use your {uses[0].split(' ')[1]}: {some}")
    return "\n".join(lines)


def _asked(shown: dict[str, Any]) -> str:
    """What is due in the turn."""
    due = shown["due"]
    if due is None:
        return "Nothing more is due"
    if "steal" in due:
        victim = due["steal"]
        return f"Steal an action of seat {victim}, the {shown['players'][victim]['character']}"
    return "Now " + " or ".join(due["do"])


def _offer(shown: dict[str, Any], move: str) -> str:
    """A move with the card that it would buy."""
    verb, _, where = move.partition(" ")
    if verb not in ("recruit", "build"):
        return move
    return f"{move} ({card(shown['piles'][int(where) - 1]['cards'][-1])})"
