"""Numbers that stand only in what was said before: a premise is no evidence.

A user asks about "our 12 locations", and the answer repeats the 12 although no query result has it.
Such a number keeps its verdict and its severity; the code says where it comes from.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from decimal import Decimal

from sidecar.binding.bound import BoundNumber
from sidecar.model.cached import cached_property
from sidecar.model.number import Number, Unit
from sidecar.model.report import Verdict
from sidecar.model.text import Text
from sidecar.model.why import UNCOVERED
from sidecar.text.claims import extract_numbers
from sidecar.text.options import ExtractOptions, TooManyNumbers

PREMISE_ONLY = "PREMISE_ONLY"

_UNSETTLED = {UNCOVERED, "CLAIM_NOT_FOUND"}
"""What is said of a number that no evidence has."""

_OPEN = {Verdict.INCONCLUSIVE, Verdict.UNSUPPORTED}


class PremiseNumbers:
    """The numbers of what was said before.

    Args:
        premises: The texts.
        options: How numbers are read. A text with too many of them is passed over.
    """

    def __init__(self, premises: Sequence[str], options: ExtractOptions) -> None:
        self._premises, self._options = premises, options

    def mark(self, bound: BoundNumber) -> BoundNumber:
        """A number as it was bound, with the code of premises where only they have it."""
        if bound.binding.verdict not in _OPEN or not _UNSETTLED.intersection(bound.codes):
            return bound
        if not self._premises or _key(bound.binding.claim.number) not in self._numbers:
            return bound
        codes = [PREMISE_ONLY if code in _UNSETTLED else code for code in bound.codes]
        return bound._replace(codes=tuple(codes))

    @cached_property
    def _numbers(self) -> set[tuple[Unit, str, Decimal]]:
        found: set[tuple[Unit, str, Decimal]] = set()
        for premise in self._premises:
            with suppress(TooManyNumbers):
                claims = extract_numbers(Text(premise), self._options).claims
                found.update(_key(claim.number) for claim in claims)
        return found


def _key(number: Number) -> tuple[Unit, str, Decimal]:
    """What two numbers have in common that say the same."""
    symbol = number.symbol if number.unit is not Unit.COUNT else ""
    return number.unit, symbol, number.value.normalize()
