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
    if not r.scales:
        return 0
    k = min(r.first[place], r.size - 1)
    block, cell, kind = r.block[k], r.cell[k], r.kinds[r.block[k]]
    if kind not in (ITEM, ROW):
        return 0
    above = r.head_row.get(block, block)
    of_column = [
        power for at, its, power in r.scales if at == above and its == cell and at != block
    ]
    while kind == ITEM and above > 0 and r.kinds[above] == ITEM:
        above -= 1
    lead = above - 1 if kind == ROW else above
    of_all = [power for at, _, power in r.scales if at == lead and r.kinds[at] not in (ITEM, ROW)]
    return (of_column or of_all or [0])[-1]
