"""One ratio that a text writes as two numbers: "65 in every 100", "one loan in 13", "3.2 to one".

Neither number is a figure by itself. Both are then read, where the first one stands, as what they
come to: a percentage, or how many times as much.
"""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.language.words import stem
from sidecar.binding.settings import NumericSettings
from sidecar.model.number import Form, Number, Qualifier, Unit, is_integral
from sidecar.text.numerals import EXACT
from sidecar.text.vocabulary import one_of

_OUT_OF = (
    ["in"], ["in", "every"], ["in", "each"], ["out", "of"], ["out", "of", "every"], ["of", "every"],
)  # fmt: skip
_EVERY = [joint for joint in _OUT_OF if len(joint) > 1]
_NOUN = 3  # words between "one" and "in": "one active member in"
_BASES = frozenset(Decimal(10) ** power for power in range(1, 7))
_LARGEST = 10**7
"""The largest number after "one in"."""

_SMALL = 20  # the most that a fraction in small numbers is told of: "two in three", "3 of every 20"
_HALF, _HUNDRED = Decimal("0.5"), Decimal(100)
_RATIO = frozenset(map(stem, one_of("ratio outnumber outweigh odds proportion outstrip exceed")))
_TIMES = frozenset(map(stem, one_of("second minute hour day week month quarter year season")))
_PLAIN = frozenset({Form.DIGITS, Form.WORDS})


class _Parts(NamedTuple):
    above: Decimal
    below: Decimal


def joined(numbers: Sequence[Stated], settings: NumericSettings) -> list[Stated]:
    """The numbers of a text, those of a ratio each read as the ratio."""
    found = list(numbers)
    for at, (left, right) in enumerate(pairwise(numbers)):
        ratio = _ratio(left, right) if left.place.passage is right.place.passage else None
        if ratio is not None:
            for place in (at, at + 1):
                span = numbers[place].target.number.span
                found[place] = Stated(left.place, Target(ratio._replace(span=span), settings))
    return found


def _ratio(left: Stated, right: Stated) -> Number | None:
    """What two numbers come to, where they are told as one ratio."""
    first, second = left.target.number, right.target.number
    if any(n.unit is not Unit.COUNT or n.form not in _PLAIN for n in (first, second)):
        return None
    parts = _Parts(first.value, second.value)
    if min(parts) <= 0:
        return None
    words = left.place.passage.words
    between = [word.word for word in words[left.place.last : right.place.first]]
    if (between == ["to"] or (between == [":"] and 1 in parts)) and _is_told(
        left.place, first, parts
    ):
        return _multiple(first, parts)
    counted = right.place.words_after(1)
    if _is_out_of(between, parts) and _TIMES.isdisjoint(counted) and not _are_all(right, counted):
        return _percentage(first, parts)
    return None


def _are_all(right: Stated, counted: Sequence[str]) -> bool:
    """Whether a number counts what a table has: "six out of nine regions" is no percentage."""
    value = float(right.target.number.value)
    return any(
        not known.label_names.isdisjoint(counted) and known.rows / 2 < value < 2 * known.rows
        for known in right.place.passage.catalogs
    )


def _is_out_of(between: list[str], parts: _Parts) -> bool:
    """Whether words tell of so many out of so many: "one member in 13", "5 tests in every ten"."""
    if parts.above >= parts.below or not is_integral(parts.above):
        return False
    joints = _OUT_OF if parts.above == 1 else _EVERY
    noun = all(word.isalpha() for word in between) and len(between) <= _NOUN + 1
    joined = noun and any(between[-len(joint) :] == joint for joint in joints)
    if parts.above == 1:
        return joined and parts.below <= _LARGEST
    whole = is_integral(parts.below) and (parts.below in _BASES or parts.below <= _SMALL)
    return whole and (joined or between in _OUT_OF)


def _percentage(first: Number, parts: _Parts) -> Number:
    """So many out of so many: as exact as the number is that is not round by choice."""
    above, below = parts
    if above == 1:
        half = _last_half(below)
        low, high = EXACT.divide(above, below + half), EXACT.divide(above, below - half)
    else:
        share = EXACT.divide(above, below)
        half = _HALF if below in _BASES else EXACT.divide(_HALF, below + 1)
        low, high = (share + sign * EXACT.divide(half, below) for sign in (-1, 1))
    value = EXACT.divide(above, below) * _HUNDRED
    if below > _HUNDRED and first.qualifier is Qualifier.NONE:
        first = first._replace(qualifier=Qualifier.EXACTLY)  # half a point is more than all of it
    return first._replace(
        value=value, low=low * _HUNDRED, high=high * _HUNDRED,
        unit=Unit.PERCENT, symbol="%", form=Form.DIGITS, group=0,
    )  # fmt: skip


def _is_told(place: Place, first: Number, parts: _Parts) -> bool:
    """Whether two numbers are a ratio rather than a result or a range: "by about three to one"."""
    told = not _RATIO.isdisjoint(place.passage.stems)
    if 1 not in parts:
        return told and max(parts) <= _SMALL and all(map(is_integral, parts))
    return told or first.qualifier is not Qualifier.NONE or not is_integral(max(parts))


def _multiple(first: Number, parts: _Parts) -> Number:
    """How many times as much the one is: as exact as what is held against one is written."""
    value = EXACT.divide(max(parts), min(parts))
    half = _HALF / (min(parts) + 1) if min(parts) > 1 else _last_half(value)
    return first._replace(
        value=value, low=value - half, high=value + half, form=Form.MULTIPLE, group=0
    )


def _last_half(value: Decimal) -> Decimal:
    """Half a step of the last digit of a number."""
    return Decimal(5).scaleb(min(0, int(value.as_tuple().exponent)) - 1)
