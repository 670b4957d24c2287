"""What a formula, or the word of a model that there is none, does to the verdict of a number.

Binding by context has judged the number already. A formula that is believed and gives the number
supports it, one that gives another value contradicts it. A declared one of which something else
becomes leaves the verdict as it was: who is judged gains nothing by writing one that fails. Where a
model was asked in vain, the verdict of context stands if the words plainly name row and column;
else the number is not covered. ``docs/decisions.md`` has the table in words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.binding.bound import BoundNumber, uncovered
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import agreeing, grade
from sidecar.model.evidence import EXACT, Table
from sidecar.model.formula import Formula, FormulaOrigin, FormulaOutcome, FormulaUse
from sidecar.model.number import Direction, Number, Qualifier, SkipReason, Unit
from sidecar.model.report import ClaimBinding, Grade, Reading, Verdict
from sidecar.model.text import Span, Text
from sidecar.model.why import UNCOVERED, Missing

NOT_JUDGED = "CLAIM_UNCITED"


class VerdictChange(NamedTuple):
    """What an outcome does.

    Attributes:
        verdict: The new one; None leaves that of context, with its codes.
        code: What there is to say; none where nothing is.
    """

    verdict: Verdict | None
    code: str = ""


CHANGES: Mapping[tuple[FormulaOrigin, FormulaOutcome], VerdictChange] = {
    (FormulaOrigin.DECLARED, FormulaOutcome.AGREES): VerdictChange(Verdict.SUPPORTED),
    (FormulaOrigin.DECLARED, FormulaOutcome.DISAGREES): VerdictChange(
        Verdict.CONTRADICTED, "FORMULA_MISMATCH"
    ),
    (FormulaOrigin.DECLARED, FormulaOutcome.MISPLACED): VerdictChange(None, "FORMULA_MISPLACED"),
    (FormulaOrigin.DECLARED, FormulaOutcome.REFUSED): VerdictChange(None, "FORMULA_REFUSED"),
    (FormulaOrigin.DECLARED, FormulaOutcome.NONE): VerdictChange(None),
    (FormulaOrigin.PROPOSED, FormulaOutcome.AGREES): VerdictChange(Verdict.SUPPORTED),
    (FormulaOrigin.PROPOSED, FormulaOutcome.DISAGREES): VerdictChange(
        Verdict.CONTRADICTED, "FORMULA_MISMATCH"
    ),
    (FormulaOrigin.PROPOSED, FormulaOutcome.MISPLACED): VerdictChange(
        Verdict.INCONCLUSIVE, UNCOVERED
    ),
    (FormulaOrigin.PROPOSED, FormulaOutcome.REFUSED): VerdictChange(
        Verdict.INCONCLUSIVE, UNCOVERED
    ),
    (FormulaOrigin.PROPOSED, FormulaOutcome.NONE): VerdictChange(Verdict.INCONCLUSIVE, UNCOVERED),
}
"""A number that the settings leave unjudged (``CLAIM_UNCITED``) stays so, whatever its formula."""


def apply_formula(bound: BoundNumber, use: FormulaUse, settings: NumericSettings) -> BoundNumber:
    """A number as its formula leaves it.

    Args:
        bound: What context made of it.
        use: What came of its formula.
        settings: The tolerances.
    """
    binding = bound.binding._replace(use=use)
    change = CHANGES[use.formula.origin, use.outcome]
    if NOT_JUDGED in bound.codes:
        return bound._replace(binding=binding)
    if change.verdict is Verdict.INCONCLUSIVE:
        return _in_vain(bound, binding)
    if change.verdict is None or use.value is None:
        codes = (*bound.codes, change.code) if change.code else bound.codes
        return bound._replace(binding=binding, codes=codes)
    number = binding.claim.number
    value = to_base_unit(use.value, use.formula, number, settings)
    agrees = grade_agreement(value, number, settings)
    reading = Reading(*_place(use.reads), value, agrees, use.formula.query, use.reads)
    made = ClaimBinding(binding.claim, change.verdict, agrees, reading, use=use)
    if change.verdict is Verdict.CONTRADICTED:
        right = None if use.reason else value  # in another unit it is no value for the text
        return BoundNumber(made, (change.code,), closest=reading, right=right, named=bound.named)
    codes = () if agrees is Grade.EXACT else ("WITHIN_TOLERANCE",)
    return BoundNumber(made, codes, named=bound.named)


def _in_vain(bound: BoundNumber, binding: ClaimBinding) -> BoundNumber:
    """A number that a model was asked about in vain: it is not covered, unless words name it."""
    if bound.named or binding.verdict is Verdict.INCONCLUSIVE:
        return bound._replace(binding=binding)
    left = uncovered(binding.claim, [Missing.FORMULA], chance=binding.chance)
    return left._replace(binding=left.binding._replace(use=binding.use))


def agrees(value: Decimal, formula: Formula, number: Number, settings: NumericSettings) -> bool:
    """Whether the value of a formula agrees with its number."""
    return (
        grade_agreement(to_base_unit(value, formula, number, settings), number, settings)
        is not Grade.NONE
    )


def is_other_scale(
    value: Decimal, factor: Decimal, number: Number, settings: NumericSettings
) -> bool:
    """Whether a value agrees with the digits of a number, and not with the number.

    Args:
        value: What the data have, which are in units of ``factor``: 56476, of thousands.
        factor: As the data state it.
        number: As it is written: "56,476 million".
        settings: Of the check.
    """
    written = EXACT.scaleb(value, number.power)
    return (
        grade_agreement(written, number, settings) is not Grade.NONE
        and grade_agreement(value * factor, number, settings) is Grade.NONE
    )


def grade_agreement(value: Decimal, number: Number, settings: NumericSettings) -> Grade:
    """How closely a value in the base of its unit agrees with a number, as with any other value."""
    return grade(value, number, agreeing(number, settings))


def to_base_unit(
    value: Decimal, formula: Formula, number: Number, settings: NumericSettings
) -> Decimal:
    """A formula's value in the base of the number's unit.

    It is stated in the unit and scale of the text: 4.2 for "4.2 million". An agent may also state
    it in ones, where that agrees. A model sees "-[n1]", so what it tells has the sign of the mask.
    """
    written = EXACT.scaleb(value, number.power)
    if formula.origin is FormulaOrigin.PROPOSED:
        return -written if number.sign < 0 else written
    ways = [written, value] if number.scale else [written]
    for way in ways:
        if grade_agreement(way, number, settings) is not Grade.NONE:
            return way
    return min(ways, key=lambda way: abs(way - number.value))


def _place(reads: Sequence[str]) -> tuple[str, str]:
    """The query result and the place in it that a report tells first."""
    first = reads[0] if reads else ""
    query_id, _, location = first.partition(" ") if " " in first else first.rpartition(".")
    return query_id, location


# Numbers that a model calls a period or an identifier: they claim nothing, and are passed over.
#
# A model reads what others wrote, so its word alone hides no claim. It is believed where the number
# is written as a period or an identifier may be: "six months", "Series 1". A percentage, an amount
# of money, a measure, a number with a scale, a sign, a hedge or a direction is neither. Nor is a
# number whose row and column the words plainly name, unless the data have such a name themselves.

REASONS = {"identifier": SkipReason.IDENTIFIER, "period": SkipReason.PERIOD}
"""What is no claim, in a model's words."""

_TIMES = frozenset({"s", "min", "h", "hour", "day", "week", "month", "quarter", "year"})
_PLAIN = re.compile(r"\d+(?:\.\d+)*|[^\W\d_]+(?:-[^\W\d_]+)*")
"""A number without marks between thousands, or in words."""
_BEFORE = 40  # bytes that the word before a number is looked for in
_LAST_WORD = re.compile(r"[^\W\d_]\w*\W{1,2}$")
_SEEN = 10_000
"""Cells of a column that a name is looked for in."""


def find_skip_reason(
    none: str, bound: BoundNumber, text: Text, tables: Sequence[Table]
) -> SkipReason | None:
    """Why a number claims nothing; None where it has to be judged.

    Args:
        none: Why it has no query, in the model's words.
        bound: What context made of it.
        text: The text.
        tables: The query results of the request.
    """
    reason = REASONS.get(none)
    number = bound.binding.claim.number
    if reason is None:
        return None
    if reason is SkipReason.PERIOD and number.symbol in _TIMES and not number.scale:
        return reason
    if not _is_plain(number, text) or (bound.named and not _is_name(number, text, tables)):
        return None
    return reason


def _is_plain(number: Number, text: Text) -> bool:
    """Whether a number is written as a name or the number of a period may be."""
    bare = number.unit is Unit.COUNT and not (number.symbol or number.scale or number.sign)
    unmoved = number.qualifier is Qualifier.NONE and number.direction is Direction.NONE
    return bare and unmoved and _PLAIN.fullmatch(text.slice(number.span)) is not None


def _is_name(number: Number, text: Text, tables: Sequence[Table]) -> bool:
    """Whether the data have a name of the number and the word before it: "Series 1"."""
    start = number.span.start
    before = _LAST_WORD.search(text.data[max(0, start - _BEFORE) : start].decode("utf-8", "ignore"))
    if before is None:
        return False
    name = before[0] + text.slice(Span(start, number.span.end))
    found = re.compile(rf"\b{re.escape(name)}(?![\w.,]\w)\b", re.IGNORECASE)
    return any(found.search(label) for table in tables for label in _labels(table))


def _labels(table: Table) -> Iterator[str]:
    yield from (column.name for column in table.columns)
    for data in table.data:
        yield from {cell for cell in data[:_SEEN] if isinstance(cell, str)}
