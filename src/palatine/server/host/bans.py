"""Who is not let in: persons, by their signs, and ranges of addresses."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from palatine.core.errors import is_plain
from palatine.server.errors import BAD_END, BAD_TARGET, BAD_WHY, BANNED, INSIDE, OWN_DOOR, TOO_WIDE, Refusal
from palatine.server.storage.host import StoredBan
from palatine.server.storage.users import sign_of
from palatine.server.timing import Time

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address

SIGN = re.compile("[0-9a-f]{16}")
NARROWEST = {4: 8, 6: 16}  # bits of a network that is not nearly everybody
MAPPED = 96  # bits before an IPv4 address within an IPv6 one
MOST_HOURS = 10 * 366 * 24
MOST_WHY = 100  # letters


class Bans:
    """The bans in force, as this process knows them."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._people: dict[str, StoredBan] = {}
        self._networks: list[tuple[Network, StoredBan]] = []

    def learn(self, bans: Iterable[StoredBan]) -> None:
        """All that there are now."""
        self._people, self._networks = {}, []
        for ban in bans:
            if SIGN.fullmatch(ban.target):
                self._people[ban.target] = ban
            else:
                self._networks.append((ip_network(ban.target), ban))

    @property
    def some_ended(self) -> bool:
        return any(self._has_ended(ban) for ban in (*self._people.values(), *(b for _, b in self._networks)))

    def refusal(self, user: str | None, host: str | None) -> Refusal | None:
        """Why somebody is not let in, if they are not."""
        if not self._people and not self._networks:
            return None
        found = [self._people[sign]] if user and (sign := sign_of(user)) in self._people else []
        if address := address_at(host):
            found += [ban for network, ban in self._networks if address in network]
        found = [ban for ban in found if not self._has_ended(ban)]
        if not found:
            return None
        ban = max(found, key=lambda ban: float("inf") if ban.ends is None else ban.ends)
        until = "" if ban.ends is None else _moment(ban.ends)
        return BANNED.refuse(until=until, ends=ban.ends is not None, why=ban.why, given=bool(ban.why))

    def _has_ended(self, ban: StoredBan) -> bool:
        return ban.ends is not None and ban.ends <= self._time.now()


def read_target(text: str, force: bool, own: Iterable[str]) -> str:
    """Whom to ban, as typed: a person's sign, an address or a range.

    Args:
        text: what was typed.
        force: also where it would ban nearly everybody, or the one who does it.
        own: addresses, and perhaps the sign, of whoever does it.

    Raises:
        Refusal: it is none of these, or one that is not banned by mistake.
    """
    text = text.strip()
    if SIGN.fullmatch(text):
        if text in own and not force:
            raise OWN_DOOR.refuse(target=text)
        return text
    network = _network(text)
    if not force:
        if network.prefixlen < NARROWEST[network.version]:
            raise TOO_WIDE.refuse(network=str(network))
        if any(address in network for one in own if (address := address_at(one))):
            raise OWN_DOOR.refuse(target=str(network))
    return str(network)


def _network(text: str) -> Network:
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise BAD_TARGET.refuse(text=text[:100]) from None
    if "/" in text and str(network.network_address) != str(ip_address(text.partition("/")[0])):
        raise INSIDE.refuse(text=text, network=str(network))
    first = network.network_address
    if isinstance(first, IPv6Address) and first.ipv4_mapped and network.prefixlen >= MAPPED:
        return IPv4Network((first.ipv4_mapped, network.prefixlen - MAPPED))
    return network


def read_end(hours: float | None, now: float) -> float | None:
    """When a ban of so many hours ends."""
    if hours is not None and not 0 < hours <= MOST_HOURS:
        raise BAD_END.refuse(most=MOST_HOURS)
    return None if hours is None else now + hours * 3600


def read_why(text: str) -> str:
    """A reason that everybody who is concerned will read."""
    why = " ".join(text.split())
    if why and (len(why) > MOST_WHY or not is_plain(why)):
        raise BAD_WHY.refuse(most=MOST_WHY)
    return why


def address_at(host: str | None) -> Address | None:
    """Where somebody comes from; none where that is no address."""
    try:
        address = ip_address((host or "").partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def addresses_here() -> list[str]:
    """The addresses of this machine: from there come its own proxy, and whoever sits at it."""
    try:
        found = socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        found = []
    return ["127.0.0.1", "::1", *found]


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M UTC")
