"""What a query may name: the columns of its tables, and the functions that it may call."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sidecar.formulas.tree import EngineConnection

_NUMBERS = ("INT", "DECIMAL", "DOUBLE", "FLOAT", "REAL")


@dataclass(frozen=True)
class ColumnInfo:
    """A column of a query result.

    Attributes:
        name: Its exact name.
        type: The engine's name of its type: "DOUBLE", "DECIMAL(18,2)".
        sharing: How many of its labels hold all of some lower-case words.
        extremes: Its least and greatest cell as text, or None where it has none.
        picks: Its different texts that have a digit, with what a group of a pattern picks out of
            each; at most some number of them.
    """

    name: str
    type: str
    sharing: Callable[[tuple[str, ...]], int]
    extremes: Callable[[], tuple[str, str] | None]
    picks: Callable[[str, int, int], list[tuple[str, str]]]

    @property
    def number(self) -> bool:
        """Whether its cells are numbers."""
        return any(name in self.type for name in _NUMBERS) and "INTERVAL" not in self.type

    @property
    def date(self) -> bool:
        """Whether its cells are dates or moments."""
        return self.type.startswith(("DATE", "TIMESTAMP"))


Tables = Mapping[str, Sequence[ColumnInfo]]
"""The columns of each query result, by query id."""


def quote(name: str) -> str:
    """A name as a query writes it."""
    return '"' + name.replace('"', '""') + '"'


def describe_column(connection: EngineConnection, table: str, name: str, kind: str) -> ColumnInfo:
    """A column of a table in a connection's main schema, with the engine's name of its type."""
    source, cell = f"main.{quote(table)}", quote(name)

    @cache
    def sharing(words: tuple[str, ...]) -> int:
        held = " AND ".join([f"contains(lower({cell}::VARCHAR), ?)"] * len(words))
        query = f"SELECT count(DISTINCT {cell}) FROM {source} WHERE {held}"  # noqa: S608 (quoted)
        return int(connection.execute(query, list(words)).fetchone()[0])

    @cache
    def extremes() -> tuple[str, str] | None:
        query = f"SELECT min({cell})::VARCHAR, max({cell})::VARCHAR FROM {source}"  # noqa: S608 (quoted)
        row = connection.execute(query).fetchone()
        return None if row[0] is None else (row[0], row[1])

    def picks(pattern: str, group: int, most: int) -> list[tuple[str, str]]:
        found = f"{cell}, regexp_extract({cell}, ?, {group})"
        held = f"regexp_matches({cell}, '[0-9]')"
        query = f"SELECT DISTINCT {found} FROM {source} WHERE {held}"  # noqa: S608 (quoted)
        return connection.execute(query, [pattern]).fetchmany(most)

    return ColumnInfo(name, kind, sharing, extremes, picks)


# The functions that a formula may call, by what they do. What is not listed is refused.

SAME = frozenset({"abs", "round", "trunc"})
"""Give a number that is, for the question whether an operand is added to itself, the same."""

WHOLE = frozenset({"floor", "ceil", "ceiling"})
"""Give the whole number beside a number."""

POWERS = frozenset({"power", "pow", "^", "**"})
"""Give a power of a number."""

PICKED = frozenset({"greatest", "least"})
"""Give one of their arguments."""

AGGREGATES = frozenset(
    [
        "sum",
        "avg",
        "mean",
        "min",
        "max",
        "median",
        "mode",
        "any_value",
        "first",
        "last",
        "arg_max",
        "arg_min",
        "max_by",
        "min_by",
        "quantile",
        "quantile_cont",
        "quantile_disc",
        "stddev",
        "stddev_samp",
        "stddev_pop",
        "var_samp",
        "var_pop",
        "variance",
        "corr",
    ]
)
"""Give one number for many rows."""

OF_TWO = frozenset({"arg_max", "arg_min", "max_by", "min_by"})
"""Give the first argument of the row whose second argument is the greatest or least."""

QUANTILES = frozenset({"quantile", "quantile_cont", "quantile_disc"})
FRACTIONS = frozenset({"0.05", "0.1", "0.25", "0.5", "0.75", "0.9", "0.95", "0.99"})
"""The fractions that have a name: a median, quartiles, deciles and the usual percentiles."""

COUNTS = frozenset({"count", "count_star", "count_if", "countif"})
RANKS = frozenset({"row_number", "rank", "dense_rank", "ntile", "rank_dense"})
SHARES = frozenset({"percent_rank", "cume_dist"})
NEIGHBOURS = frozenset({"lag", "lead"})
ENDS = frozenset({"first_value", "last_value", "first", "last"})

DATE_PARTS = frozenset(
    [
        "year",
        "month",
        "quarter",
        "day",
        "week",
        "dayofweek",
        "isodow",
        "weekday",
        "dayofmonth",
        "weekofyear",
        "hour",
    ]
)
PART_NAMES = {
    "dow": "dayofweek",
    "dayofmonth": "day",
    "weekday": "dayofweek",
    "weekofyear": "week",
    "isoyear": "year",
}
NAMED_PARTS = frozenset({"monthname", "dayname"})
UNITS = frozenset({"day", "week", "month", "quarter", "year", "hour", "minute"})
DIFFERENCES = frozenset({"date_diff", "datediff"})
SPANS = frozenset({"to_years", "to_quarters", "to_months", "to_weeks", "to_days"})

FOLDS = frozenset({"lower", "upper", "trim", "ltrim", "rtrim", "strip_accents"})
"""Give a text in another form."""

PIECES = frozenset({"left", "right", "substr", "substring", "split_part"})
"""Give a part of a text."""

PATTERNS = frozenset({"~~", "!~~", "~~*", "!~~*", "like_escape", "ilike_escape"})
"""LIKE and its kin: a text and a pattern."""

HOLDS = frozenset({"contains", "starts_with", "^@", "prefix", "suffix", "ends_with"})
"""Whether a text holds a part."""

NUMBER_TYPES = frozenset(
    [
        "TINYINT",
        "SMALLINT",
        "INTEGER",
        "BIGINT",
        "HUGEINT",
        "UTINYINT",
        "USMALLINT",
        "UINTEGER",
        "UBIGINT",
        "FLOAT",
        "DOUBLE",
        "DECIMAL",
        "NUMERIC",
        "REAL",
        "INT",
    ]
)
DATE_TYPES = frozenset({"DATE", "TIMESTAMP", "DATETIME"})
TEXT_TYPES = frozenset({"VARCHAR", "TEXT", "STRING", "CHAR", "BPCHAR"})
TRUTH_TYPES = frozenset({"BOOLEAN", "BOOL", "LOGICAL"})
