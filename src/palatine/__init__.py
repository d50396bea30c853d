"""Palatine: Rheinländer and Rival Kings, rules-exact and at native speed."""

__version__ = "0.1.0"
