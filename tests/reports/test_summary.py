"""The summary says what was counted, and never more than that."""

from __future__ import annotations

import pytest

from sidecar.model.report import Report
from sidecar.reports.summary import Summary, count_findings, format_share, summarize


def test_the_section_has_its_five_lines() -> None:
    summary = Summary(
        status="PASS", claims_total=15, claims_matched=14, math_passed=2, math_failed=0
    )
    assert summary.section() == (
        "## Result Verification Summary\n"
        "**Status**: PASS\n"
        "**Claims Checked**: 15\n"
        "**Claims Matched**: 14 (93.3%)\n"
        "**Math Checks**: 2 passed, 0 failed"
    )


def test_counts_come_from_the_report(report: Report) -> None:
    assert summarize(report) == Summary(
        status="FAIL", claims_total=2, claims_matched=1, math_passed=0, math_failed=1
    )


def test_a_check_that_failed_does_not_count_as_zero_numbers(failed_report: Report) -> None:
    # "0 checked" would read as if the text held no numbers.
    section = summarize(failed_report).section()
    assert "**Status**: UNVERIFIED" in section
    assert "**Claims Checked**: not checked" in section
    assert "**Claims Matched**: not checked" in section


@pytest.mark.parametrize(
    ("part", "whole", "wanted"),
    [
        (14, 15, "93.3%"),
        (15, 15, "100.0%"),
        (0, 15, "0.0%"),
        (0, 0, "n/a"),
        (9999, 10000, "99.9%"),  # one wrong number must not round away
        (1, 10000, "0.1%"),
    ],
)
def test_share(part: int, whole: int, wanted: str) -> None:
    assert format_share(part, whole) == wanted


def test_tally_counts_by_severity(report: Report) -> None:
    assert (
        count_findings(report)
        == "Findings: 2 error, 0 warning, 0 info. Action: HOLD (mode: enforce)."
    )


def test_tally_of_nothing(failed_report: Report) -> None:
    assert count_findings(failed_report).startswith("Findings: 0 error, 0 warning, 0 info. ")
