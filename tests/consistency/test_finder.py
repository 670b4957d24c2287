"""Whatever is consistent before rounding is never flagged; whatever rounding cannot explain is."""

from __future__ import annotations

from collections.abc import Callable
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

import pytest
from consistency.texts import NAMES, amounts, found, rounded, verdicts
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sidecar.consistency.sums import written_interval
from sidecar.model.text import Text
from sidecar.text.numbers import scan_numbers
from sidecar.text.options import ExtractOptions

PLACES = st.integers(0, 2)
WAYS = st.sampled_from([ROUND_HALF_UP, ROUND_DOWN])
parts = st.lists(amounts(1, 1000), min_size=3, max_size=8)


def shares_of(values: list[Decimal], places: int) -> list[str]:
    return [rounded(value / sum(values) * 100, places) for value in values]


def as_list(shares: list[str]) -> str:
    return "\n".join(f"- {share} % {name}" for name, share in zip(NAMES, shares, strict=False))


def as_column(shares: list[str]) -> str:
    lines = [f"| {name} | {share} % |" for name, share in zip(NAMES, shares, strict=False)]
    return "\n".join(["| Sector | Share |", "|---|---|", *lines])


@given(parts, PLACES, st.sampled_from([as_list, as_column]))
def test_shares_of_one_whole_hold(
    values: list[Decimal], places: int, layout: Callable[[list[str]], str]
) -> None:
    assert verdicts(layout(shares_of(values, places))) == [("percent_sum", True)]


@given(parts, PLACES, st.sampled_from([-1, 1]))
def test_shares_that_rounding_cannot_explain_do_not(
    values: list[Decimal], places: int, way: int
) -> None:
    shares = [Decimal(share) for share in shares_of(values, places)]
    unit = Decimal(1).scaleb(-places)
    off = max(Decimal("0.5"), len(shares) * unit / 2) * 2 + unit
    shares[0] += way * off
    assume(0 <= shares[0] <= 100)
    assume(off < 20)
    for layout in (as_list, as_column):
        assert verdicts(layout([str(share) for share in shares])) == [("percent_sum", False)]


def table(values: list[str], total: str, header: str) -> str:
    lines = [f"| {name} | {value} |" for name, value in zip(NAMES, values, strict=False)]
    return "\n".join([f"| Sector | {header} |", "|---|---:|", *lines, f"| Total | {total} |"])


@given(parts, PLACES)
def test_totals_of_rounded_parts_hold(values: list[Decimal], places: int) -> None:
    cells = [rounded(value, places) for value in values]
    text = table(cells, rounded(sum(values, Decimal(0)), places), "QAR million")
    assert verdicts(text) == [("table_total", True)]


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=8), st.integers(1, 1000))
def test_totals_of_counts_are_exact(values: list[int], off: int) -> None:
    cells = [f"{value:,}" for value in values]
    total = sum(values)
    assert verdicts(table(cells, f"{total:,}", "People")) == [("table_total", True)]
    wrong = found(table(cells, f"{total + off:,}", "People"))
    if total + off not in (2 * total, 3 * total):  # not explained by counting twice
        assert [(one.passed, one.total) for one in wrong] == [(False, Decimal(total))]


@given(amounts(), amounts(), PLACES, PLACES, WAYS)
def test_growth_between_rounded_values_holds(
    start: Decimal, end: Decimal, places: int, places_of_change: int, way: str
) -> None:
    growth = (end / start - 1) * 100
    assume(abs(growth) < 1000)
    written_growth = rounded(abs(growth), places_of_change, way)
    assume(Decimal(written_growth.replace(",", "")) > 0)
    first, last = rounded(start, places), rounded(end, places)
    assume(first != "0")
    word, noun = ("rose", "up") if end > start else ("fell", "down")
    text = f"Output {word} from {first} km to {last} km, {noun} {written_growth} %."
    assert verdicts(text) == [("growth", True)]


@given(st.integers(3000, 10**6), st.integers(3, 200), st.integers(3, 50))
def test_growth_that_rounding_cannot_explain_does_not(start: int, growth: int, off: int) -> None:
    end = start * (100 + growth) // 100
    text = f"Output rose from {start:,} km to {end:,} km, up {growth + off} %."
    assert verdicts(text) == [("growth", False)]


@given(st.integers(1, 10**6), st.integers(1, 10**6), PLACES, WAYS)
def test_parts_of_a_whole_hold(part: int, rest: int, places: int, way: str) -> None:
    share = rounded(Decimal(part) / (part + rest) * 100, places, way)
    assume(Decimal(share) > 0)
    assert verdicts(f"We saw {part:,} of the {part + rest:,} people ({share} %).") in (
        [("percent_of", True)],
        [],  # read as a year
    )


@given(st.integers(3000, 10**6), st.integers(3000, 10**6), st.integers(2, 40))
def test_parts_that_are_none_do_not(part: int, rest: int, off: int) -> None:
    share = Decimal(part) / (part + rest) * 100 + off
    assume(share < 100)
    text = f"We saw {part:,} of the {part + rest:,} people ({rounded(share, 0)} %)."
    assert verdicts(text) == [("percent_of", False)]


@given(
    st.lists(st.integers(1, 400), min_size=2, max_size=5),
    st.lists(st.decimals(1, 400, places=1).filter(lambda v: v % 1), min_size=1, max_size=3),
    st.integers(-30, 30),
)
def test_whole_parts_among_others_do_not_make_a_total_loose(
    whole: list[int], fine: list[Decimal], off: int
) -> None:
    """Each part may hide half of a tenth, and so may the total."""
    parts = [str(value) for value in (*whole, *fine)]
    right = sum(whole) + sum(fine)
    total = right + Decimal(off) / 10
    assume(total > max([Decimal(value) for value in parts]))
    rows = "".join(f"| {name} | {part} |\n" for name, part in zip("abcdefgh", parts, strict=False))
    checks = found(f"| m | x |\n|---|---|\n{rows}| Total | {total:.1f} |\n")
    passed = [one.passed for one in checks if one.kind == "table_total"]
    if abs(off) <= 1:
        assert passed == [True]
    elif 2 * abs(off) > len(parts) + 1:
        assert True not in passed  # what else explains it is not judged


@given(st.integers(100, 10_000), st.integers(2, 9), st.integers(105, 2000))
def test_nearly_is_near(start: int, times: int, percent: int) -> None:
    end = start * times * percent // 100
    assume(end > start * (times + 1))
    text = f"Output rose from {start} km to {end} km, nearly {times} times as much."
    assert ("growth", True) not in verdicts(text)
    assert ("growth", True) not in verdicts(text.replace("nearly", "at most"))


@given(st.lists(st.integers(3000, 10**6), min_size=2, max_size=4), st.integers(-99, 99))
def test_sums_of_counts_are_exact(values: list[int], off: int) -> None:
    listed = ", ".join(f"{name} {value:,}" for name, value in zip(NAMES, values, strict=False))
    text = f"{listed}, together {sum(values) + off:,}."
    assert verdicts(text) == [("sum", off == 0)]


@given(st.text(alphabet="0123456789%|-., \nfromtAupby()=+of$QR", max_size=300))
@settings(max_examples=300)
def test_any_text_is_read(text: str) -> None:
    assume(text.strip())
    spans = [one.span for one in found(text)]
    assert spans == sorted(spans)


@given(amounts(), PLACES)
def test_a_written_number_stands_for_what_it_was(value: Decimal, places: int) -> None:
    [number], _ = scan_numbers(Text(f"{rounded(value, places)} km"), ExtractOptions())
    assert written_interval(number).low <= value <= written_interval(number).high


@pytest.mark.parametrize("unit", ["- 45 %\n", "| 1 | 2 |\n", "from 4 to 5, up 25 % ", "1 + "])
def test_time_is_linear_in_the_text(unit: str) -> None:
    """Counted in numbers read and not in seconds: the limit of numbers is reached, not time."""
    text = unit * 2000
    assert len(found(text)) <= 4000
