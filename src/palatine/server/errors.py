"""What the server answers when it does not do what was asked."""

from __future__ import annotations

from palatine.core.errors import PalatineError

OUR_FAULT = "Something went wrong here, and it is our fault. Please try again."


class Refusal(PalatineError):
    """Something that is not done: a word for programs, a sentence for people, a status for HTTP."""

    def __init__(self, code: str, text: str, status: int = 409) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.status = status


def unknown_table(table: str) -> Refusal:
    return Refusal("unknown_table", f"There is no table {table}. Was the link copied whole?", 404)


def unreadable_table() -> Refusal:
    text = "This table was played by other rules than this server knows. Its log is kept, but cannot be read."
    return Refusal("unreadable_table", text, 500)


def stale() -> Refusal:
    return Refusal("stale", "The table has moved on since: nothing was decided. Look again, and choose.")


class Conflict(Exception):
    """Somebody else wrote the next entry of a log at the same moment."""
