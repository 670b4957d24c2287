"""Numbers that state no value by themselves.

A part of what the data call a row: "Region 5", "store 12", "65+", "month 2"; both of "one in 130".
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from sidecar.binding.engine.dates import MONTH
from sidecar.binding.engine.dimensions import label_words
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.reading import Mention, TextArrays

_WHOLE = 0.9  # of a name
_NEAR = 12  # names that begin before a number, the last of which may hold it
_TOLD = frozenset(["is", "was", "were", "are", "of", ":", "=", "to", "than"])
"""What tells a value, not a name: "a dose of 20 mg"."""

_RATIOS = (["in"], ["out", "of"])
"""What joins one with the number that it is a part of."""

_JOINTS = frozenset([",", "and", "or", "&", "/", "to", "-", "–"])


def figures_of(evidence: EngineEvidence) -> frozenset[float]:
    """The numbers that are words of labels, or of months."""
    months = frozenset(
        float(period.month)
        for one in evidence.dimensions
        for period in one.periods or ()
        if period.month is not None and period.year is None
    )
    return months | frozenset(
        float(word)
        for one in evidence.dimensions
        if one.periods is None
        for label in one.labels
        for word in label_words(label)
        if word.isdecimal()
    )


def in_names(reading: TextArrays, evidence: EngineEvidence) -> Iterator[int]:
    """The numbers of a text that stand in the name of a row, by their places."""
    tokens = [m.token for m in reading.mentions]
    months = {p.end for p in reading.periods if reading.word[p.token] == MONTH}
    dimension, end = -1, -1  # of the name before, and where it ends
    for place, (first, last) in enumerate(zip(reading.first, reading.last, strict=True)):
        behind = bisect_right(tokens, first)
        around = reading.mentions[max(0, behind - _NEAR) : behind]
        named = next((m for m in around if _holds(reading, evidence, m, place)), None)
        joined = 0 <= end < first and _JOINTS.issuperset(reading.word[end:first])
        if last in months:
            yield place
        elif named is not None:
            dimension, end = named.dimension, max(last, named.end)
            yield place
        elif joined and "".join(reading.word[first:last]) in evidence.dimensions[dimension].labels:
            end = last  # "Regions 2 and 3"
            yield place


def in_ratios(reading: TextArrays, ones: Sequence[bool]) -> Iterator[int]:
    """The numbers of a text that state a part together, "one in 130", by their places.

    Args:
        reading: The text.
        ones: Which of its numbers are 1.
    """
    for place in range(len(reading.first) - 1):
        between = reading.word[reading.last[place] : reading.first[place + 1]]
        if ones[place] and between in _RATIOS:
            yield from (place, place + 1)


def _holds(reading: TextArrays, evidence: EngineEvidence, m: Mention, place: int) -> bool:
    """Whether a number stands in a name that is no value."""
    first, last = reading.first[place], reading.last[place]
    inside = m.covered >= _WHOLE and m.token <= first and last <= m.end
    return inside and _names(reading, evidence, m, first)


def _names(reading: TextArrays, evidence: EngineEvidence, m: Mention, first: int) -> bool:
    """Whether a name states no value: it has words of its own, or follows their noun."""
    words, dimension = reading.word[m.token : m.end], evidence.dimensions[m.dimension]
    if any(word[0].isalpha() for word in words[: first - m.token]):
        return True
    before = m.token - 1
    if before >= 0 and reading.stem[before] in dimension.name:
        return True
    label, measures = dimension.labels[m.code], evidence.views[dimension.view].measures
    told = before >= 0 and reading.word[before] in _TOLD
    counts = any(words != dimension.name for one in measures for words, _ in one.names)
    return dimension.is_key and counts and not told and not label.isdecimal()
