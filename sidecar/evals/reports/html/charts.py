"""Plots that are part of the page: intervals in rows, and stated against allowed confidence.

Colours come from the page's style sheet, so that dark pages have dark plots. Each plot is one image
to a screen reader, with its figures in a table beside it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sidecar.reports.html.markup import Html, element

_SIDE, _MARGIN = 320, 44
BINS = 10
_MOST_POINTS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
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


@dataclass(frozen=True, slots=True)
class Bin:
    """Answers of similar stated confidence: their means, and how many they are."""

    stated: float
    allowed: float
    count: int


def intervals(
    rows: Sequence[Row],
    *,
    described: str,
    ends: tuple[float, float],
    line: float | None,
    tick: Callable[[float], str],
) -> Html:
    """Figures with their intervals, one below the other, as wide as there is room.

    Each row is words and an image whose places are shares of its width, so that no label is ever
    cut or made small.

    Args:
        rows: At least one.
        described: What the plot shows, for those who do not see it.
        ends: Of the axis.
        line: Where a line is drawn through all rows, if anywhere.
        tick: Writes a place of the axis.
    """
    low, high = ends
    span = (high - low) or 1.0

    def across(value: float) -> float:
        return 100 * min(1.0, max(0.0, (value - low) / span))

    grid = [_upright(100 * part, "grid") for part in _FIFTHS]
    if line is not None:
        grid.append(_upright(across(line), "mean"))
    shown = [_row(row, grid, across) for row in rows]
    axis = [
        element("text", tick(low + part * span), x=_share(100 * part), y="14", text_anchor=anchor)
        for part, anchor in zip(_FIFTHS, _ANCHORS, strict=True)
    ]
    shown.append(element("div", element("svg", *axis, class_="axis"), class_="row"))
    return element("div", *shown, class_="intervals", role="img", aria_label=described)


_FIFTHS = (0.0, 0.25, 0.5, 0.75, 1.0)
_ANCHORS = ("start", "middle", "middle", "middle", "end")


def _row(row: Row, grid: Sequence[Html], across: Callable[[float], float]) -> Html:
    parts = [*grid]
    if row.low is not None and row.high is not None:
        ends = {"x1": _share(across(row.low)), "x2": _share(across(row.high))}
        parts.append(
            element("line", class_=f"span {row.style}".strip(), y1="50%", y2="50%", **ends)
        )
    told = element("title", f"{row.label}: {row.written}")
    mark = {"cx": _share(across(row.value)), "cy": "50%", "r": "5"}
    parts.append(element("circle", told, class_=f"mark {row.style}".strip(), **mark))
    return element(
        "div",
        element("span", row.label, class_="label", dir="auto"),
        element("svg", *parts),
        element("span", row.written, class_="written"),
        class_="row",
    )


def _upright(at: float, style: str) -> Html:
    return element("line", class_=style, x1=_share(at), x2=_share(at), y1="0", y2="100%")


def _share(value: float) -> str:
    return f"{value:.2f}%"


def binned(pairs: Sequence[tuple[float, float]]) -> list[Bin]:
    """Answers by tenths of their stated confidence; tenths without answers are left out."""
    parts: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for stated, allowed in pairs:
        parts[min(BINS - 1, max(0, int(stated * BINS + 1e-9)))].append((stated, allowed))
    return [
        Bin(
            sum(stated for stated, _ in part) / len(part),
            sum(allowed for _, allowed in part) / len(part),
            len(part),
        )
        for _, part in sorted(parts.items())
    ]


def calibration(pairs: Sequence[tuple[float, float]], described: str) -> Html:
    """Stated confidence across, the confidence that evidence allows upward, and means of tenths."""

    def place(stated: float, allowed: float) -> tuple[float, float]:
        return _MARGIN + stated * _SIDE, 12 + (1 - allowed) * _SIDE

    side = _MARGIN + _SIDE
    parts = []
    for part in _FIFTHS:
        across, down = place(part, part)
        parts += [
            _line(across, 12, across, 12 + _SIDE, "grid"),
            _line(_MARGIN, down, side, down, "grid"),
            _text(f"{part:.2f}", across, _SIDE + 30, "middle"),
            _text(f"{part:.2f}", _MARGIN - 6, down + 4, "end"),
        ]
    parts.append(_line(*place(0, 0), *place(1, 1), "mean"))
    step = max(1, -(-len(pairs) // _MOST_POINTS))
    parts += [_circle(*place(*pair), 2.5, "point") for pair in pairs[::step]]
    for one in binned(pairs):
        told = f"{one.count} answers: stated {one.stated:.2f}, evidence {one.allowed:.2f}"
        radius = 4 + 8 * (one.count / len(pairs)) ** 0.5
        parts.append(
            _circle(*place(one.stated, one.allowed), radius, "bin", element("title", told))
        )
    parts.append(_text("stated confidence", _MARGIN + _SIDE / 2, _SIDE + 50, "middle"))
    return _svg(parts, side + 16, _SIDE + 60, described)


def _svg(parts: Sequence[Html], width: float, height: float, described: str) -> Html:
    box = f"0 0 {_round(width)} {_round(height)}"
    return element("svg", *parts, viewBox=box, role="img", aria_label=described)


def _line(x1: float, y1: float, x2: float, y2: float, style: str) -> Html:
    ends = {"x1": _round(x1), "y1": _round(y1), "x2": _round(x2), "y2": _round(y2)}
    return element("line", class_=style.strip(), **ends)


def _circle(x: float, y: float, radius: float, style: str, *told: Html) -> Html:
    return element("circle", *told, class_=style, cx=_round(x), cy=_round(y), r=_round(radius))


def _text(words: str, x: float, y: float, anchor: str) -> Html:
    return element("text", words, x=_round(x), y=_round(y), text_anchor=anchor)


def _round(value: float) -> str:
    return f"{value:.1f}"
