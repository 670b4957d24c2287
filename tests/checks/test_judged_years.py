"""Years that are judged change nothing about the numbers beside them."""

from __future__ import annotations

import json

import pytest

from sidecar.binding.settings import NumericSettings
from sidecar.checks import CheckSubject
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.number import SkipReason
from sidecar.model.report import Findings, NumericDetail
from sidecar.model.text import Text

ROWS = [{"shop": "Leeds", "opened": 1987, "staff": 41, "sales": 8213}] + [
    {"shop": f"Shop {i}", "opened": 2003, "staff": i, "sales": 60 + 7 * i} for i in range(1, 40)
]
TEXTS = [
    "In 1987, Shop 3 had 41 staff and 8,213 in sales; 1986 was before.",
    " ".join(f"Zebras of {1980 + i} slept {i} hours." for i in range(1, 45)),
    " ".join(f"So {i} and {2000 + i}, {i + 30}." for i in range(1, 90)),
]


def found(text: str, mode: str, *, ignored: bool) -> Findings:
    header = Header(query_id="q")
    table = json_rows.decode_json(json.dumps(ROWS).encode(), header, EvidenceLimits())
    binding = {"mode": mode, "ignore_years": ignored}
    check = NumericCheck(NumericSettings.model_validate({"binding": binding}))
    return check.run(CheckSubject(Text(text), results=[TableIndex(table)]))


@pytest.mark.parametrize("mode", ["context", "value"])
@pytest.mark.parametrize("text", TEXTS)
def test_the_other_numbers_are_bound_as_if_years_were_skipped(text: str, mode: str) -> None:
    skipping, judging = (found(text, mode, ignored=ignored) for ignored in (True, False))
    assert isinstance(skipping.detail, NumericDetail)
    assert isinstance(judging.detail, NumericDetail)
    skipped = skipping.detail.skipped
    left = {skip.span for skip in skipped if skip.reason is SkipReason.YEAR}
    assert left
    bindings = list(judging.detail.bindings)
    spans = [binding.claim.number.span for binding in bindings]
    assert spans == sorted(spans)
    assert left < {*spans}
    others = [binding for binding in bindings if binding.claim.number.span not in left]
    assert others == list(skipping.detail.bindings)
    assert [f for f in judging.findings if f.span not in left] == list(skipping.findings)
    assert judging.judged == skipping.judged + len(left)
