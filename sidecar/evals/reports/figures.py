"""Figures as people read them: shares in percent, times in seconds, a dash where none is known."""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.evals.comparing import MeasureChange
from sidecar.evals.measures.definitions import EvalMeasure, MeasureUnit, measure_of
from sidecar.evals.measures.measured import EvalMeasurements
from sidecar.evals.measures.resampling import Estimate

UNKNOWN = "–"


def format_figure(value: float | None, unit: MeasureUnit) -> str:
    """A figure in its unit."""
    if value is None:
        return UNKNOWN
    match unit:
        case MeasureUnit.SHARE:
            return f"{100 * value:.1f} %"
        case MeasureUnit.SECONDS:
            return _seconds(value)
        case MeasureUnit.MONEY:
            return f"{value:,.4f}"
        case MeasureUnit.NUMBER:
            return f"{value:,.2f}"


def _seconds(value: float) -> str:
    if abs(value) >= 100:
        return f"{value:,.0f} s"
    if 0 < abs(value) < 0.1:
        return f"{value * 1000:.3g} ms"
    return f"{value:.3g} s"


def format_interval(one: Estimate, unit: MeasureUnit) -> str:
    """The interval of a figure; an end that is not known is left open."""
    if one.low is None and one.high is None:
        return UNKNOWN
    if one.high is None:
        return f"from {format_figure(one.low, unit)}"
    if one.low is None:
        return f"up to {format_figure(one.high, unit)}"
    return f"{format_figure(one.low, unit)} to {format_figure(one.high, unit)}"


def format_estimate(one: Estimate, measure: EvalMeasure) -> str:
    """A figure with its interval, in one cell."""
    value = format_figure(one.value, measure.unit)
    ends = format_interval(one, measure.unit)
    return value if ends == UNKNOWN else f"{value} ({ends})"


def format_count(count: int, noun: str) -> str:
    """A count with its noun: ``1 question``, ``1,200 questions``."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def name_measure(name: str) -> str:
    """The title of a measure, that of a check with the check's name."""
    measure = measure_of(name)
    if measure is None:
        return name
    check = name.removeprefix("checks.").rpartition(".")[0]
    return f"{check}: {measure.title}" if name.startswith("checks.") else measure.title


def find_unit(change: MeasureChange) -> MeasureUnit:
    """The unit of what changed."""
    measure = measure_of(change.name)
    return measure.unit if measure else MeasureUnit.NUMBER


def format_difference(change: MeasureChange) -> str:
    """The difference with its interval: shares in percentage points."""
    unit = find_unit(change)
    value, low, high = (_signed(one, unit) for one in (change.difference, change.low, change.high))
    return value if UNKNOWN in {low, high} else f"{value} ({low} to {high})"


def _signed(value: float | None, unit: MeasureUnit) -> str:
    if value is None:
        return UNKNOWN
    sign = "+" if value > 0 else "−" if value < 0 else "±"
    written = format_figure(abs(value), unit)
    return (
        f"{sign}{written.removesuffix(' %')} pp"
        if unit is MeasureUnit.SHARE
        else f"{sign}{written}"
    )


def tabulate_change(change: MeasureChange) -> Sequence[str]:
    """A row of the table of changes: metric, before, after, difference, p, and conclusion."""
    unit, p = find_unit(change), change.adjusted
    return (
        name_measure(change.name),
        format_figure(change.before, unit),
        format_figure(change.after, unit),
        format_difference(change),
        "< 0.001" if p < 0.001 else f"{p:.3f}",
        change.conclusion.value,
    )


def choose_tags(metrics: EvalMeasurements, most: int) -> list[str]:
    """The tags of the most questions, in the order of the alphabet."""
    largest = sorted(metrics.by_tag, key=lambda tag: -metrics.by_tag[tag]["success_rate"].questions)
    return sorted(largest[:most])
