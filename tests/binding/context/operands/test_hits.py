"""Hits agree with comparing every cell by itself, whatever rows are asked about."""

from __future__ import annotations

import json
import random
from functools import partial

import numpy as np
import pytest

from sidecar.binding.context.operands.hits import Hits
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalog import Catalog
from sidecar.evidence.decoding import decode
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.report import Grade
from sidecar.model.text import Text
from sidecar.text.claims import extract
from sidecar.text.options import ExtractOptions

NAMES = ("city", "sales", "share", "growth_change", "size")
UNITS = {"share": "fraction", "sales": "QAR k"}
TEXT = "It was 12, 12.0, 12%, -3, QAR 12,000, 0.12, up 3, a third, 4 km, zero and 1.2 million."


def _catalog(rows: int, seed: int = 5) -> Catalog:
    """Few distinct values, empty cells, and cells with two numbers."""
    source = random.Random(seed)
    values = (12, 12.4, 0.12, -3, 3, 0, None, 4, 1200)
    cells = [
        [f"Town {row}", *(source.choice(values) for _ in range(3)), f"{row % 5} x 12"]
        for row in range(rows)
    ]
    columns = tuple(Column(name=name, unit=unit) for name, unit in UNITS.items())
    header = Header(query_id="q", columns=columns)
    body = json.dumps({"columns": NAMES, "rows": cells})
    return Catalog(TableIndex(decode(body.encode(), header, EvidenceLimits())))


def _targets() -> list[Target]:
    claims = extract(Text(TEXT), ExtractOptions()).claims
    return [Target(claim.number, NumericSettings()) for claim in claims]


@pytest.mark.parametrize("target", _targets(), ids=lambda t: str(t.number.value))
@pytest.mark.parametrize("rows", [[0], [1, 4, 7, 8, 30], list(range(40)), None])
def test_cells_that_agree_are_those_that_agree_one_by_one(
    target: Target, rows: list[int] | None
) -> None:
    known = _catalog(40)
    hits = Hits(target, known)
    for column in known.cells.filled:
        cells = known.table.cells[column.place]
        grades = [
            target.cell(value, partial(cells.exact, at), column).grade
            for at, value in enumerate(cells.values.tolist())
            if rows is None or cells.rows[at] in rows
        ]
        asked = None if rows is None else np.array(rows, np.int64)
        found = hits.among(column, asked, None if rows is None else frozenset(rows))
        assert found.total == len(grades)
        assert found.number == sum(grade is not Grade.NONE for grade in grades)
        best = max(grades, default=Grade.NONE)
        assert (Grade.NONE if found.best is None else found.best[1].grade) is best


def test_values_that_most_cells_have_are_sampled() -> None:
    """Many zeros cost no more than few: what is left out is compared where it is asked about."""
    body = json.dumps({"columns": ["n"], "rows": [[0]] * 1000 + [[7]]})
    known = Catalog(TableIndex(decode(body.encode(), Header(query_id="q"), EvidenceLimits())))
    zero = next(target for target in _targets() if not target.number.value)
    found = Hits(zero, known).among(known.columns[0], None, None)
    assert (found.number, found.total) == (1000, 1001)
    assert found.best is not None
    assert found.best[1].grade is Grade.EXACT
