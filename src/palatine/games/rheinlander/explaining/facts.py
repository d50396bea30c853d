"""What speaks for a move, in the terms of the game: majorities, payments, landmarks, and what rivals lose.

Everything is read from the table before and after the move; what rivals could do is tried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from palatine.core.events import Event
from palatine.core.game import State
from palatine.core.messages import Message, Phrase
from palatine.games.rheinlander.explaining.threats import Duchy, duchies, landmarks, may_hold, takings
from palatine.games.rheinlander.rules.components import LANDMARK_NAMES, NOBODY, WORTH
from palatine.games.rheinlander.rules.scoring import ARCHBISHOP_BONUS, DUKE_BONUS

if TYPE_CHECKING:
    from palatine.games.rheinlander.game import Rheinlander

FEW = 4  # knights in a supply: the end is near
MOST_SPACES = 3  # that are named as ways for a rival

OPTIONAL = (int, type(None))
# how many knights a seat has somewhere, and who comes next with how many
STRENGTH: dict[str, Any] = {"seat": int, "duchy": str, "knights": int, "rival": OPTIONAL, "theirs": int}

JOINED = Phrase("reason-joined", duchies=int, duchy=str)
SHARED_LEAD = Phrase("reason-shared-lead", duchy=str, knights=int)
NO_OWNER = Phrase("reason-no-owner", duchy=str)
KEEPS = Phrase("reason-keeps", **STRENGTH, points=int)
TAKES = Phrase("reason-takes", **STRENGTH, points=int, other=int)
FOUNDS = Phrase("reason-founds", **STRENGTH, points=int)
MAJORITY = Phrase("reason-majority", **STRENGTH, points=int)
PAID = Phrase("reason-paid", seat=int, coins=int, duchy=str, paid_for=list)
LOSES_ARCHBISHOP = Phrase("reason-loses-archbishop", seat=int, points=int)
GETS_ARCHBISHOP = Phrase("reason-gets-archbishop", seat=int, points=int)
TAKES_ARCHBISHOP = Phrase("reason-takes-archbishop", seat=int, other=int, points=int)
STRENGTHENS = Phrase("reason-strengthens", **STRENGTH)
WORTH_MORE = Phrase("reason-worth-more", duchy=str, before=int, value=int)
THEIRS_WORTH_MORE = Phrase("reason-theirs-worth-more", seat=int, duchy=str, before=int, value=int)
LEVEL = Phrase("reason-level", seat=int, other=int, duchy=str)
AGAINST = Phrase("reason-against", seat=int, other=int, duchy=str, knights=int, theirs=int)
CASTLE = Phrase("reason-castle", seat=int, between=list)
CONVERTED = Phrase("reason-converted", seat=int, other=int)
KEEPS_APART = Phrase("reason-keeps-apart", space=str, duchies=list)
CANNOT_GROW = Phrase("reason-cannot-grow", seat=int, duchy=str, space=str)
BASTIONS_LEFT = Phrase("reason-bastions-left", seat=int, bastions=int)
BASTIONS_KEPT = Phrase("reason-bastions-kept", seat=int, bastions=int)
CARD_IS_FREE = Phrase("reason-card-is-free", card=int)
SUPPLY_EMPTY = Phrase("reason-supply-empty", seat=int)
SUPPLY_LOW = Phrase("reason-supply-low", seat=int, knights=int)
SHIELDED = Phrase("reason-shielded", seat=int, owner=OPTIONAL, duchy=str, spaces=list)
EXPOSED = Phrase("reason-exposed", seat=int, duchy=str, spaces=list)
STANDS_BESIDE = Phrase("reason-stands-beside", seat=int, space=str, landmarks=list)
STANDS_ALONE = Phrase("reason-stands-alone", seat=int, space=str)


class Case:
    """A move, or a whole turn, of a seat, and the table before and after it."""

    def __init__(
        self, game: Rheinlander, before: State, after: State, seat: int, heard: Sequence[Event]
    ) -> None:
        self.game, self.layout = game, game.layout
        self.before, self.after = before, after
        self.was, self.now = duchies(before), duchies(after)
        self.seat, self.heard = seat, heard

    def all(self) -> Iterator[Message]:
        """What it changes for the seat that makes it; the weightiest first."""
        yield from self.majorities()
        yield from self.payments()
        yield from self.archbishop()
        yield from self.shielded()
        yield from self.growth()
        yield from self.castles()
        yield from self.bastion()
        yield from self.card()
        yield from self.supply()
        yield from self.exposed()
        yield from self.lone_knight()

    # -- What they speak of --------------------------------------------------------------------------

    def strength(self, duchy: Duchy, seat: int) -> dict[str, Any]:
        """How many knights a seat has in a duchy, against whom."""
        rival, own = duchy.strongest_other(seat), duchy.counts[seat]
        theirs = duchy.counts[rival]
        return {"seat": seat, "knights": own, "rival": rival if theirs else None, "theirs": theirs}

    def name(self, space: int) -> str:
        return self.layout.board.duchy_name(self.layout.names[space])

    def value(self, duchy: Duchy) -> int:
        """What its landmarks are worth."""
        return int(sum(WORTH[kind] for kind in landmarks(self.layout, self.before[0], duchy.sites)))

    def at(self, event: Event) -> Duchy | None:
        """The duchy, after the move, of the space that an event is about."""
        group = int(self.after[0]["group"][self.layout.index[event.data["space"]]])
        return next((d for d in self.now.values() if self.after[0]["group"][d.first] == group), None)

    # -- The facts -----------------------------------------------------------------------------------

    def majorities(self) -> Iterator[Message]:
        """Dukes who come, stay in a joined duchy, or leave it to nobody."""
        formed = any(event.kind == "formed" for event in self.heard)
        for event in self.heard:
            duchy = self.at(event) if event.kind in ("duke", "kept", "tied", "merged", "formed") else None
            if duchy is None:
                continue
            name = event.data["duchy"]
            if event.kind == "merged":
                yield JOINED(duchies=event.data["duchies"], duchy=name)
            elif event.kind == "tied":
                yield SHARED_LEAD(duchy=name, knights=max(duchy.counts))
            elif event.kind in ("duke", "kept"):
                yield self.new_duke(event, duchy, formed)
            elif duchy.owner == NOBODY:
                yield NO_OWNER(duchy=name)

    def new_duke(self, event: Event, duchy: Duchy, formed: bool) -> Message:
        """Who rules a duchy from now on, by how many knights, and what it is worth."""
        about = self.strength(duchy, event.seat)
        about |= {"duchy": event.data["duchy"], "points": DUKE_BONUS + self.value(duchy)}
        if event.kind == "kept":
            return KEEPS(**about)
        if event.data["other"] is not None:
            return TAKES(**about, other=event.data["other"])
        return (FOUNDS if formed and event.seat == self.seat else MAJORITY)(**about)

    def payments(self) -> Iterator[Message]:
        for event in self.heard:
            if event.kind == "paid":
                about = {name: event.data[name] for name in ("coins", "duchy", "paid_for")}
                yield PAID(seat=event.seat, **about)

    def archbishop(self) -> Iterator[Message]:
        for event in self.heard:
            if event.kind != "archbishop":
                continue
            other = event.data["other"]
            if event.seat < 0:
                yield LOSES_ARCHBISHOP(seat=other, points=ARCHBISHOP_BONUS)
            elif other is None:
                yield GETS_ARCHBISHOP(seat=event.seat, points=ARCHBISHOP_BONUS)
            else:
                yield TAKES_ARCHBISHOP(seat=event.seat, other=other, points=ARCHBISHOP_BONUS)

    def growth(self) -> Iterator[Message]:
        """A duchy that keeps its owner: what it is worth, and how the knights stand."""
        for event in self.heard:
            duchy = self.at(event) if event.kind == "grew" else None
            if duchy is None or event.seat < 0:
                continue
            name, own = event.data["duchy"], event.seat == self.seat
            if own:
                yield STRENGTHENS(**self.strength(duchy, self.seat), duchy=name)
            else:
                yield self.against(duchy, event.seat, name)
            if event.data["gain"] > 0:
                worth = {"duchy": name, "before": event.data["before"], "value": event.data["value"]}
                yield WORTH_MORE(**worth) if own else THEIRS_WORTH_MORE(seat=event.seat, **worth)

    def against(self, duchy: Duchy, owner: int, name: str) -> Message:
        """How the seat stands in a duchy that another one keeps."""
        own, theirs = duchy.counts[self.seat], duchy.counts[owner]
        if own == theirs == max(duchy.counts):
            return LEVEL(seat=self.seat, other=owner, duchy=name)
        return AGAINST(seat=self.seat, other=owner, duchy=name, knights=own, theirs=theirs)

    def castles(self) -> Iterator[Message]:
        for event in self.heard:
            if event.kind == "castle" and event.data["other"] is None:
                yield CASTLE(seat=event.seat, between=event.data["between"])
            elif event.kind == "converted":
                yield CONVERTED(seat=self.seat, other=event.data["other"])

    def bastion(self) -> Iterator[Message]:
        """What a bastion keeps apart, or that one was saved."""
        built = [event.data["space"] for event in self.heard if event.kind == "bastion"]
        left = int(self.before[0]["bastions"][self.seat])
        for space in built:
            s = self.after[0]
            beside = {
                int(s["group"][self.layout.index[other]]) for other in self.layout.board.neighbours[space]
            }
            near = [duchy for duchy in self.now.values() if int(s["group"][duchy.first]) in beside]
            owners = {duchy.owner for duchy in near}
            if len(near) > 1 and len(owners) > 1:
                yield KEEPS_APART(space=space, duchies=[self.name(duchy.first) for duchy in near])
            elif near and near[0].owner not in (NOBODY, self.seat):
                yield CANNOT_GROW(seat=near[0].owner, duchy=self.name(near[0].first), space=space)
            yield BASTIONS_LEFT(seat=self.seat, bastions=left - 1)
        if not self.heard or (not built and all(event.kind == "drew" for event in self.heard)):
            yield BASTIONS_KEPT(seat=self.seat, bastions=left)

    def card(self) -> Iterator[Message]:
        """A reinforcement by a card that has no place of its own loses nothing."""
        for event in self.heard:
            if event.kind == "card" and event.data["use"] == "reinforcement":
                card = event.data["card"]
                own = (f"{card}>", f"{card}x")
                legal = [self.game.action_text(action) for action in self.game.legal(self.before, self.seat)]
                if not any(text.startswith(own) for text in legal):
                    yield CARD_IS_FREE(card=card)

    def supply(self) -> Iterator[Message]:
        """The end of the game, where this brings it about or near."""
        knights = self.after[0]["knights"].tolist()
        empty = [p for p in range(self.game.players) if knights[p] <= 0]
        if empty:
            yield SUPPLY_EMPTY(seat=empty[0])
        elif 0 < knights[self.seat] <= FEW and knights[self.seat] < self.before[0]["knights"][self.seat]:
            yield SUPPLY_LOW(seat=self.seat, knights=knights[self.seat])

    # -- What rivals could do ------------------------------------------------------------------------

    @cached_property
    def open(self) -> dict[tuple[int, int], list[str]]:
        """What rivals could take next."""
        return self.ways(self.after)

    def ways(self, state: State) -> dict[tuple[int, int], list[str]]:
        """By rival and first space of a duchy: where one knight would take it."""
        found = {}
        for rival in range(self.game.players):
            if rival != self.seat:
                cards = may_hold(self.before, rival, self.seat)
                for first, spaces in takings(self.game, state, rival, cards).items():
                    found[rival, first] = spaces
        return found

    def shielded(self) -> Iterator[Message]:
        """Duchies that a rival could have taken with one knight before this, and cannot now."""
        s = self.after[0]
        for (rival, first), spaces in self.ways(self.before).items():
            duchy, group = self.was[first], s["group"][first]
            owner = int(s["owner"][group])
            reach = any(r == rival and s["group"][f] == group for r, f in self.open)
            if reach or owner == rival or duchy.owner not in (owner, NOBODY):
                continue
            whose = None if owner in (NOBODY, self.seat) else owner
            yield SHIELDED(seat=rival, owner=whose, duchy=self.name(first), spaces=spaces[:MOST_SPACES])

    def exposed(self) -> Iterator[Message]:
        """Duchies that this move touched and that a rival could take with the next knight."""
        touched = {
            int(self.after[0]["group"][self.layout.index[event.data["space"]]])
            for event in self.heard
            if event.kind in ("knight", "converted")
        }
        for (rival, first), spaces in self.open.items():
            duchy = self.now[first]
            if duchy.owner == self.seat and int(self.after[0]["group"][first]) in touched:
                yield EXPOSED(seat=rival, duchy=self.name(first), spaces=spaces[:MOST_SPACES])

    def lone_knight(self) -> Iterator[Message]:
        """What a knight that founds nothing yet stands beside."""
        for event in self.heard:
            if event.kind != "knight" or self.at(event) is not None:
                continue
            space = event.data["space"]
            bits = int(self.game.constants["touch"][0][self.layout.index[space]])
            kinds = landmarks(self.layout, self.before[0], bits)
            if kinds:
                beside = [LANDMARK_NAMES[kind] for kind in kinds]
                yield STANDS_BESIDE(seat=self.seat, space=space, landmarks=beside)
            else:
                yield STANDS_ALONE(seat=self.seat, space=space)
