"""What becomes of JSON rows, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from sidecar.errors import VerifydError
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column, Table

HEADER = Header(query_id="q")
LIMITS = EvidenceLimits()

Shown = Callable[[Table, str], list[tuple[int, int, object]]]


def decode(text: str | bytes, header: Header = HEADER, limits: EvidenceLimits = LIMITS) -> Table:
    return json_rows.decode_json(text.encode() if isinstance(text, str) else text, header, limits)


def refused(text: str | bytes, limits: EvidenceLimits = LIMITS) -> VerifydError:
    with pytest.raises(VerifydError) as caught:
        decode(text, limits=limits)
    return caught.value


def names(table: Table) -> list[str]:
    return [column.name for column in table.columns]


@pytest.mark.parametrize(
    "text",
    [
        '[{"a": 1, "b": "x"}, {"a": 2, "b": null}]',
        '[{"a": 1, "b": "x"}, {"a": 2}]',  # a key that a row lacks is missing there
        '{"columns": ["a", "b"], "rows": [[1, "x"], [2, null]]}',
        '{"columns": ["a", "b"], "rows": [{"b": "x", "a": 1}, {"a": 2}]}',
        '[{"data": {"a": 1, "b": "x"}}, {"data": {"a": 2}}]',  # wrapped
        '{"query_id": "q1", "rows": [{"data": {"a": 1, "b": "x"}}, {"data": {"a": 2}}],'
        ' "unit": "x", "freshness": {"asof": "2024-04-24"}, "warnings": ["5 rows left out"]}',
        '\ufeff[{"a": 1, "b": "x"}, {"a": 2}]',
    ],
)
def test_shapes_say_the_same(text: str, shown: Shown) -> None:
    table = decode(text)
    assert names(table) == ["a", "b"]
    assert [list(values) for values in table.data] == [[1, 2], ["x", None]]
    assert shown(table, "a") == [(0, 0, 1), (1, 0, 2)]


def test_arrays_take_their_names_from_the_header() -> None:
    columns = (Column(name="a", unit="km"), Column(name="b"))
    table = decode("[[1, 2], [3, 4]]", Header(query_id="q", columns=columns))
    assert names(table) == ["a", "b"]
    assert table.columns[0].unit == "km"


def test_data_is_a_column_where_a_row_has_more_than_that() -> None:
    table = decode('[{"data": 1}, {"data": 2}]')
    assert names(table) == ["data"]


@pytest.mark.parametrize(
    ("literal", "exact"),
    [
        ("0.1", "0.1"),
        ("9007199254740993", "9007199254740993"),  # 2**53 + 1
        ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("0.12345678901234567890", "0.12345678901234567890"),
        ("1.00000000000000000000", "1"),
        ("0.30000000000000004", "0.30000000000000004"),
        ("1e-320", "1e-320"),  # subnormal: as a float it has four digits
        ("-0.0", "0"),
        ("1E5", "100000"),
    ],
)
def test_numbers_stay_exact(literal: str, exact: str, shown: Shown) -> None:
    table = decode(f'[{{"a": {literal}}}, {{"a": 0.25}}]')
    assert shown(table, "a") == [(0, 0, Decimal(exact)), (1, 0, Decimal("0.25"))]


def test_integers_past_64_bits_beside_fractions(shown: Shown) -> None:
    table = decode('[{"a": 18446744073709551617}, {"a": 0.5}, {"a": null}]')
    assert shown(table, "a") == [(0, 0, Decimal(2**64 + 1)), (1, 0, Decimal("0.5"))]


@pytest.mark.parametrize("token", ["NaN", "Infinity", "-Infinity", "null"])
def test_what_is_no_number_is_missing(token: str, shown: Shown) -> None:
    table = decode(f'[{{"a": {token}}}, {{"a": 1.5}}]')
    assert shown(table, "a") == [(1, 0, Decimal("1.5"))]
    assert table.data[0][0] is None


def test_truth_values_are_no_numbers(shown: Shown) -> None:
    # True equals 1 in Python, and a boolean column would support every "1".
    table = decode('[{"a": true, "b": true}, {"a": false, "b": 1}, {"a": true, "b": 1.0}]')
    assert shown(table, "a") == []
    assert shown(table, "b") == [(1, 0, 1), (2, 0, 1)]
    assert [type(value) for value in table.data[1]] == [bool, int, float]


def test_numbers_in_strings_and_beside_them(shown: Shown) -> None:
    table = decode('[{"a": "137 x 64.5 mm"}, {"a": 7}, {"a": "none"}, {"a": "1,234"}]')
    assert shown(table, "a") == [
        (0, 1, Decimal(137)),
        (0, 2, Decimal("64.5")),
        (1, 0, Decimal(7)),
        (3, 1, Decimal(1234)),
    ]


def test_dates_in_strings_are_no_numbers(shown: Shown) -> None:
    assert shown(decode('[{"a": "2024-01-05"}]'), "a") == []


def test_a_string_of_digits_that_nothing_holds_is_only_a_string(shown: Shown) -> None:
    digits = "1" * 100
    table = decode(f'[{{"a": "{digits}"}}, {{"a": "5"}}]')
    assert shown(table, "a") == [(1, 1, 5)]
    assert table.data[0][0] == digits


@pytest.mark.parametrize("text", ["[]", '{"rows": []}', '{"columns": [], "rows": []}'])
def test_nothing_is_an_empty_table(text: str) -> None:
    table = decode(text)
    assert (table.row_count, table.columns, table.cells, table.data) == (0, (), (), ())


def test_an_empty_table_has_the_columns_of_its_header() -> None:
    table = decode("[]", Header(query_id="q", columns=(Column(name="a", unit="km"),)))
    assert table.columns == (Column(name="a", unit="km"),)
    assert list(table.data[0]) == []


def test_rows_without_columns_are_rows() -> None:
    assert decode("[{}, {}]").row_count == 2


@pytest.mark.parametrize(
    ("text", "metadata"),
    [
        ("", {"line": "1", "character": "1"}),
        ('[{"a": 1},\n{"a": }]', {"line": "2", "character": "7"}),
        ('[{"a": 1}] x', {"line": "1", "character": "12"}),
        ("5", {}),
        ('{"rows": 5}', {}),
        ('{"columns": [1], "rows": []}', {}),
        ('{"query_id": "q", "row_count": 5}', {}),
        ('{"query_id": "q", "rows": {"a": 1}}', {}),
        ('[{"a": 1}, [1]]', {"row": "1"}),
        ('{"columns": ["a"], "rows": [[1], [1, 2]]}', {"row": "1"}),
        ("[5]", {"row": "0"}),
        ("[true]", {"row": "0"}),
        ("[null]", {"row": "0"}),
        ("[NaN]", {"row": "0"}),
        ('[{"a": 1}, null, [1]]', {"row": "1"}),
        ('[null, {"a": 1}]', {"row": "0"}),
        ('{"columns": ["a"], "rows": [[1], null]}', {"row": "1"}),
        ("[[1]]", {"row": "0"}),  # nothing names the column
        ('[{"a": 1, "a": 2}]', {}),  # which one would be meant?
        (b'[{"a": "\xff"}]', {"line": "1"}),
        ('[{"a": "\\ud800"}]', {}),
        ('[{"\\ud800": 1}]', {}),
        ('[{"a": 1e400}]', {}),
        ('[{"a": 1e-400}]', {}),
        ('[{"a": 1e9999999999999999999}]', {}),
        ('[{"a": -1E+9999999999999999999}]', {}),
        ('[{"a": 1e-9999999999999999999}]', {}),
        ('[{"a": 0e9999999999999999999}]', {}),
        ("[1e9999999999999999999]", {}),
        ('{"rows": [], "took": 1e9999999999999999999}', {}),
        ('[{"a": ' + "1" * 77 + "}]", {}),
        ('[{"a": ' + "1" * 5000 + "}]", {}),
    ],
)
def test_malformed(text: str | bytes, metadata: dict[str, str]) -> None:
    error = refused(text)
    assert error.reason == "EVIDENCE_MALFORMED"
    assert error.metadata == {"query_id": "q", "format": "json", **metadata}


@pytest.mark.parametrize(
    ("value", "kind"), [("[1]", "list"), ('{"b": 1}', "dict"), ("[" * 100_000, "nested")]
)
def test_nested_values_are_refused(value: str, kind: str) -> None:
    error = refused(f'[{{"a": {value}}}]')
    assert error.reason == "EVIDENCE_TYPE_UNSUPPORTED"
    assert error.metadata["type"] == kind


SMALL = EvidenceLimits(max_decoded_bytes=16_384)


@pytest.mark.parametrize(
    ("text", "limits", "limit"),
    [
        ("[{},{},{}]", EvidenceLimits(max_rows=2), "max_rows"),
        # Brackets and commas are counted first: each takes 20 times its size once it is parsed.
        ("[" + "[]," * 3000 + "[]]", EvidenceLimits(max_rows=500), "max_rows"),
        ("[" + "1," * 1000 + "1]", SMALL, "max_decoded_bytes"),
        (
            "[" + '"ab",' * 400 + '"c"]',
            EvidenceLimits(max_decoded_bytes=16_384),
            "max_decoded_bytes",
        ),
        (
            "[" + '{"a":1},' * 200 + "{}]",
            EvidenceLimits(max_decoded_bytes=16_384),
            "max_decoded_bytes",
        ),
        (" " * 2000, EvidenceLimits(max_decoded_bytes=1024), "max_decoded_bytes"),
        ('[{"a":1,"b":2}]', EvidenceLimits(max_columns=1), "max_columns"),
        ('[{"a":"' + "é" * 10 + '"}]', EvidenceLimits(max_cell_bytes=19), "max_cell_bytes"),
        # The prose reader gives up past 10,000 numbers; a cell in words and brackets goes to it.
        ('[{"a":"' + "one " * 16_000 + '(1"}]', LIMITS, "max_numbers_per_cell"),
        ('[{"a":"1 x 2"},{"a":"3"}]', EvidenceLimits(max_text_numbers=2), "max_text_numbers"),
        ('[{"' + "é" * 10 + '":1}]', EvidenceLimits(max_name_bytes=19), "max_name_bytes"),
    ],
)
def test_limits(text: str, limits: EvidenceLimits, limit: str) -> None:
    error = refused(text, limits)
    assert error.reason == "EVIDENCE_TOO_LARGE"
    assert error.metadata["limit"] == limit


def test_one_string_of_many_numbers_in_many_rows_is_refused() -> None:
    text = "[" + ",".join(['["' + "1 x " * 200 + '"]'] * 200) + "]"
    header = Header(query_id="q", columns=(Column(name="a"),))
    with pytest.raises(VerifydError) as caught:
        decode(text, header, EvidenceLimits(max_decoded_bytes=400_000))
    assert caught.value.metadata["limit"] == "max_decoded_bytes"
