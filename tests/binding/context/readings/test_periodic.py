"""Means of what all rows of a period come to, where a table has several for each."""

from __future__ import annotations

from typing import Any

import pytest

TABLE = (
    ["year", "port", "ships", "tonnage_kt"],
    [
        [2022, "Arl", 410, 3120], [2022, "Bex", 265, 1480], [2022, "Cor", 118, 960],
        [2023, "Arl", 432, 3345], [2023, "Bex", 241, 1395], [2023, "Cor", 131, 1010],
        [2024, "Arl", 455, 3610], [2024, "Bex", 252, 1440], [2024, "Cor", 149, 1105],
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Average annual calls over the three years were {} ships.",
        "On average, {} ships called each year.",
        "Between 2022 and 2024 an average of {} ships a year called.",
    ],
)
@pytest.mark.parametrize(("said", "wrong"), [("818", False), ("951", True)])
def test_a_mean_by_year_is_of_what_all_ports_had(
    flagged: Any, text: str, said: str, wrong: bool
) -> None:
    assert flagged(text.format(said), TABLE) == [said] * wrong


def test_the_mean_of_the_rows_is_none_of_the_years(flagged: Any) -> None:
    assert flagged("Annual ships averaged 273.", TABLE) == ["273"]
