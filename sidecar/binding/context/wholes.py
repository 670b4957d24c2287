"""Whether a sentence speaks of all that a table has, so that nothing before it narrows that."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.binding.context.catalog import Catalog
from sidecar.binding.context.passage import Passage

_EACH = frozenset({"every", "each"})


def speaks_of_each(passage: Passage, known: Catalog) -> Iterator[int]:
    """The label columns of which a sentence means all: "every zone", "primary schools".

    What an earlier sentence named of them does not narrow it.
    """
    words = passage.words
    for at, word in enumerate(words):
        plural = word.word.endswith("s") and not word.word.endswith("ss")
        if plural or (at and words[at - 1].word in _EACH):
            for labels in known.labels:
                phrases = known.columns[labels.column].phrases
                if any(p.weight == 1 and p.words[-1] == word.stem for p in phrases):
                    yield labels.column


def names_all(passage: Passage, known: Catalog) -> bool:
    """Whether a passage names a period that all rows lie in: none before it narrows that again."""
    return known.has_periods and any(
        named.until is None and known.rows_in(named.period).size == known.rows
        for named in passage.periods
    )
