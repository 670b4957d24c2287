"""Numbers of tables and lists whose scale stands above them: "in USD m", "Revenue ($m)"."""

from __future__ import annotations

from decimal import Decimal

from sidecar.binding.engine.reading import ITEM, ROW, Reading
from sidecar.model.number import Form, Number, Unit


def headed(number: Number, place: int, reading: Reading) -> Number | None:
    """A number in the scale that stands above it; None where none does, or it has its own.

    Args:
        number: The number.
        place: Its place in the text.
        reading: The text.
    """
    is_bare = number.unit in (Unit.COUNT, Unit.CURRENCY) and number.form is Form.DIGITS
    power = _scale(place, reading) if is_bare and not number.scale else 0
    if not power:
        return None
    factor = Decimal(10) ** power
    value, low, high = (each * factor for each in (number.value, number.low, number.high))
    return number._replace(value=value, low=low, high=high, scale=power)


def _scale(place: int, reading: Reading) -> int:
    """The power of ten that the head of a number's column says, or what stands above it all."""
    r = reading
    k = min(r.first[place], r.size - 1)
    block, cell, kind = r.block[k], r.cell[k], r.kinds[r.block[k]]
    if not r.scales or kind not in (ITEM, ROW):
        return 0
    head = r.head_row.get(block, block)
    of_column = [power for at, its, power in r.scales if (at, its) == (head, cell) != (block, cell)]
    lead = head - 1 if kind == ROW else _before_list(block, reading)
    of_all = [power for at, _, power in r.scales if at == lead and r.kinds[at] not in (ITEM, ROW)]
    return (of_column or of_all or [0])[-1]


def _before_list(block: int, reading: Reading) -> int:
    """What stands above the list that an item belongs to."""
    while block > 0 and reading.kinds[block] == ITEM:
        block -= 1
    return block
