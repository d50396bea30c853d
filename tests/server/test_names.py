"""Names: what can be seen, and what can be taken for something else."""

from __future__ import annotations

import pytest

from palatine.server.errors import Refusal
from palatine.server.names import MOST_MARKS, check_name, skeleton
from palatine.server.tables.seats import display_names

from .browsers import ME, OPEN_SEAT, RunningServer, me
from .tables import full
from .test_seats import problem
from .wording import called, said

UNSEEN = {
    "zero width": "Anna\u200b",
    "a joiner": "A\u200dnna",
    "turned around": "\u202eannA",
    "isolated": "\u2066Anna\u2069",
    "a filler": "\u3164",
    "fillers": "\u115f\u1160",
    "a narrow filler": "\uffa0",
    "a selector": "A\ufe01nna",
    "a selector for pictures, after a letter": "A\ufe0fnna",
    "a far selector": "A\U000e0100nna",
    "tags": "Anna\U000e0041\U000e007f",
    "a joiner of graphemes": "A\u034fnna",
    "a blank pattern": "\u2800",
    "a bare mark": "\u0301",
    "a mark on a space": "Anna \u0301",
    "a stack of marks": "A" + "\u0316" * (MOST_MARKS + 1) + "nna",
}
PROGRAMS = [
    "bot:best",
    "BOT:best",
    "Bot: best",
    "bot :best",
    "ｂｏｔ:best",
    "bot：best",
    "b\u043et:best",  # Cyrillic
    "\u0412\u041e\u0422:best",
    "b\u03bft:best",  # Greek
    "b0t:best",
    "b\u00f6t:best",
    "𝐛𝐨𝐭:best",
    "bot\ua789best",
    "bot\u2236best",
    "ʙᴏᴛ:best",
    "ꓐꓳꓔꓽbest",  # Lisu
    "ᏴΟᎢ:best",  # Cherokee
    "ᗷOT:best",  # syllabics of Canada
    "BOT\u02f8best",
]
FINE = [
    "Anna",
    "Żółć 😀",
    "Anna ❤️",
    "Zoë",
    "Nguyễn Ái",
    "Ольга",
    "Βασίλης",
    "김민수",
    "น้ำ",
    "नमस्ते",
    "שָׁלוֹם",
    "Bottom",
    "Robot: 1",
    "Abbot: the best",
]


@pytest.mark.parametrize("name", [*UNSEEN.values(), *PROGRAMS], ids=[*UNSEEN, *PROGRAMS])
def test_what_cannot_be_seen_or_looks_like_a_program_is_no_name(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        check_name(name)
    assert refused.value.code == "bad_name"


@pytest.mark.parametrize("name", FINE)
def test_names_of_all_scripts_are_names(name: str) -> None:
    assert check_name(name) == name


def test_a_name_is_kept_in_one_form() -> None:
    assert check_name("Zoe\u0308") == "Zo\u00eb"


ALIKE = [
    ("Anna", "ANNA"),
    ("Anna", "Аnnа"),  # Cyrillic
    ("Nina", "Νina"),  # Greek
    ("Paul", "PauI"),
    ("Paul", "Pau1"),
    ("Ian", "lan"),
    ("Ali", "AIi"),
    ("Ben", "ꓐen"),
    ("Otto", "0tto"),
    ("Zoë", "Zoe\u0308"),
    ("Anna", "Ａｎｎａ"),
    ("Anna", "An\u034fna"),
    ("Anna ❤", "Anna ❤️"),
]


@pytest.mark.parametrize("one, other", ALIKE)
def test_names_that_look_alike_are_told_apart_by_colour(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)
    names = [said(name) for name in display_names([one, other], COLOURS)]
    assert names == [f"{one} (Red)", f"{other} (Gold)"]


COLOURS = full("rivalkings", 2).state.game.colours


def test_other_names_stay_as_they_are() -> None:
    people = ["Anna", "Hanna", "Lili", "Lilo"]
    assert display_names(people, COLOURS) == tuple(people)
    assert said(display_names(["Rеd"], COLOURS)[0]) == "Rеd (Red)", "not the colour that it seems to be"


@pytest.mark.anyio
async def test_at_a_table_nobody_passes_for_another(server: RunningServer) -> None:
    async with server.browsers("Anna", "Аnnа") as (anna, other):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        info = await other.join(table)
        assert [called(seat) for seat in info["seats"]] == ["Anna (Red)", "Аnnа (Gold)"]
        for name in ("\u3164", "BOT:best", "b\u043et:best"):
            assert problem(await other.http.put("/api/me", json={"name": name}), 400) == "bad_name"
            wanted = {"game": "rivalkings", "seats": [ME, me(name)]}
            assert problem(await anna.http.post("/api/tables", json=wanted), 400) == "bad_name"
        wanted = {"game": "rivalkings", "seats": [ME, me("Аnnа")]}
        assert problem(await anna.http.post("/api/tables", json=wanted), 400) == "bad_seats"
