"""Numbers that are a part of what the data call a row: "Region 5", "store 12", "65+"."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.binding.engine.evidence import Evidence
from sidecar.binding.engine.reading import Mention, Reading
from sidecar.binding.engine.views import label_words

_WHOLE = 0.9  # of a name
_TOLD = frozenset(["is", "was", "were", "are", "of", ":", "=", "to", "than"])
"""What tells a value, not a name: "a dose of 20 mg"."""


def figures_of(evidence: Evidence) -> frozenset[float]:
    """The numbers that are words of labels."""
    return frozenset(
        float(word)
        for one in evidence.dimensions
        if one.periods is None
        for label in one.labels
        for word in label_words(label)
        if word.isdecimal()
    )


def in_names(reading: Reading, evidence: Evidence) -> Iterator[int]:
    """The numbers of a text that stand in the name of a row, by their places."""
    for place, (first, last) in enumerate(zip(reading.first, reading.last, strict=True)):
        if any(
            m.token <= first and last <= m.end and _names(reading, evidence, m, first)
            for m in reading.mentions
            if m.covered >= _WHOLE
        ):
            yield place


def _names(reading: Reading, evidence: Evidence, m: Mention, first: int) -> bool:
    """Whether a name is no value that is told: it has words of its own, or follows their noun."""
    words, dimension = reading.word[m.token : m.end], evidence.dimensions[m.dimension]
    if any(word[0].isalpha() for word in words[: first - m.token]):
        return True
    before = m.token - 1
    if before >= 0 and reading.stem[before] in dimension.name:
        return True
    label = dimension.labels[m.code]
    told = before >= 0 and reading.word[before] in _TOLD
    return dimension.is_key and not told and not label.isdecimal()
