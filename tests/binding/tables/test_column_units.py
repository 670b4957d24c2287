"""The units that people write in the names of columns."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sidecar.binding.tables.column_units import is_unit, of_name
from sidecar.binding.units import ColumnUnit, parse
from sidecar.model.evidence import Column
from sidecar.model.number import Unit

MEASURE, COUNT, CURRENCY, PERCENT = Unit.MEASURE, Unit.COUNT, Unit.CURRENCY, Unit.PERCENT


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("output_kt", (MEASURE, "kt", 1, "")),
        ("yield_t_ha", (MEASURE, "t", 1, "ha")),  # tonnes, no trillions
        ("Yield (t/ha)", (MEASURE, "t", 1, "ha")),
        ("gust_m_s", (MEASURE, "m/s", 1, "")),
        ("top_speed_kmph", (MEASURE, "km/h", 1, "")),
        ("price_usd_t", (CURRENCY, "USD", 1, "t")),
        ("price_eur_kg", (CURRENCY, "EUR", 1, "kg")),
        ("rent_eur_m2", (CURRENCY, "EUR", 1, "m2")),
        ("pay_qar_month", (CURRENCY, "QAR", 1, "month")),
        ("cost_musd", (CURRENCY, "USD", 1_000_000, "")),
        ("salary_keur", (CURRENCY, "EUR", 1000, "")),
        ("Passengers ('000)", (COUNT, "", 1000, "")),
        ("Passengers (000s)", (COUNT, "", 1000, "")),
        ("Area (000 ha)", (MEASURE, "ha", 1000, "")),
        ("area_kha", (MEASURE, "ha", 1000, "")),
        ("subscribers_m", (COUNT, "", 1_000_000, "")),
        ("Subscribers (m)", (COUNT, "", 1_000_000, "")),
        ("depth (m)", (MEASURE, "m", 1, "")),
        ("wave_height_m", (MEASURE, "m", 1, "")),
        ("wait_min", (MEASURE, "min", 1, "")),
        ("handle_time_s", (MEASURE, "s", 1, "")),
        ("traffic_pb", (MEASURE, "PB", 1, "")),
        ("size_sqm", (MEASURE, "m²", 1, "")),
        ("per_capita_kg", (MEASURE, "kg", 1, "")),
        ("eur_m_paid", (CURRENCY, "EUR", 1_000_000, "")),
        ("usd_bn", (CURRENCY, "USD", 10**9, "")),
        ("usd_spent", (CURRENCY, "USD", 1, "")),
        ("pct_late", (PERCENT, "%", 1, "")),
        ("late_perc", (PERCENT, "%", 1, "")),
        ("revenue_usd_mm", (CURRENCY, "USD", 1_000_000, "")),
        ("Revenue $m", (CURRENCY, "USD", 1_000_000, "")),
        ("Revenue in €k", (CURRENCY, "EUR", 1000, "")),
        ("Revenue (in €k), audited", (CURRENCY, "EUR", 1000, "")),
        ("Closing balance in EUR million at month end", (CURRENCY, "EUR", 1_000_000, "")),
        ("area_sq_km", (MEASURE, "km²", 1, "")),
        ("emissions_kt_co2e", (MEASURE, "kt", 1, "")),
        ("latency_ms", (MEASURE, "ms", 1, "")),
        ("overtime_h", (MEASURE, "h", 1, "")),
        ("wait_d", (MEASURE, "day", 1, "")),
    ],
)
def test_units_of_names(name: str, unit: tuple[Unit, str, int, str]) -> None:
    kind, symbol, factor, per = unit
    assert of_name(Column(name=name)) == ColumnUnit(kind, symbol, Decimal(factor), per)


@pytest.mark.parametrize(
    "name",
    [
        "price_per_kg",  # of what the price is asked, in no currency that is told
        "births_per_1000",  # the base of a rate
        "temperature_min",  # the least
        "medals (2008)",  # a year
        "runner (s)",  # a plural
        "calls_h1",  # the first half
        "goals_h",  # at home
        "eur_rate",  # of exchange
        "btc_price",  # in another currency
        "ALL",  # no leks
    ],
)
def test_names_without_a_unit(name: str) -> None:
    assert of_name(Column(name=name)) is None


@pytest.mark.parametrize(
    ("declared", "factor"), [("million people", 1_000_000), ("'000", 1000), ("m passengers", 10**6)]
)
def test_scales_of_what_is_counted(declared: str, factor: int) -> None:
    assert parse(declared) == ColumnUnit(COUNT, "", Decimal(factor))


@pytest.mark.parametrize("name", ["keur", "musd"])
def test_an_amount_of_a_currency_is_no_part_of_a_name(name: str) -> None:
    assert is_unit(name)
    assert not is_unit("kraft")
