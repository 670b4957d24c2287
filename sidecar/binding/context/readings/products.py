"""Readings of an amount as a price times a quantity: "the milk of 2023 was worth 377 million".

The words must speak of an amount that is taken, paid or worth; its price and its quantity stand in
two columns of the same rows, or in two query results that name the same.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.place import LEAD, Place
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.said.cues import Cue
from sidecar.binding.context.weighing.agreed import Agreement, rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.language.labels import LabelIndex
from sidecar.binding.language.words import stem
from sidecar.binding.tables.columns import ColumnFacts, factor
from sidecar.binding.tables.vectors import Vector
from sidecar.evidence.location import of_rows
from sidecar.model.evidence import Column
from sidecar.model.number import Form, Unit
from sidecar.text.vocabulary import one_of

_PRICES = frozenset(map(stem, one_of("price fee fare wage salary tariff rent charge toll")))
_COSTS = frozenset(map(stem, ("cost", "value")))  # "unit cost"
_RATED = _COSTS | set(map(stem, one_of("bill billing pay hourly daily day labour labor charge")))
_HELD = frozenset(map(stem, one_of("stock inventory money capital tied tie position")))
"""What has a value as such."""

_WORTH = frozenset(
    map(
        stem,
        one_of(
            "worth value valued revenue turnover sales proceeds receipts takings income bill "
            "payroll cost spent spend earned fetched brought yielded grossed paid came amounted "
            "total billed money capital tied tie"
        ),
    )
)
_SCOPES = 6
_FEW, _MOST = 2, 2000  # labels of what has a price
_ENOUGH = 0.8  # of the labels of amounts that have a price in another query result
_LESS = 0.34  # how much less rows are linked than others that are surely meant
_LEAST = 0.3  # how strongly the price or the quantity must be named
_BASE = re.compile(r"per[ _]?(\d[\d,]*)(k?)", re.IGNORECASE)


def readings(question: Question) -> Iterator[Candidate]:
    """What the linked rows come to at their prices."""
    said = _said(question.place)
    asked = Cue.SHARE in question.cues or stem("share") in said
    share = asked and question.target.number.unit is Unit.PERCENT
    if _WORTH.isdisjoint(said) or not (share or _is_money(question)):
        return
    held = not _HELD.isdisjoint(said)
    for at, priced in enumerate(question.catalogs):
        prices = [
            c
            for c in priced.measures
            if _is_price(c) and (share or question.target.fits(c) is not False)
        ]
        if not prices:
            continue
        meant = [_meant(question.named.get((at, c.place), Naming()), c) for c in prices]
        prices = [c for c, one in zip(prices, meant, strict=True) if one == max(meant)]
        for table, scopes in question.scopes.items():
            amounts = list(filter(_is_quantity, question.catalogs[table].measures))
            whole = Scope(table, None, question.whole(table), ())
            best = max(scope.link for scope in (*scopes, whole))
            near = [s for s in (*scopes[:_SCOPES], whole) if best - s.link < _LESS]
            for price in prices:
                for columns, each in _tariffs(question, at, price, table, amounts):
                    for scope in near:
                        yield from _product(question, (at, price), columns, each, scope, held)


def _said(place: Place) -> frozenset[str]:
    """The stems that tell what a number is: of its header, or of its sentence and what leads it."""
    near = (s for s in place.sources() if s.cell or s.first >= 0 or s.worth == LEAD)
    told = [s for s in near if s.cell or not place.in_table]
    return frozenset(stem for source in told for stem in source.passage.stems)


def _tariffs(
    question: Question, at: int, price: ColumnFacts, table: int, amounts: Sequence[ColumnFacts]
) -> Iterator[tuple[Sequence[ColumnFacts], Sequence[NDArray[np.float64]]]]:
    """Columns of amounts that are priced together, each with the price in every row of theirs.

    The prices stand in the same rows, in those of another query result that are called the same,
    or in one for each of several columns: what an hour of a junior costs, for the juniors' hours.
    """
    vector = question.vector(at, price.place, None)
    priced, known = question.catalogs[at], question.catalogs[table]
    if vector is None or (table != at and priced.rows > _MOST):
        return
    if table == at:
        yield from (([column], [_in_rows(vector, known.rows)]) for column in amounts)
        return
    each = np.full(known.rows, np.nan)
    cost = dict(zip(vector.rows.tolist(), vector.values.tolist(), strict=True))
    unique = (one for one in priced.labels if _FEW <= len(one.values) == one.filled <= _MOST)
    for labels in unique:
        for own in (one for one in known.labels if len(one.values) <= _MOST):
            rows = [(own.rows[n], labels.number(value)) for n, value in enumerate(own.values)]
            same = [(its, labels.rows[n][0]) for its, n in rows if n is not None]
            if len(same) < max(_FEW, _ENOUGH * len(own.values)):
                continue
            for its, row in same:
                each[its] = cost.get(int(row), np.nan)
            yield from (([column], [each]) for column in amounts)
            return
        by_name = ((_labelled(c, labels), c) for c in amounts)
        several = {row: c for row, c in by_name if row in cost}
        if len(several) == len(labels.values):  # in all, or in the one that is named
            named = (s.rows.tolist() for s in question.scopes.get(at, ()) if s.rows is not None)
            said = [row for row in next(named, several) if row in several]
            if said:
                each_of = [np.full(known.rows, cost[row]) for row in said]
                yield [several[row] for row in said], each_of


def _in_rows(vector: Vector, rows: int) -> NDArray[np.float64]:
    """The price in each row; not a number where there is none."""
    if vector.rows.size == rows:
        return vector.values
    each = np.full(rows, np.nan)
    each[vector.rows] = vector.values
    return each


def _labelled(column: ColumnFacts, labels: LabelIndex) -> int:
    """The row whose whole label a column has in its name; less than nothing where it has none."""
    words = {word for phrase in column.phrases if phrase.weight == 1 for word in phrase.words}
    numbers = {n for form, n in labels.whole.items() if words.issuperset(form)}
    return int(labels.rows[numbers.pop()][0]) if len(numbers) == 1 else -1


def _is_money(question: Question) -> bool:
    """Whether a number may be an amount of money: most tables leave their currency unsaid."""
    number = question.target.number
    plain = number.unit is Unit.COUNT and number.form is Form.DIGITS and not question.place.head()
    return plain or number.unit is Unit.CURRENCY


def _meant(naming: Naming, price: ColumnFacts) -> tuple[float, bool]:
    """How well a price is named; where none is, a stock is worth what it cost."""
    return naming.strength, any(not _COSTS.isdisjoint(phrase.words) for phrase in price.phrases)


def _is_price(column: ColumnFacts) -> bool:
    """Whether a column holds prices: by its unit ("EUR per tonne") or its name."""
    money = column.unit.kind in (None, Unit.CURRENCY) and not column.fraction
    named = any(
        not _PRICES.isdisjoint(p.words)
        or ("unit" in p.words and not _COSTS.isdisjoint(p.words))
        or ("rate" in p.words and not _RATED.isdisjoint(p.words))
        for p in column.phrases
        if p.weight == 1
    )
    return money and (named or (bool(column.unit.per) and column.unit.kind is Unit.CURRENCY))


def _is_quantity(column: ColumnFacts) -> bool:
    """Whether a column holds amounts that have a price."""
    money = column.unit.kind in (Unit.CURRENCY, Unit.PERCENT)
    return not (money or column.level or column.change or _is_price(column))


def _product(
    question: Question,
    price: tuple[int, ColumnFacts],
    columns: Sequence[ColumnFacts],
    each: Sequence[NDArray[np.float64]],
    scope: Scope,
    held: bool,
) -> Iterator[Candidate]:
    named = question.named
    paid = named.get((price[0], price[1].place), Naming()).strength
    bought = max(named.get((scope.table, c.place), Naming()).strength for c in columns)
    told = max(paid, bought) if question.target.number.unit is Unit.CURRENCY else paid
    if not held and told < _LEAST:
        return
    terms, value = _worth(question, price, columns, each, scope)
    if question.target.number.unit is Unit.PERCENT:
        value /= _worth(question, price, columns, each, scope._replace(rows=None))[1] or math.nan
    elif price[0] != scope.table and Cue.MEAN in question.cues:
        value /= sum(one.vector.sum for one in terms) or math.nan
    if not math.isfinite(value):
        return
    target = question.target
    agreement = (target.ratio if target.number.unit is Unit.PERCENT else target.plain)(value)
    show = partial(_show, question, price, terms, agreement, value)
    yield question.derived(Kind.PRODUCT, agreement, terms[0], True, show)._replace(
        row=scope.link,
        column=max(paid, bought),
        head=False,
        unit=1 if question.target.fits(price[1]) else 0,
        columns=tuple(column.place for column in columns),
    )


def _worth(
    question: Question,
    price: tuple[int, ColumnFacts],
    columns: Sequence[ColumnFacts],
    each: Sequence[NDArray[np.float64]],
    scope: Scope,
) -> tuple[list[Operand], float]:
    """The amounts in some rows, and what they come to; not a number where some have no price."""
    found = (question.operand(scope.table, c, Naming(), scope) for c in columns)
    terms = [one for one in found if one is not None]
    value = 0.0 if len(terms) == len(columns) else math.nan
    for one, costs in zip(terms, each, strict=False):
        worth = float((one.vector.values * costs[one.vector.rows]).sum())
        value += worth * float(factor(one.column) * factor(price[1]))
    return terms, value / _base(question.catalogs[price[0]].table.columns[price[1].place])


def _base(column: Column) -> float:
    """How many a price is for: 100 in "price per 100 l"."""
    for name in (column.unit, column.label, column.name, column.description):
        found = _BASE.search(name)
        if found is not None:
            return float(found[1].replace(",", "")) * (1000 if found[2] else 1)
    return 1.0


def _show(
    question: Question,
    price: tuple[int, ColumnFacts],
    terms: Sequence[Operand],
    agreement: Agreement,
    value: float,
) -> Shown:
    name, known = question.name(*price), question.catalogs[price[0]].table.query_id
    parts = []
    for one in terms:
        cells = of_rows(one.vector.rows) if price[0] == one.table else known
        part = f"{cells}.{name} * {question.range_of(one)}"
        parts.append(part if one.vector.rows.size == 1 else f"sum({part})")
    what = " + ".join(parts)
    places = tuple(place for one in terms for place in question.places(one, 10))
    return Shown(what, rounded(value) if agreement.value is None else agreement.value, what, places)
