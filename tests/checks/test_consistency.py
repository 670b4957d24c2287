"""Which lists are taken for the parts of a whole, and what they may miss."""

from __future__ import annotations

import pytest

from sidecar.checks import Subject
from sidecar.checks.consistency import ConsistencyCheck, ConsistencySettings
from sidecar.model.report import ConsistencyDetail
from sidecar.model.text import Text


def sums(text: str, **settings: object) -> list[tuple[str, bool]]:
    check = ConsistencyCheck(ConsistencySettings.model_validate(settings))
    detail = check.run(Subject(Text(text))).detail
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
