"""Query results as views: rows that dimensions tell apart, and measures over them.

Columns that hold the same for different periods ("sales_2023", "sales_2024") become a view of their
own, with one row for each row and period.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.moments import Moments, moments_of
from sidecar.binding.language import periods
from sidecar.binding.language.periods import NOTHING, Period
from sidecar.binding.language.words import STOP, name_words, stem, tokens
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import ColumnFacts, Role, factor
from sidecar.binding.tables.ways import Scaling
from sidecar.evidence import factored
from sidecar.model.cached import cached_property
from sidecar.model.number import Unit
from sidecar.text.vocabulary import one_of

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NO_UNIT, COUNTED, PERCENT, CURRENCY, MEASURED = range(5)
_UNITS = {
    None: NO_UNIT,
    Unit.COUNT: COUNTED,
    Unit.PERCENT: PERCENT,
    Unit.CURRENCY: CURRENCY,
    Unit.MEASURE: MEASURED,
}
_LONGEST_LABEL = 80
_LISTED = ","  # between the variables of a column: "unit,geo" of "PC,BE"
_TIME = stem("time")
_FIRST_NUMBER = re.compile(r"\d+")
_BELOW = ("<", "under", "Under", "below", "up to", "Up to", "less", "Less", "Below")
_LEAST_BANDS = 3
_FEW, _SOME = 4, 12  # values of a dimension
GRAINS = ("year", "half", "quarter", "month", "weekday", "week", "day")
"""What a period may be, the finest last."""

_FINENESS = (0, 1, 2, 3, 6, 4, 5)  # of the parts of a period, as places in ``GRAINS``
_MOST_ORDINALS = 8  # numbers of a text cell
TOTALS = frozenset(map(stem, one_of("total all overall sum combined altogether grand subtotal")))


@dataclass
class Dimension:
    """What tells rows apart.

    Attributes:
        place: Its place among all dimensions.
        view: The view that it belongs to.
        name: The stems of its column's name.
        labels: Its distinct values.
        codes: The value of each row, -1 where it has none. Shape (rows,).
        periods: The period of each value; None where they are labels.
        order: The places of the values, earliest first; empty where they are labels.
        is_key: Whether rows cannot be told apart without it.
        totals: The values that stand for all others together.
        rank: The place of each value in their order.
        is_number: Whether its values are numbers that a measure holds as well.
        others: What else its values are called, by other columns or tables.
    """

    place: int
    view: int
    name: tuple[str, ...]
    labels: list[str]
    codes: Ints
    periods: list[Period] | None
    order: list[int]
    is_key: bool = False
    totals: frozenset[int] = frozenset()
    rank: dict[int, int] = field(default_factory=dict)
    is_number: bool = False
    others: list[dict[int, str]] = field(default_factory=list)

    @cached_property
    def ends(self) -> tuple[int, int] | None:
        """The lowest and highest value, where all are bands or grades in the order of numbers."""
        told = {code: label for code, label in enumerate(self.labels) if code not in self.totals}
        found = {code: _FIRST_NUMBER.search(label) for code, label in told.items()}
        numbers = {code: int(match[0]) for code, match in found.items() if match is not None}
        if self.periods is not None or len(told) - len(numbers) > 1 or not _is_order(numbers):
            return None
        low, high = min(numbers.values()), max(numbers.values())
        lowest = [code for code, number in numbers.items() if number == low]
        first = next((c for c in lowest if told[c].strip().startswith(_BELOW)), lowest[0])
        return first, max(code for code, number in numbers.items() if number == high)

    @cached_property
    def _by_code(self) -> tuple[NDArray[np.int32], Ints]:
        """The rows in the order of their values, and where each value begins among them."""
        order = np.argsort(self.codes, kind="stable")
        begins = np.searchsorted(self.codes[order], np.arange(len(self.labels) + 1))
        return order.astype(np.int32), begins

    def rows_of(self, code: int) -> Ints:
        """The rows that have a value."""
        order, begins = self._by_code
        rows: Ints = order[begins[code] : begins[code + 1]].astype(np.int64)
        return rows

    @cached_property
    def grain(self) -> str:
        """What each value is: of periods the finest part, of labels how many there are."""
        told = self.periods
        if told is not None:
            finest = [
                max(_FINENESS[at] for at, part in enumerate(p) if part is not None)
                for p in told
                if p.known
            ]
            return GRAINS[max(finest, default=0)]
        return (
            "few" if len(self.labels) <= _FEW else "some" if len(self.labels) <= _SOME else "many"
        )


def _is_order(numbers: Mapping[int, int]) -> bool:
    """Whether the numbers of bands rise or fall from one to the next."""
    told = [*numbers.values()]
    rising = sorted(told)
    return len(told) >= _LEAST_BANDS and told in (rising, rising[::-1]) and told[0] != told[-1]


@dataclass
class Measure:
    """A column of numbers of a view.

    Attributes:
        place: Its place among all measures.
        view: The view that it belongs to.
        column: Its place in the table (of several, the first).
        names: How a text may call it, each with its worth.
        values: Shape (rows,), NaN where there is none.
        unit: NO_UNIT, COUNTED, PERCENT, CURRENCY or MEASURED.
        symbol: Its symbol; empty where there is none.
        factor: What a value is multiplied by to be in the base of its unit.
        is_level: Whether sums of it mean nothing.
        is_whole: Whether all its values are whole.
        is_change: Whether its values are changes.
        scaling: How numbers are compared with it.
        decimals: How many decimals its values have.
    """

    place: int
    view: int
    column: int
    names: list[tuple[tuple[str, ...], float]]
    values: Floats
    unit: int
    symbol: str
    factor: float
    is_level: bool
    is_whole: bool
    is_change: bool
    scaling: Scaling
    decimals: int = 0


@dataclass
class View:
    """A table as the engine sees it.

    Attributes:
        place: Its place among the views.
        table: The place of its query result.
        rows: How many rows it has.
        table_rows: The row of the query result that each row is. Shape (rows,).
        title: The stems of its title and query id.
        dimensions: What tells its rows apart.
        measures: Its columns of numbers.
        values: Those of all measures. Shape (measures, rows).
    """

    place: int
    table: int
    rows: int
    table_rows: Ints
    title: frozenset[str]
    dimensions: list[Dimension]
    measures: list[Measure]
    values: Floats = field(default_factory=lambda: np.empty((0, 0)))


def views_of(table: int, catalog: Catalog) -> Iterator[View]:
    """The views of a query result: its plain columns, and those that are periods as rows.

    Args:
        table: The place of the query result.
        catalog: What is known of it.
    """
    rows = catalog.rows
    if not rows:
        return
    moments = moments_of(catalog)
    dims = _dimensions(catalog, moments)
    dated = frozenset[int]() if moments is None else moments.columns
    measured = [
        c
        for c in catalog.measures
        if c.place not in dated and catalog.table.cells[c.place].values.size
    ]
    families = list(_families(catalog, measured))
    inside = {c.place for family in families for c in family}
    plain = [m for c in measured if c.place not in inside for m in _measures(catalog, c)]
    _check_totals(dims, plain)
    if plain or not families:
        yield View(0, table, rows, np.arange(rows), catalog.title, dims, plain)
    if families:
        yield _unpivoted(table, catalog, dims, families)


_LEAST_TOTAL = 0.9  # of the sum of all others


def _check_totals(dims: Sequence[Dimension], measures: Sequence[Measure]) -> None:
    """Drop what is only called a total, as a project at all sites is: others come to more."""
    amounts = [np.nan_to_num(m.values) for m in measures if not m.is_level]
    for one in dims:
        is_total = np.isin(one.codes, list(one.totals))
        sums = [(values[is_total].sum(), values[~is_total].sum()) for values in amounts]
        less = sum(abs(total) < _LEAST_TOTAL * abs(others) for total, others in sums)
        if 2 * less > len(sums):
            one.totals = frozenset()


def _families(catalog: Catalog, measured: Sequence[ColumnFacts]) -> Iterator[Sequence[ColumnFacts]]:
    """The columns that hold the same for different periods."""
    known: set[int] = set()
    for column in measured:
        family = [c for c in catalog.family(column) if _is_like(c, column)]
        periods_ = {c.period for c in family}
        if column.place not in known and len(family) > 1 and len(periods_) == len(family):
            known |= {c.place for c in family}
            yield family


def _unpivoted(
    table: int,
    catalog: Catalog,
    dims: Sequence[Dimension],
    families: Sequence[Sequence[ColumnFacts]],
) -> View:
    """A view with one row for each row and period of columns that are called by periods."""
    distinct = dict.fromkeys(c.period for family in families for c in family)
    told = sorted(distinct, key=periods.order)  # weekdays in the order of their columns
    at = {period: place for place, period in enumerate(told)}
    rows, count = catalog.rows, len(told)
    from_row = np.repeat(np.arange(rows), count)
    turned = [replace(one, codes=one.codes[from_row]) for one in dims]
    labels = [_label(period) for period in told]
    codes = np.tile(np.arange(count), rows)
    turned.append(Dimension(0, 0, ("period",), labels, codes, told, list(range(count))))
    made = []
    for family in families:
        each = [_measures(catalog, column) for column in family]
        units = len(each[0]) if family[0].place in catalog.row_units else 1
        for unit in range(units):
            values = np.full(rows * count, np.nan)
            for column, measures in zip(family, each, strict=True):
                for one in measures[unit : unit + 1]:
                    values[at[column.period] :: count] = one.values
            first = each[0][unit]
            whole = bool((values[~np.isnan(values)] % 1 == 0).all())
            decimals = _decimals(values[~np.isnan(values)])
            made.append(replace(first, values=values, is_whole=whole, decimals=decimals))
    return View(0, table, rows * count, from_row, catalog.title, turned, made)


def _is_like(one: ColumnFacts, other: ColumnFacts) -> bool:
    """Whether two columns hold the same kind of quantity."""
    return (one.unit, one.fraction, one.change) == (other.unit, other.fraction, other.change)


def _label(period: Period) -> str:
    return "-".join(str(part) for part in period if part is not None)


def _dimensions(catalog: Catalog, moments: Moments | None) -> list[Dimension]:
    """What tells the rows of a query result apart, its periods last."""
    told = moments.columns if moments is not None else ()
    columns = [c for c in catalog.columns if c.place not in told]
    found = merged([d for c in columns for d in _dimensions_of(catalog, c)])
    dated = _row_periods(catalog)
    if dated is None and moments is not None:
        if any(moments.times):
            labels, codes = _coded(moments.times)
            found.append(Dimension(0, 0, (_TIME,), labels, codes, None, [], is_number=True))
        dated = _dated((_TIME,), *factored.merged(moments.periods))
    dated = dated or _row_years(catalog)
    return found if dated is None else [*found, dated]


def _dimensions_of(catalog: Catalog, facts: ColumnFacts) -> Iterator[Dimension]:
    """The dimensions that a column is: one, several where its name and labels list as many."""
    table, column = catalog.table, catalog.table.columns[facts.place]
    is_repeated = _is_repeated(catalog, facts) and _whole(catalog, facts)[0] < _LEAST_YEAR
    named = facts.role in (Role.LABEL, Role.IDENTIFIER) or _is_numbering(catalog, facts)
    if not named and not is_repeated:
        return
    labels, codes = _coded(table.data[facts.place])
    names = column.name.split(_LISTED)
    parts = [label.split(_LISTED) for label in labels]
    if not (len(names) > 1 and labels and all(len(each) == len(names) for each in parts)):
        names, parts = [f"{column.name} {column.label}"], [[label] for label in labels]
    for name, told in zip(names, zip(*parts, strict=True), strict=False):
        distinct = {label: code for code, label in enumerate(dict.fromkeys(told))}
        of_label = np.array([distinct[label] for label in told] + [-1])
        one = _dimension(name, list(distinct), of_label[codes])
        one.is_number = is_repeated and not named
        yield one


def _dimension(name: str, labels: list[str], codes: Ints) -> Dimension:
    """A dimension of labels."""
    words = tuple(w for w in name_words(name) if w not in STOP)
    totals = frozenset(c for c, label in enumerate(labels) if TOTALS & {*label_words(label)})
    if len(totals) == len(labels):
        totals = frozenset()
    return Dimension(0, 0, words, labels, codes, None, [], totals=totals)


def _coded(data: Sequence[Any]) -> tuple[list[str], Ints]:
    """The distinct values of a column, and the place of each row's among them."""
    seen: dict[Any, int] = {}
    codes = np.full(len(data), -1, np.int64)
    for row, value in enumerate(data):
        if value is not None and value != "":
            codes[row] = seen.setdefault(value, len(seen))
    return [_shown(value) for value in seen], codes


def _row_periods(catalog: Catalog) -> Dimension | None:
    """The dimension that all columns of periods together are, if there are any."""
    columns = [c for c in catalog.columns if c.role is Role.PERIOD]
    if not columns:
        return None
    name = tuple(w for c in columns for w in name_words(catalog.table.columns[c.place].name))
    found = _dated(name, *catalog.row_periods)
    if found is not None:
        _add_total(found, [catalog.table.data[c.place] for c in columns])
    return found


def _add_total(one: Dimension, columns: Sequence[Sequence[Any]]) -> None:
    """Make a value of rows that stand for all periods together."""
    rows = [
        row
        for row in np.flatnonzero(one.codes < 0).tolist()
        if any(
            isinstance(data[row], str) and TOTALS & {*label_words(data[row])} for data in columns
        )
    ]
    if rows and one.periods is not None:
        code = len(one.labels)
        one.labels.append(str(next((data[rows[0]] for data in columns if data[rows[0]]), "")))
        one.periods.append(NOTHING)
        one.codes[rows] = code
        one.totals = frozenset([code])


def _dated(
    name: tuple[str, ...], told: Sequence[Period], of_rows: factored.Codes
) -> Dimension | None:
    """The dimension that the periods of rows are, if any is known."""
    distinct = [period for period in told if period.known]
    if not distinct:
        return None
    place = {period: at for at, period in enumerate(distinct)}
    codes = np.array([place.get(period, -1) for period in told], np.int64)[of_rows]
    order = sorted(range(len(distinct)), key=lambda c: periods.order(distinct[c]))
    return Dimension(0, 0, name, [_label(p) for p in distinct], codes, distinct, order)


_MOST_NUMBERED, _MOST_REPEATED = 100, 31


def _is_numbering(catalog: Catalog, facts: ColumnFacts) -> bool:
    """Whether numbers of a first column name its rows: hours, grades, "0-1, 2, 3, 4+"."""
    if facts.place or facts.role is not Role.MEASURE or not 1 < catalog.rows <= _MOST_NUMBERED:
        return False
    data = catalog.table.data[facts.place]
    if any(isinstance(cell, str) for cell in data):
        return len({*data}) == catalog.rows
    values = _whole(catalog, facts)
    return 1 < len(np.unique(values)) == values.size


def _is_repeated(catalog: Catalog, facts: ColumnFacts) -> bool:
    """Whether few whole numbers come again and again: screens, levels, cycles."""
    values = _whole(catalog, facts)
    few = 1 < len(np.unique(values)) <= min(_MOST_REPEATED, values.size // 2)
    return few and facts.unit.kind is None and values.size == catalog.rows


def _whole(catalog: Catalog, facts: ColumnFacts) -> Floats:
    """The values of a column of small whole numbers, or of years; none of another's."""
    cells = catalog.table.cells[facts.place]
    values = cells.values
    if facts.role is not Role.MEASURE or cells.ordinals is not None or not values.size:
        return values[:0]
    low, high = values.min(), values.max()
    fits = (low >= 0 and high < _LEAST_YEAR // 2) or (low >= _LEAST_YEAR and high <= _LAST_YEAR)
    return values if fits and (values % 1 == 0).all() else values[:0]


_LEAST_YEAR, _LAST_YEAR = 1_900, 2_100


def _row_years(catalog: Catalog) -> Dimension | None:
    """The dimension of a column of years that is not called so: cycles, vintages."""
    for facts in catalog.columns:
        if _is_repeated(catalog, facts) and _whole(catalog, facts)[0] >= _LEAST_YEAR:
            distinct, codes = np.unique(_whole(catalog, facts), return_inverse=True)
            told = [Period(year=int(year)) for year in distinct]
            name = name_words(catalog.table.columns[facts.place].name)
            order = list(range(len(told)))
            return Dimension(
                0, 0, name, [_label(p) for p in told], codes.astype(np.int64), told, order
            )
    return None


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _measures(catalog: Catalog, facts: ColumnFacts) -> list[Measure]:
    """The measures that a column is: one, or one for each unit that its rows have."""
    by_unit = catalog.row_units.get(facts.place)
    if by_unit is None:
        return _of_column(catalog, facts)
    made = []
    for one, rows in by_unit:
        for each in _of_column(catalog, one)[:1]:
            values = np.where(rows, each.values, np.nan)
            good = values[~np.isnan(values)]
            whole = bool((good % 1 == 0).all())
            made.append(replace(each, values=values, is_whole=whole, decimals=_decimals(good)))
    return made


def _of_column(catalog: Catalog, facts: ColumnFacts) -> list[Measure]:
    """The measures that a column is: one, or one for each number that its texts hold."""
    cells = catalog.table.cells[facts.place]
    ordinals = cells.ordinals
    names = [(p.words, p.weight) for p in facts.phrases]
    made = []
    several = 1 if ordinals is None else int(ordinals.max(initial=0))
    for ordinal in range(1, min(several, _MOST_ORDINALS) + 1):
        # a cell that is a number stands with the first numbers of texts: "1,204" and 98
        picked = slice(None) if ordinals is None else np.maximum(ordinals, 1) == ordinal
        values = np.full(catalog.rows, np.nan)
        values[cells.rows[picked]] = cells.values[picked]
        good = values[~np.isnan(values)]
        if not good.size:
            continue
        unit = PERCENT if facts.fraction else _UNITS.get(facts.unit.kind, NO_UNIT)
        made.append(
            Measure(
                0, 0, facts.place, names, values, unit, facts.unit.symbol or "",
                float(factor(facts)), facts.level or several > 1,
                bool((good % 1 == 0).all()), facts.change, facts.scaling, _decimals(good),
            )
        )  # fmt: skip
    return made


_MOST_DECIMALS = 6
_EXACT = 1e-6  # of the last decimal


def _decimals(values: Floats) -> int:
    """How many decimals values have."""
    for decimals in range(_MOST_DECIMALS):
        scaled = values * 10.0**decimals
        if (np.abs(scaled - np.round(scaled)) <= _EXACT * np.maximum(1.0, np.abs(scaled))).all():
            return decimals
    return _MOST_DECIMALS


def merged(dims: Sequence[Dimension]) -> list[Dimension]:
    """Dimensions without those that tell the same rows apart: a code and its name are one."""
    found: list[Dimension] = []
    for each in dims:
        one = each
        twin = next((o for o in found if not one.is_number and _are_twins(o, one)), None)
        if twin is None:
            found.append(one)
            continue
        if _is_numeral(twin.labels) and not _is_numeral(one.labels) and (one.codes >= 0).all():
            found[found.index(twin)], twin, one = one, one, twin  # the name tells more
        rows = np.flatnonzero(one.codes >= 0).tolist()
        twin.others.append({int(twin.codes[row]): one.labels[int(one.codes[row])] for row in rows})
        twin.name = tuple(dict.fromkeys((*twin.name, *one.name)))
        twin.totals |= {int(twin.codes[row]) for row in rows if int(one.codes[row]) in one.totals}
    return found


def _is_numeral(labels: Sequence[str]) -> bool:
    return all(label.isdigit() for label in labels)


def _are_twins(one: Dimension, other: Dimension) -> bool:
    """Whether each value of one stands beside a single value of the other."""
    there = other.codes >= 0
    if len(one.labels) < len(other.labels) or len(other.labels) < max(2, len(one.labels) // 2):
        return False
    if (one.codes[there] < 0).any():
        return False
    pairs = np.unique(one.codes[there] * len(other.labels) + other.codes[there]).size
    both = np.unique(one.codes[there]).size
    return pairs == both == len(other.labels) and bool(
        there.sum() == np.isin(one.codes, one.codes[there]).sum()
    )


def find_keys(dims: Sequence[Dimension], rows: int) -> None:
    """Mark the dimensions without which rows cannot be told apart."""
    alone = [d for d in dims if len(d.labels) >= rows > 1 and not d.is_number]
    if alone:
        named = [d for d in alone if not _is_numeral(d.labels)]
        keys = named or alone[:1]
        if all(d.periods is not None for d in keys):  # labels may tell them apart as well
            labels = [d for d in dims if d.periods is None and not d.is_number]
            found, count = _telling(labels, rows)
            keys = [*keys, *(found if count >= rows else ())]
    else:
        keys = _telling(sorted(dims, key=lambda d: d.is_number), rows)[0]
    for one in keys:
        one.is_key = True


def _telling(dims: Sequence[Dimension], rows: int) -> tuple[list[Dimension], int]:
    """The first dimensions that tell rows apart, and how many rows they do."""
    found: list[Dimension] = []
    groups, count = np.zeros(rows, np.int64), 1
    for one in dims:
        both = groups * (len(one.labels) + 1) + one.codes + 1
        distinct, inverse = np.unique(both, return_inverse=True)
        if len(distinct) > count:
            found.append(one)
            count, groups = len(distinct), inverse.astype(np.int64)
        if count >= rows:
            break
    return found, count


def label_words(label: str) -> tuple[str, ...]:
    """The stems of a label, numbers among them."""
    spaced = label[:_LONGEST_LABEL].replace("_", " ")
    return tuple(t.stem for t in tokens(spaced, 0, len(spaced)) if t.stem[0].isalnum())
