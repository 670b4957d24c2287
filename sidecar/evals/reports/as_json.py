"""An eval as JSON, for scripts: ``docs/evals-metrics.md`` says what each field is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from sidecar.evals.comparing import RunComparison
from sidecar.evals.gate import GateOutcome
from sidecar.evals.measures.definitions import measure_of
from sidecar.evals.measures.measured import EvalMeasurements, measure_results
from sidecar.evals.measures.observing import (
    QuestionEnding,
    classify_ending,
    explain_ending,
    stated_confidence,
)
from sidecar.evals.measures.resampling import Estimate
from sidecar.evals.model import EvalResult, EvalRun

VERSION = 1
"""Of the shape: fields are added under one version, never renamed or taken away."""
_SURROGATE = re.compile("[\ud800-\udfff]")
Object = dict[str, object]


def render(
    run: EvalRun,
    metrics: EvalMeasurements | None = None,
    *,
    comparison: RunComparison | None = None,
    gates: Iterable[GateOutcome] = (),
) -> str:
    """Write an eval as JSON, with a line feed at its end.

    Args:
        run: What was run.
        metrics: Of its results, where they are known already.
        comparison: With an earlier run.
        gates: How they ended.
    """
    found = metrics or measure_results(run.results)
    written: Object = {
        "version": VERSION,
        "run": {
            "dataset_id": run.dataset_id,
            "dataset_name": run.dataset_name,
            "agent": run.agent,
            "started_at": run.started_at,
            "settings_digest": run.settings_digest,
            "engine_version": run.engine_version,
            "complete": run.complete,
        },
        "total_questions": found.total_questions,
        "successful_questions": found.successful_questions,
        "endings": {one.value: found.endings.get(one, 0) for one in QuestionEnding},
        "metrics": {name: _estimate(name, one) for name, one in found.estimates.items()},
        "by_tag": {
            tag: {name: _estimate(name, one) for name, one in each.items()}
            for tag, each in found.by_tag.items()
        },
        "totals": dict(found.totals),
        "gates": [_gate(one) for one in gates],
        "questions": [_question(result) for result in run.results],
    }
    if comparison is not None:
        written["comparison"] = describe_comparison(comparison)
    text = json.dumps(written, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
    return _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)  # UTF-8 cannot hold half of a pair


def describe_comparison(found: RunComparison) -> Object:
    """A comparison as plain JSON."""
    return {
        "before": found.before,
        "after": found.after,
        "compared": found.compared,
        "only_before": list(found.only_before),
        "only_after": list(found.only_after),
        "reworded": list(found.reworded),
        "newly_passing": list(found.newly_passing),
        "newly_failing": list(found.newly_failing),
        "changes": {
            one.name: {
                "before": one.before,
                "after": one.after,
                "difference": one.difference,
                "low": one.low,
                "high": one.high,
                "questions": one.questions,
                "p": one.p,
                "p_adjusted": one.adjusted,
                "conclusion": one.conclusion.value,
            }
            for one in found.changes
        },
    }


def _estimate(name: str, one: Estimate) -> Object:
    measure = measure_of(name)
    return {
        "value": one.value,
        "low": one.low,
        "high": one.high,
        "questions": one.questions,
        "unit": measure.unit.value if measure else "number",
    }


def _gate(one: GateOutcome) -> Object:
    return {
        "expression": one.gate.expression,
        "failed": one.failed,
        "value": one.value,
        "message": one.message,
    }


def _question(result: EvalResult) -> Object:
    found = result.run.verification
    return {
        "id": result.question.id,
        "question": result.question.question,
        "tags": list(result.question.tags),
        "ending": classify_ending(result).value,
        "decision": found.decision if found else "",
        "reasons": list(explain_ending(result)),
        "stated_confidence": stated_confidence(result.run),
        "agent_seconds": result.run.duration_seconds,
        "verification_seconds": found.seconds if found else 0.0,
        "attempts": result.attempts,
    }
