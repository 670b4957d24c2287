"""Periods that a text puts at a hundred, and the numbers told as an index of them.

"With 2019 set to 100, sales stand at 118.9", "arrivals (H1 2023 = 100): 132.9".
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal

from sidecar.binding.context.language.periods import Period
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.model.number import Form, Number, Qualifier, Unit
from sidecar.text.vocabulary import one_of

_BASE = Decimal(100)
_LEAST, _MOST = 10, 2000
_JOINTS = one_of("= to as at is equals equal")
_PASSED = one_of("set taken put base indexed")
_REACH = 3  # words from a period to its hundred: "2019 being set to"


def as_multiple(number: Number, place: Place) -> Number:
    """An index number as the multiple that it is; any other number as it stands."""
    plain = number.unit is Unit.COUNT and number.form is Form.DIGITS and not number.scale
    if not plain or not bases_of(place.passage) or place.first in bases_of(place.passage):
        return number
    if place.head() or not _LEAST <= number.value <= _MOST:
        return number
    value, low, high = (part / _BASE for part in (number.value, number.low, number.high))
    return number._replace(
        value=value, low=low, high=high, form=Form.MULTIPLE, qualifier=Qualifier.EXACTLY
    )


def bases_of(passage: Passage) -> Mapping[int, Period]:
    """Where a passage puts a period at a hundred, and which."""
    return passage.once(_find)


def _find(passage: Passage) -> Mapping[int, Period]:
    words = passage.words
    return {
        at: named.period
        for at, word in enumerate(words)
        if word.word == "100"
        for named in passage.periods
        if 0 < at - named.end <= _REACH
        and words[at - 1].word in _JOINTS
        and all(w.word in _JOINTS | _PASSED for w in words[named.end : at])
    }
