"""Options: how a table may agree to play.

A game declares them as a struct whose first field is the number of `players`; a field that is true or
false is a switch, off unless said, and stands in the state under the same name if the rules need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from palatine.core.errors import BadOptions
from palatine.core.messages import Phrase

if TYPE_CHECKING:
    from palatine.core.catalog import About

UNKNOWN_OPTION = Phrase("error-unknown-option", name=str, known=list)
NO_PLAYERS = Phrase("error-no-number-of-players")
OPTION_TYPE = Phrase("error-option-type", detail=str)
NUMBER_OF_PLAYERS = Phrase("error-number-of-players", title=str, fewest=int, most=int, players=int)


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What every game's options begin with, and all that a game needs that has no others."""

    players: int


class Offer(msgspec.Struct, frozen=True):
    """An option as it is offered before a game: a switch, or a choice among names.

    Its words are those of `option-NAME`, and what it is good for those of its attribute `help`.
    """

    name: str
    choices: tuple[str, ...] | None = None  # none for a switch


def read_options(kind: type[Options], about: About, options: Mapping[str, Any]) -> Any:
    """Options as the game's struct, or BadOptions with what is wrong and what there is."""
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    for name in options:
        if name not in known:
            raise BadOptions(UNKNOWN_OPTION(name=name, known=known))
    if "players" not in options:
        raise BadOptions(NO_PLAYERS())
    try:
        agreed = msgspec.convert(dict(options), kind)
    except msgspec.ValidationError as error:
        raise BadOptions(OPTION_TYPE(detail=str(error))) from None
    fewest, most = about.players
    if not fewest <= agreed.players <= most:
        problem = NUMBER_OF_PLAYERS(title=about.title, fewest=fewest, most=most, players=agreed.players)
        raise BadOptions(problem)
    return agreed


def as_recorded(agreed: Options) -> dict[str, Any]:
    """Options as a record's header has them: switches that are off are left out."""
    return {name: value for name, value in msgspec.structs.asdict(agreed).items() if value is not False}
