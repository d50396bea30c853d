"""Telling people what happens: by names, and in the second person to the one it is about."""

from __future__ import annotations

import pytest
from palatine.core.speech import YOU, Words, addressing, told


@pytest.mark.parametrize(
    ("template", "named", "addressed"),
    [
        ("{who} {plays} card {card}.", "Anna plays card 7.", "You play card 7."),
        (
            "{whose} duke stays; {whom} it suits.",
            "Anna's duke stays; Anna it suits.",
            "Your duke stays; you it suits.",
        ),
        (
            "{who} {has} it, and {does} not {use} it.",
            "Anna has it, and does not 1 it.",
            "You have it, and do not 1 it.",
        ),
    ],
)
def test_verbs_agree_with_the_one_it_is_about(template: str, named: str, addressed: str) -> None:
    given = {"card": 7, "use": 1}
    assert told(template, Words(given, "Anna")) == named
    assert told(template, Words(given, YOU)) == addressed


def test_the_listener_may_be_the_other_one() -> None:
    words = Words({}, "Anna", YOU)
    assert told("{others} knight now serves {who}, who thanks {other}.", words) == (
        "Your knight now serves Anna, who thanks you."
    )
    assert told("{who} {takes} {others} castle from {other}.", words) == "Anna takes your castle from you."


def test_who_is_called_you_is_not_the_listener() -> None:
    names = ["You", "Bruno"]
    assert told("{who} {plays}.", Words({}, names[0])) == "You plays."
    assert [name is YOU for name in addressing(names, 1)] == [False, True]
    assert addressing(names, None) == names


def test_a_word_that_is_missing_is_noticed() -> None:
    with pytest.raises(KeyError):
        told("{who} {plays} {card}.", Words({}, "Anna"))
