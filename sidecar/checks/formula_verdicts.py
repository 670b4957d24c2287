"""What a formula does to the verdict of a number: the table, and its application.

Binding by context has judged the number already. A formula that is believed and gives the number
supports it, one that gives another value contradicts it. A declared one of which something else
becomes leaves the verdict as it was: who is judged gains nothing by writing one that fails. Where a
model was asked in vain, the verdict of context stands if the words plainly name row and column;
else the number is not covered. ``docs/decisions.md`` has the table in words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.binding.bound import Bound, uncovered
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tolerance import agreeing, grade
from sidecar.model.evidence import EXACT
from sidecar.model.formula import Formula, FormulaOrigin, FormulaOutcome, FormulaUse
from sidecar.model.number import Number
from sidecar.model.report import ClaimBinding, Grade, Reading, Verdict
from sidecar.model.why import UNCOVERED, Missing

NOT_JUDGED = "CLAIM_UNCITED"


class Change(NamedTuple):
    """What an outcome does.

    Attributes:
        verdict: The new one; None leaves that of context, with its codes.
        code: What there is to say; none where nothing is.
    """

    verdict: Verdict | None
    code: str = ""


CHANGES: Mapping[tuple[FormulaOrigin, FormulaOutcome], Change] = {
    (FormulaOrigin.DECLARED, FormulaOutcome.AGREES): Change(Verdict.SUPPORTED),
    (FormulaOrigin.DECLARED, FormulaOutcome.DISAGREES): Change(
        Verdict.CONTRADICTED, "FORMULA_MISMATCH"
    ),
    (FormulaOrigin.DECLARED, FormulaOutcome.MISPLACED): Change(None, "FORMULA_MISPLACED"),
    (FormulaOrigin.DECLARED, FormulaOutcome.REFUSED): Change(None, "FORMULA_REFUSED"),
    (FormulaOrigin.DECLARED, FormulaOutcome.NONE): Change(None),
    (FormulaOrigin.PROPOSED, FormulaOutcome.AGREES): Change(Verdict.SUPPORTED),
    (FormulaOrigin.PROPOSED, FormulaOutcome.DISAGREES): Change(
        Verdict.CONTRADICTED, "FORMULA_MISMATCH"
    ),
    (FormulaOrigin.PROPOSED, FormulaOutcome.MISPLACED): Change(Verdict.INCONCLUSIVE, UNCOVERED),
    (FormulaOrigin.PROPOSED, FormulaOutcome.REFUSED): Change(Verdict.INCONCLUSIVE, UNCOVERED),
    (FormulaOrigin.PROPOSED, FormulaOutcome.NONE): Change(Verdict.INCONCLUSIVE, UNCOVERED),
}
"""A number that the settings leave unjudged (``CLAIM_UNCITED``) stays so, whatever its formula."""


def settled(bound: Bound, use: FormulaUse, settings: NumericSettings) -> Bound:
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
    value = in_base(use.value, use.formula, number, settings)
    agrees = agreement(value, number, settings)
    reading = Reading(*_place(use.reads), value, agrees, use.formula.query, use.reads)
    made = ClaimBinding(binding.claim, change.verdict, agrees, reading, use=use)
    if change.verdict is Verdict.CONTRADICTED:
        right = None if use.reason else value  # in another unit it is no value for the text
        return Bound(made, (change.code,), closest=reading, right=right, named=bound.named)
    codes = () if agrees is Grade.EXACT else ("WITHIN_TOLERANCE",)
    return Bound(made, codes, named=bound.named)


def _in_vain(bound: Bound, binding: ClaimBinding) -> Bound:
    """A number that a model was asked about in vain: it is not covered, unless words name it."""
    if bound.named or binding.verdict is Verdict.INCONCLUSIVE:
        return bound._replace(binding=binding)
    left = uncovered(binding.claim, [Missing.FORMULA], chance=binding.chance)
    return left._replace(binding=left.binding._replace(use=binding.use))


def agrees(value: Decimal, formula: Formula, number: Number, settings: NumericSettings) -> bool:
    """Whether the value of a formula agrees with its number."""
    return agreement(in_base(value, formula, number, settings), number, settings) is not Grade.NONE


def agreement(value: Decimal, number: Number, settings: NumericSettings) -> Grade:
    """How closely a value in the base of its unit agrees with a number, as with any other value."""
    return grade(value, number, agreeing(number, settings))


def in_base(value: Decimal, formula: Formula, number: Number, settings: NumericSettings) -> Decimal:
    """A formula's value in the base of the number's unit.

    It is stated in the unit and scale of the text: 4.2 for "4.2 million". An agent may also state
    it in ones, where that agrees. A model sees "-[n1]", so what it tells has the sign of the mask.
    """
    written = EXACT.scaleb(value, number.power)
    if formula.origin is FormulaOrigin.PROPOSED:
        return -written if number.sign < 0 else written
    ways = [written, value] if number.scale else [written]
    for way in ways:
        if agreement(way, number, settings) is not Grade.NONE:
            return way
    return min(ways, key=lambda way: abs(way - number.value))


def _place(reads: Sequence[str]) -> tuple[str, str]:
    """The query result and the place in it that a report tells first."""
    first = reads[0] if reads else ""
    query_id, _, location = first.partition(" ") if " " in first else first.rpartition(".")
    return query_id, location
