"""How decimals are written."""

from __future__ import annotations

from decimal import Decimal


def plain(value: Decimal) -> str:
    """A decimal without exponent and trailing zeros: ``1200000``, ``0.5``."""
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
