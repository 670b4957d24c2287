"""Means that are said to be weighted, by what, or not to be."""

from __future__ import annotations

from typing import Any

import pytest

from sidecar.model.report import Verdict

WARDS = (
    ["ward", "beds", "staff", "occupancy (%)"],
    [["A", 40, 30, 91.0], ["B", 10, 14, 62.0], ["C", 30, 22, 80.0]],
)
# mean 77.7, weighted by beds 83.3, by staff 81.2
FUNDS = (
    ["fund", "assets (EUR m)", "avg_fee", "yield (%)"],
    [["Oak", 900, 12.5, 3.1], ["Elm", 100, 20.0, 6.3], ["Ash", 200, 14.0, 4.8]],
)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("Weighted by beds, occupancy was 83.3%.", True),
        ("Weighted by beds, occupancy was 81.2%.", False),  # that is weighted by staff
        ("The bed-weighted occupancy was 83.3%.", True),
        ("The bed-weighted occupancy was 77.7%.", False),
        ("Mean occupancy, weighted by the number of staff, was 81.2%.", True),
        ("The unweighted mean of occupancy is 77.7%.", True),
        ("The unweighted mean of occupancy is 83.3%.", False),
        ("On average, occupancy was 77.7%.", True),
        ("Occupancy differs a lot. Weighted by beds it was 83.3%.", True),
        ("Q: What was the mean occupancy?\nA: 83.3% (weighted by beds).", True),
    ],
)
def test_what_a_mean_is_weighted_by_decides_its_value(bind: Any, text: str, right: bool) -> None:
    bound, _ = bind(text, *WARDS)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right


def test_two_means_of_one_sentence_are_each_taken_as_they_are_said(bind: Any) -> None:
    said = "Mean occupancy: unweighted {}, weighted by beds {}."
    for values, right in ((("77.7%", "83.3%"), True), (("83.3%", "77.7%"), False)):
        bound, _ = bind(said.format(*values), *WARDS)
        assert all((b.binding.verdict is Verdict.SUPPORTED) is right for b in bound)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("How large are the assets of a fund? On average €400 million.", True),  # not fees
        ("How large are the assets of a fund? On average €1,200 million.", False),  # their sum
        ("On average a fund yields 4.73%.", True),
    ],
)
def test_a_word_for_the_mean_names_no_column_that_is_called_average(
    bind: Any, text: str, right: bool
) -> None:
    bound, _ = bind(text, *FUNDS)
    assert (bound[-1].binding.verdict is Verdict.SUPPORTED) is right


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("The median occupancy of all wards is 80.0%.", []),
        ("The median occupancy of all wards is 77.7%.", ["77.7%"]),  # that is the mean
        ("Mean occupancy is 77.7%, the median 80.0%.", []),
        ("Mean occupancy is 80.0%, the median 77.7%.", ["80.0%", "77.7%"]),
        ("Median occupancy 80.0%, mean 77.7%.", []),
        ("What is the average occupancy? Weighted by beds 83.3%; the median ward has 80.0%.", []),
        ("What is the average occupancy? The median ward has 77.7%.", ["77.7%"]),
    ],
)
def test_a_mean_is_no_median_where_both_are_told(flagged: Any, text: str, wrong: list[str]) -> None:
    assert flagged(text, WARDS) == wrong


TESTS = (
    ["test", "n_2023", "n_2024", "cost_per_test_chf"],
    [["Ash", 61240, 64980, 4.1], ["Elm", 18450, 17320, 5.6], ["Fir", 7125, 11040, 46.3]],
)
# mean 18.67; weighted by the tests of 2024 9.37


@pytest.mark.parametrize(
    "text",
    [
        "Weighted with the volumes of 2024 the average cost is CHF {}.",
        "Weighted by tests done in 2024, a test costs CHF {} on average.",  # a word of the cost
        "The average cost per test is CHF {}, weighted by volume.",
    ],
)
def test_a_mean_that_is_said_to_be_weighted_is_no_plain_one(flagged: Any, text: str) -> None:
    assert flagged(text.format("9.37"), TESTS) == []
    assert flagged(text.format("18.67"), TESTS) == ["CHF 18.67"]
