"""Which addresses of this machine phones on its network can reach, and which names are its own."""

from __future__ import annotations

import ipaddress
import socket
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import ifaddr

IP: TypeAlias = IPv4Address | IPv6Address

_PRIVATE: Final = tuple(
    IPv4Network(text) for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
)
_VIRTUAL: Final = (
    "docker", "br-", "veth", "virbr", "vmnet", "vmware", "vboxnet", "virtualbox", "hyper-v",
    "utun", "tun", "tap", "wg", "tailscale", "zt",
)  # fmt: skip
"""How the names of interfaces begin that lead into this machine or into a tunnel."""

_SECONDS_BETWEEN_LOOKUPS: Final = 1.0


@dataclass(frozen=True, slots=True)
class Address:
    """One address of this machine, and the name of the interface it belongs to."""

    ip: IP
    interface: str

    def url(self, port: int) -> str:
        """The start page at this address."""
        return f"http://{in_url(self.ip)}:{port}"


def in_url(ip: IP) -> str:
    """An address as it is written in a URL."""
    return f"[{ip}]" if ip.version == 6 else str(ip)


def addresses_of_this_machine() -> list[Address]:
    """All of them, as the system lists them."""
    found = []
    for adapter in ifaddr.get_adapters():
        for entry in adapter.ips:
            text = entry.ip if isinstance(entry.ip, str) else entry.ip[0]
            found.append(Address(ipaddress.ip_address(text.split("%")[0]), adapter.nice_name))
    return found


def address_of_default_route() -> IP | None:
    """The address that packets to other networks leave from; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        return ipaddress.ip_address(probe.getsockname()[0])


def reachable(addresses: Iterable[Address], default_route: IP | None) -> list[Address]:
    """Those of `addresses` that phones may reach, the best first; IPv6 only without any IPv4."""
    outward = [
        address
        for address in dict.fromkeys(addresses)
        if not (address.ip.is_loopback or address.ip.is_link_local or address.ip.is_unspecified)
        and not address.interface.lower().startswith(_VIRTUAL)
    ]
    usable = [address for address in outward if address.ip.version == 4] or outward
    return sorted(usable, key=lambda each: (each.ip != default_route, not _is_private(each.ip)))


def _is_private(ip: IP) -> bool:
    return isinstance(ip, IPv4Address) and any(ip in network for network in _PRIVATE)


class Network:
    """This machine's addresses, looked up again when they are asked for, at most once a second.

    `only` is the one address that the server listens on, when it does not listen on all of them.
    """

    def __init__(
        self,
        port: int,
        public_url: str | None = None,
        only: IP | None = None,
        *,
        list_addresses: Callable[[], list[Address]] = addresses_of_this_machine,
        find_default_route: Callable[[], IP | None] = address_of_default_route,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.port = port
        self._public_url = public_url
        self._only = only
        self._list_addresses = list_addresses
        self._find_default_route = find_default_route
        self._now = now
        self._looked_up = float("-inf")
        self._all: list[Address] = []
        self._reachable: list[Address] = []
        names = {"localhost", "127.0.0.1", "::1"}
        if public_url is not None:
            names.add((urlsplit(public_url).hostname or "").lower())
        self._names = frozenset(names)

    def addresses(self) -> list[Address]:
        """The addresses that phones can reach, the best first."""
        self._look_up()
        return self._reachable

    def urls(self) -> list[str]:
        """The start page as phones can reach it, the best address first.

        Where no phone can reach it, the start page as this machine itself can.
        """
        public = [] if self._public_url is None else [self._public_url]
        urls = [*public, *(address.url(self.port) for address in self.addresses())]
        return urls or [self.own_url()]

    def own_url(self) -> str:
        """The start page as a browser on this machine can reach it."""
        return f"http://{in_url(self._only or IPv4Address('127.0.0.1'))}:{self.port}"

    def is_own_host(self, name: str) -> bool:
        """Whether `name`, a host without port and brackets, means this machine."""
        if name.lower() in self._names:
            return True
        try:
            ip = ipaddress.ip_address(name)
        except ValueError:
            return False
        if not self._has(ip):
            self._look_up()
        return self._has(ip)

    def _has(self, ip: IP) -> bool:
        return any(address.ip == ip for address in self._all)

    def _look_up(self) -> None:
        if self._now() - self._looked_up < _SECONDS_BETWEEN_LOOKUPS:
            return
        self._looked_up = self._now()
        self._all = self._list_addresses()
        listening = [each for each in self._all if self._only is None or each.ip == self._only]
        self._reachable = reachable(listening, self._find_default_route())
