"""Whatever a query tries, it is refused, without crash or hang, and the next one is answered."""

from __future__ import annotations

import resource
import time
from collections.abc import Callable, Iterator
from decimal import Decimal

import duckdb
import pytest
from sampled import sampled

from sidecar.formulas import engine as engine_module
from sidecar.formulas.engine import (
    WORKERS,
    FormulaQuestion,
    FormulaRefusal,
    FormulaValue,
    Outcome,
    run,
)
from sidecar.formulas.loading import connect, lock, make_refusal
from sidecar.formulas.settings import EngineSettings
from sidecar.formulas.tree import REASONS, Refusal
from sidecar.formulas.worker import QueryTimer, compute_value
from sidecar.model.evidence import Table
from sidecar.workers.pool import WorkerPool

Ask = Callable[..., Outcome]
TableOf = Callable[..., Table]

SOUND = "SELECT sum(price) FROM sales WHERE region = 'North'"

FORBIDDEN = [
    "SELECT count(*) FROM read_csv('/etc/passwd')",
    "SELECT count(*) FROM '/etc/passwd'",
    "SELECT count(*) FROM 'data.parquet'",
    "SELECT count(*) FROM read_text('/etc/*')",
    "SELECT count(*) FROM read_blob('/etc/passwd')",
    "SELECT count(*) FROM read_parquet('https://example.com/x.parquet')",
    "SELECT count(*) FROM read_json('/proc/self/environ')",
    "SELECT count(*) FROM glob('/*')",
    "SELECT count(*) FROM sniff_csv('/etc/passwd')",
    "COPY sales TO '/tmp/out.csv'",
    "COPY (SELECT 1) TO '/tmp/out.csv'",
    "EXPORT DATABASE '/tmp/out'",
    "ATTACH '/tmp/other.db' AS other",
    "ATTACH ':memory:' AS other",
    "DETACH memory",
    "USE information_schema",
    "INSTALL httpfs",
    "LOAD httpfs",
    "PRAGMA database_list",
    "PRAGMA version",
    "SET threads = 8",
    "SET memory_limit = '100GB'",
    "RESET lock_configuration",
    "CALL range(3)",
    "CHECKPOINT",
    "VACUUM",
    "EXPLAIN SELECT 1",
    "DESCRIBE sales",
    "SHOW TABLES",
    "SUMMARIZE sales",
    "BEGIN",
    "PREPARE p AS SELECT 1",
    "EXECUTE p",
    "CREATE TABLE t AS SELECT 1",
    "CREATE MACRO m() AS 42",
    "CREATE VIEW v AS SELECT 1",
    "DROP TABLE sales",
    "DELETE FROM sales",
    "UPDATE sales SET price = 1",
    "INSERT INTO sales VALUES ('North', 2024, 1, 1)",
    "ALTER TABLE sales ADD COLUMN x INTEGER",
    "TRUNCATE sales",
    f"{SOUND}; {SOUND}",
    f"{SOUND}; DROP TABLE sales",
    "SELECT getenv('HOME')",
    "SELECT current_setting('memory_limit')",
    "SELECT getvariable('x')",
    "SELECT count(*) FROM query('SELECT 1')",
    "SELECT count(*) FROM query_table('sales')",
    "SELECT count(*) FROM information_schema.tables",
    "SELECT count(*) FROM duckdb_tables()",
    "SELECT count(*) FROM duckdb_settings()",
    "SELECT count(*) FROM duckdb_secrets()",
    "SELECT count(*) FROM pragma_database_list()",
    "SELECT count(*) FROM pg_catalog.pg_class",
    "SELECT count(*) FROM sqlite_master",
    "SELECT sum(price) FROM memory.main.sales",
    "SELECT sum(price) FROM more.sales",
    "SELECT count(*) FROM json_execute_serialized_sql('{}')",
    "SELECT sum(price) FROM sales WHERE price < (SELECT ?)",
    "SELECT sum(price) FROM sales WHERE price < $1",
    "SELECT nextval('s')",
    "SELECT write_log('x')",
    "SELECT error('x')",
    "FROM sales",
    "TABLE sales",
    "VALUES (42)",
    "PIVOT sales ON year USING sum(price)",
    "SELECT 42 -- sum(price) FROM sales",
    "SELECT 42 /* FROM sales */",
    "/* nothing */",
    "--",
    ";",
    "",
    " ",
    "\x00SELECT sum(price) FROM sales",
    "SELECT sum(pri\x00ce) FROM sales",
    "SELECT sum(\ud800) FROM sales",
    "ＳＥＬＥＣＴ sum(price) ＦＲＯＭ sales",
    "SELECT 0x2A",
    "SELECT U&'\\0034'",
    "SELECT E'\\x34'::INTEGER",
    "SELECT sum(price) FROM ѕales",
    "SELECT " + "(" * 1900 + "1" + ")" * 1900,
    "SELECT " + "-" * 3900 + "1",
    "SELECT " + "NOT " * 900 + "true",
    "SELECT " + "1+" * 1900 + "1",
    "SELECT * FROM " + "(SELECT * FROM " * 200 + "sales" + ")" * 200,
    "SELECT sum(price) FROM sales" + " JOIN sales USING (region)" * 100,
    "WITH " + ",".join(f"a{n} AS (SELECT * FROM a{n - 1}, a{n - 1})" for n in range(1, 60)),
    "SELECT " + "[" * 1000 + "]" * 1000,
    "SELECT CASE " * 300,
    "SELECT '" + "x" * 3990,
]

DEAR = {
    "recursion": "WITH RECURSIVE a AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM a)"
    " SELECT sum(n) FROM a",
    "product": "SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b",
    "range": "SELECT sum(range) FROM range(1000000000000)",
    "texts": "SELECT length(string_agg(repeat('x', 1000000), '')) FROM range(100000)",
    "repeat": "SELECT length(repeat(repeat('x', 1000000), 1000000))",
    "lists": "SELECT len(range(10000000000))",
    "listed": "SELECT len(list(repeat('x', 100000))) FROM range(1000000)",
    "regex": "SELECT count(*) FROM range(100000000)"
    " WHERE regexp_matches(repeat('a', CAST(5000 + range % 7 AS INTEGER)), '(a*)*b')",
    "padded": "SELECT length(lpad('x', 2000000000, 'y'))",
    "sorted": "SELECT max(n) FROM"
    " (SELECT row_number() OVER (ORDER BY hash(range)) AS n FROM range(100000000))",
    "groups": "SELECT count(*) FROM (SELECT range, count(*) FROM range(1000000000) GROUP BY range)",
    "factorial": "SELECT sum(factorial(20) * a.range) FROM range(1000000000000) a",
}


@pytest.mark.parametrize("query", sampled(FORBIDDEN, 3, [repr(query)[:60] for query in FORBIDDEN]))
def test_it_is_refused_and_the_worker_lives(ask: Ask, sales: Table, query: str) -> None:
    assert isinstance(ask(SOUND, sales), FormulaValue)
    kept = WORKERS.pid
    found = ask(query, sales)
    assert isinstance(found, FormulaRefusal), found
    assert found.reason in REASONS
    assert found.reason != "ENGINE_FAILED"
    assert len(found.message) <= 300
    assert isinstance(ask(SOUND, sales), FormulaValue)
    assert WORKERS.pid == kept


@pytest.fixture
def engine() -> Iterator[duckdb.DuckDBPyConnection]:
    """What a query meets that the gate lets pass by mistake."""
    connection = connect()
    connection.execute("CREATE TABLE sales AS SELECT 1 AS price")
    lock(connection, 64 << 20)
    yield connection
    connection.close()


@pytest.mark.parametrize("query", sampled(DEAR.values(), 6, DEAR))
def test_what_is_dear_is_interrupted_where_the_gate_does_not_see_it(
    engine: duckdb.DuckDBPyConnection, query: str
) -> None:
    with pytest.raises((duckdb.Error, Refusal)) as raised, QueryTimer().after(0.2, engine):
        compute_value(engine, query)
    if isinstance(raised.value, duckdb.Error):
        found = make_refusal(raised.value)
        assert found.reason in {"TOO_SLOW", "TOO_LARGE", "SQL_INVALID"}
    assert engine.execute("SELECT sum(price) FROM sales").fetchone() == (1,)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT count(*) FROM read_csv('/etc/passwd')",
        "SELECT count(*) FROM '/etc/passwd'",
        "SELECT count(*) FROM glob('/*')",
        "SELECT count(*) FROM read_text('/etc/hostname')",
        "COPY sales TO '/tmp/out.csv'",
        "ATTACH '/tmp/other.db' AS other",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET threads = 8",
        "SET memory_limit = '100GB'",
        "SET enable_external_access = true",
        "SET python_enable_replacements = true",
        "RESET memory_limit",
        "SELECT count(*) FROM columns_to_load",
        "SELECT count(*) FROM outside",
        "SELECT getenv('HOME')",
    ],
)
def test_the_engine_itself_is_locked(engine: duckdb.DuckDBPyConnection, query: str) -> None:
    outside = {"c": [1]}
    assert outside
    with pytest.raises(duckdb.Error) as raised:
        engine.execute(query).fetchall()
    message = make_refusal(raised.value).message
    assert len(message) <= 200
    assert "LINE 1" not in message
    assert "/root" not in message
    assert "/home" not in message


@pytest.mark.timing
def test_a_request_of_nothing_but_killers_ends_at_its_deadline(sales: Table) -> None:
    joined = ", ".join(f"sales s{number}" for number in range(11))  # 6**11 rows
    killers = [FormulaQuestion(f"SELECT sum(s0.price) FROM {joined}", Decimal(0), Decimal(1))] * 50
    began = time.monotonic()
    found = run(killers, [sales], "", EngineSettings(timeout_s=0.3, deadline_s=2))
    assert time.monotonic() - began < 4
    assert len(found) == 50
    assert all(isinstance(each, FormulaRefusal) for each in found)


def test_a_query_that_kills_the_worker_costs_the_others_nothing(sales: Table) -> None:
    wanted = FormulaQuestion(SOUND, Decimal(0), Decimal(1))
    joined = ", ".join(f"sales s{number}" for number in range(11))
    killer = wanted._replace(query=f"SELECT sum(s0.price) FROM {joined}")
    found = run([wanted, killer, wanted], [sales], "the North", EngineSettings(timeout_s=0.3))
    assert [type(each) for each in found] == [FormulaValue, FormulaRefusal, FormulaValue]


@pytest.fixture
def lenient(monkeypatch: pytest.MonkeyPatch, children_import_tests: None) -> Iterator[WorkerPool]:
    """Workers that run whatever the gate refuses."""
    shop = WorkerPool("formulas.lenient_worker")
    monkeypatch.setattr(engine_module, "WORKERS", shop)
    yield shop
    shop.close()


def test_a_worker_whose_engine_does_not_hear_the_alarm_is_killed(
    lenient: WorkerPool, sales: Table, table_of: TableOf
) -> None:
    # the engine looks for interrupts between rows; the distance of such texts takes half a minute
    texts = table_of("texts", {"a": ["ab" * 30_000], "b": ["ba" * 30_000]})
    sound = FormulaQuestion(SOUND, Decimal(0), Decimal(1))
    deaf = sound._replace(query="SELECT levenshtein(a || a || a, b || b || b) FROM texts")
    settings = EngineSettings(timeout_s=0.3, deadline_s=60)

    def outcomes(*asked: FormulaQuestion) -> list[Outcome]:
        return run(asked, [sales, texts], "the North", settings)

    assert isinstance(outcomes(sound)[0], FormulaValue)
    kept = lenient.pid
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    killed, served = outcomes(deaf, sound)
    assert isinstance(killed, FormulaRefusal)
    assert killed.reason == "TOO_SLOW"
    assert isinstance(served, FormulaValue)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 8
    assert lenient.pid not in (0, kept)
