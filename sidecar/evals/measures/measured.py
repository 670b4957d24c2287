"""All that is measured over the results of an eval."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from sidecar.evals.measures.columns import Columns, collected, estimates, values
from sidecar.evals.measures.failing import Ending, Failure, ending, failures
from sidecar.evals.measures.observing import observed
from sidecar.evals.measures.resampling import Estimate
from sidecar.evals.model import EvalResult, Usage

TAGS_WITH_INTERVALS = 200
"""Tags whose figures have intervals: those of the most questions."""
_NONE = Estimate()


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
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
    endings: Mapping[Ending, int]
    estimates: Mapping[str, Estimate]
    by_tag: Mapping[str, Mapping[str, Estimate]] = field(default_factory=dict)
    totals: Mapping[str, float] = field(default_factory=dict)
    failures: tuple[Failure, ...] = ()

    def estimate(self, name: str) -> Estimate:
        """The measure of a name; one without value where it has no basis."""
        return self.estimates.get(name, _NONE)


def measured(results: Sequence[EvalResult]) -> Measured:
    """Measure results.

    Args:
        results: Of distinct questions; their order does not change the figures, and the intervals
            only as another draw would.
    """
    columns = _of_one_currency(collected(map(observed, results)), results)
    ids = [result.question.id for result in results]
    return Measured(
        total_questions=len(results),
        successful_questions=sum(not result.run.error for result in results),
        endings=Counter(map(ending, results)),
        estimates=estimates(columns, ids),
        by_tag=_by_tag(columns, ids, results),
        totals=_totals(results),
        failures=tuple(failures(results)),
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
        every = estimates(part, inside) if tag in told else values(part)
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
