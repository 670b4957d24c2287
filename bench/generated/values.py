"""Values of a measure: small integers, values within a few percent, or spread; they walk in time.

The first two are full of near duplicates.
"""

from __future__ import annotations

from decimal import Decimal
from random import Random

from bench.generated.facts import FactMeasure

_ALIKE = 0.03  # how far apart values are that lie near each other
_STEP = 0.12  # how far a value moves from one period to the next, but for small counts
_SMALL = 100
_MOST_PERCENT = 99.5


def series(
    typical: float, measure: FactMeasure, subjects: int, periods: int, random: Random
) -> list[list[Decimal]]:
    """Cells for each subject and period, about a typical one."""
    percent = measure.unit.kind == "percent"
    spread = 0.25 if percent else 0.5
    small = measure.unit.kind == "count" and typical < _SMALL
    if not small and random.random() < 0.35:
        spread = _ALIKE
    step = spread if small else min(_STEP, spread)
    most = _MOST_PERCENT / float(measure.factor) if percent else None
    table = []
    for _ in range(subjects):
        level = typical * random.lognormvariate(0, spread)
        if measure.signed:
            level = typical * random.gauss(0.3, 1)
        run = []
        for _ in range(periods):
            run.append(_cell(level if most is None else min(level, most), measure.places))
            if measure.signed:
                level = typical * random.gauss(0.3, 1) * 0.6 + level * 0.4
            else:
                level *= random.lognormvariate(0.01 if periods < 50 else 0, step)
                level = 0.97 * level + 0.03 * typical if periods >= 50 else level
        table.append(run)
    return table


def _cell(value: float, places: int) -> Decimal:
    return round(Decimal(value), places) if places > 0 else Decimal(round(value))
