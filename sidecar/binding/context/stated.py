"""Numbers that the text brings itself: rates of exchange that it converts with, and thresholds.

Such a number is no figure of the data. A stated rate also turns cells of one currency into amounts of
another, and a threshold decides which rows are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.binding.context.agreement import Target
from sidecar.binding.context.place import Place
from sidecar.model.number import Form, Number, Qualifier, Unit

_RATE = frozenset(
    {"rat", "rate", "peg", "pegg", "exchang", "exchange", "convert", "conversion", "parity"}
)
_BOUNDS = frozenset({Qualifier.OVER, Qualifier.UNDER, Qualifier.AT_LEAST, Qualifier.AT_MOST})
_REACH = 4


class Stated(NamedTuple):
    """A number where it stands."""

    place: Place
    target: Target


def is_rate(place: Place, number: Number) -> bool:
    """Whether a number is a rate of exchange: "at a rate of 3.64", "at QAR 3.64 per dollar"."""
    if (
        number.unit not in (Unit.COUNT, Unit.CURRENCY)
        or number.scale
        or number.form is not Form.DIGITS
    ):
        return False
    before = [w.stem for w in place.passage.words[max(0, place.first - _REACH) : place.first]]
    if _RATE.intersection(before):
        return True
    after = place.words_after(3)
    per = after[:1] == ["per"] or after[:2] == ["to", "the"] or after[:1] == ["="]
    return per and number.unit is Unit.CURRENCY and bool({"at", "@"}.intersection(before))


def rates(numbers: Sequence[Stated]) -> list[float]:
    """The rates of exchange that a text states."""
    return [
        float(one.target.number.value) for one in numbers if is_rate(one.place, one.target.number)
    ]


def is_bound(number: Number) -> bool:
    """Whether a number bounds what is counted rather than states a value."""
    return number.qualifier in _BOUNDS
