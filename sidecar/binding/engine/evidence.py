"""The query results of a request as the engine sees them: views, and one index of their names."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.dimensions import Dimension, find_keys
from sidecar.binding.engine.measures import ViewMeasure
from sidecar.binding.engine.names import NameIndex, ValueName, measure_words
from sidecar.binding.engine.segments import unspaced_words
from sidecar.binding.engine.views import TableView, views_of
from sidecar.binding.language import periods
from sidecar.binding.language.periods import TimePeriod
from sidecar.binding.language.words import STOP
from sidecar.binding.tables.catalog import Catalog

Floats = NDArray[np.float64]

__all__ = ["Dimension", "EngineEvidence", "TableView", "ValueName", "ViewMeasure"]


class EngineEvidence:
    """All query results of a request.

    Args:
        catalogs: What is known of each.

    Attributes:
        views, dimensions, measures: What there is.
        names: The names of the values of dimensions.
        measure_words: The measures whose names hold a stem, each with what that tells.
        dimension_words: The dimensions that are called by a stem.
        unspaced_words: Words of names that may stand inside a run of letters without spaces.
        sharing: How many measures of each view have a stem in their names.
        title_words: The views whose titles hold a stem.
        newest: The newest periods of its views, the newest first.
        has_days: Whether any of its periods is a day.
    """

    def __init__(self, catalogs: Sequence[Catalog]) -> None:
        self.views: list[TableView] = []
        self.dimensions: list[Dimension] = []
        self.measures: list[ViewMeasure] = []
        self._codes_in: dict[TimePeriod, list[tuple[int, tuple[int, ...]]]] = {}
        self._sorted_values: dict[int | None, Floats] = {}
        for place, catalog in enumerate(catalogs):
            for view in views_of(place, catalog):
                self._add(view)
        _share_names(self.views)
        self.names = NameIndex()
        self.dimension_words: defaultdict[str, list[int]] = defaultdict(list)
        self.title_words: defaultdict[str, list[int]] = defaultdict(list)
        for one in self.dimensions:
            if one.periods is None:
                self.names.add(one)
            for word in {*one.name} - STOP:
                self.dimension_words[word].append(one.place)
        dated = [one.periods for one in self.dimensions if one.periods is not None]
        last = dict.fromkeys(max(told, key=periods.order) for told in dated)
        self.newest = sorted(last, key=periods.order, reverse=True)
        self.has_days = any(period.day is not None for period in last)
        self.measure_words = measure_words(self.measures)
        words = (*self.names.stems, *self.measure_words, *self.dimension_words)
        self.unspaced_words = unspaced_words(words)
        self.sharing = {
            word: Counter(self.measures[at].view for at, _ in found)
            for word, found in self.measure_words.items()
        }
        for view in self.views:
            for word in view.title:
                self.title_words[word].append(view.place)

    def _add(self, view: TableView) -> None:
        view.place = len(self.views)
        find_keys(view.dimensions, view.rows)
        for one in view.dimensions:
            one.view, one.place = view.place, len(self.dimensions)
            one.rank = {code: at for at, code in enumerate(one.order)}
            self.dimensions.append(one)
        for each in view.measures:
            each.view, each.place = view.place, len(self.measures)
            self.measures.append(each)
        values = [m.values for m in view.measures]
        view.values = np.array(values).reshape(len(values), view.rows)
        for each, row in zip(view.measures, view.values, strict=True):
            each.values = row  # held once
        self.views.append(view)

    def count(self, measure: int | None, low: float, high: float) -> int:
        """How many cells of a measure, or of all, are between two values, whatever their signs."""
        values = self._sorted(measure)
        first, last = values.searchsorted(low, "left"), values.searchsorted(high, "right")
        return int(last - first)

    def extent(self, measure: int) -> tuple[float, float, int]:
        """The least and the greatest value of a measure, whatever their signs, and how many."""
        values = self._sorted(measure)
        return (float(values[0]), float(values[-1]), values.size) if values.size else (0.0, 0.0, 0)

    def _sorted(self, measure: int | None) -> Floats:
        found = self._sorted_values.get(measure)
        if found is None:
            some = self.measures if measure is None else [self.measures[measure]]
            values = np.concatenate([np.empty(0), *(m.values for m in some)])
            found = self._sorted_values[measure] = np.sort(np.abs(values[~np.isnan(values)]))
        return found

    def codes_in(self, period: TimePeriod) -> list[tuple[int, tuple[int, ...]]]:
        """Of each dimension of periods that has some inside a period, its values there."""
        found = self._codes_in.get(period)
        if found is None:
            found = list(self._find_codes(period))
            if len(self._codes_in) < _MOST_PERIODS:  # texts may name any
                self._codes_in[period] = found
        return found

    def _find_codes(self, period: TimePeriod) -> Iterator[tuple[int, tuple[int, ...]]]:
        for one in self.dimensions:
            if one.periods is None:
                continue
            inside = tuple(c for c, p in enumerate(one.periods) if p.known and _covers(period, p))
            if inside:
                yield one.place, inside


_MOST_PERIODS = 2_000  # that are remembered
_LEAST_SHARED = 0.6  # of the values of a dimension that a table of names must have


def _share_names(views: Sequence[TableView]) -> None:
    """Call values by the names that another table has for the same codes."""
    labelled = [one for view in views for one in view.dimensions if one.periods is None]
    lookups = [
        (one, tuple(one.others))
        for one in labelled
        if one.others and len(one.labels) == views[one.view].rows
    ]
    for lookup, others in lookups:
        place = {label: code for code, label in enumerate(lookup.labels)}
        for one in labelled:
            if one.view != lookup.view:
                one.others += _borrowed(one, place, others)


def _borrowed(
    one: Dimension, place: Mapping[str, int], others: Sequence[Mapping[int, str]]
) -> Iterator[dict[int, str]]:
    """What a table of names calls the values of a dimension, where it has most of them."""
    shared = [(code, place[label]) for code, label in enumerate(one.labels) if label in place]
    if len(shared) >= max(2, _LEAST_SHARED * len(one.labels)):
        for other in others:
            yield {code: other[at] for code, at in shared if at in other}


def _covers(period: TimePeriod, other: TimePeriod) -> bool:
    """Whether a period of a text speaks of one of the data."""
    if period.covers(other):
        return True
    undated = period._replace(year=None)  # rows of one year need not tell which
    return other.year is None and undated.known > 0 and undated.covers(other)
