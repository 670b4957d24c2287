"""Panels of a Grafana dashboard as HTML and SVG, drawn from what Prometheus answers."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

Panel = Mapping[str, Any]

COLUMN, ROW, GAP = 68, 36, 6
"""Pixels of a cell of the grid, of which a row has 24, and between panels."""

_COLORS = (
    "#73bf69", "#f2cc0c", "#5794f2", "#ff9830", "#f2495c", "#b877d9", "#8ab8ff", "#ffa6b0",
)  # fmt: skip
_SIGNALS = {
    "PASS": "#73bf69", "RELEASE": "#73bf69", "SUPPORTED": "#73bf69", "WARN": "#f2cc0c",
    "FAIL": "#f2495c", "HOLD": "#f2495c", "CONTRADICTED": "#f2495c", "UNSUPPORTED": "#ff9830",
    "UNVERIFIED": "#b877d9", "INCONCLUSIVE": "#b877d9",
}  # fmt: skip
_STYLE = """
body{margin:0;background:#111217;color:#ccccdc;font:12px Inter,Helvetica,Arial,sans-serif}
div{position:absolute;box-sizing:border-box;overflow:hidden}
.panel{background:#181b1f;border:1px solid #2a2d33;border-radius:3px}
.title{left:8px;top:6px;font-weight:600}
.row{font-size:15px;font-weight:600;padding:8px}
.value{left:0;right:0;top:38%;text-align:center;font-size:34px;font-weight:600}
.legend{left:8px;right:8px;bottom:4px;height:30px;font-size:11px;line-height:15px}
.legend i{display:inline-block;width:12px;height:3px;margin:0 4px 3px 0;border-radius:2px}
.legend span{margin-right:10px;white-space:nowrap}
svg{position:absolute;left:0;top:24px}
"""


class Line(NamedTuple):
    """A series: its name in the legend, and its value at each step; None where it has none."""

    name: str
    values: Sequence[float | None]


def draw_page(panels: Sequence[tuple[Panel, Sequence[Line]]], minutes: float) -> str:
    """The dashboard as a page of HTML; ``minutes`` is how long the lines are."""
    body = "".join(_draw_panel(panel, lines, minutes) for panel, lines in panels)
    height = max(panel["gridPos"]["y"] + panel["gridPos"]["h"] for panel, _ in panels) * ROW
    size = f"width:{24 * COLUMN}px;height:{height}px"
    return (
        f"<!doctype html><meta charset=utf-8><style>{_STYLE}</style>"
        f"<body style='{size}'><div style='{size};left:0;top:0'>{body}</div>"
    )


def format_value(value: float, unit: str) -> str:
    """A value as its axis shows it."""
    if unit == "percentunit":
        return f"{value:.1%}"
    if unit == "s":
        return f"{value:.3g} s" if value >= 1 or value == 0 else f"{value * 1000:.3g} ms"
    if unit == "bytes":
        return f"{value / (1 << 20):.3g} MiB"
    return f"{value:.3g}" + {"reqps": " req/s", "cps": " c/s"}.get(unit, "")


def _draw_panel(panel: Panel, lines: Sequence[Line], minutes: float) -> str:
    at = panel["gridPos"]
    width, height = at["w"] * COLUMN - GAP, at["h"] * ROW - GAP
    place = f"left:{at['x'] * COLUMN}px;top:{at['y'] * ROW}px;width:{width}px;height:{height}px"
    title = html.escape(panel["title"])
    if panel["type"] == "row":
        return f"<div class=row style='{place}'>{title}</div>"
    if panel["type"] == "stat":
        inside = _draw_stat(panel, lines)
    else:
        inside = _draw_lines(panel, lines, width, height - 62, minutes)
    return f"<div class=panel style='{place}'><div class=title>{title}</div>{inside}</div>"


def _draw_stat(panel: Panel, lines: Sequence[Line]) -> str:
    defaults = panel["fieldConfig"]["defaults"]
    last = next(
        (value for line in lines for value in reversed(line.values) if value is not None), None
    )
    if last is None:
        return "<div class=value>No data</div>"
    steps = [step for step in defaults["thresholds"]["steps"] if last >= (step["value"] or 0)]
    color = {"green": _COLORS[0], "orange": _COLORS[3], "red": _COLORS[4]}[steps[-1]["color"]]
    return f"<div class=value style='color:{color}'>{format_value(last, defaults['unit'])}</div>"


class _Curve(NamedTuple):
    """A line as it is drawn: between ``base`` and ``top``."""

    name: str
    color: str
    base: Sequence[float]
    top: Sequence[float | None]


class _Axes(NamedTuple):
    """Where steps and values, up to ``most``, lie in a picture of so many pixels."""

    width: int
    height: int
    steps: int
    most: float

    def x(self, step: float) -> float:
        """Pixels from the left."""
        return 76 + step * (self.width - 86) / max(self.steps - 1, 1)

    def y(self, value: float) -> float:
        """Pixels from the top."""
        bottom = self.height - 16
        return bottom - value / (1.08 * self.most) * (bottom - 6)


def _draw_lines(
    panel: Panel, lines: Sequence[Line], width: int, height: int, minutes: float
) -> str:
    if not lines:
        return "<div class=value>No data</div>"
    defaults = panel["fieldConfig"]["defaults"]
    stacked = defaults["custom"]["stacking"]["mode"] == "normal"
    curves = _place(lines, stacked)
    known = [value for curve in curves for value in curve.top if value is not None]
    axes = _Axes(width, height, len(lines[0].values), max(known, default=0) or 1.0)
    drawn = [_draw_axes(axes, defaults["unit"], minutes)]
    drawn += [_draw_curve(axes, curve, 0.3 if stacked else 0.06) for curve in curves]
    legend = "".join(
        f"<span><i style='background:{curve.color}'></i>{html.escape(curve.name)}</span>"
        for curve in curves
    )
    svg = f"<svg width={width} height={height} fill='#9fa7b3' font-size=11>{''.join(drawn)}</svg>"
    return f"{svg}<div class=legend>{legend}</div>"


def _place(lines: Sequence[Line], stacked: bool) -> list[_Curve]:
    """Each line above the one before it, or all of them from zero."""
    curves: list[_Curve] = []
    zero = [0.0] * len(lines[0].values)
    below = zero
    for at, line in enumerate(lines):
        base = below if stacked else zero
        top = [None if v is None else v + b for v, b in zip(line.values, base, strict=True)]
        color = _SIGNALS.get(line.name, _COLORS[at % len(_COLORS)])
        curves.append(_Curve(line.name, color, base, top))
        below = [b if v is None else v for v, b in zip(top, base, strict=True)]
    return curves


def _draw_axes(axes: _Axes, unit: str, minutes: float) -> str:
    drawn = []
    for share, anchor in ((0, "start"), (0.5, "middle"), (1, "end")):
        level, at = axes.y(share * axes.most), axes.x(share * (axes.steps - 1))
        drawn.append(
            f"<line x1=76 x2={axes.width - 10} y1={level:.1f} y2={level:.1f} stroke='#2a2d33'/>"
            f"<text x=70 y={level + 4:.1f} text-anchor=end>"
            f"{format_value(share * axes.most, unit)}</text>"
            f"<text x={at:.0f} y={axes.height - 1} text-anchor={anchor}>"
            f"{share * minutes - minutes:.3g} min</text>"
        )
    return "".join(drawn)


def _draw_curve(axes: _Axes, curve: _Curve, opacity: float) -> str:
    shown = [at for at, value in enumerate(curve.top) if value is not None]
    over = " ".join(f"{axes.x(at):.1f},{axes.y(curve.top[at] or 0):.1f}" for at in shown)
    under = " ".join(f"{axes.x(at):.1f},{axes.y(curve.base[at]):.1f}" for at in reversed(shown))
    return (
        f"<polygon points='{over} {under}' fill='{curve.color}' fill-opacity='{opacity}'/>"
        f"<polyline points='{over}' fill='none' stroke='{curve.color}' stroke-width='1.4'/>"
    )
