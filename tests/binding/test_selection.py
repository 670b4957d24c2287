"""Which query results may speak for a number."""

from __future__ import annotations

import pytest

from sidecar.binding.selection import Selection
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.number import Citation


def result(query_id: str, family: str) -> TableIndex:
    header = Header(query_id=query_id, family=family)
    return TableIndex(json_rows.decode_json(b'[{"n": 1}]', header, EvidenceLimits()))


RESULTS = [result("a", "LMIS"), result("b", "GCC-STAT"), result("c", "lmis"), result("d", "")]


@pytest.mark.parametrize(
    ("citation", "wanted"),
    [
        (Citation(), [0, 1, 2, 3]),
        (Citation(query_id="b"), [1]),
        (Citation(query_id="b", family="LMIS"), [1]),  # the id counts before the family
        (Citation(query_id="unknown"), []),
        (Citation(query_id="unknown", family="LMIS"), []),  # trap: never falls back
        (Citation(query_id="A"), []),  # ids are compared exactly
        (Citation(family="Lmis"), [0, 2]),
        (Citation(family="WorldBank"), [0, 1, 2, 3]),
    ],
)
def test_selection(citation: Citation, wanted: list[int]) -> None:
    assert list(Selection(RESULTS, prefer_query_id=True).of(citation)) == wanted


def test_query_ids_may_be_set_aside() -> None:
    selection = Selection(RESULTS, prefer_query_id=False)
    assert list(selection.of(Citation(query_id="b", family="LMIS"))) == [0, 2]
