"""The functions that a formula may call, by what they do. What is not listed is refused."""

from __future__ import annotations

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
