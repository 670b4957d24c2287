"""Binding by value is what trying every cell would find."""

from __future__ import annotations

import json
from decimal import Decimal

import pytest
from binding.reference import agrees, closest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import tolerated
from sidecar.binding.value import ValueBinder
from sidecar.evidence import json_rows
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.report import Detail, Grade
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions

CELLS = st.one_of(
    st.integers(-2000, 2000),
    st.integers(2**53 - 3, 2**53 + 3),
    st.decimals(-50, 50, places=2).map(float),
    st.none(),
)
TABLES = st.lists(
    st.lists(st.fixed_dictionaries({"a": CELLS, "b": CELLS}), max_size=6), min_size=1, max_size=3
)
WRITTEN = st.one_of(
    st.integers(0, 2100).map(str),
    st.integers(2**53 - 3, 2**53 + 3).map(str),
    st.decimals(0, 60, places=1).map(str),
)


def results(
    tables: list[list[dict[str, object]]], columns: tuple[Column, ...] = ()
) -> list[TableIndex]:
    headers = (Header(query_id=f"q{i}", columns=columns) for i in range(len(tables)))
    return [
        TableIndex(json_rows.decode_json(json.dumps(rows).encode(), header, LIMITS))
        for rows, header in zip(tables, headers, strict=True)
    ]


LIMITS = EvidenceLimits()
OPTIONS = ExtractOptions(ignore_years=False)
SETTINGS = NumericSettings()


@given(TABLES, st.lists(WRITTEN, min_size=1, max_size=5))
@settings(max_examples=300, deadline=None)
def test_what_every_cell_would_say(
    tables: list[list[dict[str, object]]], written: list[str]
) -> None:
    indexes = results(tables)
    plain = [index.table for index in indexes]
    claims = extract_numbers(
        Text(". ".join(f"It shows {w} points" for w in written)), OPTIONS
    ).claims
    for binding in ValueBinder(SETTINGS, indexes, Detail.BINDINGS).bind(claims).bindings:
        number = binding.claim.number
        low, high = tolerated(number, SETTINGS)
        counts = number.value % 1 == 0 and any(
            abs(t.row_count - number.value) <= 0.5 for t in plain
        )
        assert binding.matched == (agrees(low, high, plain) or counts)
        if binding.reading is not None and binding.matched:
            off = abs(binding.reading.value - number.value)
            best = closest(number.value, number.low, number.high, plain)
            assert (binding.grade is Grade.EXACT) == (best is not None or counts)
            if best is not None and not counts:
                assert off == best


def test_trap_two_integers_past_2_53_are_not_the_same() -> None:
    strict = NumericSettings.model_validate({"rounding": {"abs_epsilon": 0, "rel_epsilon": 0}})
    indexes = results([[{"a": 2**53 + 1}, {"a": 5}]])
    claims = extract_numbers(Text(f"ids {2**53} and {2**53 + 1}"), OPTIONS).claims
    bound = ValueBinder(strict, indexes, Detail.BINDINGS).bind(claims)
    assert [binding.matched for binding in bound.bindings] == [False, True]
    (wrong,) = bound.items(bound.told)
    assert wrong.closest is not None
    assert wrong.closest.value == Decimal(2**53 + 1)


def test_trap_floats_call_the_wrong_column_nearer() -> None:
    # As floats the claim and "a" are both 2**53 + 4; in truth "b" is one away, "a" two.
    indexes = results([[{"a": 2**53 + 5, "b": 2**53 + 2}, {"a": 1, "b": 2}]])
    claims = extract_numbers(Text(f"id {2**53 + 3}"), OPTIONS).claims
    tolerant = NumericSettings.model_validate({"rounding": {"rel_epsilon": "0.01"}})
    (binding,) = ValueBinder(tolerant, indexes, Detail.BINDINGS).bind(claims).bindings
    assert binding.reading is not None
    assert binding.reading.location == "data[0].b"


def test_explain_lists_the_readings_best_first() -> None:
    indexes = results([[{"a": 100, "b": 101}], [{"a": 100}]])
    claims = extract_numbers(Text("It shows 100 points"), OPTIONS).claims
    (binding,) = ValueBinder(SETTINGS, indexes, Detail.EXPLAIN).bind(claims).bindings
    listed = [one.reading for one in binding.considered]
    seen = [(r.query_id, r.location, r.grade) for r in listed if r is not None]
    assert seen == [
        ("q0", "data[0].a", Grade.EXACT),
        ("q1", "data[0].a", Grade.EXACT),
        ("q0", "data[0].b", Grade.TOLERATED),
    ]
    assert binding.sources == ("q0", "q1")


UNITS = st.sampled_from(["", "percent", "fraction", "QAR m", "count", "km"])
SAID = st.sampled_from(
    ["{} points", "{} %", "a fall of {}", "-{}", "about {}", "over {} km", "{} million", "{} days"]
)
CITED = st.sampled_from(["", " (QID:q0)", " (QID:q1)"])


@given(TABLES, st.lists(st.tuples(WRITTEN, SAID, CITED), min_size=1, max_size=6), UNITS, UNITS)
@settings(max_examples=300, deadline=None)
def test_floats_settle_what_decimals_would(
    tables: list[list[dict[str, object]]], written: list[tuple[str, str, str]], a: str, b: str
) -> None:
    columns = (Column(name="a", unit=a), Column(name="b", unit=b))
    text = ". ".join(f"It is {said.format(one)} here{cited}" for one, said, cited in written)
    claims = extract_numbers(Text(text), OPTIONS).claims
    quick = ValueBinder(SETTINGS, results(tables, columns), Detail.BINDINGS).bind(claims)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ValueBinder, "_is_quick", lambda *_: False)
        slow = ValueBinder(SETTINGS, results(tables, columns), Detail.BINDINGS).bind(claims)
    assert list(quick.bindings) == list(slow.bindings)
    assert quick.bindings.verdicts == slow.bindings.verdicts
    assert list(quick) == list(slow)
    assert quick.told == slow.told


def test_without_results_nothing_is_supported() -> None:
    claims = extract_numbers(Text("It shows 100 points and 0 days"), OPTIONS).claims
    bound = ValueBinder(SETTINGS, [], Detail.BINDINGS).bind(claims)
    assert [binding.matched for binding in bound.bindings] == [False, False]
    assert [one.codes for one in bound] == [("CLAIM_NOT_FOUND",)] * 2
    assert bound.told == [0, 1]
