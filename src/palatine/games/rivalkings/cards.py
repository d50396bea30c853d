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
    title: str
    actions: tuple[int, ...]


CHARACTERS = (
    Character("LordProtector", "Lord Protector", (BUILD,)),
    Character("Queen", "Queen", (RECRUIT,)),
    Character("Duke", "Duke", (SETTLE, RECRUIT)),
    Character("Count", "Count", (SETTLE, BUILD)),
    Character("Courtier", "Courtier", (GIVE, MONEY)),
    Character("Priest", "Priest", (GIVE, MONEY)),
    Character("Bursar", "Bursar", (MONEY, BUILD)),
    Character("Knight", "Knight", (MONEY, RECRUIT)),
    Character("Countess", "Countess", (SETTLE, MONEY, RECRUIT)),
    Character("Diplomat", "Diplomat", (SETTLE, MONEY, BUILD)),
    Character("Trader1", "first Trader", (SETTLE, MONEY, RECRUIT, BUILD)),
    Character("Trader2", "second Trader", (SETTLE, MONEY, RECRUIT, BUILD)),
)

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
    """A subject, its building, and what the subject can do.

    `printed` tells which of the two prices the rulebook fixes; the others are ours (rule 2).
    """

    subject: str
    building: str
    titles: tuple[str, str]
    prices: tuple[int, int]
    printed: tuple[bool, bool]
    ability: str


def _trade(
    subject: str,
    building: str,
    prices: tuple[int, int],
    ability: str,
    printed: tuple[bool, bool] = (False, False),
) -> Trade:
    return Trade(subject, building, (_spaced(subject), _spaced(building)), prices, printed, ability)


def _spaced(name: str) -> str:
    """CourtLady as Court Lady."""
    return "".join(f" {letter}" if letter.isupper() and n else letter for n, letter in enumerate(name))


TRADE = (
    _trade("Gardener", "Garden", (3, 4), "After the reveal, swap characters with a rival.", (True, True)),
    _trade("Watchman", "CastleWall", (2, 4), "A higher rank that hits you takes the marker itself."),
    _trade("Jailer", "Prison", (3, 3), "Your conflict markers pay you: a coin each."),
    _trade("CourtLady", "Pavilion", (4, 4), "Exchange a building of yours for a rival's."),
    _trade("Bishop", "Cathedral", (4, 4), "Exchange a subject of yours for a rival's."),
    _trade("Scholar", "University", (3, 4), "Your buildings pay you: a coin each."),
    _trade("Troubadour", "Tavern", (3, 3), "Exchange a card of yours for the top of a pile."),
    _trade("Sailor", "Harbour", (2, 3), "In a conflict of equals, do your one action twice."),
    _trade("Blacksmith", "Forge", (2, 3), "A building costs you one coin less.", (False, True)),
    _trade("Carpenter", "Carpentry", (2, 3), "Buy a building."),
    _trade("MarketWoman", "Market", (2, 2), "Take the money of a pile."),
    _trade("Innkeeper", "Inn", (2, 2), "Recruit a subject."),
    _trade("Vintner", "Vineyard", (1, 3), "Recruit any subject of a pile.", (True, True)),
    _trade("Miner", "Mine", (1, 2), "Buy any building of a pile."),
    _trade("Herbalist", "HerbMeadow", (1, 1), "Give a conflict marker to a rival."),
    _trade("Farmer", "Farm", (1, 2), "Do an action that was stolen from you."),
)

# A card is its trade, plus 16 for a building.
SUBJECT, BUILDING = 0, 1
KINDS = ("subject", "building")
CARD_NAMES = (*(trade.subject for trade in TRADE), *(trade.building for trade in TRADE))
CARD_TITLES = (*(trade.titles[SUBJECT] for trade in TRADE), *(trade.titles[BUILDING] for trade in TRADE))


def colour(trade: int) -> str:
    return COLOURS[trade // 4]
