"""How a value compares with a number."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from sidecar.model.report import Grade


class Agreement(NamedTuple):
    """How a value compares with a number.

    Attributes:
        grade: How closely.
        raw: The value in the unit of the number, a float where it was derived; of a cell that does
            not agree, None.
        code: Why it does not count where only unit, scale or sign are wrong; else "".
        guessed: Whether a scale was used that nothing declares.
        hedged: Whether the text itself says that the number is not exact.
        amiss: Whether a number that is told as exact is another than the value's own first digits.
        far: Whether the value is so far from the number that no slip of the pen explains it.
        bounded: Whether it only lies past a bound, as most values would.
    """

    grade: Grade
    raw: Decimal | float | None = None
    code: str = ""
    guessed: bool = False
    hedged: bool = False
    far: bool = False
    amiss: bool = False
    bounded: bool = False

    @property
    def value(self) -> Decimal | None:
        """The value as it is shown."""
        return rounded(self.raw) if isinstance(self.raw, float) else self.raw


DISAGREES = Agreement(Grade.NONE)
FAR = DISAGREES._replace(far=True)


def rounded(value: float) -> Decimal:
    """A derived value in the twelve digits that all machines agree on."""
    return Decimal(f"{value:.12g}")
