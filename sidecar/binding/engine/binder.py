"""Binding by the engine: what each number may be is ranked by its words, then compared."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np

from sidecar.binding.bound import (
    BoundNumber,
    NameSwap,
    cited,
    led_by,
    supported,
    uncovered,
    unsupported,
)
from sidecar.binding.bounds import BoundNumbers
from sidecar.binding.engine import numerals, one_scale, renamed, shared
from sidecar.binding.engine.crosses import FeatureWeights
from sidecar.binding.engine.decision import OutcomeBorders, VerdictJudge
from sidecar.binding.engine.judging import FittedModels, JudgedNumber, NumberJudging
from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.engine.shared import PlacedNumber
from sidecar.binding.engine.stored import KnownResults, known
from sidecar.binding.engine.trees import forest_of
from sidecar.binding.occurrences import occurrences
from sidecar.binding.selection import Selection
from sidecar.binding.settings import NumericSettings
from sidecar.evidence.index import TableIndex
from sidecar.model import memory
from sidecar.model.number import NumericClaim
from sidecar.model.report import Detail, Grade, Verdict
from sidecar.model.text import Text
from sidecar.model.why import Missing
from sidecar.model.window import TextWindow
from sidecar.text.claims import TextClaims
from sidecar.work import check_abandoned

# The weights that are shipped with the package.

FILE = Path(__file__).with_name("weights.json")
DECISION = Path(__file__).with_name("decision.json")


@cache
def shipped() -> Mapping[str, float]:
    """The shipped weights of the ranker, by the names of features."""
    found: Mapping[str, float] = json.loads(FILE.read_text()) if FILE.exists() else {}
    return found


@cache
def shipped_judge() -> VerdictJudge:
    """The shipped judge."""
    return judge_of(json.loads(DECISION.read_text()))


def judge_of(stored: Mapping[str, Any]) -> VerdictJudge:
    """A judge as ``bench.engine.decide`` stores it."""
    return VerdictJudge(forest_of(stored), OutcomeBorders(**stored["borders"]))


_NUMBER = 4_000  # bytes of what is held of a number to the end
_WORD = 400  # and of a word
_STRICTER = {"strict": 0.7, "balanced": 0.0, "lenient": -0.7}
"""How much less, in log odds, it takes to flag a number, by preset."""


class EngineBinder:
    """Binds the claims of one request.

    Args:
        settings: Tolerances and rules.
        text: The narrative.
        results: The query results.
        detail: With EXPLAIN, bindings carry what was weighed.
        window: Where the narrative is judged piece by piece; numbers before its ``begin`` come
            back as if they were right.

    Attributes:
        swaps: The wrong names that were found: their numbers are those of another row.
    """

    def __init__(
        self,
        settings: NumericSettings,
        text: Text,
        results: Sequence[TableIndex],
        detail: Detail,
        window: TextWindow | None = None,
    ) -> None:
        self._settings, self._text, self._results = settings, text, results
        self._selection = Selection(results, prefer_query_id=settings.binding.prefer_query_id)
        self._detail, self._window = detail, window
        self._fitted = FittedModels(_weights(), _judge(settings.binding.preset))
        self.swaps: list[NameSwap] = []

    def bind(self, claims: TextClaims) -> BoundNumbers:
        """Bind each claim, in their order.

        Raises:
            Abandoned: If nobody waits for it any more.
        """
        each = claims.items(list(range(len(claims))))
        memory.spend(_NUMBER * len(each) + _WORD * self._text.string.count(" "))
        cited_alike: defaultdict[Sequence[int], list[int]] = defaultdict(list)
        found: dict[int, BoundNumber] = {}
        for at, claim in enumerate(each):
            check_abandoned()
            if self._settings.binding.require_citation_first and not cited(claim):
                found[at] = unsupported(claim, "CLAIM_UNCITED")
            else:
                cited_alike[tuple(self._selection.of(claim.citation))].append(at)
        for speaking, places in cited_alike.items():
            some = [each[at] for at in places]
            found |= zip(places, self._bound(some, speaking), strict=True)
        return BoundNumbers(found, None, len(each))

    def names(self, claims: TextClaims) -> list[int]:
        """The places of the claims that are none, since they stand in a label of the data."""
        told = known(self._results)
        if not np.isin(claims.figures.values, told.figures).any():
            return []
        figures, offsets = claims.figures, self._text.char_offsets
        starts, ends = offsets(figures.starts).tolist(), offsets(figures.ends).tolist()
        reading = TextArrays(self._text, told.evidence, starts, ends)
        return list(numerals.in_names(reading, told.evidence))

    def close(self) -> None:
        """Let go of what was made of the text, once all is bound."""

    def _bound(self, claims: Sequence[NumericClaim], speaking: Sequence[int]) -> list[BoundNumber]:
        """Bind claims of which some query results may speak."""
        results = known([self._results[at] for at in speaking])
        if not results.evidence.views:
            return _without_rows(claims, results)
        given = self._text, claims, results, self._settings, self._fitted
        judging = NumberJudging(*given, window=self._window)
        judged = [_judged_before(claim) for claim in claims[: judging.begin]]
        judged += judging.numbers(explain=self._detail is Detail.EXPLAIN)
        placed = [one.placed for one in judged]
        bound = _together(judged, placed)
        for swap in renamed.find(bound, placed, judging.reading, results.evidence):
            self.swaps.append(swap)
            for at, shown in swap.readings.items():
                before = bound[at].binding
                made = supported(claims[at], shown.grade, shown, (), led_by(shown, before))
                bound[at] = made._replace(binding=made.binding._replace(odds=before.odds))
        return bound


def _judged_before(claim: NumericClaim) -> JudgedNumber:
    """A number of a part that was judged before."""
    nowhere = PlacedNumber(-1, None, None)
    return JudgedNumber(nowhere, supported(claim, Grade.EXACT, None, ()), None, None)


def _together(judged: Sequence[JudgedNumber], placed: Sequence[PlacedNumber]) -> list[BoundNumber]:
    """The numbers of a text as the others of it tell: exchanged, in one scale, thresholds."""
    bound = [one.bound for one in judged]
    others = [(at, judged[at].instead) for at in shared.astray(placed)]
    others += [(at, judged[at].exchanged) for at in shared.exchanged(placed)]
    for at, other in others:
        bound[at] = bound[at] if other is None else other._replace(named=bound[at].named)
    for at in {at for one in judged for at in one.thresholds}:
        if bound[at].binding.verdict in (Verdict.CONTRADICTED, Verdict.UNSUPPORTED):
            bound[at] = uncovered(bound[at].binding.claim, [Missing.FORMULA])
    for at, right in one_scale.settle(bound):
        bound[at] = right
    return bound


def _without_rows(claims: Sequence[NumericClaim], results: KnownResults) -> list[BoundNumber]:
    """Bind claims of which only query results without rows may speak, if any."""
    numbers, every = [claim.number for claim in claims], range(len(results.catalogs))
    counted = occurrences(numbers, [every] * len(numbers), results.catalogs)
    return [
        unsupported(claim, "CLAIM_NOT_FOUND")
        if count is None or count.grade is not Grade.EXACT
        else supported(claim, Grade.EXACT, count, ())
        for claim, count in zip(claims, counted, strict=True)
    ]


@cache
def _weights() -> FeatureWeights:
    """The shipped weights of the ranker."""
    return FeatureWeights(shipped())


@cache
def _judge(preset: str) -> VerdictJudge:
    """What gives the verdicts, by preset."""
    judge = shipped_judge()
    at = judge.borders.contradicted
    odds = log(at / (1 - at)) - _STRICTER[preset]
    return judge._replace(borders=judge.borders._replace(contradicted=1 / (1 + exp(-odds))))
