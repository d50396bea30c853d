"""What a decision has to fulfil, by name: `legal` lists what nothing forbids, a refusal names what does.

The functions that test them stand with the rules; each gives the number of the condition that is not met,
or FINE.
"""

from __future__ import annotations

from palatine.core.conditions import Conditions

CONDITIONS = Conditions()
FINE = 0

# before the turns
NOT_IN_HAND = CONDITIONS.add("not-in-hand", rule=5, character=str)
CHARACTER_DUE = CONDITIONS.add("character-due", rule=5)
SWAP_WITH_RIVAL = CONDITIONS.add("swap-with-rival", rule=6)
GARDENER_ASKED = CONDITIONS.add("gardener-asked", rule=6)
WATCHMAN_ASKED = CONDITIONS.add("watchman-asked", rule=9)

# what is due in a turn
TURN_FOR_ACTIONS = CONDITIONS.add("turn-for-actions", rule=11)
NO_THEFT_DUE = CONDITIONS.add("no-theft-due", rule=11)
THEFT_DUE = CONDITIONS.add("theft-due", rule=11, victim=int)
OTHER_VICTIM = CONDITIONS.add("other-victim", rule=11, victim=int)
NO_SUCH_ACTION = CONDITIONS.add("no-such-action", rule=11, robbed=str, action=str)
COVERED = CONDITIONS.add("covered", rule=11, action=str, victim=int)
NO_ACTION_DUE = CONDITIONS.add("no-action-due", rule=11)
STOLEN = CONDITIONS.add("stolen", rule=11, action=str, thief=int)
OTHER_DUE = CONDITIONS.add("other-due", rule=11, due=list, action=str)
NOTHING_TO_SKIP = CONDITIONS.add("nothing-to-skip", rule=11)
ACTION_DUE = CONDITIONS.add("action-due", rule=11, due=list)

# doing an action
NO_MARKER = CONDITIONS.add("no-marker", rule=11)
GIVE_TO_RIVAL = CONDITIONS.add("give-to-rival", rule=11)
NO_MONEY = CONDITIONS.add("no-money", rule=3, pile=int)
PILE_EMPTY = CONDITIONS.add("pile-empty", rule=14, pile=int)
OTHER_TYPE = CONDITIONS.add("other-type", rule=13, card=str, pile=int, type=str)
TOO_DEAR = CONDITIONS.add("too-dear", rule=2, card=str, cost=int, purse=int)

# using a subject
ABILITY_USED = CONDITIONS.add("ability-used", rule=12)
NO_SUBJECT = CONDITIONS.add("no-subject", rule=12)
NOT_ACTIVE = CONDITIONS.add("not-active", rule=12, active=str)
BRINGS_NOTHING = CONDITIONS.add("brings-nothing", rule=13)
NO_BUILD_DUE = CONDITIONS.add("no-build-due", rule=13)
NOT_STOLEN = CONDITIONS.add("not-stolen", rule=13, action=str)
NOT_REPEATED = CONDITIONS.add("not-repeated", rule=13)
NOT_IN_PILE = CONDITIONS.add("not-in-pile", rule=13, card=str, pile=int)
NOT_IN_ROW = CONDITIONS.add("not-in-row", rule=13, mine=str)
NOT_IN_ROWS = CONDITIONS.add("not-in-rows", rule=13, mine=str)
EXCHANGE_WITH_RIVAL = CONDITIONS.add("exchange-with-rival", rule=13)
RIVAL_HAS_NONE = CONDITIONS.add("rival-has-none", rule=13, rival=int, theirs=str)
PERFECT_PAIR = CONDITIONS.add("perfect-pair", rule=13, rival=int, theirs=str)
NO_TOP_CARD = CONDITIONS.add("no-top-card", rule=13, pile=int)
