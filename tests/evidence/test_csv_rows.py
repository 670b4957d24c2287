"""CSV cells keep what was written."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sidecar.errors import VerifydError
from sidecar.evidence import csv_rows
from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table

LIMITS = EvidenceLimits()


def decode(content: str | bytes, **limits: int) -> Table:
    data = content.encode() if isinstance(content, str) else content
    return csv_rows.decode(data, Header(query_id="q"), LIMITS.changed(**limits))


def refused(content: str | bytes, **limits: int) -> VerifydError:
    with pytest.raises(VerifydError) as caught:
        decode(content, **limits)
    return caught.value


def cell(written: str) -> object:
    """The value of one cell, in a column of its own beside one that makes the row a row."""
    quoted = '"' + written.replace('"', '""') + '"'
    return decode(f"a,b\n{quoted},x\n").data[0][0]


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ("12", 12),
        ("-3", -3),
        ("0", 0),
        ("12.5", 12.5),
        (".5", 0.5),
        ("9007199254740993", 9007199254740993),  # past 2**53
        ("123456789012345678901234567890", 123456789012345678901234567890),
        ("0.1234567890123456789", Decimal("0.1234567890123456789")),  # a double would round it
        ("1e3", Decimal("1e3")),
        ("1E-7", Decimal("1E-7")),
        ("", None),
        ("007", "007"),  # a code, not seven
        ("1,234", "1,234"),
        ("12 %", "12 %"),
        ("+5", "+5"),
        ("-", "-"),
        (".", "."),
        ("5.", "5."),
        ("e5", "e5"),
        ("1e400", "1e400"),  # a double would make it infinite
        ("NaN", "NaN"),
        ("inf", "inf"),
        ("0x10", "0x10"),
        ("1_000", "1_000"),  # int() would take it
        ("١٢", "١٢"),  # so would int() take Arabic digits
        ("true", "true"),
        ("2024-04-24", "2024-04-24"),
        ("9" * 5000, "9" * 5000),  # int() refuses more than 4300 digits
    ],
)
def test_cells(written: str, wanted: object) -> None:
    value = cell(written)
    assert value == wanted
    assert type(value) is type(wanted)


@given(st.decimals(allow_nan=False, allow_infinity=False, places=6, min_value=-(10**12)))
@example(Decimal("0.1"))
@example(Decimal("12.10"))
@example(Decimal("99999999999999.9"))  # 15 digits in 16 characters
def test_the_exact_value_survives(value: Decimal) -> None:
    (cells,) = decode(f"a\n{value:f}\n").cells
    assert cells.exact(0) == value


def test_columns_may_mix_numbers_and_text() -> None:
    # A late "n/a" must not turn the numbers before it into something else.
    table = decode("a\n1\n2.5\nn/a\n")
    assert list(table.data[0]) == [1, 2.5, "n/a"]
    assert table.cells[0].rows.tolist() == [0, 1]


def test_a_header_alone_is_an_empty_table() -> None:
    table = decode("a,b\n")
    assert (table.row_count, [column.name for column in table.columns]) == (0, ["a", "b"])


def test_quoted_line_feeds_belong_to_the_cell() -> None:
    assert decode('a,b\n"x\ny",1\n').data[0][0] == "x\ny"


def test_empty_lines_are_no_rows() -> None:
    assert decode("a\n1\n\n2\n\n").row_count == 2


def test_repeated_names_stay_apart() -> None:
    assert [column.name for column in decode("a,a\n1,2\n").columns] == ["a", "a#2"]


@pytest.mark.parametrize(
    ("content", "line", "words"),
    [
        ("", "1", "is empty"),
        ("a,b\n1,2\n3\n", "3", "1 cells in a row, and 2 columns"),
        ("a\n1,2\n", "2", "2 cells in a row, and 1 columns"),
        (b"a\n1\n\xff\n", "3", "is not UTF-8"),
        ('a,b\n1,"2\n', "2", "is not CSV"),
        ('a\n"x"y\n', "2", "is not CSV"),
    ],
)
def test_what_is_no_table_is_refused_with_its_line(
    content: str | bytes, line: str, words: str
) -> None:
    error = refused(content)
    assert error.reason == "EVIDENCE_MALFORMED"
    assert error.metadata["line"] == line
    assert words in str(error)


def test_limits_hold_while_reading() -> None:
    assert refused("a\n1\n2\n3\n", max_rows=2).metadata["limit"] == "max_rows"
    assert refused("a,b,c\n", max_columns=2).metadata["limit"] == "max_columns"


@given(st.text(alphabet='ab,"\n\r\t1.e-é\x00', max_size=60))
def test_any_text_is_a_table_or_refused(content: str) -> None:
    try:
        table = decode(content)
    except EvidenceMalformed:
        return
    assert all(len(column) == table.row_count for column in table.data)


def test_a_byte_order_mark_is_no_part_of_the_first_name() -> None:
    assert decode(b"\xef\xbb\xbfa\n1\n").columns[0].name == "a"


def test_reading_stops_at_the_limit() -> None:
    # The broken row comes later: whoever reads on would stumble over it.
    assert refused("a\n1\n2\n3\n4,5\n", max_rows=2).reason == "EVIDENCE_TOO_LARGE"
