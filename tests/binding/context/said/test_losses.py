"""Losses: less than nothing where data hold results, more where a column holds the losses."""

from __future__ import annotations

from typing import Any

import pytest

COLUMNS = ["division", "revenue", "op_result_2023", "op_result_2024"]
ROWS = [
    ["Pumps", 195.1, 21.3, 24.9],
    ["Valves", 88.2, 4.1, -2.6],
    ["Sensors", 58.8, -5.2, 3.4],
]
TITLE = "Divisions (USD m)"


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Valves made an operating loss of ⟨$2.6m⟩ in 2024.", "$3.1m"),
        ("Valves slid from a profit of $4.1m to a loss of ⟨$2.6m⟩.", "$3.1m"),
        ("Sensors went from a ⟨$5.2m⟩ loss to a $3.4m profit.", "$5.9m"),
        ("Sensors went from a $5.2m loss to a $3.4m profit, an ⟨$8.6m⟩ swing.", "$1.8m"),
        ("Sensors posted a ⟨$3.4m⟩ profit.", "$5.2m"),
    ],
)
def test_a_loss_is_a_result_below_nothing(flagged: Any, text: str, wrong: str) -> None:
    # Trap: the cell says -2.6, the text 2.6; nothing moved by either.
    before, right, after = text.replace("⟩", "⟨").split("⟨")
    table = COLUMNS, ROWS, TITLE
    assert flagged(before + right + after, table) == []
    assert wrong in flagged(before + wrong + after, table)


def test_a_profit_that_was_a_loss_is_wrong(flagged: Any) -> None:
    # Trap: without its sign the number is right.
    assert flagged("Valves posted a $2.6m profit in 2024.", (COLUMNS, ROWS, TITLE)) == ["$2.6m"]


def test_a_column_of_losses_holds_them_as_they_are(flagged: Any) -> None:
    # Trap: the change is below nothing, but the losses of the claims are not.
    rows = [["Motor", 412, -31], ["Home", 287, 12], ["Travel", 64, -5]]
    table = ["line", "claim_losses_k", "change_k"], rows
    assert flagged("Motor had losses of 412k, Home losses of 287k.", table) == []
    assert flagged("Motor had losses of 355k.", table) == ["355k"]
