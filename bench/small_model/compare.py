"""What a model's formulas did to a report, compared with the report without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from verifyd import ClaimBinding, FormulaUse, Report, SettledBy, Verdict

from bench.scoring import SUPPORTED, Record


class SettledComparison(NamedTuple):
    """A number that a proposed formula settled.

    Attributes:
        number: As it is written.
        before: Its verdict without a model.
        after: And with one.
        wrong: Whether its label says that it is wrong; None where it has none.
        query: The formula.
    """

    number: str
    before: Verdict
    after: Verdict
    wrong: bool | None
    query: str

    @property
    def is_cleared(self) -> bool:
        """Whether a wrong number became a right one."""
        cleared = self.before is not Verdict.SUPPORTED and self.after is Verdict.SUPPORTED
        return self.wrong is True and cleared

    @property
    def is_flagged(self) -> bool:
        """Whether a right number became a wrong one."""
        flagged = self.before is not Verdict.CONTRADICTED and self.after is Verdict.CONTRADICTED
        return self.wrong is False and flagged


class Compared(NamedTuple):
    """What came of one text.

    Attributes:
        endings: Of the numbers that the model was asked about.
        settled: Numbers that its formulas decided.
        faults: What must not be.
    """

    endings: Counter[str]
    settled: Sequence[SettledComparison]
    faults: Sequence[str]


def compare(before: Report, after: Report, gold: Sequence[Record]) -> Compared:
    """Hold a report against the one without a model.

    Args:
        before: Without one.
        after: With one.
        gold: What is known of the numbers.
    """
    uses = [bound.formula_use for bound in after.bindings]
    settled = [
        _settled(old, new, new.formula_use, gold)
        for old, new in zip(before.bindings, after.bindings, strict=False)
        if new.formula_use is not None and new.settled_by is SettledBy.PROPOSED_FORMULA
    ]
    endings = Counter(_ending(use) for use in uses if use is not None)
    return Compared(endings, settled, list(_faults(before, after)))


def _ending(use: FormulaUse) -> str:
    return f"{use.outcome}: {use.reason}" if use.reason else str(use.outcome)


def _settled(
    old: ClaimBinding, new: ClaimBinding, use: FormulaUse, gold: Sequence[Record]
) -> SettledComparison:
    start, end = new.claim.span
    labels = [
        item["label"] != SUPPORTED
        for item in gold
        if item["kind"] == "number"
        and item["scored"]
        and item["start"] < end
        and start < item["end"]
    ]
    wrong = any(labels) if labels else None
    return SettledComparison(new.claim.value_text, old.verdict, new.verdict, wrong, use.query)


def _faults(before: Report, after: Report) -> Iterator[str]:
    """What no model may do: fail a check, or change what no formula of it has settled.

    A number that it was asked about in vain may become not covered (docs/formulas.md).
    """
    for failure in filter(None, (check.failure for check in after.checks)):
        yield f"the check failed: {failure.reason}: {failure.message}"
        return
    if [bound.claim.span for bound in before.bindings] != [b.claim.span for b in after.bindings]:
        yield "other numbers were judged"
        return
    is_explained = False
    for old, new in zip(before.bindings, after.bindings, strict=True):
        in_vain = new.verdict is Verdict.INCONCLUSIVE and new.formula_use is not None
        if new.settled_by is SettledBy.PROPOSED_FORMULA or in_vain:
            is_explained = True
        elif new.verdict is not old.verdict:
            number = new.claim.value_text
            yield f"{number!r} became {new.verdict} from {old.verdict} without a formula"
    if not is_explained and after.decision is not before.decision:
        yield f"the decision became {after.decision} from {before.decision} without a formula"
