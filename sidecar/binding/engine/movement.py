"""Whether a value moved the way that the text says: "fell to 1,350" of what was 1,200 before.

The value itself is right; that of the period before is not lower. It is compared with the period
before its own, and with the same part of the year before: where either agrees, the text may mean
that one. Periods that the text names beside its own come first.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from sidecar.binding.engine.evidence import Dimension, EngineEvidence
from sidecar.binding.engine.reading import TextArrays
from sidecar.binding.engine.row_sets import years_before
from sidecar.binding.engine.shared import Cell
from sidecar.model.number import Direction, Number, NumberForm
from sidecar.text.vocabulary import one_of

_WAYS = {Direction.UP_TO: 1, Direction.DOWN_TO: -1}
_UNSURE = one_of(
    "improved improve improves improvement advanced advance lost lose loses losing loss added "
    "adding contracted contraction not never no if would could should might will rank ranked ranks "
    "position place places expected forecast projected target likely"
)
"""Words of good or bad news, of games or ranks, and of what may be: none says how values moved."""

_REACH = 10  # words before a number


def against(
    number: Number,
    place: int,
    cell: Cell,
    reading: TextArrays,
    evidence: EngineEvidence,
    *,
    left: Cell | None = None,
) -> Cell | None:
    """The cell of the period before, where a value moved the other way.

    Args:
        number: The number.
        place: Its place in the text.
        cell: The cell that supports it.
        reading: The text.
        evidence: The query results.
        left: The cell that the number before it is, which the value moved from.
    """
    way, first = _WAYS.get(number.direction, 0), reading.first[place]
    said = reading.word[max(0, first - _REACH) : first]
    if not way or number.form is NumberForm.ORDINAL or not _UNSURE.isdisjoint(said):
        return None
    view, row, measure = cell
    values = evidence.measures[measure].values
    if left is not None and _is_earlier(left, cell, evidence):
        return left if (values[row] - values[left[1]]) * way < 0 else None
    before = [
        at for at in _before(cell, _named(reading, first, evidence), evidence)
        if not np.isnan(values[at])
    ]  # fmt: skip
    if before and all((values[row] - values[at]) * way < 0 for at in before):
        return view, before[0], measure
    return None


def _is_earlier(one: Cell, other: Cell, evidence: EngineEvidence) -> bool:
    """Whether a cell is the same as another one, in an earlier period."""
    if (one[0], one[2]) != (other[0], other[2]):
        return False
    dimensions = evidence.views[one[0]].dimensions
    dated = next((d for d in dimensions if d.order and d.codes[other[1]] >= 0), None)
    if dated is None or dated.codes[one[1]] < 0:
        return False
    first, last = (dated.rank[int(dated.codes[row])] for row in (one[1], other[1]))
    labels = [d for d in dimensions if d is not dated and len(d.labels) < d.codes.size]
    return first < last and all(d.codes[one[1]] == d.codes[other[1]] for d in labels)


def _named(reading: TextArrays, first: int, evidence: EngineEvidence) -> dict[int, set[int]]:
    """The periods that the sentence of a number names, by dimension."""
    named: dict[int, set[int]] = {}
    for m in reading.periods:
        if m.period is not None and m.sentence == reading.sentence[min(first, reading.size - 1)]:
            for dimension, codes in evidence.codes_in(m.period):
                named.setdefault(dimension, set()).update(codes)
    return named


def _before(cell: Cell, named: dict[int, set[int]], evidence: EngineEvidence) -> Iterator[int]:
    """The rows with the labels of a cell in the periods that its value is compared with."""
    view, row, _ = cell
    dimensions = evidence.views[view].dimensions
    dated = next((d for d in dimensions if d.order and d.codes[row] >= 0), None)
    if dated is None:
        return
    alike = np.ones(evidence.views[view].rows, np.bool_)
    for one in dimensions:
        if one is not dated and len(one.labels) < alike.size:  # else it names rows, as periods do
            alike &= one.codes == one.codes[row]
    for code in _baselines(dated, int(dated.codes[row]), named.get(dated.place, set())):
        rows = np.flatnonzero(alike & (dated.codes == code))
        if rows.size == 1:
            yield int(rows[0])


def _baselines(dated: Dimension, own: int, named: set[int]) -> Iterator[int]:
    """The periods before one that its values are compared with."""
    rank = dated.rank[own]
    earlier = [code for code in named if dated.rank[code] < rank]
    if earlier or rank == 0:
        yield from sorted(earlier, key=dated.rank.__getitem__)
        return
    yield dated.order[rank - 1]
    yield from years_before(dated, own)
