"""What a column is, from its name and its values."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict


def test_a_code_of_a_currency_in_a_name_is_its_unit(bind: Any) -> None:
    bound, _ = bind("In 2022 revenue was €40.", ["year", "revenue_usd"], [[2021, 37], [2022, 40]])
    assert bound[0].binding.verdict is not Verdict.SUPPORTED


@pytest.mark.parametrize(
    ("name", "said", "right"),
    [
        ("area_ha", "40 ha", True),
        ("area_ha", "40 acres", False),
        ("harvest_t", "40 lb", False),
        ("battery_mah", "40 Wh", False),
        ("wait (days)", "40 weeks", False),
        ("width (mm)", "40 inches", False),
    ],
)
def test_another_unit_of_the_same_kind_is_a_mismatch(
    bind: Any, name: str, said: str, right: bool
) -> None:
    # Trap: only symbols were known units, so that no unit in words could clash.
    noun = name.replace("_", " ").split(maxsplit=1)[0]
    bound, _ = bind(f"In 2022 the {noun} was {said}.", ["year", name], [[2021, 37], [2022, 40]])
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


@pytest.mark.parametrize(
    ("said", "right"), [("7 MW", True), ("0.007 GW", True), ("0.07 GW", False), ("7 GWh", False)]
)
def test_a_measure_is_compared_in_the_size_that_the_text_writes(
    bind: Any, said: str, right: bool
) -> None:
    rows = [["Alder", 7], ["Birch", 4]]
    bound, _ = bind(f"The load of Alder was {said}.", ["plant", "load (MW)"], rows)
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


@pytest.mark.parametrize(
    ("name", "said", "right"),
    [
        ("flow (million m3)", "The flow of Alder was 382 million cubic metres.", True),
        ("flow (million m3)", "The flow of Alder was 382 thousand cubic metres.", False),
        ("flow (Mm3)", "The flow of Alder was 0.382 km³.", True),
        ("price (USD per tonne)", "Alder had a price of $382 a tonne.", True),
        ("price (USD/t)", "Alder had a price of €382 per tonne.", False),
        ("use (kWh/m3)", "The use of Alder was 382 kWh per cubic metre.", True),
        ("use (kWh/m3)", "The use of Alder was 382 GWh per cubic metre.", False),
        ("output (Ml/d)", "The output of Alder was 382 million litres a day.", True),
        ("output (Ml/d)", "The output of Alder was 382,000 m³ per day.", True),
    ],
)
def test_units_of_several_parts_are_read_in_names(
    bind: Any, name: str, said: str, right: bool
) -> None:
    bound, _ = bind(said, ["plant", name], [["Alder", 382], ["Birch", 451]])
    assert (bound[0].binding.verdict is Verdict.SUPPORTED) is right


def test_a_unit_names_no_column_beside_one_of_that_unit_that_words_name(flagged: Any) -> None:
    # Both are in minutes; a date and a bracket stand between the name and its number.
    columns = ["date", "setup time (min)", "idling (min)"]
    rows = [["2024-05-03", 46.1, 43.2], ["2024-05-04", 30.2, 12.4]]
    text = "The setup time on 2024-05-03 ({} min) drew attention."
    assert flagged(text.format("43.2"), (columns, rows)) == ["43.2 min"]
    assert not flagged(text.format("46.1"), (columns, rows))


def test_keys_that_are_counted_are_no_key(flagged: Any) -> None:
    rows = [["Harbour", 214], ["Garden", 138], ["Dunes", 302]]
    assert flagged("The three inns let 654 keys in total.", (["inn", "keys"], rows)) == []
