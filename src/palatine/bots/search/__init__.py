"""Information-set Monte-Carlo tree search over the compiled rules, from a view alone."""

from palatine.bots.search.player import Choice, SearchPlayer, Thought

__all__ = ["Choice", "SearchPlayer", "Thought"]
