"""Goofspiel: secret bids for prizes."""

from palatine.core.catalog import About

ABOUT = About("goofspiel", "Goofspiel", players=(2, 4), minutes=(5, 10), module="goofspiel.game")
