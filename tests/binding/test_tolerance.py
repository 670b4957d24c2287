"""How far a value may be from a number."""

from __future__ import annotations

import numpy as np
import pytest

from fastpath import aiming
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import reach, tolerated
from sidecar.model.text import Text
from sidecar.text.claims import extract
from sidecar.text.options import ExtractOptions

STRICT = {"rounding": {"abs_epsilon": 0, "rel_epsilon": 0}, "percent": {"epsilon_pct": 0}}


def interval(text: str, **settings: object) -> tuple[float, float]:
    (claim,) = extract(Text(text), ExtractOptions()).claims
    low, high, _ = tolerated(claim.number, NumericSettings.model_validate(settings))
    return float(low), float(high)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("1,000 people", 990, 1010),  # one percent
        ("12 people", 11.5, 12.999999),  # half, and truncation
        ("1.5 points each", 1.45, 1.5999999),  # no absolute tolerance for decimals, but truncation
        ("15%", 14.5, 15.999999),
        ("250 bps", 2.475, 2.525),  # half a percentage point would be 50 of them
        ("QAR 12,300", 12177, 12423),  # one percent is more than fifty
        ("QAR 2,300", 2250, 2350),  # fifty, being rounded to a hundred
        ("QAR 2,345", 2321.55, 2368.45),  # not rounded: only the relative tolerance
        ("QAR 5", 4.5, 5.5),  # trap: fifty riyals around five would match anything
        ("$2 million", 1500000, 2500000),  # trap: 2,990,000 is not cut off to it
        ("1 %", 0.5, 1.5),  # trap: nor 1.99 %
        ("25 km", 24.5, 25.999999),  # two digits count
        ("$1.2 million", 1150000, 1299999.9),
        ("-12 points", -12.999999, -11.5),  # truncation goes away from zero
    ],
)
def test_shipped_tolerances(text: str, low: float, high: float) -> None:
    assert interval(text) == pytest.approx((low, high), rel=1e-6)


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("over 1,600 people", 1599.5, 1650),
        ("nearly 20 people", 18, 20.02),
        ("nearly 2 million people", 1800000, 2002000),  # trap: 1.5 million rounds to it
        ("almost 1,600 people", 1550, 1600.5),
        ("just under 28%", 27.5, 28.028),
        ("just over 28%", 27.972, 28.5),
        ("just over 65%", 64.935, 67.5),
        ("slightly more than 1,300 people", 1299.5, 1350),
        ("close to 300 people", 270, 330),
        ("nearly -20 points", -20.02, -18),
        ("about 1,200 people", 1150, 1250),
        ("over 96 people", 95.5, 96.999999),
        ("over 100 people", 99.5, 105),  # trap: half of its step would let 149 pass
        ("roughly 10,000 people", 9500, 10500),
        ("exactly 1,000 people", 999.5, 1000.5),
        ("fewer than 3.5 points", 3.4, 3.5999999),
    ],
)
def test_hedges_open_the_side_that_they_name(text: str, low: float, high: float) -> None:
    assert interval(text, **STRICT) == pytest.approx((low, high), rel=1e-6)


def test_a_setting_stops_hedges() -> None:
    strict = {"rounding": {**STRICT["rounding"], "hedge_epsilon": 0}}
    assert interval("roughly 10,000 people", **strict) == pytest.approx((9999.5, 10000.999999))


def test_exactly_tolerates_nothing_that_the_settings_would() -> None:
    assert interval("exactly 1,000 people") == (999.5, 1000.5)


def test_words_do_not_truncate() -> None:
    assert interval("twelve people", **STRICT) == (11.5, 12.5)


@pytest.mark.parametrize("settings", [{}, STRICT, {"rounding": {"rel_epsilon": 0.2}}])
@pytest.mark.parametrize(
    "text",
    [
        "1,000 people",
        "12 people",
        "exactly 7",
        "1.5 points each",
        "15 %",
        "250 bps",
        "QAR 12,300",
        "QAR 5",
        "$1.2 million",
        "-12 points",
        "about 1,600",
        "over 100",
        "nearly 20",
        "six",
        "0",
    ],
)
def test_no_tolerance_reaches_further_than_floats_look(text: str, settings: object) -> None:
    # Trap: what lies outside of the reach is taken for absent without a decimal.
    claims = extract(Text(text), ExtractOptions()).claims
    strict = NumericSettings.model_validate(settings)
    figures, begun = claims.figures, aiming.Begun.of(1)
    claimed = figures.values, figures.steps, figures.short.view(np.uint8)
    tolerances = reach(claims[0].number, strict)
    aiming.begin(np.array([0]), claimed, np.array([3.0]), tolerances, begun)
    (widest,) = begun.reached.tolist()
    low, high, _ = tolerated(claims[0].number, strict)
    assert widest > max(high - claims[0].number.value, claims[0].number.value - low)
