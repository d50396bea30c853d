"""Board files: what is wrong with one is said with its line and the reason."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palatine.core.catalog import words_of
from palatine.core.errors import BadOptions
from palatine.core.match import Match
from palatine.games.rheinlander.rules.board import BadBoard, board_named, parse_board, read_board

BOARDS = Path(__file__).parent / "boards"
Rows = list[dict[str, Any]]


def bends() -> Rows:
    """The lines of a board that is right."""
    return [json.loads(line) for line in (BOARDS / "bends.jsonl").read_text("utf-8").splitlines()]


def named(name: str, title: str = "A river") -> Rows:
    """The same board under another name."""
    header, *rows = bends()
    return [{**header, "name": name, "title": title}, *rows]


def encoded(rows: Rows) -> bytes:
    return "".join(json.dumps(row) + "\n" for row in rows).encode()


def line_of(rows: Rows, **wanted: Any) -> int:
    """The number of the first line, counted from 1, that has all these values."""
    return next(n for n, row in enumerate(rows, start=1) if wanted.items() <= row.items())


def reason_of(error: BadBoard) -> str:
    return words_of("rheinlander").say(error.reason)


def refusal(data: bytes) -> BadBoard:
    with pytest.raises(BadBoard) as caught:
        parse_board(data, "river.jsonl")
    text = str(caught.value)
    assert text.startswith("river.jsonl")
    assert reason_of(caught.value) in text
    if caught.value.line is not None:
        assert f"line {caught.value.line}:" in text
    return caught.value


def test_a_right_file_is_read() -> None:
    board = parse_board(encoded(bends()))
    assert (len(board.land), len(board.water), len(board.sites)) == (40, 20, 4)
    assert board.area[4] == ("L5", "R5", "W5")
    assert set(board.neighbours["L6"]) == {"L5", "L7", "W6", "L10", "L14"}


def test_lines_may_be_empty_and_end_as_on_windows() -> None:
    data = encoded(bends()).replace(b"\n", b"\r\n") + b"\r\n\r\n"
    assert parse_board(data) == parse_board(encoded(bends()))


# One line is changed; that line is named.

CHANGES: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    # what is changed: (the line, its new values, the reason)
    "a space with an unknown key": ({"space": "L3"}, {"colour": "green"}, "colour"),
    "an adjacency with an unknown key": ({"adjacent": ["L3", "L4"]}, {"by": "bridge"}, "by"),
    "a header with an unknown key": ({"name": "bends"}, {"author": "me"}, "author"),
    "another format": ({"name": "bends"}, {"format": "palatine-record"}, "palatine-record"),
    "another version": ({"name": "bends"}, {"version": 2}, "2"),
    "another kind of space": ({"space": "L3"}, {"kind": "swamp"}, "swamp"),
    "a space at no place": ({"space": "L3"}, {"at": "here"}, "at"),
    "a duplicate space": ({"space": "L3"}, {"space": "L2"}, "L2 is there twice"),
    "a strange name": ({"space": "L3"}, {"space": "Bonn"}, "Bonn"),
    "a name with a leading zero": ({"space": "L3"}, {"space": "L03"}, "L03"),
    "a polygon of two corners": ({"space": "L3"}, {"polygon": [[0, 0], [1, 1]]}, "L3"),
    "a space of no area": ({"space": "L3"}, {"areas": []}, "L3"),
    "land of three areas": ({"space": "L3"}, {"areas": [3, 4, 5]}, "L3"),
    "land of the same area twice": ({"space": "L3"}, {"areas": [3, 3]}, "L3"),
    "a river space of two areas": ({"space": "W3"}, {"areas": [3, 4]}, "W3"),
    "an area 0": ({"space": "L3"}, {"areas": [0]}, "not 0"),
    "an area beyond the cards": ({"space": "L3"}, {"areas": [55]}, "not 55"),
    "a second river space of an area": ({"space": "W4"}, {"areas": [3]}, "area 3"),
    "a neighbour that does not exist": (
        {"adjacent": ["L3", "L4"]},
        {"adjacent": ["L3", "L99"]},
        "no space L99",
    ),
    "a space beside itself": ({"adjacent": ["L3", "L4"]}, {"adjacent": ["L3", "L3"]}, "L3"),
    "three neighbours in one line": (
        {"adjacent": ["L3", "L4"]},
        {"adjacent": ["L3", "L4", "L5"]},
        "adjacent",
    ),
    "a pair said twice": ({"adjacent": ["L3", "L4"]}, {"adjacent": ["L3", "L2"]}, "adjacent twice"),
    "a site between strangers": ({"site": "S2"}, {"spaces": ["R4", "R6"]}, "R4 and R6 do not touch"),
    "a site on the river": ({"site": "S2"}, {"spaces": ["R4", "W4"]}, "W4 is no land space"),
    "a site on an unknown space": ({"site": "S2"}, {"spaces": ["R4", "R99"]}, "R99"),
    "a site on one space": ({"site": "S2"}, {"spaces": ["R4"]}, "spaces"),
    "a second site in the same place": (
        {"site": "S3"},
        {"spaces": ["R5", "R4"]},
        "between R5 and R4 already",
    ),
    "a misnumbered site": ({"site": "S2"}, {"site": "S7"}, "S2, not S7"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_wrong_line_is_named(what: str) -> None:
    where, change, reason = CHANGES[what]
    rows = bends()
    n = line_of(rows, **where)
    rows[n - 1] |= change
    error = refusal(encoded(rows))
    assert error.line == n
    assert reason in reason_of(error)


def test_an_area_with_three_land_spaces_is_refused_at_the_third() -> None:
    rows = bends()
    rows[line_of(rows, space="L4") - 1]["areas"] = [3]
    error = refusal(encoded(rows))
    assert error.line == line_of(rows, space="R3")
    assert "area 3 has a land space too many" in reason_of(error)


def test_a_line_of_no_kind_is_refused() -> None:
    rows = bends()
    rows.insert(8, {"bridge": "L3"})
    error = refusal(encoded(rows))
    assert error.line == 9
    for kind in ("space", "adjacent", "site", "reach", "scenery"):
        assert kind in reason_of(error)


@pytest.mark.parametrize("line", [b"nonsense", b"[1, 2]", b"7", b'{"space":"L3"', b"\x00"])
def test_a_line_that_is_no_json_object_is_refused(line: bytes) -> None:
    lines = encoded(bends()).splitlines()
    lines[8] = line
    assert refusal(b"\n".join(lines)).line == 9


def test_a_line_that_is_no_utf_8_is_refused() -> None:
    lines = encoded(bends()).splitlines()
    lines[8] = lines[8].replace(b'"L8"', b'"L\xff8"')
    assert refusal(b"\n".join(lines)).line == 9


def test_a_file_that_breaks_off_is_refused_where_it_ends() -> None:
    data = encoded(bends())
    lines = data.splitlines(keepends=True)
    cut = b"".join(lines[:29]) + lines[29][:40]
    assert refusal(cut).line == 30


def test_a_file_that_breaks_off_between_lines_is_refused() -> None:
    rows = bends()
    river = line_of(rows, space="W9")
    assert "area 10 needs two land spaces and a river space" in reason_of(refusal(encoded(rows[:river])))
    banks = line_of(rows, adjacent=["W16", "R16"])
    assert "W17 must be next to L17" in reason_of(refusal(encoded(rows[:banks])))


def test_a_missing_header_is_refused() -> None:
    error = refusal(encoded(bends()[1:]))
    assert error.line == 1
    assert "header" in reason_of(error)


@pytest.mark.parametrize("data", [b"", b"\n", b" \n\n "])
def test_an_empty_file_is_refused(data: bytes) -> None:
    error = refusal(data)
    assert "empty" in reason_of(error)
    assert error.line is None


def test_a_header_alone_is_refused() -> None:
    assert "no spaces" in reason_of(refusal(encoded(bends()[:1])))


def test_a_gap_in_the_areas_is_refused() -> None:
    rows = bends()
    kept = [row for row in rows if row.get("areas") != [7]]
    assert "area 7" in reason_of(refusal(encoded(kept)))


def without(pair: list[str]) -> Callable[[Rows], Rows]:
    return lambda rows: [row for row in rows if row.get("adjacent") != pair]


def test_a_broken_river_is_refused() -> None:
    error = refusal(encoded(without(["W3", "W4"])(bends())))
    assert "the river is broken" in reason_of(error)
    assert "W" in reason_of(error)


def test_a_river_space_away_from_its_bank_is_refused() -> None:
    rows = without(["W3", "L3"])(bends())
    error = refusal(encoded(rows))
    assert error.line == line_of(rows, space="W3")
    assert "W3 must be next to L3" in reason_of(error)


def test_too_many_neighbours_are_refused() -> None:
    rows = bends()
    rows += [{"adjacent": ["L6", "L17"]}, {"adjacent": ["L6", "L18"]}]
    error = refusal(encoded(rows))
    assert error.line == len(rows)
    assert "L6" in reason_of(error)


def test_more_sites_than_landmarks_are_refused() -> None:
    rows = [row for row in bends() if "site" not in row]
    pairs = [(f"{bank}{n}", f"{bank}{n + 1}") for bank in "LR" for n in range(1, 20)]
    rows += [{"site": f"S{n}", "spaces": pair, "at": [0, 0]} for n, pair in enumerate(pairs[:27], start=1)]
    error = refusal(encoded(rows))
    assert error.line == len(rows)
    assert "26 landmarks" in reason_of(error)
    parse_board(encoded(rows[:-1]))


@pytest.mark.parametrize("reaches", [[[4, 2]], [[0, 2]], [[1, 21]], [[1, 4], [4, 8]]])
def test_reaches_that_run_backwards_or_too_far_or_overlap_are_refused(reaches: list[list[int]]) -> None:
    rows = bends() + [{"reach": f"Reach {n}", "areas": areas} for n, areas in enumerate(reaches)]
    error = refusal(encoded(rows))
    assert error.line == len(rows)
    assert f"Reach {len(reaches) - 1}" in reason_of(error)


# Finding a board.


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadBoard, match=r"nowhere\.jsonl: cannot be read") as caught:
        read_board(tmp_path / "nowhere.jsonl")
    assert caught.value.line is None


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(BadBoard, match="cannot be read"):
        read_board(tmp_path)


@pytest.mark.parametrize("name", ["danube", "", "../rhine", "rhine.jsonl", "RHINE", "rhine\n"])
def test_an_unknown_board_is_a_bad_option(name: str) -> None:
    with pytest.raises(BadOptions) as caught:
        Match.new("rheinlander", players=3, board=name)
    assert repr(name) in str(caught.value)
    assert "rhine" in str(caught.value).replace(repr(name), "")


@pytest.mark.parametrize("name", [7, None, ["rhine"]])
def test_a_board_that_is_no_name_is_a_bad_option(name: Any) -> None:
    with pytest.raises(BadOptions, match="board"):
        Match.new("rheinlander", players=3, board=name)


def test_a_folder_of_ones_own_adds_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "found-river.jsonl").write_bytes(encoded(named("found-river")))
    monkeypatch.setenv("PALATINE_BOARDS", str(tmp_path))
    assert len(board_named("found-river").area) == 20
    assert len(board_named("rhine").area) == 54


def test_a_board_is_read_again_when_its_file_has_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new-river.jsonl"
    monkeypatch.setenv("PALATINE_BOARDS", str(tmp_path))
    for second, title in enumerate(("Before", "After"), start=1):
        path.write_bytes(encoded(named("new-river", title=title)))
        os.utime(path, (second, second))
        assert board_named("new-river").title == title


def test_a_board_is_named_as_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other-river.jsonl").write_bytes(encoded(bends()))
    monkeypatch.setenv("PALATINE_BOARDS", str(tmp_path))
    with pytest.raises(BadBoard, match=r"other-river\.jsonl, line 1: .*'bends'.*'other-river'"):
        Match.new("rheinlander", players=3, board="other-river")


def test_no_board_of_ones_own_may_take_the_name_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rhine.jsonl").write_bytes(encoded(named("rhine")))
    monkeypatch.setenv("PALATINE_BOARDS", str(tmp_path))
    with pytest.raises(BadOptions, match="rhine is a board of ours"):
        Match.new("rheinlander", players=3, board="rhine")


def test_a_broken_board_of_ones_own_is_refused_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken-river.jsonl").write_bytes(encoded(named("broken-river")) + b"nonsense\n")
    monkeypatch.setenv("PALATINE_BOARDS", str(tmp_path))
    with pytest.raises(BadBoard, match=rf"broken-river\.jsonl, line {len(bends()) + 1}:"):
        Match.new("rheinlander", players=3, board="broken-river")


@pytest.mark.usefixtures("small_boards")
@pytest.mark.parametrize("board, players", [("creek", 4), ("bends", 5)])
def test_a_board_too_small_for_all_hands_is_a_bad_option(board: str, players: int) -> None:
    Match.new("rheinlander", players=players - 1, board=board)
    with pytest.raises(BadOptions, match=f"{board} has too few areas for {players}"):
        Match.new("rheinlander", players=players, board=board)
