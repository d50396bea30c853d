"""A tournament, or what many games tell, as one page: no script, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from palatine.arena.plots import Axis, Row, Rows, heaps, whiskers
from palatine.arena.ratings import Estimate
from palatine.arena.results import Results
from palatine.arena.standings import duels, wins_by_seat
from palatine.arena.statistics import Chapter, Report
from palatine.arena.tables import (
    chapter_table,
    lengths_table,
    place_name,
    seat_name,
    standings_table,
    topic_words,
)
from palatine.arena.words import duration, moment, percent, settings, signed, times, why_stopped
from palatine.core.drawing.palette import PAPER_BY_DAY, PAPER_BY_NIGHT, TINCTURES, Paper
from palatine.core.drawing.svg import SANS, SERIF
from palatine.core.game import Game
from palatine.core.words import Words

MOST_FAULTS = 100


def _colours(paper: Paper, cell: str) -> str:
    return (
        f"--paper:{paper.paper};--ink:{paper.ink};--faint:{paper.faint};"
        f"--line:{paper.faint}66;--accent:{TINCTURES[3].field};--cell:{cell}"
    )


STYLE = f"""
:root{{color-scheme:light dark;{_colours(PAPER_BY_DAY, "#2e7cc9")}}}
@media (prefers-color-scheme:dark){{:root{{{_colours(PAPER_BY_NIGHT, "#5a9fe0")}}}}}
*{{box-sizing:border-box}}
body{{margin:0 auto;max-width:1080px;padding:24px 16px 48px;background:var(--paper);color:var(--ink);
font:16px/1.45 {SANS};font-variant-numeric:tabular-nums lining-nums}}
h1,h2{{font-family:{SERIF};font-weight:500;line-height:1.2;margin:0 0 8px}}
h1{{font-size:32px}} h2{{font-size:22px}}
p{{margin:0 0 12px;max-width:68ch}} .note{{opacity:.85;font-size:15px}}
main{{columns:2 420px;column-gap:16px;margin-top:16px}}
section{{border:1px solid var(--line);border-radius:10px;padding:16px;margin:0 0 16px;break-inside:avoid}}
section.wide{{column-span:all}} section.wide:not(:first-child){{margin-top:16px}}
.scroll{{overflow-x:auto}}
table{{border-collapse:collapse;width:100%}}
th,td{{padding:6px 10px;text-align:right;white-space:nowrap}}
th:first-child,td:first-child{{text-align:left;white-space:normal;overflow-wrap:anywhere}}
th{{font-weight:700;border-bottom:1px solid var(--faint)}} tbody tr+tr>*{{border-top:1px solid var(--line)}}
tbody th{{border-bottom:0}}
.duels td,.duels thead th{{text-align:center;min-width:40px;padding:6px 4px}}
.duels tbody th{{min-width:88px}}
.duels td[style]{{background:color-mix(in srgb,var(--cell) var(--much),transparent)}}
svg.plot{{display:block;width:100%;max-width:480px;height:auto;margin:8px auto 0;overflow:visible}}
svg text{{font-family:{SANS};fill:var(--ink);font-size:14.5px}}
text.name{{font-weight:700}} text.axis{{text-anchor:middle}}
.grid{{stroke:var(--line)}} .fair{{stroke:var(--ink);stroke-dasharray:4 4}}
.whisker path{{stroke:var(--ink);stroke-width:1.6;fill:none}}
.whisker circle{{stroke:var(--ink);stroke-width:1.4}} .whisker circle:not([fill]){{fill:var(--accent)}}
.heap{{fill:var(--accent);opacity:.75}} .mean{{stroke:var(--ink);stroke-width:2}}
.faults td:last-child{{white-space:normal;overflow-wrap:anywhere}}
@media (max-width:640px){{
h1{{font-size:27px}} section{{padding:14px 12px}}
.stacked thead{{display:none}} .stacked,.stacked tbody,.stacked tr{{display:block}}
.stacked tbody tr{{padding:8px 0}} .stacked tbody tr+tr{{border-top:1px solid var(--faint)}}
.stacked td,.stacked tbody tr+tr>*{{display:flex;justify-content:space-between;gap:16px;
padding:2px 0;border:0}}
.stacked td[data-label]::before{{content:attr(data-label);opacity:.85;white-space:nowrap}}
.stacked td:last-child{{text-align:right}} .stacked td:first-child{{font-weight:700;text-align:left}}
.stacked td:empty{{display:none}}
}}
@media print{{section{{break-inside:avoid}}}}
"""


def _page(title: str, intro: Iterable[str], sections: Iterable[str]) -> str:
    """A whole page around its sections; the intro is text."""
    lines = "".join(f"<p>{escape(line)}</p>" for line in intro)
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><h1>{escape(title)}</h1>{lines}<main>{''.join(sections)}</main></body></html>\n"
    )


def _section(title: str, note: str, content: str, wide: bool = False) -> str:
    words = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section{' class=wide' if wide else ''}><h2>{escape(title)}</h2>{words}{content}</section>"


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that becomes a list on a narrow screen."""
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    body = "".join(
        f"<tr>{''.join(_cell(head, cell) for head, cell in zip(heads, row, strict=True))}</tr>"
        for row in rows
    )
    return f'<table class="stacked"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>'


def _cell(head: str, words: str) -> str:
    label = f' data-label="{escape(head)}"' if head else ""
    return f"<td{label}>{escape(words)}</td>"


def arena_page(results: Results, game: Game, words: Words) -> str:
    """A tournament with its plots."""
    blocks = len({played.block for played in results.games})
    intro = [
        f"{times(len(results.games), 'game')} in {times(blocks, 'block')}, {duration(results.seconds)}; "
        f"{why_stopped(results)}. A block is one deal, played in all rotations of the seats; "
        f"intervals are of 95 % and come from the blocks.",
        f"{settings(results.options)}; seed {results.seed}; started {moment(results.started)}.",
    ]
    sections = [_standings(results)]
    if results.games:
        sections += [_ratings(results), _heaps(results), _by_seat(results, game, words), _duels(results)]
    if any(played.faults for played in results.games):
        sections.append(_faults(results))
    return _page(f"Arena: {game.title}, {game.players} players", intro, sections)


def _standings(results: Results) -> str:
    return _section("Standings", "", _table(*standings_table(results.standings)), wide=True)


def _ratings(results: Results) -> str:
    rated = [(standing.name, standing.rating) for standing in results.standings]
    zero = f"{results.anchor} has 0" if results.anchor else "their mean is 0"
    note = (
        f"Points as in chess: 400 more are ten times the strength; {zero}. The lines are intervals of 95 %."
    )
    axis = Axis(min(each.low for _, each in rated), max(each.high for _, each in rated))
    groups = [Rows(name, [Row(each, f"{name}: {signed(each.value)}")]) for name, each in rated]
    return _section("Ratings", note, whiskers("Ratings with intervals", groups, axis))


def _by_seat(results: Results, game: Game, words: Words) -> str:
    names = [entrant.name for entrant in results.entrants]
    colours = [seat_name(game, seat, words) for seat in range(game.players)]
    shares = wins_by_seat(len(names), game.players, results.games)
    axis = Axis(0, max(each.high for row in shares for each in row), left=64, percent=True)
    groups = [
        Rows(
            standing.name,
            [
                Row(each, f"{standing.name}, {colours[seat]}: {percent(each.value)}", colours[seat], seat)
                for seat, each in enumerate(shares[names.index(standing.name)])
            ],
        )
        for standing in results.standings
    ]
    note = "The dashed line is where all would be if neither player nor seat mattered."
    plot = whiskers("Win share by seat", groups, axis, fair=1 / game.players)
    return _section("Win share by seat", note, plot)


def _heaps(results: Results) -> str:
    names = [entrant.name for entrant in results.entrants]
    groups = [
        (
            standing.name,
            [
                score
                for played in results.games
                for entrant, score in zip(played.seats, played.scores, strict=True)
                if names[entrant] == standing.name
            ],
        )
        for standing in results.standings
    ]
    shown = [(name, scores) for name, scores in groups if scores]
    return _section("Scores", "How often each score came; the line is the mean.", heaps("Scores", shown))


def _duels(results: Results) -> str:
    names = [entrant.name for entrant in results.entrants]
    table = duels(len(names), results.games)
    order = [names.index(standing.name) for standing in results.standings]
    top = "".join(f"<th>{n}</th>" for n, _ in enumerate(order, start=1))
    body = "".join(
        f"<tr><th>{n}. {escape(names[a])}</th>{''.join(_duel(table[a][b]) for b in order)}</tr>"
        for n, a in enumerate(order, start=1)
    )
    content = (
        f'<div class="scroll"><table class="duels"><thead><tr><th></th>{top}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
    note = (
        "In how many of 100 games the player of the row came before that of the column; "
        "shared places count half."
    )
    return _section("Head to head", note, content)


def _duel(share: Estimate | None) -> str:
    if share is None:
        return "<td>–</td>"
    words = f"{percent(share.low)} to {percent(share.high)}"
    return f'<td style="--much:{60 * share.value:.0f}%" title="{words}">{100 * share.value:.0f}</td>'


def _faults(results: Results) -> str:
    """What went wrong, each thing once."""
    seen: dict[tuple[str, str, str], list[str]] = {}
    for played in results.games:
        for fault in played.faults:
            name = results.entrants[played.seats[fault.seat]].name
            place = f"game {played.number}, decision {fault.decision}"
            seen.setdefault((name, fault.kind, fault.message), []).append(place)
    rows = [
        (name, kind, f"{len(where):,}", where[0], message) for (name, kind, message), where in seen.items()
    ]
    rows.sort(key=lambda row: (row[0], -len(seen[row[0], row[1], row[4]])))
    note = (
        "What players did wrong; a random move was made instead. All of it is in the data beside this page."
    )
    heads = ("", "kind", "times", "first", "what was wrong")
    table = _table(heads, rows[:MOST_FAULTS])
    return _section("Faults", note, f'<div class="faults">{table}</div>', wide=True)


def statistics_page(report: Report, game: Game, words: Words) -> str:
    """What many games tell."""
    title, order = (
        ("Who begins", "The order of play") if report.one_begins else ("Seats", "All decide at once")
    )
    rows = [
        Row(
            each.win_share,
            percent(each.win_share.value),
            place_name(report, game, each.place, words),
            None if report.one_begins else each.place - 1,
        )
        for each in report.order
    ]
    axis = Axis(0, max(each.win_share.high for each in report.order), left=64, percent=True)
    plot = whiskers(title, [Rows("", rows)], axis, fair=1 / game.players)
    sections = [
        _section(title, f"{order}, and who wins; the dashed line is an even share.", plot),
        _section("Length and scores", "", _table(*lengths_table(report))),
        *(_chapter(chapter, words) for chapter in report.chapters),
    ]
    intro = [
        f"{times(report.games, 'game')} on {times(report.deals, 'deal')}; {settings(report.options)}. "
        "Intervals are of 95 %. Expected is how often the same programs win altogether: "
        "that those who had a thing won more often does not prove that it is the reason."
    ]
    return _page(f"Statistics: {report.title}, {game.players} players", intro, sections)


def _chapter(chapter: Chapter, words: Words) -> str:
    heads, rows = chapter_table(chapter, words)
    title, note = (topic_words(chapter.topic, words, form) for form in (None, "note"))
    return _section(title, note, _table(heads, rows), wide=len(heads) > 2)
