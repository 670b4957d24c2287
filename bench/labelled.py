"""Labelled records: their query results, and the labels of their numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator

from bench import records
from bench.scoring import Record
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.number import Number
from sidecar.model.text import Text

_FORMS = ("digit", "word")


def labels(record: Record, text: Text, number: Number) -> set[str]:
    """The labels of the numbers of the gold that a number of the text overlaps, where scored."""
    start, end = (text.char_offset(at) for at in number.span)
    return {
        gold["label"]
        for gold in record["gold"]
        if gold["kind"] == "number" and gold.get("scored") and gold["form"] in _FORMS
        and gold["start"] < end and start < gold["end"]
    }  # fmt: skip


def tables(record: Record, metadata: records.Metadata) -> Iterator[TableIndex]:
    """The query results of a record, with what is known of their columns."""
    known = {**metadata, **record.get("columns_meta", {})}
    for result in record["query_results"]:
        columns = tuple(
            Column(
                name=name,
                label=told.get("label", ""),
                description=told.get("description", ""),
                unit=told.get("unit", ""),
                synonyms=tuple(told.get("synonyms", ())),
            )
            for name, told in known.get(result["query_id"], {}).items()
            if name in result["columns"]
        )
        header = Header(
            query_id=result["query_id"].replace(" ", "_"),
            family=result.get("family") or "",
            title=result.get("title") or "",
            columns=columns,
        )
        payload = json.dumps({"columns": result["columns"], "rows": result["rows"]})
        yield TableIndex(decode_evidence(payload.encode(), header, EvidenceLimits()))
