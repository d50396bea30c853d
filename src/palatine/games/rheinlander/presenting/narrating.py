"""The words for what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.core.speech import Words, told
from palatine.games.rheinlander.rules.board import Board
from palatine.games.rheinlander.rules.components import LANDMARK_NAMES, REASONS, Layout
from palatine.games.rheinlander.rules.events import USES

TEMPLATES = {
    "card.number": "{who} {plays} card {card}.",
    "card.reinforcement": "{who} {plays} card {card} as reinforcement.",
    "card.conversion": "{who} {plays} card {card} and {sends} the archbishop.",
    "card.discard": "{who} can place nothing and {discards} card {card}.",
    "knight": "{whose} knight stands on {space}.",
    "converted": "{others} knight on {space} is converted and now serves {whom}.",
    "castle.first": "{who} {takes} the castle between {between}.",
    "castle.next": "{who} {replaces} {other} on the castle between {between}.",
    "formed": "A duchy of {knights} knights forms at {duchy}.",
    "merged": "{duchies} duchies become one at {duchy}.",
    "duke.first": "{whose} duke rules the duchy at {duchy}.",
    "duke.next": "{who} {takes} the duchy at {duchy} from {other}.",
    "kept": "{whose} duke rules on over the joined duchy at {duchy}.",
    "grew": "{whose} duchy at {duchy} is worth {value} now, {before} before.",
    "grew.alike": "{who} still {rules} the duchy at {duchy}, worth {value}.",
    "grew.nobody": "The duchy at {duchy} still has no owner; its landmarks are worth {landmarks}.",
    "tied": "Nobody leads the joined duchy at {duchy}: all its dukes leave.",
    "paid": "{whose} duke leaves {duchy}: {coins} ({parts}).",
    "bishop": "{who} {installs} a bishop at {duchy}.",
    "bishop_left": "{whose} bishop leaves {duchy}.",
    "archbishop.some": "{who} {has} the most bishops and {holds} the archbishop.",
    "archbishop.none": "Nobody has the most bishops: the archbishop leaves {other}.",
    "bastion": "{who} {builds} a bastion on {space}.",
    "drew": "{who} {draws} card {card}.",
    "drew.hidden": "{who} {draws} a card.",
    "reshuffled": "The reshuffle card: all discards are shuffled into the pile, {pile} cards.",
    "ended.knights": "The game is over: a supply of knights is empty.",
    "ended.blocked": "The game is over: nobody can place anything.",
    "scored": "{who} {scores} {total}: {coins} in coins, {dukes} for dukes, "
    "{landmarks} for landmarks{crook}.",
    "won": "{who} {wins} with {score} points.",
}

# Which rule says so, by the same keys; drawing a card needs none.
RULES = {
    "card.number": 6,
    "card.reinforcement": 7,
    "card.conversion": 8,
    "card.discard": 9,
    "knight": 5,
    "converted": 8,
    "castle.first": 17,
    "castle.next": 18,
    "formed": 11,
    "merged": 14,
    "duke.first": 12,
    "duke.next": 13,
    "kept": 14,
    "grew": 13,
    "grew.alike": 13,
    "grew.nobody": 12,
    "tied": 14,
    "paid": 15,
    "bishop": 19,
    "bishop_left": 19,
    "archbishop.some": 19,
    "archbishop.none": 19,
    "bastion": 10,
    "reshuffled": 4,
    "ended.knights": 20,
    "ended.blocked": 9,
    "scored": 21,
    "won": 21,
}


def duchy_name(board: Board, spaces: Sequence[str]) -> str:
    """What a duchy is called, alike in the log and in lists: its reach and its first space."""
    return f"{board.reach(spaces[0])} {spaces[0]}"


def named(layout: Layout, s: Any, kind: str, numbers: dict[str, int]) -> dict[str, Any]:
    """The numbers of an event as what they mean, given the state after it."""
    data: dict[str, Any] = dict(numbers)
    if kind == "paid":  # by the name that the old duchy had
        data["duchy"] = duchy_name(layout.board, [layout.names[data["space"]]])
        data["space"] = layout.names[data["space"]]
    elif "space" in data:
        group = int(s["group"][data["space"]])
        if group >= 0:
            first = s["group"].tolist().index(group)
            data["duchy"] = duchy_name(layout.board, [layout.names[first]])
        data["space"] = layout.names[data["space"]]
    if "site" in data:
        site = layout.board.sites[data["site"]]
        data["site"], data["between"] = site.name, " and ".join(site.spaces)
    if "card" in data:
        data["card"] += 1
    if "other" in data:
        data["other"] = None if data["other"] < 0 else data["other"]
    if kind == "card":
        data["use"] = USES[data["use"]]
    if kind == "ended":
        data["reason"] = REASONS[data["reason"]]
    if kind == "paid":
        sites = [site for site in range(len(layout.board.sites)) if data["sites"] >> site & 1]
        data["sites"] = [layout.board.sites[site].name for site in sites]
        data["parts"] = [["duke", 1], *(_part(LANDMARK_NAMES[s["landmark"][site]]) for site in sites)]
    return data


def _part(landmark: str) -> list[Any]:
    """A landmark's part of a payment: castle 1, church 1, city 2 to 4."""
    return ["city", int(landmark[-1])] if landmark.startswith("city") else [landmark, 1]


def text(kind: str, seat: int, data: dict[str, Any], names: Sequence[str]) -> str:
    """An event in English."""
    other = data.get("other")
    words = Words(data, names[seat] if seat >= 0 else "Nobody", None if other is None else names[other])
    if kind == "paid":
        words["coins"] = "1 coin" if data["coins"] == 1 else f"{data['coins']} coins"
        words["parts"] = ", ".join(f"{name} {worth}" for name, worth in data["parts"])
    if kind == "grew":
        words["landmarks"] = data["value"] - 1
    if kind == "scored":
        words["total"] = sum(data[part] for part in ("coins", "dukes", "landmarks", "archbishop"))
        words["crook"] = f", {data['archbishop']} for the archbishop" if data["archbishop"] else ""
    return told(TEMPLATES[_template(kind, seat, data)], words)


def rule(kind: str, seat: int, data: dict[str, Any]) -> int | None:
    """The number of the rule that an event comes from."""
    return RULES.get(_template(kind, seat, data))


def _template(kind: str, seat: int, data: dict[str, Any]) -> str:
    match kind:
        case "card":
            return f"card.{data['use']}"
        case "castle" | "duke":
            return f"{kind}.first" if data["other"] is None else f"{kind}.next"
        case "grew" if seat < 0:
            return "grew.nobody"
        case "grew" if data["before"] == data["value"]:
            return "grew.alike"
        case "archbishop":
            return "archbishop.none" if seat < 0 else "archbishop.some"
        case "drew" if data["card"] is None:
            return "drew.hidden"
        case "ended":
            return f"ended.{data['reason']}"
    return kind
