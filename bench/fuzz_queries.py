"""Queries and answers of models, out of joint. The same seed gives the same ones.

Queries are those that a strong model wrote (``tests/yardsticks/answers``) and those that the gate
is tested with (``tests/formulas``), where words have been exchanged for others of their kind,
between them and with what no formula may say, and words, groups in parentheses and stretches have
been dropped, doubled and put elsewhere. Answers of models are the same in JSON, with bytes dropped,
doubled and exchanged.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench import yaml_file

_TESTS = Path(__file__).parents[1] / "tests"
_COLUMNS = ("price", "units", "year", "region")
_WORDS = re.compile(r"\w+|\"[^\"]*\"|'[^']*'|\s+|[^\w\s]")
_KINDS = tuple(map(re.compile, (r"\d+", r"'.*'", r"\".*\"|[a-z]\w*", r"[-+*/]", r"[=<>]")))
"""Words that may stand for each other: numbers, texts, names, operators and comparisons."""
_STRANGE = (
    "SELECT", "FROM", "sales", '"sales"', "price", '"units"', "year", "region", "'North'", "42",
    "2023", "1e6", "count(*)", "sum(", ")", "(", "WHERE", "GROUP BY", "HAVING", "UNION ALL", "WITH",
    "RECURSIVE", "VALUES (42)", "range(1000000)", "read_csv('x')", "CASE WHEN", "THEN 42", "END",
    "COALESCE(", "LIMIT 42", "OFFSET", "OVER ()", "FILTER (", "CAST(", "AS INTEGER)", "'42'", "::",
    "random()", "now()", "current_setting('x')", "PRAGMA", ";", "--", "/*", "DROP TABLE sales", "*",
    "+", "-", "/", "%", "^", "[1]", "{'a': 1}", "lambda", "->", "unnest([1])", "NULL", "TRUE", ".",
    "main.sales", "information_schema.tables", "duckdb_settings()", "x" * 200, "\u202e", "é", "$1",
)  # fmt: skip
_FUNCTIONS = (
    "sum", "avg", "count", "min", "max", "median", "mode", "first", "arg_max", "quantile_cont",
    "corr", "abs", "round", "floor", "greatest", "power", "nullif", "coalesce", "lower", "left",
    "replace", "concat", "year", "date_trunc", "rank", "lag", "ntile", "exists", "if", "list",
    "random", "hash", "length", "regexp_extract", "strftime", "typeof", "error", "getvariable",
)  # fmt: skip
_PIECES = (*'"{}[]:,', "null", "n1", "\\u0000", "```", "\ud83d", "9" * 40)


def queries(seed: int, count: int) -> Iterator[str]:
    """Yield queries."""
    source = random.Random(seed)
    known = [_WORDS.findall(query) for query in _known()]
    for _ in range(count):
        pieces = list(source.choice(known))
        for _ in range(source.choice((0, 1, 1, 1, 2, 2, 3, 8))):
            _mutate(pieces, source.choice(known), source)
        yield "".join(pieces)[:4000]


def answers(seed: int, count: int) -> Iterator[str]:
    """Yield contents of a model's message, about the numbers n1 to n3."""
    source = random.Random(seed)
    for query in queries(seed + 1, count):
        entries = [
            {"id": f"n{source.randint(0, 4)}", "query": query, "none": source.choice(["", "plan"])}
            for _ in range(source.randint(0, 4))
        ]
        text = json.dumps({"formulas": entries})
        for _ in range(source.randint(0, 6)):
            at = source.randrange(len(text) + 1)
            kept = text[at + source.randint(0, 20) :]
            text = text[:at] + source.choice(["", source.choice(_PIECES), text[at : at + 9]]) + kept
        yield text


def _mutate(pieces: list[str], other: Sequence[str], source: random.Random) -> None:
    """Put something of a query elsewhere, or something of another one into it."""
    at = source.randrange(len(pieces) + 1)
    match source.randrange(10):
        case 0:
            del pieces[at : at + source.randint(1, 3)]
        case 1:
            pieces[at:at] = pieces[at : at + source.randint(1, 6)]
        case 2:
            pieces[at:at] = [" ", source.choice(_STRANGE), " "]
        case 3 | 4:
            if "(" in pieces and "(" in other:
                pieces[_group(pieces, source)] = other[_group(other, source)]
        case _:
            _exchange(pieces, other, source)


def _group(pieces: Sequence[str], source: random.Random) -> slice:
    """Where a group in parentheses stands."""
    opened = [at for at, piece in enumerate(pieces) if piece == "("]
    start, depth = source.choice(opened), 0
    for at in range(start, len(pieces)):
        depth += (pieces[at] == "(") - (pieces[at] == ")")
        if not depth:
            return slice(start, at + 1)
    return slice(start, start + 1)


def _exchange(pieces: list[str], other: Sequence[str], source: random.Random) -> None:
    """Put a word in the place of one of its kind."""
    kind = source.choice(_KINDS)
    spots = [at for at, piece in enumerate(pieces) if kind.fullmatch(piece)]
    same = [word for word in (*other, *_STRANGE) if kind.fullmatch(word)]
    if not spots or not same:
        return
    at = source.choice(spots)
    called = pieces[at + 1 : at + 2] == ["("] and pieces[at].isidentifier()
    pieces[at] = source.choice(_FUNCTIONS if called else same)


def _known() -> list[str]:
    """The queries of the answers, over the tables of the fuzz, and those of the tests."""
    found = []
    for file in sorted((_TESTS / "yardsticks" / "answers" / "analysts_open").glob("*.json")):
        entries = json.loads(file.read_text("utf-8"))["formulas"]
        found += [_over_sales(entry["query"]) for entry in entries if entry["query"]]
    for name in ("cheats", "honest"):
        cases = yaml_file.read(_TESTS / "formulas" / f"{name}.yaml")
        found += [case["query"] for case in cases if "visitors" not in case["query"]] * 2
    return found


def _over_sales(query: str) -> str:
    query = re.sub(r"(FROM|JOIN) \"[^\"]*\"", r"\1 sales", query)
    names = dict.fromkeys(re.findall(r"\"[^\"]*\"", query))
    columns = {name: f'"{_COLUMNS[at % 4]}"' for at, name in enumerate(names)}
    query = "".join(columns.get(part, part) for part in re.split(r"(\"[^\"]*\")", query))
    return re.sub(
        r"\"\w+\" (=|IN|LIKE) (\(?')", r'"region" \1 \2', re.sub("'[^']*'", "'North'", query)
    )
