"""Figures as people read them: shares in percent, times in seconds, a dash where none is known."""

from __future__ import annotations

from sidecar.evals.measures.definitions import Measure, Unit
from sidecar.evals.measures.resampling import Estimate

UNKNOWN = "–"


def shown(value: float | None, unit: Unit) -> str:
    """A figure in its unit."""
    if value is None:
        return UNKNOWN
    match unit:
        case Unit.SHARE:
            return f"{100 * value:.1f} %"
        case Unit.SECONDS:
            return _seconds(value)
        case Unit.MONEY:
            return f"{value:,.4f}"
        case Unit.NUMBER:
            return f"{value:,.2f}"


def _seconds(value: float) -> str:
    if abs(value) >= 100:
        return f"{value:,.0f} s"
    if 0 < abs(value) < 0.1:
        return f"{value * 1000:.3g} ms"
    return f"{value:.3g} s"


def interval(one: Estimate, unit: Unit) -> str:
    """The interval of a figure; an end that is not known is left open."""
    if one.low is None and one.high is None:
        return UNKNOWN
    if one.high is None:
        return f"from {shown(one.low, unit)}"
    if one.low is None:
        return f"up to {shown(one.high, unit)}"
    return f"{shown(one.low, unit)} to {shown(one.high, unit)}"


def figure(one: Estimate, measure: Measure) -> str:
    """A figure with its interval, in one cell."""
    value = shown(one.value, measure.unit)
    ends = interval(one, measure.unit)
    return value if ends == UNKNOWN else f"{value} ({ends})"


def counted(count: int, noun: str) -> str:
    """A count with its noun: ``1 question``, ``1,200 questions``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
