"""What the numeric check says of a number that nothing supports."""

from __future__ import annotations

import pytest

from sidecar.binding.settings import BindingSettings, NumericSettings
from sidecar.checks.base import CheckSubject
from sidecar.checks.numeric import NumericCheck
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.report import Finding, Severity
from sidecar.model.text import Text


def found(text: str, error_at: float = 0.78, **rows: str) -> list[Finding]:
    results = [
        TableIndex(decode_evidence(payload.encode(), Header(query_id=name), EvidenceLimits()))
        for name, payload in rows.items()
    ]
    settings = NumericSettings(binding=BindingSettings(error_at=error_at))
    return list(NumericCheck(settings).run(CheckSubject(Text(text), results)).findings)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Sales were 42.5.", "'42.5' is not in the query results, which have no rows"),
        ("Sales were 42.5 (QID:q).", "'42.5' is not in the query result q, which has no rows"),
    ],
)
def test_what_is_empty_is_not_told_as_missing(text: str, message: str) -> None:
    (finding,) = found(text, q="[]")
    assert finding.message == message


@pytest.mark.parametrize(
    "said", ["{} products", "a total of {} orders", "${}", "{}%", "{} minutes"]
)
@pytest.mark.parametrize("number", ["3", "37", "1,250", "2 million", "12.5"])
def test_nothing_but_zero_is_right_where_the_query_found_nothing(said: str, number: str) -> None:
    findings = found(f"There was {said.format(number)}.", q="[]")
    assert [(each.code, each.severity, each.confidence) for each in findings] == [
        ("CLAIM_NOT_FOUND", None, None)
    ]


def test_zero_rows_are_right_where_the_query_found_nothing() -> None:
    assert found("There were 0 products.", q="[]") == []


def test_a_result_beside_an_empty_one_still_speaks() -> None:
    (finding,) = found("Sales were 42.5.", q="[]", other='[{"sales": 3}]')
    assert "no rows" not in finding.message


def test_a_finding_is_a_warning_below_the_certainty_that_makes_errors() -> None:
    text, rows = "Sales in the North were 42.5.", '[{"region": "North", "sales": 3}]'
    (finding,) = found(text, q=rows)
    assert finding.confidence is not None
    (warning,) = found(text, error_at=min(1.0, finding.confidence + 0.001), q=rows)
    (error,) = found(text, error_at=finding.confidence, q=rows)
    assert (warning.severity, error.severity) == (Severity.WARNING, None)
    assert warning.verdict is error.verdict
