"""Rheinländer: duchies along a river, hidden hands."""

from palatine.core.catalog import About

ABOUT = About(
    name="rheinlander",
    title="Rheinländer",
    players=(3, 5),
    minutes=(45, 60),
    summary="Place knights along the river, form duchies, and be paid when you lose them.",
    module="palatine.games.rheinlander.game",
)
