"""A number while it is being read."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sidecar.model.number import Form, Unit


@dataclass(slots=True)
class Draft:
    """One number, in code points, before ranges and context are known.

    Attributes:
        start: Start of the whole expression.
        end: End of the whole expression.
        value: Exact, with its scale and sign.
        step: Power of ten of the last written place.
        unit: What kind of quantity.
        symbol: Its unit.
        scale: Power of ten of its scale word or suffix.
        form: How it is written.
        sign: The sign as written.
        group: Shared by the parts of a range.
        margin: Half width of what rounds to it, where that is not half a step.
        plain: An integer without separators: could be a year.
    """

    start: int
    end: int
    value: Decimal
    step: int = 0
    unit: Unit = Unit.COUNT
    symbol: str = ""
    scale: int = 0
    form: Form = Form.DIGITS
    sign: int = 0
    group: int = 0
    margin: Decimal | None = None
    plain: bool = False
