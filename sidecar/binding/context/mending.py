"""When the value that a number's words name may be offered in its place.

That a number is wrong takes less than knowing what is right: every reading that disagrees refutes
it, but only one of them is the value that belongs there. So that one must be plain by itself. It is
named by its row and its column, or asked for as a derivation; it is
in no other unit, of the size of the number, and heavy enough that all rivals together (another
formula, another column, some other cell of the row) count for little; and no other number of the
sentence tells it already. A number that is less than surely wrong is a warning, and offers nothing
(``sidecar.checks.number_findings``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal

from sidecar.binding.bound import Bound
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.context.weighing.weigh import Weighed
from sidecar.model.report import Reading, Verdict

PLAIN = 0.8
"""The part of the weight of all readings that those of the value must have, at least.

That no evidence speaks of the number is no rival: it makes the finding doubtful, not the value.
"""
SIZE = 5
"""How many times as large as the number, or as small, the value is at most.

A number of the wrong row or with a wrong digit mostly keeps its size. A value of another size is
mostly that of another quantity, or is in thousands where no column says so.
"""

GUESSED = 0.6
"""How strongly a column is linked, at most, that is only taken up again or that units suggest."""

_CLASHES = -1
_CELLS = frozenset({Kind.CELL, Kind.PAIR})
_PICKS = frozenset({Kind.EXTREME})
"""Asked for by words that rather tell which row is spoken of: "tightest is Havn, on 62"."""


def is_plain(meant: Candidate, value: Decimal, number: Decimal, weighed: Weighed) -> bool:
    """Whether what is intended is plainly named, and leaves little to any other reading.

    Args:
        meant: A reading that disagrees, whose row and column, or derivation, the words name.
        value: What it comes to.
        number: What the text says instead.
        weighed: The number with all its readings.
    """
    if meant.unit == _CLASHES or meant.kind in _PICKS:
        return False
    if meant.kind in _CELLS and not (meant.here or meant.period > 0 or meant.column > GUESSED):
        return False
    small, large = sorted((abs(value), abs(number)))
    if small and large > SIZE * small:
        return False
    everything = sum(part for part, _ in weighed.ranked)
    return sum(part for part, one in weighed.ranked if _is(one, value)) >= PLAIN * everything


def untold(sentence: Sequence[Bound]) -> list[Bound]:
    """The numbers of a sentence, fixed by no value that another of them tells already.

    "She logged 444 hours, he 438" names one row for both; who tells two values means two.
    """
    bindings = (one.binding for one in sentence)
    told = set(_places(b.reading for b in bindings if b.verdict is Verdict.SUPPORTED))
    return [
        one._replace(right=None)
        if one.right is not None and not told.isdisjoint(_places([one.binding.reading]))
        else one
        for one in sentence
    ]


def _places(readings: Iterable[Reading | None]) -> Iterable[tuple[str, str, str]]:
    """Where values stand, and how they are derived."""
    return ((r.query_id, r.location, r.formula) for r in readings if r is not None)


def _is(one: Candidate, value: Decimal) -> bool:
    """Whether a reading comes to a value, and to no other."""
    return not one.agrees and one.cells == 1 and one.show().value == value
