"""What a decision has to fulfil to be legal; `placing` says when each does.

The arguments are what a refusal speaks of.
"""

from __future__ import annotations

from palatine.core.conditions import Conditions

Piece = int | None  # the seat of the knight that stands on a space, or none for a bastion

CONDITIONS = Conditions()

# what is due
CARD_DUE = CONDITIONS.add("card-due", rule=5)
SPACE_DUE = CONDITIONS.add("space-due", rule=7)
BASTION_DUE = CONDITIONS.add("bastion-due", rule=10)
# a card
IN_HAND = CONDITIONS.add("in-hand", rule=5, card=int)
SPACE_FREE = CONDITIONS.add("space-free", rule=6, space=str, piece=Piece)
RIVER_OPEN = CONDITIONS.add("river-open", rule=6, space=str, banks=list[str], knights=bool)
# a conversion
HOLDS_ARCHBISHOP = CONDITIONS.add("holds-archbishop", rule=8)
CONVERTS_ON_LAND = CONDITIONS.add("converts-on-land", rule=8, space=str)
SOMEBODY_THERE = CONDITIONS.add("somebody-there", rule=8, space=str)
NO_BASTION_THERE = CONDITIONS.add("no-bastion-there", rule=8, space=str)
OPPONENT_THERE = CONDITIONS.add("opponent-there", rule=8, space=str)
# a reinforcement
REINFORCEABLE = CONDITIONS.add("reinforceable", rule=7)
FREE_TO_REINFORCE = CONDITIONS.add("free-to-reinforce", rule=7, space=str, piece=Piece)
NEXT_TO_OWN = CONDITIONS.add("next-to-own", rule=7, space=str)
AWAY_FROM_OTHERS = CONDITIONS.add("away-from-others", rule=7, space=str, rival=int)
# a discard, a bastion
NOTHING_TO_PLACE = CONDITIONS.add("nothing-to-place", rule=9)
FREE_FOR_BASTION = CONDITIONS.add("free-for-bastion", rule=10, space=str, piece=Piece)
