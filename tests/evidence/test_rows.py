"""Tables from Python values."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.errors import VerifydError
from sidecar.evidence import tables
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column, Table

HEADER = Header(query_id="q", format=Format.ROWS)

Shown = Callable[[Table, str], list[tuple[int, int, object]]]


def build(*data: list[object], limits: EvidenceLimits | None = None) -> Table:
    columns = [Column(name=name) for name, _ in zip("abcdef", data, strict=False)]
    return tables.build_table(columns, data, HEADER, limits or EvidenceLimits())


scalar = (
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.decimals(-(10**20), 10**20, places=5)
    | st.sampled_from(["", "x", "7 MP", "1 x 2", date(2024, 1, 1), 1, 1.0, True, 2**53, -(2**63)])
)


@given(st.lists(scalar, max_size=12))
def test_every_mixture_keeps_its_values_and_its_numbers(values: list[object]) -> None:
    table = build(values)
    cells = table.cells[0]
    found: dict[int, list[Decimal]] = {}
    for index, row in enumerate(cells.rows.tolist()):
        found.setdefault(row, []).append(cells.exact(index))
        assert float(cells.exact(index)) == cells.values[index]  # correctly rounded
    texts = {"7 MP": [Decimal(7)], "1 x 2": [Decimal(1), Decimal(2)]}
    for row, (value, kept) in enumerate(zip(values, table.data[0], strict=True)):
        if isinstance(value, str):
            expected = texts.get(value, [])
        elif isinstance(value, bool | date | None):
            expected = []
        else:
            number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)  # type: ignore[arg-type]
            expected = [number] if number.is_finite() else []
        assert found.get(row, []) == expected
        is_missing = isinstance(value, float) and not expected
        assert kept == (None if is_missing else value)
        assert isinstance(kept, bool) == isinstance(value, bool)


def test_minus_2_to_the_63_is_exact(shown: Shown) -> None:
    # Its absolute value does not fit into 64 bits.
    assert shown(build([-(2**63), 1]), "a") == [(0, 0, Decimal(-(2**63))), (1, 0, 1)]


def test_signalling_nan_is_missing() -> None:
    # Python cannot even hash it.
    assert list(build([Decimal("sNaN"), Decimal("NaN"), "x"]).data[0]) == [None, None, "x"]


def test_moments_have_no_numbers(shown: Shown) -> None:
    moments: list[object] = [date(2024, 1, 5), datetime(2024, 1, 5), time(12), None]  # noqa: DTZ001
    table = build(moments)
    assert list(table.data[0]) == moments
    assert shown(table, "a") == []


def test_a_column_that_is_all_null_has_no_numbers(shown: Shown) -> None:
    table = build([None, None], [1, 2])
    assert list(table.data[0]) == [None, None]
    assert shown(table, "a") == []


def test_what_is_said_in_the_header_counts_first() -> None:
    header = Header(query_id="q", columns=(Column(name="a", unit="km"),), family="LMIS", title="T")
    own = [Column(name="a", unit="kg"), Column(name="b", unit="m")]
    table = tables.build_table(own, [[1], [2]], header, EvidenceLimits())
    assert [column.unit for column in table.columns] == ["km", "m"]
    assert (table.query_id, table.family, table.title) == ("q", "LMIS", "T")


@pytest.mark.parametrize("value", [[1], {"a": 1}, b"1", object(), 1j])
def test_other_types_are_refused(value: object) -> None:
    with pytest.raises(VerifydError) as caught:
        build([1, value])
    assert caught.value.reason == "EVIDENCE_TYPE_UNSUPPORTED"
    assert caught.value.metadata["type"] == type(value).__name__


def test_columns_of_different_length_are_malformed() -> None:
    with pytest.raises(VerifydError) as caught:
        build([1, 2], [1])
    assert caught.value.reason == "EVIDENCE_MALFORMED"


def test_more_columns_than_data_is_malformed() -> None:
    with pytest.raises(VerifydError) as caught:
        tables.build_table([Column(name="a")], [], HEADER, EvidenceLimits())
    assert caught.value.reason == "EVIDENCE_MALFORMED"


def test_a_wide_range_of_exponents_is_held_to_the_memory_limit() -> None:
    # One exact integer makes a common scale of 300 places for all the others.
    values: list[object] = [Decimal("1.5e-300"), 2**60 + 1] * 5000
    assert build([*values[:2]]).cells[0].exact(1) == 2**60 + 1
    distinct: list[object] = [*(Decimal(n) / 7 for n in range(5000)), Decimal("1.5e-300")]
    with pytest.raises(VerifydError) as caught:
        build(distinct, limits=EvidenceLimits(max_decoded_bytes=1_000_000))
    assert caught.value.reason == "EVIDENCE_TOO_LARGE"


@pytest.mark.parametrize(
    ("values", "numbers"),
    [
        (["388", "(412)", "($1,204)"], [388, -412, -1204]),
        ([388, "(412)", "(54%)"], [388, -412, -54]),
        (["(1)", "(2)", "(3)"], [1, 2, 3]),  # nothing beside them is an amount: labels
        (["388", "13 (54%)", "(see 12)"], [388, 13, 54, 12]),
    ],
)
def test_amounts_in_brackets_are_below_zero(values: list[object], numbers: list[int]) -> None:
    assert build(values).cells[0].values.tolist() == numbers
