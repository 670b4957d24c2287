"""A text as a whole, with the query results that it may speak of.

What a sentence needs to know of the text that it is a stretch of lies here, so that a sentence
does not have to know its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from sidecar.binding.context.passages.joins import Bridges, bridges
from sidecar.binding.context.passages.names import ColumnMention, Names
from sidecar.binding.language import periods
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.words import Token
from sidecar.binding.tables.catalog import Catalog
from sidecar.model.cached import cached_property

_YEAR = 12  # months


class Document:
    """A text and its query results.

    Attributes:
        string: The text; all places in it are code points.
        catalogs: The query results.
        names: The names of their columns.
    """

    def __init__(self, string: str, catalogs: Sequence[Catalog]) -> None:
        self.string = string
        self.catalogs = catalogs
        self.names = Names(catalogs, string)
        self._called: dict[str, list[ColumnMention]] = {}

    @cached_property
    def bridges(self) -> Bridges:
        """The query results that have the same rows."""
        return bridges(self.catalogs)

    @property
    def goes_below(self) -> bool:
        """Whether any number of the query results is less than nothing."""
        return any(known.below for known in self.catalogs)

    def called(self, stem: str) -> list[ColumnMention]:
        """The columns whose names have a stem."""
        if stem not in self._called:
            self._called[stem] = self.names.find([Token(stem, 0, 0, stem)])
        return self._called[stem]

    @cached_property
    def newest(self) -> Period:
        """The last period of the data among those that tell more than a year."""
        told = (known.newest for known in self.catalogs)
        fine = (period for period in told if period.half is not None)
        return max(fine, key=periods.order, default=NOTHING)

    @cached_property
    def oldest(self) -> Period:
        """The first period of data of a year at most; of longer data, of the year of the newest."""
        newest = self.newest
        told = (
            [*known.period_order, *(c.period for c in known.pivoted)] for known in self.catalogs
        )
        fine = [p for each in told for p in each if newest in each and p.half is not None]
        late = [p for p in fine if p.year == newest.year]
        first = min(fine, key=periods.order, default=NOTHING)
        year = first.year is None or newest.year is None or len(set(fine)) <= _YEAR
        return first if year else min(late, key=periods.order, default=NOTHING)
