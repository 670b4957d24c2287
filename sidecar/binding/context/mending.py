"""When the value that a number's words name may be offered in its place.

That a number is wrong takes less than knowing what is right: every reading that disagrees refutes
it, but only one of them is the value that belongs there. So that one must be plain by itself: named
by its row and its column, or asked for as a derivation, in no other unit, and heavy enough that all
rivals together (another formula, another column, some other cell of the row) count for little.
"""

from __future__ import annotations

from decimal import Decimal

from sidecar.binding.context.weighing.candidate import Candidate
from sidecar.binding.context.weighing.weigh import Weighed

PLAIN = 0.8
"""The part of the weight of all readings that those of the value must have, at least.

That no evidence speaks of the number is no rival: it makes the finding doubtful, not the value.
"""

_CLASHES = -1


def is_plain(meant: Candidate, value: Decimal, weighed: Weighed) -> bool:
    """Whether what is meant leaves little to any other reading.

    Args:
        meant: A reading that disagrees, whose row and column, or derivation, the words name.
        value: What it comes to.
        weighed: The number with all its readings.
    """
    if meant.unit == _CLASHES:
        return False
    everything = sum(part for part, _ in weighed.ranked)
    return sum(part for part, one in weighed.ranked if _is(one, value)) >= PLAIN * everything


def _is(one: Candidate, value: Decimal) -> bool:
    """Whether a reading comes to a value, and to no other."""
    return not one.agrees and one.cells == 1 and one.show().value == value
