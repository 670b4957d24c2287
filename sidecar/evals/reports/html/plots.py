"""The page's plots, each with its figures in a table: intervals in rows, and calibration.

Colours come from the page's style sheet, so that dark pages have dark plots. Each plot is one image
to a screen reader, with its figures in a table beside it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

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

TAGS = 40
"""Tags that are shown: those of the most questions."""
BINS = 10
FIFTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Where the axes have lines."""

_BY_TAG = "verification_pass_rate"
_SIDE, _MARGIN, _TOP = 320, 44, 12
_MOST_POINTS = 1_000


class IntervalRow(NamedTuple):
    """A figure with its interval, as a row of a plot.

    Attributes:
        label: What it is of.
        value: Where its mark is.
        low: Where its line begins; the mark alone where there is none.
        high: Where it ends.
        written: The figure in words, at the right.
        style: The class of the mark.
    """

    label: str
    value: float
    low: float | None
    high: float | None
    written: str
    style: str = ""


class IntervalPlot(NamedTuple):
    """Figures with their intervals, one below the other, as wide as there is room.

    Each row is words and an image whose places are shares of its width, so that no label is ever
    cut or made small.

    Attributes:
        described: What the plot shows, for those who do not see it.
        rows: At least one.
        ends: Of the axis.
        line: Where a line is drawn through all rows, if anywhere.
        tick: Writes a place of the axis.
    """

    described: str
    rows: Sequence[IntervalRow]
    ends: tuple[float, float]
    line: float | None
    tick: Callable[[float], str]

    def across(self, value: float) -> str:
        """A place of the axis, as a share of the width."""
        low, high = self.ends
        return f"{100 * min(1.0, max(0.0, (value - low) / ((high - low) or 1.0))):.2f}%"

    @property
    def ticks(self) -> Sequence[tuple[str, str, str]]:
        """Place, anchor and words of each tick of the axis."""
        low, high = self.ends
        places = [low + part * ((high - low) or 1.0) for part in FIFTHS]
        anchors = ("start", "middle", "middle", "middle", "end")
        return [
            (f"{100 * part:.2f}%", anchor, self.tick(place))
            for part, anchor, place in zip(FIFTHS, anchors, places, strict=True)
        ]


@dataclass(frozen=True, slots=True)
class ConfidenceBin:
    """Answers of similar stated confidence: their means, and how many they are."""

    stated: float
    allowed: float
    count: int


class CalibrationPlot(NamedTuple):
    """Stated confidence across, the confidence that evidence allows upward, and means of tenths."""

    described: str
    pairs: Sequence[tuple[float, float]]

    def across(self, stated: float) -> float:
        """Where a stated confidence is."""
        return _MARGIN + stated * _SIDE

    def down(self, allowed: float) -> float:
        """Where an allowed confidence is."""
        return _TOP + (1 - allowed) * _SIDE

    @property
    def points(self) -> Sequence[tuple[float, float]]:
        """Answers, thinned out where there are many."""
        return self.pairs[:: max(1, -(-len(self.pairs) // _MOST_POINTS))]

    @property
    def bins(self) -> list[ConfidenceBin]:
        """Answers by tenths of their stated confidence; tenths without answers are left out."""
        parts: dict[int, list[tuple[float, float]]] = defaultdict(list)
        for stated, allowed in self.pairs:
            parts[min(BINS - 1, max(0, int(stated * BINS + 1e-9)))].append((stated, allowed))
        return [
            ConfidenceBin(
                sum(stated for stated, _ in part) / len(part),
                sum(allowed for _, allowed in part) / len(part),
                len(part),
            )
            for _, part in sorted(parts.items())
        ]

    def radius(self, one: ConfidenceBin) -> float:
        """Of the circle of a bin, whose area grows with its answers."""
        return 4 + 8 * math.sqrt(one.count / len(self.pairs))


class Panel(NamedTuple):
    """A plot with a heading, a note, and its figures: heads, rows and the name of their table."""

    heading: str
    note: str
    plot: IntervalPlot | CalibrationPlot
    figures: tuple[Sequence[str], Sequence[Sequence[str]], str]


def list_panels(
    run: EvalRun, metrics: EvalMeasurements, comparison: RunComparison | None
) -> Iterator[Panel]:
    """All that there is something to show of."""
    if comparison is not None:
        yield from _changes(comparison)
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


def _changes(found: RunComparison) -> Iterator[Panel]:
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
        pairs,
    )
    note = (
        "Across: the confidence that answers state. Upward: the confidence that their evidence"
        " allows. Dots are answers, circles their means by tenths; on the dashed line both agree,"
        " below it answers are too sure."
    )
    figures = (
        ("Answers", "Mean stated", "Mean of evidence"),
        [(f"{one.count:,}", f"{one.stated:.2f}", f"{one.allowed:.2f}") for one in plot.bins],
        "Calibration by tenths of stated confidence",
    )
    yield Panel("Calibration", note, plot, figures)
