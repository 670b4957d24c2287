"""Which lists are taken for the parts of a whole, and what they may miss."""

from __future__ import annotations

import time

import pytest

from sidecar.checks import CheckError, CheckSubject
from sidecar.checks.consistency import ConsistencyCheck, ConsistencySettings
from sidecar.model.check_details import ConsistencyDetail
from sidecar.model.text import Text


def sums(text: str, **settings: object) -> list[tuple[str, bool]]:
    check = ConsistencyCheck(ConsistencySettings.model_validate(settings))
    detail = check.run(CheckSubject(Text(text))).detail
    assert isinstance(detail, ConsistencyDetail)
    return [(m.name, m.passed) for m in detail.math_checks]


@pytest.mark.parametrize(
    ("shares", "passed"),
    [
        (["45", "30", "24"], True),  # three whole numbers can hide 1.5
        (["45", "30", "23"], False),
        (["45.2", "30.1", "24.5"], True),  # 0.2 off, inside epsilon_pct
        (["45.2", "30.1", "24.1"], False),  # three tenths can hide 0.15, epsilon_pct is 0.5
        (["50", "50"], True),
        (["50", "51.6"], False),  # 0.5 + 0.05 can be hidden
        (["33.33", "33.33", "33.34"], True),
    ],
)
def test_what_a_sum_may_miss(shares: list[str], passed: bool) -> None:
    text = "\n".join(f"- {share}% in sector {chr(65 + i)}" for i, share in enumerate(shares))
    assert sums(text) == [("percent_sum_L1", passed)]


@pytest.mark.parametrize(
    "text",
    [
        "- 45% in construction",  # one part is no group
        "45% in construction, 30% in services, 10% elsewhere",  # no list
        "- 45% of men, 40% of women\n- 55% of men, 60% of women",  # two shares an item
        "- 45% in construction\n- services\n- 40% elsewhere",  # an item without
        "- rose by 45%\n- fell by 40%",  # changes
        "- 120% here\n- -20% there",  # no shares
        "- 45 pp\n- 50 pp",  # points
        "- 5% unemployment\n- 2% inflation",  # far from a whole
        "- 45% in construction\n\n# Next\n\n- 50% in services",  # two lists
        "- between 40 and 50% here\n- 50% there",  # a range
    ],
)
def test_what_is_no_group_of_shares(text: str) -> None:
    assert sums(text) == []


def test_groups_are_named_by_their_line() -> None:
    text = "Intro\n\n1. 60% a\n2. 40% b\n\nThen:\n\n* 70% c\n* 10% d\n"
    assert sums(text) == [("percent_sum_L3", True), ("percent_sum_L8", False)]


def test_the_check_can_be_switched_off() -> None:
    assert sums("- 45%\n- 40%", sum_to_100=False) == []


def test_a_wider_epsilon_passes() -> None:
    assert sums("- 45.2%\n- 30.1%\n- 24.1%", epsilon_pct=1) == [("percent_sum_L1", True)]


def test_too_many_numbers_are_a_failure_and_no_pass() -> None:
    with pytest.raises(CheckError) as failed:
        sums("- 60% a\n- 40% b", max_numbers=1)
    assert failed.value.reason == "TOO_MANY_NUMBERS"


def test_too_many_blocks_are_no_pass() -> None:
    with pytest.raises(CheckError) as failed:
        sums("- 60% a\n- 40% b\n- c", max_blocks=2)
    assert failed.value.reason == "TOO_MANY_BLOCKS"


@pytest.mark.parametrize("row", ["|\n", "| | |\n", "a\n", "%\n", "- a\n", "#\n"])
def test_a_mebibyte_of_empty_rows_is_judged_or_refused_within_seconds(row: str) -> None:
    text = "- 5 %\n\n|a|b|\n|-|-|\n" + row * (2**20 // len(row))
    started = time.thread_time()
    with pytest.raises(CheckError):
        sums(text)
    assert time.thread_time() - started < 3  # measured: 0.1


def test_parts_can_be_switched_off() -> None:
    text = "12 + 30 = 43\n\n| a | n |\n|---|---|\n| x | 1 |\n| y | 2 |\n| Total | 4 |\n"
    assert sums(text) == [("equation_L1", False), ("table_total_L7", False)]
    assert sums(text, arithmetic=False) == [("table_total_L7", False)]
    assert sums(text, table_totals=False) == [("equation_L1", False)]


def test_a_failed_sum_says_what_would_mend_it() -> None:
    text = "Staff rose from 4,000 to 5,000, up 35 %."
    outcome = ConsistencyCheck(ConsistencySettings()).run(CheckSubject(Text(text)))
    [finding] = outcome.findings
    assert finding.message == "the change from 4,000 to 5,000 is 25, not 35"
    assert finding.details == {
        "math_check": "growth_L1",
        "parts": "the change from 4,000 to 5,000",
        "total": "25",
        "expected": "35",
        "mend": "25",
    }
    assert finding.repair is not None
    assert (Text(text).slice(finding.repair.span), finding.repair.replacement) == ("35 %", "25 %")


def test_a_group_of_shares_has_no_number_to_mend() -> None:
    outcome = ConsistencyCheck(ConsistencySettings()).run(CheckSubject(Text("- 45 % a\n- 40 % b")))
    assert outcome.findings[0].repair is None
    assert "mend" not in outcome.findings[0].details


def test_a_text_without_cues_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object) -> None:
        raise AssertionError("the numbers were read")

    monkeypatch.setattr("sidecar.text.claims.extract_numbers", read)
    assert (
        sums("The North has 1,234 staff, the South 6,578, and people came from many towns.") == []
    )
    with pytest.raises(AssertionError):
        sums("- 45 % a\n- 40 % b")
