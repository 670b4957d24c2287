"""Two runs, question by question: what passes now, what fails now, and what may be concluded.

Only questions that both runs have, with the same words and expectations, are compared, and each
with itself. A difference is called better or worse where chance alone would show one as large in
fewer than 5 of 100 comparisons; the pass rate is tested by itself, all other measures share those
5 by Holm's correction.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np

from sidecar.evals.measures.columns import Column, Columns, collected
from sidecar.evals.measures.definitions import MEASURES, Better, Kind, Unit, measure_of
from sidecar.evals.measures.estimate import wilson
from sidecar.evals.measures.failing import Ending, ending
from sidecar.evals.measures.observing import observed
from sidecar.evals.measures.resampling import (
    Floats,
    bca,
    generator,
    ratio,
    resampled,
    seeded,
    units,
)
from sidecar.evals.measures.testing import holm, mcnemar, swapped
from sidecar.evals.model import EvalResult, EvalRun

LEVEL = 0.05
"""How rarely chance alone may be called a difference."""
PRIMARY = "verification_pass_rate"
"""The measure that is tested by itself."""


class Conclusion(StrEnum):
    """What may be said of a difference."""

    BETTER = "better"
    WORSE = "worse"
    DIFFERENT = "different"  # of a measure of which neither direction is better
    NO_EVIDENCE = "no evidence of a difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A measure in two runs, over the questions that both tell something about.

    Attributes:
        name: Of the measure.
        before: Its value in the first run, over these questions.
        after: In the second.
        low: Lower end of the 95 % interval of the difference; None where it cannot be told.
        high: Upper end.
        questions: How many are compared.
        p: How probable a difference as large is by chance.
        adjusted: The same, corrected for the number of measures that are tested.
    """

    name: str
    before: float
    after: float
    low: float | None
    high: float | None
    questions: int
    p: float
    adjusted: float

    @property
    def difference(self) -> float:
        """After less before."""
        return self.after - self.before

    @property
    def conclusion(self) -> Conclusion:
        """What may be said of it."""
        measure = measure_of(self.name)
        if self.adjusted >= LEVEL or self.difference == 0:
            return Conclusion.NO_EVIDENCE
        if measure is None or measure.better is Better.NEITHER:
            return Conclusion.DIFFERENT
        improved = (self.difference > 0) == (measure.better is Better.HIGHER)
        return Conclusion.BETTER if improved else Conclusion.WORSE


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Two runs.

    Attributes:
        before: When and of what the first was, in words.
        after: The same of the second.
        compared: How many questions both have.
        only_before: Ids of questions that the first run alone has.
        only_after: Ids of those that the second alone has.
        reworded: Ids of questions that were changed in between; they are not compared.
        newly_passing: Ids of questions that pass now and did not.
        newly_failing: Ids of those that passed and do not now.
        changes: Each measure that both runs tell something about.
    """

    before: str
    after: str
    compared: int
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    reworded: tuple[str, ...]
    newly_passing: tuple[str, ...]
    newly_failing: tuple[str, ...]
    changes: tuple[Change, ...]


def compare(before: EvalRun, after: EvalRun) -> Comparison:
    """Compare two runs; lists are in the order of the second, ``only_before`` in its own."""
    first = {result.question.id: result for result in before.results}
    second = {result.question.id: result for result in after.results}
    shared = [(first[name], one) for name, one in second.items() if name in first]
    pairs = [(one, other) for one, other in shared if _asked(one) == _asked(other)]
    return Comparison(
        before=f"{before.agent}, {before.started_at}",
        after=f"{after.agent}, {after.started_at}",
        compared=len(pairs),
        only_before=_missing(first, second),
        only_after=_missing(second, first),
        reworded=tuple(o.question.id for one, o in shared if _asked(one) != _asked(o)),
        newly_passing=_turned(pairs, into=True),
        newly_failing=_turned(pairs, into=False),
        changes=tuple(_corrected(list(_changes(pairs)))),
    )


def _missing(names: Iterable[str], others: Container[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in others)


def _turned(pairs: Iterable[tuple[EvalResult, EvalResult]], *, into: bool) -> tuple[str, ...]:
    """Ids of the questions that pass now and did not, or the other way round."""
    return tuple(
        now.question.id for then, now in pairs if _passes(now) is into and _passes(then) is not into
    )


def _asked(result: EvalResult) -> tuple[object, ...]:
    asked = result.question
    return asked.question, asked.expected_answer, asked.expected_evidence_files


def _passes(result: EvalResult) -> bool:
    return ending(result) is Ending.PASSED


def _changes(pairs: Sequence[tuple[EvalResult, EvalResult]]) -> Iterator[Change]:
    if not pairs:
        return
    before: Columns = collected(observed(one) for one, _ in pairs)
    after: Columns = collected(observed(other) for _, other in pairs)
    seed = seeded(one.question.id for one, _ in pairs)
    both = [name for name in before if name in after]
    order = {name: at for at, name in enumerate(MEASURES)}
    for name in sorted(both, key=lambda name: (order.get(name, len(order)), name)):
        change = _change(name, before[name], after[name], len(pairs), seed)
        if change is not None:
            yield change


def _change(name: str, before: Column, after: Column, count: int, seed: bytes) -> Change | None:
    measure = measure_of(name)
    if measure is None:
        return None
    if measure.kind is not Kind.POOLED:  # each question with itself
        kept = np.intersect1d(before.rows, after.rows)
        before, after = before.only(kept), after.only(kept)
        count, questions = len(kept), len(kept)
    else:
        questions = len(np.union1d(before.rows, after.rows))
    if not questions:
        return None
    random = generator(seed, name)
    unit = units(count, random)
    first, second = np.stack(before.sums(unit), axis=1), np.stack(after.sums(unit), axis=1)
    if measure.kind is Kind.QUESTIONS:
        gained = int((after.above > before.above).sum())
        p = mcnemar(gained, int((after.above < before.above).sum()))
    else:
        p = swapped(first, second, random)
    low, high = _interval(first, second, random, measure.unit)
    return Change(
        name=name,
        before=ratio(before.above, before.below),
        after=ratio(after.above, after.below),
        low=low,
        high=high,
        questions=questions,
        p=p,
        adjusted=p,
    )


def _interval(
    before: Floats, after: Floats, random: np.random.Generator, unit: Unit
) -> tuple[float | None, float | None]:
    """Of the difference, both runs drawn together."""
    count = len(before)
    if count < 2:
        return None, None
    sums = np.concatenate([before, after], axis=1)
    if np.array_equal(before, after):
        # Resampling cannot see what it has not seen: as many changes as none of so many leave open.
        most = wilson(0.0, count)[1] if unit is Unit.SHARE else 0.0
        return -most, most
    drawn, left_out = _difference(resampled(sums, random)), _difference(sums.sum(axis=0) - sums)
    value = float(_difference(sums.sum(axis=0)[None, :])[0])
    drawn, left_out = drawn[np.isfinite(drawn)], left_out[np.isfinite(left_out)]
    return bca(drawn, value, left_out) if len(drawn) and len(left_out) else (None, None)


def _difference(sums: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(sums[:, 2] / sums[:, 3] - sums[:, 0] / sums[:, 1], dtype=np.float64)


def _corrected(changes: Sequence[Change]) -> Iterator[Change]:
    others = [change for change in changes if change.name != PRIMARY]
    adjusted = dict(zip((o.name for o in others), holm([other.p for other in others]), strict=True))
    for change in changes:
        yield replace(change, adjusted=adjusted.get(change.name, change.p))
