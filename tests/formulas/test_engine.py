"""What queries give, what they read, and that each of them has an outcome."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import pytest

from sidecar.formulas import engine
from sidecar.formulas.engine import (
    WORKERS,
    FormulaQuestion,
    FormulaRefusal,
    FormulaValue,
    Outcome,
    run,
)
from sidecar.formulas.placement import EqualityFilter
from sidecar.formulas.settings import EngineSettings
from sidecar.formulas.tree import REASONS
from sidecar.model.evidence import Table

Ask = Callable[..., Outcome]
TableOf = Callable[..., Table]

SETTINGS = EngineSettings()
SOUND = "SELECT sum(price) FROM sales WHERE region = 'North'"


def computed(outcome: Outcome) -> FormulaValue:
    assert isinstance(outcome, FormulaValue), outcome
    return outcome


def refused(outcome: Outcome) -> str:
    assert isinstance(outcome, FormulaRefusal), outcome
    assert outcome.reason in REASONS
    return outcome.reason


def asked(*queries: str) -> list[FormulaQuestion]:
    numbers = (Decimal(2023), Decimal(2024))
    return [FormulaQuestion(query, Decimal("-0.5"), Decimal("0.5"), numbers) for query in queries]


def test_a_value_with_what_it_reads_and_picks(ask: Ask, sales: Table) -> None:
    found = computed(ask("SELECT price FROM sales WHERE region='South' AND year=2024", sales))
    assert found.value == Decimal("24.5")
    assert found.reads == ("sales data[3].price",)
    assert set(found.selects) == {
        EqualityFilter("sales", "region", "South"),
        EqualityFilter("sales", "year", "2024"),
    }


def test_rows_are_named_from_nought_in_the_order_of_the_query_result(
    ask: Ask, sales: Table
) -> None:
    found = computed(ask("SELECT sum(units) FROM sales WHERE year = 2024", sales))
    assert found.value == 265
    assert found.reads == tuple(f"sales data[{row}].units" for row in (1, 3, 5))


def test_groups_joins_and_many_rows_are_named_by_their_columns(
    ask: Ask, sales: Table, table_of: TableOf
) -> None:
    grouped = "SELECT max(total) FROM (SELECT sum(price) AS total FROM sales GROUP BY region)"
    assert set(computed(ask(grouped, sales)).reads) == {"sales.price", "sales.region"}
    long = table_of("long", {"n": list(range(10, 31))})
    assert computed(ask("SELECT sum(n) FROM long", long)).reads == ("long.n",)


def test_a_place_is_never_one_of_more_than_twenty(ask: Ask, table_of: TableOf) -> None:
    long = table_of("long", {"n": list(range(20)), "m": list(range(20))})
    assert len(computed(ask("SELECT sum(n) / sum(m) FROM long", long)).reads) == 20


def test_a_filter_hides_which_rows_are_read(ask: Ask, sales: Table) -> None:
    found = computed(ask("SELECT sum(price) FILTER (WHERE year = 2024) FROM sales", sales))
    assert set(found.reads) == {"sales.price", "sales.year"}


def test_the_order_of_outcomes_is_that_of_the_queries(sales: Table) -> None:
    found = run(asked("SELEC", SOUND, "x" * 5000, SOUND), [sales], "the North", SETTINGS)
    assert [type(each) for each in found] == [
        FormulaRefusal,
        FormulaValue,
        FormulaRefusal,
        FormulaValue,
    ]
    assert refused(found[0]) == "SQL_INVALID"
    assert refused(found[2]) == "QUERY_TOO_LONG"


def test_nothing_asked_is_nothing_started() -> None:
    WORKERS.close()
    assert run([], [], "", SETTINGS) == []
    assert WORKERS.pid == 0


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("SELECT price FROM sales", "NOT_ONE_VALUE"),
        ("SELECT price FROM sales WHERE year = 2024 AND year = 2023", "NOT_ONE_VALUE"),
        ("SELECT price, units FROM sales", "NOT_ONE_VALUE"),
        ("SELECT max(region) FROM sales", "NOT_A_NUMBER"),
        ("SELECT sum(price) FROM sales WHERE year = 2024 AND year = 2023", "NOT_A_NUMBER"),
        ("SELECT price > units FROM sales WHERE region='North' AND year=2024", "NOT_A_NUMBER"),
    ],
)
def test_a_value_is_one_finite_number(ask: Ask, sales: Table, query: str, reason: str) -> None:
    assert refused(ask(query, sales)) == reason


def test_a_division_by_nought_is_no_number(ask: Ask, table_of: TableOf) -> None:
    table = table_of("t", {"a": [1.5, 2.5], "b": [0.0, 0.0]})
    assert refused(ask("SELECT sum(a) / sum(b) FROM t", table)) == "NOT_A_NUMBER"


def test_an_unknown_column_is_told_with_those_that_there_are(ask: Ask, sales: Table) -> None:
    found = ask("SELECT sum(prise) FROM sales", sales)
    assert refused(found) == "SQL_INVALID"
    assert isinstance(found, FormulaRefusal)
    assert "price" in found.message


def test_more_formulas_than_allowed_are_refused_and_the_first_are_run(sales: Table) -> None:
    settings = SETTINGS.changed(max_formulas=2)
    found = run(asked(SOUND, SOUND, SOUND), [sales], "the North", settings)
    assert [type(each) for each in found] == [FormulaValue, FormulaValue, FormulaRefusal]
    assert refused(found[2]) == "TOO_LARGE"


def test_without_the_engine_each_is_refused(sales: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "find_spec", lambda _: None)
    assert [refused(each) for each in run(asked(SOUND), [sales], "", SETTINGS)] == ["NO_ENGINE"]


def test_nothing_of_a_request_is_there_for_the_next(
    sales: Table, ask: Ask, table_of: TableOf
) -> None:
    computed(ask(SOUND, sales))
    kept = WORKERS.pid
    assert refused(ask(SOUND)) == "TABLE_UNKNOWN"
    other = table_of("sales", {"region": ["North"], "price": [99.0]})
    assert computed(ask(SOUND, other)).value == 99
    assert WORKERS.pid == kept


def test_numbers_are_picked_out_of_so_many_texts_as_can_be_looked_at(
    ask: Ask, table_of: TableOf
) -> None:
    texts = [f"{number / 2} kg" for number in range(10_001)]
    query = "SELECT sum(CAST(regexp_extract(t, '([0-9.]+) kg', 1) AS DOUBLE)) FROM loads"
    few, many = table_of("loads", {"t": texts[1:]}), table_of("loads", {"t": texts})
    assert computed(ask(query, few, words="They weigh 3 kg each.")).value == 25_002_500
    assert refused(ask(query, many, words="They weigh 3 kg each.")) == "TOO_LARGE"


@pytest.mark.slow
def test_a_kept_worker_takes_as_much_as_a_new_one(ask: Ask, table_of: TableOf) -> None:
    # what a large request gave back must not count against the next one: 192 MB each
    numbers = [number / 2 for number in range(1_000_000)]
    large = [table_of(f"t{at}", {f"c{n}": numbers for n in range(8)}) for at in range(3)]
    query = " + ".join(f"(SELECT sum(c{at}) FROM t{at})" for at in range(3))
    for _ in range(3):
        found = ask(f"SELECT {query}", *large, timeout_s=10, deadline_s=30)
        assert computed(found).value == 3 * sum(numbers)
