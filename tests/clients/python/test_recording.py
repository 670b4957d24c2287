"""Query tools that are recorded: what the model is shown, and what becomes evidence."""

from __future__ import annotations

import asyncio
import inspect
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, get_type_hints

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from verifyd import (
    Client,
    Column,
    FormulaOutcome,
    InvalidArgument,
    QueryRecorder,
    SettledBy,
    Verdict,
    formulas,
    record_query,
)

ROWS = [{"region": "North", "units": 1234}, {"region": "South", "units": 5678}]
SELECT = "SELECT 'North' AS region, 1234 AS units UNION ALL SELECT 'South', 5678"
SHOWN = "Query result q1: 2 rows\nregion,units\nNorth,1234\nSouth,5678\n"
CUT = (
    "Query result q1: 2 rows\nregion,units\nNorth,1234\n"
    "(1 rows are shown; a query over q1 reads all.)\n"
)


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    """Two regions with their units."""
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute("CREATE TABLE sales (region, units)")
    connection.executemany("INSERT INTO sales VALUES (:region, :units)", ROWS)
    yield connection
    connection.close()


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    """A private sidecar, with the engine for formulas."""
    with Client.local() as started:
        yield started


def _sqlite() -> sqlite3.Cursor:
    connection = sqlite3.connect(":memory:")
    return connection.execute(SELECT)


def _named_rows() -> list[sqlite3.Row]:
    connection = sqlite3.connect(":memory:")
    connection.row_factory = sqlite3.Row
    return connection.execute(SELECT).fetchall()


TUPLES = [("North", 1234), ("South", 5678)]
FORMS: dict[str, Callable[[], Any]] = {
    "dicts": lambda: ROWS,
    "a generator": lambda: iter(ROWS),
    "JSON": lambda: json.dumps(ROWS),
    "rows and names": lambda: (TUPLES, ["region", "units"]),
    "rows and a description": lambda: (
        TUPLES,
        [("region",) + (None,) * 6, ("units",) + (None,) * 6],
    ),
    "a cursor": _sqlite,
    "rows of sqlite3": _named_rows,
    "duckdb": lambda: duckdb.sql(
        "SELECT * FROM (VALUES ('North', 1234), ('South', 5678)) t(region, units)"
    ),
    "pandas": lambda: pd.DataFrame(ROWS),
    "pandas with an index": lambda: pd.DataFrame(ROWS).set_index("region"),
    "polars": lambda: pl.DataFrame(ROWS),
    "pyarrow": lambda: pa.Table.from_pylist(ROWS),
}


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_shown_with_its_query_id_and_is_evidence(form: str, client: Client) -> None:
    recorder = QueryRecorder()
    assert recorder.record(FORMS[form])() == SHOWN
    report = client.verify(
        "Both sold 6,912 units[^u].\n\n[^u]: SELECT sum(units) FROM q1", recorder.evidence()
    )
    assert [bound.settled_by for bound in report.bindings] == [SettledBy.DECLARED_FORMULA]
    assert [bound.verdict for bound in report.bindings] == [Verdict.SUPPORTED]


@pytest.mark.parametrize("form", FORMS)
def test_rows_past_the_limit_are_evidence_and_not_shown(form: str) -> None:
    recorder = QueryRecorder(shown_rows=1)
    assert recorder.record(FORMS[form])() == CUT
    (query,) = recorder.queries
    assert query.result.message.ByteSize() == _size(form)


def _size(form: str) -> int:
    recorder = QueryRecorder()
    recorder.record(FORMS[form])()
    return recorder.queries[0].result.message.ByteSize()


@pytest.mark.parametrize("text", ["no such table: sale", "[x", '["a"]', '{"error": "busy"}', ""])
def test_a_text_without_rows_is_passed_on_and_is_no_evidence(text: str) -> None:
    recorder = QueryRecorder()
    assert recorder.record(lambda: text)() == text
    assert recorder.evidence() == []


@pytest.mark.parametrize("returned", [None, 5, b"x", {"units": 5}, [("North", 5)], (ROWS, [5])])
def test_what_is_no_table_is_refused(returned: object) -> None:
    recorder = QueryRecorder()
    with pytest.raises(InvalidArgument, match="a query tool returned a"):
        recorder.record(lambda: returned)()
    assert recorder.queries == ()


def test_a_tool_that_fails_is_not_recorded(database: sqlite3.Connection) -> None:
    recorder = QueryRecorder()

    @recorder.record
    def run_sql(sql: str) -> Any:
        return database.execute(sql)

    with pytest.raises(sqlite3.OperationalError):
        run_sql("SELECT * FROM nowhere")
    assert recorder.queries == ()


def test_the_sql_is_the_argument_of_that_name_else_the_first_text() -> None:
    recorder = QueryRecorder()

    @recorder.record
    def named(database: str, sql: str) -> Any:
        return ROWS

    @recorder.record
    def unnamed(limit: int, text: str) -> Any:
        return ROWS

    @recorder.record
    def none(year: int) -> Any:
        return ROWS

    named("sales", "SELECT 1")
    unnamed(5, "SELECT 2")
    none(2023)
    seen = [(query.query_id, query.tool, query.sql) for query in recorder.queries]
    assert seen == [("q1", "named", "SELECT 1"), ("q2", "unnamed", "SELECT 2"), ("q3", "none", "")]


def test_a_tool_keeps_its_name_and_parameters_and_returns_a_text() -> None:
    # Frameworks make a tool's schema of them.
    def run_sql(sql: str, limit: int = 5) -> list[dict[str, object]]:
        """Run SQL."""
        return []

    recorded = QueryRecorder().record(run_sql)
    assert (recorded.__name__, recorded.__doc__) == ("run_sql", "Run SQL.")
    assert list(inspect.signature(recorded).parameters) == ["sql", "limit"]
    assert inspect.signature(recorded).return_annotation is str
    assert get_type_hints(recorded) == {"sql": str, "limit": int, "return": str}


@record_query
def look_up(sql: str, rows: Sequence[Any] = ROWS) -> Any:
    """A tool of many conversations."""
    return rows


@record_query
async def look_up_later(sql: str) -> Any:
    """The same, which gives way to others before it returns."""
    await asyncio.sleep(0)
    return ROWS


def test_outside_a_conversation_a_tool_says_so() -> None:
    with pytest.raises(LookupError, match="no QueryRecorder is entered"):
        look_up("SELECT 1")


def test_the_innermost_recorder_records() -> None:
    with QueryRecorder() as outer:
        with QueryRecorder() as inner:
            look_up("SELECT 1")
        look_up("SELECT 2")
    assert [query.sql for query in inner.queries] == ["SELECT 1"]
    assert [query.sql for query in outer.queries] == ["SELECT 2"]


def test_conversations_in_tasks_do_not_mix() -> None:
    async def conversation(name: str) -> list[str]:
        with QueryRecorder() as recorder:
            await look_up_later(f"{name} 1")
            await asyncio.gather(
                look_up_later(f"{name} 2"), asyncio.to_thread(look_up, f"{name} 3")
            )
        return sorted(query.sql for query in recorder.queries)

    async def both() -> list[list[str]]:
        return list(await asyncio.gather(conversation("a"), conversation("b")))

    assert asyncio.run(both()) == [["a 1", "a 2", "a 3"], ["b 1", "b 2", "b 3"]]
    assert inspect.iscoroutinefunction(look_up_later)


def test_conversations_in_threads_do_not_mix() -> None:
    def conversation(name: str) -> set[str]:
        with QueryRecorder() as recorder:
            for _ in range(50):
                look_up(name)
        return {query.sql for query in recorder.queries}

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(conversation, "abcd")) == [{"a"}, {"b"}, {"c"}, {"d"}]


def test_threads_of_one_conversation_get_ids_of_their_own() -> None:
    recorder = QueryRecorder(prefix="result_")
    tool = recorder.record(lambda sql: ROWS)
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(tool, map(str, range(200))))
    ids = [query.query_id for query in recorder.queries]
    assert ids == [f"result_{place}" for place in range(1, 201)]
    assert {text.split(":")[0].removeprefix("Query result ") for text in texts} == set(ids)


def test_an_agent_that_declares_its_queries_is_settled_by_them(
    database: sqlite3.Connection, client: Client
) -> None:
    recorder = QueryRecorder()

    @recorder.record
    def run_sql(sql: str) -> Any:
        return database.execute(sql)

    run_sql("SELECT region, units FROM sales")
    answer = (
        "The South sold 5,678 units[^a], the North 1,432[^b], or 21.7 %[^c] of that.\n\n"
        "[^a]: SELECT units FROM q1 WHERE region = 'South'\n"
        "[^b]: SELECT units FROM q1 WHERE region = 'North'\n"
        "[^c]: SELECT 100.0 * n.units / s.units FROM q1 n, q1 s"
        " WHERE n.region = 'North' AND s.region = 'South'\n"
    )
    report = client.verify(answer, recorder.evidence())
    settled = [(bound.claim.value_text, bound.verdict) for bound in report.bindings]
    assert settled == [
        ("5,678", Verdict.SUPPORTED),
        ("1,432", Verdict.CONTRADICTED),
        ("21.7 %", Verdict.SUPPORTED),
    ]
    uses = [bound.formula_use for bound in report.bindings]
    assert [use and use.outcome for use in uses] == [
        FormulaOutcome.AGREES,
        FormulaOutcome.DISAGREES,
        FormulaOutcome.AGREES,
    ]


def test_columns_are_described_in_every_result_that_has_them() -> None:
    recorder = QueryRecorder(columns=[Column("units", unit="thousand"), Column("price")])
    recorder.record(lambda: ROWS)()
    (result,) = recorder.evidence()
    assert [(each.name, each.unit) for each in result.message.columns] == [
        ("region", ""),
        ("units", "thousand"),
    ]


def test_the_prompt_lists_tables_that_are_known() -> None:
    plain = formulas.prompt()
    assert plain.startswith("Every number ")
    listed = formulas.prompt({"q1": ["region", "units"], "q2": ["year"]})
    assert listed == f"{plain}Tables and their columns:\n- q1: region, units\n- q2: year\n"
