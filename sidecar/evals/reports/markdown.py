"""An eval as Markdown: summary, quality, efficiency, by check, by tag, and what failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.evals.comparing import LEVEL, MeasureChange, RunComparison
from sidecar.evals.measures.definitions import MEASURES, MeasureSection, measure_of
from sidecar.evals.measures.measured import EvalMeasurements, measure_results
from sidecar.evals.measures.observing import QuestionEnding
from sidecar.evals.model import EvalRun
from sidecar.evals.reports.figures import (
    choose_tags,
    format_count,
    format_estimate,
    format_figure,
    format_interval,
    tabulate_change,
)
from sidecar.reports.quoting import escape, format_table

# Two runs compared, in Markdown.

IDS = 50
"""Questions of a list that are named; JSON has all."""


def render_compared(found: RunComparison) -> str:
    """Write a comparison as Markdown, with a line feed at its end."""
    return "\n\n".join(["# Comparison", *write_comparison(found)]) + "\n"


def write_comparison(found: RunComparison) -> Iterator[str]:
    """All of it but the heading."""
    lines = [
        f"- **Before**: {escape(found.before)}",
        f"- **After**: {escape(found.after)}",
        f"- **Compared**: {format_count(found.compared, 'question')}",
    ]
    lists = (
        ("Newly passing", found.newly_passing),
        ("Newly failing", found.newly_failing),
        ("Only before", found.only_before),
        ("Only after", found.only_after),
        ("Reworded, not compared", found.reworded),
    )
    yield "\n".join([*lines, *(_list(title, ids) for title, ids in lists)])
    rows = [_row(change) for change in found.changes]
    if rows:
        head = ("Metric", "Before", "After", "Difference (95 %)", "Questions", "p", "Conclusion")
        yield format_table(head, rows)
        yield (
            "Each question is compared with itself. “p” is how probable a difference as large is by"
            f" chance, corrected for the number of metrics; from {LEVEL} on there is no evidence"
            " of a difference, which does not prove that there is no difference."
        )


def _row(change: MeasureChange) -> Sequence[str]:
    name, before, after, difference, *rest = tabulate_change(change)
    return escape(name), before, after, difference, f"{change.questions:,}", *rest


def _list(heading: str, ids: Sequence[str]) -> str:
    named = ", ".join(escape(name) for name in ids[:IDS])
    more = f" and {len(ids) - IDS:,} more" if len(ids) > IDS else ""
    return f"- **{heading}**: {len(ids):,}" + (f" ({named}{more})" if ids else "")


FAILURES = 200
"""Failed questions that are listed; the report in JSON has all."""
TAGS = 100
"""Tags that are listed: those of the most questions."""
_BY_TAG = ("success_rate", "verification_pass_rate", "avg_evidence_recall", "numbers.wrong")
_ENDINGS = (
    QuestionEnding.PASSED,
    QuestionEnding.WARNING,
    QuestionEnding.FAILED,
    QuestionEnding.UNVERIFIED,
    QuestionEnding.ERROR,
)


def render(run: EvalRun, metrics: EvalMeasurements | None = None) -> str:
    """Write an eval as Markdown, with a line feed at its end.

    Args:
        run: What was run.
        metrics: Of its results, where they are known already.
    """
    return write_report(metrics or measure_results(run.results), run)


def write_report(metrics: EvalMeasurements, run: EvalRun | None = None) -> str:
    """Write metrics as Markdown; with the run that they are of, its name and agent as well."""
    blocks = ["# Evaluation report", *_head(run), *_summary(metrics)]
    for section in (MeasureSection.QUALITY, MeasureSection.EFFICIENCY):
        blocks += _section(metrics, section)
    blocks += _totals(metrics)
    blocks += _by_check(metrics)
    blocks += _by_tag(metrics)
    blocks += _failures(metrics)
    blocks.append(
        "Intervals are 95 % confidence intervals over questions. “–” means that nothing is known."
    )
    return "\n\n".join(blocks) + "\n"


def _head(run: EvalRun | None) -> Iterator[str]:
    if run is None:
        return
    lines = [
        f"- **Data set**: {escape(run.dataset_name or run.dataset_id)}",
        f"- **Agent**: {escape(run.agent)}",
        f"- **Started**: {escape(run.started_at)}",
    ]
    if run.engine_version:
        lines.append(f"- **verifyd**: {escape(run.engine_version)}")
    yield "\n".join(lines)
    if not run.complete:
        yield "**The run is not complete**: the figures are those of the questions that ended."


def _summary(metrics: EvalMeasurements) -> Iterator[str]:
    ended = ", ".join(
        f"{metrics.endings[one]:,} {one.value}" for one in _ENDINGS if metrics.endings.get(one)
    )
    lines = [
        f"- **Questions**: {metrics.total_questions:,}" + (f" ({ended})" if ended else ""),
        f"- **Answered without error**: {metrics.successful_questions:,}",
    ]
    yield "## Summary\n\n" + "\n".join(lines)
    yield _table(metrics, MeasureSection.SUMMARY)


def _section(metrics: EvalMeasurements, section: MeasureSection) -> Iterator[str]:
    yield f"## {section.value}\n\n{_table(metrics, section)}"


def _table(metrics: EvalMeasurements, section: MeasureSection) -> str:
    rows = []
    for name, measure in MEASURES.items():
        if measure.section is section:
            one = metrics.estimate(name)
            ends = format_interval(one, measure.unit)
            value = format_figure(one.value, measure.unit)
            rows.append((measure.title, f"`{name}`", value, ends, f"{one.questions:,}"))
    return format_table(("Metric", "Name", "Value", "95 % interval", "Questions"), rows)


def _totals(metrics: EvalMeasurements) -> Iterator[str]:
    if metrics.totals:
        rows = [(f"`{escape(name)}`", f"{total:,.6g}") for name, total in metrics.totals.items()]
        yield f"### Totals\n\n{format_table(('Total', 'Sum'), rows)}"


def _by_check(metrics: EvalMeasurements) -> Iterator[str]:
    rows = []
    for name, one in metrics.estimates.items():
        measure = measure_of(name)
        if measure is not None and measure.section is MeasureSection.CHECKS:
            check = name.removeprefix("checks.").rpartition(".")[0]
            known = format_estimate(one, measure)
            rows.append((escape(check), measure.title, known, f"{one.questions:,}"))
    if rows:
        head = ("Check", "Metric", "Value (95 % interval)", "Questions")
        yield f"## {MeasureSection.CHECKS.value}\n\n{format_table(head, rows)}"


def _by_tag(metrics: EvalMeasurements) -> Iterator[str]:
    tags = choose_tags(metrics, TAGS)
    if not tags:
        return
    rows = []
    for tag in tags:
        found = metrics.by_tag[tag]
        cells = [
            format_estimate(found[name], MEASURES[name]) if name in found else "–"
            for name in _BY_TAG
        ]
        rows.append((escape(tag), f"{found['success_rate'].questions:,}", *cells))
    head = ("Tag", "Questions", *(MEASURES[name].title for name in _BY_TAG))
    yield f"## By tag\n\n{format_table(head, rows)}"
    left = len(metrics.by_tag) - len(tags)
    if left:
        yield f"{format_count(left, 'tag')} with fewer questions left out."


def _failures(metrics: EvalMeasurements) -> Iterator[str]:
    total = len(metrics.failures)
    if not total:
        yield "## Failures\n\nNone."
        return
    rows = [
        (
            escape(one.id),
            one.ending.value,
            escape(one.question),
            "; ".join(escape(reason) for reason in one.reasons),
        )
        for one in metrics.failures[:FAILURES]
    ]
    yield f"## Failures ({total:,})\n\n{format_table(('Question', 'Ending', 'Asked', 'Why'), rows)}"
    if total > FAILURES:
        yield f"{total - FAILURES:,} more are in the report in JSON."
