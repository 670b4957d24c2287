"""A table of units says what the columns of the tables beside it are in."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.binding.context.weighing.candidate import Kind

COLUMNS = ["tank", "oil.level", "oil.temp", "pump.flow", "pump.rpm"]
ROWS = [["North", 412, 61.5, 38, 1450], ["South", 377, 58.2, 61.5, 1390]]
UNITS = (["level", "temp", "flow"], [["mm", "°C", "l/s"]])


def _clashing(read: Any, text: str, beside: Any) -> dict[int, int]:
    """How the unit of the first number of a text fits each column that is named for it."""
    found = read(text, COLUMNS, ROWS, beside=[beside])[0]
    cells = (one for one in found.readings if one.kind is Kind.CELL)
    return {one.columns[0]: one.unit for one in cells}


def test_a_number_in_another_unit_is_not_of_the_column(read: Any) -> None:
    # Trap: nothing in the name "oil.temp" tells its unit.
    fits = _clashing(read, "The oil temp of tank North was 61.5 °C.", UNITS)
    assert fits[2] == 1
    clashes = _clashing(read, "The oil temp of tank North was 61.5 mm.", UNITS)
    assert clashes[2] == -1
    assert _clashing(read, "The pump flow of tank North was 38 mm.", UNITS)[3] == -1


def test_a_unit_is_told_of_columns_with_all_words_of_its_name(read: Any) -> None:
    assert _clashing(read, "The pump rpm of tank North was 1450 l/s.", UNITS)[4] < 1
    assert _clashing(read, "The pump flow of tank North was 38 l/s.", UNITS)[3] == 1


@pytest.mark.parametrize("beside", [
    (["level", "temp", "flow"], [["mm", "°C", "l/s"], ["in", "°F", "l/s"]]),  # which of the two?
    (["level", "temp", "flow"], [["high", "warm", "l/s"]]),
    (["level", "temp", "flow"], [["mm", "°C", 3]]),
])  # fmt: skip
def test_other_tables_of_texts_tell_no_units(read: Any, beside: Any) -> None:
    assert _clashing(read, "The pump flow of tank North was 38 mm.", beside)[3] == 0
