"""Units that a list tells at its first number alone: "a room costs €138 in Porto, 212 in Lyon"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.statistics import is_of_a_test
from sidecar.binding.language.words import STOP
from sidecar.model.number import Form, Number, Qualifier, Unit
from sidecar.text.vocabulary import one_of

_LONGEST = 10  # words between two numbers of a list
_UNKNOWN = 2  # of them that name nothing
_LARGE = 1000
"""What is stated in millions without its word is smaller."""

_COMPARED = one_of("more less fewer higher lower of")
_PLACING = one_of("in at on for if")
_APART = one_of("which per each every of than by from to : . ?")


def completed(numbers: Sequence[Number], places: Sequence[Place]) -> list[Number]:
    """The numbers of a text, those that leave out their unit with that of the one before.

    Args:
        numbers: The numbers.
        places: Where they stand.
    """
    found = list(numbers)
    for at, (before, place) in enumerate(pairwise(places), 1):
        last = found[at - 1]
        if is_of_a_test(before, last):
            continue  # "at 95% confidence, Leeds leads with 212"
        if _leaves_out(last, found[at]) and _goes_on(before, place):
            found[at] = _with_unit(found[at], last)
    return found


def _leaves_out(last: Number, number: Number) -> bool:
    """Whether a number without a unit may be in that of the last one."""
    bare = number.unit is Unit.COUNT and not number.symbol and not number.scale and not number.sign
    plain = number.form is last.form is Form.DIGITS and number.qualifier is Qualifier.NONE
    return bare and plain and last.unit is not Unit.COUNT and not (number.group or last.group)


def _goes_on(before: Place, place: Place) -> bool:
    """Whether another name stands between two numbers, or behind the second, and little else."""
    passage = place.passage
    if before.passage is not passage or before.in_table or place.head():
        return False
    between = passage.words[before.last : place.first]
    unknown = [
        word
        for at, word in enumerate(between, before.last)
        if at not in passage.labelled and word.word[0].isalpha() and word.word not in STOP
    ]
    behind = [word.word for word in passage.words[place.last : place.last + 1]]
    if not _COMPARED.isdisjoint(behind):
        return False  # "212, 74 more than Miramar"
    ahead = range(before.last, place.first)
    placed = range(place.last, place.last + 3 if behind and behind[0] in _PLACING else place.last)
    named = passage.labelled.intersection((*ahead, *placed))
    return (
        bool(named)
        and len(between) <= _LONGEST
        and len(unknown) <= _UNKNOWN
        and not any(word.word in _APART or word.word[0].isdigit() for word in between)
    )


def _with_unit(number: Number, last: Number) -> Number:
    """A number in the unit of another one, and in its scale where it is small enough."""
    scale = last.scale if abs(number.value) < _LARGE else 0
    power = -2 if last.symbol == "bps" else scale  # whose value is one of percent
    value, low, high = (each.scaleb(power) for each in (number.value, number.low, number.high))
    return number._replace(
        value=value, low=low, high=high, unit=last.unit, symbol=last.symbol, scale=scale
    )
