"""Days are counted only in columns that hold nothing but dates."""

from __future__ import annotations

import json

import pytest

from sidecar.evidence import json_rows
from sidecar.evidence.derived import count_days
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits


@pytest.mark.parametrize(
    ("values", "days"),
    [
        (["2025-02-10", "2025-02-10", "2025-02-11"], 2),
        (["2025-02-10 06:00", "2025-02-10T18:00:00Z", None], 1),
        (["2025-02-10", "unknown"], None),  # a mixture says nothing about days
        (["2025-02-101", "2025-02-10"], None),
        ([20250210, 20250211], None),
        ([None, None], None),
    ],
)
def test_what_a_column_covers(values: list[object], days: int | None) -> None:
    rows = json.dumps([{"d": value} for value in values]).encode()
    table = json_rows.decode_json(rows, Header(query_id="q"), EvidenceLimits())
    assert count_days(table).get(0) == days
