"""What belongs in the place of a wrong number, where hardly another value can be intended."""

from __future__ import annotations

from decimal import Decimal

import numpy as np

from sidecar.binding.engine.comparing import WeighedNumber
from sidecar.binding.engine.formulas import PLACE
from sidecar.binding.engine.stated import StatedNumber
from sidecar.binding.tolerance import corrected
from sidecar.model.number import Direction, Number, NumberForm

_PLAIN, _PLAIN_BOUND = 0.85, 0.65
"""Of the probability of all candidates; a bound need not be the value itself."""

_SIZE = 5  # times that a number may be off
_BY = (Direction.UP_BY, Direction.DOWN_BY)
_FORMS = (NumberForm.DIGITS, NumberForm.WORDS)


def repair(each: WeighedNumber, at: int, right: Decimal, code: str) -> Decimal | None:
    """The value that belongs in the place of a number; None where that is not plain.

    Args:
        each: The number.
        at: The candidate that it should be.
        right: Its value.
        code: What is wrong.
    """
    one, number, found = each.one, each.claim.number, each.ranked.found
    if code == "UNIT_MISMATCH" or _is_far(right, number.value):
        return None
    if each.counts:
        return right if found.formula[at] == PLACE["rows"] else None
    if (code == "WRONG_SIGN" and _is_turned(one, number)) or not _is_likely(each, at):
        return None
    if one.is_bound:
        denied = one.number.qualifier is not number.qualifier or number.form not in _FORMS
        return None if denied else corrected(number, right)
    unsigned = (one.falls or number.direction is Direction.DOWN_BY) and not number.sign
    return abs(right) if unsigned and number.value >= 0 else right


def _is_far(one: Decimal, other: Decimal) -> bool:
    small, large = sorted((abs(one), abs(other)))
    return bool(small) and large > _SIZE * small


def _is_turned(one: StatedNumber, number: Number) -> bool:
    """Whether a word gives a number its sign: that word is wrong, and no value."""
    return one.falls or one.number.sign != number.sign or number.direction in _BY


def _is_likely(each: WeighedNumber, at: int) -> bool:
    """Whether hardly another value than that of a cell is intended; of derivations too many are."""
    found, p = each.ranked.found, each.ranked.probabilities
    if found.formula[at] != PLACE["cell"] or np.isnan(found.value[at]):
        return False
    equal = np.isclose(found.value, found.value[at], rtol=1e-12, atol=0)
    return bool(p[equal].sum() >= (_PLAIN_BOUND if each.one.is_bound else _PLAIN) * p.sum())
