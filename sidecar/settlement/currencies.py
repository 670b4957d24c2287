"""The smallest unit of a currency, and amounts written and rounded by it."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_HALF_EVEN, Decimal, localcontext

from sidecar.settlement.model import EXACT, ZERO

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


def rounded(amount: Decimal, currency: str) -> Decimal:
    """An amount in whole smallest units of its currency, half to even."""
    with localcontext(EXACT):
        return amount.quantize(smallest_unit(currency), ROUND_HALF_EVEN)


def smallest_unit(currency: str) -> Decimal:
    """The amount that one smallest unit is, such as 0.01."""
    return Decimal(1).scaleb(-places_of(currency))


def written(amount: Decimal, currency: str) -> str:
    """An exact amount as text, with the places of its currency at least: ``1.50``, ``0.0044``."""
    if not amount:  # as most parts of a total are; and never -0
        return f"{ZERO:.{places_of(currency)}f}"
    with localcontext(EXACT):
        places = max(places_of(currency), -int(amount.normalize().as_tuple().exponent))
        return f"{amount:.{places}f}"
