"""Declared formulas through a real server, and the client that declares them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from verifyd import (
    Client,
    Column,
    Decision,
    Formula,
    FormulaOrigin,
    FormulaOutcome,
    InvalidRequest,
    QueryResult,
    SettledBy,
    Verdict,
)

SALES = {
    "sales": [
        {"region": "North", "year": 2022, "price": 2_100_000, "units": 40},
        {"region": "South", "year": 2022, "price": 1_250_000, "units": 50},
        {"region": "North", "year": 2023, "price": 2_500_000, "units": 64},
        {"region": "South", "year": 2023, "price": 1_700_000, "units": 55},
    ]
}
TOTAL = "SELECT sum(price) / 1e6 FROM sales WHERE year = 2023"
GROWTH = (
    "SELECT 100 * (a.t / b.t - 1) FROM (SELECT sum(price) AS t FROM sales WHERE year = 2023) a,"
    " (SELECT sum(price) AS t FROM sales WHERE year = 2022) b"
)
TEXT = f"""Sales were USD 4.2 million[^f1] in 2023, up 25%[^f2] on 2022.

[^f1]: {TOTAL}
[^f2]: {GROWTH}
"""


@pytest.fixture(scope="module")
def client(server: Any) -> Iterator[Client]:
    with Client(server.target, timeout=30) as one:
        yield one


def test_footnotes_settle_their_numbers_and_are_no_claims(client: Client) -> None:
    report = client.verify(TEXT, SALES, checks=["numeric"])
    assert [bound.claim.value_text for bound in report.bindings] == ["USD 4.2 million", "25%"]
    assert report.decision is Decision.PASS
    for bound, query in zip(report.bindings, (TOTAL, GROWTH), strict=True):
        assert bound.settled_by is SettledBy.DECLARED_FORMULA
        assert bound.formula_use is not None
        assert bound.formula_use.query == query
        assert bound.formula_use.outcome is FormulaOutcome.AGREES
        assert any(read.endswith("price") for read in bound.formula_use.reads)


def test_the_digest_is_that_of_the_text_as_it_was_written(client: Client) -> None:
    bare = TEXT.split("[^f1]: ", maxsplit=1)[0]
    report, other = client.verify(TEXT, SALES), client.verify(bare, SALES)
    assert report.raw.report.text_digest != other.raw.report.text_digest


def test_a_wrong_number_is_told_what_its_formula_gives(client: Client) -> None:
    report = client.verify(TEXT.replace("4.2 million", "4.7 million"), SALES, checks=["numeric"])
    (finding,) = report.findings
    assert (finding.code, report.decision) == ("FORMULA_MISMATCH", Decision.FAIL)
    assert finding.text == "USD 4.7 million"
    assert finding.repair is not None
    assert finding.repair.replacement == "USD 4.2 million"


@pytest.mark.parametrize("query", ["SELECT 4.7", "SELECT 4.7 FROM sales LIMIT 1", "SELECT nothing"])
def test_a_constant_buys_nothing(client: Client, query: str) -> None:
    text = "Sales were USD 4.7 million in 2023."
    formulas = [Formula("4.7 million", query)]
    before = client.verify(text, SALES, checks=["numeric"])
    report = client.verify(text, SALES, checks=["numeric"], formulas=formulas)
    (bound,) = report.bindings
    assert bound.verdict is before.bindings[0].verdict is not Verdict.SUPPORTED
    assert bound.formula_use is not None
    assert bound.formula_use.outcome is FormulaOutcome.REFUSED
    assert "FORMULA_REFUSED" in {finding.code for finding in report.findings}


def test_a_formula_of_another_row_is_misplaced(client: Client) -> None:
    formulas = [Formula("64", "SELECT units FROM sales WHERE region = 'North' AND year = 2023")]
    text = "In 2023 the South sold 64 units."
    report = client.verify(text, SALES, checks=["numeric"], formulas=formulas)
    assert "FORMULA_MISPLACED" in {finding.code for finding in report.findings}
    (bound,) = report.bindings
    assert bound.verdict is not Verdict.SUPPORTED


def test_a_formula_of_no_number_is_told(client: Client) -> None:
    formulas = [Formula("Sales", TOTAL)]
    report = client.verify("Sales were USD 4.2 million in 2023.", SALES, formulas=formulas)
    (finding,) = (f for f in report.findings if f.code == "FORMULA_REFUSED")
    assert finding.details["reason"] == "NO_NUMBER"


@pytest.mark.parametrize(
    ("formula", "field"),
    [
        (Formula("5 million", TOTAL), "text"),
        (Formula("2", TOTAL), "text"),  # more than once
        (Formula("", TOTAL), "text"),
        (Formula("4.2", " "), "query"),
        (Formula("4.2", "SELECT " + "1+" * 2500 + "1"), "query"),
    ],
)
def test_what_cannot_be_a_formula_is_refused(client: Client, formula: Formula, field: str) -> None:
    with pytest.raises(InvalidRequest) as error:
        client.verify("It was 4.2 million in 2022.", SALES, formulas=[formula])
    assert error.value.reason == "FORMULA_INVALID"
    assert error.value.metadata["field"] == field


def test_a_report_given_back_gives_the_same_bytes(client: Client) -> None:
    text = "Sales were USD 4.2 million in 2023, up 25% on 2022."
    formulas = [Formula("4.2 million", TOTAL), Formula("25%", GROWTH, FormulaOrigin.PROPOSED)]
    first = client.verify(text, SALES, formulas=formulas)
    again = client.verify(text, SALES, formulas=first.formulas)
    assert first.bindings[1].settled_by is SettledBy.PROPOSED_FORMULA
    assert again.raw.report.SerializeToString() == first.raw.report.SerializeToString()


def test_queries_see_no_other_request(client: Client) -> None:
    text = "They sold 64 units."
    client.verify(text, SALES, formulas=[Formula("64", "SELECT max(units) FROM sales")])
    other = {"stock": [{"units": 64}, {"units": 3}]}
    report = client.verify(text, other, formulas=[Formula("64", "SELECT max(units) FROM sales")])
    (bound,) = report.bindings
    assert bound.formula_use is not None
    assert bound.formula_use.outcome is FormulaOutcome.REFUSED


@pytest.mark.parametrize(
    ("written", "query", "unit", "right"),
    [
        ("56,476 million MWh", "SELECT total FROM power", "thousand MWh", False),
        ("56,476 thousand MWh", "SELECT total FROM power", "thousand MWh", True),
        ("56.5 million MWh", "SELECT total / 1e3 FROM power", "thousand MWh", True),
        ("56,476 MWh", "SELECT total FROM power", "thousand MWh", True),  # no scale is stated
        ("56,476 million MWh", "SELECT total FROM power", "", True),  # nobody knows better
    ],
)
def test_the_right_digits_in_another_scale_are_wrong(
    client: Client, written: str, query: str, unit: str, right: bool
) -> None:
    power = QueryResult("power", [{"total": 56476}], columns=[Column("total", unit=unit)])
    report = client.verify(
        f"They made {written}.", [power], checks=["numeric"], formulas=[Formula(written, query)]
    )
    (bound,) = report.bindings
    assert bound.verdict is (Verdict.SUPPORTED if right else Verdict.CONTRADICTED)
    reasons = [finding.details.get("reason") for finding in report.findings]
    assert ("OTHER_UNIT" in reasons) is not right


def test_the_right_amount_in_another_currency_is_wrong(client: Client) -> None:
    costs = {"costs": [{"team": "A", "spend_usd": 198_469}, {"team": "B", "spend_usd": 4_100}]}
    formulas = [Formula("€198,469", "SELECT max(spend_usd) FROM costs")]
    report = client.verify("Team A spent €198,469.", costs, checks=["numeric"], formulas=formulas)
    (bound,) = report.bindings
    assert bound.verdict is Verdict.CONTRADICTED
    (finding,) = report.findings
    assert (finding.code, finding.details["reason"]) == ("FORMULA_MISMATCH", "OTHER_UNIT")
    assert "USD" in finding.message
    right = client.verify("Team A spent $198,469.", costs, checks=["numeric"], formulas=[])
    assert right.ok


@pytest.mark.parametrize(
    "note",
    [
        "Sales were 4.2 million[^f1].\n\n[^f1]: SELECT stores from the North that sold 9 million",
        "Sales[^f1] were 4.2 million.\n\n[^f1]: SELECT sum(price) FROM sales",
    ],
)
def test_a_footnote_that_nothing_judged_is_an_error(client: Client, note: str) -> None:
    report = client.verify(note, SALES, checks=["numeric"])
    assert "FOOTNOTE_NOT_JUDGED" in {finding.code for finding in report.findings}
    assert report.decision is Decision.FAIL


def test_a_footnote_that_nothing_refers_to_is_text(client: Client) -> None:
    text = "Sales rose.\n\n[^f1]: SELECT stores from the North that sold 912 units"
    report = client.verify(text, SALES, checks=["numeric"])
    assert [bound.claim.value_text for bound in report.bindings] == ["912"]
