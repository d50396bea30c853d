"""Records: a header, a line for every decision, and the result.  See docs/records.md."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec

from palatine.core.catalog import game as load_game
from palatine.core.dealing import Deal
from palatine.core.errors import (
    CANNOT_READ,
    CANNOT_WRITE,
    NOT_UTF8,
    TOO_DEEP,
    BadRecord,
    PalatineError,
    is_plain,
)
from palatine.core.game import Action, Game, Outcome, Seat
from palatine.core.messages import Message, Phrase
from palatine.core.rng import commitment, parse_seed

VERSION = 1

GAME_IS_WRITTEN = Phrase("record-game-is-written", right=str, wrong=str)
OTHER_COMMITMENT = Phrase("record-other-commitment")
OTHER_DEAL_COMMITMENT = Phrase("record-other-deal-commitment")
OTHER_DEAL = Phrase("record-other-deal")
BROKEN_PROMISE = Phrase("record-broken-promise", seat=int)
BAD_DEAL = Phrase("record-bad-deal", reason=Message)
BAD_NAME = Phrase("error-bad-name")
OTHER_NAMES = Phrase("error-other-names", players=int, names=int)
REDEAL_AT = Phrase("record-redeal-at", at=int, least=int, most=int)
BAD_REDEAL = Phrase("record-bad-redeal", reason=Message)
EARLY_RESULT = Phrase("record-early-result")
NO_RESULT = Phrase("record-no-result")
OTHER_RESULT = Phrase("record-other-result", parts=list)
OTHER_POINTS = Phrase("record-other-points", right=list, told=list)
OTHER_WINNERS = Phrase("record-other-winners", right=list, told=list)
OTHER_END = Phrase("record-other-end", right=str, told=str)
EMPTY_FILE = Phrase("record-empty-file")
OTHER_VERSION = Phrase("record-other-version", theirs=int, ours=int)
EMPTY_LINE = Phrase("record-empty-line")
KEY_TWICE = Phrase("record-key-twice", name=str)
NO_RECORD = Phrase("record-no-record")
BREAKS_OFF = Phrase("record-breaks-off")
NO_LINE = Phrase("record-no-line", what=str, detail=(str, type(None)))


class Redeal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat did not know after so many decisions was dealt anew then."""

    at: int
    seat: int  # whose eyes counted; -1 for those of a spectator
    seed: str


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    format: Literal["palatine-record"]
    version: int
    game: str
    ruleset: int
    options: dict[str, Any]
    seats: list[str]
    seed: str
    commitment: str
    redeals: list[Redeal] = []
    deal: Deal | None = None  # what the seed of the last deal was made of


class Move(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    move: str


class Result(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    result: Outcome


Line = TypeVar("Line", Header, Move, Result)


class Record(msgspec.Struct, frozen=True):
    """A game as it is stored: header and moves, from which all else follows, and the result it claims."""

    header: Header
    moves: tuple[Move, ...]
    result: Outcome | None = None
    source: str = "record"

    @classmethod
    def of(
        cls,
        game: Game,
        seed: bytes,
        seats: Sequence[str],
        decisions: Sequence[tuple[Seat, Action]],
        outcome: Outcome | None,
        redeals: Sequence[Redeal] = (),
        deal: Deal | None = None,
    ) -> Record:
        """The record of a game, finished or not."""
        header = Header(
            format="palatine-record",
            version=VERSION,
            game=game.name,
            ruleset=game.ruleset,
            options=game.options,
            seats=list(seats),
            seed=seed.hex(),
            commitment=commitment(seed),
            redeals=list(redeals),
            deal=deal,
        )
        moves = tuple(Move(seat, game.action_text(action)) for seat, action in decisions)
        return cls(header, moves, outcome)

    def text(self) -> str:
        """The file's text."""
        parts: list[Any] = [self.header, *self.moves]
        if self.result is not None:
            parts.append(Result(self.result))
        return "".join(msgspec.json.encode(part).decode() + "\n" for part in parts)

    def write(self, path: str | Path) -> None:
        """Write the file, folders included.

        Raises:
            PalatineError: it cannot be written there.
        """
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
            Path(path).write_text(self.text(), encoding="utf-8", newline="\n")
        except OSError as error:
            raise PalatineError(CANNOT_WRITE(path=str(path), why=str(error.strerror or error))) from None

    def open_header(self) -> tuple[Game, bytes]:
        """The game, by the rules of its ruleset, and the seed that the header names.

        Raises:
            BadRecord: the header cannot be true, or there is no such ruleset.
        """
        head = self.header
        try:
            game = load_game(head.game, head.options, head.ruleset)
            seed = parse_seed(head.seed)
        except PalatineError as error:
            raise BadRecord(self.source, 1, error.message, error.game) from None
        if head.game != game.name:
            raise self.wrong(1, GAME_IS_WRITTEN(right=game.name, wrong=head.game))
        if head.commitment != commitment(seed):
            raise self.wrong(1, OTHER_COMMITMENT())
        if not all(is_plain(name) for name in head.seats):
            raise self.wrong(1, BAD_NAME())
        if len(head.seats) != game.players:
            raise self.wrong(1, OTHER_NAMES(players=game.players, names=len(head.seats)))
        self._check_redeals(game)
        self._check_deal(game)
        return game, seed

    def _check_redeals(self, game: Game) -> None:
        last = 0
        for redeal in self.header.redeals:
            if not last <= redeal.at <= len(self.moves):
                raise self.wrong(1, REDEAL_AT(at=redeal.at, least=last, most=len(self.moves)))
            last = redeal.at
            try:
                game.check_seat(redeal.seat)
                parse_seed(redeal.seed)
            except PalatineError as error:
                raise self.wrong(1, BAD_REDEAL(reason=error.message)) from None

    def _check_deal(self, game: Game) -> None:
        deal = self.header.deal
        if deal is None:
            return
        try:
            broken = deal.broken_at(game.players)
        except PalatineError as error:
            raise self.wrong(1, BAD_DEAL(reason=error.message)) from None
        if broken is not None:
            raise self.wrong(1, BROKEN_PROMISE(seat=broken))
        if deal.commitment != commitment(parse_seed(deal.secret)):
            raise self.wrong(1, OTHER_DEAL_COMMITMENT())
        if deal.seed != self.latest_seed:
            raise self.wrong(1, OTHER_DEAL())

    @property
    def latest_seed(self) -> bytes:
        """The seed that all luck to come follows from: that of the last deal."""
        redeals = self.header.redeals
        return parse_seed(redeals[-1].seed if redeals else self.header.seed)

    @property
    def published(self) -> str:
        """What was told before the deal: the commitment of the table's secret, or of the seed itself."""
        deal = self.header.deal
        return deal.commitment if deal else commitment(self.latest_seed)

    def check_result(self, outcome: Outcome | None) -> None:
        """The stated result must be the one that the moves lead to."""
        last = len(self.moves) + 1
        if self.result is not None and outcome is None:
            raise self.wrong(last + 1, EARLY_RESULT())
        if self.result is None and outcome is not None:
            raise self.wrong(last, NO_RESULT())
        if self.result is not None and outcome is not None and self.result != outcome:
            raise self.wrong(last + 1, OTHER_RESULT(parts=_unlike(self.result, outcome)))

    def wrong(self, line: int, reason: Message, game: str | None = None) -> BadRecord:
        return BadRecord(self.source, line, reason, game)


def _unlike(stated: Outcome, true: Outcome) -> list[Message]:
    """In what two results are not the same: what is true, and what is stated."""
    unlike = []
    if stated.scores != true.scores:
        unlike.append(OTHER_POINTS(right=true.scores, told=stated.scores))
    if stated.winners != true.winners:
        unlike.append(OTHER_WINNERS(right=true.winners, told=stated.winners))
    if stated.reason != true.reason:
        unlike.append(OTHER_END(right=true.reason, told=stated.reason))
    return unlike


def read_record(path: str | Path) -> Record:
    """Read a record file; what replaying would find is not looked for.

    Raises:
        BadRecord: it is none, with the line and the reason.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadRecord(str(path), None, CANNOT_READ(why=str(error.strerror or error))) from None
    return parse_record(data, str(path))


def parse_record(data: bytes, source: str = "record") -> Record:
    """The record that the bytes of a file hold.

    Args:
        data: the bytes.
        source: what errors call it.

    Raises:
        BadRecord: they hold none, with the line and the reason.
    """
    rows = data.split(b"\n")
    if rows[-1] == b"":
        rows.pop()
    if not rows:
        raise BadRecord(source, None, EMPTY_FILE())
    header = _decode(source, 1, rows[0], Header)
    if header.version != VERSION:
        raise BadRecord(source, 1, OTHER_VERSION(theirs=header.version, ours=VERSION))
    result = None
    if len(rows) > 1 and b'"result"' in rows[-1]:
        result = _decode(source, len(rows), rows.pop(), Result).result
    moves = tuple(_decode(source, n, row, Move) for n, row in enumerate(rows[1:], start=2))
    return Record(header, moves, result, source)


def _decode(source: str, n: int, row: bytes, kind: type[Line]) -> Line:
    if not row.strip():
        raise BadRecord(source, n, EMPTY_LINE())
    try:
        json.loads(row, object_pairs_hook=_no_key_twice)
        return msgspec.json.decode(row, type=kind)
    except KeyTwice as error:
        raise BadRecord(source, n, KEY_TWICE(name=str(error))) from None
    except RecursionError:
        raise BadRecord(source, n, TOO_DEEP()) from None
    except (msgspec.DecodeError, ValueError) as error:
        raise BadRecord(source, n, _no_line(row, kind, error)) from None


def _no_line(row: bytes, kind: type[Line], error: Exception) -> Message:
    """Why a line is not of the kind that it should be."""
    if kind is Header and b"palatine-record" not in row:
        return NO_RECORD()
    if isinstance(error, UnicodeDecodeError):
        return NOT_UTF8()
    if row.count(b"{") > row.count(b"}"):
        return BREAKS_OFF()
    what = {Header: "header", Move: "move", Result: "result"}[kind]
    # Where it is no JSON, the parser would count lines and columns of its own.
    return NO_LINE(what=what, detail=str(error) if isinstance(error, msgspec.ValidationError) else None)


class KeyTwice(Exception):
    """A JSON object that says two things under one name."""


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    keys: dict[str, Any] = {}
    for key, value in pairs:
        if key in keys:
            raise KeyTwice(key)
        keys[key] = value
    return keys
