"""Three verdicts: what words and data settle is right or wrong, and all else is not covered."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.binding.settings import NumericSettings
from sidecar.checks.base import CheckSubject
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.report import Finding, Findings, NumericDetail, Severity, Verdict
from sidecar.model.text import Text
from sidecar.model.why import UNCOVERED

SECTORS = ["Energy", "Banking", "Retail", "Fishing", "Mining"]
VALUES = st.lists(
    st.tuples(st.integers(3_000, 9_000), st.integers(20_000, 90_000)),  # no years
    min_size=5,
    max_size=5,
    unique_by=(lambda one: one[0], lambda one: one[1]),
)
FAR = st.integers(600_000_000, 900_000_000).filter(lambda value: value % 10)


def judged(text: str, values: list[tuple[int, int]], on_uncovered: str = "warn") -> Findings:
    rows = [
        {"sector": sector, "staff": staff, "revenue": revenue}
        for sector, (staff, revenue) in zip(SECTORS, values, strict=True)
    ]
    table = TableIndex(
        decode_evidence(json.dumps(rows).encode(), Header(query_id="q"), EvidenceLimits())
    )
    own = NumericSettings.model_validate({"on_uncovered": on_uncovered})
    return NumericCheck(own).run(CheckSubject(Text(text), [table]))


def own(found: Findings) -> Finding:
    (one,) = found.findings
    return one


@settings(deadline=None, max_examples=30)
@given(VALUES, FAR, st.sampled_from(["pass", "warn", "fail"]))
def test_a_number_that_names_nothing_and_is_nowhere_is_not_covered(
    values: list[tuple[int, int]], number: int, on_uncovered: str
) -> None:
    found = judged(f"It came to {number:,} in the end.", values, on_uncovered)
    one = own(found)
    assert (one.code, one.verdict) == (UNCOVERED, Verdict.INCONCLUSIVE)
    ways = {"pass": Severity.INFO, "warn": Severity.WARNING, "fail": Severity.ERROR}
    assert one.severity is ways[on_uncovered]
    assert isinstance(found.detail, NumericDetail)
    assert found.detail.uncovered == 1
    assert one.details["missing"] in {"row, column", "row", "evidence"}


@settings(deadline=None, max_examples=30)
@given(VALUES, FAR, st.integers(0, 4))
def test_a_number_whose_row_and_column_are_named_is_wrong_whatever_it_is(
    values: list[tuple[int, int]], number: int, at: int
) -> None:
    one = own(judged(f"{SECTORS[at]} had {number:,} staff.", values))
    assert one.verdict is Verdict.CONTRADICTED
    assert one.details["place"] == f"{SECTORS[at]}, staff"
    right = judged(f"{SECTORS[at]} had {values[at][0]:,} staff.", values)
    assert right.findings == []


@settings(deadline=None, max_examples=30)
@given(VALUES, FAR, st.sampled_from(SECTORS))
def test_a_number_whose_row_alone_is_named_and_that_is_nowhere_is_unsupported(
    values: list[tuple[int, int]], number: int, sector: str
) -> None:
    one = own(judged(f"{sector} stood at {number:,}.", values))
    assert (one.code, one.verdict) == ("CLAIM_NOT_FOUND", Verdict.UNSUPPORTED)
    assert one.severity is None
