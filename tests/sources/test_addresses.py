"""Only addresses that anybody on the internet could reach are public."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from sidecar.sources.urls import is_public, parse_address


@pytest.mark.parametrize("written", ["1.1.1.1", "8.8.8.8", "93.184.215.14", "2606:4700::1111"])
def test_hosts_of_the_internet_are_public(written: str) -> None:
    assert is_public(ip_address(written))


@pytest.mark.parametrize(
    "written",
    [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "100.100.100.200",  # metadata of Alibaba
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",  # of Azure
        "169.254.169.254",  # of most clouds
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.9",
        "192.0.0.192",  # of Oracle
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:8.8.8.8",
        "::ffff:0:10.0.0.1",
        "64:ff9b::10.0.0.1",  # leads to 10.0.0.1 through a translator
        "64:ff9b::8.8.8.8",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",  # Teredo
        "2001:db8::1",
        "2002:a00:1::1",  # leads to 10.0.0.1 through 6to4
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",  # metadata of AWS
        "fe80::1",
        "fec0::1",
        "ff02::1",
    ],
)
def test_what_leads_anywhere_else_is_not(written: str) -> None:
    assert not is_public(ip_address(written))


@pytest.mark.parametrize("written", ["", "example.org", "fe80::1%eth0", "1.2.3", "0x7f000001"])
def test_what_is_no_whole_address_is_none(written: str) -> None:
    assert parse_address(written) is None
