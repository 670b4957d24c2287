"""What the checks ``numeric`` and ``consistency`` made of the numbers of a narrative."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from verifyd.enums import (
    Direction,
    Grade,
    NumberForm,
    Qualifier,
    SettledBy,
    SkipReason,
    Unit,
    Verdict,
)
from verifyd.results import Span

if TYPE_CHECKING:
    from verifyd.explained import Hint, Odds, Why
    from verifyd.formulas import FormulaUse


@dataclass(frozen=True, slots=True)
class NumericClaim:
    """A number of the narrative.

    Attributes:
        value_text: As written: "$1.2 million".
        value: Exact, in the base of its unit: 1200000. Percent stay percent.
        unit: What it counts or measures.
        unit_symbol: "%", "USD", "km"; empty for a bare count.
        span: Where.
        sentence: The sentence that it stands in.
        citation_prefix: "Per LMIS:", where the sentence has one.
        query_id: The query result that the sentence names, if any.
        source_family: The source that the prefix names, if any.
        form: How it is written.
        qualifier: How it is hedged.
        direction: Which movement is intended.
    """

    value_text: str
    value: Decimal
    unit: Unit
    unit_symbol: str
    span: Span
    sentence: str
    citation_prefix: str | None
    query_id: str | None
    source_family: str | None
    form: NumberForm
    qualifier: Qualifier
    direction: Direction


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to explain a number.

    Attributes:
        query_id: The query result; "" for many cells none of which agrees, and for what none
            speaks of.
        location: The place in it; "" as above.
        value: The exact value there, in the unit of the claim; None as above.
        grade: How closely it agrees.
        formula: The derivation; "" for a plain cell.
        why: What spoke for it, where readings are weighed.
    """

    query_id: str
    location: str
    value: Decimal | None
    grade: Grade
    formula: str
    why: Why | None = None


@dataclass(frozen=True, slots=True)
class ClaimBinding:
    """A number and the cell that it was bound to.

    Attributes:
        claim: The number.
        matched: Whether a source supports it.
        matched_source_qid: The query result of the chosen reading, if any.
        matched_location: The place in it: "data[5].salary" (row from 0), "row_count", or
            "total of sales".
        matched_value: The exact value there, in the unit of the claim.
        verdict: What the evidence says.
        grade: How closely the reading agrees.
        formula: The derivation of the reading; empty for a plain cell.
        chance: The probability that a random number would agree as well, where computed.
        ambiguous_source_qids: All query results that explain it equally well, if several.
        low: The least value that rounds to what is written (``Detail.EXPLAIN``).
        high: The greatest one (``Detail.EXPLAIN``).
        readings: Those that were weighed, the chosen one first (``Detail.EXPLAIN``).
        odds: How probably it is right, wrong, or about something else (``Detail.EXPLAIN``).
        hints: What would fix a wrong decision (``Detail.EXPLAIN``).
        settled_by: What settled it.
        formula_use: What the formula did that the agent or a model gave for it, if one did.
    """

    claim: NumericClaim
    matched: bool
    matched_source_qid: str | None
    matched_location: str | None
    matched_value: Decimal | None
    verdict: Verdict
    grade: Grade
    formula: str
    chance: float | None
    ambiguous_source_qids: tuple[str, ...]
    low: Decimal | None
    high: Decimal | None
    readings: tuple[Reading, ...]
    odds: Odds | None = None
    hints: tuple[Hint, ...] = ()
    settled_by: SettledBy = SettledBy.UNSPECIFIED
    formula_use: FormulaUse | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that looks like a number and was not taken for a quantity."""

    span: Span
    text: str
    reason: SkipReason


@dataclass(frozen=True, slots=True)
class MathCheck:
    """One sum that the text states or implies, such as ``percent_sum_L42``.

    ``mend`` is the value that would fix a failed sum in place of the number that states its
    result; None where it holds, or no one number is its result.
    """

    name: str
    passed: bool
    span: Span
    total: Decimal
    expected: Decimal
    mend: Decimal | None = None
