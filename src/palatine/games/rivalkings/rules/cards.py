"""The cards: twelve characters, sixteen trades with a subject and a building each."""

from __future__ import annotations

import msgspec

# The five actions; every character's are printed in this order.
SETTLE, GIVE, MONEY, RECRUIT, BUILD = range(5)
ACTION_NAMES = ("settle", "give", "money", "recruit", "build")
ACTION_KINDS = 5

RANKS = "ABCDEF"
NO_RANK = -1
# Whom each rank comes into conflict with and robs: A over D, B over C, C over F, D over E, E over F (rule 7).
HITS = (3, 2, 5, 4, 5, NO_RANK)


class Character(msgspec.Struct, frozen=True):
    """A member of the court; of each rank there are two, and the first has the symbol (rule 10)."""

    name: str
    actions: tuple[int, ...]


CHARACTERS = (
    Character("LordProtector", (BUILD,)),
    Character("Queen", (RECRUIT,)),
    Character("Duke", (SETTLE, RECRUIT)),
    Character("Count", (SETTLE, BUILD)),
    Character("Courtier", (GIVE, MONEY)),
    Character("Priest", (GIVE, MONEY)),
    Character("Bursar", (MONEY, BUILD)),
    Character("Knight", (MONEY, RECRUIT)),
    Character("Countess", (SETTLE, MONEY, RECRUIT)),
    Character("Diplomat", (SETTLE, MONEY, BUILD)),
    Character("Trader1", (SETTLE, MONEY, RECRUIT, BUILD)),
    Character("Trader2", (SETTLE, MONEY, RECRUIT, BUILD)),
)
CHARACTER_NAMES = tuple(character.name for character in CHARACTERS)

(
    GARDENER,
    WATCHMAN,
    JAILER,
    COURT_LADY,
    BISHOP,
    SCHOLAR,
    TROUBADOUR,
    SAILOR,
    BLACKSMITH,
    CARPENTER,
    MARKET_WOMAN,
    INNKEEPER,
    VINTNER,
    MINER,
    HERBALIST,
    FARMER,
) = range(16)
TRADES = 16
COPIES = 2
COLOURS = ("yellow", "red", "blue", "green")  # four trades each, in order: court, town, village, country


class Trade(msgspec.Struct, frozen=True):
    """A subject and its building.

    `printed` tells which of the two prices the rulebook fixes; the others are ours (rule 2).
    """

    subject: str
    building: str
    prices: tuple[int, int]
    printed: tuple[bool, bool] = (False, False)


TRADE = (
    Trade("Gardener", "Garden", (3, 4), (True, True)),
    Trade("Watchman", "CastleWall", (2, 4)),
    Trade("Jailer", "Prison", (3, 3)),
    Trade("CourtLady", "Pavilion", (4, 4)),
    Trade("Bishop", "Cathedral", (4, 4)),
    Trade("Scholar", "University", (3, 4)),
    Trade("Troubadour", "Tavern", (3, 3)),
    Trade("Sailor", "Harbour", (2, 3)),
    Trade("Blacksmith", "Forge", (2, 3), (False, True)),
    Trade("Carpenter", "Carpentry", (2, 3)),
    Trade("MarketWoman", "Market", (2, 2)),
    Trade("Innkeeper", "Inn", (2, 2)),
    Trade("Vintner", "Vineyard", (1, 3), (True, True)),
    Trade("Miner", "Mine", (1, 2)),
    Trade("Herbalist", "HerbMeadow", (1, 1)),
    Trade("Farmer", "Farm", (1, 2)),
)

# A card is its trade, plus 16 for a building.
SUBJECT, BUILDING = 0, 1
KINDS = ("subject", "building")
SUBJECTS, BUILDINGS = tuple(trade.subject for trade in TRADE), tuple(trade.building for trade in TRADE)
CARD_NAMES = (*SUBJECTS, *BUILDINGS)


def colour(trade: int) -> str:
    return COLOURS[trade // 4]
