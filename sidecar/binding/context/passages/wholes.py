"""Whether a sentence speaks of all that a table has, so that nothing before it narrows that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.language.period_counts import Counted, counted
from sidecar.binding.tables.catalog import Catalog
from sidecar.text.vocabulary import one_of

_THROUGH = one_of("for over across throughout during of in")
_DURING = _THROUGH - {"of"}  # "the best of the year" is but a part of it
_ANOTHER = one_of("before earlier ago previously prior after later to ended ending so")
_EACH = frozenset({"every", "each"})
_OVERVIEW = one_of("overall throughout total altogether period entir whol across")


def speaks_of_each(passage: Passage, known: Catalog) -> list[int]:
    """The label columns of which a sentence means all: "every zone", "primary schools".

    What an earlier sentence named of them does not narrow it.
    """
    return list(dict.fromkeys(_each(passage, known)))


def _each(passage: Passage, known: Catalog) -> Iterator[int]:
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
    if not known.has_periods:
        return False
    if passage.once(_names_the_year) and len({p.year for p in known.period_order}) == 1:
        return True
    if any(stretch.spans(known.period_order) for stretch in passage.once(stretches)):
        return True
    return any(
        named.until is None and known.rows_in(named.period).size == known.rows
        for named in passage.periods
    )


def stretches(passage: Passage) -> list[Counted]:
    """The stretches of time that a passage tells by how many periods they have."""
    return list(counted(passage.words))


def _names_the_year(passage: Passage) -> bool:
    """Whether a passage speaks of "the year" as a whole: "the tally for the year"."""
    return _leads_to_year(passage, _THROUGH)


def is_over_the_year(passage: Passage) -> bool:
    """Whether a sentence tells what came to be in "the year", and names no part of it."""
    return not passage.periods and _leads_to_year(passage, _DURING)


def _leads_to_year(passage: Passage, leading: frozenset[str]) -> bool:
    said = [word.word for word in passage.words]
    return any(
        said[at] in leading and said[at + 1 : at + 3] == ["the", "year"] and not _goes_on(said, at)
        for at in range(len(said) - 2)
    )


def _goes_on(said: Sequence[str], at: int) -> bool:
    """Whether another year is intended: "in the year before"."""
    return at + 3 < len(said) and said[at + 3] in _ANOTHER


def is_overview(passage: Passage) -> bool:
    """Whether a sentence speaks of all periods; "the same period of 2023" is but one of them."""
    said = (at for at, word in enumerate(passage.words) if word.stem in _OVERVIEW)
    return any(not any(m.start <= at < m.end for m in passage.periods) for at in said)
