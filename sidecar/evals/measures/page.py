"""The table of ``docs/evals-metrics.md``: ``python -m sidecar.evals.measures.page`` writes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from sidecar.evals.measures.definitions import (
    CHECK_MEASURES,
    MEASURES,
    BetterDirection,
    EvalMeasure,
)
from sidecar.reports.quoting import format_table

_BETTER = {
    BetterDirection.HIGHER: "higher",
    BetterDirection.LOWER: "lower",
    BetterDirection.NEITHER: "",
}


def render_metrics_table() -> str:
    """Every metric with its meaning, in Markdown."""
    rows = [
        (f"`{name}`", measure.unit.value, _BETTER[measure.better], measure.meaning)
        for name, measure in _named()
    ]
    return format_table(("metric", "unit", "better", "meaning"), rows)


def _named() -> Iterator[tuple[str, EvalMeasure]]:
    yield from MEASURES.items()
    for name, measure in CHECK_MEASURES.items():
        yield f"checks.CHECK.{name}", measure


if __name__ == "__main__":
    sys.stdout.write(render_metrics_table() + "\n")
