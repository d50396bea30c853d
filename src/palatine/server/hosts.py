"""Which names a server goes by.

A page of another site can let its own name lead to our address, and would then count as one of ours.  It
cannot choose what it is called: so a server answers to the names that it knows, and to no other.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address

EVERYWHERE = ("0.0.0.0", "::")  # what a server listens on that everybody can reach


class Hosts:
    """The names of a server: those it was given, this machine's own, and addresses of the network it is in.

    Args:
        listens_on: the address that the server listens on, as `127.0.0.1` or `0.0.0.0`.
        named: other names that lead to it.
    """

    def __init__(self, listens_on: str, named: Iterable[str] = ()) -> None:
        self.is_open = listens_on in EVERYWHERE
        self.names = {"localhost", *map(_bare, named)}
        if self.is_open:
            own = _bare(socket.gethostname())
            self.names |= {own, f"{own.partition('.')[0]}.local"}
        else:
            self.names.add(_bare(listens_on))

    def know(self, host: str) -> bool:
        """Whether a request for a host, with its port or without, is meant for this server."""
        name = _bare(host)
        if name in self.names:
            return bool(name)
        address = _address(name)
        if address is None:
            return False
        return address.is_loopback or (self.is_open and not address.is_global)


def _bare(host: str) -> str:
    """A host without its port, as names are compared."""
    host = host.strip().lower()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    return host.removesuffix(".")


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None
