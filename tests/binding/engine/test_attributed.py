"""What a number means beside its row and column: absent names, counts, bounds denied, losses."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sidecar.binding.bound import BoundNumber
from sidecar.binding.engine.binder import EngineBinder
from sidecar.binding.settings import NumericSettings
from sidecar.checks import numeric
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.report import Detail, Verdict
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers

CUSTOMERS = ("Acme Corp", "Globex", "Initech")
VALUES = st.lists(
    st.integers(10_000, 99_999).filter(lambda v: v % 10), min_size=3, max_size=3, unique=True
)


def bound(text: str, rows: Sequence[Mapping[str, Any]], query_id: str = "q") -> list[BoundNumber]:
    own, read = NumericSettings(), Text(text)
    decoded = decode_evidence(
        json.dumps(list(rows)).encode(), Header(query_id=query_id), EvidenceLimits()
    )
    binder = EngineBinder(own, read, [TableIndex(decoded)], Detail.BINDINGS)
    return list(binder.bind(extract_numbers(read, numeric.extract_options(own)).claims))


def revenues(values: Sequence[int]) -> list[dict[str, Any]]:
    return [{"customer": c, "revenue": v} for c, v in zip(CUSTOMERS, values, strict=True)]


@settings(max_examples=20)
@given(VALUES, st.integers(0, 2))
def test_the_value_of_another_row_than_the_absent_one_is_a_wrong_row(
    values: list[int], at: int
) -> None:
    (one,) = bound(f"Hooli had revenue of {values[at]:,}.", revenues(values))
    assert one.codes == ("WRONG_ROW",)
    assert one.name is not None
    assert one.name.right == CUSTOMERS[at]


@settings(max_examples=20)
@given(VALUES, st.integers(100, 999))
def test_a_value_that_nobody_has_of_an_absent_row_is_not_covered(
    values: list[int], said: int
) -> None:
    (one,) = bound(f"Hooli had revenue of {said}.", revenues(values))
    assert one.binding.verdict is Verdict.INCONCLUSIVE


def test_an_item_whose_siblings_are_rows_is_an_absent_row() -> None:
    text = "- Acme Corp: 41,350\n- Hooli: 28,417\n- Initech: 17,211"
    _, other, _ = bound(text, revenues([41350, 28417, 17211]))
    assert other.codes == ("WRONG_ROW",)


@given(st.integers(2, 6), st.integers(2, 9))
@settings(max_examples=20)
def test_rows_are_counted(count: int, said: int) -> None:
    rows = [{"name": f"Person {'abcdef'[at]}", "age": 30 + 7 * at} for at in range(count)]
    (one,) = bound(f"The query returned {said} rows.", rows)
    assert (one.binding.verdict is Verdict.SUPPORTED) is (said == count)
    assert one.right == (None if said == count or said > 5 * count else count)


@given(st.integers(10, 99), st.integers(10, 99))
@settings(max_examples=20)
def test_the_only_cell_is_what_a_lone_number_counts(count: int, said: int) -> None:
    (one,) = bound(f"There are {said} open tickets.", [{"count": count}], "q1")
    assert one.binding.matched is (said == count)
    (other,) = bound(f"There are {said} employees.", [{"count": count}], "open_tickets")
    assert other.binding.verdict is not Verdict.CONTRADICTED


@pytest.mark.parametrize(("said", "holds"), [("75", True), ("70", False)])
def test_a_bound_that_is_denied_is_the_other_one(said: str, holds: bool) -> None:
    rows = [{"ward": "Surgery", "occupancy_pct": 72.1}, {"ward": "Burns", "occupancy_pct": 64.0}]
    (one,) = bound(f"Occupancy in Surgery did not exceed {said}%.", rows)
    assert one.binding.matched is holds
    assert one.right is None or not holds


@pytest.mark.parametrize("value", [54_000, -54_000])
def test_a_loss_is_a_result_below_nothing(value: int) -> None:
    rows = [{"firm": "Alpha", "profit": value}, {"firm": "Beta", "profit": 12_000}]
    (one,) = bound("Alpha made a loss of 54,000.", rows)
    assert one.codes == (() if value < 0 else ("WRONG_SIGN",))
    assert one.right is None


def test_a_value_is_compared_with_the_one_that_it_moved_from() -> None:
    orders = [("2024-01", 1500), ("2024-02", 1200), ("2024-03", 1420)]
    rows = [{"month": month, "orders": value} for month, value in orders]
    _, fell = bound("Orders fell from 1,500 to 1,420.", rows)
    _, rose = bound("Orders rose from 1,500 to 1,420.", rows)
    assert fell.binding.matched
    assert rose.codes == ("WRONG_DIRECTION",)


def test_a_letter_and_a_digit_are_a_name() -> None:
    rows = [{"ward": "A1", "rate_pct": 87.5}, {"ward": "B2", "rate_pct": 60.0}]
    (one,) = bound("Ward A1 has a rate of 60%.", rows)
    assert one.codes == ("WRONG_ROW",)
    (right,) = bound("Ward A1 has a rate of 87.5%.", rows)
    assert right.binding.matched


RATIOS = st.tuples(
    st.integers(1_000, 99_999).filter(lambda value: value % 10),
    st.integers(2, 30),
    st.permutations(range(3)),
)
"""A value, a multiple of it, and the customers with the value, the multiple, and neither."""


def _multiple(base: int, times: int, order: Sequence[int], *, turned: bool) -> BoundNumber:
    """The verdict on "A had x, about n times the y of B", of right values."""
    values = [7_777, 7_777, 7_777]
    values[order[0]], values[order[1]] = base, base * times
    one, other = (order[0], order[1]) if turned else (order[1], order[0])
    text = (
        f"{CUSTOMERS[one]} had revenue of {values[one]:,}, about {times} times "
        f"the {values[other]:,} of {CUSTOMERS[other]}."
    )
    return bound(text, revenues(values))[1]


@settings(max_examples=30)
@given(RATIOS)
def test_a_multiple_turned_round_is_never_supported(told: tuple[int, int, list[int]]) -> None:
    assert _multiple(*told, turned=True).binding.verdict is not Verdict.SUPPORTED


@settings(max_examples=30)
@given(RATIOS)
def test_a_multiple_of_the_number_right_behind_it_is_right(
    told: tuple[int, int, list[int]],
) -> None:
    assert _multiple(*told, turned=False).binding.verdict is not Verdict.CONTRADICTED


@settings(max_examples=20)
@given(st.integers(60, 99), st.integers(20, 50), st.permutations(["patients", "responders"]))
def test_the_last_of_two_words_for_columns_is_what_is_counted(
    patients: int, responders: int, order: list[str]
) -> None:
    told = {"patients": (patients, 120), "responders": (responders, 17)}
    arms = [{"arm": arm, **{c: told[c][at] for c in order}} for at, arm in enumerate(("A1", "B2"))]
    (one,) = bound(f"In arm A1, {responders} patients responded.", arms)
    assert one.binding.matched


@settings(max_examples=20)
@given(st.integers(100, 5_000))
def test_a_change_may_be_of_any_whole_percentage(value: int) -> None:
    rows = [{"region": "North", "growth": value}, {"region": "South", "growth": 80}]
    (one,) = bound(f"Growth in the North was {value:,}%.", rows)
    assert one.binding.matched


@settings(max_examples=20)
@given(st.integers(1_000, 9_999), st.sampled_from(["two", "three", "four"]))
def test_what_a_text_counts_by_itself_is_no_error(staff: int, count: str) -> None:
    rows = [{"sector": "Retail", "staff": staff}, {"sector": "Construction", "staff": 4120}]
    _, one = bound(f"Retail has a staff of {staff:,}, for {count} reasons.", rows)
    assert one.binding.verdict in (Verdict.INCONCLUSIVE, Verdict.SUPPORTED)
