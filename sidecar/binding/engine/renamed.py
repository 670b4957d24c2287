"""A wrong name: all numbers of a sentence that are stated for one row are those of another.

Each of them alone looks wrong; together they are right, and the name is not: one finding, on the
name. It takes two numbers at least, and none of the row that is named.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from sidecar.binding.bound import BoundNumber, NameSwap
from sidecar.binding.engine.elsewhere import ROW
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.reading import Mention, TextArrays
from sidecar.binding.engine.shared import PlacedNumber

_LEAST = 2  # numbers, those that are stated as a pair taken for one
_WHOLE = 0.9  # of a name


def find(
    bound: Sequence[BoundNumber],
    placed: Sequence[PlacedNumber],
    reading: TextArrays,
    evidence: EngineEvidence,
) -> Iterator[NameSwap]:
    """The wrong names of a text.

    Args:
        bound: The numbers.
        placed: Where each is found, and what its words name.
        reading: The text.
        evidence: The query results.
    """
    rows: defaultdict[tuple[int, int, int], list[int]] = defaultdict(list)
    for at, one in enumerate(placed):
        if one.own is not None:
            rows[one.sentence, one.own[0], one.own[1]].append(at)
    for (_, view, row), numbers in rows.items():
        groups = [bound[at].binding.claim.number.group for at in numbers]
        others = {cell[1] for at in numbers if (cell := placed[at].other) is not None}
        readings = {at: r for at in numbers if (r := bound[at].elsewhere) is not None}
        count = groups.count(0) + len({*groups} - {0})
        wrong = all(bound[at].codes == (ROW,) for at in numbers)
        if count < _LEAST or not wrong or len(others) != 1 or len(readings) != len(numbers):
            continue
        said = _name(reading, evidence, view, row, reading.first[numbers[0]])
        if said is None:
            continue
        dimension, last = evidence.dimensions[said.dimension], said.end - 1
        right = dimension.labels[int(dimension.codes[others.pop()])]
        start, end = reading.start[said.token], reading.start[last] + len(reading.word[last])
        yield NameSwap(start, end, right, readings[numbers[0]].query_id, numbers, readings)


def _name(
    reading: TextArrays, evidence: EngineEvidence, view: int, row: int, token: int
) -> Mention | None:
    """The nearest name of a row before a number of its sentence that no other row has."""
    sentence = reading.sentence[min(token, reading.size - 1)]
    for m in reversed(reading.mentions):
        one = evidence.dimensions[m.dimension]
        here = m.token < token and m.sentence == sentence and m.covered >= _WHOLE
        if here and one.view == view and one.is_key and one.codes[row] == m.code:
            return m
    return None
