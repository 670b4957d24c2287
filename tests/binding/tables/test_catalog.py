"""What is known about a query result is kept with it, and no longer."""

from __future__ import annotations

import json

from sidecar.binding.tables.catalog import catalogs
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits


def _index(rows: object = (("A", "2024-03-01", 40),)) -> TableIndex:
    body = json.dumps({"columns": ["site", "day", "boats"], "rows": rows}).encode()
    return TableIndex(
        decode_evidence(
            body, Header(query_id="q", family="", title="", columns=()), EvidenceLimits()
        )
    )


def test_a_query_result_is_looked_at_once() -> None:
    index = _index()
    assert catalogs([index])[0] is catalogs([index])[0]
