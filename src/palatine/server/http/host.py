"""For whoever runs the server; every address but the one that takes a key needs the host's cookie."""

from __future__ import annotations

import re
from typing import Any

from litestar import Controller, Response, delete, get, post
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler
from litestar.params import FromPath, JSONBody

from palatine.server.errors import (
    BAD_TARGET,
    BAD_WHY,
    NO_KEY,
    UNKNOWN_BAN,
    UNKNOWN_PERSON,
    UNKNOWN_TABLE,
    WRONG_KEY,
)
from palatine.server.host.bans import SIGN, addresses_here, read_end, read_target, read_why
from palatine.server.host.desk import HostDesk
from palatine.server.host.overview import look_around
from palatine.server.host.session import COOKIE, SECURE_COOKIE, SESSION_LASTS, HostSessions, cookie
from palatine.server.http.common import HttpRequest, TheLimits, TheServer, asker_of
from palatine.server.http.describing import reading, writing
from palatine.server.identity import is_secure, user_of
from palatine.server.protocol.host import (
    CloseTable,
    HostDone,
    HostKeeping,
    HostKey,
    HostSession,
    HostView,
    NewBan,
    RemovePerson,
)
from palatine.server.storage.users import sign_of

NUMBER = re.compile("[0-9]{1,9}")  # of a ban
WITHOUT_KEY = "without_key"  # so marked is the address that takes one

TheDesk = NamedDependency[HostDesk]
TheSessions = NamedDependency[HostSessions]


async def need_key(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refusal, the same everywhere, for everybody but the host."""
    sessions: HostSessions = connection.app.state.sessions
    name = SECURE_COOKIE if is_secure(connection.scope) else COOKIE
    if not handler.opt.get(WITHOUT_KEY) and not await sessions.is_open(connection.cookies.get(name)):
        raise NO_KEY.refuse()


class HostController(Controller):
    """For whoever runs the server."""

    path = "/api/host"
    tags = ("host",)
    guards = (need_key,)

    @post("/key", status_code=200, opt={WITHOUT_KEY: True}, responses=writing(WRONG_KEY))
    async def enter(
        self, request: HttpRequest, limits: TheLimits, sessions: TheSessions, data: JSONBody[HostKey]
    ) -> Response[HostSession]:
        """Exchange a key, which counts once, for a cookie; the page is open for some hours then."""
        asker = asker_of(request, limits)
        limits.keys.check(*asker)
        begun = await sessions.begin(data.key)
        if begun is None:
            limits.keys.charge(*asker, 1.0)
            raise WRONG_KEY.refuse()
        value, until = begun
        header = cookie(value, SESSION_LASTS, is_secure(request.scope))
        return Response(HostSession(until), headers={"set-cookie": header})

    @delete("/key", status_code=200, responses=writing(NO_KEY))
    async def leave(self, request: HttpRequest) -> Response[HostDone]:
        """Close the page in this browser."""
        header = cookie("", 0, is_secure(request.scope))
        return Response(HostDone(True), headers={"set-cookie": header})

    @get(responses=reading(NO_KEY))
    async def look(self, server: TheServer, keeping: NamedDependency[HostKeeping]) -> HostView:
        """Tables, people, limits, bans, and what is kept how long."""
        return await look_around(server.storage, server.time.now(), server, keeping)

    @post("/tables/{table:str}/close", status_code=200, responses=writing(NO_KEY, UNKNOWN_TABLE, BAD_WHY))
    async def close(
        self, server: TheServer, desk: TheDesk, table: FromPath[str], data: JSONBody[CloseTable]
    ) -> HostDone:
        """Close a table: its game ends where it is, nobody has won, and everybody there is told why."""
        changed = await server.storage.host.close(table, read_why(data.why))
        await desk.look()
        return HostDone(changed)

    @post(
        "/tables/{table:str}/remove",
        status_code=200,
        responses=writing(NO_KEY, UNKNOWN_TABLE, UNKNOWN_PERSON, BAD_WHY),
    )
    async def remove(
        self, server: TheServer, desk: TheDesk, table: FromPath[str], data: JSONBody[RemovePerson]
    ) -> HostDone:
        """Remove somebody from a table, who cannot come back to it."""
        changed = await server.storage.host.remove(table, data.person, read_why(data.why))
        await desk.look()
        return HostDone(changed)

    @post("/bans", status_code=200, responses=writing(NO_KEY, UNKNOWN_PERSON, BAD_TARGET, BAD_WHY))
    async def ban(
        self, request: HttpRequest, server: TheServer, desk: TheDesk, data: JSONBody[NewBan]
    ) -> HostDone:
        """Ban a person, an address or a range of them; once more changes when it ends."""
        here = request.client.host if request.client else ""
        own = (here, sign_of(user_of(request)), *addresses_here())
        target = read_target(data.target, data.force, own)
        ends, why = read_end(data.hours, server.time.now()), read_why(data.why)
        if SIGN.fullmatch(target) and await server.storage.users.find(target) is None:
            raise UNKNOWN_PERSON.refuse(person=target)
        changed = await server.storage.host.ban(target, ends, why)
        await desk.look()
        return HostDone(changed)

    @delete("/bans/{number:str}", status_code=200, responses=writing(NO_KEY, UNKNOWN_BAN))
    async def lift(self, server: TheServer, desk: TheDesk, number: FromPath[str]) -> HostDone:
        """Lift a ban."""
        if not NUMBER.fullmatch(number):
            raise UNKNOWN_BAN.refuse(number=number[:100])
        changed = await server.storage.host.lift(int(number))
        await desk.look()
        return HostDone(changed)
