"""Records of a ledger as a file for other tools: Parquet, or JSON lines.

A file is there as a whole or not at all: it is written under another name beside its place.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from itertools import islice
from pathlib import Path
from typing import Any

from verifyd import Breakdown, OutcomeRecord

from sidecar.cli import calling
from sidecar.cli.errors import UsageError
from sidecar.cli.progress import Progress

_AT_ONCE = 1000  # records of a group of rows
_AMOUNTS = tuple(field.name for field in fields(Breakdown) if field.name != "currency")
_TEXTS = (
    *("id", "contract_id", "key", "agent_id", "consumer_id", "domain", "kind", "reversed_by"),
    *("reverses", "reason", "actor", "record_digest", "audit_digest", "body_digest"),
)
_JSON = ("metrics", "criteria", "result", "metadata")
"""Columns that hold JSON, null where the record is not kept."""


def write(path: Path, records: Iterable[OutcomeRecord], progress: Progress) -> int:
    """Write records to a file; how many there were.

    Raises:
        UsageError: If the file has another ending, or cannot be written.
    """
    kinds: dict[str, Callable[[Path, Iterator[OutcomeRecord]], None]] = {
        ".parquet": _parquet,
        ".jsonl": _json_lines,
    }
    if path.suffix not in kinds:
        raise UsageError("FORMAT_UNKNOWN", f"{path} ends with neither {' nor '.join(kinds)}")
    count = 0

    def counted() -> Iterator[OutcomeRecord]:
        nonlocal count
        for record in records:
            count += 1
            if count % _AT_ONCE == 0:
                progress.step(f"{count} records")
            yield record

    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        kinds[path.suffix](beside, counted())
        beside.replace(path)
    except OSError as error:
        raise UsageError("FILE_UNWRITABLE", f"cannot write {path}: {error.strerror}") from None
    finally:
        beside.unlink(missing_ok=True)
    return count


def _json_lines(path: Path, records: Iterator[OutcomeRecord]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(json.dumps(calling.plain(record), ensure_ascii=False) + "\n")


def _parquet(path: Path, records: Iterator[OutcomeRecord]) -> None:
    try:
        import pyarrow as pa  # noqa: PLC0415 (large, and optional)
        from pyarrow import parquet  # noqa: PLC0415 (as above)
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed; install verifyd-sidecar[arrow]"
        raise UsageError("FORMAT_UNAVAILABLE", message) from None
    schema = _schema(pa)
    with parquet.ParquetWriter(path, schema) as writer:
        while rows := [_row(record) for record in islice(records, _AT_ONCE)]:
            writer.write_table(pa.Table.from_pylist(rows, schema))


def _schema(pa: Any) -> Any:
    """Amounts are exact decimals; times have their zone."""
    return pa.schema(
        [
            *((name, pa.string()) for name in _TEXTS),
            ("created_at", pa.timestamp("us", tz="UTC")),
            ("success", pa.bool_()),
            ("audit_sequence", pa.uint64()),
            ("currency", pa.string()),
            *((name, pa.decimal128(38, 9)) for name in _AMOUNTS),
            *((name, pa.string()) for name in _JSON),
        ]
    )


def _row(record: OutcomeRecord) -> dict[str, Any]:
    entry, parts = record.settlement, record.settlement.breakdown
    row: dict[str, Any] = {name: getattr(entry, name) for name in _TEXTS}
    row["kind"] = entry.kind.name.lower()
    row |= {name: getattr(entry, name) for name in ("created_at", "success", "audit_sequence")}
    row |= {name: getattr(parts, name) for name in (*_AMOUNTS, "currency")}
    if record.result is not None:
        kept = calling.plain(record)
        row |= {name: json.dumps(kept[name]) for name in ("criteria", "result", "metadata")}
        row["metrics"] = json.dumps(kept["result"]["metrics"])
    return row
