"""Numbers that no candidate settles: not covered, or wrong since nothing has such a value.

What is missing is said: a row, a column, a formula or any evidence. Where a row or a column is
plainly named and no value agrees, neither there nor anywhere, a number is unsupported.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.bound import BoundNumber, uncovered
from sidecar.binding.engine.comparing import WeighedNumber
from sidecar.binding.engine.crosses import HEADS
from sidecar.binding.engine.evidence import TableView
from sidecar.binding.engine.links import Links
from sidecar.binding.engine.places import CandidatePlaces
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.stored import KnownResults
from sidecar.binding.occurrences import occurrences
from sidecar.model.report import ClaimBinding, Grade, Verdict
from sidecar.model.why import Missing

NAMED = 0.3  # of a measure's name, from which on it is named
CLAUSE, SENTENCE = 1, 2  # see links.STRENGTHS
FOREIGN = HEADS.index("foreign")
_OPEN = 0.3  # how probably of none of the evidence a number must be to count something else
_PLAINLY = 0.8  # of a measure's name
_LIKELY = 0.75  # how probably wrong a number must be that nothing agrees with
_EVEN = 0.5
_DIGITS = 3


def unsettled(each: WeighedNumber, known: KnownResults, places: CandidatePlaces) -> BoundNumber:
    """A number that words and data do not settle, or that nothing has.

    Args:
        each: The number.
        known: The query results.
        places: What candidates come to.
    """
    ranked, at = each.ranked, each.decided.other
    closest = None if at < 0 else places.reading(ranked, at, each.one)
    if _is_nowhere(each, known):
        binding = ClaimBinding(each.claim, Verdict.UNSUPPORTED, Grade.NONE, chance=each.chance)
        wrong = round(each.decided.wrong, _DIGITS)
        return BoundNumber(binding, ("CLAIM_NOT_FOUND",), closest, confidence=wrong)
    alien = ranked.outside > _EVEN
    lacks = [Missing.EVIDENCE] if alien else _missing(ranked.links, known.evidence.views)
    return uncovered(each.claim, lacks, closest, each.chance)


def is_named(strength: int) -> bool:
    """Whether the sentence of a number names a row or period."""
    return 0 < strength <= SENTENCE


def counts_something_else(ranked: RankedCandidates, at: int) -> bool:
    """Whether what a number counts, and its clause, name nothing of the data: "for 3 reasons"."""
    found, links = ranked.found, ranked.links
    if links.head != FOREIGN or ranked.outside < _OPEN or found.column[at] < 0:
        return False
    view = links.sets[int(found.rows[at])].view
    return not links.columns[view][int(found.at[at])].is_in_clause


def _is_nowhere(each: WeighedNumber, known: KnownResults) -> bool:
    """Whether a row or a column is plainly named, and no value agrees, there or anywhere."""
    if each.decided.wrong < _LIKELY or each.agrees.any():
        return False
    ranked, links = each.ranked, each.ranked.links
    if ranked.best >= 0 and counts_something_else(ranked, ranked.best):
        return False
    row = any(one.entity == CLAUSE for one in links.sets)
    if not row and not any(c.named >= _PLAINLY for some in links.columns.values() for c in some):
        return False
    every = [range(len(known.catalogs))]
    return occurrences([each.claim.number], every, known.catalogs) == [None]


def _missing(links: Links, views: Sequence[TableView]) -> list[Missing]:
    """What the words lack."""
    lacks = []
    if not any(views[s.view].rows == 1 or is_named(s.entity) for s in links.sets):
        lacks.append(Missing.ROW)
    named = (c.named >= NAMED or len(each) == 1 for each in links.columns.values() for c in each)
    if not any(named):
        lacks.append(Missing.COLUMN)
    return lacks or [Missing.FORMULA]
