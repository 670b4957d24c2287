"""Which addresses may be connected to: those that anybody on the internet could.

The libraries' own notion of "global" leaves out what leads elsewhere through a translator or a
tunnel, and addresses that clouds answer on themselves.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address

_UNICAST = IPv6Network("2000::/3")
"""All that is handed out; IPv4 in IPv6, translators (64:ff9b::/96) and local ones are outside."""

_NOT_6 = (
    IPv6Network("2001::/23"),  # Teredo and other protocols
    IPv6Network("2001:db8::/32"),  # documentation
    IPv6Network("2002::/16"),  # 6to4
    IPv6Network("3fff::/20"),  # documentation
)
_NOT_4 = (
    IPv4Network("192.0.0.0/24"),  # protocols; Oracle's metadata
    IPv4Network("192.88.99.0/24"),  # relays of 6to4
    IPv4Network("168.63.129.16/32"),  # Azure's own services
)


def is_public(address: Address) -> bool:
    """Whether an address belongs to some host on the internet."""
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    if isinstance(address, IPv6Address):
        return address in _UNICAST and not any(address in network for network in _NOT_6)
    return not any(address in network for network in _NOT_4)


def read(written: str) -> Address | None:
    """The address that a text is, if it is one; those of one interface alone are none."""
    try:
        return None if "%" in written else ip_address(written)
    except ValueError:
        return None
