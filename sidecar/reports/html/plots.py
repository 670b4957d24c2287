"""The plots of pages, each with its figures in a table: intervals in rows, and calibration.

Colours come from the style sheet, so that dark pages have dark plots. Each plot is one image to a
screen reader, with its figures in a table beside it.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

BINS = 10
FIFTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""Where the axes have lines."""

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
    """What has similar stated confidence: its mean, the mean of what came true, and how many."""

    stated: float
    observed: float
    count: int


class CalibrationPlot(NamedTuple):
    """Stated confidence across, what came of it upward.

    Attributes:
        described: What the plot shows, for those who do not see it.
        bins: Means by tenths of the stated confidence; at least one.
        pairs: What they are the means of, as far as each is known.
    """

    described: str
    bins: Sequence[ConfidenceBin]
    pairs: Sequence[tuple[float, float]] = ()

    def across(self, stated: float) -> float:
        """Where a stated confidence is."""
        return _MARGIN + stated * _SIDE

    def down(self, observed: float) -> float:
        """Where an observed share is."""
        return _TOP + (1 - observed) * _SIDE

    @property
    def points(self) -> Sequence[tuple[float, float]]:
        """The pairs, thinned out where there are many."""
        return self.pairs[:: max(1, -(-len(self.pairs) // _MOST_POINTS))]

    def radius(self, one: ConfidenceBin) -> float:
        """Of the circle of a bin, whose area grows with its count."""
        return 4 + 8 * math.sqrt(one.count / sum(each.count for each in self.bins))


def bin_pairs(pairs: Iterable[tuple[float, float]]) -> list[ConfidenceBin]:
    """Pairs by tenths of their stated confidence; tenths without any are left out."""
    parts: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for stated, observed in pairs:
        parts[min(BINS - 1, max(0, int(stated * BINS + 1e-9)))].append((stated, observed))
    return [
        ConfidenceBin(
            sum(stated for stated, _ in part) / len(part),
            sum(observed for _, observed in part) / len(part),
            len(part),
        )
        for _, part in sorted(parts.items())
    ]


class Panel(NamedTuple):
    """A heading, a note, a plot if there is one, and figures: heads, rows, name of their table."""

    heading: str
    note: str
    plot: IntervalPlot | CalibrationPlot | None
    figures: tuple[Sequence[str], Sequence[Sequence[str]], str]
