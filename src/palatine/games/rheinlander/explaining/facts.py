"""What speaks for a move, in the terms of the game: majorities, payments, landmarks, and what rivals lose.

Everything is read from the table before and after the move; what rivals could do is tried out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from palatine.core.errors import one_of
from palatine.core.events import Event
from palatine.core.game import State
from palatine.core.speech import Words, told
from palatine.games.rheinlander.rules.components import LANDMARK_NAMES, NOBODY, WORTH
from palatine.games.rheinlander.rules.scoring import ARCHBISHOP_BONUS, DUKE_BONUS
from palatine.games.rheinlander.texts import duchy_name
from palatine.games.rheinlander.explaining.threats import Duchy, duchies, landmarks, may_hold, takings

if TYPE_CHECKING:
    from palatine.games.rheinlander.game import Rheinlander

FEW = 4  # knights in a supply: the end is near
MOST_SPACES = 3  # that are named as ways for a rival


def facts(
    game: Rheinlander, before: State, after: State, seat: int, heard: Sequence[Event], names: Sequence[str]
) -> list[str]:
    """What a move, or a whole turn, changes for the seat that makes it; the weightiest first."""
    return list(dict.fromkeys(Case(game, before, after, seat, heard, names).all()))


class Case:
    """A move of a seat, and the table before and after it."""

    def __init__(
        self,
        game: Rheinlander,
        before: State,
        after: State,
        seat: int,
        heard: Sequence[Event],
        names: Sequence[str],
    ) -> None:
        self.game, self.layout = game, game.layout
        self.before, self.after = before, after
        self.was, self.now = duchies(before), duchies(after)
        self.seat, self.heard, self.names = seat, heard, names

    def all(self) -> Iterator[str]:
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

    # -- Words ---------------------------------------------------------------------------------------

    def say(self, template: str, who: int | None = None, other: int | None = None, **words: Any) -> str:
        """A sentence about a seat, the one that decides unless said, and perhaps another one."""
        name = self.names[self.seat if who is None else who]
        return told(template, Words(words, name, None if other is None else self.names[other]))

    def whose(self, seat: int) -> str:
        """Anna's, or your."""
        return str(Words({}, "", self.names[seat])["others"])

    def strength(self, duchy: Duchy, seat: int) -> str:
        """3 knights against Bruno's 2."""
        other = duchy.strongest_other(seat)
        knights = _count(duchy.counts[seat], "knight")
        if duchy.counts[other] == 0:
            return f"{knights} against none"
        return f"{knights} against {self.whose(other)} {duchy.counts[other]}"

    def name(self, space: int) -> str:
        return duchy_name(self.layout.board, [self.layout.names[space]])

    def value(self, duchy: Duchy) -> int:
        """What its landmarks are worth."""
        return int(sum(WORTH[kind] for kind in landmarks(self.layout, self.before[0], duchy.sites)))

    def at(self, event: Event) -> Duchy | None:
        """The duchy, after the move, of the space that an event is about."""
        group = int(self.after[0]["group"][self.layout.index[event.data["space"]]])
        return next((d for d in self.now.values() if self.after[0]["group"][d.first] == group), None)

    # -- The facts -----------------------------------------------------------------------------------

    def majorities(self) -> Iterator[str]:
        """Dukes who come, stay in a joined duchy, or leave it to nobody."""
        formed = any(event.kind == "formed" for event in self.heard)
        for event in self.heard:
            duchy = self.at(event) if event.kind in ("duke", "kept", "tied", "merged", "formed") else None
            if duchy is None:
                continue
            words = {"duchy": event.data["duchy"], "points": DUKE_BONUS + self.value(duchy)}
            if event.kind == "merged":
                yield f"This joins {event.data['duchies']} duchies into one at {words['duchy']}."
            elif event.kind == "tied":
                most = max(duchy.counts)
                yield f"The lead at {words['duchy']} is shared, {most} knights each: all its dukes leave."
            elif event.kind in ("duke", "kept"):
                yield self.new_duke(event, duchy, formed, words)
            elif duchy.owner == NOBODY:
                yield f"The new duchy at {words['duchy']} has no owner yet: nobody leads with two knights."

    def new_duke(self, event: Event, duchy: Duchy, formed: bool, words: dict[str, Any]) -> str:
        """Who rules a duchy from now on, by how many knights, and what it is worth."""
        words["strength"] = self.strength(duchy, event.seat)
        other = event.data.get("other")
        if event.kind == "kept":
            text = "{who} {keeps} the joined duchy at {duchy}, {strength}: {points} points at the end."
        elif other is not None:
            text = (
                "{who} {takes} the majority at {duchy} from {other}, {strength}: {points} points at the end."
            )
        elif formed and event.seat == self.seat:
            text = "{who} {founds} a duchy at {duchy}, {strength}: {points} points at the end."
        else:
            text = "{who} {gets} the majority at {duchy}, {strength}: {points} points at the end."
        return self.say(text, event.seat, other, **words)

    def payments(self) -> Iterator[str]:
        for event in self.heard:
            if event.kind == "paid":
                parts = ", ".join(f"{name} {worth}" for name, worth in event.data["parts"])
                coins = _count(event.data["coins"], "coin")
                words = {"coins": coins, "duchy": event.data["duchy"], "parts": parts}
                yield self.say(
                    "{who} {gets} {coins} for the duke who leaves {duchy} ({parts}).", event.seat, **words
                )

    def archbishop(self) -> Iterator[str]:
        for event in self.heard:
            if event.kind != "archbishop":
                continue
            other, words = event.data["other"], {"points": ARCHBISHOP_BONUS}
            if event.seat < 0:
                yield self.say("{who} {loses} the archbishop, {points} points at the end.", other, **words)
            elif other is None:
                yield self.say(
                    "{who} {gets} the archbishop, {points} points at the end.", event.seat, **words
                )
            else:
                text = "{who} {gets} the archbishop from {other}, {points} points at the end."
                yield self.say(text, event.seat, other, **words)

    def growth(self) -> Iterator[str]:
        """A duchy that keeps its owner: what it is worth, and how the knights stand."""
        for event in self.heard:
            duchy = self.at(event) if event.kind == "grew" else None
            if duchy is None:
                continue
            was, value, name = event.data["before"], event.data["value"], event.data["duchy"]
            words: dict[str, Any] = {"duchy": name, "was": was, "value": value}
            if event.seat == self.seat:
                yield self.say(
                    "{who} {strengthens} the duchy at {duchy}: {strength}.",
                    **words,
                    strength=self.strength(duchy, self.seat),
                )
            elif event.seat >= 0:
                yield self.against(duchy, event.seat, name)
            if value > was and event.seat == self.seat:
                yield self.say("The duchy at {duchy} is worth {value} instead of {was}.", **words)
            elif value > was and event.seat >= 0:
                yield self.say(
                    "{whose} duchy at {duchy} is worth {value} instead of {was}.", event.seat, **words
                )

    def against(self, duchy: Duchy, owner: int, name: str) -> str:
        """How the seat stands in a duchy that another one keeps."""
        own, others = duchy.counts[self.seat], duchy.counts[owner]
        words: dict[str, Any] = {"duchy": name, "own": _count(own, "knight"), "theirs": others}
        if own == others == max(duchy.counts):
            return self.say(
                "{who} {draws} level with {other} at {duchy}: one more knight takes it.", other=owner, **words
            )
        return self.say("{who} {has} {own} at {duchy} against {others} {theirs}.", other=owner, **words)

    def castles(self) -> Iterator[str]:
        for event in self.heard:
            if event.kind == "castle" and event.data["other"] is None:
                text = "The castle between {between} brings {whom} one more knight."
                yield self.say(text, event.seat, between=event.data["between"])
            elif event.kind == "converted":
                text = "{who} {has} one knight more there, and {other} one less."
                yield self.say(text, other=event.data["other"])

    def bastion(self) -> Iterator[str]:
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
                names = " and ".join(self.name(duchy.first) for duchy in near)
                yield f"The bastion on {space} keeps the duchies at {names} apart."
            elif near and near[0].owner not in (NOBODY, self.seat):
                yield self.say(
                    "{whose} duchy at {duchy} cannot grow over {space} any more.",
                    near[0].owner,
                    duchy=self.name(near[0].first),
                    space=space,
                )
            yield self.say("{who} {has} {left} after that.", left=_count(left - 1, "bastion"))
        if not self.heard or (not built and all(event.kind == "drew" for event in self.heard)):
            yield self.say("{who} {keeps} {left} for later.", left=_count(left, "bastion"))

    def card(self) -> Iterator[str]:
        """A reinforcement by a card that has no place of its own loses nothing."""
        for event in self.heard:
            if event.kind == "card" and event.data["use"] == "reinforcement":
                card = event.data["card"]
                own = [f"{card}>", f"{card}x"]
                legal = [self.game.action_text(action) for action in self.game.legal(self.before, self.seat)]
                if not any(text.startswith(tuple(own)) for text in legal):
                    yield f"Card {card} cannot place anything by its number now: nothing is lost."

    def supply(self) -> Iterator[str]:
        """The end of the game, where this brings it about or near."""
        knights = self.after[0]["knights"]
        empty = [p for p in range(self.game.players) if knights[p] <= 0]
        if empty:
            yield self.say("{whose} supply of knights is empty: the game ends with this turn.", empty[0])
        elif 0 < knights[self.seat] <= FEW and knights[self.seat] < self.before[0]["knights"][self.seat]:
            left = _count(int(knights[self.seat]), "knight")
            yield self.say("{who} {has} {left} left in the supply: the end is near.", left=left)

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

    def shielded(self) -> Iterator[str]:
        """Duchies that a rival could have taken with one knight before this, and cannot now."""
        s = self.after[0]
        for (rival, first), spaces in self.ways(self.before).items():
            duchy, group = self.was[first], s["group"][first]
            owner = int(s["owner"][group])
            reach = any(r == rival and s["group"][f] == group for r, f in self.open)
            if reach or owner == rival or duchy.owner not in (owner, NOBODY):
                continue
            words: dict[str, Any] = {"duchy": self.name(first), "spaces": one_of(spaces[:MOST_SPACES])}
            the = "the " if owner in (NOBODY, self.seat) else "{others} "
            text = (
                "{who} can no longer take " + the + "duchy at {duchy} with one knight, as on {spaces} before."
            )
            yield self.say(text, rival, None if owner == NOBODY else owner, **words)

    def exposed(self) -> Iterator[str]:
        """Duchies that this move touched and that a rival could take with the next knight."""
        touched = {
            int(self.after[0]["group"][self.layout.index[event.data["space"]]])
            for event in self.heard
            if event.kind in ("knight", "converted")
        }
        for (rival, first), spaces in self.open.items():
            duchy = self.now[first]
            if duchy.owner == self.seat and int(self.after[0]["group"][first]) in touched:
                words: dict[str, Any] = {"duchy": self.name(first), "spaces": one_of(spaces[:MOST_SPACES])}
                yield self.say(
                    "{who} could take the duchy at {duchy} with a knight on {spaces}.", rival, **words
                )

    def lone_knight(self) -> Iterator[str]:
        """What a knight that founds nothing yet stands beside."""
        for event in self.heard:
            if event.kind != "knight" or self.at(event) is not None:
                continue
            space = event.data["space"]
            bits = int(self.game.constants["touch"][0][self.layout.index[space]])
            beside = [_landmark(kind) for kind in landmarks(self.layout, self.before[0], bits)]
            if beside:
                yield self.say(
                    "{whose} knight on {space} stands beside {beside}.",
                    space=space,
                    beside=" and ".join(beside),
                )
            else:
                yield self.say("{whose} knight on {space} stands alone: no duchy yet.", space=space)


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _landmark(kind: int) -> str:
    name = LANDMARK_NAMES[kind]
    return f"a city of {name[-1]}" if name.startswith("city") else f"a {name}"
