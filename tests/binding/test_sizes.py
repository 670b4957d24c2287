"""Which units are sizes of one unit."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sidecar.binding.sizes import step


@pytest.mark.parametrize(
    ("column", "number", "wanted"),
    [
        ("GWh", "TWh", "0.001"),
        ("km", "m", "1000"),
        ("kg", "kg", "1"),
        ("GWh", "GW", None),  # energy is no power
        ("min", "in", None),  # a minute is no thousandth of an inch
        ("mph", "m", None),
        ("m³", "l", "1000"),
        ("ha", "km²", "0.01"),
        ("l/day", "l", "1"),  # what it is counted for may be left out
        ("l/day", "l/s", None),
        ("kt", "kg", "1000000"),
        ("h", "min", "60"),
        ("mi", "km", "1.609344"),
        ("lb", "s", None),
    ],
)
def test_sizes_of_one_unit_are_so_many_times_each_other(
    column: str, number: str, wanted: str | None
) -> None:
    assert step(column, number) == (None if wanted is None else Decimal(wanted))
