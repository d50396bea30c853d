"""What a table would say aloud: the kinds of events that the rules announce, and their numbers."""

from __future__ import annotations

from palatine.core.events import Kinds

KINDS = Kinds()

# the name of each kind, then what its numbers mean beside the seat
DEALT = KINDS.add("dealt", "round")
CHOSE = KINDS.add("chose", "character")
REVEALED = KINDS.add("revealed", "character")
NEUTRAL_SHOWN = KINDS.add("neutral", "character")
SWAPPED = KINDS.add("swapped", "other", "character", "theirs")
MARKED = KINDS.add("marked", "other", "character", "why")
NO_MARKER = KINDS.add("no_marker")
GUARDED = KINDS.add("guarded")
PASSED = KINDS.add("passed", "card")
CYCLE = KINDS.add("cycle", "round")
TURN = KINDS.add("turn", "character", "equal")
STOLE = KINDS.add("stole", "other", "action")
SKIPPED = KINDS.add("skipped", "action")
SETTLED = KINDS.add("settled", "markers")
GAVE = KINDS.add("gave", "other")
REFILLED = KINDS.add("refilled", "coins")
TOOK = KINDS.add("took", "pile", "coins")
BOUGHT = KINDS.add("bought", "card", "pile", "coins", "left")
USED = KINDS.add("used", "card")
GAINED = KINDS.add("gained", "coins")
EXCHANGED = KINDS.add("exchanged", "card", "other", "theirs")
TRADED = KINDS.add("traded", "card", "pile", "theirs")
ENDED = KINDS.add("ended", "pile")
SCORED = KINDS.add("scored", "pairs", "colours", "singles", "coins")
WON = KINDS.add("won", "score")

# why a marker is given
EQUAL_RANK, HIT, TURNED_BACK = range(3)
WHY = ("equal", "hit", "turned_back")
