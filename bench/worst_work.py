"""Requests whose bytes are few for what reading them against their evidence may take.

Each shape names many things at once, so that what is found multiplies: columns by columns that are
called alike, numbers by rows, words by names. Some are about evidence that was uploaded in advance.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from verifyd.v1 import verify_pb2

ROWS = 1_000_000
_WORDS = ("sales", "total", "net", "share", "growth", "north", "south", "rate")
_REGIONS = ("North", "South", "East", "West")


class Work(NamedTuple):
    """A request, and the evidence that is uploaded in advance of it.

    Attributes:
        request: The request; its handles are missing.
        ahead: Arrow payloads, by their query ids.
    """

    request: verify_pb2.VerifyRequest
    ahead: dict[str, bytes]


def requests() -> dict[str, Callable[[], Work]]:
    """What makes each request, by the name of its shape."""
    return {
        "alike_columns": alike_columns,
        "many_synonyms": many_synonyms,
        "wide_table_in_text": wide_table_in_text,
        "rows_ahead": rows_ahead,
        "labels_ahead": labels_ahead,
        "long_sentence_ahead": long_sentence_ahead,
        "days_ahead": days_ahead,
        "rows_inline": rows_inline,
    }


def alike_columns(tables: int = 64, columns: int = 200, numbers: int = 9_900) -> Work:
    """Tables whose columns share their words, and a text of numbers that names them all: 586 KB."""
    names = [f"{_WORDS[n % 8]} {_WORDS[n // 8 % 8]} {n}" for n in range(columns)]
    request = verify_pb2.VerifyRequest(checks=["numeric"])
    for table in range(tables):
        row = ",".join(f'"{name}":{n + table}' for n, name in enumerate(names))
        request.evidence.query_results.add(query_id=f"q{table}", json=f"[{{{row}}}]")
    source = random.Random(1)
    request.narrative = " ".join(
        f"The {source.choice(_WORDS)} was {source.randrange(10_000)}." for _ in range(numbers)
    )
    return Work(request, {})


def many_synonyms(tables: int = 4, columns: int = 256, synonyms: int = 50) -> Work:
    """Columns that are called many things, all of them alike."""
    request = verify_pb2.VerifyRequest(checks=["numeric"])
    for table in range(tables):
        row = ",".join(f'"c{n}":{n + table}' for n in range(columns))
        result = request.evidence.query_results.add(query_id=f"q{table}", json=f"[{{{row}}}]")
        for n in range(columns):
            called = [f"{_WORDS[(n + s) % 8]} {_WORDS[s % 8]} {s}" for s in range(synonyms)]
            result.columns.add(name=f"c{n}", synonyms=called)
    request.narrative = " ".join(f"The total net sales rate was {n},{n:03}." for n in range(1, 200))
    return Work(request, {})


def wide_table_in_text(columns: int = 2_000, rows: int = 3) -> Work:
    """A table in the text with very many columns."""
    lines = ["|" + "|".join(f"Sales {n}" for n in range(columns)) + "|", "|" + "-|" * columns]
    lines += ["|" + "|".join(str(n + row) for n in range(columns)) + "|" for row in range(rows)]
    request = verify_pb2.VerifyRequest(checks=["numeric", "consistency"])
    request.narrative = "\n".join(lines)
    request.evidence.query_results.add(query_id="q", json='[{"sales": 1234, "share": 0.15}]')
    return Work(request, {})


def rows_ahead(rows: int = ROWS) -> Work:
    """Very many rows of few regions and years, and a few lines about their sales."""
    numbers = np.arange(rows)
    table = {
        "region": pa.array(_REGIONS).take(pa.array(numbers % 4)),
        "year": pa.array(2015 + numbers // 4 % 8),
        "sales": pa.array(numbers * 7 % 10_007),
        "costs": pa.array(numbers * 5 % 9_973),
    }
    return _about(table, _sales())


def labels_ahead(rows: int = ROWS) -> Work:
    """Very many rows with labels in several columns, and sentences that name two of them each."""
    numbers = np.arange(rows)
    labels = pa.array([f"Place {n}" for n in range(50_000)])
    table = {f"name {n}": labels.take(pa.array(numbers * (n + 1) % 50_000)) for n in range(3)}
    table["sales"] = pa.array(numbers * 7 % 10_007)
    text = " ".join(f"Place {n} sold {n * 17:,}, and Place {n + 1} {n * 13:,}." for n in range(60))
    return _about(table, text)


def long_sentence_ahead(rows: int = ROWS) -> Work:
    """The same rows, and one sentence of 2.9 KB about all that it names."""
    work = labels_ahead(rows)
    told = ", ".join(f"Place {n} {n * 17:,} and {n} %" for n in range(1, 115))
    work.request.narrative = f"Of all sales had {told}."
    return work


def days_ahead(rows: int = ROWS) -> Work:
    """Very many rows with a time of their own."""
    numbers = np.arange(rows)
    table = {
        "time": pa.array(numbers * 60 + 1_500_000_000, pa.timestamp("s")),
        "sales": pa.array(numbers * 7 % 10_007),
    }
    said = "In March 20{0} sales rose by {0}.{0} % to {1:,}."
    return _about(table, " ".join(said.format(n, n * 997) for n in range(17, 60)))


def rows_inline() -> Work:
    """Three megabytes of rows that came with the request, and sentences about them."""
    source = random.Random(1)
    rows = ",".join(
        f'["{_REGIONS[n % 4]}",{2015 + n % 8},{source.randrange(10_000)}]' for n in range(150_000)
    )
    request = verify_pb2.VerifyRequest(checks=["numeric"])
    text = f'{{"columns":["region","year","sales"],"rows":[{rows}]}}'
    request.evidence.query_results.add(query_id="q", json=text)
    request.narrative = _sales()
    return Work(request, {})


def _sales() -> str:
    """Sentences about groups of rows: 2.9 KB."""
    said = "{}'s total sales were {:,} in {}, costs {:,}, {} % more than in {}."
    return " ".join(
        said.format(_REGIONS[n % 4], n * 12_345_678, 2015 + n % 8, n * 8_765_432, n, 2015 + n % 7)
        for n in range(1, 36)
    )


def _about(table: dict[str, pa.Array], text: str) -> Work:
    made = pa.table(table)
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, made.schema) as writer:
        writer.write_table(made)
    request = verify_pb2.VerifyRequest(narrative=text, checks=["numeric"])
    return Work(request, {"ahead": sink.getvalue().to_pybytes()})
