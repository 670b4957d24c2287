"""What the tree of a query shows: what it reads and picks by, and why it is refused."""

from __future__ import annotations

from collections.abc import Iterator

import duckdb
import pytest
from formulas.small_tables import described, grounds, loaded

from sidecar.formulas.reader import MAX_DEPTH
from sidecar.formulas.statement import QueryExamination, RowFilter, examine
from sidecar.formulas.tree import Refusal, parse

TEXT = (
    "In the North and the South, of 3 years, 2023 had the second most units in June and Q2; over"
    " 6,000 go to Keiko Mori in Oslo, and [] in all."
)
DEEP = MAX_DEPTH + 1
COLUMNS = ("age", "bonus", "city", "department", "gone")


class Seen:
    """What is seen in queries over the small tables, for ``TEXT``."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        self._tables = described(connection)
        self._grounds = grounds(TEXT)

    def __call__(self, query: str) -> QueryExamination:
        return examine(parse(self._connection, query), self._tables, self._grounds)


@pytest.fixture(scope="module")
def seen() -> Iterator[Seen]:
    connection = loaded()
    yield Seen(connection)
    connection.close()


def columns(places: object) -> set[str]:
    """The names of the columns of some places."""
    assert isinstance(places, tuple | frozenset)
    return {column for _, column in places}


@pytest.mark.parametrize(
    ("query", "reads"),
    [
        ("SELECT sum(units) FROM sales", {"units"}),
        ("SELECT sum(UNITS) FROM Sales AS s", {"units"}),
        ("SELECT sum(revenue - cost) FROM sales", {"revenue", "cost"}),
        ("SELECT count(*) FROM sales", {""}),
        ("SELECT count(*) FROM sales WHERE region = 'North'", {"", "region"}),
        ("SELECT avg(n) FROM (SELECT units AS n, cost FROM sales)", {"units", "cost"}),
        ("WITH a AS (SELECT units FROM sales) SELECT max(units) FROM a", {"units"}),
        ("SELECT max(s.units) FROM (SELECT * FROM sales) s", {"units"}),
        ("SELECT max(r) FROM (SELECT rank() OVER (ORDER BY cost) AS r FROM sales)", {"", "cost"}),
        ('SELECT max("Occupancy Rate (%)") FROM visitors', {"Occupancy Rate (%)"}),
    ],
)
def test_what_is_read_are_the_columns_that_are_named(
    seen: Seen, query: str, reads: set[str]
) -> None:
    assert columns(seen(query).reads) == reads


@pytest.mark.parametrize(
    ("query", "values"),
    [
        ("SELECT sum(units) FROM sales WHERE region = 'North' GROUP BY year", {"units"}),
        ("SELECT sum(revenue) / sum(units) FROM sales", {"revenue", "units"}),
        ("SELECT count(*) FROM sales WHERE units > 6000", {""}),
        ("SELECT arg_max(age, salary) FROM staff", {"age"}),
        ("SELECT sum(units) FROM sales WHERE year = (SELECT max(year) FROM sales)", {"units"}),
    ],
)
def test_what_picks_rows_is_no_part_of_the_value(seen: Seen, query: str, values: set[str]) -> None:
    assert columns(seen(query).values) == values


def test_what_is_picked_is_told_with_its_column(seen: Seen) -> None:
    found = seen("SELECT sum(units) FROM sales WHERE region = 'North' AND year IN (2022, 2023)")
    assert found.selects == (
        RowFilter("sales", "region", "North"),
        RowFilter("sales", "year", "2022"),
        RowFilter("sales", "year", "2023"),
    )


@pytest.mark.parametrize(
    "query",
    [
        "SELECT sum(units) FROM sales WHERE region LIKE '%North%'",
        "SELECT count(*) FROM staff WHERE salary > 6000",
        "SELECT sum(units) FROM sales WHERE year > 2022",
        "SELECT sum(n) FROM (SELECT sum(units) AS n FROM sales GROUP BY region) WHERE n = 6000",
    ],
)
def test_a_threshold_a_pattern_and_a_total_are_no_picks(seen: Seen, query: str) -> None:
    assert seen(query).selects == ()


@pytest.mark.parametrize(
    ("query", "held"),
    [
        ("SELECT sum(units) FROM sales", set()),
        ("SELECT sum(units) FROM sales WHERE region = 'North'", {"region"}),
        ("SELECT sum(units) FROM sales WHERE region LIKE '%North%'", {"region"}),
        ("SELECT sum(units) FROM sales WHERE year > 2022", {"year"}),
        ("SELECT sum(units) FROM sales GROUP BY region, quarter", {"region", "quarter"}),
        ("SELECT sum(a.age) FROM staff a JOIN staff b ON a.name = b.name", {"name"}),
        ("SELECT sum(a.age) FROM staff a JOIN staff b USING (name)", {"name"}),
        ("SELECT sum(age) FROM staff WHERE city IN (SELECT city FROM staff)", {"city"}),
        ("SELECT max(n) FROM (SELECT sum(age) OVER (PARTITION BY city) AS n FROM staff)", {"city"}),
        ("SELECT count(*) FROM staff WHERE salary > 6000", set()),
        ("SELECT age FROM staff ORDER BY salary LIMIT 1", set()),
    ],
)
def test_what_picks_joins_and_groups_rows_is_held(seen: Seen, query: str, held: set[str]) -> None:
    assert columns(seen(query).held) == held


@pytest.mark.parametrize(
    ("query", "compared"),
    [
        ("SELECT count(*) FROM staff WHERE salary > 6000", {"salary"}),
        ("SELECT count(*) FROM staff WHERE 3 <= age AND age BETWEEN 3 AND 6000", {"age"}),
        ("SELECT count(*) FROM staff WHERE salary > (SELECT avg(salary) FROM staff)", set()),
        ("SELECT sum(units) FROM sales WHERE year > 2022", set()),
        ("SELECT count(*) FROM (SELECT city FROM staff GROUP BY city HAVING count(*) > 3)", set()),
    ],
)
def test_what_is_held_against_a_threshold_is_compared(
    seen: Seen, query: str, compared: set[str]
) -> None:
    assert columns(seen(query).compared) == compared


@pytest.mark.parametrize(
    ("query", "limited"),
    [
        ("SELECT sum(age) FROM (SELECT age FROM staff ORDER BY age LIMIT 3)", True),
        ("SELECT age FROM staff ORDER BY age LIMIT 1", False),
        ("SELECT age FROM staff ORDER BY age LIMIT 1 OFFSET 1", False),
        ("SELECT max(age) FROM (SELECT age FROM staff ORDER BY age OFFSET 1)", True),
        (
            "SELECT sum(age) FROM (SELECT age, rank() OVER (ORDER BY age) AS r FROM staff)"
            " WHERE r <= 3",
            True,
        ),
        (
            "SELECT age FROM (SELECT age, rank() OVER (ORDER BY age) AS r FROM staff) WHERE r = 1",
            False,
        ),
    ],
)
def test_a_written_number_of_rows_limits(seen: Seen, query: str, limited: bool) -> None:
    assert seen(query).limited is limited


REFUSED = {
    "SQL_INVALID": [
        ("SELECT sum(unit) FROM sales", "no column unit in sales.id"),
        ("SELECT sum(sales.age) FROM sales, staff", "no column sales.age"),
        ("SELECT max(age) WHERE 1 = 1", "no column age in no table"),
        ("SELECT max(age) FROM staff WHERE age > (SELECT age, salary FROM staff)", "subquery of"),
        ("SELECT age FROM staff UNION SELECT age, salary FROM staff", "a union of queries"),
        ("SELECT sum(age FROM staff", "syntax error"),
    ],
    "NOT_ONE_SELECT": [
        ("SELECT max(age) FROM staff; SELECT min(age) FROM staff", "2 statements"),
        ("", "0 statements"),
        ("DELETE FROM staff", "Only SELECT"),
    ],
    "NOT_ONE_VALUE": [("SELECT age, salary FROM staff", "2 columns")],
    "NOT_A_NUMBER": [
        ("SELECT max(name) FROM staff", "a text"),
        ("SELECT max(hired) FROM staff", "a date"),
        ("SELECT age > salary FROM staff", "a truth"),
    ],
    "TABLE_UNKNOWN": [
        ("SELECT sum(age) FROM people", "people is not a query result; there are sales, staff"),
        ("SELECT sum(age) FROM main.staff", "staff by a name in parts"),
        ("WITH Staff AS (SELECT 3 AS age) SELECT age FROM staff", "no name for another"),
    ],
    "TOO_COMPLEX": [
        (f"SELECT {'abs(' * DEEP}max(age){')' * DEEP} FROM staff", "expressions inside"),
        (f"SELECT {'(-' * DEEP}max(age){')' * DEEP} FROM staff", "expressions inside"),
        (f"SELECT max(age){'*(1' * DEEP}{')' * DEEP} FROM staff", "expressions inside"),
        (f"SELECT max(age) FROM {'(FROM ' * 40}staff{')' * 40}", "inside"),
        ("SELECT max(age) FROM staff" + " JOIN staff USING (name)" * DEEP, "tables inside tables"),
        ("SELECT sum(a.age) FROM staff a, staff b", "that nothing links"),
        ("SELECT max(age) + max(age) FROM staff", "added to itself"),
        ("SELECT max(hired) - max(hired) FROM staff", "added to itself"),
        ("SELECT max(age) * 1000 + min(age) FROM staff", "different units"),
        ("SELECT count(*) + max(age) FROM staff", "a count and something else"),
        ("SELECT count(*) * count(gone) FROM staff", "a product of counts"),
        (
            "SELECT max(age) + min(age) + avg(age) + median(age) + max(salary) + min(salary)"
            " + avg(salary) + median(salary) + first(age) + last(age) FROM staff",
            "more than 8 arithmetic operators",
        ),
        (
            "SELECT max(a) FROM (SELECT "
            + ", ".join(f"count({name}) FILTER (remote) AS {name[0]}" for name in COLUMNS)
            + " FROM staff)",
            "more than 4 counts",
        ),
        (
            "SELECT sum(units) FROM sales WHERE "
            + " OR ".join(f"units > {6000 * 10**at}" for at in (0, 3, 6))
            + "".join(f" OR {name} > 6000" for name in ("id", "cost", "revenue", "id * 1000"))
            + "".join(f" OR {name} < 3" for name in ("id", "cost", "units", "revenue"))
            + "".join(f" OR {name} < 2023" for name in ("id", "cost", "units", "revenue"))
            + "".join(f" OR {name} > 0" for name in ("id", "cost", "units", "revenue")),
            "more than 16 values",
        ),
        ("SELECT age FROM staff UNION ALL SELECT age FROM staff", "the same query twice"),
        (
            "SELECT count(*) FROM (SELECT age FROM staff UNION ALL SELECT salary FROM staff)",
            "a union has several times",
        ),
    ],
    "LITERAL_NOT_GROUNDED": [
        ("SELECT sum(units) FROM sales WHERE region IN ('East', 'West')", "does not name it"),
        ("SELECT sum(units) FROM sales WHERE units = 77", "77"),
        ("SELECT sum(units) FROM sales WHERE left(region, 1) = 'E'", "E: the text"),
        ("SELECT count(*) FROM staff WHERE salary > 6001", "6001: the text"),
        ("SELECT count(*) FROM staff WHERE name < 'M'", "M: the text"),
        ("SELECT count(*) FROM staff WHERE name LIKE '%ei%'", "%ei%: the text"),
        ("SELECT count(*) FROM staff WHERE salary BETWEEN 3 AND 6001", "6001: the text"),
        ("SELECT count(*) FROM staff WHERE salary * 1.37 > 6000", "the factor 1.37"),
        ("SELECT count(*) FROM staff WHERE salary > 'b'", "b beside numbers"),
        ("SELECT count(*) FROM staff WHERE 3 = 3", "a comparison without data"),
        ("SELECT count(*) FROM staff WHERE age = NULL", "a comparison without data"),
        ("SELECT count(*) FROM staff WHERE 3 IN (age)", "3 where data belong"),
        ("SELECT sum(age) FROM (SELECT age FROM staff LIMIT 7)", "LIMIT 7"),
        ("SELECT age FROM staff ORDER BY age LIMIT 1 OFFSET 7", "OFFSET 7"),
        ("SELECT count(*) FROM staff WHERE gone > hired + INTERVAL 5 DAY", "a span of 5"),
        (
            "SELECT max(n) FROM (SELECT sum(rain) OVER (ORDER BY guests ROWS 7 PRECEDING) AS n"
            " FROM visitors)",
            "a frame of 7 rows",
        ),
        ("SELECT regexp_extract(crowd, 'crowd ([0-9]+)', 1)::INT FROM matches", "crowd: the text"),
        ("SELECT max(n) FROM (SELECT ntile(7) OVER () AS n FROM staff)", "ntile of 7"),
        ("SELECT max(n) FROM (SELECT lag(age, 7) OVER () AS n FROM staff)", "lag by 7"),
    ],
    "VALUE_NOT_OF_DATA": [
        ("SELECT 42", "42 as a value"),
        ("SELECT NULL FROM staff", "NULL as a value"),
        ("SELECT abs(42) FROM staff", "42 where data belong"),
        ("SELECT max(age) + 42 FROM staff", "42 in a sum"),
        ("SELECT max(age) + 1 + 1 FROM staff", "several numbers in a sum"),
        ("SELECT max(hired) + 1 FROM staff", "dates may only be subtracted"),
        ("SELECT max(age) / 0 FROM staff", "a division by nought"),
        ("SELECT 100 / max(age) FROM staff", "a number divided by data"),
        ("SELECT max(age) / max(age) FROM staff", "divided by itself"),
        ("SELECT max(age) * 37 FROM staff", "the factor 37"),
        ("SELECT max(age) * 24 / 7 FROM staff", "several units of time"),
        ("SELECT max(42) FROM staff", "max of 42"),
        ("SELECT count(42) FROM staff", "a count of a written value"),
        ("SELECT count(*)", "a count of nothing"),
        ("SELECT quantile_cont(age, 0.37) FROM staff", "a quantile without a name"),
        ("SELECT coalesce(max(age), 42) FROM staff", "coalesce with 42"),
        ("SELECT coalesce(0, 0) FROM staff", "coalesce of written values"),
        (
            "SELECT CASE WHEN max(age) > 3 THEN max(age) ELSE min(age) END FROM staff",
            "outside an aggregate",
        ),
        ("SELECT sum(CASE WHEN age > 3 THEN 42 END) FROM staff", "42 in a branch"),
        ("SELECT sum(if(age > 3, age, 1)) FROM staff", "a one beside data"),
        ("SELECT sum(if(age IS NULL, NULL, NULL)) FROM staff", "a choice of nothing"),
        ("SELECT (age > 3)::INTEGER FROM staff", "a condition made a number"),
        ("SELECT '42'::INTEGER FROM staff", "a cast to INTEGER"),
        ("SELECT round(max(age), 11) FROM staff", "round to 11 digits"),
        ("SELECT round(max(age), 37) FROM staff", "round to 37 digits"),
        ("SELECT power(max(age) / min(age), 1.0 / 37) FROM staff", "other than growth a year"),
        ("SELECT nullif(max(age), 42) FROM staff", "nullif of anything but nought"),
        ("SELECT max(hired + INTERVAL 3 DAY) FROM staff", "a written span of time"),
        ("SELECT max(' ' || '-') FROM staff", "texts that are put together"),
        (
            "SELECT max(n) FROM (SELECT count(*) OVER (ROWS 2 PRECEDING) AS n FROM staff)",
            "a count of the rows of a frame",
        ),
        ("SELECT max(n) FROM (SELECT lag(age, 1, 42) OVER () AS n FROM staff)", "a default of lag"),
        ("SELECT regexp_extract(bonus, '[0-9]+')::INTEGER FROM staff", "not a whole number"),
        ("SELECT regexp_extract(bonus, ',([0-9]+)', 1)::INTEGER FROM staff", "not a whole number"),
        ("SELECT regexp_extract(score, ':([0-9]+)', 1)::INT FROM matches", "finds nothing in"),
        (
            "SELECT replace(regexp_extract(score, '([0-9]+)-', 1), '-', '')::INT FROM matches",
            "- taken out of a number",
        ),
        ("SELECT left(bonus, 3)::INTEGER FROM staff", "no column of the evidence"),
    ],
    "SQL_NOT_ALLOWED": [
        ("SELECT max(age) FROM staff WHERE list_filter([3], lambda x: x > 1) = 3", "list_filter"),
        ("SELECT age FROM staff WHERE age", "a number or text as a condition"),
        ("SELECT abs(name) FROM staff", "a number is wanted"),
        ("SELECT count(*) FROM staff WHERE lower(age) = 'x'", "a text is wanted"),
        ("SELECT count(*) FROM staff WHERE left(age, 1) = 'x'", "a text is wanted"),
        ("SELECT year(age) FROM staff", "a date is wanted"),
        ("SELECT age + name FROM staff", "arithmetic with texts or conditions"),
        ("SELECT age * name FROM staff", "arithmetic with texts, dates or conditions"),
        ('SELECT "+"(age, age, age) FROM staff', "+ of 3 values"),
        ("SELECT max(age) + NULL FROM staff", "arithmetic with a text or with nothing"),
        ("SELECT max(a.b.age) FROM staff", "the name a.b.age in parts"),
        ("SELECT max(age) FROM staff TABLESAMPLE 50%", "sample of"),
        ("SELECT max(main.abs(age)) FROM staff", "abs called by a name in parts"),
        ("SELECT abs(DISTINCT age) FROM staff", "abs over many rows"),
        ("SELECT random() FROM staff", "the function random of 0 values"),
        ("SELECT sum() FROM staff", "sum of 0 values"),
        ("SELECT round(n := age) FROM staff", "by name"),
        ("SELECT CAST(age AS BLOB) FROM staff", "a cast to BLOB"),
        ("SELECT count(*) FROM staff WHERE [age] = 3", "list_value"),
        ("SELECT max([age][1]) FROM staff", "array_extract"),
        ("SELECT count(*) FROM staff WHERE (age > 3) = 3", "compared with a number"),
        ("SELECT epoch FROM (SELECT date_part('epoch', hired) FROM staff) t(epoch)", "part epoch"),
        ("SELECT date_part(city, hired) FROM staff", "a unit of time that is not written"),
        ("SELECT date_diff('second', hired, gone) FROM staff", "a difference in second"),
        ("SELECT strftime(hired, '%j') FROM staff", "strftime in the form %j"),
        ("SELECT count(*) FROM staff WHERE left(name, age) = 'x'", "a place in a text"),
        ("SELECT replace(bonus, ',', '1') FROM staff", "other than taking marks away"),
        ("SELECT count(*) FROM staff WHERE name LIKE city", "a pattern that is not written"),
        ("SELECT regexp_extract(lower(score), '[0-9]+')::INT FROM matches", "but a column"),
        ("SELECT regexp_extract(score, score)::INT FROM matches", "but a column"),
        ("SELECT regexp_extract(score, '.*?[0-9]+')::INT FROM matches", "the pattern"),
        ("SELECT regexp_extract(score, '([0-9]+)|-', 1)::INT FROM matches", "the pattern"),
        ("SELECT regexp_extract(score, '([0-9]+)', 0)::INT FROM matches", "the pattern"),
        ("SELECT regexp_extract(score, '[0-9]+', 1)::INT FROM matches", "the pattern"),
        ("SELECT regexp_extract(score, '([0-9]+)-0', 1)::INT FROM matches", "the pattern"),
        (r"SELECT regexp_extract(score, '\\s([0-9]+)', 1)::INT FROM matches", "the pattern"),
        ("SELECT count(*) FROM staff WHERE name || '1' = 'x'", "texts that are put together"),
        ("SELECT count(*) FROM staff WHERE gone > hired + to_days(age)", "a span of time"),
        ("SELECT count(*) FROM staff WHERE gone > hired + INTERVAL 'x' DAY", "not a number"),
        ("SELECT max(age) + 1e99 FROM staff", "the number 1e99"),
        ("SELECT max(age) FROM staff WHERE name = 'a'::BLOB", "a cast to BLOB"),
        ("SELECT round(age, (SELECT 1)) FROM staff", "round takes a written number"),
        ("SELECT mad(age) OVER () FROM staff", "the function mad"),
        ("SELECT main.sum(age) OVER () FROM staff", "called by a name in parts"),
        ("SELECT lag() OVER () FROM staff", "lag of 0 values"),
        ("SELECT count(*) FROM staff GROUP BY CUBE (city)", "several groupings"),
        ("SELECT age, salary AS age FROM staff", "two columns with the name age"),
        ("SELECT max(age) FROM (SELECT * FROM staff LIMIT 50%)", "LIMIT in per cent"),
        ("SELECT age FROM staff LIMIT 1 + 2", "LIMIT takes a written number"),
        ("SELECT max(column0) FROM (VALUES (42)) t", "expression list"),
        ("SELECT max(range) FROM range(42)", "table function"),
        ("SELECT max(s.age) FROM staff s ASOF JOIN staff t ON s.age >= t.age", "a asof join"),
        ("SELECT max(a.age) FROM staff a POSITIONAL JOIN staff b", "a positional join"),
        ("SELECT * EXCLUDE (age) REPLACE (3 AS name) FROM staff", "replace_list"),
        ("SELECT max(COLUMNS('age')) FROM staff", "star"),
        (
            "WITH RECURSIVE r AS (SELECT 3 AS n UNION ALL SELECT n FROM r) SELECT n FROM r",
            "recursive",
        ),
    ],
}
"""Queries by the reason that they are refused for, with a piece of the message."""


@pytest.mark.parametrize(
    ("reason", "query", "message"),
    [(reason, query, message) for reason, cases in REFUSED.items() for query, message in cases],
    ids=[f"{reason} {query[:60]}" for reason, cases in REFUSED.items() for query, _ in cases],
)
def test_it_is_refused_for_this_reason(seen: Seen, reason: str, query: str, message: str) -> None:
    with pytest.raises(Refusal) as refused:
        seen(query)
    assert (refused.value.reason, message in refused.value.message) == (reason, True), (
        refused.value.message
    )
