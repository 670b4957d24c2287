"""A number while it is being read."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sidecar.model.number import NumberForm, Unit
from sidecar.text.affixes import UnitMatch
from sidecar.text.numerals import EXACT


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
    form: NumberForm = NumberForm.DIGITS
    sign: int = 0
    group: int = 0
    margin: Decimal | None = None
    plain: bool = False

    def shift(self, power: int) -> None:
        """Multiplies the number by the power of ten of its scale."""
        if power:
            self.value, self.step = self.value.scaleb(power, EXACT), self.step + power
            self.scale, self.plain = power, False

    def attach(self, found: UnitMatch) -> None:
        """Takes the unit that follows the number."""
        measure = found.measure
        self.end, self.plain = found.end, False
        self.unit, self.symbol = measure.unit, self.symbol or measure.symbol
        self.shift(found.scale)
        if measure.power:
            self.value = self.value.scaleb(measure.power, EXACT)
            self.step += measure.power
            if self.margin is not None:
                self.margin = self.margin.scaleb(measure.power)
