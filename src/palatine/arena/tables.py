"""What is told as a table, alike on the page and in the terminal: headings and rows of texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from palatine.arena.results import Standing
from palatine.arena.statistics import Chapter, Report, Worth
from palatine.arena.words import duration, percent, plus_minus, signed
from palatine.core.game import Game
from palatine.core.messages import Message
from palatine.core.statistics import Topic
from palatine.core.words import Words

Table = tuple[list[str], list[list[str]]]
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth")


def standings_table(standings: Sequence[Standing]) -> Table:
    """Who stands where; the first heading is empty, as in every table here."""
    heads = ["", "rating", "win share", "mean score", "mean place", "games", "faults", "a decision takes"]
    return heads, [
        [
            standing.name,
            f"{signed(standing.rating.value)} ± {standing.rating.margin:.0f}",
            plus_minus(standing.win_share, 100, 1, " %"),
            plus_minus(standing.score),
            plus_minus(standing.place, 1, 2),
            f"{standing.games:,}",
            str(standing.faults),
            duration(standing.seconds_a_decision),
        ]
        for standing in standings
    ]


def seat_name(game: Game, seat: int, words: Words) -> str:
    """What a seat is called, by its colour."""
    return words.say(Message(f"colour-{game.colours[seat]}"))


def place_name(report: Report, game: Game, place: int, words: Words) -> str:
    """What a place in the order of play is called."""
    return PLACES[place - 1] if report.one_begins else seat_name(game, place - 1, words)


def order_table(report: Report, game: Game, words: Words) -> Table:
    """Who begins, and what it is good for."""
    return ["", "win share", "mean score"], [
        [
            place_name(report, game, each.place, words),
            plus_minus(each.win_share, 100, 1, " %"),
            plus_minus(each.score),
        ]
        for each in report.order
    ]


def lengths_table(report: Report) -> Table:
    """What is told with its spread."""
    told = {"decisions a game": report.decisions, "score": report.score, "best score": report.best_score}
    return ["", "mean", "nine of ten"], [
        [name, plus_minus(spread.mean), f"{spread.low:.0f} to {spread.high:.0f}".replace("-", "−")]
        for name, spread in told.items()
    ]


def topic_words(topic: Topic, words: Words, form: str | None = None) -> str:
    """What a topic is called; or its `note`, or what its `points` are."""
    return words.say(Message(f"topic-{topic.name}"), form=form)


def thing_words(topic: Topic, thing: str, words: Words) -> str:
    """What a thing of a topic is called."""
    return words.say(Message(f"{topic.terms or f'topic-{topic.name}'}-{thing}"))


def report_data(report: Report, words: Words) -> dict[str, Any]:
    """A report as data, with the words of its topics and things."""
    data: dict[str, Any] = msgspec.to_builtins(report)
    for chapter, told in zip(report.chapters, data["chapters"], strict=True):
        topic = chapter.topic
        told["topic"] = {
            "name": topic.name,
            "title": topic_words(topic, words),
            "note": topic_words(topic, words, "note"),
            "things": [thing_words(topic, thing, words) for thing in topic.things],
            "points": topic_words(topic, words, "points") if topic.points else "",
            "ranked": topic.ranked,
        }
        for row in told["rows"]:
            row["thing"] = thing_words(topic, row["thing"], words)
    return data


def chapter_table(chapter: Chapter, words: Words) -> Table:
    """A chapter of a report; what it says of winning only where seats have its things."""
    topic, by_seats = chapter.topic, any(row.seats for row in chapter.rows)
    heads = ["", "a game"]
    if by_seats:
        heads += ["had by", "win share", "expected", "correlation"]
    if topic.points:
        heads.append(topic_words(topic, words, "points"))
    return heads, [
        [thing_words(topic, row.thing, words), *_worth(row, by_seats, topic.points)] for row in chapter.rows
    ]


def _worth(row: Worth, by_seats: bool, points: bool) -> list[str]:
    cells = [plus_minus(row.a_game, 1, 2)]
    if by_seats:
        cells += [
            "" if row.had_by is None else percent(row.had_by),
            "" if row.win_share is None else plus_minus(row.win_share, 100, 0, " %"),
            "" if row.expected is None else percent(row.expected),
            "" if row.correlation is None else signed(row.correlation, 2),
        ]
    if points:
        cells.append("" if row.points is None else plus_minus(row.points, 1, 2))
    return cells
