"""The games of the house: one folder each, found by looking, so that nothing else names a game."""
