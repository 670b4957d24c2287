"""Plans and what became of them: overruns are of two columns, spending is what was paid."""

from __future__ import annotations

from typing import Any

import pytest

WORKS = (
    ["unit", "Budget 2023 (QAR m)", "Actual 2023 (QAR m)", "Budget 2024 (QAR m)",
     "Actual 2024 (QAR m)"],
    [["Roads", 210, 226, 240, 233], ["Parks", 48, 45, 52, 61], ["Ports", 120, 118, 131, 140]],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("In 2024 the overrun of Parks came to ⟨QAR 9 million⟩.", "QAR 19 million"),
        ("In 2024 Parks overspent by ⟨QAR 9 million⟩.", "QAR 19 million"),
        ("In 2024 Roads underspent by ⟨QAR 7 million⟩.", "QAR 77 million"),
        ("Spending on Ports was ⟨QAR 140 million⟩ in 2024.", "QAR 131 million"),
        ("Expenditure on Roads rose by ⟨3.1%⟩ from 2023 to 2024.", "41.3%"),
    ],
)
def test_words_of_spending_name_the_outcome_and_its_plan(
    flagged: Any, text: str, wrong: str
) -> None:
    # Trap: the budget of the same year.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, WORKS) == []
    assert flagged(before + wrong + after, WORKS) == [wrong]


def test_what_is_there_to_spend_was_not_spent(flagged: Any) -> None:
    assert flagged("Ports had QAR 131 million to spend in 2024.", WORKS) == []


STAFFING = (
    ["team", "plan_keur", "actual_keur", "prior_year_keur"],
    [["Design", 420, 465, 380], ["Press", 910, 872, 845], ["Legal", 1250, 1318, 1104],
     ["Repair", 336, 298, 351]],
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Repair fell short of plan by ⟨38k⟩.", "15k"),
        ("Legal beat its plan by ⟨68k⟩.", "146k"),
        ("Legal beat its plan by ⟨68k⟩.", "45k"),
    ],
)
def test_a_plan_is_held_against_what_came_in_its_own_period(
    flagged: Any, text: str, wrong: str
) -> None:
    # Trap: what came in the year before, and another team's distance.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, STAFFING) == []
    assert flagged(before + wrong + after, STAFFING) == [wrong]


SPEND = (
    ["dept", "budget_k", "actual_k", "prior_year_k"],
    [["Roads", 1200, 1285, 1150], ["Parks", 640, 598, 655], ["Libraries", 410, 433, 402]],
)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The departments together spent ⟨€66k⟩ more than budgeted.", "€76k"),
        ("Spend of all three departments was €2,316k, ⟨€66k⟩ above budget.", "€109k"),
        ("Against a combined budget of €2,250k we came in ⟨€66k⟩ over.", "€85k"),
        ("Against a budget of €640k Parks came in ⟨€42k⟩ light.", "€24k"),
        ("On a budget of €640k, Parks spent €598k, which leaves ⟨€42k⟩.", "€57k"),
        ("Roads was ⟨€85k⟩ over target.", "€58k"),
        ("Spending on Roads was ⟨€135k⟩ higher than the prior year.", "€153k"),
        ("Compared with the prior year, Parks cut ⟨€57k⟩.", "€42k"),
    ],
)
def test_rows_and_totals_are_held_against_their_budget_or_the_year_before(
    flagged: Any, text: str, wrong: str
) -> None:
    # Trap: a single department's distance for that of all, the budget for the year before.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    assert flagged(before + right + after, SPEND) == []
    assert flagged(before + wrong + after, SPEND) == [wrong]
