"""What a browser receives never holds what its seat may not know.

Two tables that differ only in what is hidden from a seat must send it the same bytes, whatever it asks.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from palatine.core.errors import BadMove
from palatine.core.events import Event
from palatine.core.game import SPECTATOR
from palatine.core.rng import new_rng
from palatine.server.errors import Refusal
from palatine.server.live.broadcast import Broadcaster
from palatine.server.live.connection import Connection
from palatine.server.live.presence import PresenceTracker
from palatine.server.live.table import LiveTable
from palatine.server.storage.entries import Header, LoggedEntry, Resumed
from palatine.server.tables import commands, views
from palatine.server.tables.draft import Draft
from palatine.server.tables.state import TableState
from palatine.server.tables.views import table_info

from .browsers import ME, OPEN_SEAT, Browser, Page, RunningServer, changed, checksum, program, settle
from .tables import TableLog, full
from .times import START, ManualTime
from .wording import plain_position

encode = msgspec.json.encode
PRESENCE = PresenceTracker(None, None, None, "process")  # type: ignore[arg-type]
TELLER = Broadcaster(PRESENCE, ManualTime(), "build")

# -- Two tables that look the same ----------------------------------------------------------------------


def twin_of(log: TableLog, seat: int | None, luck: Random) -> TableState:
    """The same table with everything else behind what a seat, or a watcher, does not see."""
    state, viewer = copied(log.state), SPECTATOR if seat is None else seat
    match = state.match
    assert match is not None
    first = len(match.decisions)
    while first and len(match._past[first - 1][2]) > 1 and match.to_act and len(match._past[-1][2]) > 1:
        first -= 1  # what others choose in secret at this time is hidden too
    together = match.decisions[first:]
    before = match._state_before(first) if together else match.state
    rng = new_rng(luck.randbytes(32))
    position = state.game.imagine(state.game.view(before, viewer), viewer, rng)
    shuffle_coins(state, position, luck)
    for n, (other, action) in enumerate(together, start=first):
        match._past[n] = (position.copy(), *match._past[n][1:])
        if other != viewer:
            action = luck.choice(state.game.legal(position, other))
        match.decisions[n] = (other, action)
        state.game.apply(position, other, action)
    match.state = position
    match.events = [hide(state, event, viewer) for event in match.events]
    return state


def copied(state: TableState) -> TableState:
    """The same table once more, as far as it is touched here."""
    twin = copy.copy(state)
    twin.match = state.match and state.match.copy()
    return twin


def hide(state: TableState, event: Event, viewer: int) -> Event:
    """An event with something else where the viewer sees nothing."""
    assert state.match is not None
    seen = state.game.narrating.witness(event, viewer)
    if seen == event:
        return event
    data = {name: value if seen.data[name] == value else "SECRET" for name, value in event.data.items()}
    assert "SECRET" in data.values()
    return msgspec.structs.replace(event, data=data)


def shuffle_coins(state: TableState, position: Any, luck: Random) -> None:
    """Sums that anybody could have counted, but that the rules keep off the table."""
    s = position[0]
    if state.game.name == "rheinlander" and not s["open_coins"] and state.to_act:
        s["coins"][: state.game.players] = [luck.randrange(60) for _ in range(state.game.players)]
    if state.game.name == "rivalkings" and not s["open_piles"] and state.to_act:
        for pile in range(4):
            if s["money"][pile]:
                s["money"][pile] = luck.randrange(1, 9)


def answers(state: TableState, seat: int | None, luck: Random) -> Iterator[tuple[str, bytes]]:
    """Everything that a seat can be told now, and what it was told for."""
    table = LiveTable(state)
    user = None if seat is None else state.seats[seat].user
    connection = Connection(user)
    connection.selected = seat
    online = [True] * state.game.players
    yield from messages(state, seat)
    yield "table", encode(table_info(state, user, online, START, seat))
    if seat is None:
        return
    question = state.asked.get(seat, 0)
    legal = moves(json.loads(encode(TELLER.snapshot(table, connection)))["ask"])
    texts = [state.game.action_text(action) for action in any_actions(state, 10, luck)]
    tried = [[], *([move] for move in sample(legal, 4, luck)), *([text] for text in texts[:5])]
    tried += [[move, *sample(texts + [".", "end", "skip"], 1, luck)] for move in sample(legal, 3, luck)]
    for turn in tried:
        yield f"consider {turn}", answered(lambda: Draft(state, seat, question, turn).consider())  # noqa: B023
        yield f"play {turn}", answered(lambda: list(commands.play(state, seat, question, turn, "id")))  # noqa: B023
        for things in pointed(state, legal, luck):
            words = f"why {turn} {things}"
            yield words, answered(lambda: Draft(state, seat, question, turn).explain(things))  # noqa: B023
    yield "undo", answered(lambda: list(commands.undo(state, seat, "id")))


def messages(state: TableState, seat: int | None) -> Iterator[tuple[str, bytes]]:
    """What is told without being asked for: the whole, with all previews, and what changes."""
    table, connection = LiveTable(state), Connection(None if seat is None else state.seats[seat].user)
    connection.selected = seat
    yield "snapshot", encode(TELLER.snapshot(table, connection))
    yield "update", update(table, connection)


def moves(ask: dict[str, Any] | None) -> list[str]:
    return [choice["move"] for choice in ask["choices"]] if ask else []


def update(table: LiveTable, connection: Connection) -> bytes:
    """What somebody is told who looks on while nothing happens."""
    table.add(connection)
    TELLER.apply(table, [LoggedEntry(table.state.number + 1, START, Resumed(START))])
    return b"".join(connection._waiting)


def sample(some: list[str], most: int, luck: Random) -> list[str]:
    return luck.sample(some, min(most, len(some)))


def pointed(state: TableState, legal: list[str], luck: Random) -> Iterator[list[str]]:
    """Things that somebody may point at, possible or not."""
    some = [state.game.parse_action(move) for move in sample(legal, 2, luck)]
    some += any_actions(state, 3, luck)
    for action in some:
        things = list(state.game.notation.things(action))
        yield luck.sample(things, luck.randint(0, len(things)))


def any_actions(state: TableState, count: int, luck: Random) -> list[int]:
    """Decisions that this table has, legal or not."""
    found: list[int] = []
    while len(found) < count:
        action = luck.randrange(state.game.num_actions)
        try:
            found.append(state.game.parse_action(state.game.action_text(action)))
        except BadMove:
            continue
    return found


def answered(ask: Any) -> bytes:
    try:
        return encode(ask())
    except Refusal as refusal:
        return encode([refusal.code, refusal.message])


TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("rheinlander", 3, {}),
    ("rheinlander", 4, {"convert_on_river": True, "river_needs_knights": True}),
    ("rheinlander", 5, {"open_coins": True}),
    ("rivalkings", 2, {}),
    ("rivalkings", 3, {"open_piles": True}),
    ("rivalkings", 4, {}),
]


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("game, people, options", TABLES, ids=lambda value: str(value) if value else "")
def test_what_is_hidden_makes_no_difference_to_any_byte(
    game: str, people: int, options: dict[str, Any], number: int
) -> None:
    luck = Random(f"{game} {people} {number}")
    log = full(game, people, seed=number, **options)
    seen = 0
    while log.state.to_act:
        if luck.randrange(10) == 0:
            for seat in (luck.choice([None, *range(people)]), luck.choice(log.state.to_act)):
                check_twins(log, seat, luck)
            seen += 1
        log.play_any(luck)
    assert seen


def check_twins(log: TableLog, seat: int | None, luck: Random) -> None:
    real, twin, asking = copied(log.state), twin_of(log, seat, luck), luck.randrange(10**9)
    for (what, told), (_, also) in zip(
        answers(real, seat, Random(asking)), answers(twin, seat, Random(asking)), strict=True
    ):
        assert told == also, f"{what} tells seat {seat} something hidden"


@pytest.mark.parametrize("game, people, options", TABLES, ids=lambda value: str(value) if value else "")
def test_no_message_tells_what_is_hidden_at_any_moment(
    game: str, people: int, options: dict[str, Any], long: bool
) -> None:
    """Ten thousand positions in all; a hundred thousand where there is time."""
    luck, left = Random(f"{game} {people} always"), 17_000 if long else 1_700
    while left > 0:
        log = full(game, people, seed=left, **options)
        while log.state.to_act and left > 0:
            for seat in (None, *range(people)):
                real, twin = messages(copied(log.state), seat), messages(twin_of(log, seat, luck), seat)
                for (what, told), (_, also) in zip(real, twin, strict=True):
                    assert told == also, f"{what} tells seat {seat} something hidden"
                left -= 1
            log.play_any(luck)


def test_twins_are_different_behind_what_is_seen() -> None:
    """Else the test above would show nothing."""
    luck = Random(1)
    for game, people, options in TABLES:
        log = full(game, people, **options)
        for _ in range(20):
            log.play_any(luck)
        real, twin = log.state, twin_of(log, 0, luck)
        assert real.match is not None
        assert twin.match is not None
        changed = {
            name
            for name in real.match.state.dtype.names or ()
            if real.match.state[name].tobytes() != twin.match.state[name].tobytes()
        }
        assert {"hand", "pile", "key"} <= changed
        assert twin.match.show(0) == real.match.show(0)


def test_a_secret_choice_is_hidden_whoever_chose_first() -> None:
    luck = Random(2)
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        log = full("rivalkings", 3, seed=str(order))
        for seat in order[:-1]:
            log.play_any(luck, seat)
            for other in (None, 0, 1, 2):
                check_twins(log, other, luck)


def test_what_others_draw_or_choose_is_masked_in_the_log() -> None:
    luck = Random(3)
    for game, kind, field in (("rheinlander", "drew", "card"), ("rivalkings", "chose", "character")):
        log = full(game, 3)
        for _ in range(40):
            log.play_any(luck)
        for seat in (None, 0, 1, 2):
            lines = [line for line in views.lines(log.state, seat) if line.kind == kind]
            assert {line.seat for line in lines} == {0, 1, 2}
            for line in lines:
                assert (line.data[field] is None) == (line.seat != seat)


# -- Over the wire -------------------------------------------------------------------------------------


def secrets_of(header: Header) -> list[str]:
    """What nobody may hold while the game runs: the seed, and the generator's key."""
    key = new_rng(bytes.fromhex(header.seed))["key"][0]
    return [header.seed, header.seed.upper(), *(str(word) for word in key.tolist())]


class Spy(Browser):
    """A browser that notes every answer it gets."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.got: list[str] = []
        self.http.event_hooks["response"].append(self._note)

    async def _note(self, response: Any) -> None:
        await response.aread()
        self.got.append(response.text)

    def everything(self) -> list[str]:
        return [*self.got, *(frame for page in self.pages for frame in page.frames)]


PAGES = ("/", "/t/{}", "/api/me", "/api/games", "/api/tables", "/api/tables/{}", "/api/schema/openapi.json")


async def spy_around(spy: Spy, table: str) -> None:
    for path in PAGES:
        await spy.http.get(path.format(table))


async def ask_about(page: Page, luck: Random) -> None:
    """Ask the server whatever a client may ask."""
    assert page.ask is not None
    question = page.ask["question"]
    await page.reply("consider", "considered", question=question, moves=[])
    for choice in luck.sample(page.ask["choices"], 1):
        await page.reply("consider", "considered", question=question, moves=[choice["move"]])
        await page.reply("explain", "explanation", question=question, moves=[], things=choice["things"])
    await page.play("nonsense", question=question)


@pytest.mark.anyio
@pytest.mark.parametrize("game, seats", [("rheinlander", 3), ("rivalkings", 3)])
async def test_a_whole_game_tells_a_seat_only_its_view(server: RunningServer, game: str, seats: int) -> None:
    """Two people and a program; afterwards the log is read again and held against every frame."""
    luck = Random(f"spied {game}")
    async with Spy(server.address) as anna, Spy(server.address) as bert, Spy(server.address) as watcher:
        for person, name in ((anna, "Anna"), (bert, "Bert"), (watcher, "Watcher")):
            await person.come(name)
        table = await anna.open(game, ME, OPEN_SEAT, program(), listed=True)
        await bert.join(table)
        pages = [await anna.at(table), await bert.at(table), await watcher.at(table)]
        await play_and_ask(pages, [anna, bert, watcher], table, luck)
        header = await server.game_server.storage.tables.header(table)
        entries = await server.game_server.storage.tables.entries(table)
        assert header is not None
        players = {person: person.cookie.rpartition(".")[0] for person in (anna, bert, watcher)}
        for person in players:
            check_secrets(person.everything(), header, [p for w, p in players.items() if w is not person])
        for page, seat in zip(pages, (0, 1, None), strict=True):
            check_against_log(page, seat, header, entries)


async def play_and_ask(pages: list[Page], people: list[Spy], table: str, luck: Random) -> None:
    record = f"/api/tables/{table}/record"
    while True:
        await settle(*pages)
        if pages[0].over:
            return
        asked = [page for page in pages[:2] if page.owes]
        if not asked:
            await pages[0].hear()
            continue
        page = luck.choice(asked)
        if luck.randrange(8) == 0:
            await ask_about(page, luck)
        if luck.randrange(30) == 0:
            for person in people:
                await spy_around(person, table)
                assert (await person.http.get(record)).status_code == 409
            await pages[2].sync()
        assert (await page.play(luck.choice(page.moves)))["type"] == "ack"


def check_secrets(got: list[str], header: Header, others: list[str]) -> None:
    assert len(got) > 50
    hidden = [*secrets_of(header), *others]
    assert header.host in others or len(others) == 2
    for text in got:
        assert not [secret for secret in hidden if secret in text]


def check_against_log(page: Page, seat: int | None, header: Header, entries: Any) -> None:
    """Every position that was sent is the view at that moment; all else names nothing that is hidden."""
    state, known = TableState(header), {}
    for number, at, entry in entries:
        state.apply(number, at, entry)
        view = state.match and state.match.show(seat)
        known[number] = (json.loads(encode(view)), hidden_words(state, seat))
    heard, position = 0, None
    for message in map(json.loads, page.frames):
        if message["type"] not in ("snapshot", "update"):
            continue
        position = message["shown"] if message["type"] == "snapshot" else changed(position, message)
        shown, hidden = known[message["number"]]
        assert position == shown
        assert message.pop("checksum") == (shown and checksum(shown))
        message.pop("shown", None)
        message["lines"] = [line for line in message["lines"] if line["number"] == message["number"]]
        text = json.dumps(message)
        assert not hidden or not re.search(hidden, text), text
        heard += 1
    assert heard > 30


def hidden_words(state: TableState, seat: int | None) -> str:
    """What a frame would hold only if it told what somebody else has just chosen in secret."""
    if state.match is None or state.game.name != "rivalkings" or not state.match.decisions:
        return ""
    position, last = plain_position(state.match), state.match.decisions[-1][0]
    if position["phase"] != "choose" or last in (seat, *position["to_act"]):
        return ""
    own = [] if seat is None else [position["players"][seat]["character"], *position["players"][seat]["hand"]]
    chosen = position["players"][last]["character"]
    return rf"\b{chosen}\b" if chosen not in own else ""


@pytest.mark.anyio
async def test_a_record_is_given_out_when_the_game_is_over(server: RunningServer) -> None:
    async with server.browsers("Anna") as (anna,):
        table = await anna.open("rivalkings", ME, OPEN_SEAT)
        for status in ("waiting", "playing"):
            answer = await anna.http.get(f"/api/tables/{table}/record")
            assert answer.status_code == 409
            assert answer.json()["code"] == "playing"
            state = server.table(table).state
            assert state.header.seed not in answer.text
            assert state.status == status
            await anna.http.post(f"/api/tables/{table}/fill", json={"level": "random"})
