"""What the unit of a number says: which columns it names and does not fit, what points are."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence, Set

import numpy as np

from sidecar.binding.context.operands.operands import Question
from sidecar.binding.context.passages.naming import TYPED, Naming
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.said import cents, costs, headed, losses, mistaken, passed
from sidecar.binding.context.said.bases import as_multiple
from sidecar.binding.context.said.courses import compared, directed
from sidecar.binding.context.said.cues import FALLING
from sidecar.binding.context.said.stated import Stated
from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.candidate import Candidate, Kind
from sidecar.binding.language.words import stem
from sidecar.binding.settings import NumericSettings
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.quantities import measured, measures_else
from sidecar.model.number import Direction, Form, Number, Unit
from sidecar.text.vocabulary import one_of

_FEW = 2
"""Columns of one unit that a number with this unit names by itself."""

_PLAINLY = 0.6  # how strongly a column is named that is plainly named
_IN_PART, _MOVED = 0.3, 0.75  # how strongly a change is named by its other words; with a verb
_OF_ONE = frozenset({Kind.CELL, Kind.SOME_ROW, Kind.SUM, Kind.EXTREME, Kind.PAIR})
"""Readings in the unit of one column."""

_TYPED = frozenset({Unit.PERCENT, Unit.CURRENCY, Unit.MEASURE})

_POINT = "point"
_WHOLE = 0.9  # how much of a column's name is said
_HUNDRED = 100.0
_SAID = 2  # sentences that may tell percentages of which a number tells points
_PERCENT = frozenset({"%", "percent"})

SHARES = frozenset(map(stem, one_of("share proportion weight percentage portion slice")))
"""What may be stated in points though the data hold amounts only."""

_RATES = frozenset(map(stem, one_of("rate ratio margin percent quota")))
"""What else tells of percentages."""


def target(
    said: Number,
    place: Place,
    catalogs: Sequence[Catalog],
    names: Set[str],
    settings: NumericSettings,
) -> Target:
    """A number as it is intended, ready to be compared.

    Args:
        said: The number as it is written.
        place: Where it stands.
        catalogs: The query results.
        names: The words that columns are called by.
        settings: Tolerances.
    """
    scaled = mistaken.meant(headed.scaled(said, place), place, catalogs)
    meant = _number(scaled, place, catalogs, names)
    falls = not FALLING.isdisjoint(place.passage.stems)
    return Target(meant, settings, falls=falls, way=compared(place))


def _number(said: Number, place: Place, catalogs: Sequence[Catalog], names: Set[str]) -> Number:
    """A number as intended: bare points are those of percentages, unless data count points."""
    said = costs.below(losses.below(passed.bound(said, place), place), place)
    said = directed(cents.amount(cents.share(said, place), catalogs), place)
    before = [word.stem for word in place.passage.words[max(0, place.first - 2) : place.first]]
    if before == ["make", "up"]:
        said = said._replace(direction=Direction.NONE)  # a part, and no rise
    if said.unit is not Unit.COUNT or place.head() != _POINT or _POINT in names:
        return as_multiple(said, place)
    rates = (
        c.fraction or c.unit.kind is Unit.PERCENT for known in catalogs for c in known.measures
    )
    if _counts_points(place, catalogs):
        return said
    rated = not SHARES.isdisjoint(place.passage.stems) or any(rates) or _tells_rates(place)
    return said._replace(unit=Unit.PERCENT, symbol="pp") if rated else said


def _counts_points(place: Place, catalogs: Sequence[Catalog]) -> bool:
    """Whether the measure is a score: "the NPS gained 9 points", but "the return rate of …"."""
    before = [m for m in place.passage.columns if m.end <= place.first and m.strength >= _WHOLE]
    last = max((m.start for m in before), default=-1)
    named = [catalogs[m.table].columns[m.column] for m in before if m.start == last]
    shared = not (SHARES | _RATES | _PERCENT).isdisjoint(place.passage.stems)
    return bool(named) and not shared and all(c.unit.kind is None and not c.fraction for c in named)


def _tells_rates(place: Place) -> bool:
    """Whether the sentence, or the one before it, tells percentages itself."""
    said = [source.passage for source in place.sources() if not source.cell][:_SAID]
    return any(not _PERCENT.isdisjoint(passage.stems) for passage in said)


def name(
    target: Target,
    catalogs: Sequence[Catalog],
    selected: Sequence[int],
    named: MutableMapping[tuple[int, int], Naming],
) -> None:
    """Names the only columns of a table that have a number's unit, where no word names one.

    A step ("fell 6.3%") is no rate, and names none but changes: of "wage change" the verb says as
    much as the second word.

    Args:
        target: The number.
        catalogs: The query results.
        selected: Those that it may speak of.
        named: The columns that are named, to be added to.
    """
    for (table, place), known in named.items() if target.steps else ():
        if catalogs[table].columns[place].change and known.strength >= _IN_PART:
            named[table, place] = known._replace(strength=max(known.strength, _MOVED))
    for table in selected:
        typed = [
            column.place
            for alike in catalogs[table].kinds
            if target.fits(alike[0])
            for column in alike
            if column.change or not target.steps
        ]
        said = [c for c in typed if named.get((table, c), Naming()).strength >= TYPED]
        if len(said) == 1:  # its name and its unit say the same
            known = named[table, said[0]]
            named[table, said[0]] = known._replace(strength=max(known.strength, _PLAINLY))
        for column in typed if len(typed) <= _FEW and not said else ():
            known = named.get((table, column), Naming())
            if known.strength < TYPED:
                named[table, column] = known._replace(strength=TYPED, typed=True)


def speaking(one: Stated, selected: Sequence[int], catalogs: Sequence[Catalog]) -> Sequence[int]:
    """The query results that hold what a number's unit measures; all where none is known to."""
    symbol = one.target.number.symbol
    called = {mention.table for mention in one.place.called(measured(symbol))}
    if not called:
        return selected
    return [t for t in selected if t in called or _has_unit(one.target, catalogs[t])] or selected


def fitting(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings but for those that take a percentage or a part for an amount: no slip does.

    Or things that are counted ("812 visitors") for money, percentages or what else has a unit.
    """
    number = question.target.number
    if number.unit is Unit.MEASURE:
        misfits = _measures_else
    elif number.unit is Unit.PERCENT or number.form is Form.FRACTION:
        misfits = _is_amount
    elif number.unit is Unit.CURRENCY:
        misfits = _is_no_money
    elif number.unit is Unit.COUNT and question.place.counts_things:
        misfits = _has_a_unit
    else:
        return list(found)
    return [one for one in found if not misfits(one, question)]


def _measures_else(one: Candidate, question: Question) -> bool:
    """Whether what a column of a reading is called has another measure than the number."""
    named, symbol = question.catalogs[one.table].named, question.target.number.symbol
    return not one.unit and any(measures_else(symbol, named[place]) for place in one.columns)


def _is_amount(one: Candidate, question: Question) -> bool:
    """Whether a reading that does not agree is of amounts, and no percentage."""
    if one.kind not in _OF_ONE or one.agrees or one.agreement.code:
        return False
    return one.unit < 0 or (one.unit == 0 and _holds_amounts(question, one))


def _is_no_money(one: Candidate, question: Question) -> bool:
    """Whether a reading that does not agree is of counts, rates, measures or years."""
    if one.kind not in _OF_ONE or one.agrees or one.agreement.code or not one.columns:
        return False
    scaling = question.catalogs[one.table].columns[one.columns[0]].scaling
    return Unit.CURRENCY in scaling.never or (
        one.unit < 0 and scaling.unit.kind not in (None, Unit.CURRENCY)
    )


def _has_a_unit(one: Candidate, question: Question) -> bool:
    """Whether a reading that does not agree is of a column that has a unit."""
    if one.kind not in _OF_ONE or one.agrees or one.agreement.code or not one.columns:
        return False
    column = question.catalogs[one.table].columns[one.columns[0]]
    return column.scaling.unit.kind in _TYPED


def clashing(found: Sequence[Candidate], question: Question) -> list[Candidate]:
    """The readings; where a table has columns of the number's unit, those of none clash with it."""
    target = question.target
    if target.number.unit is Unit.COUNT:
        return list(found)
    of_unit = [_has_unit(target, known) for known in question.catalogs]
    kept = []
    for one in found:
        clashes = one.unit == 0 and one.kind in _OF_ONE and of_unit[one.table]
        if not clashes:
            kept.append(one)
        elif one.agrees or target.number.unit is not Unit.MEASURE:
            kept.append(one._replace(unit=-1))
    return kept


def _has_unit(target: Target, known: Catalog) -> bool:
    """Whether a table has columns of the number's own unit."""
    return any(target.fits(alike[0]) for alike in known.kinds)


def _holds_amounts(question: Question, one: Candidate) -> bool:
    """Whether the column of a reading, of no unit that is known, holds more than percentages."""
    for place in one.columns[:1]:
        units, column = (known := question.catalogs[one.table]).units, known.columns[place]
        if question.target.is_barred(column):
            return True
        rows = np.array(one.rows) if one.rows and units.differ(column, None) else None
        column, vector = units.of(column, rows), question.vector(one.table, place, rows)
        return not column.level and vector is not None and vector.most > _HUNDRED
    return False
