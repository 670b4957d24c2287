"""Answers of agents, verified by the product's own checks."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sidecar.evals.dataset import EvalDataset
from sidecar.evals.engines.work import verify
from sidecar.evals.model import (
    EvalQuestion,
    EvalResult,
    EvidenceItem,
    ResearchRun,
    VerificationResult,
    VerificationStatus,
)
from sidecar.evals.plain import parse_line, parse_plain, to_line, to_plain
from sidecar.evals.verifying import AnswerVerifier, KeptInvalid, NotVerified
from sidecar.evidence import json_rows
from sidecar.model.report import Report
from sidecar.model.text import Text
from sidecar.runner import UnknownCheck
from sidecar.settings.loading import load
from sidecar.settings.root import Settings

PASSED, WARNING, FAILED = (
    VerificationStatus.PASSED,
    VerificationStatus.WARNING,
    VerificationStatus.FAILED,
)
STAFF = {
    "query_id": "staff",
    "rows": [["North", 1234], ["South", 5678]],
    "columns": ["region", "staff"],
}
ITEMS = (
    EvidenceItem(
        id="ev-abc-001",
        text="In 2024 the staff of the North was 1,234 people.",
        relevance=0.9,
        provenance="grep",
    ),
    EvidenceItem(
        id="ev-abc-002",
        text="Exports of the South were flat all year.",
        relevance=0.9,
        provenance="index",
    ),
)
CITED = "The staff of the North was 1,234 people [ev-abc-001]. Exports were flat [ev_abc_002]."


@pytest.fixture(scope="module")
def verifier() -> Iterator[AnswerVerifier]:
    with AnswerVerifier(Settings()) as one:
        yield one


def run(answer: str, **more: Any) -> ResearchRun:
    return ResearchRun(run_id="r1", question="How many?", answer=answer, **more)


def ask(**more: Any) -> EvalQuestion:
    return EvalQuestion(id="q1", question="How many?", **more)


def timeless(found: VerificationResult) -> VerificationResult:
    return replace(found, seconds=0.0, verified_at="")


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ({"expires_at": "2001-01-01T00:00:00Z"}, "EVIDENCE_EXPIRED"),
        ({"row_count": 7}, "EVIDENCE_INCOMPLETE"),
    ],
)
def test_expired_and_incomplete_query_results_fail(
    verifier: AnswerVerifier, declared: dict[str, Any], code: str
) -> None:
    found = verifier.verify(
        run("The average staff was 3,456."), ask(query_results=(STAFF | declared,))
    )
    assert (found.status, code in str(found.issues)) == (FAILED, True)


def test_a_cited_answer_passes(verifier: AnswerVerifier) -> None:
    found = verifier.verify(run(CITED, evidence=ITEMS))
    assert (found.status, found.decision, found.issues) == (PASSED, "PASS", ())
    assert [(one.citation_id, one.found) for one in found.citations] == [
        ("ev-abc-001", True),
        ("ev_abc_002", True),
    ]
    assert found.citations[0].evidence_snippet == ITEMS[0].text
    assert found.citation_validity_rate == 1
    assert found.evidence_support is not None
    assert found.evidence_support.supporting_evidence_ids == ("ev-abc-001", "ev-abc-002")
    assert 0.5 <= found.evidence_support.score <= 1
    assert found.confidence_calibration is not None
    assert found.confidence_calibration.stated_confidence == 0.5
    assert found.checks.keys() == {"citations", "support"}
    assert found.seconds > 0
    assert found.verified_at.endswith("+00:00")


def test_a_citation_of_nothing_fails(verifier: AnswerVerifier) -> None:
    found = verifier.verify(run("Staff was 1,234 [ev-abd-009].", evidence=ITEMS))
    assert (found.status, found.decision) == (FAILED, "FAIL")
    (one,) = found.citations
    assert (one.citation_id, one.found, one.evidence_snippet) == ("ev-abd-009", False, None)
    assert found.citation_validity_rate == 0
    assert any("[CITATION_NOT_FOUND]" in issue for issue in found.issues)
    assert not found.checks["citations"].passed
    codes = [one["code"] for one in found.checks["citations"].findings]
    assert "CITATION_NOT_FOUND" in codes
    place = next(f for f in found.checks["citations"].findings if f["code"] == "CITATION_NOT_FOUND")
    start, end = place["span"]
    assert "ev-abd-009" in b"Staff was 1,234 [ev-abd-009]."[start:end].decode()


def test_an_answer_without_citations_fails_and_may_be_let_through(verifier: AnswerVerifier) -> None:
    uncited = run("The staff of the North was 1,234 people.", evidence=ITEMS)
    found = verifier.verify(uncited)
    assert found.status is FAILED
    assert any("[CITATIONS_MISSING]" in issue for issue in found.issues)
    with AnswerVerifier(load(None, {"VERIFICATION_REQUIRE_CITATIONS": "false"})) as lenient:
        assert lenient.verify(uncited).status is PASSED


def test_what_is_kept_by_a_function_that_exits_is_a_failure_and_ends_nothing() -> None:
    def keep(*_: object) -> None:
        sys.exit(0)

    with AnswerVerifier(Settings(), keep=keep) as verifier:
        for _ in range(2):
            with pytest.raises(RuntimeError, match=r"sys\.exit"):
                verifier.verify(run(CITED, evidence=ITEMS))


def test_an_empty_list_is_an_answer_to_what_asks_for_one(verifier: AnswerVerifier) -> None:
    asked = ask(schema={"type": "array"})
    assert verifier.verify(run("", output=[]), asked).status is PASSED
    assert verifier.verify(run("", output={}), asked).status is FAILED


def test_an_answer_with_no_evidence_at_all_never_passes(verifier: AnswerVerifier) -> None:
    for question in (None, ask()):
        found = verifier.verify(run("The entry point is main.py."), question)
        assert found.status is FAILED
        assert found.checks.keys() == {"citations", "support"}


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("Confidence: high", 0.85),
        ("Confidence: medium", 0.60),
        ("Confidence: low", 0.35),
        ("Confidence: 80%", 0.80),
        ("Confidence: 0.75", 0.75),
        ("", 0.50),
    ],
)
def test_the_seeds_patterns_of_confidence(
    verifier: AnswerVerifier, said: str, value: float
) -> None:
    found = verifier.verify(run(f"{CITED} {said}", evidence=ITEMS))
    assert found.confidence_calibration is not None
    assert found.confidence_calibration.stated_confidence == value


def test_a_confidence_far_from_the_evidence_is_a_warning(verifier: AnswerVerifier) -> None:
    found = verifier.verify(run(f"{CITED} Confidence: 5%", evidence=ITEMS))
    assert (found.status, found.decision) == (WARNING, "WARN")
    assert found.confidence_calibration is not None
    assert not found.confidence_calibration.is_calibrated


def test_the_runs_own_confidence_counts_where_the_text_states_none(
    verifier: AnswerVerifier,
) -> None:
    found = verifier.verify(run(CITED, evidence=ITEMS, confidence=0.05))
    assert (found.status, found.decision) == (WARNING, "PASS")
    assert found.confidence_calibration is not None
    assert found.confidence_calibration.stated_confidence == 0.05
    assert [issue for issue in found.issues if "[CONFIDENCE_MISCALIBRATED]" in issue]
    good = verifier.verify(run(CITED, evidence=ITEMS, confidence=0.7))
    assert (good.status, good.issues) == (PASSED, ())
    both = verifier.verify(run(f"{CITED} Confidence: 0.75", evidence=ITEMS, confidence=0.05))
    assert both.confidence_calibration is not None
    assert both.confidence_calibration.stated_confidence == 0.75
    assert both.status is PASSED


def test_weak_evidence_fails(verifier: AnswerVerifier) -> None:
    weak = [replace(one, relevance=0.2) for one in ITEMS]
    found = verifier.verify(run(CITED, evidence=weak))
    assert found.status is FAILED
    assert any("[EVIDENCE_SUPPORT_LOW]" in issue for issue in found.issues)


def test_numbers_are_held_against_the_question(verifier: AnswerVerifier) -> None:
    question = ask(query_results=[STAFF])
    right = verifier.verify(run("North has 1,234 staff."), question)
    assert (right.status, right.numbers) == (PASSED, {"supported": 1})
    assert right.checks.keys() == {"numeric", "consistency"}
    assert right.evidence_support is None
    assert right.confidence_calibration is None
    wrong = verifier.verify(run("North has 5,678 staff."), question)
    assert (wrong.status, wrong.decision) == (FAILED, "FAIL")
    assert wrong.numbers == {"contradicted": 1}
    assert any("[WRONG_ROW]" in issue for issue in wrong.issues)


def test_numbers_are_held_against_what_the_agent_returned(verifier: AnswerVerifier) -> None:
    found = verifier.verify(run("North has 1,234 staff.", query_results=[STAFF]))
    assert (found.status, found.numbers) == (PASSED, {"supported": 1})


def test_an_agent_cannot_replace_the_results_of_the_question(verifier: AnswerVerifier) -> None:
    own = {**STAFF, "rows": [["North", 99], ["South", 5678]]}
    found = verifier.verify(
        run("North has 99 staff.", query_results=[own]), ask(query_results=[STAFF])
    )
    assert found.status is FAILED


def test_query_results_of_files(verifier: AnswerVerifier, tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "staff.csv").write_text("region,staff\nNorth,1234\nSouth,5678\n")
    rows = [{"region": "North", "staff": 1234}, {"region": "South", "staff": 5678}]
    (tmp_path / "staff.json").write_text(json.dumps(rows))
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "staff.parquet")
    for kind in ("csv", "json", "parquet"):
        given = {"id": "q", "question": "x", "query_results": [{"file": f"staff.{kind}"}]}
        (tmp_path / "set.jsonl").write_text(json.dumps(given) + "\n")
        (question,) = EvalDataset.load(tmp_path / "set.jsonl").questions
        assert verifier.verify(run("North has 1,234 staff."), question).status is PASSED
        assert verifier.verify(run("North has 5,678 staff."), question).status is FAILED


def test_how_a_file_is_written_is_a_field_of_its_query_result(
    verifier: AnswerVerifier, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "lager.csv"
    path.write_bytes(
        "Bestand zum Jahresende (Stück):\n\nLager;Bestand\nKöln;1.234\n".encode("cp1252")
    )
    said = {"query_id": "lager", "file": str(path), "encoding": "cp1252"}
    given = verifier.verify(
        run("Köln has 1,234 Bestand."), ask(query_results=[said | {"csv_decimal": "comma"}])
    )
    assert given.status is PASSED
    assert "lines 1 to 1" not in caplog.text
    assert "line 1 is above the table: not read as data" in caplog.text
    for more, told in [
        ({}, "lager.csv: query result lager has '1.234' in column 'Bestand' (line 4)"),
        ({"encoding": ""}, "lager.csv: query result lager is not UTF-8 (line 1)"),
    ]:
        found = verifier.verify(run("Köln has 1,234."), ask(query_results=[said | more]))
        assert (found.status, found.decision) == (FAILED, "UNVERIFIED")
        assert told in found.issues[0]


def test_a_file_that_changes_is_read_again(verifier: AnswerVerifier, tmp_path: Path) -> None:
    path = tmp_path / "staff.csv"
    question = ask(query_results=[{"query_id": "staff", "file": str(path)}])
    path.write_text("region,staff\nNorth,1234\nSouth,5678\n")
    assert verifier.verify(run("North has 1,234 staff."), question).status is PASSED
    path.write_text("region,staff\nNorth,12345\nSouth,5678\n")
    assert verifier.verify(run("North has 1,234 staff."), question).status is FAILED
    path.unlink()
    gone = verifier.verify(run("North has 1,234 staff."), question)
    assert (gone.status, gone.decision) == (FAILED, "UNVERIFIED")
    assert gone.issues == ("cannot read staff.csv: No such file or directory [EVIDENCE_MALFORMED]",)


def test_rows_in_code_may_hold_decimals_and_days(verifier: AnswerVerifier) -> None:
    from datetime import date  # noqa: PLC0415
    from decimal import Decimal  # noqa: PLC0415

    rows = [{"day": date(2024, 3, 1), "price": Decimal("12.10")}]
    question = ask(query_results=[{"query_id": "prices", "rows": rows}])
    assert verifier.verify(run("The price was 12.10."), question).status is PASSED
    odd = ask(query_results=[{"query_id": "prices", "rows": [{"x": object()}]}])
    found = verifier.verify(run("The price was 12.10."), odd)
    assert found.decision == "UNVERIFIED"
    assert "its rows are not plain data" in found.issues[0]


def test_sources_are_cited_by_number(verifier: AnswerVerifier) -> None:
    sources = [{"id": "report", "text": "The staff of the North was 1,234 people in 2024."}]
    answer = "The staff of the North was 1,234 people [Source {}]."
    good = verifier.verify(run(answer.format(1)), ask(sources=sources))
    assert good.status is PASSED
    assert good.citations[0].found
    assert verifier.verify(run(answer.format(2)), ask(sources=sources)).status is FAILED


def test_a_structured_answer(verifier: AnswerVerifier) -> None:
    schema = {"type": "object", "required": ["total"], "properties": {"total": {"type": "integer"}}}
    question = ask(schema=schema)
    good = verifier.verify(run("", output={"total": 12}), question)
    assert good.status is PASSED
    assert good.checks.keys() == {"structure"}
    bad = verifier.verify(run("", output={"total": "twelve"}), question)
    assert bad.status is FAILED
    assert any("FIELD_TYPE_MISMATCH" in issue for issue in bad.issues)
    text = verifier.verify(run('{"total": 12}'), question)
    assert text.status is PASSED
    assert verifier.verify(run("twelve"), question).status is FAILED


def criterion(metric: str, kind: str, comparison: str, threshold: object) -> dict[str, object]:
    return {
        "metric": metric,
        "metric_type": kind,
        "comparison": comparison,
        "threshold": threshold,
    }


def test_success_criteria(verifier: AnswerVerifier) -> None:
    words = criterion("contains_keywords", "contains", "contains_all", ["North", "1,234"])
    fast = criterion("latency_ms", "latency", "lte", 2000)
    question = ask(success_criteria={"success_criteria": {"criteria": [words, fast]}})
    good = verifier.verify(run("North has 1,234 staff.", duration_seconds=1.5), question)
    assert (good.criteria_met, good.status) == (True, PASSED), good.issues
    slow = verifier.verify(run("North has 1,234 staff.", duration_seconds=2.5), question)
    assert (slow.criteria_met, slow.status, slow.decision) == (False, FAILED, "PASS")
    assert any("latency_ms" in issue for issue in slow.issues)
    assert verifier.verify(run("North has none."), question).criteria_met is False


def test_criteria_beside_evidence_count_both(verifier: AnswerVerifier) -> None:
    words = criterion("contains_keywords", "contains", "contains_all", ["North"])
    question = ask(query_results=[STAFF], success_criteria={"criteria": [words]})
    wrong = verifier.verify(run("North has 5,678 staff."), question)
    assert (wrong.criteria_met, wrong.status) == (True, FAILED)
    assert verifier.verify(run("North has 1,234 staff."), question).status is PASSED


def test_criteria_that_cannot_be_read_are_not_met(verifier: AnswerVerifier) -> None:
    odd = criterion("contains_keywords", "contains", "nearly", ["North"])
    found = verifier.verify(run("North."), ask(success_criteria={"criteria": [odd]}))
    assert (found.criteria_met, found.status) == (False, FAILED)
    assert any("nearly" in issue for issue in found.issues), found.issues


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (run(""), "the answer is empty [NARRATIVE_EMPTY]"),
        (run(" \n"), "the answer is empty [NARRATIVE_EMPTY]"),
        (run("\u200b\ufeff"), "the answer is empty [NARRATIVE_EMPTY]"),
        (run("\0"), "the answer is empty [NARRATIVE_EMPTY]"),
        (run("\u3164 \u0301"), "the answer is empty [NARRATIVE_EMPTY]"),
        (run("", output=""), "the answer is empty [NARRATIVE_EMPTY]"),
        (run("\u200b", output=[]), "the answer is empty [NARRATIVE_EMPTY]"),
        (run("", output={}), "the answer is empty [NARRATIVE_EMPTY]"),
        (run(CITED, error="it timed out", evidence=ITEMS), "the agent failed: it timed out"),
        (run("\ud800"), "the answer is not valid Unicode [NARRATIVE_MALFORMED]"),
        (
            run(CITED, evidence=[ITEMS[0], replace(ITEMS[1], id="ev-abc-001")]),
            "two items, sources or query results are called 'ev-abc-001' [EVIDENCE_ID_DUPLICATE]",
        ),
    ],
)
def test_what_cannot_be_verified_fails(
    verifier: AnswerVerifier, given: ResearchRun, told: str
) -> None:
    found = verifier.verify(given)
    assert (found.status, found.decision, found.issues) == (FAILED, "UNVERIFIED", (told,))
    with pytest.raises(NotVerified):
        verifier.page(given)


def test_evidence_that_was_found_twice_is_one_thing(verifier: AnswerVerifier) -> None:
    once = verifier.verify(run(CITED, evidence=ITEMS))
    assert timeless(verifier.verify(run(CITED, evidence=[*ITEMS, *ITEMS]))) == timeless(once)


def test_an_answer_that_is_too_long_fails() -> None:
    settings = Settings(limits={"narrative_bytes": 1000})
    with AnswerVerifier(settings) as verifier:
        found = verifier.verify(run("x" * 1001, evidence=ITEMS))
    assert found.issues == ("the answer has 1001 bytes; 1000 are allowed [NARRATIVE_TOO_LARGE]",)


def test_a_check_that_fails_is_no_pass() -> None:
    settings = Settings(citations={"max_citations": 1})
    with AnswerVerifier(settings) as verifier:
        found = verifier.verify(run(CITED, evidence=ITEMS))
    assert found.decision == "UNVERIFIED"
    assert found.status is FAILED
    assert "[TOO_MANY_CITATIONS]" in found.checks["citations"].error
    assert any("[TOO_MANY_CITATIONS]" in issue for issue in found.issues)


def test_chosen_checks(verifier: AnswerVerifier) -> None:
    with AnswerVerifier(Settings(), checks=["citations"]) as one:
        assert one.verify(run(CITED, evidence=ITEMS)).checks.keys() == {"citations"}
    with pytest.raises(UnknownCheck, match="there is no check 'citation'"):
        AnswerVerifier(Settings(), checks=["citation"])


def test_the_same_answer_has_the_same_result_however_it_is_verified(
    verifier: AnswerVerifier,
) -> None:
    question = ask(query_results=[STAFF])
    pairs = [
        (run("North has 1,234 staff."), question),
        (run("North has 5,678 staff."), question),
        (run(CITED, evidence=ITEMS), None),
        (run(""), None),
    ]
    batch = [timeless(one) for one in verifier.verify_batch(pairs)]
    single = [timeless(verifier.verify(*pair)) for pair in pairs]

    async def together() -> list[VerificationResult]:
        return list(await asyncio.gather(*(verifier.verify_async(*pair) for pair in pairs * 10)))

    assert batch == single
    assert [timeless(one) for one in asyncio.run(together())] == single * 10
    assert verifier.verify_batch([]) == []


async def test_verify_works_inside_an_event_loop_as_in_the_seed(verifier: AnswerVerifier) -> None:
    one = run(CITED, evidence=ITEMS)
    one.verification = verifier.verify(one)
    assert one.verification.status == VerificationStatus.PASSED
    assert "verification" in one.to_trace_dict()


def test_a_verified_run_comes_back_from_plain_json(verifier: AnswerVerifier) -> None:
    from sidecar.evals.model import EvalResult  # noqa: PLC0415

    question = ask(query_results=[STAFF])
    one = run("North has 5,678 staff [ev-abc-001].", evidence=ITEMS)
    one.verification = verifier.verify(one, question)
    result = EvalResult(question=question, run=one)
    assert parse_plain(json.loads(json.dumps(to_plain(result)))) == result


def test_a_page_marks_what_is_wrong(verifier: AnswerVerifier) -> None:
    page = verifier.page(run("North has 5,678 staff."), ask(query_results=[STAFF]))
    assert page.startswith("<!doctype html>")
    assert "<title>FAIL: q1</title>" in page
    assert f'<h1 dir="auto">{ask().question}</h1>' in page
    assert "WRONG_ROW" in page
    assert "5,678" in page


def test_tables_are_decoded_once_for_many_answers(
    verifier: AnswerVerifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded: list[str] = []
    own = json_rows.decode_json

    def counted(text: bytes, header: Any, limits: Any) -> Any:
        decoded.append(header.query_id)
        return own(text, header, limits)

    monkeypatch.setattr(json_rows, "decode_json", counted)
    with AnswerVerifier(Settings()) as one:
        for number in (1234, 5678, 910):
            rows = [["North", 1234], ["South", 5678]]
            table = {"query_id": "staff", "rows": rows, "columns": ["region", "staff"]}
            one.verify(run(f"North has {number} staff."), ask(query_results=[table]))
    assert decoded == ["staff"]


def test_kept_tables_are_bounded() -> None:
    from sidecar.evals.evidence import TableCache  # noqa: PLC0415

    tables = TableCache(Settings().evidence, most=100_000)
    for place in range(50):
        rows = [[place * 1000 + i] for i in range(200)]
        tables.decoded({"query_id": "q", "columns": ["n"], "rows": rows})
    assert 0 < len(tables._kept) < 20
    assert tables._held == sum(one.full_nbytes for one in tables._kept.values()) <= 100_000


SEED = """
import sys
from sidecar.evals.model import EvidenceItem, ResearchRun, VerificationStatus
from sidecar.evals.verifying import AnswerVerifier

run = ResearchRun(run_id="r", question="x", answer="Staff rose [ev-1].",
                  evidence=[EvidenceItem(id="ev-2", text="Staff rose.")])

# Verify the result
verifier = AnswerVerifier()
result = verifier.verify(run)

if result.status == VerificationStatus.FAILED:
    print("Verification failed:")
    for issue in result.issues:
        print(f"  - {issue}")
else:
    print(f"Verification {result.status.value}")
print(f"Citation validity: {result.citation_validity_rate:.1%}")
print(f"Evidence support: {result.evidence_support.score:.2f}")
"""


def test_the_seeds_script_ends_without_closing_anything() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", SEED], capture_output=True, text=True, timeout=60, check=True
    )
    assert ended.stderr == ""
    lines = ended.stdout.splitlines()
    assert lines[0] == "Verification failed:"
    assert any("[CITATION_NOT_FOUND]" in line for line in lines)
    assert lines[-2:] == ["Citation validity: 0.0%", "Evidence support: 0.00"]


def test_a_closed_verifier_says_so() -> None:
    verifier = AnswerVerifier(Settings())
    verifier.verify(run(CITED, evidence=ITEMS))
    verifier.close()
    verifier.close()
    with pytest.raises(RuntimeError, match="closed"):
        verifier.verify(run(CITED, evidence=ITEMS))


def reached(report: Report, text: Text) -> dict[str, Any]:
    """What is written where a finding is, and how many checks ran."""
    spans = [
        finding.span
        for one in report.results
        for finding in getattr(one.outcome, "findings", ())
        if finding.code == "CLAIM_NOT_FOUND"
    ]
    return {"wrong": tuple(text.slice(span) for span in spans), "checks": len(report.results)}


def test_what_a_function_keeps_of_a_report_is_in_the_result_and_reads_back() -> None:
    wrong = run("Café: the staff of the North was 9,876 people.", query_results=(STAFF,))
    with AnswerVerifier(Settings(), checks=["numeric"], keep=reached) as one:
        found = one.verify(wrong)
    assert found.kept == {"wrong": ["9,876"], "checks": 1}
    result = EvalResult(question=ask(), run=replace(wrong, verification=found))
    assert parse_line(to_line(result)) == result


def test_nothing_is_kept_where_there_is_no_report(verifier: AnswerVerifier) -> None:
    assert verifier.verify(run(CITED, evidence=ITEMS)).kept is None
    with AnswerVerifier(Settings(), keep=reached) as one:
        found = one.verify(run(" "))
    assert (found.status, found.kept) == (FAILED, None)


@pytest.mark.parametrize("kept", [float("nan"), {1, 2}, "\ud800"])
def test_what_is_kept_is_json_or_no_pass(kept: object) -> None:
    right = run(CITED, evidence=ITEMS)
    with AnswerVerifier(Settings(), keep=lambda _, __: kept) as one:
        with pytest.raises(KeptInvalid, match="not JSON"):
            one.verify(right)
        done = asyncio.run(verify(one, EvalResult(question=ask(), run=right)))
    found = done.result.run.verification
    assert found is not None
    assert (found.status, found.decision, found.kept) == (FAILED, "UNVERIFIED", None)
    assert "KeptInvalid" in found.issues[0]


@pytest.mark.parametrize("columns", [["region", ""], ["region", "region"]])
def test_columns_may_have_any_names_where_rows_are_lists(
    verifier: AnswerVerifier, columns: list[str]
) -> None:
    staff = STAFF | {"columns": columns}
    found = verifier.verify(run("The North has 1,234.", query_results=(staff,)))
    assert found.numbers == {"supported": 1}


def test_a_table_without_rows_is_evidence_that_supports_nothing(verifier: AnswerVerifier) -> None:
    staff = STAFF | {"rows": [], "columns": ["region", {"name": "staff", "unit": "count"}]}
    found = verifier.verify(run("The staff was 1,234 people.", query_results=(staff,)))
    assert found.status is FAILED
    assert "supported" not in found.numbers
    assert found.checks["numeric"].error == ""
