"""How the trades and colours of Rival Kings do among greedy players, to judge the prices that are ours.

    python bench/rivalkings_prices.py --games 2000

prints the tables of docs/rivalkings-prices.md.  The same seed prints the same figures.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable

import msgspec
import numpy as np
import numpy.typing as npt

from palatine.arena.simulation import Played, simulate
from palatine.core.catalog import game as load_game
from palatine.core.catalog import words_of
from palatine.core.game import Game

Floats = npt.NDArray[np.float64]


class Sample(msgspec.Struct):
    """What many games left behind; one row for each player of each game, one column for each card."""

    players: int
    held: Floats  # copies in the rows at the end
    dealt: Floats  # copies in the piles at the start, by card
    scores: Floats
    wins: Floats  # a shared win counts in parts
    cycles: Floats  # by game

    @property
    def games(self) -> int:
        return len(self.cycles)

    def grouped(self, group: npt.NDArray[np.int64]) -> Sample:
        """The same with cards thrown together, such as all of a colour."""
        groups = range(int(group.max()) + 1)
        held = np.stack([self.held[:, group == number].sum(1) for number in groups], 1)
        dealt = np.array([self.dealt[group == number].sum() for number in groups])
        return msgspec.structs.replace(self, held=held, dealt=dealt)


class Line(msgspec.Struct):
    """The figures of one card, or of one colour."""

    taken: float  # of the copies dealt, how many somebody had at the end
    won: float  # of these, how many were the winner's
    won_error: float
    margin: float  # an owner's points above the other players' of his game
    margin_error: float
    brought: float  # points that one more copy goes along with, all other cards being equal
    brought_error: float


def final_position(game: Game, played: Played) -> tuple[dict[str, int], list[list[str]], int]:
    """The cards dealt, the rows at the end, and how many cycles it took."""
    state = game.new(played.seed)
    dealt: dict[str, int] = {}
    for pile in game.presenting.position(state).piles:
        for card in pile.cards:
            dealt[card] = dealt.get(card, 0) + 1
    for seat, action in played.decisions:
        game.apply(state, seat, action)
    end = game.presenting.position(state)
    rows = [player.subjects + player.buildings for player in end.players]
    return dealt, rows, 2 * end.round + end.cycle - 2


def collect(game: Game, names: list[str], games: Iterable[Played]) -> Sample:
    """Play the games over and count."""
    column = {name: number for number, name in enumerate(names)}
    held, scores, wins, cycles = [], [], [], []
    dealt_in_all = np.zeros(len(names))
    for played in games:
        dealt, rows, length = final_position(game, played)
        for card, copies in dealt.items():
            dealt_in_all[column[card]] += copies
        for seat, row in enumerate(rows):
            counts = np.zeros(len(names))
            for card in row:
                counts[column[card]] += 1
            held.append(counts)
            scores.append(played.outcome.scores[seat])
            winners = played.outcome.winners
            wins.append((seat in winners) / len(winners))
        cycles.append(length)
    return Sample(
        players=len(scores) // len(cycles),
        held=np.array(held),
        dealt=dealt_in_all,
        scores=np.array(scores, float),
        wins=np.array(wins),
        cycles=np.array(cycles, float),
    )


def within_games(values: Floats, players: int) -> Floats:
    """Each player's value less the mean of his game."""
    by_game = values.reshape(-1, players, *values.shape[1:])
    return (by_game - by_game.mean(1, keepdims=True)).reshape(values.shape)


def regression(sample: Sample) -> tuple[Floats, Floats]:
    """Points that go along with one more copy of each card, and the standard errors."""
    x, y = within_games(sample.held, sample.players), within_games(sample.scores, sample.players)
    inverse = np.linalg.pinv(x.T @ x)
    slopes = inverse @ x.T @ y
    freedom = len(y) - sample.games - x.shape[1]
    variance = float(((y - x @ slopes) ** 2).sum()) / freedom
    return slopes, np.sqrt(variance * inverse.diagonal())


def mean_and_error(values: Floats) -> tuple[float, float]:
    if len(values) < 2:
        return float("nan"), float("nan")
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def margins(sample: Sample, card: int) -> Floats:
    """For each game in which some own the card and some do not: the owners' mean points less the others'."""
    scores = sample.scores.reshape(-1, sample.players)
    owns = (sample.held[:, card] > 0).reshape(-1, sample.players)
    found = []
    for points, owner in zip(scores, owns):
        if owner.any() and not owner.all():
            found.append(points[owner].mean() - points[~owner].mean())
    return np.array(found)


def lines(sample: Sample) -> list[Line]:
    slopes, errors = regression(sample)
    found = []
    for card in range(sample.held.shape[1]):
        held = sample.held[:, card]
        copies = held.sum()
        won = float((held * sample.wins).sum() / copies)
        won_error = float(np.sqrt(won * (1 - won) / copies))
        margin, margin_error = mean_and_error(margins(sample, card))
        taken = float(copies / sample.dealt[card])
        found.append(Line(taken, won, won_error, margin, margin_error, slopes[card], errors[card]))
    return found


def table(head: list[str], first: list[list[str]], found: list[Line]) -> str:
    """A table in Markdown, the best first."""
    head = [*head, "taken", "with winners", "owners' margin", "brought"]
    text = ["| " + " | ".join(head) + " |", "| " + " | ".join(["---"] * len(head)) + " |"]
    for number in sorted(range(len(found)), key=lambda number: -found[number].brought):
        line = found[number]
        figures = [
            f"{line.taken:.0%}",
            f"{line.won:.1%} ± {line.won_error:.1%}",
            f"{line.margin:+.1f} ± {line.margin_error:.1f}",
            f"{line.brought:+.2f} ± {line.brought_error:.2f}",
        ]
        text.append("| " + " | ".join([*first[number], *figures]) + " |")
    return "\n".join(text)


def summary(sample: Sample) -> str:
    everything = sample.held.sum(1)
    baseline = float((everything * sample.wins).sum() / everything.sum())
    by_seat = sample.wins.reshape(-1, sample.players).mean(0)
    scores, cycles = sample.scores, sample.cycles
    return "\n".join(
        [
            "| | |",
            "| --- | --- |",
            f"| games | {sample.games} |",
            f"| cycles a game | {cycles.mean():.1f}, from {cycles.min():.0f} to {cycles.max():.0f} |",
            f"| points of a player | {scores.mean():.1f} (standard deviation {scores.std():.1f}) |",
            f"| points of a winner | {scores[sample.wins > 0].mean():.1f} |",
            f"| cards of a player at the end | {everything.mean():.1f} |",
            f"| of all cards held, with winners | {baseline:.1%} |",
            f"| wins by seat | {', '.join(f'{share:.0%}' for share in by_seat)} |",
        ]
    )


def report(players: int, games: int, seed: str) -> str:
    game = load_game("rivalkings", {"players": players})
    cards, words = game.presenting.cards(), words_of(game.name)
    names = [card.name for card in cards]
    sample = collect(game, names, simulate(game, ["greedy"] * players, games, seed))
    found = lines(sample)
    first = [
        [words.say(card.title), card.colour, f"{card.price}{'' if card.price_from == 'rulebook' else '*'}"]
        for card in cards
    ]
    parts = [f"## {players} players", summary(sample)]
    for kind in ("subject", "building"):
        chosen = [number for number, card in enumerate(cards) if card.type == kind]
        of_kind = [found[number] for number in chosen]
        heading = [first[number] for number in chosen]
        parts += [
            f"### {kind.capitalize()}s, {players} players",
            table([kind, "colour", "price"], heading, of_kind),
        ]
    colours = list(dict.fromkeys(card.colour for card in cards))
    group = np.array([colours.index(card.colour) for card in cards])
    by_colour = lines(sample.grouped(group))
    parts += [
        f"### Colours, {players} players",
        table(["colour"], [[colour] for colour in colours], by_colour),
    ]
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000, help="games for each number of players")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4], help="numbers of players")
    parser.add_argument("--seed", default="prices", help="the same seed plays the same games")
    arguments = parser.parse_args()
    for players in arguments.players:
        print(report(players, arguments.games, arguments.seed), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
