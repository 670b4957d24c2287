"""The plots of an eval: what changed, by tag, and calibration."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.evals.comparing import PRIMARY, Conclusion, RunComparison
from sidecar.evals.measures.definitions import MEASURES, MeasureUnit
from sidecar.evals.measures.measured import EvalMeasurements
from sidecar.evals.model import EvalRun
from sidecar.evals.reports.figures import (
    choose_tags,
    find_unit,
    format_estimate,
    format_figure,
    name_measure,
    tabulate_change,
)
from sidecar.reports.html.plots import (
    CalibrationPlot,
    IntervalPlot,
    IntervalRow,
    Panel,
    bin_pairs,
)

TAGS = 40
"""Tags that are shown: those of the most questions."""

_BY_TAG = "verification_pass_rate"


def list_panels(
    run: EvalRun, metrics: EvalMeasurements, comparison: RunComparison | None
) -> Iterator[Panel]:
    """All that there is something to show of."""
    if comparison is not None:
        yield from list_changes(comparison)
    yield from _by_tag(metrics)
    yield from _calibration(run)


def _by_tag(metrics: EvalMeasurements) -> Iterator[Panel]:
    tags, measure = choose_tags(metrics, TAGS), MEASURES[_BY_TAG]
    found = [(tag, metrics.by_tag[tag][_BY_TAG]) for tag in tags]
    rows = [
        IntervalRow(
            label=tag,
            value=one.value,
            low=one.low,
            high=one.high,
            written=f"{format_figure(one.value, measure.unit)} of {one.questions:,}",
        )
        for tag, one in found
        if one.value is not None
    ]
    if not rows:
        return
    overall = metrics.estimate(_BY_TAG).value
    plot = IntervalPlot(
        f"Share of answers that passed verification, for each of {len(rows)} tags",
        rows,
        ends=(0.0, 1.0),
        line=overall,
        tick=lambda value: f"{100 * value:.0f} %",
    )
    note = (
        "Share of answers that passed verification, with 95 % intervals. The dashed line is all"
        f" questions: {format_figure(overall, MeasureUnit.SHARE)}."
    )
    figures = (
        ("Tag", "Questions", measure.title),
        [(tag, f"{one.questions:,}", format_estimate(one, measure)) for tag, one in found],
        "Passed verification by tag",
    )
    yield Panel("By tag", note, plot, figures)


_STYLES = {Conclusion.BETTER: "good", Conclusion.WORSE: "bad"}
_SIGNS = {Conclusion.BETTER: "▲ ", Conclusion.WORSE: "▼ ", Conclusion.DIFFERENT: "◆ "}


def list_changes(found: RunComparison) -> Iterator[Panel]:
    """What changed between two runs, where they have questions in common."""
    # What stayed as it was fills the plot and says nothing; the table beside it has all.
    shares = [
        one
        for one in found.changes
        if find_unit(one) is MeasureUnit.SHARE and (one.difference or one.name == PRIMARY)
    ]
    if not shares:
        return
    rows = [
        IntervalRow(
            label=name_measure(one.name),
            value=one.difference,
            low=one.low,
            high=one.high,
            written=f"{_SIGNS.get(one.conclusion, '')}{100 * one.difference:+.1f} pp",
            style=_STYLES.get(one.conclusion, ""),
        )
        for one in shares
    ]
    reach = max(
        abs(end) for row in rows for end in (row.value, row.low, row.high) if end is not None
    )
    reach = reach or 0.01
    plot = IntervalPlot(
        "Change of each share against the run before, in percentage points",
        rows,
        ends=(-reach, reach),
        line=0.0,
        tick=lambda value: f"{100 * value:+.0f} pp",
    )
    note = (
        f"{len(found.newly_passing):,} newly passing, {len(found.newly_failing):,} newly failing"
        f" of {found.compared:,} compared. Before: {found.before}. ▲ better, ▼ worse, ◆ different;"
        " no sign: no evidence of a difference."
    )
    figures = (
        ("Metric", "Before", "After", "Difference (95 %)", "p", "Conclusion"),
        [tabulate_change(one) for one in found.changes],
        "Change against the run before",
    )
    yield Panel("Change against the run before", note, plot, figures)


def _calibration(run: EvalRun) -> Iterator[Panel]:
    pairs = [
        (one.stated_confidence, one.evidence_confidence)
        for result in run.results
        if (found := result.run.verification) is not None
        and (one := found.confidence_calibration) is not None
    ]
    if not pairs:
        return
    plot = CalibrationPlot(
        f"Stated confidence against the confidence that evidence allows, for {len(pairs)} answers",
        bin_pairs(pairs),
        pairs,
    )
    note = (
        "Across: the confidence that answers state. Upward: the confidence that their evidence"
        " allows. Dots are answers, circles their means by tenths; on the dashed line both agree,"
        " below it answers are too sure."
    )
    figures = (
        ("Answers", "Mean stated", "Mean of evidence"),
        [(f"{one.count:,}", f"{one.stated:.2f}", f"{one.observed:.2f}") for one in plot.bins],
        "Calibration by tenths of stated confidence",
    )
    yield Panel("Calibration", note, plot, figures)
