"""Counts of the rows past a bound that is stated: "four of the ten sites had over 560 staff"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from functools import partial

from sidecar.binding.context.operands.grouped import groups
from sidecar.binding.context.operands.operands import Operand, Question
from sidecar.binding.context.operands.picked import PAST
from sidecar.binding.context.passages.naming import Naming, columns
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said.stated import Stated, counts_rest, is_bound
from sidecar.binding.context.weighing.candidate import Candidate, Kind, Shown
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.columns import factor
from sidecar.model.number import Form, Qualifier, Unit

_PLAINLY = 0.6  # how strongly the column of a bound is named that is plainly named

_FAR = 10.0  # times a bound, or a value, that the other is not
_STOPS = frozenset({".", ";", "!", "?"})
_SPREAD = frozenset({"in", "across", "at"})
_BEYOND = 0.5
"""How much a name counts where nothing lies past its bound: "over 900 km of line in four areas"."""


def readings(
    question: Question, table: int, known: Catalog, *, counting: bool
) -> Iterator[Candidate]:
    """The rows past each bound.

    Args:
        question: The number.
        table: The query result whose rows it may count.
        known: What is known of it.
        counting: Whether the number plainly counts rows: "four of the ten", "four sites".
    """
    bounds = _bounds(question)
    if not bounds:
        return
    operands = [
        operand
        for operand in groups(question)
        if operand.table == table
        and not operand.across
        and operand.vector.values.size > 1
        and not any(choice.is_party for choice in operand.scope.choices)
    ]
    operands += _unnamed(question, table, known, bounds, operands)
    for bound in bounds:
        named = columns(bound.place, question.catalogs, bound.target.number.symbol)
        fits = [bound.target.fits(each.column) for each in operands]
        for each, fit in zip(operands, fits, strict=True):
            if fit is not False and (fit or True not in fits):  # "above €200" is said of euros
                naming = named.get((table, each.column.place), Naming())
                if _parts(each, bound) or (naming.strength >= _PLAINLY and _is_near(each, bound)):
                    yield _past(question, each, bound, naming, counting)


def _past(
    question: Question, each: Operand, bound: Stated, naming: Naming, counting: bool
) -> Candidate:
    """The rows of an operand that lie past a bound."""
    limit = _limit(each, bound)
    sign, past = PAST[bound.target.number.qualifier]
    count = int(past(each.vector.values, limit).sum())
    told = counted(question, each, count, f"count({question.range_of(each)} {sign} {limit:g})")
    before = question.place.passage.words[question.place.first - 1 : question.place.first]
    spread = any(w.word in _SPREAD for w in before) and not _parts(each, bound)
    plain = counting and not spread and naming.strength >= _PLAINLY and naming.period >= 0
    link = naming.strength * (_BEYOND if spread else 1.0)
    return told._replace(column=link, period=naming.period, explicit=plain)


def _bounds(question: Question) -> list[Stated]:
    """The bounds that the sentence states, each once however often it says so."""
    told = [
        one
        for one in question.beside
        if is_bound(one.target.number)
        and not _is_apart(question.place, one.place)
        and not _is_of_another(question, one)
    ]
    return list({_said(one): one for one in told}.values())


def _is_apart(one: Place, other: Place) -> bool:
    """Whether two numbers of what passes for a sentence stand in different ones."""
    first, last = sorted((one, other), key=lambda place: place.first)
    return any(word.word in _STOPS for word in one.passage.words[first.last : last.first])


def _is_of_another(question: Question, bound: Stated) -> bool:
    """Whether a number between counts the rows of a bound: "9 left, in 4 sites 2 or fewer"."""
    rows = frozenset[str]().union(*(known.label_names for known in question.catalogs))
    return question.place.head() not in rows | {""} and any(
        question.place.last <= one.place.first < bound.place.first and one.place.head() in rows
        for one in question.beside
    )


def _said(one: Stated) -> tuple[Decimal, str, Qualifier]:
    number = one.target.number
    return number.value, number.symbol, number.qualifier


def _unnamed(
    question: Question,
    table: int,
    known: Catalog,
    bounds: Sequence[Stated],
    operands: Sequence[Operand],
) -> Iterator[Operand]:
    """The columns, in all rows, that a bound may be attributed to though no word names them."""
    said = {operand.column.place for operand in operands}
    for scope in question.scopes[table][-1:]:  # the whole table is the last one
        whole = scope._replace(link=max(scope.link, question.whole(table)))
        for column in known.measures:
            if column.place in said or known.cells.is_large(column.place):
                continue
            operand = question.operand(table, column, Naming(), whole)
            if operand is not None and any(_parts(operand, bound) for bound in bounds):
                yield operand


def _parts(each: Operand, bound: Stated) -> bool:
    """Whether some values lie past a bound and others do not, so that it tells something."""
    limit = _limit(each, bound)
    return each.vector.least <= limit <= each.vector.most


def _is_near(each: Operand, bound: Stated) -> bool:
    """Whether values are of the size of a bound: no visits are intended by "fewer than four"."""
    limit = abs(_limit(each, bound))
    most = max(abs(each.vector.least), abs(each.vector.most))
    return limit <= _FAR * most and min(abs(each.vector.least), most) <= _FAR * limit


def _limit(each: Operand, bound: Stated) -> float:
    """A bound in the unit of the cells of a column."""
    return float(bound.target.number.value) / float(factor(each.column))


def counted(question: Question, each: Operand, count: int, formula: str) -> Candidate:
    """A count of rows of an operand, which is no value of its column, or their part of all."""
    target, size = question.target, each.vector.values.size
    if counts_rest(question.place):
        count, formula = size - count, f"{size} - {formula}"
    if target.number.unit is Unit.PERCENT or target.number.form is Form.FRACTION:
        formula, kind = f"{formula} / {size}", Kind.SHARE
        agreement = target.ratio(count / size)
        show = partial(Shown, formula, agreement.value, formula)
    else:
        agreement, kind = target.plain(float(count)), Kind.COUNT
        show = partial(Shown, formula, Decimal(count), formula)
    told = question.derived(kind, agreement, each, True, show)
    return told._replace(
        row=each.scope.link, column=0.0, head=False, unit=0, period=0.0, rows=(), columns=(),
        scope=None,
    )  # fmt: skip
