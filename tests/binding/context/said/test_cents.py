"""Small coins are parts of the money that data are in, unless data are in coins themselves."""

from __future__ import annotations

from typing import Any

import pytest

HOURS = (
    ["region", "cpu_hrs_k", "usd_per_cpu_hr"],
    [["North", 205, 0.0461], ["South", 188, 0.0412], ["East", 122, 0.0367]],
)
MILK = (["dairy", "price_p"], [["Ash", 40.3], ["Elm", 38.1], ["Fir", 35.8]])


@pytest.mark.parametrize(("said", "wrong"), [("4.61", []), ("4.16", ["4.16 cents"])])
def test_cents_are_hundredths_of_dollars(flagged: Any, said: str, wrong: list[str]) -> None:
    assert flagged(f"The North pays {said} cents per CPU-hour.", HOURS) == wrong


def test_coins_of_data_in_coins_stay_as_they_are(flagged: Any) -> None:
    assert flagged("Ash pays a price of 40.3p, Fir one of 38.5p.", MILK) == ["38.5p"]
