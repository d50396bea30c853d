"""Who is asking, and what they are called."""

from __future__ import annotations

from litestar import Controller, get, put
from litestar.params import JSONBody

from palatine.server.errors import BAD_NAME
from palatine.server.http.common import HttpRequest, TheLimits, TheServer, asker_of
from palatine.server.http.describing import reading, writing
from palatine.server.identity import user_of
from palatine.server.names import check_name
from palatine.server.protocol.lobby import Me, NewName


class PeopleController(Controller):
    """Who is asking."""

    path = "/api/me"
    tags = ("people",)

    @get(responses=reading())
    async def me(self, request: HttpRequest, server: TheServer) -> Me:
        """One's name; the answer gives a cookie to a browser that has none."""
        return Me(await server.name_of(user_of(request)), server.build, server.absence.grace)

    @put(responses=writing(BAD_NAME))
    async def rename(
        self, request: HttpRequest, server: TheServer, limits: TheLimits, data: JSONBody[NewName]
    ) -> Me:
        """Take another name; tables that one sits at keep the old one."""
        name = check_name(data.name)
        limits.names.require(*asker_of(request, limits))
        await server.storage.users.rename(user_of(request), name)
        return Me(name, server.build, server.absence.grace)
