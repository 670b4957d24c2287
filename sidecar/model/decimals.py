"""How decimals are written."""

from __future__ import annotations

from decimal import Decimal


def shortest(value: float) -> Decimal:
    """A float as the shortest decimal that reads back as it: 0.1 is one tenth."""
    return Decimal(repr(value))


def plain(value: Decimal) -> str:
    """A decimal without exponent and trailing zeros: ``1200000``, ``0.5``."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def grouped(value: Decimal) -> str:
    """A decimal as people read it: ``61,083,916``, and ``2007``."""
    written = plain(value)
    return written if abs(value) < 10_000 else f"{Decimal(written):,f}"
