"""What a query result may count: what its title calls its rows, or, of a lone count, anything."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sidecar.binding.language.words import STOP, name_words, stem
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import Role
from sidecar.text.vocabulary import one_of

_COUNTS = frozenset(map(stem, one_of("count n nb nr num number total rows cnt value result")))
"""Words of a column's name that do not tell what is counted."""

_NO_NOUNS = frozenset(map(stem, one_of("query result data table sql output answer select count")))
"""Words of a title or id that do not tell it either."""

_BY = re.compile(r"[(\[,:;–—]|\b(?:by|per|in|for|from|of|with)\b|_(?:by|per)_", re.IGNORECASE)
_LEAST = 3  # letters of a noun; "q1" has none


def lone_count(word: str, known: Catalog) -> float | None:
    """The value of a result that is one count, if it may be of a noun, given as its stem.

    Where neither column, title nor query id tells what is counted, it may be of anything.
    """
    numbers = [column for column in known.columns if column.role is not Role.OTHER]
    if known.rows != 1 or len(numbers) != 1 or known.table.cells[numbers[0].place].values.size != 1:
        return None
    name = name_words(known.table.columns[numbers[0].place].name)
    told = set(filter(_tells, known.title))
    if not _COUNTS.issuperset(name) or (told and word not in told):
        return None
    return float(known.table.cells[numbers[0].place].values[0])


def are_rows(word: str, known: Catalog) -> bool:
    """Whether the rows of a query result are what title or id call so: "Open tickets"."""
    return word in _nouns(known)


def _nouns(known: Catalog) -> Iterator[str]:
    """The last word of title and id, but for what it is stated by; none that is measured."""
    measured = {word for c in known.measures for word in known.named[c.place]}
    for name in (known.table.title, known.table.query_id):
        words = [word for word in name_words(_BY.split(name)[0]) if _tells(word)]
        if words and words[-1] not in measured:
            yield words[-1]


def _tells(word: str) -> bool:
    return len(word) >= _LEAST and word.isalpha() and word not in _NO_NOUNS | STOP
