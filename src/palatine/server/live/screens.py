"""The positions that are on the screens around a table, so that only what changes in them is sent."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec

from palatine.core.game import SPECTATOR, Seat
from palatine.core.match import Match
from palatine.server.live.connection import encode
from palatine.server.tables.changes import Changes, Field, in_order

Fields = dict[str, Field]


class News(NamedTuple):
    """What changes on a screen; see the message `Update`."""

    changed: list[Any]  # of what is encoded already, and of changes
    gone: list[Any]
    checksum: int | None


class Screens:
    """What every seat that looks at a table, and everybody who watches, has been shown last.

    All are shown the same but for a few fields, so these alone are held for each.
    """

    def __init__(self, match: Match) -> None:
        self._shared: Fields = {}
        self._own: dict[Seat, Fields] = {}
        self._take_shared(match)

    def add(self, match: Match, seat: Seat | None) -> int:
        """From now on a seat looks at the table, or another watcher; the checksum of what it is shown."""
        if seat is not None and seat not in self._own:
            self._own[seat] = self._personal(match, seat, {})
        return self._checksum(seat)

    def advance(self, match: Match, seats: Collection[Seat | None]) -> dict[Seat | None, News]:
        """Another moment: what changes for those who look; others are forgotten."""
        before, known = dict(self._shared), self._own
        self._own = {}
        common = self._take_shared(match)
        everybody = [self._change(name, before[name], self._shared[name]) for name in common]
        for changes in everybody:
            changes.changed = [msgspec.Raw(encode(change)) for change in changes.changed]
        shared = dict(zip(common, everybody, strict=True))
        return {seat: self._news(match, seat, before, shared, known) for seat in seats}

    def _take_shared(self, match: Match) -> list[str]:
        """Look at the table as everybody does: the fields that have changed."""
        self._position = match.show(SPECTATOR)
        values = ((name, getattr(self._position, name)) for name in self._position.__struct_fields__)
        new = _encoded(values, self._shared)
        changed = [name for name, field in new.items() if field is not self._shared.get(name)]
        self._shared = new
        return changed

    def _personal(self, match: Match, seat: Seat, last: Fields) -> Fields:
        """The fields in which a seat is shown something else than everybody."""
        view = match.game.view(match.state, seat)
        return _encoded(match.game.presenting.personal(view, seat, self._position).items(), last)

    def _news(
        self,
        match: Match,
        seat: Seat | None,
        before: Fields,
        shared: Mapping[str, Changes],
        known: Mapping[Seat, Fields],
    ) -> News:
        parts = dict(shared)
        if seat is not None:
            last = known.get(seat, {})
            own = self._own[seat] = self._personal(match, seat, last)
            for name in {**last, **own}:
                old, new = last.get(name, before[name]), own.get(name, self._shared[name])
                parts[name] = self._change(name, old, new)
        changed = [change for changes in parts.values() for change in changes.changed]
        gone = [path for changes in parts.values() for path in changes.gone]
        return News(changed, gone, self._checksum(seat))

    def _change(self, name: str, before: Field, after: Field) -> Changes:
        changes = Changes()
        if before is not after:
            changes.note((name,), before.value, after.value)
        return changes

    def _checksum(self, seat: Seat | None) -> int:
        fields = self._shared if seat is None else {**self._shared, **self._own[seat]}
        return sum([field.sum for field in fields.values()]) & 0xFFFFFFFF


def _encoded(values: Iterable[tuple[str, Any]], known: Fields) -> Fields:
    """Fields as they are told; one that is told as before is the one that is known."""
    fields: Fields = {}
    for name, value in values:
        json, old = in_order(value), known.get(name)
        fields[name] = old if old is not None and old.json == json else Field(name, value, json)
    return fields
