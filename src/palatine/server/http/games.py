"""The games: what there is to play, its rules and its drawings."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from importlib import import_module, resources

from litestar import Controller, MediaType, Response, get
from litestar.params import FromPath, FromQuery

from palatine.core.catalog import About, about, games
from palatine.core.catalog import game as load_game
from palatine.core.errors import PalatineError
from palatine.server.errors import Refusal
from palatine.server.http.common import HttpRequest
from palatine.server.http.pages import ASK_AGAIN
from palatine.server.levels import SEATED
from palatine.server.protocol.lobby import GameInfo, OptionInfo


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


class GameController(Controller):
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
        request: HttpRequest,
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
