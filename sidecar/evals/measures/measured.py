"""Everything measured over the results of an eval: observations as arrays, and their estimates."""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from sidecar.evals.measures.definitions import (
    MEASURES,
    QUANTILE_OF,
    MeasureKind,
    MeasureUnit,
    measure_of,
)
from sidecar.evals.measures.observing import (
    Observation,
    QuestionEnding,
    QuestionFailure,
    classify_ending,
    list_failures,
    observe,
)
from sidecar.evals.measures.resampling import (
    Estimate,
    Floats,
    draw_units,
    estimate_bca_intervals,
    make_generator,
    make_seed,
    quantile,
    quantile_interval,
    ratio,
)
from sidecar.evals.model import EvalResult, Usage
from sidecar.model.intervals import wilson

_TOLD = ("tokens.", "cost.")
"""Measures that are 0 where nobody tells: all zeros are nothing told."""


@dataclass(frozen=True, slots=True)
class ObservationColumn:
    """What the questions tell about one measure.

    Attributes:
        rows: The questions that tell something, by their places, ascending.
        above: What each adds to the sum above the line.
        below: What each adds below it.
    """

    rows: npt.NDArray[np.int64]
    above: Floats
    below: Floats

    def only(self, kept: npt.NDArray[np.int64]) -> ObservationColumn:
        """The part of some questions, by their places ascending; rows count within them."""
        # By bisection: data sets may have as many tags as questions.
        here = np.searchsorted(self.rows, kept)
        there = np.flatnonzero(self.rows[np.minimum(here, len(self.rows) - 1)] == kept)
        return ObservationColumn(there, self.above[here[there]], self.below[here[there]])

    def at(self, rows: npt.NDArray[np.int64]) -> ObservationColumn:
        """The part of some rows of it, by where they stand in ``rows``."""
        return ObservationColumn(self.rows[rows], self.above[rows], self.below[rows])

    def moved(self, places: npt.NDArray[np.int64]) -> ObservationColumn:
        """The part of the questions that have a new place.

        Args:
            places: The new place of each question; -1 for none.
        """
        rows = places[self.rows]
        if np.array_equal(rows, self.rows):
            return self
        kept = np.flatnonzero(rows >= 0)
        order = kept[np.argsort(rows[kept], kind="stable")]
        return ObservationColumn(rows[order], self.above[order], self.below[order])

    def sums(self, unit: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Both sums for each unit, 0 for those that tell nothing.

        Args:
            unit: That each question belongs to; all units from 0 to the highest are there.
        """
        count, mine = int(unit.max()) + 1, unit[self.rows]
        return (
            np.bincount(mine, weights=self.above, minlength=count).astype(np.float64),
            np.bincount(mine, weights=self.below, minlength=count).astype(np.float64),
        )


Columns = Mapping[str, ObservationColumn]


def collect_columns(observations: Iterable[Iterable[Observation]]) -> Columns:
    """One column for each measure that any question tells something about."""
    lists: dict[str, tuple[array[int], array[float], array[float]]] = {}
    for row, told in enumerate(observations):
        for name, above, below in told:
            rows, aboves, belows = lists.get(name) or lists.setdefault(name, _empty())
            rows.append(row)
            aboves.append(above)
            belows.append(below)
    columns = {
        name: ObservationColumn(
            np.frombuffer(rows, np.int64), np.frombuffer(above), np.frombuffer(below)
        )
        for name, (rows, above, below) in lists.items()
    }
    return {name: column for name, column in columns.items() if _tells(name, column)}


def _empty() -> tuple[array[int], array[float], array[float]]:
    return array("q"), array("d"), array("d")


def place_columns(columns: Columns, places: npt.NDArray[np.int64]) -> Columns:
    """The columns of some questions that have new places, as ``ObservationColumn.moved`` has it."""
    moved = ((name, column.moved(places)) for name, column in columns.items())
    return {name: one for name, one in moved if len(one.rows) and _tells(name, one)}


def _tells(name: str, column: ObservationColumn) -> bool:
    return not name.startswith(_TOLD) or bool(column.above.any())


def estimate_intervals(columns: Columns, ids: Sequence[str]) -> dict[str, Estimate]:
    """Every measure with its interval, in the order of reports, then those of checks.

    Args:
        columns: Of these questions.
        ids: Of the questions; they seed the draws.
    """
    seed = make_seed(ids)
    checks = sorted(name for name in columns if name not in MEASURES)
    sums = [name for name in (*MEASURES, *checks) if name in columns]
    ends = dict(
        _resampled_intervals(columns, len(ids), seed, [n for n in sums if _is_drawn(n, columns[n])])
    )
    found: dict[str, Estimate] = {}
    for name in (*MEASURES, *checks):
        if MEASURES.get(name) is not None and MEASURES[name].kind is MeasureKind.QUANTILE:
            found[name] = _quantile(name, columns, seed)
        elif name in columns:
            column = columns[name]
            value = ratio(column.above, column.below)
            low, high = ends.get(name) or _plain_interval(name, value, column)
            found[name] = Estimate(value=value, low=low, high=high, questions=len(column.rows))
        else:
            found[name] = Estimate()
    return found


def estimate_values(columns: Columns) -> dict[str, Estimate]:
    """Every measure that has a basis, without intervals."""
    return {
        name: Estimate(value=ratio(column.above, column.below), questions=len(column.rows))
        for name, column in columns.items()
    }


def _is_drawn(name: str, column: ObservationColumn) -> bool:
    """Whether the interval is that of the bootstrap: of what differs between questions."""
    measure = measure_of(name)
    if measure is None or measure.kind is MeasureKind.QUESTIONS or len(column.rows) < 2:
        return False
    each = column.above / column.below
    return bool((each != each[0]).any())


def _plain_interval(
    name: str, value: float, column: ObservationColumn
) -> tuple[float | None, float | None]:
    """Of a share of questions, and of what is the same for every question.

    Resampling cannot see what it has not seen: 20 passes of 20 would be 100 % for certain. So
    shares of questions have Wilson's interval, and so have other shares that are 0 or 1
    throughout, each question counted as one observation.
    """
    measure, count = measure_of(name), len(column.rows)
    is_share = measure is not None and measure.unit is MeasureUnit.SHARE
    if measure is not None and measure.kind is MeasureKind.QUESTIONS:
        return wilson(value, count)
    if is_share and value in {0.0, 1.0}:
        return wilson(value, count)
    return (value, value) if count > 1 else (None, None)


def _resampled_intervals(
    columns: Columns, count: int, seed: bytes, names: Sequence[str]
) -> Iterator[tuple[str, tuple[float, float]]]:
    if not names:
        return
    random = make_generator(seed, "intervals")
    unit = draw_units(count, random)
    pairs = [columns[name].sums(unit) for name in names]
    above = np.stack([pair[0] for pair in pairs], axis=1)
    below = np.stack([pair[1] for pair in pairs], axis=1)
    yield from zip(names, estimate_bca_intervals(above, below, random), strict=True)


def _quantile(name: str, columns: Columns, seed: bytes) -> Estimate:
    column = columns.get(QUANTILE_OF[name.partition(".")[0]])
    if column is None:
        return Estimate()
    share = MEASURES[name].share
    low, high = quantile_interval(column.above, share, make_generator(seed, name))
    return Estimate(
        value=quantile(column.above, share), low=low, high=high, questions=len(column.above)
    )


# All that is measured over the results of an eval.

TAGS_WITH_INTERVALS = 200
"""Tags whose figures have intervals: those of the most questions."""
_NONE = Estimate()


@dataclass(frozen=True, slots=True, kw_only=True)
class EvalMeasurements:
    """Figures over results, each None where nothing is known.

    Attributes:
        total_questions: All of them.
        successful_questions: Those that were answered without error.
        endings: How many questions ended in each way.
        estimates: Every measure by its name, such as ``checks.numeric.pass_rate``.
        by_tag: The measures of each tag that have a basis, tags in the order of the alphabet.
        totals: Sums over all questions, by name: tokens, and costs by currency
            (``cost.agent.USD``).
        failures: The questions that did not pass; those with a warning are not among them.
    """

    total_questions: int
    successful_questions: int
    endings: Mapping[QuestionEnding, int]
    estimates: Mapping[str, Estimate]
    by_tag: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)
    totals: Mapping[str, float] = field(default_factory=dict)
    failures: tuple[QuestionFailure, ...] = ()

    def estimate(self, name: str) -> Estimate:
        """The measure of a name; one without value where it has no basis."""
        return self.estimates.get(name, _NONE)


def measure_results(results: Sequence[EvalResult]) -> EvalMeasurements:
    """Measure results.

    Args:
        results: Of distinct questions; their order does not change the figures, and the intervals
            only as another draw would.
    """
    columns = _of_one_currency(collect_columns(map(observe, results)), results)
    ids = [result.question.id for result in results]
    return EvalMeasurements(
        total_questions=len(results),
        successful_questions=sum(not result.run.error for result in results),
        endings=Counter(map(classify_ending, results)),
        estimates=estimate_intervals(columns, ids),
        by_tag=_by_tag(columns, ids, results),
        totals=_totals(results),
        failures=tuple(list_failures(results)),
    )


def _by_tag(
    columns: Columns, ids: Sequence[str], results: Sequence[EvalResult]
) -> dict[str, dict[str, Estimate]]:
    places: dict[str, list[int]] = defaultdict(list)
    for place, result in enumerate(results):
        for tag in dict.fromkeys(result.question.tags):
            places[tag].append(place)
    largest = sorted(places, key=lambda tag: (-len(places[tag]), tag))[:TAGS_WITH_INTERVALS]
    told = frozenset(largest)
    found = {}
    for tag in sorted(places):
        kept = np.array(places[tag], np.int64)
        parts = {name: column.only(kept) for name, column in columns.items()}
        part = {name: column for name, column in parts.items() if len(column.rows)}
        inside = [ids[place] for place in places[tag]]
        every = estimate_intervals(part, inside) if tag in told else estimate_values(part)
        found[tag] = {name: one for name, one in every.items() if one.value is not None}
    return found


def _usages(result: EvalResult) -> tuple[tuple[str, Usage], ...]:
    found = result.run.verification
    return ("agent", result.run.usage), ("judges", found.usage if found else Usage())


def _of_one_currency(columns: Columns, results: Sequence[EvalResult]) -> Columns:
    """Without the costs that are in several currencies: no sum of them means anything."""
    currencies: dict[str, set[str]] = defaultdict(set)
    for result in results:
        for of, usage in _usages(result):
            if usage.cost:
                currencies[f"cost.{of}"].add(usage.currency)
    return {name: one for name, one in columns.items() if len(currencies.get(name, ())) < 2}


def _totals(results: Sequence[EvalResult]) -> dict[str, float]:
    sums: Counter[str] = Counter()
    for result in results:
        for of, usage in _usages(result):
            sums[f"tokens.{of}.input"] += usage.input_tokens
            sums[f"tokens.{of}.output"] += usage.output_tokens
            if usage.cost:
                sums[f"cost.{of}.{usage.currency}"] += usage.cost  # type: ignore[assignment]
    return {name: total for name, total in sorted(sums.items()) if total}
