"""Annotated records, and what the client needs to verify one."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from verifyd import Column, QueryResult

from bench.scoring import Record

Metadata = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""Query id, then column, to what is known of the column."""

FOLDER_VARIABLE = "VERIFYD_YARDSTICKS"


def read(path: Path) -> list[Record]:
    """The records of a file of JSON lines, gzipped or not."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    return [json.loads(line) for line in text.split("\n") if line.strip()]


def yardsticks() -> list[Path]:
    """The record files of the folder that ``VERIFYD_YARDSTICKS`` names; none without it."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return sorted(Path(folder).glob("*.jsonl.gz")) if folder else []


def columns_beside(path: Path) -> Path | None:
    """The file of column metadata that belongs to a record file by its name, if there is one."""
    file = path.parent / f"{path.name.split('.')[0]}.columns.json"
    return file if file.exists() else None


def metadata(path: Path, columns: Path | None = None) -> Metadata:
    """What is known of the columns of a record file's query results, here or in another file."""
    columns = columns or columns_beside(path)
    found: Metadata = json.loads(columns.read_text(encoding="utf-8")) if columns else {}
    return found


def results(record: Record, shared: Metadata) -> list[QueryResult]:
    """The query results of a record, with its own column metadata over the shared one."""
    return list(_results(record, {**shared, **record.get("columns_meta", {})}))


def tables(record: Record, shared: Metadata) -> Iterator[dict[str, Any]]:
    """The same as the questions of evals have them."""
    metadata = {**shared, **record.get("columns_meta", {})}
    for result in record.get("query_results", ()):
        described = metadata.get(result["query_id"], {})
        yield {
            "query_id": result["query_id"].replace(" ", "_"),
            "title": result.get("title") or "",
            "family": result.get("family") or "",
            "columns": [
                {"name": name, **described[name]} if name in described else name
                for name in result["columns"]
            ],
            "rows": result["rows"],
        }


def _results(record: Record, metadata: Metadata) -> Iterator[QueryResult]:
    for result in record.get("query_results", ()):
        described = metadata.get(result["query_id"], {})
        yield QueryResult(
            result["query_id"].replace(" ", "_"),
            json.dumps({"columns": result["columns"], "rows": result["rows"]}),
            title=result.get("title") or "",
            family=result.get("family") or "",
            columns=[
                Column(name, **known)
                for name, known in described.items()
                if name in result["columns"]
            ],
        )
