"""A number as its sentence qualifies it: a bound that is denied, a noun that turns its sign round.

"Did not exceed 75%" is at most 75%; "they add up to 6,230" bounds nothing; "a loss of 54,000" is
a result of -54,000 where the data hold results.
"""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.reading import ITEM, ROW, TextArrays
from sidecar.binding.language.words import stem
from sidecar.model.number import Direction, Number, NumberForm, Qualifier, Unit
from sidecar.text.vocabulary import one_of

# Numbers of tables and lists whose scale stands above them: "in USD m", "Revenue ($m)".


def headed(number: Number, place: int, reading: TextArrays) -> Number | None:
    """A number in the scale that stands above it; None where none does, or it has its own.

    Args:
        number: The number.
        place: Its place in the text.
        reading: The text.
    """
    is_bare = number.unit in (Unit.COUNT, Unit.CURRENCY) and number.form is NumberForm.DIGITS
    power = _scale(place, reading) if is_bare and not number.scale else 0
    if not power:
        return None
    factor = Decimal(10) ** power
    value, low, high = (each * factor for each in (number.value, number.low, number.high))
    return number._replace(value=value, low=low, high=high, scale=power)


def _scale(place: int, reading: TextArrays) -> int:
    """The power of ten that the head of a number's column says, or what stands above it all."""
    r = reading
    k = min(r.first[place], r.size - 1)
    block, kind = r.block[k], r.kinds[r.block[k]]
    if not r.scales or kind not in (ITEM, ROW):
        return 0
    if of_column := _column_scale(place, reading):
        return of_column
    lead = r.head_row.get(block, block) - 1 if kind == ROW else _before_list(block, reading)
    of_all = [power for at, _, power in r.scales if at == lead and r.kinds[at] not in (ITEM, ROW)]
    return (of_all or [0])[-1]


def is_amount(place: int, reading: TextArrays) -> bool:
    """Whether a number that has a scale above it cannot but be in it.

    In a list, or under the head of a column that says so; what stands above a whole table need not
    be said of each of its columns.
    """
    r = reading
    block = r.block[min(r.first[place], r.size - 1)]
    return r.kinds[block] == ITEM or _column_scale(place, reading) > 0


def _column_scale(place: int, reading: TextArrays) -> int:
    """The power of ten that the head of a number's column says; 0 where it says none."""
    r = reading
    k = min(r.first[place], r.size - 1)
    block, cell = r.block[k], r.cell[k]
    head = r.head_row.get(block, block)
    said = [power for at, its, power in r.scales if (at, its) == (head, cell) != (block, cell)]
    return (said or [0])[-1]


def _before_list(block: int, reading: TextArrays) -> int:
    """What stands above the list that an item belongs to."""
    while block > 0 and reading.kinds[block] == ITEM:
        block -= 1
    return block


_DENIED = {Qualifier.OVER: Qualifier.AT_MOST, Qualifier.UNDER: Qualifier.AT_LEAST}
_NOT = one_of("not never cannot failed fails without hardly")
_CUTS = one_of(", ; : . ( ) – — and but or")
_UP_TO = ["up", "to"]
_REACHED = one_of("add adds added adding sum sums summed summing back climbed climbs went goes")
"""Before "up to": what follows is what is come to, no bound."""

_LOSSES = frozenset(map(stem, one_of("loss deficit")))
_JOINTS = one_of("of at to from was is were : reached totalled totaled totalling about around")
_RESULTS = frozenset(map(stem, one_of("profit earnings surplus income balance ebit ebitda")))
"""Words of columns in which a loss is less than nothing, whatever their other cells are."""

_REACH = 6  # words before a number
_THAN = "than"


class QualifiedNumber(NamedTuple):
    """A number as it is intended.

    Attributes:
        number: The number.
        strictly: Whether what equals it is not past it: "more than 42".
    """

    number: Number
    strictly: bool = True


def qualified(
    number: Number, place: int, reading: TextArrays, evidence: EngineEvidence
) -> QualifiedNumber:
    """A number as its sentence means it.

    Args:
        number: As it is written.
        place: Its place in the text.
        reading: The text.
        evidence: The query results.
    """
    first = reading.first[place]
    before = reading.word[max(0, first - _REACH) : first]
    if before[-2:] == _UP_TO and not _REACHED.isdisjoint(before[-3:-2]):
        return QualifiedNumber(number._replace(qualifier=Qualifier.NONE))
    if number.qualifier in _DENIED and _is_denied(before):
        return QualifiedNumber(number._replace(qualifier=_DENIED[number.qualifier]))
    if _may_be_lost(number) and _is_lost(place, reading) and _holds_results(evidence):
        return QualifiedNumber(_turned(number))
    return QualifiedNumber(number, before[-1:] == [_THAN])


def _is_denied(before: list[str]) -> bool:
    for word in reversed(before):
        if word in _CUTS:
            return False
        if word in _NOT or word.endswith("n't"):
            return True
    return False


def _may_be_lost(number: Number) -> bool:
    is_plain = number.form is NumberForm.DIGITS and not number.sign
    return is_plain and number.unit in (Unit.COUNT, Unit.CURRENCY)


def _is_lost(place: int, reading: TextArrays) -> bool:
    """Whether the noun of a number is a loss: "a loss of 54,000"."""
    first, last = reading.first[place], reading.last[place]
    if not _LOSSES.isdisjoint(reading.stem[last : last + 1]):
        return True
    for at in range(first - 1, max(-1, first - 1 - _REACH), -1):
        if reading.stem[at] in _LOSSES:
            return reading.word[first - 1] in _JOINTS
        if reading.word[at] in _CUTS or reading.number[at] >= 0:
            return False
    return False


def _holds_results(evidence: EngineEvidence) -> bool:
    """Whether a measure holds results, and none losses by its own name."""
    known = {word for m in evidence.measures for word in (m.names[0][0] if m.names else ())}
    return not _RESULTS.isdisjoint(known) and _LOSSES.isdisjoint(known)


def _turned(said: Number) -> Number:
    return said._replace(
        value=-said.value, low=-said.high, high=-said.low, sign=-1, direction=Direction.NONE
    )
