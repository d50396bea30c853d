"""The cookie of the host's own browser, which a key of `palatine host link` is exchanged for."""

from __future__ import annotations

import hmac

from itsdangerous import BadSignature, Signer

from palatine.server.storage.host import HostStore
from palatine.server.timing import Time

COOKIE, SECURE_COOKIE = "palatine-host", "__Host-palatine-host"
KEY_LASTS = 15 * 60.0  # seconds
SESSION_LASTS = 12 * 3600.0


class HostSessions:
    """Who may use the host's page: cookies with an end, signed, and void once the page was locked."""

    signer: Signer

    def __init__(self, store: HostStore, time: Time) -> None:
        self._store, self._time = store, time

    def learn(self, secret: str) -> None:
        """What the cookies are signed with."""
        self.signer = Signer(secret, salt="host")

    async def begin(self, key: str) -> tuple[str, float] | None:
        """Exchange a key for the value of a cookie, and when it ends; none where it is no key."""
        if not await self._store.use_key(key):
            return None
        until = self._time.now() + SESSION_LASTS
        return self.signer.sign(f"{await self._store.sessions()}-{int(until)}").decode(), until

    async def is_open(self, cookie: str | None) -> bool:
        """Whether a cookie is one of the host's."""
        sessions = await self._store.sessions()
        try:
            value = self.signer.unsign(cookie or "").decode()
        except (BadSignature, ValueError):
            return False
        named, _, until = value.partition("-")
        known = sessions is not None and hmac.compare_digest(named, sessions)
        return known and float(until) > self._time.now()


def cookie(value: str, seconds: float, secure: bool) -> str:
    """The header that sets it, or takes it away."""
    name = SECURE_COOKIE if secure else COOKIE
    words = [f"{name}={value}", "Path=/", f"Max-Age={int(seconds)}", "HttpOnly", "SameSite=Strict"]
    return "; ".join(words + ["Secure"] * secure)
