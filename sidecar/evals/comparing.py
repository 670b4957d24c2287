"""Two runs, question by question: what passes now, what fails now, and what may be concluded.

Only questions that both runs have, with the same words and expectations, are compared, and each
with itself. A difference is called better or worse where chance alone would show one as large in
fewer than 5 of 100 comparisons; the pass rate is tested by itself, all other measures share those
5 by Holm's correction.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from sidecar.evals.measures.definitions import BetterDirection, measure_of
from sidecar.evals.measures.differing import compare_measures, holm
from sidecar.evals.measures.measured import collect_columns, place_columns
from sidecar.evals.measures.observing import Observation, QuestionEnding, classify_ending, observe
from sidecar.evals.measures.resampling import make_seed
from sidecar.evals.model import EvalQuestion, EvalResult, EvalRun

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
class MeasureChange:
    """A measure in two runs, over the questions that both tell something about.

    Attributes:
        name: Of the measure.
        before: Its value in the first run, over these questions.
        after: In the second.
        low: Lower end of the 95 % interval of the difference; None where it cannot be known.
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
        if measure is None or measure.better is BetterDirection.NEITHER:
            return Conclusion.DIFFERENT
        improved = (self.difference > 0) == (measure.better is BetterDirection.HIGHER)
        return Conclusion.BETTER if improved else Conclusion.WORSE


@dataclass(frozen=True, slots=True, kw_only=True)
class RunComparison:
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
    changes: tuple[MeasureChange, ...]


def compare(before: EvalRun, after: EvalRun) -> RunComparison:
    """Compare two runs; lists are in the order of the second, ``only_before`` in its own.

    Results are read one by one, and figures of them are kept, so that runs may be larger than the
    memory.
    """
    first, second = _RunResults(before.results), _RunResults(after.results)
    shared = [
        (first.place[name], here) for name, here in second.place.items() if name in first.place
    ]
    pairs = [(then, now) for then, now in shared if first.asked[then] == second.asked[now]]
    return RunComparison(
        before=f"{before.agent}, {before.started_at}",
        after=f"{after.agent}, {after.started_at}",
        compared=len(pairs),
        only_before=_missing(first.place, second.place),
        only_after=_missing(second.place, first.place),
        reworded=tuple(
            second.ids[now] for then, now in shared if first.asked[then] != second.asked[now]
        ),
        newly_passing=tuple(
            second.ids[now] for then, now in pairs if second.passes[now] > first.passes[then]
        ),
        newly_failing=tuple(
            second.ids[now] for then, now in pairs if second.passes[now] < first.passes[then]
        ),
        changes=tuple(_corrected(_changes(first, second, pairs))),
    )


class _RunResults:
    """What is kept of the results of a run.

    Attributes:
        ids: Of the questions.
        place: Of each id; the last one where it stands twice.
        asked: A digest of what each question asks and expects.
        passes: 1 for each that passes, 0 for the others.
        columns: What each tells about the measures.
    """

    def __init__(self, results: Iterable[EvalResult]) -> None:
        self.ids: list[str] = []
        self.asked: list[bytes] = []
        self.passes = bytearray()
        self.columns = collect_columns(self._observed(results))
        self.place = {called: place for place, called in enumerate(self.ids)}

    def _observed(self, results: Iterable[EvalResult]) -> Iterator[Iterator[Observation]]:
        for result in results:
            self.ids.append(result.question.id)
            self.asked.append(_asked(result.question))
            self.passes.append(classify_ending(result) is QuestionEnding.PASSED)
            yield observe(result)


def _missing(names: Iterable[str], others: Container[str]) -> tuple[str, ...]:
    return tuple(name for name in names if name not in others)


def _asked(asked: EvalQuestion) -> bytes:
    """A digest of the words and expectations; a run's record has no tables and no sources."""
    told = (
        asked.question,
        asked.expected_answer,
        asked.expected_evidence_files,
        asked.schema,
        asked.success_criteria,
    )
    written = json.dumps(told, sort_keys=True, default=repr)
    return hashlib.blake2b(written.encode(), digest_size=16).digest()


def _changes(
    first: _RunResults, second: _RunResults, pairs: Sequence[tuple[int, int]]
) -> Iterator[MeasureChange]:
    if not pairs:
        return
    then, now = np.array(pairs, np.int64).T
    found = compare_measures(
        place_columns(first.columns, _places(then, len(first.ids))),
        place_columns(second.columns, _places(now, len(second.ids))),
        len(pairs),
        make_seed(second.ids[place] for place in now),
    )
    for one in found:
        yield MeasureChange(**one._asdict(), adjusted=one.p)


def _places(chosen: npt.NDArray[np.int64], count: int) -> npt.NDArray[np.int64]:
    """The place of each of so many questions among those that are chosen; -1 for others."""
    places = np.full(count, -1, np.int64)
    places[chosen] = np.arange(len(chosen))
    return places


def _corrected(given: Iterable[MeasureChange]) -> Iterator[MeasureChange]:
    changes = list(given)
    others = [change for change in changes if change.name != PRIMARY]
    adjusted = dict(zip((o.name for o in others), holm([other.p for other in others]), strict=True))
    for change in changes:
        yield replace(change, adjusted=adjusted.get(change.name, change.p))
