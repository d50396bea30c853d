"""A table as its log tells it: who sits where, the game, and what may happen next.

A room does nothing by itself and knows no network and no clock.  `take` takes the next entry of the log;
the `may_…` methods say which entries a wish would add, or raise a Refusal with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from palatine.core.catalog import game as load_game
from palatine.core.errors import IllegalMove
from palatine.core.game import SPECTATOR, Seat
from palatine.core.match import Match
from palatine.core.rng import commitment
from palatine.server import entries as log
from palatine.server.chairs import Chair, Wish, aloud
from palatine.server.clocks import Clocks
from palatine.server.entries import Entry, Header
from palatine.server.errors import Refusal, stale
from palatine.server.levels import STAND_IN, TITLES
from palatine.server.protocol import Line

MOST_MOVES = 8  # of one turn at once


class Room:
    def __init__(self, header: Header) -> None:
        self.header = header
        self.game = load_game(header.game, header.options)
        self.chairs = [Chair(level=level, name=f"bot:{level}" if level else "") for level in header.plan]
        self.number = 0
        self.changed = header.opened
        self.match: Match | None = None
        self.wish: Wish | None = None
        self.rematch: str | None = None
        self.clocks = Clocks(header.clock, self.game.players) if header.clock else None
        self.asked: dict[Seat, int] = {}  # the number in the log that raised a seat's question
        self.done: dict[tuple[Seat | None, str], int] = {}  # where in the log is what was sent with an id
        self._notes: list[Line] = []  # lines about the seats
        self._numbers: list[int] = []  # of each decision of the match: where it is in the log
        self._ids: list[str] = []  # and what it was sent with
        self._begin_when_full()
        self.asked.update(dict.fromkeys(self.to_act, 0))

    # -- What is the case ----------------------------------------------------------------------------

    @property
    def status(self) -> str:
        if self.match is None:
            return "waiting"
        return "playing" if self.match.to_act else "over"

    @cached_property
    def commitment(self) -> str:
        """What was published before the deal, to prove the seed after the game."""
        start = self.header.start
        seed = start.redeals[-1].seed if start and start.redeals else self.header.seed
        return commitment(bytes.fromhex(seed))

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.match.to_act if self.match else ()

    def seats_of(self, player: str | None) -> list[Seat]:
        """Where a player sits: at several seats, if people share a device."""
        return [n for n, chair in enumerate(self.chairs) if player and chair.player == player]

    def seat_of(self, player: str | None, eyes: Seat | None = None) -> Seat | None:
        """The seat that a player looks and decides from: the only one, or of several the one that is said."""
        own = self.seats_of(player)
        return own[0] if len(own) == 1 else eyes if eyes in own else None

    def can_hint(self, seat: Seat | None) -> bool:
        """Whether a seat may have advice: its owner plays alone, with programs."""
        others = (chair for n, chair in enumerate(self.chairs) if n != seat)
        return seat is not None and self.status == "playing" and all(chair.level for chair in others)

    def called(self, seat: Seat) -> str:
        """How the log calls a seat."""
        return self.match.names[seat] if self.match else self.chairs[seat].name or self.game.seat_names[seat]

    @property
    def names(self) -> list[str]:
        return [self.called(seat) for seat in range(self.game.players)]

    def choosing(self, seat: Seat) -> bool:
        """Whether a seat owes a decision, or has made one in secret that it can still change."""
        return seat in self.to_act or (self.match is not None and self.match.changeable(seat) is not None)

    def lines(self, seat: Seat | None, since: int = -1) -> list[Line]:
        """The log in words, as a seat or a watcher may read it, after a number."""
        told = [line for line in self._notes if line.number > since]
        if self.match is not None:
            viewer = SPECTATOR if seat is None else seat
            for event in self.match.events:
                number = self._numbers[event.decision - 1]
                if number > since:
                    seen = self.game.witness(event, viewer, self.match.names)
                    told.append(Line(number, seen.kind, seen.seat, seen.data, seen.text, seen.rule))
        return sorted(told, key=lambda line: line.number)

    # -- Taking the log's next entry -----------------------------------------------------------------

    def take(self, number: int, at: float, entry: Entry) -> None:
        """The next entry of the log."""
        owing, acting = self._owing(), self.to_act
        self.number, self.changed = number, at
        match entry:
            case log.Joined(seat, player, name):
                self.chairs[seat] = Chair(player=player, name=name)
                self._note("joined", seat, f"{name} takes a seat.")
                self._begin_when_full()
            case log.Filled(seats, level):
                for seat in seats:
                    self.chairs[seat] = Chair(level=level, name=f"bot:{level}")
                self._note("filled", seats[0], f"Programs take the open seats ({TITLES[level]}).")
                self._begin_when_full()
            case log.Left(seat):
                self._leave(seat)
            case log.StoodIn(seat, level):
                self.chairs[seat].stand_in = level
                self._not_waited_for(seat)
                title = TITLES[level]
                self._note("stood_in", seat, f"{self.called(seat)} is away: a program ({title}) plays on.")
            case log.Returned(seat):
                self.chairs[seat].stand_in, self.chairs[seat].left = None, False
                self._note("returned", seat, f"{self.called(seat)} is back and plays on.")
            case log.RanOut(seat):
                self.chairs[seat].late = True
                self._note("ran_out", seat, f"{self.called(seat)}'s time is up: a program decides this turn.")
            case log.Decided(seat, move):
                assert self.match is not None
                self.match.play(move, seat)
                self._numbers.append(number)
                self._ids.append(entry.id)
                self.wish = None
            case log.TookBack(seat, keep):
                self._take_back(seat, keep)
            case log.AskedUndo(seat, keep):
                self.wish = Wish(number, seat, keep, set(self._others(seat)))
                self._note("asked_undo", seat, f"{self.called(seat)} asks to take a turn back.")
            case log.Answered(seat, _, yes):
                self._hear_answer(seat, yes)
            case log.Rematched(seat, table):
                self.rematch = table
                self._note("rematched", seat, f"{self.called(seat)} wants a rematch: a new table is set.")
        if getattr(entry, "id", ""):
            self.done[entry.seat, entry.id] = number  # type: ignore[union-attr]
        self._raise_questions(entry, owing)
        self._end_turns(entry, acting)
        self._run_clocks(entry)

    def _note(self, kind: str, seat: Seat, text: str) -> None:
        self._notes.append(Line(self.number, f"table.{kind}", seat, {}, text))

    def _begin_when_full(self) -> None:
        if self.match is None and not any(chair.is_open for chair in self.chairs):
            seed, start = bytes.fromhex(self.header.seed), self.header.start
            redeals = start.redeals if start else ()
            self.match = Match(self.game, seed, [chair.name for chair in self.chairs], redeals)
            people = [chair.name if chair.player else "" for chair in self.chairs]
            self.match.names = aloud(people, self.game.seat_names)
            if start is not None:
                self._branch_off(self.match, start)

    def _branch_off(self, match: Match, start: log.Start) -> None:
        """Begin in the middle: what came before is told as if it had been before the log."""
        for seat, move in start.moves:
            match.play(move, seat)
        match.settle()
        self._numbers, self._ids = [0] * len(start.moves), [""] * len(start.moves)
        words = f"The game begins after {len(start.moves)} decisions of another one"
        kept = "stays as it was, and whoever has looked at that game can know it"
        hidden = "is dealt anew" if start.hidden == "anew" else kept
        self._note("branched", SPECTATOR, f"{words}; what was hidden then {hidden}.")

    def _leave(self, seat: Seat) -> None:
        name = self.called(seat)
        if self.match is None:
            self.chairs[seat] = Chair()
            self._note("left", seat, f"{name} gets up: the seat is open again.")
        else:
            self.chairs[seat].left, self.chairs[seat].stand_in = True, STAND_IN
            self._not_waited_for(seat)
            self._note("left", seat, f"{name} has left: {TITLES[STAND_IN]} plays on.")

    def _take_back(self, seat: Seat, keep: int | None) -> None:
        assert self.match is not None
        if keep is None:
            index = max(n for n, (who, _) in enumerate(self.match.decisions) if who == seat)
            gone, first = [seat], index
            self.match.take_back(seat)
            del self._numbers[index], self._ids[index]
        else:
            gone, first = [who for who, _ in self.match.decisions[keep:]], keep
            while len(self.match.decisions) > keep:
                self.match.undo()
            del self._numbers[keep:], self._ids[keep:]
            self._note("took_back", seat, f"{self.called(seat)} takes a turn back.")
        if self.clocks is not None:
            self.clocks.took_back(first, gone)
        self.wish = None

    def _not_waited_for(self, seat: Seat) -> None:
        if self.wish is not None:
            self.wish.waiting.discard(seat)

    def _hear_answer(self, seat: Seat, yes: bool) -> None:
        if self.wish is None:
            return
        self.wish.waiting.discard(seat)
        words = "agrees" if yes else "would rather not: the turn stays"
        self._note("answered", seat, f"{self.called(seat)} {words}.")
        if not yes:
            self.wish = None

    def _owing(self) -> dict[Seat, bool]:
        """The seats that are asked something, and of each whether it is only about changing a choice."""
        if self.match is None:
            return {}
        changing = (s for s in range(self.game.players) if self.match.changeable(s) is not None)
        return {**dict.fromkeys(self.to_act, False), **dict.fromkeys(changing, True)}

    def _raise_questions(self, entry: Entry, owing: dict[Seat, bool]) -> None:
        """A question is new for those who decided, who are newly asked, and for all after a step back."""
        anew = isinstance(entry, log.TookBack) and entry.keep is not None
        decider = entry.seat if isinstance(entry, log.Decided | log.TookBack) else None
        for seat, changing in self._owing().items():
            if anew or seat == decider or owing.get(seat) != changing:
                self.asked[seat] = self.number

    def _end_turns(self, entry: Entry, acting: tuple[Seat, ...]) -> None:
        """A program that decides for somebody out of time does so until others are asked."""
        decider = entry.seat if isinstance(entry, log.Decided) and self.to_act != acting else None
        for seat, chair in enumerate(self.chairs):
            over = seat == decider or seat not in self.to_act or isinstance(entry, log.TookBack)
            chair.late = chair.late and not over

    def _run_clocks(self, entry: Entry) -> None:
        if self.clocks is None:
            return
        match entry:
            case log.Decided(seat):
                self.clocks.decided(seat, self.changed, len(self._numbers) - 1)
            case log.RanOut(seat):
                self.clocks.ran_out(seat)
            case log.Resumed(since):
                self.clocks.resumed(self.changed, since)
        asked = {seat: self.asked[seat] for seat in self.to_act}
        running: dict[str | None, Seat] = {}  # those who share a device choose one after the other
        for seat in asked:
            if self.wish is None and not self.chairs[seat].program:
                running.setdefault(self.chairs[seat].player, seat)
        self.clocks.run(self.changed, asked, running.values())

    # -- What a wish would add to the log ------------------------------------------------------------

    def may_join(self, player: str, name: str, seat: Seat | None) -> Iterator[Entry]:
        """Take an open seat, or one's own again."""
        own = self.seats_of(player)
        if own:
            yield from (log.Returned(n) for n in own if self.chairs[n].stand_in)
            return
        free = [n for n, chair in enumerate(self.chairs) if chair.is_open]
        if not free:
            raise Refusal("full", "All seats of this table are taken. You can watch.")
        if seat is not None and seat not in free:
            raise Refusal("taken", "That seat is taken. Choose another one.")
        yield log.Joined(free[0] if seat is None else seat, player, name)

    def may_come_back(self, player: str | None) -> Iterator[Entry]:
        """Who was away plays on by being there; who has left has to say so."""
        for seat in self.seats_of(player):
            if self.chairs[seat].stand_in and not self.chairs[seat].left:
                yield log.Returned(seat)

    def may_leave(self, *seats: Seat) -> Iterator[Entry]:
        """Get up, from all of one's seats."""
        if not seats:
            raise Refusal("watching", "You have no seat at this table.", 403)
        for seat in seats:
            if not self.chairs[seat].left and self.status != "over":
                yield log.Left(seat)

    def may_fill(self, player: str, level: str) -> Iterator[Entry]:
        if player != self.header.host:
            raise Refusal("not_host", "Only who has opened the table fills its seats.", 403)
        if level not in TITLES:
            raise Refusal("unknown_level", f"There is no program {level!r}.", 400)
        free = [n for n, chair in enumerate(self.chairs) if chair.is_open]
        if free:
            yield log.Filled(free, level)

    def may_play(self, seat: Seat | None, question: int, moves: Sequence[str], id: str) -> Iterator[Entry]:
        """Decide: everything that was sent together, or nothing of it."""
        if seat is None:
            raise Refusal("watching", "You are watching: only those with a seat decide.", 403)
        if self.match is None:
            raise Refusal("waiting", "The game has not begun: some seats are still open.")
        if not self.to_act:
            raise Refusal("over", "The game is over.")
        if not self.choosing(seat):
            names = " and ".join(self.called(other) for other in self.to_act)
            raise Refusal("not_your_turn", f"It is not your turn but {names}'s.")
        if question != self.asked[seat]:
            raise stale()
        if not 0 < len(moves) <= MOST_MOVES:
            raise Refusal("bad_message", f"A turn is 1 to {MOST_MOVES} moves.", 400)
        self._check(seat, moves)
        if self.match.changeable(seat) is not None:
            yield log.TookBack(seat, None, id)
        for move in moves:
            yield log.Decided(seat, move, id)

    def may_undo(self, seat: Seat | None, id: str) -> Iterator[Entry]:
        """Take one's last turn back: at once, or by asking the others."""
        if seat is None:
            raise Refusal("watching", "You are watching: there is nothing of yours to take back.", 403)
        if self.match is None or not self.to_act:
            raise Refusal("over", "The game is not running: nothing can be taken back.")
        keep = self._before_last_turn(seat)
        if keep is None:
            raise Refusal("nothing", "There is nothing of yours to take back yet.")
        if self.match.changeable(seat) is not None:
            yield log.TookBack(seat, None, id)
        elif self._freely(seat, keep) or not self._others(seat) or self._all_agreed(seat):
            yield log.TookBack(seat, keep, id)
        elif self.wish is not None:
            raise Refusal("asked_already", "The table is being asked already. Wait for the answers.")
        else:
            yield log.AskedUndo(seat, keep, id)

    def can_undo(self, seat: Seat | None) -> str | None:
        """Whether a seat may take its last turn back: "yes", "ask", or not at all."""
        if seat is None or self.match is None or not self.to_act:
            return None
        keep = self._before_last_turn(seat)
        if keep is None:
            return None
        free = self.match.changeable(seat) is not None or self._freely(seat, keep)
        return "yes" if free or not self._others(seat) else "ask"

    def may_answer(self, seat: Seat | None, number: int, yes: bool, id: str) -> Iterator[Entry]:
        if seat is None or self.wish is None or self.wish.number != number or seat not in self.wish.waiting:
            raise Refusal("not_asked", "Nobody is asking you that any more.")
        yield log.Answered(seat, number, yes, id)
        if yes and self.wish.waiting <= {seat}:
            yield log.TookBack(self.wish.seat, self.wish.keep)

    def may_grant(self) -> Iterator[Entry]:
        """A turn is taken back when nobody is left who could mind."""
        gone = {seat for seat, chair in enumerate(self.chairs) if not chair.minds}
        if self.wish is not None and self.wish.waiting <= gone:
            yield log.TookBack(self.wish.seat, self.wish.keep)

    def may_hand_over(self, now: float) -> Iterator[Entry]:
        """A program decides for those whose time is up."""
        ends = self.clocks.ends if self.clocks else {}
        yield from (log.RanOut(seat) for seat, end in ends.items() if now >= end)

    def may_resume(self, since: float) -> Iterator[Entry]:
        """The clocks of a table where nobody was go on."""
        if self.clocks and self.clocks.ends:
            yield log.Resumed(since)

    def may_rematch(self, seat: Seat | None, table: str, id: str) -> Iterator[Entry]:
        if seat is None:
            raise Refusal("watching", "Those who played decide about a rematch.", 403)
        if self.status != "over":
            raise Refusal("playing", "A rematch comes after the game.")
        if self.rematch is None:
            yield log.Rematched(seat, table, id)

    def _before_last_turn(self, seat: Seat) -> int | None:
        """How many decisions came before a seat's last turn, which is what it sent together."""
        assert self.match is not None
        seats, settled = [who for who, _ in self.match.decisions], self.match.settled
        if seat not in seats[settled:]:
            return None
        first = len(seats) - 1 - seats[::-1].index(seat)
        while first > settled and seats[first - 1] == seat and self._ids[first - 1] == self._ids[first]:
            first -= 1
        return first

    def _freely(self, seat: Seat, keep: int) -> bool:
        """Whether nobody else has decided since, and nothing hidden was seen."""
        assert self.match is not None
        alone = all(who == seat for who, _ in self.match.decisions[keep:])
        seen = any(e.decision > keep and e.kind in self.game.reveals for e in self.match.events)
        return alone and not seen

    def _others(self, seat: Seat) -> list[Seat]:
        """The people whose consent counts: not those who share a device with the one who asks."""
        owner = self.chairs[seat].player
        return [n for n, chair in enumerate(self.chairs) if chair.minds and chair.player != owner]

    def _all_agreed(self, seat: Seat) -> bool:
        """Whether nobody is left who could answer a seat's wish: the last one to do so got up instead."""
        return self.wish is not None and self.wish.seat == seat and not self.wish.waiting

    def _check(self, seat: Seat, moves: Sequence[str]) -> None:
        """Raise the reason where the moves are not legal, one after the other."""
        assert self.match is not None
        try:
            actions = [self.match.parse(move, seat) for move in moves]
            if self.match.changeable(seat) is not None:
                if len(actions) > 1 or actions[0] not in self.match.alternatives(seat):
                    raise Refusal("illegal", "That is not what you can choose instead.", 400)
                return
            state, seen = self.match.state.copy(), False
            for action in actions:
                if seen:  # else a refusal would tell what was hidden, and nothing would be decided
                    raise Refusal("unforeseen", "Something hidden comes to light before that.")
                events = self.game.decide(state, seat, action, 0, self.match.names)
                seen = any(event.kind in self.game.reveals for event in events)
        except IllegalMove as error:
            raise Refusal("illegal", f"{error.move}: {error.reason}", 400) from None
