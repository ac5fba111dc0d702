"""Which address phones are shown, and which names the server answers to."""

from ipaddress import IPv4Address, ip_address

import pytest

from referee import lan
from referee.lan import Address, Network, reachable


def machine(*lines: str) -> list[Address]:
    """`machine("wlan0 192.168.1.20")`"""
    return [
        Address(ip_address(ip), interface)
        for interface, ip in (line.rsplit(" ", 1) for line in lines)
    ]


def shown(addresses: list[Address], default_route: str | None = None) -> list[str]:
    route = None if default_route is None else ip_address(default_route)
    return [str(address.ip) for address in reachable(addresses, route)]


def test_the_address_of_the_default_route_comes_first():
    here = machine("eth0 10.0.0.5", "wlan0 192.168.1.20")

    assert shown(here, "192.168.1.20") == ["192.168.1.20", "10.0.0.5"]


def test_without_a_default_route_private_addresses_come_first():
    here = machine("eth0 203.0.113.7", "wlan0 172.16.3.4", "eth1 172.32.0.1")

    assert shown(here) == ["172.16.3.4", "203.0.113.7", "172.32.0.1"]


def test_addresses_that_lead_nowhere_are_dropped():
    here = machine("lo 127.0.0.1", "eth0 169.254.10.1", "wlan0 192.168.1.20", "lo ::1")

    assert shown(here) == ["192.168.1.20"]


@pytest.mark.parametrize(
    "interface",
    ["docker0", "br-4f1c", "veth12", "vEthernet (WSL)", "virbr0", "vmnet8", "vboxnet0",
     "VirtualBox Host-Only Ethernet Adapter", "VMware Virtual Ethernet Adapter", "utun3", "tun0",
     "tap0", "wg0", "tailscale0", "ztabcdef"],
)  # fmt: skip
def test_interfaces_inside_the_machine_and_tunnels_are_dropped(interface):
    here = machine(f"{interface} 10.8.0.2", "wlan0 192.168.1.20")

    assert shown(here, "10.8.0.2") == ["192.168.1.20"]


def test_ipv6_is_shown_only_where_there_is_no_ipv4():
    both = machine("wlan0 fd00::20", "wlan0 192.168.1.20")
    alone = machine("wlan0 fe80::1", "wlan0 fd00::20")

    assert shown(both) == ["192.168.1.20"]
    assert shown(alone) == ["fd00::20"]
    assert reachable(alone, None)[0].url(7777) == "http://[fd00::20]:7777"


def test_an_address_that_is_listed_twice_is_shown_once():
    assert shown(machine("wlan0 192.168.1.20", "wlan0 192.168.1.20")) == ["192.168.1.20"]


class Moving:
    """A machine whose addresses can change, and a clock."""

    def __init__(self, *lines: str) -> None:
        self.addresses = machine(*lines)
        self.lookups = 0
        self.seconds = 100.0

    def network(self, **given) -> Network:
        return Network(
            7777,
            list_addresses=self.look_up,
            find_default_route=lambda: None,
            now=lambda: self.seconds,
            **given,
        )

    def look_up(self) -> list[Address]:
        self.lookups += 1
        return self.addresses


@pytest.mark.parametrize(
    "name", ["localhost", "LocalHost", "127.0.0.1", "::1", "192.168.1.20", "fd00::20", "fd00:0::20"]
)
def test_a_name_of_this_machine_is_its_own(name):
    assert Moving("wlan0 192.168.1.20", "docker0 fd00::20").network().is_own_host(name)


@pytest.mark.parametrize(
    "name",
    ["", "evil.example", "localhost.evil.example", "192.168.1.21", "127.0.0.2", "0xc0a80114",
     "192.168.1.020", "localhost.", "::ffff:192.168.1.20"],
)  # fmt: skip
def test_any_other_name_is_not(name):
    assert not Moving("wlan0 192.168.1.20").network().is_own_host(name)


def test_the_host_of_the_public_address_is_its_own_and_the_best():
    network = Moving("wlan0 192.168.1.20").network(public_url="https://Table.example:8443")

    assert network.is_own_host("table.example")
    assert network.urls() == ["https://Table.example:8443", "http://192.168.1.20:7777"]


def test_an_address_that_is_new_is_found_when_it_is_asked_for():
    moving = Moving("wlan0 192.168.1.20")
    network = moving.network()
    assert not network.is_own_host("10.0.0.5")
    moving.addresses = machine("wlan0 10.0.0.5")

    assert not network.is_own_host("10.0.0.5"), "looked up again too early"
    moving.seconds += 1
    assert network.is_own_host("10.0.0.5")
    assert network.urls() == ["http://10.0.0.5:7777"]


def test_unknown_names_cost_one_lookup_a_second_and_known_ones_none():
    moving = Moving("wlan0 192.168.1.20")
    network = moving.network()
    for number in range(50):
        network.is_own_host(f"10.0.0.{number}")
    moving.seconds += 60
    network.is_own_host("192.168.1.20")

    assert moving.lookups == 1


def test_a_server_on_one_address_shows_that_one():
    moving = Moving("eth0 10.0.0.5", "wlan0 192.168.1.20")

    assert moving.network(only=IPv4Address("10.0.0.5")).urls() == ["http://10.0.0.5:7777"]
    assert moving.network(only=IPv4Address("127.0.0.1")).urls() == ["http://127.0.0.1:7777"]


def test_without_a_network_the_page_is_shown_as_this_machine_reaches_it():
    network = Moving("lo 127.0.0.1").network()

    assert network.addresses() == []
    assert network.urls() == ["http://127.0.0.1:7777"]


def test_this_machine_has_a_loopback_address():
    assert any(address.ip.is_loopback for address in lan.addresses_of_this_machine())


def test_the_default_route_leaves_from_an_address_of_this_machine():
    route = lan.address_of_default_route()

    assert route is None or route in [each.ip for each in lan.addresses_of_this_machine()]
