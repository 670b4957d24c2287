"""Intervals: how often they hold the truth, and what a library of statistics says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from sidecar.evals.measures.resampling import (
    UNITS,
    draw_units,
    estimate_bca_intervals,
    make_generator,
    make_seed,
    quantile,
    quantile_interval,
)
from sidecar.model.intervals import wilson

DRAWS = 500


def _covered(hits: list[bool]) -> bool:
    """Of 500 intervals with 95 %, 460 to 490 hold the truth but for one time in about 200."""
    return 0.92 <= sum(hits) / len(hits) <= 0.98


Draw = Callable[[np.random.Generator], tuple[np.ndarray, np.ndarray]]


def _mean(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    return random.normal(0.6, 0.2, 60), np.ones(60)


def _skewed(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    return random.gamma(2, 1, 120), np.ones(120)


def _pooled(random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Citations of answers that are good or bad as a whole: 0.9 or 0.5 of them are valid."""
    counts = random.integers(1, 6, 150)
    shares = np.where(random.random(150) < 0.5, 0.9, 0.5)
    return random.binomial(counts, shares).astype(float), counts.astype(float)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("draw", "truth"), [(_mean, 0.6), (_skewed, 2.0), (_pooled, 0.7)], ids=["mean", "skew", "pool"]
)
def test_95_percent_of_intervals_hold_the_truth(draw: Draw, truth: float) -> None:
    random, hits = np.random.default_rng(7), []
    for at in range(DRAWS):
        above, below = draw(random)
        ((low, high),) = estimate_bca_intervals(
            above[:, None], below[:, None], make_generator(str(at).encode(), "test")
        )
        hits.append(low <= truth <= high)
    assert _covered(hits), sum(hits)


def test_pooled_numbers_are_no_independent_observations() -> None:
    # As if each citation were a question of its own, 500 intervals held the truth too rarely.
    random, hits = np.random.default_rng(7), []
    for _ in range(DRAWS):
        counts = np.full(50, 20)
        shares = np.where(random.random(50) < 0.5, 1.0, 0.4)
        found = random.binomial(counts, shares)
        low, high = wilson(found.sum() / counts.sum(), counts.sum())
        hits.append(low <= 0.7 <= high)
    assert sum(hits) / DRAWS < 0.8


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_intervals_of_quantiles_hold_the_truth(share: float) -> None:
    random, hits = np.random.default_rng(11), []
    for at in range(DRAWS):
        values = random.exponential(1, 101)
        low, high = quantile_interval(values, share, make_generator(str(at).encode(), "test"))
        assert low is not None
        assert high is not None
        hits.append(low <= -np.log(1 - share) <= high)
    assert _covered(hits), sum(hits)


def test_the_quantile_is_that_of_drawn_samples() -> None:
    # The places are drawn from a beta distribution; drawing whole samples must give the same.
    values = np.random.default_rng(5).exponential(1, 200)
    random = np.random.default_rng(6)
    slow = [quantile(random.choice(values, 200), 0.9) for _ in range(4000)]
    low, high = quantile_interval(values, 0.9, make_generator(b"x", "test"))
    ordered = np.sort(values)
    expected = [np.searchsorted(ordered, end) for end in np.quantile(slow, (0.025, 0.975))]
    assert low is not None
    assert high is not None
    places = [np.searchsorted(ordered, end) for end in (low, high)]
    assert np.abs(np.subtract(expected, places)).max() <= 1


@pytest.mark.parametrize(
    ("share", "rank"), [(0.5, 50), (0.9, 90), (0.99, 99), (0.07, 7), (1.0, 100)]
)
def test_nearest_rank(share: float, rank: int) -> None:
    assert quantile(np.arange(1.0, 101), share) == rank


def test_bca_agrees_with_scipy() -> None:
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(3).lognormal(0, 1, 80)
    ((low, high),) = estimate_bca_intervals(
        values[:, None], np.ones((80, 1)), make_generator(b"x", "test")
    )
    there = stats.bootstrap(
        (values,), np.mean, n_resamples=20_000, rng=np.random.default_rng(1), method="BCa"
    ).confidence_interval
    width = there.high - there.low
    assert low == pytest.approx(there.low, abs=0.06 * width)
    assert high == pytest.approx(there.high, abs=0.06 * width)


@pytest.mark.parametrize(("passed", "count"), [(0, 12), (12, 12), (3, 12), (81, 263)])
def test_wilson_agrees_with_scipy(passed: int, count: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    there = stats.binomtest(passed, count).proportion_ci(method="wilson")
    assert wilson(passed / count, count) == pytest.approx((there.low, there.high), abs=1e-12)


def test_many_questions_are_drawn_in_groups_of_one_size() -> None:
    random = make_generator(make_seed(["a"]), "test")
    assert draw_units(2 * UNITS, random).tolist() == list(range(2 * UNITS))
    sizes = np.bincount(draw_units(10 * UNITS, random))
    assert sizes.tolist() == [10] * UNITS


def test_groups_give_the_intervals_of_questions() -> None:
    values = np.random.default_rng(3).gamma(2, 1, 5 * UNITS)
    each = np.stack([values, np.ones_like(values)], axis=1)
    unit = draw_units(len(values), make_generator(b"x", "groups"))
    sums = np.zeros((UNITS, 2))
    np.add.at(sums, unit, each)
    ((low, high),) = estimate_bca_intervals(sums[:, :1], sums[:, 1:], make_generator(b"x", "test"))
    half = 1.96 * values.std() / np.sqrt(len(values))
    assert low == pytest.approx(values.mean() - half, abs=0.15 * half)
    assert high == pytest.approx(values.mean() + half, abs=0.15 * half)
