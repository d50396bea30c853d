"""The lobby over HTTP: games, names, tables and records."""

from __future__ import annotations

import time
from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib import import_module, resources
from typing import Any

from litestar import Controller, MediaType, Request, Response, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from palatine.bots.advice import Advice
from palatine.core.catalog import About, about, games
from palatine.core.catalog import game as load_game
from palatine.core.errors import PalatineError
from palatine.server.analysis import Analysts
from palatine.server.errors import Refusal
from palatine.server.house import House
from palatine.server.levels import SEATED
from palatine.server.pages import ASK_AGAIN
from palatine.server.players import check_name, player_of
from palatine.server.protocol import (
    Fill,
    GameInfo,
    HintFor,
    Join,
    Lobby,
    Me,
    NewName,
    NewTable,
    OptionInfo,
    TableInfo,
)
from palatine.server.replays import Replays
from palatine.server.showing import table_info
from palatine.server.table import Table

MINE, LISTED = 30, 30
LISTED_FOR = 24 * 3600.0

Asking = Request[Any, Any, Any]
TheHouse = NamedDependency[House]
TableId = FromPath[str]


def game_info(game: About) -> GameInfo:
    kind = import_module(game.module).GAME
    return GameInfo(
        name=game.name,
        title=game.title,
        summary=game.summary,
        players=game.players,
        minutes=game.minutes,
        colours=list(kind.seat_names),
        options=[
            OptionInfo(offer.name, offer.title, offer.help, list(offer.choices) if offer.choices else None)
            for offer in kind.offers()
        ],
        levels=list(SEATED),
    )


class Games(Controller):
    """What there is to play."""

    path = "/api"
    tags = ("games",)

    @get("/games", sync_to_thread=False)
    def games(self) -> list[GameInfo]:
        """All games, with their options and the programs that play them."""
        return [game_info(game) for game in games().values()]

    @get("/games/{name:str}/rules", media_type=MediaType.TEXT, sync_to_thread=False)
    def rules(self, name: FromPath[str]) -> Response[str]:
        """The rules of a game, as Markdown."""
        package = _game(name).module.rpartition(".")[0]
        text = resources.files(package).joinpath("rules.md").read_text("utf-8")
        return Response(text, media_type="text/markdown")

    @get("/art/{name:str}/{file:str}", media_type=MediaType.TEXT, sync_to_thread=True)
    def art(
        self,
        request: Asking,
        name: FromPath[str],
        file: FromPath[str],
        theme: FromQuery[str] = "day",
        board: FromQuery[str | None] = None,
    ) -> Response[str]:
        """A drawing of a game, or what is to be known about it, by the name of its file."""
        if theme not in ("day", "night"):
            raise Refusal("unknown_theme", "The themes are day and night.", 404)
        found = _art(_game(name).name, file, theme, board)
        if found is None:
            raise Refusal("unknown_art", f"There is no drawing {file!r} of this game.", 404)
        text, media = found
        headers = {"cache-control": ASK_AGAIN, "etag": f'"{sha256(text.encode()).hexdigest()[:20]}"'}
        if request.headers.get("if-none-match") == headers["etag"]:
            return Response("", status_code=304, media_type=media, headers=headers)
        return Response(text, media_type=media, headers=headers)


@lru_cache(maxsize=64)  # not for ever: anybody can ask for any name
def _art(game: str, file: str, theme: str, board: str | None) -> tuple[str, str] | None:
    options = {"players": about(game).players[0], **({"board": board} if board else {})}
    return load_game(game, options).art(file, theme)


def _game(name: str) -> About:
    try:
        return about(name)
    except PalatineError as error:
        raise Refusal("unknown_game", str(error), 404) from None


class People(Controller):
    """Who is asking."""

    path = "/api/me"
    tags = ("people",)

    @get()
    async def me(self, request: Asking, house: TheHouse) -> Me:
        """One's name; the answer gives a cookie to a browser that has none."""
        return Me(await house.name_of(player_of(request)), house.build)

    @put()
    async def rename(self, request: Asking, house: TheHouse, data: JSONBody[NewName]) -> Me:
        """Take another name; tables that one sits at keep the old one."""
        name = check_name(data.name)
        await house.storage.rename(player_of(request), name)
        return Me(name, house.build)


class Tables(Controller):
    """Tables: open one, find one, sit down, get up."""

    path = "/api/tables"
    tags = ("tables",)

    @get()
    async def lobby(self, request: Asking, house: TheHouse) -> Lobby:
        """One's own tables, and those that are open to everybody."""
        player = player_of(request)
        own = await house.storage.tables_of(player, MINE) if player else []
        listed = await house.storage.listed(time.time() - LISTED_FOR, LISTED)
        mine = await _infos(own, player, house)
        others = await _infos((id for id in listed if id not in own), player, house)
        return Lobby(
            [info for info in mine if any(seat.yours for seat in info.seats)],
            [info for info in others if info.status != "over"],
        )

    @post()
    async def open(
        self,
        request: Asking,
        house: TheHouse,
        replays: NamedDependency[Replays],
        data: JSONBody[NewTable],
    ) -> TableInfo:
        """Open a table, for a new game or in the middle of one that was played."""
        player, start = player_of(request), None
        if data.branch is not None:
            data, start = await replays.branch(data, data.branch)
        table = await house.open(player, await house.name_of(player), data, start)
        return _info(table, player, house)

    @get("/{table:str}")
    async def look(self, request: Asking, house: TheHouse, table: TableId) -> TableInfo:
        """A table: who sits there, and how it stands."""
        return _info(await house.find(table), player_of(request), house)

    @post("/{table:str}/join", status_code=200)
    async def join(self, request: Asking, house: TheHouse, table: TableId, data: JSONBody[Join]) -> TableInfo:
        """Take an open seat, or come back to one's own."""
        found, player = await house.find(table), player_of(request)
        name = await house.name_of(player)
        await house.act(found, lambda room: room.may_join(player, name, data.seat))
        return _info(found, player, house)

    @post("/{table:str}/leave", status_code=200)
    async def leave(self, request: Asking, house: TheHouse, table: TableId) -> TableInfo:
        """Get up: before the game the seat is open again, later a program plays on."""
        found, player = await house.find(table), player_of(request)
        await house.act(found, lambda room: room.may_leave(*room.seats_of(player)))
        return _info(found, player, house)

    @post("/{table:str}/fill", status_code=200)
    async def fill(self, request: Asking, house: TheHouse, table: TableId, data: JSONBody[Fill]) -> TableInfo:
        """Let programs take the seats that are open, so that the game begins."""
        found, player = await house.find(table), player_of(request)
        await house.act(found, lambda room: room.may_fill(player, data.level))
        return _info(found, player, house)

    @post("/{table:str}/hint", status_code=200)
    async def hint(
        self,
        request: Asking,
        house: TheHouse,
        analysts: NamedDependency[Analysts],
        table: TableId,
        data: JSONBody[HintFor],
    ) -> Advice:
        """Advice for one's own seat, where all others are programs."""
        room = (await house.find(table)).room
        if data.seat not in room.seats_of(player_of(request)) or not room.can_hint(data.seat):
            raise Refusal("no_hints", "Advice is for those who play alone with programs.", 403)
        if room.chairs[data.seat].program:
            raise Refusal("not_your_turn", "A program decides for you now.")
        return await analysts.hint(room, data.seat)

    @get("/{table:str}/record", media_type=MediaType.TEXT)
    async def record(self, house: TheHouse, table: TableId) -> Response[str]:
        """The record of a finished game, to keep, to check and to replay."""
        room = (await house.find(table)).room
        if room.match is None or room.status != "over":
            text = "The record tells everything, the seed too: it is given out when the game is over."
            raise Refusal("playing", text)
        headers = {"content-disposition": f'attachment; filename="{room.game.name}-{table}.jsonl"'}
        return Response(room.match.record().text(), media_type="application/jsonl", headers=headers)


async def _infos(ids: Iterable[str], player: str, house: House) -> list[TableInfo]:
    """Several tables; one that cannot be read is left out, rather than the whole lobby."""
    infos = []
    for id in ids:
        with suppress(Refusal):
            infos.append(_info(await house.find(id), player, house))
    return infos


def _info(table: Table, player: str, house: House) -> TableInfo:
    return table_info(table.room, player, house.online(table))
