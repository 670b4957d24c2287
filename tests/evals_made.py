"""Results made for the tests of metrics and reports."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from sidecar.evals.model import (
    Action,
    CheckOutcome,
    CitationVerification,
    ConfidenceCalibration,
    EvalQuestion,
    EvalResult,
    EvalRun,
    EvidenceItem,
    EvidenceSupportScore,
    ResearchRun,
    Usage,
    VerificationResult,
    VerificationStatus,
)

PASSED, FAILED, WARNING = (
    VerificationStatus.PASSED,
    VerificationStatus.FAILED,
    VerificationStatus.WARNING,
)
DECISIONS = {PASSED: "PASS", FAILED: "FAIL", WARNING: "WARN"}


def verification(status: VerificationStatus = PASSED, **more: object) -> VerificationResult:
    """What verifying came to; a failure has an issue."""
    issues = () if status is PASSED else ("12 is not what the data has",)
    made = VerificationResult(status=status, decision=DECISIONS[status], issues=issues)
    return replace(made, **more)  # type: ignore[arg-type]


def result(
    name: str = "q1",
    found: VerificationResult | None = None,
    *,
    question: EvalQuestion | None = None,
    tags: Sequence[str] = (),
    **run: object,
) -> EvalResult:
    """One question with its run; by default it passes."""
    asked = question or EvalQuestion(id=name, question=f"What is {name}?", tags=tuple(tags))
    if found is None and not run.get("error"):
        found = verification()
    made = ResearchRun(run_id=f"run-{name}", question=asked.question, answer="It is 12.")
    return EvalResult(
        question=asked,
        run=replace(made, verification=found, **run),  # type: ignore[arg-type]
    )


def eval_run(results: Sequence[EvalResult], **more: object) -> EvalRun:
    """A run of results."""
    made = EvalRun(
        dataset_id="code",
        dataset_name="Code understanding",
        agent="recorded",
        started_at="2026-01-02T03:04:05+00:00",
        results=results,
        engine_version="0.1.0",
    )
    return replace(made, **more)  # type: ignore[arg-type]


def many(count: int, *, passing: float = 0.8, seed: int = 0) -> list[EvalResult]:
    """Results with something of everything, the same for one seed."""
    random = np.random.default_rng(seed)
    made = []
    for at in range(count):
        u = random.random(8)
        status = PASSED if u[0] < passing else FAILED if u[0] < passing + 0.15 else WARNING
        stated, allowed = float(u[1]), float(min(1, max(0, u[1] + (u[2] - 0.5) / 2)))
        wrong = status is FAILED
        found = verification(
            status,
            citations=tuple(
                CitationVerification(citation_id=f"ev-{n}", found=bool(random.random() < 0.9))
                for n in range(int(u[3] * 5))
            ),
            evidence_support=EvidenceSupportScore(score=allowed, reasoning="two items"),
            confidence_calibration=ConfidenceCalibration(
                stated_confidence=stated,
                evidence_confidence=allowed,
                calibration_delta=abs(stated - allowed),
                is_calibrated=abs(stated - allowed) <= 0.2,
            ),
            checks={
                "numeric": CheckOutcome(passed=not wrong, judged=3),
                "citations": CheckOutcome(passed=True, judged=2),
                "support": CheckOutcome(passed=True, judged=1),
            },
            numbers={"supported": 3 - wrong, "contradicted": int(wrong)},
            claims={"supported": 2, "partial": 1},
            seconds=float(0.01 + u[4] / 50),
        )
        made.append(
            result(
                f"q{at:05}",
                found,
                tags=("auth", "basic") if u[5] < 0.3 else ("basic",) if u[5] < 0.7 else ("cache",),
                duration_seconds=float(1 + 4 * u[6] ** 3),
                usage=Usage(input_tokens=int(1000 * u[7]), output_tokens=100, cost=float(u[7])),
                evidence=[EvidenceItem(id="ev-0", text="x", title="src/main.py")],
                actions=[Action(name="search")],
            )
        )
    return made
