"""Numbers that are multiples without saying "times": factors, and an index of a period at 100.

"A factor of 2.4", "with 2019 set to 100, sales stand at 118.9", "arrivals (H1 2023 = 100): 132.9".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.language.periods import Period
from sidecar.model.number import Direction, Form, Number, Qualifier, Unit
from sidecar.text.vocabulary import one_of

_BASE = Decimal(100)
_LEAST, _MOST = 10, 2000
_JOINTS = one_of("= to as at is equals equal (")
_PASSED = one_of("set taken put base indexed")
_PLAIN = (Form.DIGITS, Form.WORDS)
_HEDGES = one_of("about around approximately roughly nearly almost some just over under more than")
_BEFORE = 5
_REACH = 3  # words from a period to its hundred: "2019 being set to"


def as_multiple(number: Number, place: Place) -> Number:
    """An index number or a factor as the multiple that it is; any other number as it stands."""
    plain = number.unit is Unit.COUNT and number.form in _PLAIN and not number.scale
    if plain and is_factor(place):
        return number._replace(form=Form.MULTIPLE, direction=Direction.NONE)
    own = bases_of(place.passage)
    if not plain or number.form is Form.WORDS or place.first in own or not bases_at(place):
        return number
    if place.head() or not _LEAST <= number.value <= _MOST:
        return number
    value, low, high = (part / _BASE for part in (number.value, number.low, number.high))
    return number._replace(
        value=value, low=low, high=high, form=Form.MULTIPLE, qualifier=Qualifier.EXACTLY
    )


def is_factor(place: Place) -> bool:
    """Whether a number is stated as "a factor of" so much."""
    words = place.passage.words[: place.first]
    before = [word.word for word in words[-_BEFORE:] if word.word not in _HEDGES]
    return before[-3:] == ["a", "factor", "of"]


def bases_at(place: Place) -> Sequence[Period]:
    """The periods that are put at a hundred in a sentence, or in the header of its column."""
    heads = (source.passage for source in place.sources() if source.cell)
    return [each for passage in (place.passage, *heads) for each in bases_of(passage).values()]


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
        and (
            all(w.word in _JOINTS | _PASSED for w in words[named.end : at])
            or any(w.word in _PASSED for w in words[max(0, named.start - _REACH) : named.start])
        )  # "if you set its May output to 100"
    }
