"""What the numbers of a text have turned out to be, to the last digit: values that were derived.

"€4.20 a kilo, now €5.80, an increase of 38%": no cell is a price, but both prices were found, and
what follows compares them.
"""

from __future__ import annotations

from typing import NamedTuple

from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.weighing.candidate import Kind
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.model.number import Form, Number

_SURE = 0.7  # how probably right a number is that tells something
_BACK = 1  # sentences
_MOST = 4  # numbers before one that it may compare
_LONGEST = 300  # letters of a formula: what is attributed to two others has both of theirs
_DERIVED = frozenset(
    {
        Kind.QUOTIENT, Kind.SHARE, Kind.RATIO, Kind.MEAN, Kind.SOME_RATIO, Kind.SOME_SHARE,
        Kind.SOME_PART, Kind.SOME_MEAN, Kind.SUM, Kind.SOME_SUM, Kind.PRODUCT,
    }
)  # fmt: skip


class Value(NamedTuple):
    """A number that was found.

    Attributes:
        place: Where it stands.
        number: The number.
        amount: What it is exactly, in its own unit.
        formula: How it was derived.
        cells: What it was derived from.
        table: The query result of these.
        kind: What it was read as.
    """

    place: Place
    number: Number
    amount: float
    formula: str
    cells: tuple[str, ...]
    table: int
    kind: Kind


class Values:
    """The numbers of a text that were found so far."""

    def __init__(self) -> None:
        self._found: list[Value] = []

    def add(self, place: Place, number: Number, weighed: Weighed) -> None:
        """Take note of what a number surely is."""
        judged = weighed.right + weighed.wrong
        derived = (one for _, one in weighed.ranked if one.agrees and one.kind in _DERIVED)
        best = next(derived, None)
        if best is None or not weighed.right >= _SURE * judged > 0:
            return
        shown = best.show()
        amount = best.agreement.raw
        if amount is None or number.form is Form.ORDINAL:
            return
        formula = shown.formula or shown.location
        if len(formula) > _LONGEST:
            return
        kept = [one for one in self._found[-_MOST:] if one.place.number >= place.number - _BACK]
        told = Value(
            place,
            number,
            float(amount),
            formula,
            shown.cells or (shown.location,),
            best.table,
            best.kind,
        )
        self._found = [*kept, told]

    def near(self, place: Place) -> list[Value]:
        """The numbers before one, nearest first."""
        near = [one for one in self._found if one.place.number >= place.number - _BACK]
        return sorted(near, key=lambda one: abs(one.place.start - place.start))[:_MOST]
