"""Expired and incomplete evidence: it is told of, and makes nothing milder."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Literal

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sidecar.binding.settings import NumericSettings
from sidecar.checks import CODES
from sidecar.checks.base import CheckSubject
from sidecar.checks.evidence_findings import EXPIRED, INCOMPLETE
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import ControlTotal, Declarations
from sidecar.model.formula import Formula
from sidecar.model.report import Finding, Findings, NumericDetail, Severity, Verdict
from sidecar.model.text import Span, Text

Mode = Literal["context", "value"]
REGIONS = ["North", "South", "East", "West"]
ORDERS = [{"order": f"A-{at}", "amount": 10 * at + 7} for at in range(100)]


def index(rows: Sequence[object], query_id: str = "orders", **declared: Any) -> TableIndex:
    header = Header(query_id=query_id, title="Orders", declared=Declarations(**declared))
    return TableIndex(decode_evidence(json.dumps(rows).encode(), header, EvidenceLimits()))


def judge(
    text: str, *tables: TableIndex, mode: Mode = "context", expired: Sequence[str] = ()
) -> Findings:
    own = NumericSettings.model_validate({"binding": {"mode": mode}})
    return NumericCheck(own).run(CheckSubject(Text(text), tables, expired=frozenset(expired)))


def codes(found: Findings) -> list[str]:
    return [one.code for one in found.findings]


def verdicts(found: Findings) -> list[Verdict]:
    assert isinstance(found.detail, NumericDetail)
    return list(found.detail.bindings.verdicts)


@pytest.mark.parametrize("mode", ["context", "value"])
def test_all_of_a_result_that_was_cut_at_its_limit(mode: Mode) -> None:
    text = "All 100 orders were delivered."
    found = judge(text, index(ORDERS, row_limit=100), mode=mode)
    (one,) = (one for one in found.findings if one.code == INCOMPLETE)
    assert (one.severity, one.details["text"]) == (Severity.WARNING, "100")
    (one,) = (
        one
        for one in judge(text, index(ORDERS, row_count=2340), mode=mode).findings
        if one.code == INCOMPLETE
    )
    assert one.severity is None  # that of its code
    assert CODES[INCOMPLETE].severity is Severity.ERROR
    assert INCOMPLETE not in codes(judge(text, index(ORDERS, row_limit=101), mode=mode))


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("The total amount of all orders was 50,200.", True),
        ("The average amount was 502.", True),
        ("Order A-3 had an amount of 37.", False),
        ("The amount of order A-3 was 20 above that of A-1.", False),
    ],
)
def test_numbers_that_rest_on_all_rows_are_told_of(text: str, is_told: bool) -> None:
    assert (INCOMPLETE in codes(judge(text, index(ORDERS, row_count=2340)))) is is_told


@pytest.mark.parametrize(
    "text",
    [
        "There were 2,340 orders in all.",
        "The number of orders was 2,340.",
        "All 2,340 paid orders were delivered.",
    ],
)
@pytest.mark.parametrize("mode", ["context", "value"])
def test_the_declared_count_supports_a_number_that_counts(text: str, mode: Mode) -> None:
    found = judge(text, index(ORDERS, row_count=2340), mode=mode)
    assert isinstance(found.detail, NumericDetail)
    (binding,) = found.detail.bindings
    assert binding.reading is not None
    assert (binding.verdict, binding.reading.location) == (Verdict.SUPPORTED, "row_count")
    assert found.findings == []


@pytest.mark.parametrize(
    "text",
    ["Costs were 2,340 in March.", "There were 2,341 orders in all.", "They cost $2,340 in all."],
)
def test_it_supports_no_other_number(text: str) -> None:
    found = judge(text, index(ORDERS, row_count=2340))
    assert Verdict.SUPPORTED not in verdicts(found)


def test_a_number_is_not_supported_by_a_result_that_its_sentence_does_not_cite() -> None:
    other = index([{"item": "x", "price": 5}], "prices")
    text = "There were 2,340 orders in all (QID:prices)."
    found = judge(text, index(ORDERS, row_count=2340), other)
    assert Verdict.SUPPORTED not in verdicts(found)


def test_a_number_that_newer_evidence_explains_is_not_told_of() -> None:
    old, new = index([{"n": 11}, {"n": 12}], "old"), index([{"n": 11}, {"n": 14}], "new")
    assert EXPIRED in codes(judge("There were 11.", old, mode="value", expired=["old"]))
    assert EXPIRED not in codes(judge("There were 11.", old, new, mode="value", expired=["old"]))
    both = judge("There were 11.", old, new, mode="value", expired=["old", "new"])
    assert EXPIRED in codes(both)


def test_there_is_nothing_to_say_of_complete_evidence() -> None:
    text = "The average amount was 502."
    assert codes(judge(text, index(ORDERS, row_count=100, row_limit=100))) == []


VALUES = st.lists(st.integers(3_000, 9_000), min_size=4, max_size=4, unique=True)
NUMBERS = st.one_of(st.integers(2, 12), st.integers(3_000, 40_000))
TEXTS = st.sampled_from(
    [
        "{region} had sales of {number:,}.",
        "Total sales were {number:,}.",
        "Average sales per region were {number:,}.",
        "All {number:,} regions grew.",
        "{region} made up {number}% of sales, and had {other:,}.",
        "Sales in {region} were {number:,} above those in West.",
        "It was {number:,}.",
    ]
)


@st.composite
def declarations(draw: st.DrawFn) -> dict[str, Any]:
    """Declarations of four rows that leave a gap."""
    kind = draw(st.sampled_from(["row_count", "row_limit", "total"]))
    if kind == "row_limit":
        return {"row_limit": 4}
    if kind == "row_count":
        return {"row_count": draw(st.integers(100_000, 200_000))}
    return {"control_totals": (ControlTotal("sales", Decimal(draw(st.integers(10**6, 10**7)))),)}


def weigh(found: Findings) -> Counter[tuple[object, ...]]:
    """What is found, without what may stand in the place of a number."""
    return Counter(map(_weight, found.findings))


def _weight(one: Finding) -> tuple[object, ...]:
    return one.code, one.verdict, one.span, one.severity, one.confidence


@settings(deadline=None, max_examples=60)
@given(VALUES, TEXTS, NUMBERS, st.booleans(), declarations(), st.sampled_from(["context", "value"]))
def test_nothing_becomes_milder(
    values: list[int], form: str, number: int, right: bool, declared: dict[str, Any], mode: Mode
) -> None:
    rows = [{"region": r, "sales": v} for r, v in zip(REGIONS, values, strict=True)]
    stated = {"sales of": values[0], "Total": sum(values), "All": 4}
    exact = next((value for word, value in stated.items() if word in form), number)
    text = form.format(region="North", number=exact if right else number, other=values[0])
    before = judge(text, index(rows), mode=mode)
    after = judge(text, index(rows, **declared), mode=mode)
    expired = judge(text, index(rows), mode=mode, expired=["orders"])
    for found in (after, expired):
        assert verdicts(found) == verdicts(before)
        assert weigh(before) <= weigh(found)
        added = weigh(found) - weigh(before)
        assert {code for code, *_ in added} <= {EXPIRED, INCOMPLETE}


@settings(deadline=None, max_examples=30)
@given(VALUES, st.integers(100_000, 200_000))
def test_a_sum_of_some_rows_is_always_told_of(values: list[int], row_count: int) -> None:
    rows = [{"region": r, "sales": v} for r, v in zip(REGIONS, values, strict=True)]
    text = f"Total sales were {sum(values):,}."
    assume(verdicts(judge(text, index(rows))) == [Verdict.SUPPORTED])
    assert codes(judge(text, index(rows, row_count=row_count))) == [INCOMPLETE]


@pytest.mark.parametrize(
    ("number", "query", "is_told"),
    [
        ("50,200", "SELECT sum(amount) FROM orders", True),
        ("100", "SELECT COUNT (*) FROM orders", True),
        ("997", "SELECT amount FROM orders ORDER BY amount DESC LIMIT 1", True),
        ("997", "SELECT amount FROM orders WHERE amount >= ALL (SELECT amount FROM orders)", True),
        ("37", "SELECT amount FROM orders WHERE \"order\" = 'A-3'", False),
        ("37", "SELECT round(amount, 0) FROM orders WHERE \"order\" = 'A-3'", False),
        (
            "20",
            "SELECT (SELECT amount FROM orders WHERE \"order\" = 'A-3')"
            " - (SELECT amount FROM orders WHERE \"order\" = 'A-1')",
            False,
        ),
    ],
)
def test_formulas_over_all_rows_are_told_of(number: str, query: str, is_told: bool) -> None:
    text = f"Orders A-1 and A-3: it came to {number}."
    start = text.encode().index(f" {number}.".encode()) + 1
    formula = Formula(Span(start, start + len(number)), query)
    subject = CheckSubject(Text(text), [index(ORDERS, row_count=2340)], formulas=[formula])
    found = NumericCheck(NumericSettings()).run(subject)
    assert isinstance(found.detail, NumericDetail)
    bindings = {text[one.claim.number.span.start :]: one for one in found.detail.bindings}
    binding = bindings[f"{number}."]
    assert (binding.verdict, binding.reading and binding.reading.formula) == (
        Verdict.SUPPORTED,
        query,
    ), binding.use
    told = [one for one in found.findings if one.span == binding.claim.number.span]
    assert [one.code for one in told] == [INCOMPLETE] * is_told
