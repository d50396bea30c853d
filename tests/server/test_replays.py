"""Games to watch again: which viewer sees what, records from elsewhere, and tables that branch off."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from palatine.core.game import SPECTATOR
from palatine.core.match import Match, replay, replayed
from palatine.core.messages import Message as Said
from palatine.core.record import Record, Redeal, parse_record, read_record
from palatine.server.replays import library
from palatine.server.replays.played import course_of
from palatine.server.replays.steps import replay_for
from palatine.server.tables import views

from .browsers import ME, OPEN_SEAT, Browser, Message, RunningServer, me, play_on, program, running
from .tables import TableLog, full
from .test_http import problem
from .wording import called as called_as
from .wording import line_text, plain_position

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES = ("rheinlander", "rivalkings")


def golden(game: str, moves: int | None = None, who: str = "greedy") -> Record:
    record = read_record(GOLDEN / game / f"3-{who}.jsonl")
    if moves is None:
        return record
    return msgspec.structs.replace(record, moves=record.moves[:moves], result=None)


def plain(answer: object) -> Any:
    return json.loads(msgspec.json.encode(answer))


def viewer_of(seat: int | None) -> str:
    return "watcher" if seat is None else str(seat)


# -- Which viewer sees what ---------------------------------------------------------------------------------


def play_and_note(log: TableLog, luck: Random) -> list[list[tuple[Any, Any]]]:
    """A whole game in seat order, and what each seat, and a watcher, was shown and told at every moment."""
    people = range(log.state.game.players)
    noted: list[list[tuple[Any, Any]]] = [[] for _ in (*people, None)]
    since = views.mark(log.state)
    while True:
        for seat, notes in zip((*people, None), noted, strict=True):
            assert log.state.match is not None
            lines = plain(views.lines(log.state, seat, since))
            notes.append((plain(log.state.match.show(seat)), [{**line, "number": 0} for line in lines]))
        if not log.state.to_act:
            return noted
        since = views.mark(log.state)
        log.play_any(luck, log.state.to_act[0])


@pytest.mark.parametrize(
    "game, people", [("rheinlander", 3), ("rheinlander", 5), ("rivalkings", 2), ("rivalkings", 4)]
)
def test_a_replay_shows_a_seat_what_it_was_shown_at_the_table(game: str, people: int) -> None:
    log = full(game, people, seed=f"replay {people}")
    noted = play_and_note(log, Random(f"{game} {people}"))
    match = log.state.match
    assert match is not None
    for seat, notes in zip((*range(people), None), noted, strict=True):
        steps = plain(replay_for(match.record(), match.names, viewer_of(seat)))["steps"]
        seen = [(step["shown"], [{**line, "number": 0} for line in step["lines"]]) for step in steps]
        assert seen == notes


def test_who_chose_first_makes_no_difference_once_all_have_chosen() -> None:
    log, luck = full("rivalkings", 3), Random(5)
    noted = {}
    for _ in range(40):
        log.play_any(luck)
        assert log.state.match is not None
        if plain_position(log.state.match)["phase"] != "choose":
            noted[len(log.state.match.decisions)] = [plain(log.state.match.show(seat)) for seat in range(3)]
    match = log.state.match
    assert match is not None
    for seat in range(3):
        steps = replay_for(match.record(), match.names, str(seat)).steps
        assert all(plain(steps[n].shown) == views[seat] for n, views in noted.items())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_hidden_makes_no_difference_to_any_byte(game: str) -> None:
    """Other cards behind what a viewer sees at a moment: the same step, byte for byte."""
    record, luck = golden(game, who="random"), Random(game)
    names = replayed(record).names
    everything = replay_for(record, names, "open").steps
    for viewer, seat in (("0", 0), ("1", 1), ("2", 2), ("watcher", -1)):
        steps = replay_for(record, names, viewer).steps
        for at in luck.sample(range(len(record.moves)), 12):
            anew = Redeal(at, seat, luck.randbytes(32).hex())
            header = msgspec.structs.replace(record.header, redeals=[anew])
            other = Record(header, record.moves[:at])
            assert msgspec.json.encode(replay_for(other, names, viewer).steps) == msgspec.json.encode(
                steps[: at + 1]
            ), f"{viewer} after {at}"
            assert replay_for(other, names, "open").steps[at] != everything[at]


def test_a_secret_choice_is_hidden_from_others() -> None:
    record = golden("rivalkings", 80, "random")
    names, secret = replayed(record).names, 0
    everybody = {
        viewer: replay_for(record, names, viewer).steps for viewer in ("0", "1", "2", "watcher", "open")
    }
    owed: list[tuple[int, ...]] = [match.to_act for match in replay(record)]
    for number, move in enumerate(record.moves, start=1):
        for viewer, steps in everybody.items():
            hidden = len(owed[number - 1]) > 1 and viewer not in ("open", str(move.seat))
            step = steps[number]
            assert (step.seat, step.move is None, step.label is None) == (move.seat, hidden, hidden)
            if hidden:
                secret += 1
                assert msgspec.json.encode(step) == msgspec.json.encode(
                    chosen_otherwise(record, number, viewer)
                )
    assert secret > 20


def chosen_otherwise(record: Record, number: int, viewer: str) -> Any:
    """The step after a decision, had the seat chosen something else."""
    before = replayed(record, number - 1)
    move = record.moves[number - 1]
    other = next(text for text in before.legal(move.seat) if text != move.move)
    moves = (*record.moves[: number - 1], msgspec.structs.replace(move, move=other))
    return replay_for(Record(record.header, moves), before.names, viewer).steps[number]


@pytest.mark.parametrize("game", GAMES)
def test_with_open_cards_every_hand_is_seen(game: str) -> None:
    record = golden(game)
    steps = replay_for(record, replayed(record).names, "open").steps
    for step, match in zip(steps, replay(record), strict=True):
        position, shown = plain_position(match), msgspec.to_builtins(step.shown)
        if game == "rheinlander":
            assert shown["hands"] == position["hands"]
            assert shown["coins"] == position["coins"]
        else:
            assert [p["hand"] for p in shown["players"]] == [p["hand"] for p in position["players"]]
            assert [p["cards"] for p in shown["piles"]] == [p["cards"] for p in position["piles"]]
        assert all(None not in line.data.values() or line.kind != "drew" for line in step.lines)


# -- Over HTTP ---------------------------------------------------------------------------------------------


@pytest.fixture
async def anna(server: RunningServer) -> AsyncIterator[Browser]:
    async with server.browsers("Anna") as (browser,):
        yield browser


async def get(browser: Browser, path: str, **query: Any) -> Message:
    answer = await browser.http.get(f"/api/replays/{path}", params=query)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def upload(browser: Browser, text: str) -> Message:
    answer = await browser.http.post("/api/replays", json={"record": text})
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


async def finished(server: RunningServer, game: str, people: int = 3) -> Match:
    """A game that was played here; it is in the database, by the id "table"."""
    log, luck = full(game, people), Random(game)
    while log.state.to_act:
        log.play_any(luck)
    await server.game_server.storage.tables.open(log.state.header, [entry for _, _, entry in log.entries])
    assert log.state.match is not None
    return log.state.match


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_a_game_that_was_played_here(anna: Browser, server: RunningServer, game: str) -> None:
    match = await finished(server, game)
    info = await get(anna, "table")
    table = info["table"]
    assert (info["id"], info["uploaded"], info["seed"]) == ("table", False, match.seed.hex())
    assert (table["status"], table["you"], table["host"]) == ("over", None, False)
    assert table["commitment"] == sha256(bytes.fromhex(info["seed"])).hexdigest()
    assert [seat["name"] for seat in table["seats"]] == ["Person 0", "Person 1", "Person 2"]
    assert info["decisions"] == len(match.decisions) == len(info["course"]) - 1
    assert match.outcome is not None
    assert info["course"][-1] == table["scores"] == match.outcome.scores
    for viewer in ("watcher", "open", "0", "1", "2"):
        shown = await get(anna, "table/steps", viewer=viewer)
        assert shown == plain(replay_for(match.record(), match.names, viewer))
        assert len(shown["steps"]) == info["decisions"] + 1
    assert (await get(anna, "table/steps"))["viewer"] == "watcher"
    kept, again = [await anna.http.get(f"/api/{path}/table/record") for path in ("replays", "tables")]
    assert kept.text == again.text == match.record().text()
    assert kept.headers["content-disposition"] == f'attachment; filename="{game}-table.jsonl"'


@pytest.mark.anyio
async def test_a_running_game_is_not_to_be_watched_again(anna: Browser, server: RunningServer) -> None:
    table = await anna.open("rivalkings", ME, OPEN_SEAT)
    async with server.browsers("Ben") as (ben,):
        for status in ("waiting", "playing"):
            assert server.table(table).state.status == status
            branch = {"replay": table, "at": 0, "hidden": "kept"}
            wanted = {"game": "rivalkings", "seats": [ME, ME], "branch": branch}
            answers = [
                await anna.http.get(f"/api/replays/{table}{rest}") for rest in ("", "/steps", "/record")
            ]
            for answer in (*answers, await anna.http.post("/api/tables", json=wanted)):
                assert problem(answer, 409)[0] == "playing"
                assert server.table(table).state.header.seed not in answer.text
            if status == "waiting":
                await ben.join(table)


@pytest.mark.anyio
async def test_what_is_not_there(anna: Browser, server: RunningServer) -> None:
    await finished(server, "rivalkings")
    for id in ("nosuch", "r" + "0" * 15, "%00", "x" * 5000):
        for rest in ("", "/steps", "/record"):
            answer = await anna.http.get(f"/api/replays/{id}{rest}")
            assert problem(answer, 404)[0] == "unknown_replay"
    for viewer in ("3", "-1", "", "Anna", "٣", "00"):
        code, text = problem(await anna.http.get("/api/replays/table/steps", params={"viewer": viewer}), 400)
        assert code == "unknown_viewer"
        assert "0 to 2" in text


@pytest.mark.anyio
async def test_steps_are_worked_out_once_and_sent_packed(
    anna: Browser, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(server, "rivalkings")
    first = await anna.http.get("/api/replays/table/steps")
    assert first.headers["content-encoding"] == "gzip"
    monkeypatch.setattr(library, "steps_for", None)
    assert (await anna.http.get("/api/replays/table/steps")).content == first.content
    bare = await anna.http.get("/api/replays/table/steps", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in bare.headers
    assert bare.content == first.content


# -- Records from elsewhere --------------------------------------------------------------------------------


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
async def test_a_record_from_elsewhere(anna: Browser, game: str) -> None:
    record = golden(game)
    names = ["Anna", "bot:greedy", "bot:mine.py"]
    record = msgspec.structs.replace(record, header=msgspec.structs.replace(record.header, seats=names))
    info = await upload(anna, record.text())
    assert info["id"] == "r" + sha256(record.text().encode()).hexdigest()[:15]
    assert info["uploaded"]
    assert await get(anna, info["id"]) == info
    table = info["table"]
    assert (table["status"], table["game"], table["options"]) == ("over", game, record.header.options)
    assert record.result is not None
    assert (table["scores"], table["winners"]) == (record.result.scores, record.result.winners)
    seats = [(seat["kind"], seat["name"], seat["level"]) for seat in table["seats"]]
    assert seats == [("person", "Anna", None), ("program", "", "greedy"), ("program", "mine.py", None)]
    called = [seat["called"] for seat in table["seats"]]
    assert list(map(called_as, table["seats"])) == ["Anna", *(seat["colour"] for seat in table["seats"][1:])]
    steps = await get(anna, f"{info['id']}/steps", viewer="1")
    assert steps == plain(replay_for(record, msgspec.convert(called, list[str | Said]), "1"))
    answer = await anna.http.get(f"/api/replays/{info['id']}/record")
    assert answer.text == record.text()


@pytest.mark.anyio
async def test_a_record_that_is_not_finished(anna: Browser) -> None:
    info = await upload(anna, golden("rivalkings", 7).text())
    assert (info["decisions"], len(info["course"])) == (7, 8)
    assert (info["table"]["status"], info["table"]["scores"]) == ("playing", None)
    steps = await get(anna, f"{info['id']}/steps", viewer="open")
    assert info["table"]["to_act"] == steps["steps"][-1]["to_act"] != []


@pytest.mark.anyio
async def test_records_that_are_refused(anna: Browser) -> None:
    text = golden("rheinlander", 4).text()
    for bad, status, code, words in (
        ("", 400, "bad_request", "the file is empty"),
        (
            "\ufffdPNG\r\n",
            400,
            "bad_request",
            "line 1: this is no record of Palatine: its first line is no header",
        ),
        (text[:-9], 400, "bad_request", "line 5: this line breaks off: the file is not complete"),
        (text.replace("14>", "99>") + '{"seat":0,"move":"x"}\n', 400, "bad_request", "line 6: seat 0 cannot"),
        (text.replace('"ruleset":1', '"ruleset":9'), 400, "bad_request", "line 1: there is no ruleset 9"),
        ("x" * 200_001, 413, "too_large", "200,000 letters"),
    ):
        told = problem(await anna.http.post("/api/replays", json={"record": bad}), status)
        assert told[0] == code
        assert words in told[1]
    problem(await anna.http.post("/api/replays", json={"record": text, "more": 1}), 400)


@pytest.mark.anyio
async def test_the_same_record_is_kept_once_and_the_oldest_go(
    anna: Browser, server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.game_server.storage.records.each = 3
    monkeypatch.setattr(library, "KEPT", 2)
    texts = [golden("rivalkings", moves).text() for moves in range(5)]
    ids = [(await upload(anna, text))["id"] for text in texts[:3]]
    assert (await upload(anna, texts[0].replace("\n", "\r\n")))["id"] == ids[0], "now it is the latest"
    ids += [(await upload(anna, text))["id"] for text in texts[3:]]
    records = server.game_server.storage.records
    assert [await records.find(id) is not None for id in ids] == [True, False, False, True, True]
    replays = server.app.dependencies["replays"].dependency()  # type: ignore[union-attr]
    assert len(replays.games) == 2


@pytest.mark.anyio
async def test_a_long_game_does_not_hold_up_others(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is worked out in portions, once for all who ask; who wants another game comes in between."""
    working, go_on, worked = threading.Event(), threading.Event(), []

    def counted(record: Record) -> Iterator[Any]:
        worked.append(len(record.moves))
        for n, moment in enumerate(course_of(record)):
            if len(record.moves) > 50 and n == 0:
                working.set()
                assert go_on.wait(60)
            yield moment
        worked.append(-len(record.moves))

    monkeypatch.setattr(library, "course_of", counted)
    long, short = golden("rivalkings", 60), golden("rivalkings", 6)
    async with server.browsers("Anna", "Bert") as (anna, bert):
        waiting = [asyncio.create_task(upload(browser, long.text())) for browser in (anna, anna)]
        assert await asyncio.to_thread(working.wait, 60)
        other = asyncio.create_task(upload(bert, short.text()))
        while not server.app.dependencies["replays"].dependency()._queue:  # type: ignore[union-attr]
            await asyncio.sleep(0.001)
        go_on.set()
        infos = await asyncio.gather(*waiting, other)
    assert [info["decisions"] for info in infos] == [60, 60, 6]
    assert worked == [60, 6, -6, -60]


@pytest.mark.anyio
async def test_one_person_waits_for_a_few_games_at_once(
    server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.app.dependencies["replays"].dependency()._asking, "most", 0)  # type: ignore[union-attr]
    async with server.browsers("Anna") as (anna,):
        answer = await anna.http.post("/api/replays", json={"record": golden("rivalkings", 3).text()})
        assert problem(answer, 503)[0] == "busy"


@pytest.mark.anyio
async def test_replays_outlive_the_server(tmp_path: Path) -> None:
    path = str(tmp_path / "palatine.db")
    async with running(path) as server, server.browsers("Anna") as (anna,):
        await finished(server, "rivalkings")
        id = (await upload(anna, golden("rheinlander").text()))["id"]
        before = [await get(anna, name) for name in ("table", id)]
    async with running(path) as server, server.browsers("Ben") as (ben,):
        assert [await get(ben, name) for name in ("table", id)] == before
        assert len((await get(ben, f"{id}/steps", viewer="2"))["steps"]) == before[1]["decisions"] + 1


# -- Tables that branch off ---------------------------------------------------------------------------------


async def branch(browser: Browser, info: Message, at: int, hidden: str, *seats: Message) -> Message:
    wanted = {
        "game": info["table"]["game"],
        "seats": seats,
        "branch": {"replay": info["id"], "at": at, "hidden": hidden},
    }
    answer = await browser.http.post("/api/tables", json=wanted)
    assert answer.status_code == 201, answer.text
    return dict(answer.json())


@pytest.mark.anyio
@pytest.mark.parametrize("hidden", ["kept", "anew"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_table_goes_on_in_the_middle_of_a_game(
    anna: Browser, server: RunningServer, game: str, hidden: str
) -> None:
    record = golden(game)
    info, before = await upload(anna, record.text()), replayed(record, 20)
    table = await branch(anna, info, 20, hidden, program(), ME, program())
    assert table["branch"] == {"replay": info["id"], "at": 20, "hidden": hidden}
    state = server.table(table["id"]).state
    page = await anna.at(table["id"])
    assert state.match is not None
    assert page.lines[0]["number"] == 0
    (told,) = (line_text(line) for line in page.lines if line["kind"] == "table-branched")
    kept = "stays as it was, and whoever has looked at that game can know it"
    cards = kept if hidden == "kept" else "is dealt anew"
    assert told == f"The game begins after 20 decisions of another one; what was hidden then {cards}."
    start = state.header.start
    assert start is not None
    assert [(seat, move) for seat, move in start.moves] == [(m.seat, m.move) for m in record.moves[:20]]
    first = replayed(Record(msgspec.structs.replace(record.header, redeals=start.redeals), record.moves[:20]))
    assert first.show(1) == before.show(1), "what Anna knew is as it was"
    assert (first.state.tobytes() == before.state.tobytes()) == (hidden == "kept")
    await play_on([page], Random(game))
    text = (await anna.http.get(f"/api/tables/{table['id']}/record")).text
    played = parse_record(text.encode())
    assert replayed(played).state.tobytes() == state.match.state.tobytes()
    assert played.moves[:20] == record.moves[:20]
    after = await get(anna, table["id"])
    assert after["table"]["commitment"] == table["commitment"]
    assert sha256(bytes.fromhex(after["seed"])).hexdigest() == table["commitment"]
    assert (after["seed"] == record.header.seed) == (hidden == "kept")
    assert (await upload(anna, text))["table"]["commitment"] == table["commitment"]
    await check_rematch(anna, server, table["id"])


async def check_rematch(browser: Browser, server: RunningServer, table: str) -> None:
    """It is an ordinary new game."""
    page = await browser.at(table)
    await page.rematch()
    new = (await browser.http.get(f"/api/tables/{page.table['rematch']}")).json()
    state = server.table(new["id"]).state
    assert new["branch"] is state.header.start is None
    assert state.header.seed != server.table(table).state.header.seed
    assert state.match is not None
    assert not [move for move in state.match.decisions if move[0] == 1]


@pytest.mark.anyio
async def test_a_branch_of_a_branch(anna: Browser, server: RunningServer) -> None:
    """What was dealt anew before stays, and what is hidden now is dealt anew once more."""
    info = await upload(anna, golden("rivalkings").text())
    first = await branch(anna, info, 12, "anew", ME, program(), program())
    page = await anna.at(first["id"])
    await play_on([page], Random(1))
    parent = parse_record((await anna.http.get(f"/api/replays/{first['id']}/record")).content)
    info = await get(anna, first["id"])
    for at, hidden, count in ((12, "anew", 2), (30, "anew", 2), (30, "kept", 1), (5, "anew", 1)):
        table = await branch(anna, info, at, hidden, program(), program(), ME)
        start = server.table(table["id"]).state.header.start
        assert start is not None
        assert len(start.redeals) == count
        header = msgspec.structs.replace(parent.header, redeals=start.redeals)
        begun = replayed(Record(header, parent.moves[:at]))
        assert begun.show(2) == replayed(parent, at).show(2)


@pytest.mark.anyio
async def test_without_anybody_at_the_device_what_no_watcher_knew_is_dealt_anew(
    anna: Browser, server: RunningServer
) -> None:
    info = await upload(anna, golden("rheinlander").text())
    table = await branch(anna, info, 10, "anew", program(), OPEN_SEAT, program())
    assert (table["status"], table["commitment"] == info["table"]["commitment"]) == ("waiting", False)
    start = server.table(table["id"]).state.header.start
    assert start is not None
    assert [(redeal.at, redeal.seat) for redeal in start.redeals] == [(10, -1)]
    watching = await anna.at(table["id"])
    async with server.browsers("Ben") as (ben,):
        await ben.join(table["id"])
        await watching.until(lambda page: page.shown)
        begun = next(message for message in map(json.loads, watching.frames) if message.get("shown"))
        assert begun["type"] == "snapshot", "all that came before is told at once"
        assert begun["lines"][0]["kind"] != "table-joined"


@pytest.mark.anyio
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("at", [1, 20])
async def test_where_several_people_play_on_nobody_s_cards_can_be_read_in_the_replay(
    anna: Browser, server: RunningServer, game: str, at: int
) -> None:
    record = golden(game)
    info, before = await upload(anna, record.text()), replayed(record, at)
    for others in ((OPEN_SEAT, program()), (me("Bert"), program()), (OPEN_SEAT, OPEN_SEAT)):
        table = await branch(anna, info, at, "anew", ME, *others)
        start = server.table(table["id"]).state.header.start
        assert start is not None
        assert [(redeal.at, redeal.seat) for redeal in start.redeals] == [(at, SPECTATOR)]
        header = msgspec.structs.replace(record.header, redeals=start.redeals)
        begun = replayed(Record(header, record.moves[:at]))
        assert begun.show() == before.show(), "what all could see is as it was"
        luck = Random(1)
        while begun.to_act:
            begun.play(luck.choice(begun.legal()))
        assert replayed(parse_record(begun.record().text().encode())).state.tobytes() == begun.state.tobytes()


@pytest.mark.anyio
async def test_of_cards_that_were_dealt_anew_nobody_is_told(anna: Browser, server: RunningServer) -> None:
    """What was drawn before the branch is not what is in hand."""
    info = await upload(anna, golden("rheinlander").text())
    table = await branch(anna, info, 20, "anew", ME, me("Bert"), me("Cleo"))
    state = server.table(table["id"]).state
    assert [views.lines(state, seat) for seat in range(3)] == [views.lines(state, None)] * 3
    alone = await branch(anna, info, 20, "anew", ME, program(), program())
    state = server.table(alone["id"]).state
    assert views.lines(state, 0) != views.lines(state, None)


@pytest.mark.anyio
async def test_nothing_is_taken_back_from_before_the_branch(anna: Browser, server: RunningServer) -> None:
    info = await upload(anna, golden("rivalkings").text())
    chosen = await branch(anna, info, 1, "kept", ME, program(), program())
    page = await anna.at(chosen["id"])
    assert page.table["can_undo"] is None
    answer = await page.undo()
    assert (answer["type"], answer["code"]) == ("refused", "nothing")
    assert server.table(chosen["id"]).state.match is not None


@pytest.mark.anyio
async def test_branches_that_cannot_be(anna: Browser, server: RunningServer) -> None:
    info = await upload(anna, golden("rivalkings").text())
    last = info["decisions"]
    three = [ME, program(), program()]
    good = {"replay": info["id"], "at": 5, "hidden": "kept"}
    for changed, status, code, words in (
        ({"branch": {**good, "replay": "nosuch"}}, 404, "unknown_replay", "nosuch"),
        ({"branch": {**good, "at": -1}}, 400, "bad_branch", f"0 to {last - 1} decisions, not after -1"),
        ({"branch": {**good, "at": last}}, 400, "bad_branch", f"0 to {last - 1} decisions"),
        ({"branch": {**good, "at": 10**20}}, 400, "bad_branch", "decisions"),
        ({"branch": {**good, "hidden": "open"}}, 400, "bad_request", ""),
        ({"seats": [ME, program()]}, 400, "bad_branch", "has 3 seats, not 2"),
        ({"seats": []}, 400, "bad_branch", "has 3 seats, not 0"),
        ({"game": "rheinlander"}, 400, "bad_branch", "another one, or was played with other options"),
        ({"game": "chess"}, 400, "bad_options", "chess"),
        ({"options": {"open_piles": True}}, 400, "bad_branch", "other options"),
        ({"options": {"junk": True}}, 400, "bad_options", "there is no option 'junk'"),
        ({"options": {"players": 2}}, 400, "bad_branch", "other options"),
    ):
        wanted = {"game": "rivalkings", "seats": three, "branch": good, **changed}
        told = problem(await anna.http.post("/api/tables", json=wanted), status)
        assert told[0] == code
        assert words in told[1]
    unfinished = await upload(anna, golden("rivalkings", 9).text())
    table = await branch(anna, unfinished, 9, "kept", ME, program(), program())
    assert table["status"] == "playing"
