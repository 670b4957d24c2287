"""What a column is, from its name and its values."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("clouds_all", "In 2022 cloud cover was 40%."),  # ALL is the lek
        ("world_cup", "In 2022 the world cup had 40 goals."),  # CUP is a peso
        ("runner (s)", "In 2022 the runners were 40."),  # no seconds
        ("viewers (2005) (thousands)", "In 2022 there were 40,000 viewers."),  # 2005 is no unit
        ("cost (usd)", "In 2022 the cost was $40."),  # small letters, but in brackets
    ],
)
def test_units_in_names_are_not_seen_where_there_are_none(bind: Any, name: str, said: str) -> None:
    bound, _ = bind(said, ["year", name], [[2021, 37], [2022, 40], [2023, 51]])
    assert [each.binding.verdict for each in bound] == [Verdict.SUPPORTED]


def test_a_code_of_a_currency_in_a_name_is_its_unit(bind: Any) -> None:
    bound, _ = bind("In 2022 revenue was €40.", ["year", "revenue_usd"], [[2021, 37], [2022, 40]])
    assert bound[0].binding.verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("said", "right"), [("7 MW", True), ("0.007 GW", True), ("0.07 GW", False), ("7 GWh", False)]
)
def test_a_measure_is_compared_in_the_size_that_the_text_writes(
    bind: Any, said: str, right: bool
) -> None:
    rows = [["Alder", 7], ["Birch", 4]]
    bound, _ = bind(f"The load of Alder was {said}.", ["plant", "load (MW)"], rows)
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right
