"""An eval as Markdown: summary, quality, efficiency, by check, by tag, and what failed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.evals.comparing import LEVEL, Change, Comparison
from sidecar.evals.measures.definitions import MEASURES, Measure, Section, Unit, measure_of
from sidecar.evals.measures.measured import Measured, measured
from sidecar.evals.measures.observing import Ending
from sidecar.evals.model import EvalRun
from sidecar.evals.reports.figures import UNKNOWN, counted, figure, interval, shown
from sidecar.reports.marked import escape, table

# Two runs compared, in Markdown.

IDS = 50
"""Questions of a list that are named; JSON has all."""


def render_compared(found: Comparison) -> str:
    """Write a comparison as Markdown, with a line feed at its end."""
    return "\n\n".join(["# Comparison", *blocks(found)]) + "\n"


def blocks(found: Comparison) -> Iterator[str]:
    """All of it but the heading."""
    lines = [
        f"- **Before**: {escape(found.before)}",
        f"- **After**: {escape(found.after)}",
        f"- **Compared**: {counted(found.compared, 'question')}",
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
        yield table(head, rows)
        yield (
            "Each question is compared with itself. “p” is how probable a difference as large is by"
            f" chance, corrected for the number of metrics; from {LEVEL} on there is no evidence"
            " of a difference, which does not prove that there is no difference."
        )


def title(name: str) -> str:
    """The title of a measure, that of a check with the check's name."""
    measure = measure_of(name)
    if measure is None:
        return name
    check = name.removeprefix("checks.").rpartition(".")[0]
    return f"{check}: {measure.title}" if name.startswith("checks.") else measure.title


def difference(change: Change) -> str:
    """The difference with its interval: shares in percentage points."""
    value = _signed(change.difference, change)
    low, high = _signed(change.low, change), _signed(change.high, change)
    return value if UNKNOWN in {low, high} else f"{value} ({low} to {high})"


def _signed(value: float | None, change: Change) -> str:
    if value is None:
        return UNKNOWN
    measure: Measure | None = measure_of(change.name)
    unit = measure.unit if measure else Unit.NUMBER
    sign = "+" if value > 0 else "−" if value < 0 else "±"
    written = shown(abs(value), unit)
    return f"{sign}{written.removesuffix(' %')} pp" if unit is Unit.SHARE else f"{sign}{written}"


def _row(change: Change) -> Sequence[str]:
    measure = measure_of(change.name)
    unit = measure.unit if measure else Unit.NUMBER
    return (
        escape(title(change.name)),
        shown(change.before, unit),
        shown(change.after, unit),
        difference(change),
        f"{change.questions:,}",
        p_value(change.adjusted),
        change.conclusion.value,
    )


def p_value(value: float) -> str:
    """A probability, to three places."""
    return "< 0.001" if value < 0.001 else f"{value:.3f}"


def _list(heading: str, ids: Sequence[str]) -> str:
    named = ", ".join(escape(name) for name in ids[:IDS])
    more = f" and {len(ids) - IDS:,} more" if len(ids) > IDS else ""
    return f"- **{heading}**: {len(ids):,}" + (f" ({named}{more})" if ids else "")


FAILURES = 200
"""Failed questions that are listed; the report in JSON has all."""
TAGS = 100
"""Tags that are listed: those of the most questions."""
_BY_TAG = ("success_rate", "verification_pass_rate", "avg_evidence_recall", "numbers.wrong")
_ENDINGS = (Ending.PASSED, Ending.WARNING, Ending.FAILED, Ending.UNVERIFIED, Ending.ERROR)


def render(run: EvalRun, metrics: Measured | None = None) -> str:
    """Write an eval as Markdown, with a line feed at its end.

    Args:
        run: What was run.
        metrics: Of its results, where they are known already.
    """
    return rendered(metrics or measured(run.results), run)


def rendered(metrics: Measured, run: EvalRun | None = None) -> str:
    """Write metrics as Markdown; with the run that they are of, its name and agent as well."""
    blocks = ["# Evaluation report", *_head(run), *_summary(metrics)]
    for section in (Section.QUALITY, Section.EFFICIENCY):
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


def _summary(metrics: Measured) -> Iterator[str]:
    ended = ", ".join(
        f"{metrics.endings[one]:,} {one.value}" for one in _ENDINGS if metrics.endings.get(one)
    )
    lines = [
        f"- **Questions**: {metrics.total_questions:,}" + (f" ({ended})" if ended else ""),
        f"- **Answered without error**: {metrics.successful_questions:,}",
    ]
    yield "## Summary\n\n" + "\n".join(lines)
    yield _table(metrics, Section.SUMMARY)


def _section(metrics: Measured, section: Section) -> Iterator[str]:
    yield f"## {section.value}\n\n{_table(metrics, section)}"


def _table(metrics: Measured, section: Section) -> str:
    rows = []
    for name, measure in MEASURES.items():
        if measure.section is section:
            one = metrics.estimate(name)
            ends = interval(one, measure.unit)
            value = shown(one.value, measure.unit)
            rows.append((measure.title, f"`{name}`", value, ends, f"{one.questions:,}"))
    return table(("Metric", "Name", "Value", "95 % interval", "Questions"), rows)


def _totals(metrics: Measured) -> Iterator[str]:
    if metrics.totals:
        rows = [(f"`{escape(name)}`", f"{total:,.6g}") for name, total in metrics.totals.items()]
        yield f"### Totals\n\n{table(('Total', 'Sum'), rows)}"


def _by_check(metrics: Measured) -> Iterator[str]:
    rows = []
    for name, one in metrics.estimates.items():
        measure = measure_of(name)
        if measure is not None and measure.section is Section.CHECKS:
            check = name.removeprefix("checks.").rpartition(".")[0]
            row = (escape(check), measure.title, figure(one, measure), f"{one.questions:,}")
            rows.append(row)
    if rows:
        head = ("Check", "Metric", "Value (95 % interval)", "Questions")
        yield f"## {Section.CHECKS.value}\n\n{table(head, rows)}"


def _by_tag(metrics: Measured) -> Iterator[str]:
    tags = shown_tags(metrics, TAGS)
    if not tags:
        return
    rows = []
    for tag in tags:
        found = metrics.by_tag[tag]
        cells = [figure(found[name], MEASURES[name]) if name in found else "–" for name in _BY_TAG]
        rows.append((escape(tag), f"{found['success_rate'].questions:,}", *cells))
    head = ("Tag", "Questions", *(MEASURES[name].title for name in _BY_TAG))
    yield f"## By tag\n\n{table(head, rows)}"
    left = len(metrics.by_tag) - len(tags)
    if left:
        yield f"{counted(left, 'tag')} with fewer questions left out."


def shown_tags(metrics: Measured, most: int) -> list[str]:
    """The tags of the most questions, in the order of the alphabet."""
    largest = sorted(metrics.by_tag, key=lambda tag: -metrics.by_tag[tag]["success_rate"].questions)
    return sorted(largest[:most])


def _failures(metrics: Measured) -> Iterator[str]:
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
    yield f"## Failures ({total:,})\n\n{table(('Question', 'Ending', 'Asked', 'Why'), rows)}"
    if total > FAILURES:
        yield f"{total - FAILURES:,} more are in the report in JSON."
