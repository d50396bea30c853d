"""Rival Kings: secret simultaneous choice, a court to collect."""

from palatine.core.catalog import About

ABOUT = About(
    name="rivalkings",
    title="Rival Kings",
    players=(2, 4),
    minutes=(20, 30),
    module="palatine.games.rivalkings.game",
)
