"""How far a value may be from a number."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fastpath import settling
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import reach, tolerated
from sidecar.model.number import Number, Qualifier
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions

SEED = {
    "rounding": {"abs_epsilon": "0.5", "rel_epsilon": "0.01"},
    "percent": {"epsilon_pct": "0.5"},
    "currency": {"epsilon_amount": 50},
}
"""The tolerances of settings/citations-required.yaml."""
STRICT = {"rounding": {"abs_epsilon": 0, "rel_epsilon": 0}, "percent": {"epsilon_pct": 0}}


def interval(text: str, **settings: object) -> tuple[float, float]:
    (claim,) = extract_numbers(Text(text), ExtractOptions()).claims
    low, high = tolerated(claim.number, NumericSettings.model_validate(settings))
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
def test_tolerances_that_a_file_sets(text: str, low: float, high: float) -> None:
    assert interval(text, **SEED) == pytest.approx((low, high), rel=1e-6)


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


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("2,065 people", 2064.5, 2065.999999),  # trap: 2,056 is within one percent
        ("2.2%", 2.15, 2.299999),  # trap: 2.6 % is within half a point
        ("44.04%", 44.035, 44.04999999),  # trap: 44.07 %
        ("4,127 people", 4126.5, 4127.999999),  # cut off, but not 4,128
        ("QAR 2,345", 2344.5, 2345.999999),
        ("1.50 points", 1.495, 1.50999999),  # a zero behind the point is written out
        ("7 points", 6.5, 7.5),
        ("100 people", 99, 101),
        ("48,000 people", 47520, 48480),  # rounded to thousands, but one percent at most
        ("16,900 people", 16850, 16950),
        ("$1.20 million", 1195000, 1209999.99),
        ("10 people", 9.5, 10.999999),
        ("about 2,065 people", 2044.35, 2085.65),
        ("over 1,600 people", 1599.5, 1650),
    ],
)
def test_a_number_in_full_has_no_tolerance(text: str, low: float, high: float) -> None:
    assert interval(text) == pytest.approx((low, high), rel=1e-6)


WHOLE = st.integers(10, 9_999_999)


@given(WHOLE, st.integers(-200, 200))
def test_a_number_in_full_agrees_with_its_own_value_only(value: int, off: int) -> None:
    said = value + 1 if value % 10 == 0 else value  # no zeros at its end
    low, high = interval(f"{said} people")
    assert (low <= said + off <= high) is (off == 0)


@given(
    st.decimals("0.01", "999999", places=6),
    st.integers(0, 5),
    st.sampled_from([ROUND_HALF_EVEN, ROUND_HALF_UP]),
    st.booleans(),
)
def test_a_rounded_value_agrees_at_any_place(
    value: Decimal, places: int, how: str, percent: bool
) -> None:
    rounded = value.quantize(Decimal(1).scaleb(-places), how)
    number = read(f"{rounded:f}%" if percent else f"{rounded:f} points")
    assert number.low <= value <= number.high
    low, high = tolerated(number, NumericSettings())
    assert low <= value <= high


@given(st.integers(1000, 9_999_999), st.integers(1, 5), st.sampled_from(["half", "cut"]))
def test_zeros_are_a_rounding_of_what_two_digits_are_left_of(
    value: int, place: int, how: str
) -> None:
    step = 10**place
    rounded = (value + (step // 2 if how == "half" else 0)) // step * step
    if rounded < 10 * step:
        return  # one digit is left
    low, high = tolerated(read(f"{rounded} people"), NumericSettings())
    near = abs(value - rounded) <= min(step / 2, rounded / 100)
    assert not near or low <= value <= high


@given(st.integers(1, 9), st.sampled_from(["", " thousand", " million"]), st.integers(51, 99))
def test_one_digit_that_is_cut_takes_a_hedge(digit: int, scale: str, rest: int) -> None:
    number = read(f"{digit}{scale} people")
    value = number.value * (1 + Decimal(rest) / 100 / digit)
    assert not _agrees(number, value, NumericSettings())
    assert _agrees(number._replace(qualifier=Qualifier.OVER), number.value, NumericSettings())


@given(
    st.sampled_from(
        ["{}", "about {}", "over {}", "nearly {}", "{}%", "QAR {}", "-{}", "{} million"]
    ),
    st.integers(1, 999) | st.integers(3_000, 99_999) | st.decimals("0.1", "999", places=1),
    st.tuples(*[st.decimals(0, 1, places=3)] * 2),
)
def test_a_wider_tolerance_loses_no_value(
    said: str, value: object, shares: tuple[Decimal, Decimal]
) -> None:
    number = read(f"{said.format(value)} in all")
    intervals = [
        tolerated(
            number,
            NumericSettings.model_validate(
                {
                    "rounding": {"rel_epsilon": share, "abs_epsilon": share},
                    "percent": {"epsilon_pct": share},
                    "currency": {"epsilon_amount": share * 50},
                }
            ),
        )
        for share in sorted(shares)
    ]
    narrow, wide = intervals
    assert wide.low <= narrow.low
    assert narrow.high <= wide.high


@given(st.integers(1, 99_999), st.integers(1, 99_999), st.sampled_from(["people", "%"]))
def test_the_keys_of_a_file_restore_what_they_were(said: int, value: int, unit: str) -> None:
    number = read(f"{said} {unit}")
    diff = abs(value - said)
    within = diff <= 0.5 or diff / said <= 0.01
    assert not within or _agrees(number, Decimal(value), NumericSettings.model_validate(SEED))
    assert within or not _agrees(number, Decimal(value), NumericSettings.model_validate(SEED))


def read(said: str) -> Number:
    (claim,) = extract_numbers(Text(f"It was {said}."), ExtractOptions()).claims
    return claim.number


def _agrees(number: Number, value: Decimal, settings: NumericSettings) -> bool:
    low, high = tolerated(number, settings)
    return low <= value <= high


def test_a_setting_stops_hedges() -> None:
    strict = {"rounding": {**STRICT["rounding"], "hedge_epsilon": 0}}
    assert interval("roughly 10,000 people", **strict) == pytest.approx((9999.5, 10000.999999))


def test_exactly_tolerates_nothing_that_the_settings_would() -> None:
    assert interval("exactly 1,000 people", **SEED) == (999.5, 1000.5)


def test_words_do_not_truncate() -> None:
    assert interval("twelve people", **STRICT) == (11.5, 12.5)


@pytest.mark.parametrize("settings", [{}, SEED, STRICT, {"rounding": {"rel_epsilon": 0.2}}])
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
    claims = extract_numbers(Text(text), ExtractOptions()).claims
    strict = NumericSettings.model_validate(settings)
    figures, begun = claims.figures, settling.PreparedClaims.of(1)
    claimed = figures.values, figures.steps, figures.short.view(np.uint8)
    tolerances = reach(claims[0].number, strict)
    settling.begin(np.array([0]), claimed, np.array([3.0]), tolerances, begun)
    (widest,) = begun.reached.tolist()
    low, high = tolerated(claims[0].number, strict)
    assert widest > max(high - claims[0].number.value, claims[0].number.value - low)
