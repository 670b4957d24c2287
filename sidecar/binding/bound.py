"""What binding a number came to: verdict, codes, values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.model.number import Citation, NumericClaim
from sidecar.model.report import ClaimBinding, Considered, Grade, Reading, Verdict
from sidecar.model.why import UNCOVERED, Missing

# A name of which all numbers are those of another row.


class NameSwap(NamedTuple):
    """A name that should be another.

    Attributes:
        start: Where the name starts, in code points.
        end: Where it ends.
        right: The label that belongs there; empty where that is unknown.
        query_id: The query result that says so.
        numbers: The numbers that are attributed to it, by their places in the sentence's numbers.
        readings: The cells of those that fit the right row.
    """

    start: int
    end: int
    right: str
    query_id: str
    numbers: Sequence[int]
    readings: Mapping[int, Reading]


class UnknownRowName(NamedTuple):
    """A name in the text of which the data have no row.

    Attributes:
        start: Where it stands, in code points.
        end: Where it ends.
        right: What the row is called whose value is attributed to it; empty where that is not
            plain.
    """

    start: int
    end: int
    right: str


class BoundNumber(NamedTuple):
    """A number that was bound, or was not.

    Attributes:
        binding: For the report.
        codes: What there is to say about it; none where it is plainly right.
        closest: The nearest value to one that nothing agrees with, where there is one.
        right: The value that belongs there, in the unit of the number, where that is known.
        confidence: How probably it is wrong, where it was flagged by its context.
        empty: Whether the query results that may speak for it have no rows.
        name: What it is attributed to, where no row has that name.
        sure: How probably it is right, where its context supports it by more than its value.
        elsewhere: A place that has its value, where what is named has another one.
        named: Whether its words plainly name one row and one column.
    """

    binding: ClaimBinding
    codes: tuple[str, ...] = ()
    closest: Reading | None = None
    right: Decimal | None = None
    confidence: float | None = None
    empty: bool = False
    name: UnknownRowName | None = None
    sure: float | None = None
    elsewhere: Reading | None = None
    named: bool = False


def supported(
    claim: NumericClaim,
    grade: Grade,
    reading: Reading | None,
    sources: tuple[str, ...],
    considered: Sequence[Considered] = (),
) -> BoundNumber:
    """A value agrees.

    Args:
        claim: The number.
        grade: How closely.
        reading: The value, where the report tells it.
        sources: All query results in which one agrees as well.
        considered: All readings that agree, best first.
    """
    codes: tuple[str, ...] = ()
    if grade is not Grade.EXACT:
        codes = ("WITHIN_TOLERANCE",)
    if len(sources) > 1:
        codes = (*codes, "AMBIGUOUS_SOURCE")
    else:
        sources = ()
    return BoundNumber(
        ClaimBinding(claim, Verdict.SUPPORTED, grade, reading, sources, considered), codes
    )


def led_by(shown: Reading, binding: ClaimBinding) -> Sequence[Considered]:
    """What was weighed for a number, if anything is told of it, a reading first."""
    if not binding.considered:
        return ()
    same = [one for one in binding.considered if one.reading and one.reading.where == shown.where]
    others = [one for one in binding.considered if one not in same]
    lead = same[0]._replace(reading=shown) if same else Considered(shown)
    return [lead, *others]


def unsupported(
    claim: NumericClaim,
    code: str,
    closest: Reading | None = None,
    considered: Sequence[Considered] = (),
) -> BoundNumber:
    """No value agrees; the closest one may be told."""
    binding = ClaimBinding(claim, Verdict.UNSUPPORTED, Grade.NONE, considered=considered)
    return BoundNumber(binding, (code,), closest)


def contradicted(claim: NumericClaim, code: str, reading: Reading) -> BoundNumber:
    """A value says that the number is wrong."""
    reading = reading._replace(grade=Grade.NONE)
    listed = [Considered(reading)]
    binding = ClaimBinding(claim, Verdict.CONTRADICTED, Grade.NONE, reading, considered=listed)
    return BoundNumber(binding, (code,), reading)


def by_chance(claim: NumericClaim, reading: Reading, chance: float, limit: float) -> BoundNumber:
    """A value agrees, and nothing links it with the number: that supports it up to a chance."""
    if chance > limit:
        return undecided(claim, "COINCIDENCE_LIKELY", reading, chance)
    return BoundNumber(ClaimBinding(claim, Verdict.SUPPORTED, Grade.EXACT, reading, chance=chance))


def undecided(
    claim: NumericClaim, code: str, reading: Reading | None, chance: float
) -> BoundNumber:
    """A number that is neither right nor wrong by the evidence."""
    binding = ClaimBinding(claim, Verdict.INCONCLUSIVE, Grade.NONE, reading, chance=chance)
    return BoundNumber(binding, (code,), reading)


def uncovered(
    claim: NumericClaim,
    missing: Sequence[Missing],
    closest: Reading | None = None,
    chance: float | None = None,
) -> BoundNumber:
    """A number that words and data do not settle: it is not covered.

    Args:
        claim: The number.
        missing: What they lack: a row, a column, a derivation, or any evidence.
        closest: The value that was looked at, where there is one.
        chance: How likely a random number would agree with some reading.
    """
    binding = ClaimBinding(
        claim, Verdict.INCONCLUSIVE, Grade.NONE, chance=chance, missing=tuple(missing)
    )
    return BoundNumber(binding, (UNCOVERED,), closest)


def cited(claim: NumericClaim) -> bool:
    """Whether the sentence of a number names a source."""
    return is_source(claim.citation)


def is_source(citation: Citation) -> bool:
    """Whether what a sentence says names a source."""
    return bool(citation.family or citation.query_id)
