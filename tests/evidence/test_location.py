"""Locations as reports write them."""

from __future__ import annotations

from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.tables import name_cell


def test_locations() -> None:
    text = b'[{"n": null, "size": "none"}, {"n": 5, "size": "137 x 64.5 mm"}, {"n": 6, "size": 7}]'
    table = json_rows.decode_json(text, Header(query_id="q"), EvidenceLimits())
    assert [name_cell(table, 0, cell) for cell in range(2)] == ["data[1].n", "data[2].n"]
    assert [name_cell(table, 1, cell) for cell in range(3)] == [
        "data[1].size",
        "data[1].size#2",
        "data[2].size",
    ]


def test_a_column_called_like_a_second_number_is_told_from_it() -> None:
    # Trap: two cells that read data[0].a#2, and nobody knows which one was meant.
    text = b'[{"a": "1 x 2", "a#2": "3 x 4"}]'
    table = json_rows.decode_json(text, Header(query_id="q"), EvidenceLimits())
    places = [name_cell(table, column, cell) for column in range(2) for cell in range(2)]
    assert places == ["data[0].a", "data[0].a#2", 'data[0]["a#2"]', 'data[0]["a#2"]#2']
