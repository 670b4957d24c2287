"""All numbers of a text together, and their verdicts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.binding.engine.binder import shipped, shipped_judge
from sidecar.binding.engine.crosses import FeatureWeights
from sidecar.binding.engine.decision import DecidedNumber, NumberOutcome
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.texts import RankedNumber, rank_numbers
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalog import catalogs
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions

ROWS: list[dict[str, Any]] = [
    {"city": "Oslo", "visits": 4127, "orders": 310, "returns": 17},
    {"city": "Bergen", "visits": 918, "orders": 122, "returns": 9},
    {"city": "Tromso", "visits": 377, "orders": 41, "returns": 3},
]
CITIES = [str(row["city"]) for row in ROWS]
STATED = {"share / both operands stated": 6.0, "column share / both operands stated": 6.0}


def ranked(
    text: str,
    rows: Sequence[Mapping[str, Any]] = ROWS,
    weights: Mapping[str, float] | None = None,
) -> list[RankedNumber]:
    """The numbers of a text."""
    read = Text(text)
    claims = extract_numbers(read, ExtractOptions()).claims
    compiled = FeatureWeights(weights or shipped())
    return rank_numbers(read, claims, evidence_of(rows), compiled, NumericSettings())


def evidence_of(rows: Sequence[Mapping[str, Any]] = ROWS) -> EngineEvidence:
    table = decode_evidence(json.dumps(rows).encode(), Header(query_id="q"), EvidenceLimits())
    return EngineEvidence(catalogs([TableIndex(table)]))


def _of_columns(one: RankedNumber, parts: Sequence[float]) -> float:
    """How probably a number is the share of one column in another that comes to one of these."""
    found = one.ranked.found
    share = found.formula == PLACE["column share"]
    right = np.isclose(found.value[:, None] / 100, np.array(parts)).any(1)
    return float(one.ranked.probabilities[share & right].sum())


def decided(text: str) -> list[DecidedNumber]:
    judge, evidence = shipped_judge(), evidence_of()
    return [judge.decide(one.ranked, one.target, evidence) for one in ranked(text)]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(1000, 9999), min_size=3, max_size=3))
def test_values_change_no_probability_of_any_number(values: list[int]) -> None:
    text = "Oslo had {:,} visits, ahead of Bergen with {:,}; Tromso saw {:,} visits."
    known, others = ranked(text.format(4127, 9180, 3770)), ranked(text.format(*values))
    for (_, one), (_, other) in zip(known, others, strict=True):
        assert np.array_equal(one.probabilities, other.probabilities)
        assert one.outside == other.outside


@settings(max_examples=40, deadline=None)
@given(st.integers(1000, 9999), st.integers(100, 999))
def test_another_number_changes_no_verdict(first: int, second: int) -> None:
    text = "Oslo had {:,} visits and Bergen had {} visits."
    right = decided(text.format(4127, 918))
    assert decided(text.format(first, 918))[1].wrong == right[1].wrong
    assert decided(text.format(4127, second))[0].wrong == right[0].wrong


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(CITIES), st.permutations(ROWS))
def test_a_share_is_of_what_is_stated_beside_it(city: str, rows: list[dict[str, Any]]) -> None:
    text = f"{city} had 17 returns on 310 orders, or 5%."
    row = next(row for row in ROWS if row["city"] == city)
    part = row["returns"] / row["orders"]  # which is the whole, no word says
    unheard = dict.fromkeys(STATED, 0.0)
    with_both, without = (
        _of_columns(ranked(text, rows, {**shipped(), **weights})[-1], (part, 1 / part))
        for weights in (STATED, unheard)
    )
    assert with_both > without + 0.1


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(ROWS), st.sampled_from(["visits", "orders", "returns"]))
def test_the_value_of_a_plainly_named_cell_is_supported(row: dict[str, Any], name: str) -> None:
    (one,) = decided(f"{row['city']} had {row[name]:,} {name}.")
    assert one.outcome is NumberOutcome.SUPPORTED


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(ROWS), st.sampled_from(["visits", "orders"]), st.integers(5000, 99_999))
def test_an_invented_value_of_a_plainly_named_cell_is_more_probably_wrong(
    row: dict[str, Any], name: str, value: int
) -> None:
    (one,) = decided(f"{row['city']} had {value:,} {name}.")
    assert one.wrong > decided(f"{row['city']} had {row[name]:,} {name}.")[0].wrong


@settings(max_examples=30, deadline=None)
@given(st.sampled_from(CITIES), st.sampled_from(CITIES), st.sampled_from(["visits", "orders"]))
def test_the_value_of_another_row_is_more_probably_wrong(one: str, two: str, name: str) -> None:
    values = {str(row["city"]): row[name] for row in ROWS}
    (right,) = decided(f"{one} had {values[one]:,} {name}.")
    (other,) = decided(f"{one} had {values[two]:,} {name}.")
    assert (other.wrong > right.wrong) is (one != two)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(ROWS), st.sampled_from([100, 1000, 10_000, 100_000]), st.booleans())
def test_quotients_are_for_as_many_as_are_stated(
    row: dict[str, Any], many: int, first: bool
) -> None:
    value = row["returns"] / row["orders"] * many
    said = f"{row['city']} had {value:.1f} returns"
    text = f"Per {many:,} orders {said}." if first else f"{said} per {many:,} orders."
    one = next(each for each in ranked(text) if each.target.value != many)
    found = one.ranked.found
    quotient = found.formula == PLACE["quotient"]
    assert np.isclose(found.alternative[quotient], value).any()
