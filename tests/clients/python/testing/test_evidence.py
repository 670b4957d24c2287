"""Query results in the forms that tests hold them in."""

from __future__ import annotations

import pandas as pd
import pytest
from verifyd import Column, QueryResult
from verifyd.testing.evidence import as_results

ROWS = [{"region": "North", "staff": 1234}]
MORE = [{"region": "South", "staff": 5678}]


@pytest.mark.parametrize(
    ("given", "ids"),
    [
        ([QueryResult("a", ROWS), QueryResult("b", MORE)], ["a", "b"]),
        ([{"query_id": "a", "rows": ROWS}, {"query_id": "b", "rows": MORE}], ["a", "b"]),
        (ROWS, ["result"]),
        (pd.DataFrame(ROWS), ["result"]),
        ([ROWS, MORE], ["result_1", "result_2"]),
        ([pd.DataFrame(ROWS), QueryResult("b", MORE)], ["result_1", "b"]),
        ([], []),
    ],
)
def test_forms_of_query_results(given: object, ids: list[str]) -> None:
    found = as_results(given)
    assert isinstance(found, list)
    assert [one.query_id for one in found] == ids
    for one in found:
        assert "staff" in one.message.rows.columns or one.message.arrow


def test_rows_that_have_a_column_called_query_id_are_rows() -> None:
    # Trap: a table about queries is no description of a query result.
    rows: list[dict[str, object]] = [
        {"query_id": "a", "seconds": 1.5},
        {"query_id": "b", "seconds": 2},
    ]
    found = as_results(rows)
    assert isinstance(found, list)
    assert [one.query_id for one in found] == ["result"]


def test_what_a_data_set_says_of_columns_is_kept() -> None:
    given = {
        "query_id": "a",
        "rows": ROWS,
        "family": "LMIS",
        "title": "Staff",
        "columns": [{"name": "staff", "unit": "count"}, Column("region"), "other"],
    }
    (found,) = as_results([given]) or ()
    assert isinstance(found, QueryResult)
    assert (found.message.family, found.message.title) == ("LMIS", "Staff")
    assert [(one.name, one.unit) for one in found.message.columns] == [
        ("staff", "count"),
        ("region", ""),
        ("other", ""),
    ]


def test_a_mapping_is_data_by_query_id() -> None:
    given = {"q": ROWS}
    assert as_results(given) is given
    assert as_results(None) is None


@pytest.mark.parametrize("given", [7, [7], [ROWS, 7]])
def test_what_is_no_table_is_refused(given: object) -> None:
    with pytest.raises(TypeError):
        as_results(given)
