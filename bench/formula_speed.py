"""How fast are formulas?

    python -m bench.formula_speed

Fifty formulas over a million rows of five columns, and over 26 tables of thirty rows, each in a new
worker and in one that is kept: seconds of the wall, the gate's runs over changed data among them,
seconds of CPU of both processes, and what the engine's process takes at its peak.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from decimal import Decimal

import numpy as np

from bench.scoring import table
from bench.sidecars import cpu_with_worker
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.tables import build_table
from sidecar.formulas.engine import WORKERS, FormulaQuestion, FormulaValue, run
from sidecar.formulas.settings import EngineSettings
from sidecar.model.evidence import Column, Table

FORMULAS = 50
_REGIONS = ("North", "South", "East", "West", "Centre")
_WORDS = "Sales of the North, the South, the East, the West and the Centre."
_SHAPES = (
    "SELECT sum(price) FROM {0} WHERE region = '{1}'",
    "SELECT avg(price) FROM {0} WHERE region = '{1}'",
    "SELECT count(*) FROM {0} WHERE region = '{1}'",
    "SELECT 100 * sum(price) FILTER (WHERE region = '{1}') / sum(price) FROM {0}",
    "SELECT max(price) - min(price) FROM {0} WHERE region = '{1}'",
    "SELECT sum(price) / sum(units) FROM {0} WHERE region = '{1}'",
)


def main() -> int:
    """Run the command."""
    large = [_table("sales", 1_000_000)]
    small = [_table(f"sales_{number}", 30) for number in range(26)]
    settings = EngineSettings(timeout_s=30, deadline_s=60)
    measured = []
    for name, tables in (("1,000,000 rows x 5", large), ("26 tables of 30 rows", small)):
        asked = [_asked(number, tables) for number in range(FORMULAS)]
        for state in ("new", "kept"):
            if state == "new":
                WORKERS.close()
            started, used = time.perf_counter(), cpu_with_worker(WORKERS.pid)
            found = run(asked, tables, _WORDS, settings)
            seconds, cpu = time.perf_counter() - started, cpu_with_worker(WORKERS.pid) - used
            row: dict[str, object] = {"evidence": name, "worker": state, "formulas": FORMULAS}
            row |= {"seconds": round(seconds, 3), "cpu_seconds": round(cpu, 3)}
            row |= {"believed": _believed(found)}
            measured.append(row | {"peak_mb": _peak_mb(WORKERS.pid)})
    WORKERS.close()
    print(table(measured))
    return 0 if all(row["believed"] == FORMULAS for row in measured) else 1


def _asked(number: int, tables: Sequence[Table]) -> FormulaQuestion:
    shape = _SHAPES[number % len(_SHAPES)]
    table_id = tables[number % len(tables)].query_id
    return FormulaQuestion(shape.format(table_id, _REGIONS[number % 5]), Decimal(-2), Decimal(-1))


def _table(query_id: str, count: int) -> Table:
    source = np.random.default_rng(1)
    data = {
        "region": [_REGIONS[at % 5] for at in range(count)],
        "year": (2015 + np.arange(count) % 10).tolist(),
        "price": source.normal(100, 20, count).round(2).tolist(),
        "units": source.integers(1, 500, count).tolist(),
        "rebate": source.random(count).round(3).tolist(),
    }
    columns = [Column(name=name) for name in data]
    limits = EvidenceLimits()
    return build_table(columns, list(data.values()), Header(query_id=query_id), limits)


def _believed(found: Sequence[object]) -> int:
    return sum(isinstance(each, FormulaValue) for each in found)


def _peak_mb(pid: int) -> int:
    with open(f"/proc/{pid}/status", encoding="ascii") as status:  # noqa: PTH123 (no file)
        return next(int(line.split()[1]) >> 10 for line in status if line.startswith("VmHWM"))


if __name__ == "__main__":
    sys.exit(main())
