"""The games: what there is to play, its rules and its drawings."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import Annotated

from litestar import Controller, MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIResponse, Operation, Schema
from litestar.params import FromPath, FromQuery, QueryParameter

from palatine.core.catalog import About, about, games, words_of
from palatine.core.errors import PalatineError
from palatine.core.words import LANGUAGE, LOCALES
from palatine.server.errors import UNKNOWN_ART, UNKNOWN_GAME, UNKNOWN_LANGUAGE, UNKNOWN_THEME
from palatine.server.http.art import Drawn
from palatine.server.http.common import HttpRequest
from palatine.server.http.describing import reading
from palatine.server.http.pages import File
from palatine.server.levels import SEATED
from palatine.server.protocol.lobby import GameInfo, OptionInfo

MARKDOWN = "text/markdown"
THEMES = ("day", "night")
Theme = Annotated[str, QueryParameter(schema_extra={"enum": list(THEMES)})]  # told, and refused in words
KNOWN = {304: ResponseSpec(None, description="not modified")}


class DrawingOrData(Operation):
    """Art is a drawing, or what is to be known about one: Litestar tells of one media type."""

    def __post_init__(self) -> None:
        found = (self.responses or {})["200"]
        assert isinstance(found, OpenAPIResponse)
        assert found.content is not None
        found.content["application/json"] = OpenAPIMediaType(schema=Schema())


def game_info(game: About, language: str) -> GameInfo:
    kind = import_module(game.module).GAME
    return GameInfo(
        name=game.name,
        title=game.title,
        about=_words(game, language, "about.ftl") or _words(game, language, "*.ftl"),
        players=game.players,
        minutes=game.minutes,
        colours=list(kind.colours),
        options=[
            OptionInfo(offer.name, list(offer.choices) if offer.choices else None) for offer in kind.offers()
        ],
        levels=list(SEATED),
    )


class GameController(Controller):
    """What there is to play."""

    path = "/api"
    tags = ("games",)

    @get("/games", sync_to_thread=False, responses=reading(UNKNOWN_LANGUAGE))
    def games(self, language: FromQuery[str] = LANGUAGE) -> list[GameInfo]:
        """All games, with their options and the programs that play them."""
        return [game_info(game, language) for game in games().values()]

    @get(
        "/games/{name:str}/words/{language:str}",
        media_type=MediaType.TEXT,
        sync_to_thread=False,
        packed=True,
        responses={**reading(UNKNOWN_GAME, UNKNOWN_LANGUAGE), **KNOWN},
    )
    def words(self, request: HttpRequest, name: FromPath[str], language: FromPath[str]) -> Response[bytes]:
        """What a game says, in a language: its catalogue, as Fluent has it."""
        return _catalogue(_game(name), language).send(request)

    @get(
        "/games/{name:str}/rules",
        media_type=MARKDOWN,
        sync_to_thread=False,
        packed=True,
        responses={**reading(UNKNOWN_GAME), **KNOWN},
    )
    def rules(self, request: HttpRequest, name: FromPath[str]) -> Response[bytes]:
        """The rules of a game, as Markdown."""
        return _rules(_game(name)).send(request)

    @get(
        "/art/{name:str}/{file:str}",
        media_type="image/svg+xml",
        sync_to_thread=True,
        packed=True,
        responses={**reading(UNKNOWN_GAME, UNKNOWN_ART, UNKNOWN_THEME, UNKNOWN_LANGUAGE), **KNOWN},
        operation_class=DrawingOrData,
    )
    def art(
        self,
        request: HttpRequest,
        name: FromPath[str],
        file: FromPath[str],
        theme: Theme = "day",
        board: FromQuery[str | None] = None,
        language: FromQuery[str] = LANGUAGE,
    ) -> Response[bytes]:
        """A drawing of a game, or what is to be known about it, by the name of its file."""
        if theme not in THEMES:
            raise UNKNOWN_THEME.refuse()
        return _art(_game(name).name, file, theme, board, language).send(request)


@lru_cache(maxsize=64)
def _catalogue(game: About, language: str) -> File:
    return File.of(_words(game, language, "*.ftl").encode(), "text/plain")


@lru_cache(maxsize=64)
def _rules(game: About) -> File:
    page = game.folder / "rules.md"
    return File.of(page.read_bytes() if page.is_file() else b"", MARKDOWN)


@lru_cache(maxsize=64)
def _words(game: About, language: str, files: str) -> str:
    """The catalogue of a game, or a part of it."""
    # What somebody asks for is compared with what there is: a path that is made of it could lead anywhere.
    folder = next((each for each in (game.folder / "words").glob("*") if each.name == language), None)
    if folder is None:
        raise UNKNOWN_LANGUAGE.refuse(language=language)
    return "\n".join(path.read_text("utf-8") for path in sorted(folder.glob(files)))


@lru_cache(maxsize=256)  # what there is not is not kept: asking for it would push out what there is
def _art(game: str, file: str, theme: str, board: str | None, language: str) -> File:
    drawing = Drawn(game, board).drawing
    if language not in LOCALES:
        raise UNKNOWN_LANGUAGE.refuse(language=language)
    found = drawing.art(file, theme, words_of(game, language))
    if found is None:
        raise UNKNOWN_ART.refuse(file=file)
    return File.of(found[0].encode(), found[1])


def _game(name: str) -> About:
    try:
        return about(name)
    except PalatineError as error:
        raise UNKNOWN_GAME.refuse(why=error.message) from None
