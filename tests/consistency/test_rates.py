"""Exchange rates: what is one, and whose counts."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pytest
from consistency.texts import found, verdicts
from pydantic import ValidationError

from sidecar.consistency.settings import CurrencyRate, merge_rates

GIVEN: dict[str, Any] = {"from": "USD", "to": "QAR", "rate": "3.64", "date": "2026-11-01"}


def rate(**changes: object) -> CurrencyRate:
    return CurrencyRate.model_validate(GIVEN | changes)


def test_a_rate_is_read_exactly() -> None:
    assert rate().rate == Decimal("3.64")
    assert rate(rate=3.64).rate == Decimal("3.64")  # YAML has floats
    assert rate(date=date(2026, 11, 1)) == rate()  # and days


@pytest.mark.parametrize(
    "changes",
    [
        {"rate": "0"},
        {"rate": "-3.64"},
        {"rate": "NaN"},
        {"rate": "1e3"},
        {"rate": "1,000"},
        {"rate": ""},
        {"rate": "1" * 13},
        {"rate": "٣"},
        {"from": "usd"},
        {"from": "USDX"},
        {"from": "USD\n"},
        {"to": "USD"},
        {"date": "2026-13-01"},
        {"date": "1700000000"},
        {"date": 1700000000},
        {"date": datetime(2026, 11, 1, 12, 0)},  # noqa: DTZ001 - what YAML makes of a time
        {"date": ""},
        {"source": "USD"},
    ],
)
def test_what_is_no_rate(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        rate(**changes)


def test_a_rate_without_a_date_holds_for_any_day_and_is_the_earliest() -> None:
    undated = {name: said for name, said in GIVEN.items() if name != "date"}
    for year in ("", " in 1999", " in 2026"):
        text = f"It cost $1,000 (QAR 3,640){year}."
        assert verdicts(text, currency_rates=[undated]) == [("currency", True)]
    [wrong] = found("It cost $1,000 (QAR 4,000).", currency_rates=[undated])
    assert wrong.parts.endswith("at 3.64")
    # The dated one corrects it, whatever order they are given in.
    other = undated | {"rate": "3.5"}
    for rates in ([GIVEN, other], [other, GIVEN]):
        [wrong] = found("It cost $1,000 (QAR 4,000).", currency_rates=rates)
        assert wrong.parts.endswith("of 2026-11-01")


def test_the_servers_rates_stand() -> None:
    own = [rate()]
    other = rate(**{"from": "EUR"})
    assert merge_rates(own, [rate(**{"from": "QAR", "to": "USD", "rate": "1"}), other]) == (
        *own,
        other,
    )


def test_a_rate_hides_what_its_last_digit_can() -> None:
    text = "It costs $1,000,000 (QAR 3,644,000)."
    assert verdicts(text, currency_rates=[GIVEN]) == [("currency", True)]
    sharper = GIVEN | {"rate": "3.6400"}
    assert verdicts(text, currency_rates=[sharper]) == [("currency", False)]


def test_the_latest_rate_mends() -> None:
    rates = [GIVEN | {"rate": "3.5", "date": "2025-01-01"}, GIVEN]
    [one] = found("It costs $100 (QAR 500).", currency_rates=rates)
    assert (one.passed, one.total) == (False, Decimal(364))


def test_any_rate_explains() -> None:
    rates = [GIVEN | {"rate": "5.0", "date": "2025-01-01"}, GIVEN]
    assert verdicts("It costs $100 (QAR 500).", currency_rates=rates) == [("currency", True)]
    assert verdicts("In 2026 it costs $100 (QAR 500).", currency_rates=rates) == [
        ("currency", False)
    ]
