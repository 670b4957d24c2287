"""No percentage agrees with a value of a column and with a hundred times it."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.binding.tables.columns import facts
from sidecar.binding.tables.told_units import units_of
from sidecar.binding.tables.unit_texts import NONE
from sidecar.binding.tables.ways import alike, ways
from sidecar.binding.units import of_values, parse, scales
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column, Table
from sidecar.model.number import Number, Unit
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions

NAMES = ("margin", "rate", "revenue", "growth", "value", "approval", "units", "share", "score", "x")
CELLS = st.floats(-2, 2).map(lambda v: round(v, 3)) | st.integers(-3, 2_000_000).map(float)


def percentage(written: str = "12%") -> Number:
    (claim,) = extract_numbers(Text(f"It was {written} there."), ExtractOptions()).claims
    return claim.number


def table(name: str, values: list[float]) -> Table:
    header = Header(query_id="q", family="", title="", columns=(Column(name=name),))
    body = json.dumps([{name: value} for value in values]).encode()
    return decode_evidence(body, header, EvidenceLimits())


@given(st.sampled_from(NAMES), st.lists(CELLS, min_size=1, max_size=6))
def test_a_column_has_one_scale(name: str, values: list[float]) -> None:
    found = table(name, values)
    (unit,) = units_of(found, NONE)
    known = facts(found, 0, unit)
    for falls in (False, True):
        told = ways(alike(percentage()), known.scaling, falls=falls)
        assert len({abs(way.factor) for way in told if not way.scale.code}) <= 1


@given(st.sampled_from(("", "percent", "fraction")), st.lists(CELLS, min_size=1, max_size=6))
def test_so_it_has_where_any_cell_will_do(unit: str, values: list[float]) -> None:
    told = scales(percentage(), of_values(parse(unit), np.array(values)))
    assert len({scale.factor for scale in told if not scale.code}) == 1


@pytest.mark.parametrize(
    ("name", "values", "bars"),
    [
        ("revenue", [1200000, 800000], True),
        ("revenue", [1200.5, 800], True),
        ("price", [120, 80], True),
        ("anything", [1000, 300], True),
        ("anything", [1000, 3], False),  # a figure of another kind in each row
        ("growth", [1250, 80], False),
        ("response_rate", [1250, 80], False),
        ("approval", [54.5, 45.5], False),
        ("revenue", [45.5, 54.5], False),
    ],
)
def test_amounts_are_no_percentages(name: str, values: list[float], *, bars: bool) -> None:
    found = table(name, values)
    (unit,) = units_of(found, NONE)
    assert (Unit.PERCENT in facts(found, 0, unit).scaling.never) is bars
