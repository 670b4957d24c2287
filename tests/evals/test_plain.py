"""Results as plain JSON and back."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sidecar.evals import model
from sidecar.evals.plain import (
    RecordInvalid,
    parse_line,
    parse_plain,
    to_line,
    to_plain,
    to_trace_dict,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
FLOAT = st.floats(allow_nan=False, allow_infinity=False)
JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | FLOAT | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
OBJECT = st.dictionaries(TEXT, JSON, max_size=3)


def some(kind: type[Any], **each: Any) -> st.SearchStrategy[Any]:
    return st.builds(kind, **each)


def tuples(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(inner, max_size=2).map(tuple)


USAGE = some(
    model.Usage,
    input_tokens=st.integers(0),
    output_tokens=st.integers(0),
    cost=FLOAT,
    currency=TEXT,
)
QUESTIONS = some(
    model.EvalQuestion,
    id=TEXT,
    question=TEXT,
    expected_answer=st.none() | TEXT,
    expected_evidence_files=st.none() | tuples(TEXT),
    tags=tuples(TEXT),
    metadata=OBJECT,
    query_results=tuples(OBJECT),
    sources=tuples(OBJECT),
    schema=st.none() | OBJECT,
    success_criteria=st.none() | OBJECT,
)
VERIFICATIONS = some(
    model.VerificationResult,
    kept=JSON,
    status=st.sampled_from(model.VerificationStatus),
    decision=TEXT,
    citations=tuples(
        some(
            model.CitationVerification,
            citation_id=TEXT,
            found=st.booleans(),
            evidence_snippet=st.none() | TEXT,
        )
    ),
    evidence_support=st.none()
    | some(
        model.EvidenceSupportScore,
        score=FLOAT,
        reasoning=TEXT,
        supporting_evidence_ids=tuples(TEXT),
    ),
    confidence_calibration=st.none()
    | some(
        model.ConfidenceCalibration,
        stated_confidence=FLOAT,
        evidence_confidence=FLOAT,
        calibration_delta=FLOAT,
        is_calibrated=st.booleans(),
    ),
    issues=tuples(TEXT),
    verified_at=TEXT,
    checks=st.dictionaries(
        TEXT,
        some(
            model.CheckOutcome,
            passed=st.booleans(),
            error=TEXT,
            judged=st.integers(0),
            findings=tuples(OBJECT),
        ),
        max_size=2,
    ),
    numbers=st.dictionaries(TEXT, st.integers(), max_size=2),
    claims=st.dictionaries(TEXT, st.integers(), max_size=2),
    criteria_met=st.none() | st.booleans(),
    seconds=FLOAT,
    text_digest=TEXT,
    usage=USAGE,
)
RUNS = some(
    model.ResearchRun,
    run_id=TEXT,
    question=TEXT,
    answer=TEXT,
    actions=tuples(
        some(model.Action, name=TEXT, input=OBJECT, output=TEXT, duration_seconds=st.none() | FLOAT)
    ),
    evidence=tuples(
        some(
            model.EvidenceItem,
            id=TEXT,
            text=TEXT,
            title=TEXT,
            relevance=st.none() | FLOAT,
            provenance=TEXT,
        )
    ),
    confidence=st.none() | FLOAT,
    started_at=TEXT,
    duration_seconds=FLOAT,
    error=TEXT,
    usage=USAGE,
    query_results=tuples(OBJECT),
    output=JSON,
    verification=st.none() | VERIFICATIONS,
)
RESULTS = some(
    model.EvalResult, question=QUESTIONS, run=RUNS, attempts=st.integers(), place=st.integers()
)


def result(**of_run: Any) -> model.EvalResult:
    run = model.ResearchRun(run_id="r1", question="x", **of_run)
    return model.EvalResult(question=model.EvalQuestion(id="q1", question="x"), run=run)


@settings(suppress_health_check=[HealthCheck.too_slow])  # each draw is a whole result
@given(RESULTS)
def test_every_result_comes_back_as_it_was(one: model.EvalResult) -> None:
    line = to_line(one)
    assert line.count("\n") == 1
    assert parse_line(line) == one
    assert parse_line(line.encode()) == one
    assert parse_plain(to_plain(one)) == one
    assert to_plain(parse_line(line)) == json.loads(line)


def test_the_strategies_cover_every_field() -> None:
    """A field that is added to the data and forgotten here would not be tested."""
    every = {
        model.Usage: 4,
        model.EvalQuestion: 10,
        model.VerificationResult: 15,
        model.ResearchRun: 13,
        model.EvalResult: 4,
        model.CheckOutcome: 4,
    }
    assert {kind: len(fields(kind)) for kind in every} == every


def test_lists_come_back_as_tuples_and_are_equal() -> None:
    given = result(evidence=[model.EvidenceItem(id="e", text="c")], actions=[])
    assert parse_plain(to_plain(given)) == given


def test_a_field_of_a_newer_version_is_refused_with_its_place() -> None:
    plain = to_plain(result(evidence=[model.EvidenceItem(id="e", text="c")]))
    plain["run"]["evidence"][0]["colour"] = "red"
    told = r"run\.evidence\.0\.colour: no such field is known here; .* newer version"
    with pytest.raises(RecordInvalid, match=told):
        parse_plain(plain)
    plain = to_plain(result()) | {"grade": 1}
    with pytest.raises(RecordInvalid, match=r"^grade: no such field"):
        parse_plain(plain)


def test_a_status_of_a_newer_version_is_refused() -> None:
    verification = model.VerificationResult(status=model.VerificationStatus.PASSED, decision="PASS")
    plain = to_plain(result(verification=verification))
    plain["run"]["verification"]["status"] = "splendid"
    with pytest.raises(RecordInvalid, match="'passed', 'failed' or 'warning'; was it written by"):
        parse_plain(plain)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"attempts": "1"}, "attempts: Input should be a valid integer"),
        ({"attempts": True}, "attempts: Input should be a valid integer"),
        ({"run": None}, "run: "),
    ],
)
def test_what_has_another_type_is_refused(change: dict[str, object], told: str) -> None:
    with pytest.raises(RecordInvalid, match=told):
        parse_plain(to_plain(result()) | change)


def test_half_a_line_is_refused() -> None:
    line = to_line(result(answer="Staff rose."))
    with pytest.raises(RecordInvalid, match="the record: Invalid JSON"):
        parse_line(line[: len(line) // 2])
    with pytest.raises(RecordInvalid, match=r"question: Missing|run: |Field required|missing"):
        parse_line("{}")


def test_what_json_does_not_have_is_refused_and_not_changed() -> None:
    with pytest.raises(RecordInvalid, match="a number that JSON does not have"):
        to_line(result(duration_seconds=float("nan")))
    with pytest.raises(RecordInvalid, match="not Unicode"):
        to_line(result(answer="\ud800"))


def test_verification_is_part_of_the_trace_as_in_the_seed() -> None:
    run = result(answer="Staff rose.").run
    run.verification = model.VerificationResult(
        status=model.VerificationStatus.WARNING,
        decision="WARN",
        checks={"numeric": model.CheckOutcome(passed=False, findings=({"code": "X"},))},
    )
    data = run.to_trace_dict()
    assert "verification" in data
    assert data == to_trace_dict(run) == to_plain(replace(result(), run=run))["run"]
    assert data["verification"]["status"] == "warning"
    assert data["verification"]["checks"]["numeric"]["findings"] == [{"code": "X"}]
    assert json.loads(json.dumps(data)) == data
