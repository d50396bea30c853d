"""A player as a Python class: it tries every choice once and takes the one after which it owns the most.

palatine players check squire:Squire rheinlander        (from the folder of this file)
palatine simulate rivalkings --bots squire:Squire,greedy
"""

from palatine.core.rng import new_rng


class Squire:
    """Plays any game of the house, Rheinländer and Rival Kings a little better than others."""

    def __init__(self, seed):
        self.rng = new_rng(seed)  # the only luck it uses, so that its games can be repeated

    def choose(self, game, view, seat):
        """One of the legal decisions, each a number; game.action_text says what it means."""
        # A view holds nothing hidden.  What is hidden is imagined, so that choices can be tried.
        before = game.imagine(view, seat, self.rng)

        def after(action):
            state = before.copy()
            game.apply(state, seat, action)
            return worth(game.presenting.position(state), seat)

        return max(game.legal(view, seat), key=after)


def worth(position, seat):
    """What a seat owns, counted roughly; the position is the data that docs/records.md explains."""
    if hasattr(position, "duchies"):
        own = [duchy.value + 4 for duchy in position.duchies if duchy.owner == seat]
        return position.coins[seat] + sum(own) + 5 * (position.archbishop == seat)
    if hasattr(position, "piles"):
        me = position.players[seat]
        return me.coins + 4 * (len(me.subjects) + len(me.buildings)) - 2 * me.markers
    return 0
