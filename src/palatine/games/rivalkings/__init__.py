"""Rival Kings: secret simultaneous choice, a court to collect."""

from palatine.core.catalog import About

ABOUT = About(
    name="rivalkings",
    title="Rival Kings",
    players=(2, 4),
    minutes=(20, 30),
    summary="Choose a member of the court in secret, rob your rivals, and pair subjects with buildings.",
    module="palatine.games.rivalkings.game",
)
