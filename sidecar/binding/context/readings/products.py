"""Readings of an amount as a price times a quantity: "the milk of 2023 was worth 377 million".

The words must speak of an amount that is taken, paid or worth; its price and its quantity stand in
two columns of the same rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from sidecar.binding.context.language.words import stem
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.passages.naming import Naming
from sidecar.binding.context.passages.scopes import Scope
from sidecar.binding.context.tables.catalog import Catalog
from sidecar.binding.context.tables.columns import ColumnFacts, factor
from sidecar.binding.context.weighing.agreed import Agreement, rounded
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.model.evidence import Column
from sidecar.model.number import Form, Unit
from sidecar.text.vocabulary import one_of

_PRICES = frozenset(map(stem, one_of("price fee fare wage salary tariff rent charge toll")))
_COSTS = frozenset(map(stem, ("cost", "value")))  # "unit cost"
_HELD = frozenset(map(stem, one_of("stock inventory money capital")))  # it has a value as such
_WORTH = frozenset(
    map(
        stem,
        one_of(
            "worth value valued revenue turnover sales proceeds receipts takings income bill "
            "payroll cost spent spend earned fetched brought yielded grossed paid came amounted "
            "total billed money capital"
        ),
    )
)
_SCOPES = 6
_LEAST = 0.3  # how strongly the price or the quantity must be named
_BASE = re.compile(r"per[ _]?(\d[\d,]*)(k?)", re.IGNORECASE)


def readings(question: Question) -> Iterator[Candidate]:
    """What the linked rows come to at their prices."""
    if _WORTH.isdisjoint(question.place.passage.stems) or not _is_money(question):
        return
    for table, scopes in question.scopes.items():
        known = question.catalogs[table]
        prices = [
            c for c in known.measures if _is_price(c) and question.target.fits(c) is not False
        ]
        if not prices:
            continue
        said = [_meant(question.named.get((table, c.place), Naming()), c) for c in prices]
        prices = [c for c, meant in zip(prices, said, strict=True) if meant == max(said)]
        whole = Scope(table, None, question.whole(table), ())
        for price in prices:
            for quantity in filter(_is_quantity, known.measures):
                for scope in (*scopes[:_SCOPES], whole):
                    yield from _product(question, table, known, price, quantity, scope)


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
        not _PRICES.isdisjoint(p.words) or ("unit" in p.words and not _COSTS.isdisjoint(p.words))
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
    table: int,
    known: Catalog,
    price: ColumnFacts,
    quantity: ColumnFacts,
    scope: Scope,
) -> Iterator[Candidate]:
    namings = [question.named.get((table, c.place), Naming()) for c in (price, quantity)]
    told = namings if question.target.number.unit is Unit.CURRENCY else namings[:1]
    held = not _HELD.isdisjoint(question.place.passage.stems)
    if not held and max(naming.strength for naming in told) < _LEAST:
        return
    one = question.operand(table, price, namings[0], scope)
    other = question.operand(table, quantity, namings[1], scope)
    if one is None or other is None or one.vector.values.size != other.vector.values.size:
        return
    if (one.vector.rows != other.vector.rows).any():
        return
    value = float((one.vector.values * other.vector.values).sum()) * float(
        factor(price) * factor(quantity)
    )
    value /= _base(known.table.columns[price.place])
    agreement = question.target.plain(value)
    show = partial(_show, question, one, other, agreement, value)
    yield question.derived(Kind.PRODUCT, agreement, one, True, show)._replace(
        row=scope.link, column=max(naming.strength for naming in namings), head=False
    )


def _base(column: Column) -> float:
    """How many a price is for: 100 in "price per 100 l"."""
    for name in (column.unit, column.label, column.name, column.description):
        found = _BASE.search(name)
        if found is not None:
            return float(found[1].replace(",", "")) * (1000 if found[2] else 1)
    return 1.0


def _show(
    question: Question, price: Operand, quantity: Operand, agreement: Agreement, value: float
) -> Shown:
    what = f"{question.range_of(price)} * {question.range_of(quantity)}"
    what = what if price.vector.values.size == 1 else f"sum({what})"
    places = question.places(price, 10) + question.places(quantity, 10)
    return Shown(what, rounded(value) if agreement.value is None else agreement.value, what, places)
