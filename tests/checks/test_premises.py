"""What was said before supports nothing, and makes nothing milder."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.binding.settings import NumericSettings
from sidecar.checks import CODES
from sidecar.checks.base import CheckSubject
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.report import Findings, NumericDetail
from sidecar.model.text import Text

CITIES = ["Lyon", "Nantes", "Lille", "Nice", "Metz"]
VISITS = st.lists(st.integers(20_000, 90_000), min_size=5, max_size=5, unique=True)


def judged(
    text: str, visits: list[int] | None, premises: list[str], on_uncovered: str = "warn"
) -> Findings:
    rows = [{"city": city, "visits": n} for city, n in zip(CITIES, visits or [], strict=False)]
    data, header = json.dumps(rows).encode(), Header(query_id="q")
    results = [TableIndex(decode_evidence(data, header, EvidenceLimits()))] if visits else []
    own = NumericSettings.model_validate({"on_uncovered": on_uncovered})
    return NumericCheck(own).run(CheckSubject(Text(text), results, premises=premises))


def codes(found: Findings) -> list[str]:
    return [one.code for one in found.findings]


def verdicts(found: Findings) -> list[object]:
    assert isinstance(found.detail, NumericDetail)
    return [one.verdict for one in found.detail.bindings]


@settings(deadline=None, max_examples=40)
@given(
    VISITS,
    st.integers(100_000, 900_000).filter(lambda n: n % 10 > 0),
    st.sampled_from(["pass", "warn", "fail"]),
)
def test_a_number_of_the_question_is_neither_supported_nor_milder(
    visits: list[int], said: int, on_uncovered: str
) -> None:
    text = f"Lyon had {visits[0]:,} visits. It came to {said:,} in the end."
    question = [f"Why {said:,}?", f"And {visits[0]:,}?"]
    without = judged(text, visits, [], on_uncovered)
    found = judged(text, visits, question, on_uncovered)
    assert codes(found) == ["PREMISE_ONLY"]
    assert verdicts(found) == verdicts(without)
    (before,), (after,) = without.findings, found.findings
    severity = [one.severity or CODES[one.code].severity for one in (before, after)]
    assert severity[0] == severity[1]


@settings(deadline=None, max_examples=40)
@given(VISITS, st.integers(1, 9))
def test_what_the_data_contradict_stays_contradicted(visits: list[int], by: int) -> None:
    wrong = visits[0] + by if visits[0] + by not in visits else visits[0] + by + 10_000
    text = f"Lyon had {wrong:,} visits."
    question = [f"Did Lyon have {wrong:,} visits?"]
    assert judged(text, visits, question).findings == judged(text, visits, []).findings


def test_without_any_evidence_a_repeated_number_is_an_error_of_premises() -> None:
    found = judged("We run 12 locations.", None, ["How are our 12 locations doing?"])
    assert codes(found) == ["PREMISE_ONLY"]
    assert found.findings[0].severity is None  # that of the code, which is an error


@pytest.mark.parametrize("premise", ["It is 12 %.", "We have $12.", "The 12th of May", "v12"])
def test_a_number_of_another_kind_is_no_premise(premise: str) -> None:
    assert codes(judged("We run 12 locations.", None, [premise])) == ["CLAIM_NOT_FOUND"]
