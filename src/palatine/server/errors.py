"""What the server answers when it does not do what was asked."""

from __future__ import annotations

from palatine.core.errors import PalatineError
from palatine.core.messages import Message, Phrase, Value


class Refusal(PalatineError):
    """Something that is not done: a word for programs, a message for people, a status for HTTP."""

    def __init__(self, code: str, message: Message, status: int = 409, game: str | None = None) -> None:
        super().__init__(message, game)
        self.args = (code, message, status, game)
        self.code = code
        self.status = status


class Reason(Phrase):
    """A reason to refuse something: the word for programs, the key of its words, and the status."""

    def __init__(self, code: str, key: str, status: int = 409, /, **arguments: type) -> None:
        super().__init__(f"refusal-{key}", **arguments)
        self.code = code
        self.status = status

    def refuse(self, *, game: str | None = None, **values: Value) -> Refusal:
        """The refusal for this reason; `game` is the one whose words its arguments may need."""
        return Refusal(self.code, self(**values), self.status, game)


# Every reason there is; one word may be given for several.
OUR_FAULT = Reason("our_fault", "our-fault", 500)
STALE = Reason("stale", "stale")

UNKNOWN_TABLE = Reason("unknown_table", "unknown-table", 404, table=str)
UNREADABLE_TABLE = Reason("unreadable_table", "unreadable-table", 500)
UNKNOWN_GAME = Reason("unknown_game", "unknown-game", 404, why=Message)
UNKNOWN_LANGUAGE = Reason("unknown_language", "unknown-language", 404, language=str)
UNKNOWN_THEME = Reason("unknown_theme", "unknown-theme", 404)
UNKNOWN_ART = Reason("unknown_art", "unknown-art", 404, file=str)
UNKNOWN_LEVEL = Reason("unknown_level", "unknown-level", 400, level=str)
UNKNOWN_REPLAY = Reason("unknown_replay", "unknown-replay", 404, id=str)
UNKNOWN_VIEWER = Reason("unknown_viewer", "unknown-viewer", 400, last=int)
UNKNOWN_ANALYSIS = Reason("unknown_analysis", "unknown-analysis", 404, id=str)

CLOSED = Reason("over", "closed", why=str, given=bool)
REMOVED = Reason("removed", "removed", 403, why=str, given=bool)
BANNED = Reason("banned", "banned", 403, until=str, ends=bool, why=str, given=bool)
FULL = Reason("full", "full")
TAKEN = Reason("taken", "taken")
UP_AND_DOWN = Reason("too_often", "up-and-down", 429, seconds=int)
CROWDED = Reason("too_often", "crowded", 429, seconds=int)
NO_SEAT = Reason("watching", "no-seat", 403)
NOT_HOST = Reason("not_host", "not-host", 403)
NOT_YOUR_SEAT = Reason("not_your_seat", "not-your-seat", 403)
NO_SEAT_SELECTED = Reason("no_seat_selected", "no-seat-selected", 403)

NOTHING_TO_ADD = Reason("not_asked", "nothing-to-add")
NO_PROMISE = Reason("bad_message", "no-promise", 400)
OTHER_PROMISE = Reason("promised", "other-promise")
BROKEN_PROMISE = Reason("broken_promise", "broken-promise", 400)
TOLD_EARLY = Reason("told_early", "told-early")

WATCHING = Reason("watching", "watching", 403)
NOT_BEGUN = Reason("waiting", "not-begun")
GAME_OVER = Reason("over", "game-over")
NOT_YOUR_TURN = Reason("not_your_turn", "not-your-turn", seats=list)
NOTHING_ASKED = Reason("not_your_turn", "nothing-asked")
PROGRAM_DECIDES = Reason("not_your_turn", "program-decides")
LATE = Reason("late", "late")
ILLEGAL = Reason("illegal", "illegal", 400, move=str, reason=Message)
NO_ALTERNATIVE = Reason("illegal", "no-alternative", 400)
UNFORESEEN = Reason("unforeseen", "unforeseen")

NOTHING_OF_YOURS = Reason("watching", "nothing-of-yours", 403)
NOT_RUNNING = Reason("over", "not-running")
NOTHING_YET = Reason("nothing", "nothing-yet")
TAKEN_BACK = Reason("too_often", "taken-back", most=int)
TAKEN_BACK_HERE = Reason("too_often", "taken-back-here", most=int)
ABSENT = Reason("absent", "absent", seats=list)
DECLINED = Reason("declined", "declined")
ASKED_ALREADY = Reason("asked_already", "asked-already")
NOT_ASKED = Reason("not_asked", "not-asked")
NOT_AWAY = Reason("not_away", "not-away")
WAITED_LONG = Reason("too_often", "waited-long", most=int)
REMATCH_WATCHING = Reason("watching", "rematch-watching", 403)
REMATCH_EARLY = Reason("playing", "rematch-early")

BAD_OPTIONS = Reason("bad_options", "bad-options", 400, why=Message)
LEVEL_OF_PROGRAM = Reason("bad_seats", "level-of-program", 400)
NAME_AT_DEVICE = Reason("bad_seats", "name-at-device", 400)
SEATS_AS_PLAYERS = Reason("bad_seats", "seats-as-players", 400)
NAME_MISSING = Reason("bad_seats", "name-missing", 400)
NAMES_ALIKE = Reason("bad_seats", "names-alike", 400)
BAD_NAME = Reason("bad_name", "bad-name", 400, most=int)
CLOCK_MOVE = Reason("bad_clock", "clock-move", 400, least=int, most=int)
CLOCK_RESERVE = Reason("bad_clock", "clock-reserve", 400, least=int, most=int)
GRACE = Reason("bad_clock", "grace", 400, least=int, most=int)
BRANCH_AT = Reason("bad_branch", "branch-at", 400, at=int, last=int)
BRANCH_NOBODY = Reason("bad_branch", "branch-nobody", 400)
BRANCH_SEATS = Reason("bad_branch", "branch-seats", 400, right=int, wrong=int)
BRANCH_OTHER_GAME = Reason("bad_branch", "branch-other-game", 400)

NO_HINTS = Reason("no_hints", "no-hints", 403)
BUSY = Reason("busy", "busy", 503, seconds=int)
ENOUGH_BEGUN = Reason("busy", "enough-begun", 503, most=int, seconds=int)
TOO_MUCH = Reason("too_much", "too-much", 429, what=str, seconds=int, minutes=int)
TOO_MANY_SOCKETS = Reason("too_much", "too-many-sockets", 429, most=int, around=int)
RECORD_EARLY = Reason("playing", "record-early")
REPLAY_EARLY = Reason("playing", "replay-early")
RECORD_TOO_LARGE = Reason("too_large", "record-too-large", 413, most=int)

NO_KEY = Reason("no_key", "no-key", 403)
WRONG_KEY = Reason("no_key", "wrong-key", 403)
UNKNOWN_PERSON = Reason("unknown_person", "unknown-person", 404, person=str)
UNKNOWN_BAN = Reason("unknown_ban", "unknown-ban", 404, number=str)
BAD_TARGET = Reason("bad_ban", "bad-target", 400, text=str)
INSIDE = Reason("bad_ban", "inside", 400, text=str, network=str)
TOO_WIDE = Reason("bad_ban", "too-wide", 400, network=str)
OWN_DOOR = Reason("bad_ban", "own-door", 400, target=str)
BAD_END = Reason("bad_ban", "bad-end", 400, most=int)
BAD_WHY = Reason("bad_why", "bad-why", 400, most=int)
NEVER_BEGAN = Reason("over", "never-began")

FOREIGN = Reason("foreign", "foreign", 403)
WRONG_HOST = Reason("wrong_host", "wrong-host", 421, host=str)
NOT_JSON = Reason("not_json", "not-json", 415)
BAD_MESSAGE = Reason("bad_message", "bad-message", 400, detail=str)
MESSAGE_TOO_LARGE = Reason("bad_message", "message-too-large", 400, most=int)
TOO_DEEP = Reason("bad_message", "too-deep", 400)
BAD_ID = Reason("bad_message", "bad-id", 400, most=int)
TURN_TOO_LONG = Reason("bad_message", "turn-too-long", 400, most=int)
TOO_MANY_THINGS = Reason("bad_message", "too-many-things", 400, most=int)
RESTARTING = Reason("restarting", "restarting", 503)
STORAGE_UNUSABLE = Reason("storage", "storage-unusable", 503)
STORAGE_REPLACED = Reason("storage", "storage-replaced", 503)


class Conflict(Exception):
    """Somebody else wrote the next entry of a log at the same moment."""


class Unavailable(Refusal):
    """Nothing can be kept at the moment.  Who keeps it has told so in the log: nobody else needs to."""
