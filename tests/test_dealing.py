"""Seeds that are made of a secret and of what players add, by a rule that every record is held to."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palatine.cli import replay as command
from palatine.core.dealing import Deal, DealPart, mixed_seed
from palatine.core.errors import BadRecord
from palatine.core.match import Match, replayed
from palatine.core.record import Redeal, parse_record
from palatine.core.rng import commitment, derive_seed

SECRET, ANNA, CLARA = (derive_seed("deal", name) for name in ("secret", "Anna", "Clara"))
LOST = derive_seed("deal", "lost")


def part(seat: int, added: bytes) -> DealPart:
    return DealPart(seat, commitment(added), added.hex())


def a_deal() -> Deal:
    """Two have added something; the one between them has promised and not told."""
    return Deal.of(SECRET.hex(), [part(0, ANNA), DealPart(1, commitment(LOST)), part(2, CLARA)])


def a_match(decisions: int = 12) -> Match:
    """A game by that deal, as far as so many decisions."""
    deal = a_deal()
    match = Match(Match.new("rivalkings", players=3).game, deal.seed, ["Anna", "Bruno", "Clara"], (), deal)
    while len(match.decisions) < decisions:
        match.play(match.legal()[0])
    return match


def test_a_seed_is_the_sha256_of_all_that_was_added_in_the_order_of_seats() -> None:
    by_hand = b"palatine deal 1\n" + SECRET + b"\0" + ANNA + b"\2" + CLARA
    assert mixed_seed(SECRET, {2: CLARA, 0: ANNA}) == hashlib.sha256(by_hand).digest()
    assert a_deal().seed == hashlib.sha256(by_hand).digest()
    # As docs/records.md and the client have it: it can never be another one.
    known = mixed_seed(bytes(32), {0: b"\1" * 32, 1: b"\2" * 32})
    assert known.hex() == "73fe864d3edf93216163312b6b4a02f48bb84f7a8fbbb8137ffa73951dde62e2"


def test_whatever_is_changed_another_seed_comes_out() -> None:
    added = {0: ANNA, 2: CLARA}
    seeds = [mixed_seed(SECRET, added)]
    seeds += [mixed_seed(secret, added) for secret in one_bit_off(SECRET)]
    seeds += [mixed_seed(SECRET, {**added, 0: other}) for other in one_bit_off(ANNA)]
    seeds += [mixed_seed(SECRET, {**added, 2: other}) for other in one_bit_off(CLARA)]
    seeds += [mixed_seed(SECRET, less) for less in ({0: ANNA}, {2: CLARA}, {}, {1: ANNA, 2: CLARA})]
    seeds += [mixed_seed(SECRET, {0: CLARA, 2: ANNA}), SECRET]
    assert len(set(seeds)) == len(seeds)


def one_bit_off(bytes_: bytes) -> list[bytes]:
    number = int.from_bytes(bytes_)
    return [(number ^ 1 << bit).to_bytes(len(bytes_)) for bit in range(8 * len(bytes_))]


def test_a_record_tells_what_its_seed_was_made_of_and_replays_byte_for_byte() -> None:
    match = a_match()
    text = match.record().text()
    again = parse_record(text.encode())
    assert replayed(again).record().text() == text
    assert replayed(again).state.tobytes() == match.state.tobytes()
    header = json.loads(text.splitlines()[0])
    assert header["seed"] == a_deal().seed.hex()
    assert header["commitment"] == commitment(a_deal().seed)
    assert header["deal"] == {
        "secret": SECRET.hex(),
        "commitment": commitment(SECRET),
        "parts": [
            {"seat": 0, "promise": commitment(ANNA), "added": ANNA.hex()},
            {"seat": 1, "promise": commitment(LOST)},
            {"seat": 2, "promise": commitment(CLARA), "added": CLARA.hex()},
        ],
    }
    assert again.published == commitment(SECRET)


def test_a_record_that_nobody_added_to_says_nothing_of_it() -> None:
    record = Match.new("rivalkings", players=2, seed=7).record()
    assert "deal" not in record.text()
    assert record.published == record.header.commitment


def test_a_deal_in_the_middle_of_a_game_is_that_of_its_redeal() -> None:
    deal, first = a_deal(), a_match().record()
    redeal = Redeal(12, 1, deal.seed.hex())
    match = Match(a_match().game, derive_seed("first"), first.header.seats, [redeal], deal)
    match.play(match.legal()[0])
    assert match.record().header.deal is None, "it is not dealt anew yet"
    while len(match.decisions) < 20:
        match.play(match.legal()[0])
    text = match.record().text()
    assert replayed(parse_record(text.encode())).record().text() == text
    assert parse_record(text.encode()).header.deal == deal


Damage = Callable[[dict[str, Any]], object]
DAMAGES: dict[str, tuple[Damage, str]] = {
    "another secret": (lambda deal: deal.update(secret=LOST.hex()), "not the SHA-256 of its secret"),
    "a secret with its commitment": (
        lambda deal: deal.update(secret=LOST.hex(), commitment=commitment(LOST)),
        "the seed is not made of",
    ),
    "a short secret": (lambda deal: deal.update(secret="00"), "'00' is no seed"),
    "another part": (lambda deal: deal["parts"][0].update(added=LOST.hex()), "what seat 0 added"),
    "a part with its promise": (
        lambda deal: deal["parts"][0].update(added=LOST.hex(), promise=commitment(LOST)),
        "the seed is not made of",
    ),
    "a part that is told later": (lambda deal: deal["parts"][1].update(added=LOST.hex()), "is not made of"),
    "a part that is left out": (lambda deal: deal["parts"][2].pop("added"), "the seed is not made of"),
    "no such seat": (lambda deal: deal["parts"][2].update(seat=3), "what seat 3 added"),
    "a seat twice": (lambda deal: deal["parts"][1].update(seat=0), "what seat 0 added"),
    "out of order": (lambda deal: deal["parts"].reverse(), "what seat 1 added"),
    "no part": (lambda deal: deal["parts"][0].update(added="x"), "one is none: 'x' is no seed"),
    "no promise": (lambda deal: deal["parts"][1].update(promise="soon"), "one is none: 'soon' is no seed"),
    "another field": (lambda deal: deal.update(why=1), "unknown field `why`"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_record_whose_deal_does_not_fit_is_refused_in_line_one(damage: str) -> None:
    change, reason = DAMAGES[damage]
    first, *rest = a_match(3).record().text().splitlines()
    header = json.loads(first)
    change(header["deal"])
    text = "\n".join([json.dumps(header), *rest])
    with pytest.raises(BadRecord) as error:
        replayed(parse_record(text.encode(), "game.jsonl"))
    assert str(error.value).startswith("game.jsonl, line 1: ")
    assert reason in str(error.value)


def test_the_command_says_what_the_seed_was_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.jsonl"
    a_match().record().write(path)
    command.replay(path, False, False, None, True, None, None, 0)
    said = " ".join(capsys.readouterr().out.split())
    assert "Verified" in said
    assert f"made of the table's secret, whose SHA-256 is {commitment(SECRET)}" in said
    assert "and of what Anna and Clara added" in said
    assert "Bruno promised something, and did not tell it in time" in said
