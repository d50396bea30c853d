"""What a table would say aloud: the kinds of events that the rules announce, and their numbers."""

from __future__ import annotations

from palatine.core.events import Kinds

KINDS = Kinds()

# the name of each kind, then what its numbers mean beside the seat
CARD = KINDS.add("card", "card", "use")
KNIGHT = KINDS.add("knight", "space")
CONVERTED = KINDS.add("converted", "space", "other")
CASTLE_TAKEN = KINDS.add("castle", "site", "other", "space")
FORMED = KINDS.add("formed", "space", "knights")
MERGED = KINDS.add("merged", "space", "duchies")
DUKE = KINDS.add("duke", "space", "other")
KEPT = KINDS.add("kept", "space")
GREW = KINDS.add("grew", "space", "before", "value")
TIED = KINDS.add("tied", "space")
PAID = KINDS.add("paid", "space", "coins", "sites")
BISHOP_COMES = KINDS.add("bishop", "space", "bishops")
BISHOP_LEAVES = KINDS.add("bishop_left", "space", "bishops")
ARCHBISHOP = KINDS.add("archbishop", "other")
BASTION_BUILT = KINDS.add("bastion", "space")
DREW = KINDS.add("drew", "card")
RESHUFFLED = KINDS.add("reshuffled", "pile")
ENDED = KINDS.add("ended", "reason")
SCORED = KINDS.add("scored", "coins", "dukes", "landmarks", "archbishop")
WON = KINDS.add("won", "score")

BY_NUMBER, FOR_REINFORCEMENT, FOR_CONVERSION, THROWN_AWAY = range(4)
USES = ("number", "reinforcement", "conversion", "discard")
