"""What a browser receives never holds what its seat may not know.

Two tables that differ only in what is hidden from a seat must send it the same bytes, whatever it asks.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from palatine.core.errors import BadMove
from palatine.core.events import Event
from palatine.core.game import SPECTATOR
from palatine.core.rng import derive_seed, new_rng
from palatine.server.errors import Refusal
from palatine.server.live.broadcast import Broadcaster
from palatine.server.live.connection import Connection
from palatine.server.live.presence import PresenceTracker
from palatine.server.live.table import LiveTable
from palatine.server.storage.entries import Decided, Entry, Header, LoggedEntry, Resumed
from palatine.server.tables import commands, setup, views
from palatine.server.tables.draft import Draft
from palatine.server.tables.state import TableState
from palatine.server.tables.views import table_info

from .browsers import (
    ME,
    OPEN_SEAT,
    Browser,
    Page,
    RunningServer,
    changed,
    checksum,
    play_on,
    program,
    running,
    settle,
)
from .tables import TableLog, full, shared
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
    shuffle_coins(state, position, viewer, luck)
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
    twin.limits = copy.deepcopy(state.limits)
    twin.asked, twin.done = dict(state.asked), dict(state.done)
    twin.numbers, twin.ids = state.numbers[:], state.ids[:]
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


def shuffle_coins(state: TableState, position: Any, viewer: int, luck: Random) -> None:
    """Sums that anybody could have counted, but that the rules keep off the table: those of others."""
    s = position[0]
    if state.game.name == "rheinlander" and not s["open_coins"] and state.to_act:
        for seat in range(state.game.players):
            s["coins"][seat] = s["coins"][seat] if seat == viewer else luck.randrange(60)
    if state.game.name == "rivalkings" and not s["open_piles"] and state.to_act:
        for pile in range(4):
            if s["money"][pile]:
                s["money"][pile] = luck.randrange(1, 9)


def without_sums(state: TableState, view: Any) -> bytes:
    """A view but for these sums, which are told when the game is over."""
    s, going_on = view[0], bool(state.game.acting(view))
    if state.game.name == "rheinlander" and not s["open_coins"] and going_on:
        s["coins"] = 0
    if state.game.name == "rivalkings" and not s["open_piles"] and going_on:
        s["money"] = s["money"] > 0  # whether there is some can be seen
    return bytes(view.tobytes())


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


def messages(state: TableState, seat: int | None, *steps: Entry) -> Iterator[tuple[str, bytes]]:
    """What is told without being asked for: the whole, with all previews, and what changes by each step."""
    table, connection = LiveTable(state), Connection(None if seat is None else state.seats[seat].user)
    connection.selected = seat
    yield "snapshot", encode(TELLER.snapshot(table, connection))
    table.add(connection)
    for step in (Resumed(START), *steps):
        yield f"update after {step}", update(table, connection, step)


def moves(ask: dict[str, Any] | None) -> list[str]:
    return [choice["move"] for choice in ask["choices"]] if ask else []


def update(table: LiveTable, connection: Connection, step: Entry) -> bytes:
    """What somebody is told who looks on while something happens, or nothing."""
    connection._waiting.clear()
    TELLER.apply(table, [LoggedEntry(table.state.number + 1, START, step)])
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


TRIES = 4  # to find other hidden cards with which the same can happen
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
    """Ten thousand positions in all, and what happens next; a hundred thousand where there is time."""
    luck, positions = Random(f"{game} {people} always"), 17_000 if long else 1_700
    left, decided, inquired = positions, 0, 0
    while left > 0:
        log = full(game, people, seed=left, **options)
        while log.state.to_act and left > 0:
            step = some_step(log, luck)
            for seat in (None, *range(people)):
                real, asking = copied(log.state), luck.randrange(10**9)
                twin, steps = stepping_twin(log, step, seat, luck)
                inquired += compared(seat, inquiries(real, seat, asking), inquiries(twin, seat, asking))
                compared(seat, messages(real, seat, *[step] * len(steps)), messages(twin, seat, *steps))
                decided += len(steps)
                left -= 1
            log.add([step])
    assert decided > positions / 2, "too little happened that looks the same"
    assert inquired > 2 * positions


def compared(seat: int | None, real: Iterator[tuple[str, bytes]], twin: Iterator[tuple[str, bytes]]) -> int:
    """Hold what two tables tell a seat against each other; how much that was."""
    count = 0
    for (what, told), (_, also) in zip(real, twin, strict=True):
        assert told == also, f"{what} tells seat {seat} something hidden"
        count += 1
    return count


def some_step(log: TableLog, luck: Random) -> Decided:
    """What somebody at a table may decide next."""
    seat = luck.choice(log.state.to_act)
    return Decided(seat, log.some_move(seat, luck), f"id-{log.state.number}")


def stepping_twin(
    log: TableLog, step: Decided, viewer: int | None, luck: Random
) -> tuple[TableState, list[Decided]]:
    """A twin of a table, if possible one that can take a step too which looks the same to a viewer."""
    for _ in range(TRIES):
        twin = twin_of(log, viewer, luck)
        if alike := looks_alike(log.state, twin, step, viewer, luck):
            return twin, [alike]
    return twin, []


def looks_alike(
    real: TableState, twin: TableState, step: Decided, viewer: int | None, luck: Random
) -> Decided | None:
    """A step of the twin by which a viewer gets to know the same as by that of the real table.

    Rather another decision, where it is made in secret; none where all of them reveal something else.
    """
    assert twin.match is not None
    legal, learned = twin.match.legal(step.seat), learned_by(real, step, viewer)
    others = [] if viewer == step.seat else sample([move for move in legal if move != step.move], 3, luck)
    for move in (*others, step.move):
        other = Decided(step.seat, move, step.id)
        if move in legal and learned_by(twin, other, viewer) == learned:
            return other
    return None


def learned_by(state: TableState, step: Decided, viewer: int | None) -> tuple[list[Event], bytes]:
    """What the rules let a viewer know by a step: what is witnessed, and what is seen afterwards."""
    match, eyes = state.match, SPECTATOR if viewer is None else viewer
    assert match is not None
    position, action = match.state.copy(), match.parse(step.move, step.seat)
    events = state.game.decide(position, step.seat, action, len(match.decisions) + 1)
    seen = without_sums(state, state.game.view(position, eyes))
    return [state.game.narrating.witness(event, eyes) for event in events], seen


def inquiries(state: TableState, seat: int | None, asking: int) -> Iterator[tuple[str, bytes]]:
    """What a seat may ask about a turn, and all that it may be refused for, each once."""
    if seat is None:
        return
    assert state.match is not None
    luck, question = Random(asking), state.asked.get(seat, 0)
    move = luck.choice(state.match.legal(seat) or ["x"])
    (some,) = any_actions(state, 1, luck)
    text, things = state.game.action_text(some), list(state.game.notation.things(some))
    played = [(question, [text]), (question, [move, text]), (question, ["nonsense"]), (question - 1, [move])]
    for number, turn in played:
        yield f"play {turn}", answered(lambda: list(commands.play(state, seat, number, turn, "id")))  # noqa: B023
    yield f"consider {move}", answered(lambda: Draft(state, seat, question, [move]).consider())
    yield f"consider {text}", answered(lambda: Draft(state, seat, question, [text]).consider())
    yield f"why {things}", answered(lambda: Draft(state, seat, question, []).explain(things))


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


def test_own_coins_are_in_the_frames_of_their_seat_alone() -> None:
    """A watcher sees none, and a device that is passed on those of the seat that has it in hand."""
    luck, log = Random(5), shared("rheinlander", 3, seed=5)
    table = LiveTable(log.state)
    seen: list[tuple[Connection, Any]] = []
    for user, seat in ((None, None), *(("user-0", seat) for seat in (None, 0, 1, 2))):
        connection = Connection(user)
        connection.selected = seat
        seen.append((connection, json.loads(encode(TELLER.snapshot(table, connection)))["shown"]))
        table.add(connection)
    several = 0
    while True:
        step = some_step(log, luck)
        for connection, _ in seen:
            connection._waiting.clear()
        TELLER.apply(table, [LoggedEntry(table.state.number + 1, START, step)])
        assert log.state.match is not None
        if not log.state.to_act:
            break
        coins = log.state.match.state["coins"][0][:3].tolist()
        several += sum(map(bool, coins)) > 1
        for n, (connection, shown) in enumerate(seen):
            after = changed(shown, json.loads(b"".join(connection._waiting)))
            assert after is not None
            assert after["coins"] == [
                total if seat == connection.selected else None for seat, total in enumerate(coins)
            ]
            seen[n] = connection, after
    assert several, "too little was paid to tell anything"


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


def check_against_log(page: Page, seat: int | None, header: Header, entries: Any, least: int = 30) -> None:
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
    assert heard > least


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


MEASURED = re.compile(r"^(process_|\w+_(created|sum|bucket)\b).*\n", re.MULTILINE)  # times, and sizes


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["rheinlander", "rivalkings"])
async def test_numbers_are_the_same_whatever_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """Two servers where as much is decided and refused, with other cards: only what they measure differs."""
    told = []
    for deal in ("one", "other"):
        monkeypatch.setattr(setup, "new_seed", derive_seed("numbers", game, deal).hex)
        async with running(str(tmp_path / deal)) as server, server.browsers("Anna", "Bert", "Cleo") as people:
            table = await people[0].open(game, ME, OPEN_SEAT, OPEN_SEAT)
            for person in people[1:]:
                await person.join(table)
            pages = [await person.at(table) for person in people]
            assert await play_on(pages, Random(8), 20) == 20
            assert (await pages[0].consent(True, number=0))["type"] == "refused"
            told.append((await people[0].http.get(f"{server.metrics}/metrics")).text)
    one, other = (MEASURED.sub("", text) for text in told)
    assert "palatine_log_entries" in one
    assert one == other


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
