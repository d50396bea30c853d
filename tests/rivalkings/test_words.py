"""The words of Rival Kings: what they say of the cards is what the cards are."""

from __future__ import annotations

import pytest

from palatine.core.catalog import about, words_of
from palatine.core.messages import Message
from palatine.core.wording import check_words
from palatine.games.rivalkings.rules.cards import ACTION_NAMES, CHARACTERS, HITS, NO_RANK, RANKS

from .table import NAMES, RED

WORDS = words_of("rivalkings")


def told(character: str, kind: str, reader: int | None = None) -> str:
    return WORDS.say(Message(f"event-{kind}", {"character": character, "seat": RED}), NAMES, reader)


def test_there_are_words_for_all_that_can_be_said_and_no_others() -> None:
    check_words(about("rivalkings"))


@pytest.mark.parametrize("number", range(len(CHARACTERS)))
def test_rank_actions_and_victims_of_a_character_are_told_as_they_are(number: int) -> None:
    """They stand in the words too, so that an event needs to name no more than the character."""
    who, rank = CHARACTERS[number], number // 2
    actions = ", ".join(ACTION_NAMES[action] for action in who.actions)
    robs = "nobody" if HITS[rank] == NO_RANK else f"rank {RANKS[HITS[rank]]}"
    assert told(who.name, "chose", RED) == f"Rank {RANKS[rank]}: {actions}; robs {robs}."
    assert told(who.name, "revealed").endswith(f" ({RANKS[rank]}).")
