"""The smallest unit of a currency."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

USUAL_PLACES = 2

PLACES: Mapping[str, int] = {
    code: places
    for places, codes in {
        0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
        3: "BHD IQD JOD KWD LYD OMR TND",
        4: "CLF UYW",
    }.items()
    for code in codes.split()
}
"""Decimal places of amounts in the currencies of ISO 4217 that have not two."""


def places_of(currency: str) -> int:
    """How many decimal places amounts in a currency have."""
    return PLACES.get(currency, USUAL_PLACES)


def in_minor_units(amount: Decimal, currency: str) -> int:
    """An amount in whole smallest units.

    Raises:
        ValueError: If it is none.
    """
    scaled = amount.scaleb(places_of(currency))
    if scaled != scaled.to_integral_value():
        raise ValueError(f"{amount:f} {currency} is no whole number of its smallest units")
    return int(scaled)


def from_minor_units(units: int, currency: str) -> Decimal:
    """The amount that so many smallest units are, with all of its places."""
    return Decimal(units).scaleb(-places_of(currency))
