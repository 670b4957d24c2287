"""Bindings written from arrays are the messages that are written one by one."""

from __future__ import annotations

import json
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from verifyd.v1 import numeric_pb2

from sidecar.binding.settings import NumericSettings
from sidecar.checks import CheckSubject
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.plain_bindings import ALIKE
from sidecar.model.report import Bindings, Detail, NumericDetail
from sidecar.model.text import Text
from sidecar.wire.report import write_numeric

ROWS: list[list[dict[str, object]]] = [
    [  # a row without a number, and texts that hold several, so that cells are not rows
        {"n": 1234.5, "size#2": 48, "box": "137 x 64.5 mm"},
        {"n": None, "size#2": 0.25, "box": "none"},
        {"n": 1200000, "size#2": None, "box": "7 x 9 x 11 mm"},
    ],
    [{"n": 1234.5, "größe": 0.125}, {"n": 30, "größe": 9.75}],  # the first is in both
]
RESULTS = [
    TableIndex(
        json_rows.decode_json(
            json.dumps(rows).encode(), Header(query_id=name, family=name), EvidenceLimits()
        )
    )
    for name, rows in zip(("LMIS", "b" * 150), ROWS, strict=True)
]
CHECK = NumericCheck(NumericSettings.model_validate({"binding": {"mode": "value"}}))

WRITTEN = [
    "1,234.5",
    "1234.50",
    "1.2 million",
    "$1.2 million",
    "48",
    "0.25",
    "25 %",
    "12.5 %",
    "64.5 mm",
    "9",
    "11",
    "about 30",
    "fell by 30",
    "-30",
    "six",
    "two-thirds",
    "9.75",
    "99999",
    "98.6 %",
]
numbers = st.sampled_from(WRITTEN)
sentences = st.sampled_from(
    ["It was {}.", "Per LMIS: it was {} (QID:LMIS).", "- größe {}\n", "{} of {}. ", "Per x: {};"]
)


@settings(deadline=None)
@given(st.lists(st.tuples(sentences, numbers, numbers), max_size=6))
def test_both_ways_write_the_same_bytes(parts: Sequence[tuple[str, str, str]]) -> None:
    text = " ".join(sentence.format(*two) for sentence, *two in parts)
    detail = CHECK.run(CheckSubject(Text(text), RESULTS)).detail
    assert isinstance(detail, NumericDetail)
    assert detail.bindings.plain is not None
    one_by_one = NumericDetail(Bindings.from_sequence(list(detail.bindings)))
    by_arrays, singly = (
        write_numeric(each, Detail.BINDINGS, drop_supported=False) for each in (detail, one_by_one)
    )
    assert numeric_pb2.NumericDetail.FromString(by_arrays).SerializeToString() == by_arrays
    assert by_arrays == singly


def test_most_bindings_have_a_row() -> None:
    stated = ("1,200,000", "48", "1,234.5", "888,888", "30", "six", "64.5")
    text = "".join(f"It reached {number} units.\n\n" for number in stated)
    detail = CHECK.run(CheckSubject(Text(text), RESULTS)).detail
    assert isinstance(detail, NumericDetail)
    assert detail.bindings.plain is not None
    kinds = detail.bindings.plain().rows[:, ALIKE].tolist()
    # 1,234.5 stands in both results, and six is written out.
    assert [each >= 0 for each in kinds] == [True, True, False, True, True, False, True]
