"""What a declared unit says about a column."""

from __future__ import annotations

from decimal import Decimal

import pytest

from sidecar.binding.units import ColumnUnit, Scale, parse, scales
from sidecar.model.number import Number, NumberForm, Unit
from sidecar.model.text import Span

D = Decimal


@pytest.mark.parametrize(
    ("unit", "kind", "symbol", "factor"),
    [
        ("", None, "", "1"),
        ("percent", Unit.PERCENT, "%", "1"),
        ("%", Unit.PERCENT, "%", "1"),
        ("fraction", Unit.PERCENT, "%", "100"),
        ("bps", Unit.PERCENT, "bps", "0.01"),
        ("basis points", Unit.PERCENT, "bps", "0.01"),  # spelled as a text would
        ("per cent", Unit.PERCENT, "%", "1"),
        ("count", Unit.COUNT, "", "1"),
        ("thousands", Unit.COUNT, "", "1000"),
        ("QAR", Unit.CURRENCY, "QAR", "1"),
        ("$", Unit.CURRENCY, "USD", "1"),
        ("QAR m", Unit.CURRENCY, "QAR", "1000000"),
        ("(USD million)", Unit.CURRENCY, "USD", "1000000"),
        ("$bn", Unit.CURRENCY, "USD", "1000000000"),
        ("C$", Unit.CURRENCY, "CAD", "1"),
        ("km", Unit.MEASURE, "km", "1"),
        ("m", Unit.MEASURE, "m", "1"),  # metres: alone, a letter is a unit and no scale
        ("thousand tonnes", Unit.MEASURE, "t", "1000"),
        ("million cubic metres", Unit.MEASURE, "m³", "1000000"),
        ("Mm3", Unit.MEASURE, "m³", "1000000"),  # no cube of megametres
        ("births per 1000 women", Unit.MEASURE, "births per 1000 women", "1"),
    ],
)
def test_parse(unit: str, kind: Unit | None, symbol: str, factor: str) -> None:
    assert parse(unit) == ColumnUnit(kind, symbol, D(factor))


@pytest.mark.parametrize(
    ("spellings", "unit"),
    [
        (["% of GDP", "percent of total", "percentage", "% p.a.", "% (0-100)", "in %"], "%"),
        (["% points", "percentage points"], "pp"),
        (["0-1", "share (0-1)", "ratio (0-1)", "decimal fraction"], "fraction"),
        (["current US$", "constant 2015 US$", "international-$ in 2017 prices"], "USD"),
        (["US dollars", "U.S. dollars", "USD (2015)", "USD, gross"], "USD"),
        (["USD, millions", "USD (millions)", "USD in millions", "USD mm", "$mm"], "USD million"),
        (["TEUR", "T€", "EUR thou", "Tsd. €", "thou. EUR"], "EUR thousand"),
        (["Mio. €", "EUR mio", "EUR million, current prices"], "EUR million"),
        (["persons (thousands)", "people in thousands", "1000 persons"], "thousands"),
        (["tCO2e", "t CO2", "tonnes of CO2", "t CO₂-eq"], "t"),
        (["degC", "deg C", "degrees C", "degrees Celsius", "C"], "°C"),
        (["sq m", "sq. m", "square metres"], "m2"),
        (["b/d", "bpd", "bbl/day"], "barrels per day"),
        (["#", "no.", "pcs", "unitless"], "count"),
        (["float", "n/a", "-", "string"], ""),
    ],
)
def test_spellings_of_one_unit(spellings: list[str], unit: str) -> None:
    assert [parse(spelling) for spelling in spellings] == [parse(unit)] * len(spellings)


@pytest.mark.parametrize("unit", ["per 1,000", "out of 1000", "deaths per 100,000", "HH:MM"])
def test_no_scale_is_taken_from_a_base_or_a_format(unit: str) -> None:
    assert parse(unit) == ColumnUnit(Unit.MEASURE, unit)


@pytest.mark.parametrize(
    ("unit", "wanted"),
    [
        ("USD per tonne", ColumnUnit(Unit.CURRENCY, "USD", D(1), "tonne")),
        ("QAR/kWh", ColumnUnit(Unit.CURRENCY, "QAR", D(1), "kwh")),
        ("million litres per day", ColumnUnit(Unit.MEASURE, "l", D(10**6), "day")),
        ("Ml/d", ColumnUnit(Unit.MEASURE, "l", D(10**6), "d")),  # no millilitres
    ],
)
def test_what_a_unit_is_counted_for_does_not_hide_it(unit: str, wanted: ColumnUnit) -> None:
    assert parse(unit) == wanted


def number(
    value: str, unit: Unit = Unit.COUNT, symbol: str = "", form: NumberForm = NumberForm.DIGITS
) -> Number:
    return Number(Span(0, 1), D(value), D(value), D(value), unit, symbol, form=form)


PERCENT = number("15", Unit.PERCENT, "%")
QAR = number("15", Unit.CURRENCY, "QAR")
BARE = number("15")
KM = number("15", Unit.MEASURE, "km")
QAR_MILLION = QAR._replace(scale=6)
MISFIT = "UNIT_MISMATCH"


@pytest.mark.parametrize(
    ("asked", "unit", "wanted"),
    [
        (PERCENT, "", [Scale()]),  # trap: 15 % is no 0.15 of a column that tells no scale
        (PERCENT, "percent", [Scale(), Scale(D(100), at_most=D(1), code=MISFIT)]),
        (PERCENT, "fraction", [Scale(D(100)), Scale(code=MISFIT)]),
        (PERCENT, "count", [Scale(code=MISFIT)]),
        (PERCENT, "QAR", [Scale(code=MISFIT)]),
        (PERCENT, "km", [Scale(code=MISFIT)]),
        (QAR, "", [Scale()]),
        (QAR, "QAR", [Scale()]),
        (QAR, "QAR m", [Scale(D(1000000)), Scale(code=MISFIT)]),
        (QAR_MILLION, "QAR", [Scale(), Scale(D(1000000), code=MISFIT)]),
        (QAR, "millions", [Scale(D(1000000)), Scale(code=MISFIT)]),  # of what is not said
        (QAR, "USD", [Scale(code=MISFIT)]),
        (QAR, "percent", [Scale(code=MISFIT)]),
        (QAR, "count", [Scale(code=MISFIT)]),
        (KM, "kg", [Scale(code=MISFIT)]),
        (KM, "km", [Scale()]),
        (KM, "m", [Scale(D("0.001")), Scale(code=MISFIT)]),  # 15 km of 15 m: the unit is wrong
        (number("15", Unit.MEASURE, "l"), "l/day", [Scale()]),
        (KM, "percent", [Scale(code=MISFIT)]),
        (KM, "count", [Scale()]),
        (number("15", Unit.MEASURE, "mi²"), "km²", [Scale(code=MISFIT)]),
        (KM, "leagues", [Scale()]),  # an unknown unit is no clash
        (
            number("15", Unit.CURRENCY, "cent"),
            "USD",
            [Scale()],
        ),  # no ISO code: unknown, no conflict
        (BARE, "percent", [Scale()]),
        (BARE, "QAR m", [Scale(), Scale(D(1000000))]),
        (BARE, "fraction", [Scale(), Scale(D(100))]),
        (number("0.5", form=NumberForm.FRACTION), "percent", [Scale(D("0.01"))]),
    ],
)
def test_scales(asked: Number, unit: str, wanted: list[Scale]) -> None:
    assert list(scales(asked, parse(unit))) == wanted
