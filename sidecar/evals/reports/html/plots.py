"""The page's plots, each with its figures in a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sidecar.evals.comparing import PRIMARY, Change, Comparison, Conclusion
from sidecar.evals.measures.definitions import MEASURES, Unit, measure_of
from sidecar.evals.measures.measured import Measured
from sidecar.evals.model import EvalRun
from sidecar.evals.reports.figures import figure, shown
from sidecar.evals.reports.html import charts
from sidecar.evals.reports.markdown import difference, p_value, shown_tags, title
from sidecar.reports.html.markup import Html, element

TAGS = 40
"""Tags that are shown: those of the most questions."""
_BY_TAG = "verification_pass_rate"


def plots(run: EvalRun, metrics: Measured, comparison: Comparison | None) -> Iterator[Html]:
    """All that there is something to show of."""
    if comparison is not None:
        yield from _changes(comparison)
    yield from _by_tag(metrics)
    yield from _calibration(run)


def figures_table(head: Sequence[str], rows: Iterable[Sequence[str]], name: str) -> Html:
    """A table of words, the first cell of a row its heading."""
    top = element("tr", *(element("th", one, scope="col") for one in head))
    body = [
        element(
            "tr",
            element("th", row[0], scope="row"),
            *(
                element("td", cell, data_head=name)
                for name, cell in zip(head[1:], row[1:], strict=True)
            ),
        )
        for row in rows
    ]
    inner = element(
        "table", element("thead", top), element("tbody", *body), class_="stack", aria_label=name
    )
    return element("div", inner, class_="scroll", tabindex="0", role="region", aria_label=name)


def _panel(heading: str, note: str, plot: Html, table: Html) -> Html:
    return element(
        "section",
        element("h2", heading),
        element("p", note, class_="note"),
        element("div", plot, class_="plot"),
        element("details", element("summary", "The figures"), table),
        class_="panel",
        aria_label=heading,
    )


def _by_tag(metrics: Measured) -> Iterator[Html]:
    tags, measure = shown_tags(metrics, TAGS), MEASURES[_BY_TAG]
    found = [(tag, metrics.by_tag[tag][_BY_TAG]) for tag in tags]
    rows = [
        charts.Row(
            label=tag,
            value=one.value,
            low=one.low,
            high=one.high,
            written=f"{shown(one.value, measure.unit)} of {one.questions:,}",
        )
        for tag, one in found
        if one.value is not None
    ]
    if not rows:
        return
    overall = metrics.estimate(_BY_TAG).value
    plot = charts.intervals(
        rows,
        described=f"Share of answers that passed verification, for each of {len(rows)} tags",
        ends=(0.0, 1.0),
        line=overall,
        tick=lambda value: f"{100 * value:.0f} %",
    )
    note = (
        "Share of answers that passed verification, with 95 % intervals. The dashed line is all"
        f" questions: {shown(overall, Unit.SHARE)}."
    )
    table = figures_table(
        ("Tag", "Questions", measure.title),
        [(tag, f"{one.questions:,}", figure(one, measure)) for tag, one in found],
        "Passed verification by tag",
    )
    yield _panel("By tag", note, plot, table)


_STYLES = {Conclusion.BETTER: "good", Conclusion.WORSE: "bad"}
_SIGNS = {Conclusion.BETTER: "▲ ", Conclusion.WORSE: "▼ ", Conclusion.DIFFERENT: "◆ "}


def _changes(found: Comparison) -> Iterator[Html]:
    # What stayed as it was fills the plot and says nothing; the table beside it has all.
    shares = [
        one
        for one in found.changes
        if _unit(one) is Unit.SHARE and (one.difference or one.name == PRIMARY)
    ]
    if not shares:
        return
    rows = [
        charts.Row(
            label=title(one.name),
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
    plot = charts.intervals(
        rows,
        described="Change of each share against the run before, in percentage points",
        ends=(-reach, reach),
        line=0.0,
        tick=lambda value: f"{100 * value:+.0f} pp",
    )
    note = (
        f"{len(found.newly_passing):,} newly passing, {len(found.newly_failing):,} newly failing"
        f" of {found.compared:,} compared. Before: {found.before}. ▲ better, ▼ worse, ◆ different;"
        " no sign: no evidence of a difference."
    )
    table = figures_table(
        ("Metric", "Before", "After", "Difference (95 %)", "p", "Conclusion"),
        [
            (
                title(one.name),
                shown(one.before, _unit(one)),
                shown(one.after, _unit(one)),
                difference(one),
                p_value(one.adjusted),
                one.conclusion.value,
            )
            for one in found.changes
        ],
        "Change against the run before",
    )
    yield _panel("Change against the run before", note, plot, table)


def _unit(change: Change) -> Unit:
    measure = measure_of(change.name)
    return measure.unit if measure else Unit.NUMBER


def _calibration(run: EvalRun) -> Iterator[Html]:
    pairs = [
        (one.stated_confidence, one.evidence_confidence)
        for result in run.results
        if (found := result.run.verification) is not None
        and (one := found.confidence_calibration) is not None
    ]
    if not pairs:
        return
    plot = charts.calibration(
        pairs,
        f"Stated confidence against the confidence that evidence allows, for {len(pairs)} answers",
    )
    note = (
        "Across: the confidence that answers state. Upward: the confidence that their evidence"
        " allows. Dots are answers, circles their means by tenths; on the dashed line both agree,"
        " below it answers are too sure."
    )
    table = figures_table(
        ("Answers", "Mean stated", "Mean of evidence"),
        [
            (f"{one.count:,}", f"{one.stated:.2f}", f"{one.allowed:.2f}")
            for one in charts.binned(pairs)
        ],
        "Calibration by tenths of stated confidence",
    )
    yield _panel("Calibration", note, plot, table)
