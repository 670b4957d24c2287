"""The numbers of one text, judged one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.bound import BoundNumber, uncovered
from sidecar.binding.engine import absent, movement, numerals, shared
from sidecar.binding.engine.comparing import CandidateComparison, WeighedNumber, in_units
from sidecar.binding.engine.counted import counts_all, thresholds_of
from sidecar.binding.engine.crosses import FeatureWeights
from sidecar.binding.engine.decision import NumberOutcome, VerdictJudge
from sidecar.binding.engine.elsewhere import ValueFinder
from sidecar.binding.engine.lexicon import FALLING
from sidecar.binding.engine.places import CandidatePlaces
from sidecar.binding.engine.qualified import (
    QualifiedNumber,
    headed,
    is_amount,
    qualified,
)
from sidecar.binding.engine.quantities import target_of
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.engine.shared import Cell, PlacedNumber
from sidecar.binding.engine.stated import StatedNumber
from sidecar.binding.engine.stored import KnownResults
from sidecar.binding.engine.texts import EarlierNumbers, TextPart, TextRanker
from sidecar.binding.engine.unknown_names import UnknownNames
from sidecar.binding.engine.verdicts import VerdictFinder
from sidecar.binding.settings import NumericSettings
from sidecar.model.number import NumericClaim
from sidecar.model.report import Grade, Verdict
from sidecar.model.text import Text
from sidecar.model.why import Missing
from sidecar.model.window import TextWindow
from sidecar.work import check_abandoned

_INTENDED = 0.3  # of the probability of all candidates
_AROUND = 3  # numbers on either side that may be limits of a condition


class FittedModels(NamedTuple):
    """What numbers are ranked and judged by."""

    weights: FeatureWeights
    judge: VerdictJudge


class JudgedNumber(NamedTuple):
    """A number with its verdict.

    Attributes:
        placed: Where it stands, and what its words name.
        bound: The verdict.
        instead: The verdict where the cell that supports it is another number's.
        exchanged: The verdict where it has another number's place, and that one its.
        thresholds: The places of the numbers that it compares with, where it is a right count.
    """

    placed: PlacedNumber
    bound: BoundNumber
    instead: BoundNumber | None
    exchanged: BoundNumber | None
    thresholds: Sequence[int] = ()


class NumberJudging:
    """Judges the numbers of a text of which some query results may speak.

    Args:
        text: The text.
        claims: The numbers.
        results: The query results.
        settings: Tolerances and rules.
        fitted: What they are judged by.
        window: Where a text is judged piece by piece: only numbers from its ``begin`` on are.

    Attributes:
        reading: The text as it is read.
        begin: The first number that is judged.
    """

    def __init__(
        self,
        text: Text,
        claims: Sequence[NumericClaim],
        results: KnownResults,
        settings: NumericSettings,
        fitted: FittedModels,
        *,
        window: TextWindow | None = None,
    ) -> None:
        self._text, self._claims = text, claims
        self._settings, self._fitted = settings, fitted
        self._evidence = evidence = results.evidence
        part = None if window is None else _part_of(window, claims, results)
        self.begin = part.begin if part else 0
        self._ranker = TextRanker(text, claims, evidence, fitted.weights, settings, part=part)
        self.reading, self._aggregates = self._ranker.reading, self._ranker.aggregates
        self._places = CandidatePlaces(evidence, results.catalogs, self._aggregates)
        self._comparison = CandidateComparison(evidence, self._places)
        self._elsewhere = ValueFinder(evidence, self._places, self._aggregates)
        self._cells: dict[int, Cell] = {}
        ones = [claim.number.value == 1 for claim in claims]
        self._ratios = frozenset(numerals.in_ratios(self.reading, ones))
        self._unknown_names = UnknownNames(self.reading, evidence)
        chance = settings.binding.max_chance
        self._verdicts = VerdictFinder(
            results, self._places, self._comparison, self._elsewhere, chance
        )

    def numbers(self, *, explain: bool) -> Iterator[JudgedNumber]:
        """Each number by itself; ``explain``: with what was weighed."""
        falling, evidence = _falling(self.reading), self._evidence
        ranked = zip(self._claims[self.begin :], self._ranker.numbers(), strict=True)
        for place, (claim, (target, one)) in enumerate(ranked, self.begin):
            check_abandoned()
            sentence = self.reading.sentence[min(self.reading.first[place], self.reading.size - 1)]
            said = qualified(claim.number, place, self.reading, evidence)
            falls = sentence in falling and said.number.sign == claim.number.sign
            plain = target_of(claim.number, self._settings) if self.reading.scales else target
            stated = StatedNumber(said, plain, self._settings, falls=falls)
            agrees = self._comparison.agreeing(one, stated)
            decided = self._fitted.judge.decide(one, plain, evidence, agrees)
            each = WeighedNumber(claim, stated, one, agrees, decided)
            only_amount = False
            if (scaled := headed(said.number, place, self.reading)) is not None:
                said, only_amount = said._replace(number=scaled), is_amount(place, self.reading)
                each = self._in_scale(each, said, only_amount) or each
            counts = not only_amount and counts_all(place, plain, self.reading, evidence)
            each = each._replace(counts=counts)
            judged = self._judged(each, place, sentence)
            if explain:
                judged = judged._replace(
                    bound=self._explained(judged.bound, each, place),
                    instead=judged.instead and self._explained(judged.instead, each, place),
                    exchanged=judged.exchanged and self._explained(judged.exchanged, each, place),
                )
            yield judged

    def _in_scale(
        self, each: WeighedNumber, said: QualifiedNumber, only_amount: bool
    ) -> WeighedNumber | None:
        """A number in the scale that stands above it, where that agrees with something likelier.

        ``only_amount``: it is no share, ratio or count.
        """
        ranked, target = each.ranked, target_of(said.number, self._settings)
        one = StatedNumber(said, target, self._settings, falls=each.one.falls)
        agrees = self._comparison.agreeing(ranked, one)
        if only_amount:
            others = each.agrees & in_units(ranked.found.formula)
            if others.any() and _most(ranked, agrees) <= _most(ranked, others):
                return None
        elif _most(ranked, agrees) <= _most(ranked, each.agrees):
            return None
        decided = self._fitted.judge.decide(ranked, one.target, self._evidence, agrees)
        return each._replace(one=one, agrees=agrees, decided=decided)

    def _judged(self, each: WeighedNumber, place: int, sentence: int) -> JudgedNumber:
        ranked, decided = each.ranked, each.decided
        agreeing = shared.cell_of(ranked, decided.agreeing, self._aggregates)
        if agreeing is not None:
            self._cells[place] = agreeing
        bound = self._settled(each, place, agreeing)
        own, other = shared.own_place(ranked), None
        if bound.binding.verdict is Verdict.CONTRADICTED and own >= 0:
            found = self._elsewhere.find(ranked, own, each.one)
            other = found and (found.view, found.row, found.measure)
        strange = self._strange(bound, each, place)
        supports = strange is None and bound.binding.verdict is Verdict.SUPPORTED
        cell = agreeing if supports else None
        rival = shared.rival_of(ranked, decided.other, decided.agreeing, self._aggregates)
        named = shared.cell_of(ranked, own, self._aggregates)
        instead = exchanged = None
        surely = each._replace(decided=decided._replace(outcome=NumberOutcome.CONTRADICTED))
        if cell is not None and named not in (None, cell):
            instead = self._verdicts.refused(surely, own)
        if rival is not None:
            exchanged = self._verdicts.refused(surely, decided.other, sure=True)
        placed = PlacedNumber(sentence, cell, named, other, rival)
        compared = self._thresholds(each, place) if supports else ()
        return JudgedNumber(placed, strange or bound, instead, exchanged, compared)

    def _thresholds(self, each: WeighedNumber, place: int) -> Sequence[int]:
        """The places of the numbers of its sentence that a count compares with."""
        r, last = self.reading, min(len(self._claims), place + _AROUND + 1)
        sentence = r.sentence[min(r.first[place], r.size - 1)]
        near = (
            (other, self._claims[other])
            for other in range(max(0, place - _AROUND), last)
            if other != place and r.sentence[min(r.first[other], r.size - 1)] == sentence
        )
        given = self._evidence, self._aggregates
        return [*thresholds_of(each.ranked, each.decided.agreeing, near, *given)]

    def _settled(self, each: WeighedNumber, place: int, agreeing: Cell | None) -> BoundNumber:
        """The verdict on a number, after what the text around it says of periods and moves."""
        bound, ranked = self._verdicts.of(each), each.ranked
        verdict = bound.binding.verdict
        if verdict is Verdict.SUPPORTED:
            return bound if agreeing is None else self._checked(bound, place, agreeing)
        if place in self._ratios:
            return uncovered(each.claim, [Missing.FORMULA], chance=each.chance)
        if verdict is Verdict.INCONCLUSIVE and agreeing is not None:
            return self._misdated(bound, place, agreeing) or bound
        if verdict is Verdict.CONTRADICTED:
            view = ranked.links.sets[int(ranked.found.rows[each.decided.other])].view
            if absent.period(self.reading, place, view, self._evidence) is not None:
                return uncovered(each.claim, [Missing.EVIDENCE], chance=each.chance)
        return bound

    def _checked(self, bound: BoundNumber, place: int, cell: Cell) -> BoundNumber:
        """A supported number; contradicted if no row has its period, or it moved elsewhere."""
        misdated = self._misdated(bound, place, cell)
        if misdated is not None:
            return misdated
        number = bound.binding.claim.number
        left = self._left(place)
        before = movement.against(number, place, cell, self.reading, self._evidence, left=left)
        if before is None:
            return bound
        binding = bound.binding._replace(verdict=Verdict.CONTRADICTED, grade=Grade.NONE)
        shown = self._places.cell(*before)._replace(grade=Grade.NONE)
        return BoundNumber(binding, ("WRONG_DIRECTION",), shown, named=bound.named)

    def _left(self, place: int) -> Cell | None:
        """The cell that a value moved from, where the number before says so: "from 12 to 9"."""
        role, sentence, first = self.reading.role, self.reading.sentence, self.reading.first
        stated = place > 0 and role[place - 1 : place + 1] == ["from", "to"]
        if not stated or sentence[first[place - 1]] != sentence[first[place]]:
            return None
        return self._cells.get(place - 1)

    def _strange(self, bound: BoundNumber, each: WeighedNumber, place: int) -> BoundNumber | None:
        """A number of a name that no row has: another row's, or not covered; None for others."""
        ranked, best = each.ranked, each.ranked.best
        if best < 0 or _explains(each):
            return None
        view = ranked.links.sets[int(ranked.found.rows[best])].view
        said = self._unknown_names.of(place, view)
        if said is None:
            return None
        linked = [each.measure for each in ranked.links.columns.get(view, ()) if each.named > 0]
        asked = [int(ranked.found.column[best]), *linked]
        for measure in dict.fromkeys(m for m in asked if m >= 0):
            rows = self._elsewhere.rows(self._evidence.measures[measure], each.one).tolist()
            if rows:
                shown = self._places.cell(view, rows[0], measure)
                one = self._evidence.dimensions[said.dimension]
                return absent.misnamed(bound, said, self.reading, (shown, one), rows)
        return uncovered(each.claim, [Missing.EVIDENCE], chance=each.chance)

    def _misdated(self, bound: BoundNumber, place: int, cell: Cell) -> BoundNumber | None:
        """A number of another period than the named one, which no row has; None for others."""
        said = absent.period(self.reading, place, cell[0], self._evidence)
        if said is None:
            return None
        row = int(self._evidence.views[cell[0]].table_rows[cell[1]])
        catalog = self._places.catalog(cell[0])
        return absent.misdated(bound, said, self.reading, row, catalog)

    def _explained(self, bound: BoundNumber, each: WeighedNumber, place: int) -> BoundNumber:
        # few ask for it, and a pod that does not keeps the memory
        from sidecar.binding.engine.explained import explained  # noqa: PLC0415
        from sidecar.binding.engine.named_words import NamedWords  # noqa: PLC0415

        words = NamedWords(self._text, self.reading, self._evidence, place)
        return explained(bound, each, self._places, self._fitted.weights, words)


def _part_of(window: TextWindow, claims: Sequence[NumericClaim], results: KnownResults) -> TextPart:
    """The numbers of a window that are judged, and what is known of those before it."""
    begin = sum(claim.number.span.start < window.begin for claim in claims)
    speaking = tuple(one.table.query_id for one in results.catalogs)
    if speaking not in window.known:
        window.known[speaking] = EarlierNumbers(results.evidence)
    return TextPart(begin, window.offset, window.known[speaking])


def _most(ranked: RankedCandidates, agrees: NDArray[np.bool_]) -> float:
    """How probable the best candidate is that agrees with a number."""
    return float(ranked.probabilities[agrees].max(initial=0.0))


def _explains(each: WeighedNumber) -> bool:
    """Whether what agrees with a number is probable by itself, whatever row is named."""
    at, ranked = each.decided.agreeing, each.ranked
    return at >= 0 and ranked.probabilities[at] >= _INTENDED * ranked.probabilities.sum()


def _falling(reading: TextArrays) -> frozenset[int]:
    """The sentences that tell of a fall, or of less than nothing."""
    told = zip(reading.stem, reading.sentence, strict=False)
    return frozenset(sentence for stem, sentence in told if stem in FALLING)
