"""Columns as distinct values and codes say what the rows say."""

from __future__ import annotations

import numpy as np
import pytest

from sidecar.evidence.values import CodedValues, NumberValues, factorize_column
from sidecar.model.evidence import Cells

NUMBERS = Cells(np.array([7.0, 5.0, 7.0]), np.array([0, 2, 3], np.uint32))


@pytest.mark.parametrize(
    "data",
    [
        ["b", "a", None, "b"],
        [1, 1.0, True, 1],
        [],
        CodedValues(["unused", "a", "b"], np.array([2, 1, 2], np.int32)),
        NumberValues(NUMBERS, 5, int),
    ],
)
def test_each_row_has_its_value(data: list[object]) -> None:
    distinct, codes = factorize_column(data)
    rows = [distinct[code] for code in codes.tolist()]
    assert [(type(v), v) for v in rows] == [(type(v), v) for v in data]
    seen = dict.fromkeys((type(v), v) for v in data)
    assert [(type(v), v) for v in distinct] == list(seen)
