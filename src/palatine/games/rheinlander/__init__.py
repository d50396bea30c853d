"""Rheinländer: duchies along a river, hidden hands."""

from palatine.core.catalog import About

ABOUT = About(
    name="rheinlander",
    title="Rheinländer",
    players=(3, 5),
    minutes=(45, 60),
    module="palatine.games.rheinlander.game",
)
