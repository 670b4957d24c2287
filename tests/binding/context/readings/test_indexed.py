"""Index numbers: multiples of the value of the period that is put at a hundred."""

from __future__ import annotations

from typing import Any

import pytest

MILLS = (
    ["mill", "flour_2021", "flour_2022", "flour_2023"],
    [["Aske", 412, 431, 475], ["Bure", 188, 176, 169]],
)
FARES = (
    ["month", "passengers (thousand)", "average fare (EUR)"],
    [["2024-01", 81.2, 2.4], ["2024-02", 84.9, 2.4], ["2024-03", 97.5, 2.6]],
)


@pytest.mark.parametrize(
    ("text", "right", "wrong", "table"),
    [
        ("With 2021 set to 100, flour stood at {} in Aske in 2023.", "115.3", "110.2", MILLS),
        ("Taking 2021 as 100, Bure is now down to {}.", "89.9", "96.0", MILLS),
        ("Indexed to 2021 (= 100), flour reached {} in Aske in 2023.", "115.3", "110.2", MILLS),
        ("Flour milled at Aske (2022 = 100): {}", "110.2", "115.3", MILLS),
        ("If January is put at 100, passengers reached {} in March.", "120.1", "114.8", FARES),
    ],
)
def test_an_index_number_is_held_to_its_base_and_period(
    flagged: Any, text: str, right: str, wrong: str, table: Any
) -> None:
    assert flagged(text.format(right), table) == []
    assert flagged(text.format(wrong), table) == [wrong]


def test_a_hundred_that_no_period_is_put_at_is_a_number_as_any(flagged: Any) -> None:
    assert flagged("In 2021 the mill at Aske made 100 tonnes of flour.", MILLS) == ["100 tonnes"]
