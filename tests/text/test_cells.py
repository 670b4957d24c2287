"""Numbers inside the string cells of query results."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.model.text import Text
from sidecar.text.cells import read_cell_numbers
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions

CELLS = [
    ("137 x 64.5 mm", [("137", "mm"), ("64.5", "mm")]),
    ("32-18", [("32", ""), ("18", "")]),
    ("5 MP", [("5", "MP")]),
    ("$1,200", [("1200", "USD")]),
    ("45%", [("45", "%")]),
    ("1.2M", [("1200000", "")]),
    ("-5.2%", [("-5.2", "%")]),
    ("$-4", [("-4", "USD")]),
    ("QAR 5 million", [("5000000", "QAR")]),
    ("USD115.5", [("115.5", "USD")]),
    ("40 000", [("40000", "")]),
    ("1e5", [("100000", "")]),
    ("2GB RAM", [("2", "GB")]),
    ("4x2.0 GHz", [("4", "GHz"), ("2.0", "GHz")]),
    ("850/900 MHz", [("850", "MHz"), ("900", "MHz")]),
    ("12.5", [("12.5", "")]),
    ("-7", [("-7", "")]),
    ("2023", [("2023", "")]),  # a cell's year is its value
    ("Snapdragon 8", [("8", "")]),
    ("5 ft 11 in", [("5", "ft"), ("11", "in")]),
    ("2024-04-24", []),
    ("2024-04-24T10:00:00Z", []),
    ("24/04/2024", []),
    ("April 24, 2024", []),
    ("10:30", []),
    ("IP68", []),
    ("v1.2.3", []),
    ("five", []),  # words are names here
    ("", []),
    ("9" * 50, []),
]


@pytest.mark.parametrize(("cell", "wanted"), CELLS, ids=[cell for cell, _ in CELLS])
def test_cell(cell: str, wanted: list[tuple[str, str]]) -> None:
    assert read_cell_numbers(cell) == [(Decimal(value), symbol) for value, symbol in wanted]


AMOUNT = st.one_of(
    st.integers(0, 10**9).map(lambda n: f"{n:,}"),
    st.decimals(0, 9999, places=2).map(str),
)
QUANTITY = st.one_of(
    AMOUNT.map(lambda a: f"{a}%"),
    AMOUNT.map(lambda a: f"${a}"),
    AMOUNT.map(lambda a: f"-{a} km"),
    AMOUNT.map(lambda a: f"QAR {a} million"),
    AMOUNT.map(lambda a: f"{a} GB"),
    AMOUNT.map(lambda a: f"{a}k"),
    AMOUNT.map(lambda a: f"€{a}bn"),
    AMOUNT.map(lambda a: f"{a} widgets"),
)


@settings(max_examples=300)
@given(QUANTITY)
def test_a_single_quantity_reads_as_in_prose(cell: str) -> None:
    numbers, _ = scan_numbers(Text(cell), ExtractOptions(ignore_years=False))
    assert read_cell_numbers(cell) == [(n.value, n.symbol) for n in numbers]


@given(
    st.one_of(st.text(max_size=40), st.text(alphabet="0123456789.,-$%kM x/:() eE½é", max_size=40))
)
def test_any_cell_gives_finite_numbers(cell: str) -> None:
    assert all(value.is_finite() for value, _ in read_cell_numbers(cell))


@pytest.mark.parametrize(
    ("cell", "value"), [("1,5", "1.5"), ("12,5 kg", "12.5"), ("1.234", "1234"), ("-0,5 %", "-0.5")]
)
def test_a_cell_with_a_decimal_comma(cell: str, value: str) -> None:
    assert [number for number, _ in read_cell_numbers(cell, "de")] == [Decimal(value)]
