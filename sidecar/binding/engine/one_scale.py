"""One table has one scale, though none of its columns says which.

"$2.4 million" beside 2.4 may be right; where another number of the text stands in the same scale to
another cell of the table, and none in another, both are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from sidecar.binding.bound import BoundNumber, supported
from sidecar.binding.tables.ways import MONEY_SCALES
from sidecar.model.report import Grade, Reading, Verdict

_LEAST = 2  # cells
_NEAR = Decimal("0.5")  # of a number that is rounded, as a part of it


def settle(bounds: Sequence[BoundNumber]) -> Iterator[tuple[int, BoundNumber]]:
    """The numbers that are right in the one scale of their table, with their places.

    Args:
        bounds: All numbers of a text as they were judged one by one.
    """
    by_table: defaultdict[str, list[tuple[int, Reading, Decimal]]] = defaultdict(list)
    for place, bound in enumerate(bounds):
        shown = bound.binding.reading
        if shown is None or bound.binding.verdict is not Verdict.INCONCLUSIVE:
            continue
        if bound.codes == ("UNIT_MISMATCH",) and (scale := _scale(bound, shown)):
            by_table[shown.query_id].append((place, shown, scale))
    for told in by_table.values():
        cells = {shown.location for _, shown, _ in told}
        if len(cells) >= _LEAST and len({scale for *_, scale in told}) == 1:
            for place, shown, scale in told:
                grown = shown._replace(value=shown.value * scale, grade=Grade.EXACT)
                yield place, supported(bounds[place].binding.claim, Grade.EXACT, grown, ())


def _scale(bound: BoundNumber, shown: Reading) -> Decimal | None:
    """What a cell is multiplied by to be the number."""
    value = abs(bound.binding.claim.number.value)
    return next(
        (each for each in MONEY_SCALES if abs(abs(shown.value) * each - value) < _NEAR * value),
        None,
    )
