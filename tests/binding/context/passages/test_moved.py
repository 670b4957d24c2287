"""What a value moved from is of the period before the one that is told."""

from __future__ import annotations

from typing import Any

import pytest

LONG = (
    ["month", "line", "trips", "late_pct"],
    [
        ["2024-04", "Red", 8120, 4.1], ["2024-04", "Blue", 5230, 6.2],
        ["2024-05", "Red", 8745, 3.8], ["2024-05", "Blue", 4985, 7.9],
        ["2024-06", "Red", 9010, 5.5], ["2024-06", "Blue", 4620, 7.1],
    ],
)  # fmt: skip
WIDE = (
    ["crop", "tonnes_2022", "tonnes_2023", "tonnes_2024"],
    [["Rye", 3120, 3475, 2890], ["Oats", 1840, 1765, 2015], ["Peas", 655, 702, 811]],
)


@pytest.mark.parametrize(
    ("table", "text", "wrong"),
    [
        (LONG, "In June trips rose from ⟨8,745⟩ to 9,010 on Red.", "8,120"),
        (LONG, "Red trips rose from ⟨8,745⟩ to 9,010 in June.", "4,985"),
        (LONG, "From 8,120 in April, Red trips rose to ⟨8,745⟩ in May.", "9,010"),
        (
            LONG,
            "In June trips fell from ⟨4,985⟩ to 4,620 on Blue, rising to 9,010 on Red.",
            "5,230",
        ),
        (WIDE, "In 2024 the harvest fell from 3,475 to 2,890 tonnes of rye.", None),
        (WIDE, "In 2024 the harvest rose from ⟨1,765⟩ to 2,015 tonnes for oats.", "1,840"),
    ],
)
def test_a_move_in_one_period_begins_in_the_one_before(
    flagged: Any, table: Any, text: str, wrong: str | None
) -> None:
    assert flagged(text.replace("⟨", "").replace("⟩", ""), table) == []
    if wrong is not None:
        before, _, rest = text.partition("⟨")
        assert flagged(f"{before}{wrong}{rest.partition('⟩')[2]}", table) == [wrong]


def test_a_name_behind_both_ends_of_a_move_is_that_of_both(flagged: Any) -> None:
    text = (
        "In June the late share rose from 3.8% to 5.5% for Red and fell from {} to 7.1% for Blue."
    )
    assert flagged(text.format("7.9%"), LONG) == []
    assert flagged(text.format("6.2%"), LONG) == ["6.2%"]
