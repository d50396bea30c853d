"""The contract between games and everything that plays, stores or shows them.

Knows no game, no network and no clock.
"""
