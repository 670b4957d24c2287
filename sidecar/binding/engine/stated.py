"""A number of a text as it is compared with exact values."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from sidecar.binding.chance import among, at_random
from sidecar.binding.engine.qualified import QualifiedNumber
from sidecar.binding.engine.quantities import Target
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.ways import SCALE_UNTOLD, ScaleChoice, Scaling, alike, ways
from sidecar.binding.tolerance import HOLDS, agreeing, grade
from sidecar.model.report import Grade

_ROUNDED = Decimal("0.01")  # of a bound that rounding may hide on its other side


class CellInUnit(NamedTuple):
    """A cell in the unit of a number.

    Attributes:
        value: What it comes to.
        grade: How closely it agrees.
        code: What is wrong where it agrees in another unit or with another sign; else empty.
    """

    value: Decimal
    grade: Grade
    code: str = ""


class StatedNumber:
    """A number.

    Args:
        said: As it is intended.
        target: The same as floats.
        settings: Tolerances.
        falls: Whether words near it tell of a fall, or of less than nothing.

    Attributes:
        number, target, falls: As above; the number as it is intended.
        interval: What is tolerated.
        is_bound: Whether it is a bound: "over 1,300".
    """

    def __init__(
        self, said: QualifiedNumber, target: Target, settings: NumericSettings, *, falls: bool
    ) -> None:
        number = said.number
        self.number, self.falls, self._strictly = number, falls, said.strictly
        self.is_bound = number.qualifier in HOLDS
        self.interval = agreeing(number, settings)
        scale = 100 if "fraction" in target.forms else 1
        low, high = float(self.interval.low) * scale, float(self.interval.high) * scale
        value = abs(target.value) if number.value >= 0 else -abs(target.value)
        self.target = target._replace(value=value, low=low, high=high)

    def ways(self, scaling: Scaling) -> tuple[ScaleChoice, ...]:
        """The scales in which it may be compared with the cells of a column."""
        return ways(alike(self.number), scaling, falls=self.falls)

    def grade(self, value: Decimal | None) -> Grade:
        """How closely a value in its unit agrees, whatever its sign is."""
        if value is None:
            return Grade.NONE
        number = self.number
        return self._grade(abs(value) if number.value >= 0 else -abs(value))

    def in_unit(self, value: Decimal, scaling: Scaling) -> CellInUnit:
        """A cell of a column as the number would have it."""
        natural, amiss = value, ""
        known = False
        for way in self.ways(scaling):
            scaled, code = value * way.scale.factor, way.scale.code
            if not (code or way.guessed or known):
                natural, known = value * abs(way.scale.factor), True
            if way.scale.at_most is not None and abs(value) > way.scale.at_most:
                continue
            grade = self._grade(scaled)
            if grade is Grade.NONE:
                continue
            if not (code or way.guessed):
                return CellInUnit(scaled, grade)
            amiss = amiss or code or SCALE_UNTOLD
        return CellInUnit(natural, Grade.NONE, amiss)

    def chance(self, values: int) -> float:
        """How likely a random number of its size would agree with some of so many values."""
        width = self.target.high - self.target.low
        return among(at_random(abs(self.target.value), width), values)

    def holds(self, value: Decimal) -> bool:
        """Whether a value lies where the number, a bound, says.

        "Over 88,214 requests" is told of as many as well; but more than 42 is not 42.
        """
        number = self.number
        if HOLDS[number.qualifier](value, number.value):
            return True
        near = abs(value - number.value) <= _ROUNDED * abs(number.value)
        return near and not self._strictly and number.low <= value <= number.high

    def _grade(self, value: Decimal) -> Grade:
        return grade(value, self.number, self.interval)
