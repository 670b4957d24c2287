"""What is made of a text goes with the check, without waiting for a full collection."""

from __future__ import annotations

import gc
import json

from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.settings import NumericSettings
from sidecar.checks import CheckSubject
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.text import Text


def readings() -> int:
    return sum(type(one) is TextArrays for one in gc.get_objects())


def test_a_text_as_it_is_read_is_let_go_of_with_the_check() -> None:
    rows = json.dumps([{"region": f"Region {n}", "staff": 1000 + n} for n in range(30)]).encode()
    table = TableIndex(json_rows.decode_json(rows, Header(query_id="q"), EvidenceLimits()))
    told = " ".join(f"Region {n} has {1000 + n:,} staff." for n in range(30))
    gc.collect()
    gc.disable()
    try:
        before = readings()
        found = NumericCheck(NumericSettings()).run(CheckSubject(Text(told), [table]))
        assert found.judged == 30
        assert readings() == before
    finally:
        gc.enable()
