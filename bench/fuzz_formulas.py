"""Queries and answers of models, out of joint. The same seed gives the same ones.

Queries are stretches of those that a strong model wrote (``tests/yardsticks/answers``) and of what
no formula may say, with words dropped, doubled and exchanged between them. Answers of models are
the same in JSON, with bytes dropped, doubled and exchanged.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

_ANSWERS = Path(__file__).parents[1] / "tests" / "yardsticks" / "answers" / "analysts_open"
_COLUMNS = ("price", "units", "year", "region")
_WORDS = re.compile(r"\w+|\"[^\"]*\"|'[^']*'|\s+|[^\w\s]")
_STRANGE = (
    "SELECT", "FROM", "sales", '"sales"', "price", '"units"', "year", "region", "'North'", "42",
    "2023", "1e6", "count(*)", "sum(", ")", "(", "WHERE", "GROUP BY", "HAVING", "UNION ALL", "WITH",
    "RECURSIVE", "VALUES (42)", "range(1000000)", "read_csv('x')", "CASE WHEN", "THEN 42", "END",
    "COALESCE(", "LIMIT 42", "OFFSET", "OVER ()", "FILTER (", "CAST(", "AS INTEGER)", "'42'", "::",
    "random()", "now()", "current_setting('x')", "PRAGMA", ";", "--", "/*", "DROP TABLE sales", "*",
    "+", "-", "/", "%", "^", "[1]", "{'a': 1}", "lambda", "->", "unnest([1])", "NULL", "TRUE", ".",
    "main.sales", "information_schema.tables", "duckdb_settings()", "x" * 200, "\u202e", "é", "$1",
)  # fmt: skip
_PIECES = (*'"{}[]:,', "null", "n1", "\\u0000", "```", "\ud83d", "9" * 40)


def queries(seed: int, count: int) -> Iterator[str]:
    """Yield queries."""
    source = random.Random(seed)
    known = _known()
    for _ in range(count):
        pieces = _WORDS.findall(source.choice(known))
        strange = _WORDS.findall(source.choice(known))
        for _ in range(source.choice((0, 0, 1, 1, 2, 3, 8))):
            at = source.randrange(len(pieces) + 1)
            match source.randrange(5):
                case 0:
                    del pieces[at : at + source.randint(1, 3)]
                case 1:
                    pieces[at:at] = pieces[at : at + source.randint(1, 6)]
                case 2:
                    pieces[at:at] = strange[: source.randint(1, 8)]
                case _:
                    pieces[at:at] = [" ", source.choice(_STRANGE), " "]
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


def _known() -> list[str]:
    """The queries of the answers, over the tables of the fuzz."""
    found = []
    for file in sorted(_ANSWERS.glob("*.json")):
        for entry in json.loads(file.read_text("utf-8"))["formulas"]:
            query = re.sub(r"(FROM|JOIN) \"[^\"]*\"", r"\1 sales", entry["query"])
            names = dict.fromkeys(re.findall(r"\"[^\"]*\"", query))
            columns = {name: f'"{_COLUMNS[at % 4]}"' for at, name in enumerate(names)}
            parts = re.split(r"(\"[^\"]*\")", query)
            query = "".join(columns.get(part, part) for part in parts)
            query = re.sub("'[^']*'", "'North'", query)
            if query:
                found.append(re.sub(r"\"\w+\" (=|IN|LIKE) (\(?')", r'"region" \1 \2', query))
    return found
