"""Exact numbers from what files and requests hold."""

from __future__ import annotations

from decimal import Context, Decimal, InvalidOperation

from sidecar.model.decimals import shortest

_LONGEST = 40  # digits
_FARTHEST = 30  # powers of ten from 1: all digits are written out

EXACT = Context(prec=200)
"""In which sums of a thousand such numbers, and their products with another, are not rounded."""


def exact(given: object) -> Decimal | None:
    """A number as it is written; None for anything that is none, and for what is not finite.

    A float is its shortest digits: 0.1 is one tenth. True is no number.
    """
    if isinstance(given, bool) or not isinstance(given, int | float | Decimal | str):
        return None
    try:
        value = shortest(given) if isinstance(given, float) else Decimal(_bounded(given))
    except (InvalidOperation, ValueError):
        return None
    if not value.is_finite() or abs(value.adjusted()) > _FARTHEST:
        return None
    return value if len(value.as_tuple().digits) <= _LONGEST else None


def _bounded(given: int | Decimal | str) -> int | Decimal | str:
    if isinstance(given, int) and abs(given) > 10**_LONGEST:
        raise ValueError("too long")
    if isinstance(given, str) and (len(given) > 2 * _LONGEST or not given.isascii()):
        raise ValueError("too long, or no ASCII digits")
    return given
