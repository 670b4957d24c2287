"""A table is read from whatever shape a tool printed it in."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any

import pandas
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from printed_tables import PRINTERS, Drawn, same_cells, tables

from sidecar.model.transcript import ToolCall, ToolResult
from sidecar.transcripts.results.extraction import extract
from sidecar.transcripts.results.parts import Extracted, ExtractedTable


def read(content: str, arguments: object = None, tool: str = "get_sales") -> Extracted:
    call = ToolCall("c", tool, json.dumps(arguments or {}))
    return extract(ToolResult("c", tool, content, False), call, 4)


def read_sql(content: str, query: str) -> ExtractedTable:
    (table,) = read(content, {"query": query}).tables
    return table


def only(content: str, arguments: object = None) -> ExtractedTable:
    found = read(content, arguments)
    assert not found.unread
    (table,) = found.tables
    return table


def assert_same(table: ExtractedTable, drawn: Drawn) -> None:
    assert list(table.columns) == drawn.columns
    assert len(table.rows) == len(drawn.rows)
    assert all(map(same_cells, table.rows, drawn.rows))


@pytest.mark.parametrize("shape", PRINTERS)
@settings(max_examples=60)
@given(data=st.data())
def test_each_shape_gives_the_same_table(shape: str, data: st.DataObject) -> None:
    drawn = data.draw(tables())
    found = read(PRINTERS[shape](drawn), {"sql": drawn.query})
    assert not found.unread
    assert not found.sources
    assert_same(found.tables[-1], drawn)  # the frame of pages is a table before it


TEXTS = sorted({*PRINTERS} - {"records", "framed", "paged", "columnar", "arrays", "sqlite", "html"})


@pytest.mark.parametrize("shape", TEXTS)
@settings(max_examples=30)
@given(data=st.data())
def test_tables_between_prose(shape: str, data: st.DataObject) -> None:
    first, second = data.draw(tables()), data.draw(tables())
    write = PRINTERS[shape]
    text = f"Here is the first.\n\n{write(first)}\n\nThen the other:\n\n{write(second)}\n\nDone."
    found = read(text)
    assert [source.text for source in found.sources] == [
        "Here is the first.",
        "Then the other:",
        "Done.",
    ]
    assert len(found.tables) == 2
    if shape != "python tuples":  # whose names are not known
        assert_same(found.tables[0], first)
        assert_same(found.tables[1], second)


NESTED = {
    "region": "North",
    "page": 1,
    "data": [
        {"id": 1, "owner": {"name": "Ann"}, "tags": ["a", "b"], "items": [{"sku": "q", "n": 2}]},
        {"id": 2, "owner": {"name": "Bob"}, "tags": [], "items": [{"sku": "r", "n": 3}]},
    ],
}


def test_nested_json() -> None:
    frame, rows, items = read(json.dumps(NESTED)).tables
    assert (frame.columns, frame.rows) == (("region",), (("North",),))  # no page
    assert rows.columns == ("region", "id", "owner.name", "tags")
    assert rows.rows == (("North", 1, "Ann", "a, b"), ("North", 2, "Bob", ""))
    assert items.columns == ("region", "id", "owner.name", "tags", "sku", "n")
    assert items.rows[1] == ("North", 2, "Bob", "", "r", 3)
    assert [table.path for table in (frame, rows, items)] == ["", "data", "data[].items"]
    assert [table.query_id for table in (frame, rows, items)] == [
        "m4-get_sales",
        "m4-get_sales-2",
        "m4-get_sales-3",
    ]


def test_a_name_that_parent_and_child_have() -> None:
    rows = [{"id": 1, "lines": [{"id": 7}]}]
    assert read(json.dumps(rows)).tables[1].columns == ("parent.id", "id")


def test_numbers_of_a_row() -> None:
    table = read(json.dumps([{"day": "Mon", "temperatures": [3, 5]}])).tables[1]
    assert (table.columns, table.rows) == (("day", "temperatures"), (("Mon", 3), ("Mon", 5)))


def test_alike_objects_under_names() -> None:
    table = only('{"North": {"sales": 1}, "South": {"sales": 2}}')
    assert (table.columns, table.rows) == (("key", "sales"), (("North", 1), ("South", 2)))


def test_a_number_is_named_after_its_tool() -> None:
    assert only("42.10").columns == ("get_sales",)
    assert only("$1,234.50").rows == (("$1,234.50",),)
    assert read_sql("42", "SELECT COUNT(*) AS n FROM t").columns == ("n",)


def test_the_protocol_for_tools_is_unwrapped() -> None:
    text = {"type": "text", "text": '[{"a": 1}]'}
    assert only(json.dumps({"content": [text], "isError": False})).columns == ("a",)
    structured = {"content": [text], "structuredContent": {"result": [{"b": 2}]}}
    assert only(json.dumps(structured)).columns == ("b",)


def test_a_text_in_json_is_read_as_a_text() -> None:
    table = only(json.dumps({"result": "a,b\n1,2"}))
    assert (table.path, table.columns, table.rows) == ("result", ("a", "b"), ((1, 2),))


def test_long_texts_are_sources() -> None:
    rows = [{"title": "Report", "text": "Sales rose in the north. " * 20}]
    (source,) = read(json.dumps(rows)).sources
    assert (source.id, source.title) == ("m4-get_sales-text", "Report")


def test_pandas_prints() -> None:
    text = "region\nNorth    12.5\nSouth    13.0\nName: total, dtype: float64"
    table = only(text)
    assert (table.columns, table.rows[0]) == (("region", "total"), ("North", 12.5))
    with pandas.option_context("display.max_rows", 4):
        shortened = str(pandas.DataFrame({"a": range(10), "b": "x"}))
    table = only(shortened)
    assert (table.rows, table.cut_at) == (((0, "x"), (1, "x"), (8, "x"), (9, "x")), 4)


@pytest.mark.parametrize("text", ["Item one\nItem two", "The cat sat.\nThe dog ran.", "ab\ncd"])
def test_lines_of_one_length_are_no_table(text: str) -> None:
    found = read(text)
    assert [source.text for source in found.sources] == [text]
    assert not found.tables


def test_pairs_of_one_length() -> None:
    table = only("Item1: 5\nItem2: 6")
    assert (table.columns, table.rows) == (("Item1", "Item2"), ((5, 6),))


def test_what_duckdb_prints() -> None:
    box = """┌─────────┬───────────────┐
│ region  │     total     │
│ varchar │ decimal(21,1) │
├─────────┼───────────────┤
│ North   │          12.5 │
│ ·       │            ·  │
└─────────┴───────────────┘
  100 rows      2 columns"""
    table = only(box)
    assert (table.columns, table.rows, table.cut_at) == (("region", "total"), (("North", 12.5),), 1)


@pytest.mark.parametrize(
    "content",
    [
        "Error: no 42",
        "ValueError: 42",
        "**Error:** no 42",
        "Error 42: no",
        "<html><body><h1>404 Not Found</h1><p>No 42.</p></body></html>",
        "HTTP/1.1 503 Service Unavailable",
        '{"error": "no 42"}',
        '{"success": false, "message": "42"}',
        '{"error": "limit 42 passed", "items": [], "next": null}',
        '{"error": "limit 42 passed", "request_id": "r-1", "type": "rate_limit"}',
        '{"isError": true, "total": 42}',
        "HTTP 404: no order 42",
        '{"content": [{"type": "text", "text": "42"}], "isError": true}',
    ],
)
def test_failures_are_no_evidence(content: str) -> None:
    found = read(content)
    assert (found.tables, found.sources) == ((), ())
    assert found.unread[0].reason == "the call failed"


@pytest.mark.parametrize("content", ["Errors: 3", "404 rooms found", "Failed orders are 5 of 9."])
def test_what_names_errors_is_no_failure(content: str) -> None:
    found = read(content)
    assert found.tables or found.sources


@given(tables())
def test_a_failed_result_gives_no_table(drawn: Drawn) -> None:
    result = ToolResult("c", "get", PRINTERS["records"](drawn), True)
    assert not extract(result, None).tables


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("", "it is empty"),
        ("[]", "it has no rows"),
        ('[{"a": 1}, {"a": 2}, {"a', "it begins as JSON does, and is not valid"),
        ("a,b\n1,2\n3,4,5", "a row has another number of cells"),
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |", "a row has another number of cells"),
        ('[{"a": 1}, 2]', "a list of rows and other values"),
        ("<table><tr><td colspan=2>x</td></tr></table>", "a cell that spans several"),
    ],
)
def test_what_is_not_read_is_reported(content: str, reason: str) -> None:
    found = read(content)
    assert [each.reason for each in found.unread] == [reason]
    assert not found.tables


def test_a_list_of_passages_is_no_broken_json() -> None:
    found = read("[1] (score 0.8) Sales rose.\n\n[2] Costs fell.")
    assert not found.unread
    assert len(found.sources) == 1


def test_an_object_of_one_text_is_no_broken_json() -> None:
    found = read(json.dumps({"text": "Sales rose in the north. " * 20}))
    assert not found.unread
    assert [source.path for source in found.sources] == ["text"]


def test_numbers_that_evidence_cannot_hold_are_text() -> None:
    assert only(f'[{{"a": 1{"0" * 90}}}]').rows == ((f"1{'0' * 90}",),)
    assert only('[{"a": 1e999}]').rows == (("1E+999",),)


def test_numbers_with_many_digits_are_exact() -> None:
    row = {"a": 2**63, "b": -(2**63), "c": True}
    written = json.dumps([row]).replace("true", "1234567890123456.78")
    assert only(written).rows == ((Decimal(2**63), -(2**63), Decimal("1234567890123456.78")),)


FILTERS: list[tuple[str, dict[str, Any]]] = [
    ("year = 2024 AND shop = 'It''s'", {"year": 2024, "shop": "It's"}),
    ("o.year == 2024", {"year": 2024}),
    ("2024 = year", {"year": 2024}),
    ("\"Region\" = 'North'", {"Region": "North"}),
    ("region IN ('North')", {"region": "North"}),
    ("x = -5", {"x": -5}),
    ("region IN ('North', 'South')", {}),
    ("region = 'North' OR year = 2024", {}),
    ("NOT region = 'North'", {}),
    ("region <> 'North'", {}),
    ("region LIKE 'N%'", {}),
    ("year = (SELECT MAX(year) FROM t)", {}),
    ("a BETWEEN 1 AND 5 AND b = 2", {"b": 2}),
    ("(a = 1 OR b = 2) AND c = 3", {"c": 3}),
    ("CASE WHEN a = 1 AND b = 2 AND c = 3 THEN d END = 4", {}),
    ("a = 1 AND a = 2", {}),
    ("a = b", {}),
    ("LOWER(region) = 'north'", {}),
    ("a = 1 /* OR b */ -- OR c", {"a": 1}),
]


@pytest.mark.parametrize(("condition", "filters"), FILTERS)
def test_equations_of_a_query_are_columns(condition: str, filters: dict[str, Any]) -> None:
    query = f"SELECT SUM(amount) AS total FROM orders o WHERE {condition} ORDER BY 1"
    table = read_sql('[{"total": 5}]', query)
    assert dict(zip(table.columns, table.rows[0], strict=True)) == {**filters, "total": 5}


@pytest.mark.parametrize(
    "query",
    [
        "SELECT a FROM t WHERE b = 1 UNION SELECT a FROM t WHERE b = 2",
        "SELECT a FROM t WHERE b = 1; SELECT a FROM t",
        "WITH x AS (SELECT a FROM t WHERE b = 1) SELECT a FROM x",
    ],
)
def test_conditions_of_a_part_are_no_filters(query: str) -> None:
    assert read_sql('[{"a": 5}]', query).columns == ("a",)


@pytest.mark.parametrize(
    ("selected", "names"),
    [
        ("region, SUM(amount) AS total_sales", ("region", "total_sales")),
        ("t.region r, SUM( amount )", ("r", "SUM( amount )")),
        ("DISTINCT region, amount * 2", ("region", "amount * 2")),
        ("CASE WHEN a THEN 1 ELSE 2 END, COUNT(*)", ("CASE WHEN a THEN 1 ELSE 2 END", "COUNT(*)")),
        ('a AS "Total Sales", b::int', ("Total Sales", "b::int")),
        ("*", ("column_1", "column_2")),
    ],
)
def test_names_of_columns_that_a_query_gives(selected: str, names: tuple[str, ...]) -> None:
    assert read_sql("[('North', 5)]", f"SELECT {selected} FROM t").columns == names


def test_arguments_say_what_rows_are_about() -> None:
    arguments = {
        "region": "North",
        "year": 2024,
        "target": 5000,  # the agent's number is no evidence
        "min_amount": 10,
        "start_date": "2024-01-01",
        "limit": 1,
        "filters": {"shop": ["A"], "kinds": ["x", "y"]},
    }
    table = only('[{"total": 5}]', arguments)
    assert table.columns == ("region", "year", "shop", "total")
    assert table.cut_at == 1
    assert only('[{"Region": "South"}]', {"region": "North"}).columns == ("Region",)


def test_a_limit_that_is_reached() -> None:
    rows = json.dumps([{"a": place} for place in range(3)])
    assert read_sql(rows, "SELECT a FROM t LIMIT 3").cut_at == 3
    assert read_sql(rows, "SELECT a FROM t LIMIT 10, 3").cut_at == 3
    assert read_sql(rows, "SELECT a FROM (SELECT a FROM t LIMIT 3) x").cut_at is None
    assert read_sql(rows, "SELECT a FROM t LIMIT 4").cut_at is None
    assert read_sql(rows, "SELECT a FROM t FETCH FIRST 3 ROWS ONLY").cut_at == 3


def test_the_title_says_what_was_asked() -> None:
    assert only('[{"a": 1}]', {"region": "North"}).title == "get sales (region: North)"
    assert read_sql("5", "SELECT SUM(a) FROM db.orders WHERE y = 1").title == (
        "get sales (from orders, y: 1)"
    )


@settings(max_examples=300)
@given(st.text(st.sampled_from("[]{}()'\",:|-+=<>tablerdh/0159.\n\t `#\\esNone"), max_size=80))
@example("```x\n```y\n")
def test_any_text(text: str) -> None:
    read(text, {"query": f"SELECT {text} FROM {text} WHERE {text}"})


HOSTILE = [
    *("[", "[1,\n", '{"a":', "('a',", "<table>", "<!--", "<td ", "```x\n", 'a,"b\n', "| a\n|-\n"),
    *("a: b\n", " a  b\n", "--\n", "a\n--\n", "'", "/*", "a|b\n\n", '"', "x = ", "a  b\n0  c\n"),
]


@pytest.mark.parametrize("piece", HOSTILE)
def test_hostile_texts_are_read(piece: str) -> None:
    read(piece * (200_000 // len(piece)), {"query": f"SELECT {piece * 30_000}"})


@pytest.mark.parametrize(
    "says", [{"has_more": True}, {"next_cursor": "abc"}, {"truncated": True}, {"nextPageToken": 5}]
)
def test_an_answer_that_has_more_rows_is_cut(says: dict[str, Any]) -> None:
    rows = [{"a": 1}, {"a": 2}]
    assert read(json.dumps({"items": rows, **says})).tables[-1].cut_at == 2
    none = dict.fromkeys(says)
    assert read(json.dumps({"items": rows, **none})).tables[-1].cut_at is None
    assert read(json.dumps(says)).tables[-1].cut_at is None


def test_the_top_of_a_query_limits_it() -> None:
    table = read_sql("[('North', 5), ('South', 6)]", "SELECT TOP 2 region, total FROM t")
    assert (table.columns, table.cut_at) == (("region", "total"), 2)
