"""Sound parts of requests, and whole requests that are about their evidence.

What is refused at the door never reaches a check. So these name rows and columns of their tables,
state their values or others, cite their sources, and grow in every direction at once: tables,
columns, names that are alike, synonyms, rows, sentences. The same source gives the same bytes.
"""

from __future__ import annotations

import json
import random
from typing import NamedTuple

import numpy as np
import pyarrow as pa
from verifyd.v1 import (
    consistency_pb2,
    evidence_pb2,
    evidence_service_pb2,
    structure_pb2,
    verify_pb2,
)

from bench.drawn_messages import Sound
from bench.drawn_texts import text
from bench.fuzz_structure import pairs

HANDLE = "0" * 64
"""Stands for evidence that was put before: who sends a request puts a handle in its place."""

CHECKS = ("numeric", "consistency", "citations", "support", "structure")
_STEMS = ("staff", "total staff", "staff of the north", "revenue", "share of revenue", "growthRate",
          "net_revenue_growth", "staff per branch", "male", "female")  # fmt: skip
_PLACES = ("North", "North West", "Northern District", "South", "Department of Health", "Region")
_UNITS = ("", "percent", "fraction", "count", "QAR", "km")
_SENTENCES = (
    "In {place}, {column} was {value}. ",
    "{column} of {place} rose from {other} to {value}, up {share} %. ",
    "{place} has {value} and {other_place} {other}, {share} % of all {column}. ",
    "- {place}: {value}\n",
    "| {place} | {value} | {other} | {share} % |\n",
    "Of {value} {column}, {share} % ({other}) are in {place} [Source {number}]. ",
    "Per LMIS: {column} fell to about {value} in {year} (QID:q{number}). ",
    "{value} in {place} [ev-{number}], {other} in {other_place} [ev-1], respectively. ",
    "The {column} of {place} is higher than that of {other_place}, by {other}. ",
    "${value} is QAR {other}. ",
)
_COUNTS = (1, 1, 1, 2, 8, 64)
_WIDTHS = (2, 3, 8, 40, 200, 255)
_MOST_ROWS = 900_000


class StoryTable(NamedTuple):
    """The names of a table; its values follow from their places."""

    columns: list[str]
    places: list[str]

    def value(self, row: int, column: int) -> int:
        """A cell."""
        return (row * 7919 + column * 104_729 + 13) % 100_003


def request(source: random.Random, size: int) -> bytes:
    """A ``VerifyRequest`` of about so many bytes."""
    spoken = int(size * source.choice((0.02, 0.3, 0.7, 0.95)))
    count = min(source.choice(_COUNTS), size // 400 + 1)
    tables = [_table(source, (size - spoken) // count) for _ in range(count)]
    made = verify_pb2.VerifyRequest(
        narrative=_narrative(source, tables, min(spoken, 1_000_000)),
        checks=source.sample(CHECKS, source.randint(0, len(CHECKS))),
        detail=source.choice(list(verify_pb2.Detail.keys())),
    )
    made.citations.bare_numbers = source.random() < 0.3
    for place, table in enumerate(tables):
        _fill(source, table, made.evidence.query_results.add(query_id=f"q{place}"))
    if source.random() < 0.15:
        made.evidence.handles.append(HANDLE)
    if source.random() < 0.5:
        _cited(source, made.evidence, size // 20)
    for day in range(source.choice((0, 0, 1, 30))):
        made.currency_rates.append(_rate(day))
    if source.random() < 0.4:
        made.structured_response.CopyFrom(_structured(source, size))
    if source.random() < 0.2:
        made.overrides.numeric.rel_epsilon = 0.005
        made.overrides.consistency.table_totals = True
    return made.SerializeToString()


def put_source(source: random.Random, size: int) -> bytes:
    """A ``PutSourceRequest`` of about so many bytes."""
    one = evidence_pb2.Source(id=f"s{source.randint(1, 9)}", number=source.choice((0, 0, 1, 2)))
    one.text = text(source, size).decode("utf-8", "replace")
    return evidence_service_pb2.PutSourceRequest(source=one).SerializeToString()


def upload(source: random.Random, size: int) -> list[bytes]:
    """The messages of ``PutQueryResult``: a header, and a table in pieces."""
    table = _table(source, size)
    kind = source.choice(("ARROW", "ARROW", "JSON", "ROWS"))
    if kind == "ARROW":
        payload = _arrow(table, min(_MOST_ROWS, max(3, size * source.choice((1, 1, 8)) // 8)))
    elif kind == "JSON":
        payload = _json(table, size).encode()
    else:
        payload = _rows(table).SerializeToString()
    header = evidence_service_pb2.PutQueryResultHeader(
        query_id="q0", family="LMIS", format=f"EVIDENCE_FORMAT_{kind}"
    )
    _describe(source, table, header.columns)
    piece = max(1000, len(payload) // source.choice((1, 3, 20)) + 1)
    asked = evidence_service_pb2.PutQueryResultRequest
    chunks = [payload[at : at + piece] for at in range(0, len(payload), piece)]
    parts = [asked(header=header), *(asked(chunk=chunk) for chunk in chunks)]
    return [part.SerializeToString() for part in parts]


def _table(source: random.Random, size: int) -> StoryTable:
    """Names for a table of about so many bytes: a wide one has few rows."""
    width = min(source.choice(_WIDTHS), size // 40 + 1)
    stem = source.choice(_STEMS)
    alike = source.random() < 0.5
    stems = [stem] if alike else _STEMS
    columns = [f"{stems[n % len(stems)]} {n or ''}".strip() for n in range(width)]
    rows = max(1, min(20_000, size // (8 * width + 20)))
    place = source.choice(_PLACES)
    same = source.random() < 0.3
    places = [f"{place if same else _PLACES[n % len(_PLACES)]} {n}" for n in range(rows)]
    return StoryTable(list(dict.fromkeys(columns)), places)


def _narrative(source: random.Random, tables: list[StoryTable], size: int) -> str:
    """Sentences about the tables: of one kind, or of all."""
    forms = [source.choice(_SENTENCES)] if source.random() < 0.5 else list(_SENTENCES)
    head = source.choice(("# Results\n\n", "", "| Place | Now | Before | Share |\n|-|-|-|-|\n"))
    right = source.random()
    parts, length = [head], len(head)
    while length < max(size, 1):
        table = source.choice(tables)
        row, column = source.randrange(len(table.places)), source.randrange(len(table.columns))
        value = table.value(row, column) if source.random() < right else source.randrange(10**6)
        parts.append(
            source.choice(forms).format(
                place=table.places[row],
                other_place=table.places[-1 - row],
                column=table.columns[column],
                value=f"{value:,}" if value % 2 else value,
                other=table.value(row // 2, column),
                share=value % 1000 / 10,
                number=value % 9 + 1,
                year=2000 + value % 30,
            )
        )
        length += len(parts[-1])
    return "".join(parts)


def _fill(source: random.Random, table: StoryTable, result: evidence_pb2.QueryResult) -> None:
    """A query result with a table."""
    result.family = source.choice(("", "LMIS"))
    _describe(source, table, result.columns)
    match source.randrange(4):
        case 0:
            result.rows.CopyFrom(_rows(table))
        case 1:
            result.arrow = _arrow(table, len(table.places))
        case _:
            result.json = _json(table)


def _describe(source: random.Random, table: StoryTable, columns: object) -> None:
    """What is known of columns, with none or many synonyms."""
    if source.random() < 0.5:
        return
    synonyms = source.choice((0, 1, 50 if len(table.columns) < 100 or source.random() < 0.3 else 3))
    unit = source.choice(_UNITS)
    for name in table.columns:
        columns.add(  # type: ignore[attr-defined]
            name=name,
            label=f"{name} of staff",
            unit=unit,
            synonyms=[f"{name} {word}" for word in range(synonyms)],
        )


def _row(table: StoryTable, row: int) -> list[object]:
    """A place and its values, in a table whose first column names places."""
    return [table.places[row], *(table.value(row, n) for n in range(len(table.columns)))]


def _json(table: StoryTable, size: int = 0) -> str:
    rows = [_row(table, row) for row in range(len(table.places))]
    written = json.dumps({"columns": ["place", *table.columns], "rows": rows})
    missing = max(0, size - len(written)) // (len(rows[-1]) * 8 + 20)
    return written[:-2] + f", {json.dumps(rows[-1])}" * missing + "]}"


def _rows(table: StoryTable) -> evidence_pb2.Rows:
    made = evidence_pb2.Rows(columns=["place", *table.columns])
    for row in range(min(len(table.places), 40_000 // len(table.columns) + 1)):
        cells = made.rows.add().cells
        cells.add(text=table.places[row])
        for n in range(len(table.columns)):
            cells.add(integer=table.value(row, n))
    return made


def _arrow(table: StoryTable, rows: int) -> bytes:
    """Compressed, so that a small message may hold many rows."""
    width = len(table.columns)
    rows = min(rows, 8_000_000 // width + 1)
    place = np.arange(rows, dtype=np.int32) % len(table.places)
    columns = {"place": pa.DictionaryArray.from_arrays(pa.array(place), pa.array(table.places))}
    for n, name in enumerate(table.columns):
        columns[name] = pa.array((np.arange(rows) * 7919 + n * 104_729 + 13) % 100_003)
    made = pa.table(columns)
    sink = pa.BufferOutputStream()
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with pa.ipc.new_stream(sink, made.schema, options=options) as writer:
        writer.write_table(made)
    return bytes(sink.getvalue().to_pybytes()[: 4 << 20])


def _cited(source: random.Random, evidence: evidence_pb2.Evidence, size: int) -> None:
    """Items and sources, as the sentences cite them."""
    for number in range(1, source.choice((2, 10, 400))):
        prose = text(source, min(size, 2000)).decode("utf-8", "ignore")
        evidence.items.add(id=f"ev-{number}", text=prose, relevance=number / 400)
        evidence.sources.add(id=f"s{number}", number=number, family="LMIS", text=prose, title="A")


def _rate(day: int) -> consistency_pb2.CurrencyRate:
    return consistency_pb2.CurrencyRate(
        **{"from": "USD", "to": "QAR", "rate": "3.64", "date": f"2026-11-{day % 28 + 1:02d}"}
    )


def _structured(source: random.Random, size: int) -> structure_pb2.StructuredResponse:
    response, schema = next(pairs(source.randrange(2**31), 1))
    if source.random() < 0.2:
        response = json.dumps([{"answer": response, "n": n} for n in range(size // 100)])
    if source.random() < 0.2:
        return structure_pb2.StructuredResponse(response=response, schema_name="t1")
    return structure_pb2.StructuredResponse(response=response, schema_json=schema)


def _result(source: random.Random, size: int) -> bytes:
    made = evidence_pb2.QueryResult(query_id=f"q{source.randrange(10**6)}")
    _fill(source, _table(source, size), made)
    return made.SerializeToString()


def _column(source: random.Random, _: int) -> bytes:
    return evidence_pb2.Column(name=source.choice(_STEMS)).SerializeToString()


def _item(source: random.Random, size: int) -> bytes:
    prose = text(source, size).decode("utf-8", "ignore")
    name = f"ev-{source.randrange(10**6)}"
    return evidence_pb2.EvidenceItem(id=name, text=prose).SerializeToString()


def _source(source: random.Random, size: int) -> bytes:
    prose = text(source, size).decode("utf-8", "ignore")
    name = f"s{source.randrange(10**6)}"
    return evidence_pb2.Source(id=name, text=prose).SerializeToString()


SOUND: Sound = {
    "verifyd.v1.QueryResult": _result,
    "verifyd.v1.Column": _column,
    "verifyd.v1.EvidenceItem": _item,
    "verifyd.v1.Source": _source,
    "verifyd.v1.CurrencyRate": lambda source, _: _rate(source.randrange(28)).SerializeToString(),
    "verifyd.v1.StructuredResponse": lambda source, size: _structured(
        source, size
    ).SerializeToString(),
}
