"""Query results as evidence are made once, and go with any of them."""

from __future__ import annotations

import gc
import json
from weakref import ref

import pytest

from sidecar.binding.engine import stored
from sidecar.binding.engine.binder import EngineBinder
from sidecar.binding.settings import NumericSettings
from sidecar.checks.numeric import extract_options
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.memory import Memory, MemoryExceeded
from sidecar.model.report import Detail
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers


def result(query_id: str) -> TableIndex:
    rows = json.dumps([{"city": "Oslo", "visits": 4127}, {"city": "Bergen", "visits": 918}])
    return TableIndex(decode_evidence(rows.encode(), Header(query_id=query_id), EvidenceLimits()))


def test_the_evidence_of_the_same_results_is_made_once() -> None:
    one, other = result("a"), result("b")
    assert stored.known([one]) is stored.known([one])
    both = stored.known([one, other])
    assert stored.known([one, other]) is both
    assert stored.known([one]) is not both
    assert [c.table.query_id for c in stored.known([other, one]).catalogs] == ["b", "a"]


def test_what_is_cached_goes_with_either_result() -> None:
    one, other = result("a"), result("b")
    gone = ref(stored.known([one, other]))
    del other
    gc.collect()
    assert gone() is None
    gone, last = ref(stored.known([one])), ref(one)
    del one
    gc.collect()
    assert (gone(), last()) == (None, None)


@pytest.mark.parametrize("limit", [100, 5_000])
def test_what_a_request_takes_is_counted(limit: int) -> None:
    read = Text("Oslo had 4,127 visits. " * 40)
    claims = extract_numbers(read, extract_options(NumericSettings())).claims
    with pytest.raises(MemoryExceeded), Memory(limit).counting():
        EngineBinder(NumericSettings(), read, [result("a")], Detail.BINDINGS).bind(claims)


def test_nothing_is_bound_without_results() -> None:
    assert stored.known([]).evidence.views == []
