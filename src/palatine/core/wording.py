"""Holding catalogues against what the code can say: every key has words, every word is used, with the right
arguments.

`check_words` is part of what a game must pass, beside `palatine.core.conformance`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor

from palatine.core.catalog import About
from palatine.core.game import Game
from palatine.core.messages import Phrase
from palatine.core.statistics import Topic
from palatine.core.words import HOUSE

Said = dict[str, frozenset[str]]  # what can be said: the names of the arguments, by key


class Catalogue(Visitor):
    """What is written in the .ftl files of a folder: keys with the variables and terms that they use."""

    def __init__(self, folder: Path, language: str) -> None:
        self.variables: dict[str, set[str]] = {}
        self.attributes: dict[str, set[str]] = {}
        self.terms: set[str] = set()  # kinds of things that are named by TERM or LIST
        self.referred: set[str] = set()  # by another message
        self.problems: list[str] = []
        self._key = ""
        for path in sorted((folder / language).glob("*.ftl")):
            for entry in FluentParser().parse(path.read_text("utf-8")).body:
                if isinstance(entry, ast.Junk):
                    self.problems.append(f"{path.name}: this is no Fluent: {entry.content!r}")
                elif isinstance(entry, ast.Message):
                    self._read(path, entry)

    def _read(self, path: Path, entry: ast.Message) -> None:
        key = self._key = entry.id.name
        if key in self.variables:
            self.problems.append(f"{path.name}: {key} is there twice")
        self.variables[key] = set()
        self.attributes[key] = {attribute.id.name for attribute in entry.attributes}
        self.visit(entry)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.variables[self._key].add(node.id.name)

    def visit_MessageReference(self, node: ast.MessageReference) -> None:
        self.referred.add(node.id.name)

    def visit_FunctionReference(self, node: ast.FunctionReference) -> None:
        for argument in node.arguments.named:
            if argument.name.name == "of" and isinstance(argument.value, ast.StringLiteral):
                self.terms.add(argument.value.value)
        self.generic_visit(node)


def said_by_modules(modules: Iterable[ModuleType]) -> Said:
    """The phrases that modules declare."""
    phrases = [value for module in modules for value in vars(module).values() if isinstance(value, Phrase)]
    return {phrase.key: frozenset(phrase.arguments) for phrase in phrases}


def modules_below(*packages: str) -> Iterator[ModuleType]:
    """All modules of packages."""
    for name in packages:
        module = import_module(name)
        yield module
        for found in pkgutil.walk_packages(getattr(module, "__path__", ()), f"{name}."):
            if not found.name.endswith(".env"):  # which runs only inside a migration
                yield import_module(found.name)


def said_by_game(kind: type[Game]) -> Said:
    """What the declarations of a game let it say."""
    said: Said = {"summary": frozenset()}
    for name, event in kind.events.kinds.items():
        said[f"event-{name}"] = frozenset({*event.fields, *event.also, "seat"})
    for name, block in kind.decisions.blocks.items():
        said[f"choice-{name}"] = frozenset(block.arguments)
    for condition in kind.conditions.all:
        said[f"refused-{condition.name}"] = frozenset({*condition.arguments, "seat", "rule"})
    for offer in kind.offers():
        said[f"option-{offer.name}"] = frozenset()
    return said


def said_by_topics(topics: Iterable[Topic]) -> Said:
    """What is counted, and the things that are."""
    keys = [f"topic-{topic.name}" for topic in topics]
    keys += [f"{topic.terms or f'topic-{topic.name}'}-{thing}" for topic in topics for thing in topic.things]
    return dict.fromkeys(keys, frozenset())


def check_words(about: About, *, language: str = "en", package: str | None = None) -> None:
    """A game's catalogue has words for all that it can say, and no others.

    Args:
        about: the game.
        language: the folder of its words.
        package: whose modules declare what it says; unless said, the one that its module is in.

    Raises:
        AssertionError: with every key that is missing, unused, or uses other arguments than there are.
    """
    kind: type[Game] = import_module(about.module).GAME
    topics = kind({"players": about.players[0]}).statistics.topics
    said = said_by_modules(modules_below(package or about.module.rpartition(".")[0]))
    house = house_catalogue(language).variables.keys()
    said = {key: arguments for key, arguments in said.items() if key not in house}
    said |= said_by_game(kind) | said_by_topics(topics)
    catalogue = Catalogue(about.folder / "words", language)
    needed = {f"option-{offer.name}": ["help"] for offer in kind.offers()}
    needed |= {f"topic-{topic.name}": ["note", *(["points"] if topic.points else [])] for topic in topics}
    for key, attributes in needed.items():
        missing = {*attributes} - catalogue.attributes.get(key, set())
        catalogue.problems.extend(f"{key} has no attribute {name}" for name in sorted(missing))
    problems = [*catalogue.problems, *differences(catalogue, said)]
    assert not problems, "\n".join(problems)


def house_catalogue(language: str = "en") -> Catalogue:
    """What the house can say."""
    return Catalogue(HOUSE, language)


def differences(catalogue: Catalogue, said: Said, optional: Iterable[str] = ()) -> Iterator[str]:
    """What is wrong with a catalogue, given what can be said."""
    for key, arguments in sorted(said.items()):
        if key not in catalogue.variables:
            yield f"{key} has no words"
        elif unknown := catalogue.variables[key] - arguments:
            yield f"{key} speaks of {sorted(unknown)}, but is said of {sorted(arguments)}"
    used: set[Any] = {*said, *optional, *catalogue.referred}
    for key in catalogue.variables.keys() - used:
        if not any(key.startswith(f"{term}-") for term in (*catalogue.terms, "field")):
            yield f"{key} is never said"
