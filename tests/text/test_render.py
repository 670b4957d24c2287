"""Values written in the manner of the text that they repair."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sidecar.model.text import Text
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions
from sidecar.text.render import format_like

REPAIRS = [
    ("38 points", "41", "41"),
    ("$1.2 million", "1534000", "$1.5 million"),
    ("$1.2M", "2345678", "$2.3M"),
    ("six assists", "9", "nine"),
    ("Six assists", "9", "Nine"),
    ("six assists", "24", "24"),  # words stop at nineteen
    ("two million people", "3400000", "three million"),
    ("-2.1%", "-3.456", "-3.5%"),
    ("-2.1%", "3.4", "3.4%"),  # the sign goes
    ("2.1%", "-3.4", "-3.4%"),  # and comes
    ("$5", "-7", "-$7"),
    ("minus 5", "6", "6"),
    ("5%", "5.4", "5.4%"),  # 5% again would repair nothing
    ("1,234", "98765.4", "98,765"),
    ("1234 units", "98765", "98765"),  # no separators there
    ("1234.5 units", "1e120", f"1{'0' * 120}"),  # no place is left behind the point
    ("40 000", "1234567", "1 234 567"),
    ("1.111,11", "2222.5", "2.222,50"),
    ("50 bps", "0.75", "75 bps"),
    ("$4.25", "5", "$5.00"),
    ("two-thirds", "0.5", "0.5"),
    ("sales doubled", "3", "3 times"),
    ("the third-largest", "4", "fourth"),
    ("Third by sales", "4", "Fourth"),
    ("the second-largest", "23", "23rd"),  # ranks in words stop at twenty
    ("the 2nd largest", "12", "12th"),
    ("the 2nd largest", "21", "21st"),
]


@pytest.mark.parametrize(("string", "value", "wanted"), REPAIRS)
def test_like(string: str, value: str, wanted: str) -> None:
    text = Text(string)
    numbers, _ = scan_numbers(text, ExtractOptions(ordinals="all"))
    assert format_like(Decimal(value), numbers[0], text) == wanted


@pytest.mark.parametrize("string", [case[0] for case in REPAIRS if case[0][0].isdigit()])
def test_what_is_written_reads_as_the_value(string: str) -> None:
    text = Text(string)
    number = scan_numbers(text, ExtractOptions())[0][0]
    written = Text(format_like(number.value, number, text))
    assert scan_numbers(written, ExtractOptions())[0][0].value == number.value
