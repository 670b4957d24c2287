"""Two runs compared, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.evals.comparing import LEVEL, Change, Comparison
from sidecar.evals.measures.definitions import Measure, Unit, measure_of
from sidecar.evals.reports.figures import UNKNOWN, counted, shown
from sidecar.reports.marked import escape, table

IDS = 50
"""Questions of a list that are named; JSON has all."""


def render(found: Comparison) -> str:
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
