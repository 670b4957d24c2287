"""Aggregate metrics from an evaluation: ``calculate_metrics(eval_run.results)``.

Every figure has a 95 % confidence interval (``metrics.estimate(name)``): the results are a sample
of the questions that could be asked. What no question tells anything about is None, never 0 or 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from sidecar.evals.measures.measured import EvalMeasurements, measure_results
from sidecar.evals.model import EvalResult
from sidecar.evals.reports import markdown


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalMetrics(EvalMeasurements):
    """All metrics of an eval, under the names of its specification."""

    @property
    def success_rate(self) -> float | None:
        """Fraction completed without error."""
        return self.estimate("success_rate").value

    @property
    def avg_confidence(self) -> float | None:
        """Average stated confidence, from 0 to 1."""
        return self.estimate("avg_confidence").value

    @property
    def avg_evidence_count(self) -> float | None:
        """Average evidence items collected."""
        return self.estimate("avg_evidence_count").value

    @property
    def avg_action_count(self) -> float | None:
        """Average actions taken."""
        return self.estimate("avg_action_count").value

    @property
    def avg_duration_seconds(self) -> float | None:
        """Average time per question, in seconds."""
        return self.estimate("avg_duration_seconds").value

    @property
    def citation_validity_rate(self) -> float | None:
        """Fraction of valid citations."""
        return self.estimate("citation_validity_rate").value

    @property
    def calibration_score(self) -> float | None:
        """How well confidence matches evidence: 1 where it does on every answer."""
        return self.estimate("calibration_score").value

    @property
    def verification_pass_rate(self) -> float | None:
        """Fraction passing verification."""
        return self.estimate("verification_pass_rate").value

    @property
    def avg_evidence_recall(self) -> float | None:
        """Average recall of expected files."""
        return self.estimate("avg_evidence_recall").value

    def to_report_markdown(self) -> str:
        """The report in Markdown, as ``verifyd eval report --markdown`` writes it."""
        return markdown.write_report(self)


def calculate_metrics(results: Sequence[EvalResult]) -> EvalMetrics:
    """Aggregate metrics from the results of an evaluation.

    Args:
        results: Of distinct questions, as ``eval_run.results`` has them.
    """
    found = measure_results(results)
    return EvalMetrics(**{one.name: getattr(found, one.name) for one in fields(found)})
