"""The state of a table: the fold over its header and the entries of its log.

It does nothing by itself and knows no network and no clock: `apply` takes the next entry.  Which entries
may come next is the matter of commands.py, and what is shown of it of views.py.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Literal

import msgspec

from palatine.core.catalog import rules_of
from palatine.core.dealing import Deal, DealPart
from palatine.core.game import SPECTATOR, Action, Game, Seat
from palatine.core.match import Match
from palatine.core.messages import Phrase
from palatine.core.rng import commitment
from palatine.core.words import Names
from palatine.server.levels import STAND_IN
from palatine.server.storage import entries as log
from palatine.server.storage.entries import Entry, Header, LoggedEntry
from palatine.server.tables.clocks import ANSWERING, Clocks
from palatine.server.tables.limits import EVERYBODY, Limits
from palatine.server.tables.seats import SeatState, UndoRequest, display_names, program_seat

Status = Literal["waiting", "playing", "over"]

# What happens at a table beside the game; each is a line of its log.
JOINED = Phrase("event-table-joined", seat=int, name=str)
FILLED = Phrase("event-table-filled", seat=int, level=str)
GOT_UP = Phrase("event-table-got-up", seat=int, name=str)
LEFT = Phrase("event-table-left", seat=int, level=str)
STOOD_IN = Phrase("event-table-stood-in", seat=int, level=str)
RETURNED = Phrase("event-table-returned", seat=int)
LEFT_OUT = Phrase("event-table-left-out", seat=int, seats=list)
RAN_OUT = Phrase("event-table-ran-out", seat=int)
TOOK_BACK = Phrase("event-table-took-back", seat=int)
ASKED_UNDO = Phrase("event-table-asked-undo", seat=int)
ANSWERED = Phrase("event-table-answered", seat=int, yes=bool)
LAPSED = Phrase("event-table-lapsed", seat=int)
REMATCHED = Phrase("event-table-rematched", seat=int)
BRANCHED = Phrase("event-table-branched", seat=int, decisions=int, hidden=str)
CLOSED = Phrase("event-table-closed", seat=int, why=str, given=bool)
REMOVED = Phrase("event-table-removed", seat=int, name=str, why=str, given=bool)
SENT_AWAY = Phrase("event-table-sent-away", seat=int, level=str, why=str, given=bool)

ADDING = 5.0  # seconds that browsers have to promise what they add to a deal, and again to tell it
MOST_NOTES = 200  # the latest are kept
MOST_DONE = 1000  # the same, of what was sent with an id


@lru_cache(maxsize=256)
def _shared(rules: Callable[[Any], Game], options: bytes) -> Game:
    """A game with its options: the same for all tables that play it alike."""
    return rules(msgspec.json.decode(options))


@dataclass(frozen=True)
class Note:
    """A line of the log about the seats."""

    number: int
    kind: str
    seat: Seat
    data: dict[str, Any]


class TableState:
    """Who sits where, the game, and what is asked of whom."""

    def __init__(self, header: Header) -> None:
        self.header = header
        rules, options = rules_of(header.game, header.ruleset), msgspec.json.encode(header.options)
        self.game = _shared(rules, options)  # type: ignore[arg-type]
        self.seats = [program_seat(level) if level else SeatState() for level in header.plan]
        self.number = 0
        self.changed = header.opened
        self.match: Match | None = None
        self.undo_request: UndoRequest | None = None
        self.declined: dict[Seat, int] = {}  # where the latest turn of a seat is that others want to stay
        self.limits = Limits()
        self.rematch: str | None = None
        self.closed: str | None = None  # why the host has closed it; empty where none was given
        self.removed: dict[str, str] = {}  # the users who do not come back, and why
        self.clocks = Clocks(header.clock, self.game.players) if header.clock else None
        self.asked: dict[Seat, int] = {}  # the number in the log that raised a seat's question
        self.done: dict[tuple[Seat | None, str], int] = {}  # where in the log is what was sent with an id
        self.notes: deque[Note] = deque(maxlen=MOST_NOTES)
        self.numbers: list[int] = []  # of each decision of the match: where it is in the log
        self.ids: list[str] = []  # and what it was sent with
        self._acting: tuple[Any, tuple[Seat, ...]] = None, ()  # at which state of the match who is to act
        self._choices: tuple[Any, Seat, list[Action]] = None, SPECTATOR, []  # and what a seat may decide
        self._begin_when_ready()
        self._owed = self._owing()
        self.asked.update(dict.fromkeys(self.to_act, 0))

    # -- What is the case ----------------------------------------------------------------------------

    @property
    def status(self) -> Status:
        if self.closed is not None:
            return "over"
        if self.match is None:
            return "waiting"
        return "playing" if self.to_act else "over"

    @property
    def secret(self) -> str:
        """What the server has drawn for the deal: the seed itself, where nobody adds to it."""
        start = self.header.start
        return start.redeals[-1].seed if start and start.redeals else self.header.seed

    @cached_property
    def commitment(self) -> str:
        """What was published before the deal, to prove the secret after the game."""
        return commitment(bytes.fromhex(self.secret))

    @property
    def is_full(self) -> bool:
        return not any(seat.is_open for seat in self.seats)

    @property
    def is_dealt_here(self) -> bool:
        """Whether there is a deal to add to: none where all cards are those of another game."""
        return self.header.start is None or self.header.start.hidden == "anew"

    @property
    def is_dealing(self) -> bool:
        """Whether all are there, and the deal waits for what their browsers add."""
        return self.match is None and self.closed is None and self.is_full

    @property
    def unpromised(self) -> list[Seat]:
        """The seats that will add to the deal and have not promised what."""
        return [n for n, seat in enumerate(self.seats) if seat.is_adding and seat.promise is None]

    @property
    def untold(self) -> list[Seat]:
        """Those that have promised and not told; nobody tells anything before all have promised."""
        if not self.is_full or self.unpromised:
            return []
        return [n for n, seat in enumerate(self.seats) if seat.is_adding and seat.added is None]

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that owe a decision; asked for many times between two of them."""
        if self.closed is not None:
            return ()
        state = self.match.state if self.match else None
        if self._acting[0] is not state:
            self._acting = state, self.match.to_act if self.match else ()
        return self._acting[1]

    def choices(self, seat: Seat) -> list[Action]:
        """What a seat may decide now: asked for when it is told, and when it has decided."""
        assert self.match is not None
        state = self.match.state
        if self._choices[0] is not state or self._choices[1] != seat:
            self._choices = state, seat, self.game.legal(state, seat)
        return self._choices[2]

    @property
    def is_to_branch(self) -> bool:
        """Whether the table waits for players who are to go on with another game."""
        return self.header.start is not None and self.match is None

    def seats_of(self, user: str | None) -> list[Seat]:
        """Where a user sits: at several seats, if people share a device."""
        return [n for n, seat in enumerate(self.seats) if user and seat.user == user]

    def needs(self, user: str | None) -> bool:
        """Whether a table waits for somebody: for a decision, a word about an undo, or a part of the deal."""
        own = {n for n in self.seats_of(user) if not self.seats[n].stand_in}
        if self.is_dealing:
            return not own.isdisjoint(self.unpromised or self.untold)
        asked = self.undo_request.waiting if self.undo_request else set(self.to_act)
        return not own.isdisjoint(asked)

    def seat_of(self, user: str | None, selected: Seat | None = None) -> Seat | None:
        """The seat that a user looks and decides from: the only one, or of several the selected one."""
        own = self.seats_of(user)
        return own[0] if len(own) == 1 else selected if selected in own else None

    def can_hint(self, seat: Seat | None) -> bool:
        """Whether a seat may have advice: its owner plays alone, with programs."""
        others = (other for n, other in enumerate(self.seats) if n != seat)
        return seat is not None and self.status == "playing" and all(other.level for other in others)

    def consenting(self, seat: Seat) -> list[Seat]:
        """Whose consent to an undo counts: not that of those who share a device with the one who asks."""
        owner = self.seats[seat].user
        return [n for n, other in enumerate(self.seats) if other.can_consent and other.user != owner]

    def was_decided_by_absent(self, seat: Seat, keep: int) -> bool:
        """Whether somebody who is away now, or was removed, has decided after the first `keep` decisions: the
        program that plays on agrees to nothing but what it has decided itself.
        """
        if self.match is None or not self.seats[seat].is_handed_over:
            return False
        later = zip(self.match.decisions[keep:], self.numbers[keep:], strict=True)
        return any(who == seat and number < self.seats[seat].away_since for (who, _), number in later)

    @property
    def due(self) -> float | None:
        """When the next clock runs down, or the time to answer; none without clocks, but for a deal."""
        if self.is_dealing:
            return self.changed + ADDING
        if self.clocks is None:
            return None
        ends = list(self.clocks.ends.values())
        if self.undo_request is not None and self.undo_request.waiting:
            ends.append(self.undo_request.until)
        return min(ends, default=None)

    @property
    def names(self) -> Names:
        """What the log calls the seats."""
        return self.match.names if self.match else self._names()

    def _names(self) -> Names:
        people = [seat.name if seat.user else "" for seat in self.seats]
        return display_names(people, self.game.colours)

    def choosing(self, seat: Seat) -> bool:
        """Whether a seat owes a decision, or has made one in secret that it can still change."""
        return seat in self.to_act or self._changeable(seat)

    def _changeable(self, seat: Seat) -> bool:
        running = self.match is not None and self.closed is None
        return running and self.match.changeable(seat) is not None  # type: ignore[union-attr]

    # -- Taking the log's next entry -----------------------------------------------------------------

    def apply(self, number: int, at: float, entry: Entry) -> None:
        """The next entry of the log; one that claims to be older than the last came at the same time."""
        acting = self.to_act
        self.number, self.changed = number, max(self.changed, at)
        self._fold(entry)
        if getattr(entry, "id", ""):
            self._remember(entry.seat, entry.id)  # type: ignore[union-attr]
        self._raise_questions(entry)
        self._end_turns(entry, acting)
        self._run_clocks(entry)

    def _fold(self, entry: Entry) -> None:
        match entry:
            case log.Joined(seat, user, name, adds):
                self._join(seat, user, name, adds)
            case log.Filled(seats, level):
                self._fill(seats, level)
            case log.Left(seat):
                self._leave(seat)
            case log.StoodIn(seat, level):
                self._stand_in(seat, level)
            case log.Returned(seat):
                self._return(seat)
            case log.Waited(seat, away):
                self.seats[away].waited = self.number
                self.limits.waited[seat] += 1
                self.seats[away].agreed -= {seat}
            case log.Agreed(seat, away):
                self.seats[away].agreed |= {seat}
            case log.Promised(seat, promise):
                self.seats[seat].promise = promise
                self._begin_when_ready()
            case log.Revealed(seat, added):
                self.seats[seat].added = added
                self._begin_when_ready()
            case log.LeftOut(seats):
                self._leave_out(seats)
            case log.Resumed():
                self.limits.resuming.take(EVERYBODY, self.changed)
            case log.RanOut(seat):
                self.seats[seat].late = True
                self._note(RAN_OUT, seat)
            case log.Decided(seat, move, id):
                self._decide(seat, move, id)
            case log.TookBack(seat, keep):
                self._take_back(seat, keep)
            case log.AskedUndo(seat, keep):
                self._ask_undo(seat, keep)
            case log.Answered(seat, _, yes):
                self._answer(seat, yes)
            case log.Lapsed(number):
                self._lapse(number)
            case log.Rematched(seat, table):
                self.rematch = table
                self._note(REMATCHED, seat)
            case log.Closed(why):
                self._close(why)
            case log.Removed(user, why):
                self._remove(user, why)

    def _note(self, what: Phrase, seat: Seat, **data: Any) -> None:
        said = what(seat=seat, **data)
        self.notes.append(Note(self.number, said.key.removeprefix("event-"), seat, data))

    def _remember(self, seat: Seat, id: str) -> None:
        """What comes again with the same id has been done."""
        self.done[seat, id] = self.number
        if len(self.done) > MOST_DONE:
            del self.done[next(iter(self.done))]

    # -- Seats ---------------------------------------------------------------------------------------

    def _join(self, seat: Seat, user: str, name: str, adds: bool) -> None:
        self.seats[seat] = SeatState(user=user, name=name, adds=adds and self.is_dealt_here)
        self._note(JOINED, seat, name=name)
        self._begin_when_ready()

    def _fill(self, seats: list[Seat], level: str) -> None:
        for seat in seats:
            self.seats[seat] = program_seat(level)
        self._note(FILLED, seats[0], level=level)
        self._begin_when_ready()

    def _leave(self, seat: Seat) -> None:
        self.limits.left(self.seats[seat].user or "", self.changed)
        if not self.is_full:
            self._note(GOT_UP, seat, name=self.seats[seat].name)
            self.seats[seat] = SeatState()
        else:  # also while the deal is made: else whoever does not like what comes would have it made again
            self.seats[seat].left = True
            self.seats[seat].left_out = self.seats[seat].adds and self.seats[seat].added is None
            self.seats[seat].hand_over(STAND_IN, self.number)
            self._not_waited_for(seat)
            self._note(LEFT, seat, level=STAND_IN)
            self._begin_when_ready()

    def _stand_in(self, seat: Seat, level: str) -> None:
        self.seats[seat].hand_over(level, self.number)
        self._not_waited_for(seat)
        self._note(STOOD_IN, seat, level=level)

    def _return(self, number: Seat) -> None:
        seat = self.seats[number]
        if seat.stand_in is not None:
            self._note(RETURNED, number)
        seat.stand_in, seat.left = None, False
        seat.agreed = frozenset()

    def _remove(self, user: str, why: str) -> None:
        """While seats are open theirs are too; from the deal on they are a program's, and nobody's else: else
        somebody could take one and promise when others have told already what they add.
        """
        self.removed[user] = why
        open_again = not self.is_full
        for number in self.seats_of(user):
            gone, told = self.seats[number], {"why": why, "given": bool(why)}
            if open_again:
                self._note(REMOVED, number, name=gone.name, **told)
                self.seats[number] = SeatState()
            else:
                self._note(SENT_AWAY, number, level=STAND_IN, **told)
                gone.hand_over(STAND_IN, self.number)
                gone.user, gone.level, gone.stand_in = None, STAND_IN, None
                gone.left = gone.late = False
                gone.left_out = gone.adds and gone.added is None
                self._not_waited_for(number)
            if self.undo_request is not None and self.undo_request.seat == number:
                self.undo_request = None
        self._begin_when_ready()

    def _close(self, why: str) -> None:
        """A game that is over stays as it is."""
        if self.status != "over":
            self.closed, self.undo_request = why, None
            self._note(CLOSED, SPECTATOR, why=why, given=bool(why))

    def _leave_out(self, seats: list[Seat]) -> None:
        for seat in seats:
            self.seats[seat].left_out = True
        self._note(LEFT_OUT, seats[0], seats=seats)
        self._begin_when_ready()

    def _begin_when_ready(self) -> None:
        """The game begins when all are there, and have added to the deal what they add."""
        if self.is_dealing and not self.unpromised and not self.untold:
            self.match = self._dealt()
            self.match.names = self._names()
            if self.header.start is not None:
                self._branch_off(self.match, self.header.start)

    def _dealt(self) -> Match:
        """The match, by the seed that is made of the secret and of what was added to it, if anything."""
        promised = [(n, seat) for n, seat in enumerate(self.seats) if seat.promise is not None]
        parts = [DealPart(n, str(seat.promise), seat.added) for n, seat in promised]
        deal = Deal.of(self.secret, parts) if parts else None
        seed, start = self.header.seed, self.header.start
        redeals = list(start.redeals) if start else []
        if deal and redeals:
            redeals[-1] = msgspec.structs.replace(redeals[-1], seed=deal.seed.hex())
        elif deal:
            seed = deal.seed.hex()
        names = [seat.name for seat in self.seats]
        return Match(self.game, bytes.fromhex(seed), names, redeals, deal)

    def _branch_off(self, match: Match, start: log.Start) -> None:
        """Begin in the middle: what came before is told as if it had been before the log."""
        for seat, move in start.moves:
            match.play(move, seat)
        match.settle()
        if start.hidden == "anew":  # who has other cards now than those that were told of is told of none
            knowing, witness = start.redeals[-1].seat, self.game.narrating.witness
            match.events = [witness(event, knowing) for event in match.events]
        self.numbers, self.ids = [0] * len(start.moves), [""] * len(start.moves)
        self._note(BRANCHED, SPECTATOR, decisions=len(start.moves), hidden=start.hidden)

    # -- Decisions, and taking them back -------------------------------------------------------------

    def _decide(self, seat: Seat, move: str, id: str) -> None:
        assert self.match is not None
        self.match.play(move, seat)
        self.seats[seat].agreed = frozenset()
        self.numbers.append(self.number)
        self.ids.append(id)
        self.limits.decided(len(self.numbers))
        self.undo_request = None

    def _take_back(self, seat: Seat, keep: int | None) -> None:
        assert self.match is not None
        self.limits.took_back(seat)
        if keep is None:
            latest = range(len(self.match.decisions) - 1, -1, -1)
            index = next(n for n in latest if self.match.decisions[n][0] == seat)
            gone, first = [seat], index
            self.match.take_back(seat)
            del self.numbers[index], self.ids[index]
        else:
            gone, first = [who for who, _ in self.match.decisions[keep:]], keep
            while len(self.match.decisions) > keep:
                self.match.undo()
            del self.numbers[keep:], self.ids[keep:]
            self._note(TOOK_BACK, seat)
        if self.clocks is not None:
            self.clocks.took_back(first, gone)
        self.undo_request = None

    def _ask_undo(self, seat: Seat, keep: int) -> None:
        asked, until = frozenset(self.consenting(seat)), self.changed + ANSWERING
        self.undo_request = UndoRequest(self.number, seat, keep, asked, set(asked), until)
        self._note(ASKED_UNDO, seat)

    def _not_waited_for(self, seat: Seat) -> None:
        """Somebody is gone who was asked: what they have decided themselves stays then."""
        request = self.undo_request
        if request is not None and seat in request.waiting:
            request.waiting.discard(seat)
            if self.was_decided_by_absent(seat, request.keep):
                self.undo_request = None

    def _answer(self, seat: Seat, yes: bool) -> None:
        if self.undo_request is None:
            return
        self.undo_request.waiting.discard(seat)
        self._note(ANSWERED, seat, yes=yes)
        if not yes:
            self._decline(self.undo_request)

    def _lapse(self, number: int) -> None:
        if self.undo_request is not None and self.undo_request.number == number:
            self._note(LAPSED, self.undo_request.seat)
            self._decline(self.undo_request)

    def _decline(self, request: UndoRequest) -> None:
        """That turn stays, and is not asked for again."""
        self.declined[request.seat] = self.numbers[request.keep]
        self.undo_request = None

    # -- What every entry brings with it -------------------------------------------------------------

    def _owing(self) -> dict[Seat, bool]:
        """The seats that are asked something, and of each whether it is only about changing a choice."""
        if self.match is None:
            return {}
        changing = (seat for seat in range(self.game.players) if self._changeable(seat))
        return {**dict.fromkeys(self.to_act, False), **dict.fromkeys(changing, True)}

    def _raise_questions(self, entry: Entry) -> None:
        """A question is new for those who decided, who are newly asked, and for all after a step back."""
        anew = isinstance(entry, log.TookBack) and entry.keep is not None
        decider = entry.seat if isinstance(entry, log.Decided | log.TookBack) else None
        before, self._owed = self._owed, self._owing()
        for seat, changing in self._owed.items():
            if anew or seat == decider or before.get(seat) != changing:
                self.asked[seat] = self.number

    def _end_turns(self, entry: Entry, acting: tuple[Seat, ...]) -> None:
        """A program that decides for somebody out of time does so until others are asked."""
        decider = entry.seat if isinstance(entry, log.Decided) and self.to_act != acting else None
        for number, seat in enumerate(self.seats):
            over = number == decider or number not in self.to_act or isinstance(entry, log.TookBack)
            seat.late = seat.late and not over

    def _run_clocks(self, entry: Entry) -> None:
        if self.clocks is None:
            return
        match entry:
            case log.Decided(seat):
                self.clocks.decided(seat, self.changed, len(self.numbers) - 1)
            case log.RanOut(seat):
                self.clocks.ran_out(seat)
            case log.Resumed(since):
                self._resume(self.clocks, since)
        asked = {seat: self.asked[seat] for seat in self.to_act}
        answering = self.undo_request.asked if self.undo_request else ()
        running: dict[str | None, Seat] = {}  # those who share a device choose one after the other
        for seat in asked:
            if seat not in answering and not self.seats[seat].program:
                running.setdefault(self.seats[seat].user, seat)
        self.clocks.run(self.changed, asked, running.values())

    def _resume(self, clocks: Clocks, since: float) -> None:
        clocks.resumed(self.changed, since)
        if self.undo_request is not None:
            self.undo_request.until = self.changed + ANSWERING


def read_table(header: Header, entries: Iterable[LoggedEntry]) -> TableState:
    """A table from its log, by the rules that it was begun with; UnknownRuleset where these are not here."""
    state = TableState(header)
    for number, at, entry in entries:
        state.apply(number, at, entry)
    return state
