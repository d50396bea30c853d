"""Deciding by pointing: things, words, previews and the reasons why something leads nowhere."""

from __future__ import annotations

import pytest
from msgspec.structs import fields

from palatine.core.catalog import game as load_game
from palatine.core.catalog import words_of
from palatine.core.compiled import Array
from palatine.core.errors import IllegalMove
from palatine.core.foresight import Preview, previews
from palatine.core.foresight import preview as previewed
from palatine.core.rng import new_rng
from palatine.games.rheinlander.presenting.positions import Shown

from .rheinlander.table import Table as River
from .rheinlander.table import shown
from .rivalkings.table import Table as Court

RED, GOLD, VIOLET = range(3)
Table = River | Court


def luck() -> Array:
    return new_rng(bytes(32))


def things(table: Table, move: str) -> list[str]:
    game = table.match.game
    return list(game.notation.things(game.parse_action(move)))


def label(table: Table, move: str) -> str:
    game = table.match.game
    return table.match.text(game.narrating.label(game.parse_action(move)))


def called(table: Table, *things: str) -> dict[str, str]:
    """What things are called that may be said as well as pointed at."""
    said = {thing: table.match.game.narrating.thing(thing) for thing in things}
    return {thing: table.match.text(message) for thing, message in said.items() if message}


def prompt(table: Table, seat: int | None = None) -> str:
    match = table.match
    seat = match.to_act[0] if seat is None else seat
    legal = match.game.legal(match.state, seat) or match.alternatives(seat)
    return match.text(match.game.narrating.prompt(match.game.view(match.state, seat), seat, legal))


def why(table: Table, *pointed: str) -> str:
    """The answer to somebody who points at things, from a state imagined by his view."""
    match, seat = table.match, table.match.to_act[0]
    state = match.game.imagine(match.game.view(match.state, seat), seat, luck())
    return match.text(match.game.explaining.why(state, seat, pointed), seat)


def goes_on(table: Table, *moves: str) -> bool:
    """Whether more can be put together with these moves."""
    match, seat = table.match, table.match.to_act[0]
    after = preview(table, *moves).state
    before = match.game.view(match.state, seat)
    return after is not None and match.game.presenting.same_turn(before, match.game.view(after, seat))


def preview(table: Table, *moves: str) -> Preview:
    match, seat = table.match, table.match.to_act[0]
    actions = [match.parse(move, seat) for move in moves]
    return previewed(match.game, match.game.view(match.state, seat), seat, actions, luck())


def told(table: Table, *moves: str) -> list[str]:
    return [table.match.text(event) for event in preview(table, *moves).told]


def hints(table: Table, *, spoken: bool = False) -> dict[str, list[str]]:
    """What each choice would do; or, as it is spoken to whoever has to choose."""
    match, seat = table.match, table.match.to_act[0]
    view = match.game.view(match.state, seat)
    found = previews(match.game, view, seat, match.game.legal(view, seat), luck())
    reader = seat if spoken else None
    return {move: [match.text(message, reader) for message in said] for move, said in found.items()}


# Rheinländer: what is pointed at, and its words.


@pytest.mark.parametrize(
    "move, pointed, words",
    [
        ("23>L23", ["card:23", "space:L23"], "Knight on L23"),
        ("47>I3", ["card:47", "space:I3"], "Knight on I3 with card 47"),
        ("52>I3", ["card:52", "space:I3"], "Knight on I3 with card 52"),
        ("7xL7", ["card:7", "space:L7"], "Convert the knight on L7"),
        ("14+", ["card:14", "use:reinforce"], "Card 14 as reinforcement"),
        ("R22", ["space:R22"], "Knight on R22"),
        ("14-", ["card:14", "use:discard"], "Discard card 14"),
        ("#L30", ["space:L30"], "Bastion on L30"),
        (".", [], "No bastion"),
    ],
)
def test_a_move_on_the_river_is_pointed_at(move: str, pointed: list[str], words: str) -> None:
    table = River()
    assert things(table, move) == pointed
    assert label(table, move) == words


def test_the_uses_of_a_card_have_words_and_pieces_have_none() -> None:
    assert called(River(), "card:14", "use:reinforce", "use:discard", "space:L3") == {
        "use:reinforce": "As reinforcement",
        "use:discard": "Discard",
    }


def test_what_is_asked_in_a_turn_on_the_river() -> None:
    table = River()
    table.knight(RED, "L32")
    table.turn(RED, [20])
    assert prompt(table) == "Your turn: play a card."
    table.play("20+")
    assert prompt(table) == "Place the reinforcement."
    table.play("L33")
    assert prompt(table) == "Add a bastion, or end your turn."


def test_what_is_asked_of_the_archbishop() -> None:
    table = River(landmarks={"S3": "church"})
    table.knight(RED, "L11", "L12")
    table.knight(GOLD, "R44")
    table.turn(RED, [44])
    assert prompt(table) == "Your turn: play a card, or convert a knight with it."
    assert told(table, "44xR44") == [
        "Red plays card 44 and sends the archbishop.",
        "Yellow's knight on R44 is converted and now serves Red.",
    ]


# Rheinländer: why not.


def test_a_space_of_another_area() -> None:
    table = River()
    table.turn(RED, [23])
    assert why(table, "card:23", "space:L30") == ("L30 is not in area 23: that has L23, R23 and W23 (rule 6)")


def test_a_space_whose_card_is_missing() -> None:
    table = River()
    table.turn(RED, [1, 2, 3, 4, 5])
    assert why(table, "space:L30") == "L30 needs card 30, which is not in your hand (rule 5)"
    assert why(table, "space:I3") == "I3 needs card 47 or card 52, and neither is in your hand (rule 5)"
    assert why(table, "card:30") == "Card 30 is not in your hand (rule 5)"
    assert why(table, "card:30", "space:L30") == "Card 30 is not in your hand (rule 5)"


def test_a_space_that_a_reinforcement_would_reach() -> None:
    table = River()
    table.knight(RED, "L33")
    table.turn(RED, [1, 2, 3, 4, 5])
    assert why(table, "space:L32") == (
        "L32 needs card 32, or any card played as reinforcement first (rule 7)"
    )


def test_a_space_that_is_taken() -> None:
    table = River()
    table.bastion(GOLD, "R33", knight="L33")
    table.knight(RED, "L36")
    table.turn(RED, [33])
    assert why(table, "space:L33") == "Yellow's knight stands on L33: each space holds one piece (rule 6)"
    assert why(table, "card:33", "space:R33") == (
        "A bastion stands on R33: each space holds one piece (rule 6)"
    )
    assert why(table, "space:L36") == "Your knight stands on L36: each space holds one piece (rule 6)"


def test_a_river_space_that_is_closed() -> None:
    table = River()
    table.turn(RED, [33])
    closed = "W33 is a river space: it is open only while both L33 and R33 are occupied (rule 6)"
    assert why(table, "card:33", "space:W33") == closed
    assert why(table, "space:W33") == closed


def test_the_archbishop_stays_on_land_and_needs_the_card() -> None:
    table = River(landmarks={"S3": "church"})
    table.knight(RED, "L11", "L12")
    table.knight(GOLD, "L44", "R44", "W44")
    table.turn(RED, [1, 2, 3, 4, 5])
    assert why(table, "space:R44") == "R44 needs card 44, which is not in your hand (rule 5)"
    assert why(table, "space:W44") == "W44 is a river space: knights are converted on land (rule 8)"


def test_a_use_that_a_card_does_not_have() -> None:
    table = River()
    table.turn(RED, [9])
    assert why(table, "card:9", "use:discard") == (
        "A card in hand allows a knight to be placed, so none may be thrown away (rule 9)"
    )
    assert why(table, "card:9", "use:reinforce") == (
        "No free land is next to a knight of yours and away from all others': no reinforcement (rule 7)"
    )


def test_a_card_without_any_use() -> None:
    table = River()
    table.knight(GOLD, "L33", "R33", "W33")
    table.turn(RED, [9, 33])
    assert why(table, "card:33") == (
        "L33, R33 and W33 are all taken or closed (rule 6), "
        "and there is no place for a reinforcement (rule 7)"
    )


@pytest.mark.parametrize(
    "space, answer",
    [
        ("R33", "R33 is next to Yellow's knight: reinforcement is not allowed there (rule 7)"),
        ("R30", "R30 is next to no knight of yours: reinforcement is not allowed there (rule 7)"),
        ("R34", "Your knight stands on R34: reinforcement needs a free land space (rule 7)"),
        ("R36", "A bastion stands on R36: reinforcement needs a free land space (rule 7)"),
        ("W34", "W34 is a river space: a reinforcement goes on land (rule 7)"),
    ],
)
def test_no_place_for_a_reinforcement(space: str, answer: str) -> None:
    table = River(landmarks={"S21": "city2"})
    table.bastion(RED, "R36", knight="R34")
    table.knight(GOLD, "R32", "L33")
    table.turn(RED, [9])
    table.play("9+")
    assert why(table, f"space:{space}") == answer


def test_no_place_for_a_bastion() -> None:
    table = River()
    table.knight(GOLD, "L44")
    table.turn(RED, [44])
    table.play("44>R44")
    assert (
        why(table, "space:L44")
        == "Yellow's knight stands on L44: a bastion needs a free land space (rule 10)"
    )
    assert why(table, "space:R44") == "Your knight stands on R44: a bastion needs a free land space (rule 10)"
    assert why(table, "space:W20") == "W20 is a river space: a bastion goes on land (rule 10)"
    assert why(table, "card:44") == ("That cannot be chosen now. Add a bastion, or end your turn (rule 10)")


@pytest.mark.parametrize(
    "thing", ["seat:1", "use:reinforce", "card:55", "card:x", "space:Z1", "nonsense", ""]
)
def test_whatever_else_is_pointed_at_leads_back_to_the_question(thing: str) -> None:
    assert why(River(), thing) == "That cannot be chosen now. Your turn: play a card (rule 5)"


# Rheinländer: previews and drafts.


def test_a_hint_tells_what_follows_and_not_what_was_pointed_at() -> None:
    table = River()
    table.knight(RED, "L16")
    table.knight(GOLD, "L33")
    table.turn(RED, [17, 33, 39])
    assert hints(table)["17>L17"] == [
        "A duchy of 2 knights forms at Worms L16.",
        "Red's duke rules the duchy at Worms L16.",
    ]
    assert hints(table, spoken=True)["17>L17"][1] == "Your duke rules the duchy at Worms L16."
    assert hints(table)["39>R39"] == ["Red's knight stands on R39."]
    assert hints(table)["39+"] == ["Red plays card 39 as reinforcement."]
    table.play("39>R39")
    assert hints(table)["#L30"] == ["Red builds a bastion on L30."]
    assert hints(table)["."] == ["No bastion."]


def test_a_draft_shows_the_pieces_and_no_drawn_card() -> None:
    table = River()
    table.turn(RED, [17, 33])
    before = shown(table.match, RED)
    hand = before.hands[RED]
    assert hand is not None
    draft = preview(table, "17>L17", "#L30")
    assert draft.done
    assert draft.state is None
    assert [event.kind for event in draft.told] == ["card", "knight", "bastion"]
    assert isinstance(draft.shown, Shown)
    assert draft.shown.spaces == {"L17": RED, "L30": "bastion"}
    assert draft.shown.knights[RED] == before.knights[RED] - 1
    assert draft.shown.hands == [[card for card in hand if card != 17], None, None]
    for field in ("to_act", "phase", "held", "draw_pile", "discard", "coins", "scores", "winners"):
        assert getattr(draft.shown, field) == getattr(before, field)
    assert shown(table.match, RED) == before, "considering changes nothing"


def test_a_draft_goes_on_within_the_turn() -> None:
    table = River()
    table.knight(RED, "L33")
    table.turn(RED, [9])
    draft = preview(table, "9+")
    assert not draft.done
    assert draft.state is not None
    game = table.match.game
    assert [game.action_text(action) for action in game.legal(draft.state, RED)] == ["L32", "L34"]


def test_an_illegal_draft_says_why() -> None:
    table = River()
    table.turn(RED, [9, 10])
    with pytest.raises(IllegalMove, match="a bastion is asked for now"):
        preview(table, "9>L9", "10>L10")
    with pytest.raises(IllegalMove, match="has to happen first"):
        preview(table, "9>L9", ".", "10>L10")


def test_nothing_considered_is_the_present_table() -> None:
    draft = preview(River())
    assert (draft.told, draft.done, draft.shown) == ([], False, None)
    assert draft.state is not None


# Rival Kings: what is pointed at, and its words.


@pytest.mark.parametrize(
    "move, pointed, words",
    [
        ("play Queen", ["character:Queen"], "Play the Queen"),
        ("swap 2", ["seat:2"], "Swap with Violet"),
        ("pass", [], "Pass"),
        ("guard", [], "Use the Watchman"),
        ("skip", [], "Skip"),
        ("end", [], "End the turn"),
        ("steal 2 money", ["action:2:money"], "Steal from Violet: take money"),
        ("settle", ["do:settle"], "Settle a conflict"),
        ("give 2", ["do:give", "seat:2"], "Give a marker to Violet"),
        ("take 3", ["do:money", "pile:3"], "Take the money of pile 3"),
        ("recruit 4", ["do:recruit", "pile:4"], "Recruit from pile 4"),
        ("build 1", ["do:build", "pile:1"], "Build from pile 1"),
        ("use Jailer", ["use:Jailer"], "Use the Jailer"),
        ("use Herbalist 2", ["use:Herbalist", "seat:2"], "Herbalist: give a marker to Violet"),
        ("use MarketWoman 3", ["use:MarketWoman", "pile:3"], "Market Woman: take the money of pile 3"),
        ("use Innkeeper 3", ["use:Innkeeper", "pile:3"], "Innkeeper: recruit from pile 3"),
        ("use Carpenter 1", ["use:Carpenter", "pile:1"], "Carpenter: build from pile 1"),
        ("use Blacksmith 1", ["use:Blacksmith", "pile:1"], "Blacksmith: build from pile 1, a coin less"),
        ("use Farmer take 2", ["use:Farmer", "do:money", "pile:2"], "Farmer: take the money of pile 2"),
        ("use Farmer settle", ["use:Farmer", "do:settle"], "Farmer: settle a conflict"),
        ("use Sailor give 1", ["use:Sailor", "do:give", "seat:1"], "Sailor: give a marker to Gold"),
        ("use Vintner 3 Miner", ["use:Vintner", "pile:3", "pick:3:Miner"], "Vintner: the Miner from pile 3"),
        ("use Miner 1 Forge", ["use:Miner", "pile:1", "pick:1:Forge"], "Miner: the Forge from pile 1"),
        (
            "use CourtLady Forge 2 Garden",
            ["use:CourtLady", "mine:Forge", "theirs:2:Garden"],
            "Court Lady: your Forge for the Garden of Violet",
        ),
        (
            "use Bishop Farmer 1 Miner",
            ["use:Bishop", "mine:Farmer", "theirs:1:Miner"],
            "Bishop: your Farmer for the Miner of Gold",
        ),
        (
            "use Troubadour Forge 3",
            ["use:Troubadour", "mine:Forge", "pile:3"],
            "Troubadour: your Forge for the top of pile 3",
        ),
    ],
)
def test_a_move_at_court_is_pointed_at(move: str, pointed: list[str], words: str) -> None:
    table = Court(3)
    assert things(table, move) == pointed
    assert label(table, move) == words


def test_every_move_at_court_is_pointed_at_in_its_own_way() -> None:
    """But for what is pressed, and for characters and seats that are asked for at different times."""
    game = Court(4).match.game
    pointed = [game.notation.things(action) for action in range(game.num_actions)]
    buttons = [n for n, each in enumerate(pointed) if not each]
    assert [game.action_text(n) for n in buttons] == ["pass", "guard", "skip", "end"]
    assert len(set(pointed)) == len(pointed) - len(buttons) + 1


def test_actions_and_abilities_have_words() -> None:
    assert called(Court(3), "do:money", "use:Jailer", "pick:3:MarketWoman", "use:Nobody") == {
        "do:money": "Take money",
        "use:Jailer": "Jailer – your conflict markers pay you: a coin each",
        "pick:3:MarketWoman": "Market Woman",
    }


def test_what_is_small_at_court_can_be_said() -> None:
    """A stolen action, a pile and a rival have words; a character and a card in a row are only pointed at."""
    pieces = "action:2:recruit", "pile:3", "seat:1", "character:Queen", "mine:Inn", "theirs:1:Inn"
    assert called(Court(3), *pieces) == {"action:2:recruit": "Recruit", "pile:3": "Pile 3", "seat:1": "Gold"}


# Rival Kings: what is asked.


def test_what_is_asked_while_all_choose() -> None:
    table = Court(3).hands({RED: ["Queen"]})
    assert prompt(table) == "Choose your character in secret."
    table.play("play Queen")
    assert prompt(table, RED) == (
        "You have chosen the Queen: you may change your mind until all have chosen."
    )


def test_what_is_asked_of_gardener_and_watchman() -> None:
    table = Court(3).row(RED, ["Gardener"])
    table.choose("Queen", "Duke", "Trader1")
    assert prompt(table) == "Your Gardener: swap characters with a rival, or pass."
    table = Court(3).row(RED, ["Watchman"])
    table.choose("Trader1", "Courtier", "Queen")
    assert prompt(table) == "Your Watchman: turn the markers back, or pass."


def test_what_is_asked_of_a_thief() -> None:
    table = Court(3)
    table.choose("Countess", "Bursar", "Queen")  # the Queen robs the Bursar, and the Bursar the Countess
    assert prompt(table) == "Steal an action from Gold."
    table.play("steal 1 build")
    assert prompt(table) == "The action stolen from Gold: build."
    table.play("skip")
    assert prompt(table) == "Your action: recruit."


def test_what_is_asked_in_a_conflict_of_equals() -> None:
    table = Court(3)
    table.choose("Bursar", "Knight", "Diplomat")
    assert prompt(table) == "In a conflict of equals, one action only: take money or build."


def test_what_is_asked_where_nothing_can_be_done() -> None:
    table = Court(3).row(RED, ["Jailer"]).purse(RED, 0)
    table.choose("Queen", "Duke", "Trader1")
    assert prompt(table) == "You cannot recruit now: skip it, or use your Jailer."
    table.play("skip")
    assert prompt(table) == "Use your Jailer, or end your turn."
    table = Court(3).purse(RED, 0)
    table.choose("Queen", "Duke", "Trader1")
    assert prompt(table) == "You cannot recruit now: skip it."


# Rival Kings: why not.


def queens_turn(table: Court) -> Court:
    """Red's turn with the Queen, who recruits; nobody is in conflict."""
    table.choose("Queen", "Duke", "Trader1")
    return table


def traders_turn(table: Court, *moves: str) -> Court:
    """Red's turn with the Trader, who settles, takes money, recruits and builds; nobody is in conflict."""
    table.choose("Trader1", "Queen", "Duke")
    table.skip_to(RED).play(*moves)
    return table


def test_a_character_of_another_hand() -> None:
    table = Court(3).hands({RED: ["Duke"], GOLD: ["Queen"]})
    assert why(table, "character:Queen") == "The Queen is not in your hand (rule 5)"
    assert why(table, "pile:1") == "That cannot be chosen now. Choose your character in secret (rule 5)"


def test_a_swap_with_oneself() -> None:
    table = Court(3).row(RED, ["Gardener"])
    table.choose("Queen", "Duke", "Trader1")
    assert why(table, "seat:0") == "Characters are swapped with a rival at the table (rule 6)"


def test_an_action_that_cannot_be_stolen() -> None:
    table = Court(3)
    table.choose("Trader1", "Courtier", "Trader2")
    assert why(table, "action:2:money") == "The one to be robbed now is Red (rule 11)"
    assert why(table, "action:0:give") == "The first Trader has no action give (rule 11)"
    assert why(table, "do:give", "seat:2") == "That cannot be chosen now. Steal an action from Red (rule 11)"
    table.play("steal 0 money", "skip", "steal 2 money")
    assert why(table, "action:2:build") == "No theft is due (rule 11)"


def test_an_action_that_is_covered_already() -> None:
    table = Court(3)
    table.choose("Trader1", "Courtier", "Countess")
    table.play("steal 0 money", "skip", "skip", "skip")
    assert why(table, "action:0:money") == "The action money of Red is covered already (rule 11)"


def test_an_action_that_is_not_due_or_was_stolen() -> None:
    table = Court(3)
    table.choose("Trader1", "Courtier", "Queen")
    table.skip_to(GOLD).play("steal 0 money")
    table.skip_to(RED)
    assert why(table, "do:money") == "The action money was stolen by Gold (rule 11)"
    assert why(table, "do:build", "pile:1") == "What is due is settle, not build (rule 11)"
    assert why(table, "action:0:build") == "What is due is settle, not build (rule 11)"
    assert why(table, "pile:1") == "That cannot be chosen now. Your action: settle a conflict (rule 11)"


def test_an_action_after_the_last_one() -> None:
    table = queens_turn(Court(3).row(RED, ["Jailer"]))
    table.play("skip")
    assert why(table, "do:recruit", "pile:3") == "No action is due any more (rule 11)"
    assert why(table, "pile:3") == "That cannot be chosen now. Use your Jailer, or end your turn (rule 11)"


def test_a_pile_that_cannot_be_bought() -> None:
    table = queens_turn(Court(3).top(1, "Garden").top(3, "MarketWoman")).purse(RED, 1)
    assert why(table, "pile:1") == "The Garden on pile 1 is no subject (rule 13)"
    assert why(table, "do:recruit", "pile:3") == "The Market Woman costs 2, and you have 1 (rule 2)"
    table = traders_turn(Court(3).top(1, "CastleWall"), "skip", "skip", "skip").purse(RED, 3)
    assert why(table, "pile:1") == "The Castle Wall costs 4, and you have 3 (rule 2)"


def test_a_purchase_that_is_nowhere_possible() -> None:
    table = queens_turn(Court(3)).purse(RED, 0)
    assert why(table, "do:recruit") == "No subject on top of a pile can be paid: you have 0 coins (rule 11)"


def test_a_pile_without_money() -> None:
    table = traders_turn(Court(3).money(0, 2, 2, 0), "skip")
    assert why(table, "do:money", "pile:4") == "No money lies at pile 4 (rule 3)"
    assert why(table, "pile:4") == "No money lies at pile 4 (rule 3)"


def test_no_marker_to_lay_down() -> None:
    table = traders_turn(Court(3)).markers(0, 1, 1)
    assert why(table, "do:settle") == "You have no conflict marker to lay down (rule 11)"
    table = Court(3).markers(0, 1, 1)
    table.choose("Courtier", "Queen", "Diplomat")
    table.skip_to(RED)
    assert why(table, "seat:1") == "You have no conflict marker to lay down (rule 11)"


def test_a_marker_for_oneself() -> None:
    table = Court(3)
    table.choose("Courtier", "Queen", "Diplomat")
    table.skip_to(RED)
    assert why(table, "seat:0") == "A marker is given to a rival at the table (rule 11)"


def test_a_subject_that_cannot_be_used() -> None:
    table = queens_turn(Court(3).row(RED, ["Scholar", "Jailer"]))
    newest = "Only your newest subject can be used: the Jailer (rule 12)"
    assert why(table, "use:Scholar") == newest
    assert why(table, "mine:Scholar") == newest
    table.play("use Jailer")
    assert why(table, "use:Jailer") == "You have used an ability in this cycle already (rule 12)"
    assert why(queens_turn(Court(3)), "use:Jailer") == "There is no subject to use (rule 12)"


@pytest.mark.parametrize(
    "subject, answer",
    [
        ("Scholar", "This would bring no coin (rule 13)"),
        ("Gardener", "The Gardener is only used when the characters are turned over (rule 6)"),
        ("Watchman", "The Watchman is only used when the characters are turned over (rule 9)"),
        ("Blacksmith", "The Blacksmith helps with a build action that is due, and none is (rule 13)"),
        ("Farmer", "None of your actions was stolen in this cycle (rule 13)"),
        ("Sailor", "The Sailor repeats the one action chosen in a conflict of equals (rule 13)"),
        ("Innkeeper", "No subject on top of a pile can be paid: you have 0 coins (rule 11)"),
        ("Carpenter", "No building on top of a pile can be paid: you have 0 coins (rule 11)"),
        ("Vintner", "No pile holds a subject that you can pay (rule 13)"),
        ("Miner", "No pile holds a building that you can pay (rule 13)"),
        ("CourtLady", "You have no building to exchange (rule 13)"),
        ("Bishop", "No rival has a subject outside perfect pairs (rule 13)"),
    ],
)
def test_a_subject_that_has_nothing_to_do(subject: str, answer: str) -> None:
    table = Court(3).row(RED, [subject])
    table.choose("Queen", "Duke", "Trader1")
    if subject == "Gardener":
        table.play("pass")
    table.purse(RED, 0)
    assert why(table, f"use:{subject}") == answer


def test_a_herbalist_without_a_marker() -> None:
    table = queens_turn(Court(3).row(RED, ["Herbalist"])).markers(0, 1, 1)
    assert why(table, "use:Herbalist") == "You have no conflict marker to lay down (rule 11)"
    assert why(table, "use:Herbalist", "seat:1") == "You have no conflict marker to lay down (rule 11)"


def test_a_pile_that_does_not_help_a_subject() -> None:
    table = queens_turn(Court(3).row(RED, ["Innkeeper"]).top(1, "Garden"))
    assert why(table, "use:Innkeeper", "pile:1") == "The Garden on pile 1 is no subject (rule 13)"
    table = queens_turn(Court(3).row(RED, ["Vintner"]).pile(3, ["Bishop", "Farmer"])).purse(RED, 1)
    assert why(table, "use:Vintner", "pile:1") == "Pile 1 holds no subject that you can pay (rule 13)"
    assert why(table, "use:Vintner", "pile:3", "pick:3:Bishop") == (
        "The Bishop costs 4, and you have 1 (rule 2)"
    )


def test_a_farmer_does_what_was_stolen_and_nothing_else() -> None:
    table = Court(3).row(RED, ["Farmer"]).money(0, 2, 2, 2)
    table.choose("Trader1", "Courtier", "Queen")
    table.skip_to(GOLD).play("steal 0 money")
    table.skip_to(RED)
    assert why(table, "use:Farmer", "do:build") == ("The action build was not stolen in this cycle (rule 13)")
    assert why(table, "use:Farmer", "do:money", "pile:1") == "No money lies at pile 1 (rule 3)"
    assert why(table, "use:Farmer", "pile:1") == "No money lies at pile 1 (rule 3)"


def test_a_card_that_cannot_be_exchanged() -> None:
    table = Court(3).row(RED, ["CourtLady"], ["Forge"]).row(GOLD, ["Miner"], ["Mine", "Inn"])
    table = queens_turn(table)
    mate = "The Mine of Gold belongs to a perfect pair (rule 13)"
    assert why(table, "use:CourtLady", "mine:Forge", "theirs:1:Mine") == mate
    assert why(table, "use:CourtLady", "theirs:1:Mine") == mate
    assert why(table, "use:CourtLady", "theirs:1:Miner") == (
        "The Court Lady exchanges a building of yours for a rival's (rule 13)"
    )
    assert why(table, "use:CourtLady", "mine:Forge", "theirs:1:Farm") == "Gold has no Farm (rule 13)"
    assert why(queens_turn(Court(3)), "theirs:1:Inn") == (
        "Only a Court Lady or a Bishop reaches the cards of a rival (rule 13)"
    )


# Rival Kings: previews.


def test_a_hint_at_court_tells_what_follows() -> None:
    table = queens_turn(Court(3).row(RED, ["Jailer"]).top(3, "MarketWoman")).markers(2, 1, 1)
    assert hints(table)["use Jailer"] == ["Red takes 2 coins from the supply."]
    assert hints(table)["recruit 3"] == ["Red gets the Market Woman from pile 3 for 2 coins."]
    assert hints(table)["skip"] == ["Red skips the action “recruit”."]
    table.play("use Jailer")
    assert hints(table)["skip"] == ["Red skips the action “recruit”.", "Gold's turn with the Duke."]


def test_what_lies_at_a_pile_is_not_told_beforehand() -> None:
    assert hints(traders_turn(Court(3), "skip"))["take 1"] == ["Take the money of pile 1."]
    open_table = traders_turn(Court(3, open_piles=True), "skip")
    assert hints(open_table)["take 1"] == ["Red takes 2 coins from pile 1."]


def test_the_last_secret_choice_ends_foresight() -> None:
    table = Court(3).hands({RED: ["Queen"], GOLD: ["Duke"], VIOLET: ["Trader1"]})
    table.play("play Queen", "play Duke")
    assert hints(table)["play Trader1"] == ["Violet chooses the first Trader."]
    trader = "Rank F: settle, money, recruit, build; robs nobody."
    assert hints(table, spoken=True)["play Trader1"] == [trader]
    draft = preview(table, "play Trader1")
    assert [event.kind for event in draft.told] == ["chose"]
    assert draft.done
    assert draft.shown is None


def test_a_theft_and_what_was_stolen_are_considered_together() -> None:
    table = Court(3)
    table.choose("Countess", "Bursar", "Queen")
    draft = preview(table, "steal 1 build")
    assert not draft.done
    assert draft.state is not None
    assert goes_on(table, "steal 1 build")
    done = preview(table, "steal 1 money", "take 1")
    assert done.done
    assert done.hidden
    assert [event.kind for event in done.told] == ["stole"]


def test_a_turn_at_court_is_put_together_up_to_what_is_hidden() -> None:
    table = Court(3).markers(3, 1, 1)
    table.choose("Countess", "Queen", "Duke")
    table.play("recruit 3", "settle", "recruit 4")
    assert table.match.to_act == (RED,)
    assert goes_on(table, "settle")
    assert not preview(table, "settle").hidden
    paid = preview(table, "settle", "take 1")
    assert (paid.done, paid.hidden) == (True, True)
    assert not goes_on(table, "settle", "skip", "skip"), "the choice for the next cycle is no part of it"
    assert not preview(table, "settle", "skip", "skip").hidden


def test_a_swap_and_the_next_choice_are_no_part_of_the_turn() -> None:
    swapping = Court(3).row(RED, ["Gardener"])
    swapping.choose("Trader1", "Queen", "Duke")
    assert prompt(swapping).startswith("Your Gardener")
    assert not preview(swapping, "swap 1").done
    assert not goes_on(swapping, "swap 1"), "what comes of it is seen before one goes on"


def test_every_decision_of_a_river_turn_belongs_to_it() -> None:
    table = River()
    table.turn(RED, [9])
    assert goes_on(table, "9>L9")
    whole = preview(table, "9>L9", ".")
    assert (whole.done, whole.hidden) == (True, True)


# What a table may agree on.


@pytest.mark.parametrize("name", ["rheinlander", "rivalkings"])
def test_what_is_offered_can_be_agreed_on(name: str) -> None:
    fewest = 3
    for offer in type(load_game(name, {"players": fewest})).offers():
        assert f"option-{offer.name}" in words_of(name)
        value = True if offer.choices is None else offer.choices[0]
        assert load_game(name, {"players": fewest, offer.name: value}).options[offer.name] == value


def test_every_switch_is_offered() -> None:
    for name in ("rheinlander", "rivalkings"):
        kind = type(load_game(name, {"players": 3}))
        switches = {field.name for field in fields(kind.Options) if field.type is bool}
        assert {offer.name for offer in kind.offers() if offer.choices is None} == switches


def test_boards_of_ones_own_are_offered(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    kind = type(load_game("rheinlander", {"players": 3}))
    (board,) = (offer for offer in kind.offers() if offer.name == "board")
    assert board.choices == ("rhine",)
    (tmp_path / "bends.jsonl").write_text("")  # type: ignore[operator]
    monkeypatch.setenv("PALATINE_BOARDS", str(tmp_path))
    (board,) = (offer for offer in kind.offers() if offer.name == "board")
    assert board.choices == ("rhine", "bends")
