"""What a number comes to: the verdict with its code, its place and what belongs there instead."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from sidecar.binding.bound import BoundNumber, by_chance, cited, supported, undecided
from sidecar.binding.engine.comparing import CandidateComparison, WeighedNumber
from sidecar.binding.engine.decision import NumberOutcome
from sidecar.binding.engine.elsewhere import CODES as ELSEWHERE
from sidecar.binding.engine.elsewhere import ValueFinder
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.links import Links
from sidecar.binding.engine.places import CandidatePlaces
from sidecar.binding.engine.quantities import Fit
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.repairing import repair
from sidecar.binding.engine.stated import StatedNumber
from sidecar.binding.engine.stored import KnownResults
from sidecar.binding.engine.unsettled import (
    CLAUSE,
    FOREIGN,
    NAMED,
    counts_something_else,
    is_named,
    unsettled,
)
from sidecar.binding.occurrences import occurrences
from sidecar.binding.tables.ways import SCALE_UNTOLD
from sidecar.binding.tolerance import HOLDS, is_rounded_further
from sidecar.model.report import ClaimBinding, Grade, Reading, Verdict

_AGREED = 0.6  # of the probability of all candidates, from which on what agrees is intended
_MOST, _SOME = 0.5, 0.3  # of the probability of all candidates
_AS_GOOD, _HARDLY = 0.9, 0.03  # of that of the best one
_SURE = 0.9
"""How probably wrong a number is whose clause names a cell that has another value."""

_SUSPECTED = 0.8
"""How probably wrong at most a number counts that nothing plainly named refutes: a warning."""

_TELLING = frozenset({"UNIT_MISMATCH", "WRONG_SIGN"})
"""Codes that say what was done to a value: that it is so is no chance."""

_CERTAIN, _UNLIKELY = 0.98, 0.1
"""Of all candidates, and of none of them: what hardly leaves another meaning."""

_ALMOST = 0.9
"""Of all candidates: what a number hardly can but be, whose value stands in another place."""

_DOUBTED = 0.5  # how probably wrong what is not what its words most probably name must be
_DIGITS = 3


class VerdictFinder:
    """Gives the verdicts on the numbers of a text.

    Args:
        known: The query results.
        places: What candidates come to.
        comparison: Which of them agree.
        elsewhere: Where else numbers stand.
        max_chance: The chance past which agreement alone supports nothing.
    """

    def __init__(
        self,
        known: KnownResults,
        places: CandidatePlaces,
        comparison: CandidateComparison,
        elsewhere: ValueFinder,
        max_chance: float,
    ) -> None:
        self._known, self._places, self._comparison = known, places, comparison
        self._elsewhere, self._max_chance = elsewhere, max_chance

    def of(self, each: WeighedNumber) -> BoundNumber:
        """What a number comes to."""
        ranked, decided = each.ranked, each.decided
        if each.counts and (count := self._counted(each)) is not None:
            return count
        each = each._replace(counts=False)
        if _links_nothing(ranked.links):
            return self._unlinked(each)
        if decided.outcome is NumberOutcome.SUPPORTED and not self._is_far_fetched(each):
            bound = self._supported(each)
        elif self._is_plainly_right(each):
            bound = self._supported(each._replace(decided=decided._replace(agreeing=ranked.best)))
        elif (at := self._in_another_unit(each)) >= 0 or (at := decided.other) >= 0:
            bound = self.refused(each, at)
        else:
            bound = self._open(each)
        best = ranked.best
        is_cell = best >= 0 and bool(ranked.found.formula[best] == PLACE["cell"])
        plain = is_cell and self.is_plain(ranked, best) and _part(ranked, best) >= _MOST
        return bound._replace(named=plain)

    def _counted(self, each: WeighedNumber) -> BoundNumber | None:
        """A number that counts all of a query result; None where something else is likelier."""
        ranked, best = each.ranked, each.ranked.best
        found = ranked.found
        if best < 0:
            return None
        view = self._known.evidence.views[ranked.links.sets[int(found.rows[best])].view]
        counts = found.formula == (PLACE["cell"] if view.rows == 1 else PLACE["rows"])
        if _part(ranked, best) >= _MOST:
            at = best if counts[best] else -1
        else:  # nothing else is likely either: "the table holds 90 rows for 1957 and 2007"
            every = counts & each.agrees & (found.value == view.rows)
            at = int(every.argmax()) if view.rows > 1 and every.any() else -1
        if at < 0:
            return None
        if each.agrees[at]:
            return self._supported(each._replace(decided=each.decided._replace(agreeing=at)))
        return self.refused(each, at)

    def _in_another_unit(self, each: WeighedNumber) -> int:
        """The cell that is plainly named and has the digits of a number in another unit; or -1.

        One whose scale nothing tells is as good, where it is not much less probable than others.
        """
        found, p = each.ranked.found, each.ranked.probabilities
        misfits = (found.formula == PLACE["cell"]) & (
            (found.fit >= Fit.OTHER)
            | ((found.fit == Fit.TEXT_ONLY) & (p >= _MOST * p.max(initial=0)))
        )
        for at in sorted(np.flatnonzero(misfits).tolist(), key=lambda at: -p[at]):
            if self.is_plain(each.ranked, at):
                code = self._places.in_unit(each.ranked, at, each.one).code
                if code == ("UNIT_MISMATCH" if found.fit[at] >= Fit.OTHER else SCALE_UNTOLD):
                    return at
        return -1

    def _is_plainly_right(self, each: WeighedNumber) -> bool:
        """Whether what is plainly named agrees, and hardly anything else can be intended."""
        ranked, best = each.ranked, each.ranked.best
        if best < 0 or not each.agrees[best] or each.decided.outcome is NumberOutcome.CONTRADICTED:
            return False
        return self.is_plain(ranked, best) and _part(ranked, best) >= _AGREED

    def _is_far_fetched(self, each: WeighedNumber) -> bool:
        """Whether what agrees has hardly any probability beside what is plainly named instead."""
        ranked, agrees, best = each.ranked, each.agrees, each.ranked.best
        if agrees[best] or _part(ranked, best) < _MOST or not self.is_plain(ranked, best):
            return False
        p = ranked.probabilities
        return bool(p[agrees].sum() < _HARDLY * p[best])

    def is_plain(self, ranked: RankedCandidates, at: int) -> bool:
        """Whether the words plainly name row and column of a candidate, or ask for it."""
        found = ranked.found
        rows = ranked.links.sets[int(found.rows[at])]
        if found.column[at] < 0:
            return _part(ranked, at) >= _MOST
        linked = ranked.links.columns[rows.view]
        alone = len(linked) == 1 and ranked.links.head != FOREIGN
        measured = linked[int(found.at[at])].named >= NAMED or alone
        if found.formula[at] != PLACE["cell"]:
            return measured and _part(ranked, at) >= _MOST
        view = self._known.evidence.views[rows.view]
        return measured and (view.rows == 1 or is_named(rows.entity) or is_named(rows.period))

    def _supported(self, each: WeighedNumber) -> BoundNumber:
        claim, one, ranked, agrees, decided, _ = each
        at = decided.agreeing
        grade = self._comparison.grade(ranked, at, one)
        reading = self._places.reading(ranked, at, one, grade)
        if self._comparison.is_scale_guessed(ranked, at, one):
            return undecided(
                claim, "UNIT_MISMATCH", self._places.reading(ranked, at, one), each.chance
            )
        p, found = ranked.probabilities, ranked.found
        as_good = agrees & (found.formula == found.formula[at]) & (p >= _AS_GOOD * p[at])
        tables = {
            self._known.evidence.views[ranked.links.sets[rows].view].table
            for rows in found.rows[as_good].tolist()
        }
        sources = tuple(self._known.catalogs[table].table.query_id for table in sorted(tables))
        codes = [] if grade is Grade.EXACT else ["WITHIN_TOLERANCE"]
        if len(sources) > 1:
            codes.append("AMBIGUOUS_SOURCE")
        binding = ClaimBinding(
            claim, Verdict.SUPPORTED, grade, reading,
            sources=sources if len(sources) > 1 else (), chance=each.chance,
        )  # fmt: skip
        return BoundNumber(binding, tuple(codes), sure=round(1 - decided.wrong, _DIGITS))

    def refused(self, each: WeighedNumber, at: int, *, sure: bool = False) -> BoundNumber:
        """A number that a candidate refutes, or that nothing supports or settles.

        Args:
            each: The number.
            at: The candidate.
            sure: Whether something else tells that the number is wrong.
        """
        claim, one, ranked = each.claim, each.one, each.ranked
        shown = self._places.reading(ranked, at, one)
        if shown is None:
            return self._open(each)
        code, elsewhere = self._blame(ranked, at, one, shown.value)
        plain, chance = each.counts or self.is_plain(ranked, at), each.chance
        if plain and code == SCALE_UNTOLD:
            return undecided(claim, "UNIT_MISMATCH", shown, chance)
        confidence = self._confidence(each, at, code, plain=plain)
        if confidence is None:
            return self._open(each)
        confidence = max(confidence, _SURE) if sure else confidence
        found = plain or elsewhere is not None or code in _TELLING
        if not found or self._is_of_another_kind(ranked, at, code):
            binding = ClaimBinding(claim, Verdict.UNSUPPORTED, Grade.NONE, chance=chance)
            return BoundNumber(binding, ("CLAIM_NOT_FOUND",), shown, confidence=confidence)
        binding = ClaimBinding(claim, Verdict.CONTRADICTED, Grade.NONE, shown, chance=chance)
        right = repair(each, at, shown.value, code) if plain else None
        return BoundNumber(
            binding, (code,), shown, right, confidence=confidence, elsewhere=elsewhere
        )

    def _confidence(self, each: WeighedNumber, at: int, code: str, *, plain: bool) -> float | None:
        """How probably wrong a number is that a candidate refutes; None where it settles none."""
        wrong = each.decided.wrong
        lone = plain and self._is_all_there_is(each, at)
        shown = each.counts or lone or self._is_named_instead(each, at)
        if not (shown or _settles(each, at, code, plain=plain)):
            return min(round(wrong, _DIGITS), _SUSPECTED) if _is_suspect(each, at) else None
        sure = plain and (shown or code in _TELLING or _is_sure(each.ranked, at))
        return round(max(wrong, _SURE if sure else 0.0), _DIGITS)

    def _is_named_instead(self, each: WeighedNumber, at: int) -> bool:
        """Whether the clause names a candidate, and what agrees with the number is far-fetched."""
        if each.decided.outcome is not NumberOutcome.SUPPORTED or not _is_in_clause(
            each.ranked, at
        ):
            return False
        return self._is_far_fetched(each) and not counts_something_else(each.ranked, at)

    def _is_all_there_is(self, each: WeighedNumber, at: int) -> bool:
        """Whether a table of one row has nothing else that a number can be, and that disagrees."""
        ranked = each.ranked
        if ranked.outside >= _UNLIKELY or _part(ranked, at) < _CERTAIN or each.agrees.any():
            return False
        view = ranked.links.sets[int(ranked.found.rows[at])].view
        return self._known.evidence.views[view].rows == 1

    def _unlinked(self, each: WeighedNumber) -> BoundNumber:
        """A number whose words name nothing: a cell or count that equals it, or chance, decides."""
        known = self._known.catalogs
        (place,) = occurrences([each.claim.number], [range(len(known))], known)
        if place is None or place.grade is not Grade.EXACT:
            return self._open(each)
        if self._known.cells == 1 and cited(each.claim):  # nothing else can be cited
            return supported(each.claim, Grade.EXACT, place, ())
        chance = each.one.chance(self._known.cells)
        return by_chance(each.claim, place, chance, self._max_chance)

    def _open(self, each: WeighedNumber) -> BoundNumber:
        return unsettled(each, self._known, self._places)

    def _blame(
        self, ranked: RankedCandidates, at: int, one: StatedNumber, right: Decimal
    ) -> tuple[str, Reading | None]:
        """What is wrong with a number, and the place that has its value instead."""
        number, found = one.number, ranked.found
        if found.formula[at] == PLACE["cell"] and (
            code := self._places.in_unit(ranked, at, one).code
        ):
            return code, None
        if one.grade(right) is not Grade.NONE and not one.is_bound:
            return "WRONG_SIGN", None
        cell = self._elsewhere.find(ranked, at, one)
        if cell is not None:
            return cell.code, self._places.cell(cell.view, cell.row, cell.measure)
        rounds = number.qualifier not in HOLDS and is_rounded_further(number, right)
        return "ROUNDING_MISMATCH" if rounds else "CLAIM_NOT_FOUND", None

    def _is_of_another_kind(self, ranked: RankedCandidates, at: int, code: str) -> bool:
        """Whether a number is in a unit that a measure cannot be in: the row alone is named."""
        found = ranked.found
        if code in _TELLING or found.formula[at] != PLACE["cell"] or found.column[at] < 0:
            return False
        view = ranked.links.sets[int(found.rows[at])].view
        unnamed = ranked.links.columns[view][int(found.at[at])].named < NAMED
        return bool(found.fit[at] == Fit.OTHER or (unnamed and found.fit[at] == Fit.TEXT_ONLY))


def _settles(each: WeighedNumber, at: int, code: str, *, plain: bool) -> bool:
    """Whether a candidate that disagrees settles a number."""
    if code in _TELLING:
        return plain or each.decided.outcome is NumberOutcome.CONTRADICTED
    if each.ranked.found.fit[at] == Fit.CLASH or counts_something_else(each.ranked, at):
        return False
    if each.decided.outcome is NumberOutcome.CONTRADICTED:  # what is hardly named refutes nothing
        return plain or _part(each.ranked, at) >= _MOST
    part = _part(each.ranked, at) if at == each.ranked.best else 0.0
    doubted = each.decided.wrong >= _DOUBTED and part >= _SOME
    return plain and (doubted or (code in ELSEWHERE and part >= _ALMOST))


def _is_suspect(each: WeighedNumber, at: int) -> bool:
    """Whether a number is probably wrong, though no words plainly name what refutes it."""
    clashes = each.ranked.found.fit[at] == Fit.CLASH
    return each.decided.outcome is NumberOutcome.CONTRADICTED and not clashes


def _is_sure(ranked: RankedCandidates, at: int) -> bool:
    """Whether hardly anything else can be intended than a candidate."""
    likely = ranked.outside < _UNLIKELY and _part(ranked, at) >= _CERTAIN
    return _is_in_clause(ranked, at) or (
        likely and at == ranked.best and ranked.found.formula[at] != PLACE["cell"]
    )


def _is_in_clause(ranked: RankedCandidates, at: int) -> bool:
    """Whether the clause of a number names the row of a cell, which is most probably intended."""
    rows = ranked.links.sets[int(ranked.found.rows[at])]
    is_cell = bool(ranked.found.formula[at] == PLACE["cell"])
    return is_cell and rows.entity == CLAUSE and _part(ranked, at) >= _MOST


def _part(ranked: RankedCandidates, at: int) -> float:
    """What part of the probability of all candidates one has."""
    p = ranked.probabilities
    return float(p[at] / p.sum())


def _links_nothing(links: Links) -> bool:
    """Whether no word at a number names anything of the evidence."""
    named = (c.named > 0 for each in links.columns.values() for c in each)
    return not any(one.entity or one.period for one in links.sets) and not any(named)
