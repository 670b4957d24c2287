"""Candidates as the report shows them: where their cells lie, by what formula, what it comes to.

Values are exact: they are computed of the decimals of the cells, and of floats only where there are
more cells than anybody adds up by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal, localcontext
from statistics import median

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.aggregates import Aggregates
from sidecar.binding.engine.evidence import EngineEvidence, ViewMeasure
from sidecar.binding.engine.formulas import FORMULAS, PLACE, EngineFormula, Operands, Quantity
from sidecar.binding.engine.operands import MeasureOperand, OperandFinder
from sidecar.binding.engine.quantities import Fit, Target, fit
from sidecar.binding.engine.ranking import RankedCandidates
from sidecar.binding.engine.row_sets import RowSet
from sidecar.binding.engine.stated import CellInUnit, StatedNumber
from sidecar.binding.tables.catalog import Catalog
from sidecar.binding.tables.ways import Scaling
from sidecar.evidence.tables import name_cell, name_rows
from sidecar.model.report import Grade, Reading
from sidecar.text.numerals import EXACT

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
ROW_COUNT = "row_count"
_LISTED = 10  # cells of an operand that are listed
_HUNDRED = Decimal(100)
_SHOWN = Context(prec=12)  # of a quotient that has no end


class CandidatePlaces:
    """Names the places of candidates and computes their values.

    Args:
        evidence: The query results.
        catalogs: What is known of them.
        aggregates: Of row sets.

    Attributes:
        evidence: The query results.
    """

    def __init__(
        self, evidence: EngineEvidence, catalogs: Sequence[Catalog], aggregates: Aggregates
    ) -> None:
        self.evidence = evidence
        self._catalogs, self._aggregates = catalogs, aggregates
        self._operands = OperandFinder(evidence, catalogs, aggregates)

    def reading(
        self, ranked: RankedCandidates, at: int, one: StatedNumber, grade: Grade = Grade.NONE
    ) -> Reading | None:
        """A candidate as the report shows it; None where it has no value.

        Args:
            ranked: What the number may be.
            at: The candidate.
            one: The number.
            grade: How closely it agrees.
        """
        exact = self.exact(ranked, at, one)
        if exact is None:
            return None
        formula = FORMULAS[int(ranked.found.formula[at])]
        rows = ranked.links.sets[int(ranked.found.rows[at])]
        table = self.catalog(rows.view).table
        if formula.quantity is Quantity.COUNT:
            what = self._counted(ranked, at, formula, rows)
            return Reading(table.query_id, what or ROW_COUNT, exact, grade, what)
        operands = self.operands(ranked, at)
        places = tuple(name_cell(table, *cell) for one in operands for cell in one.cells[:_LISTED])
        if formula.name == "cell":
            return Reading(table.query_id, places[0], exact, grade)
        x, y = operands[0], operands[-1]
        what = WRITTEN[formula.name].format(x=x.written, y=y.written, name=x.name)
        short = exact if len(exact.as_tuple().digits) < EXACT.prec else _SHOWN.plus(exact)
        return Reading(table.query_id, what, short, grade, what, places)

    def in_unit(self, ranked: RankedCandidates, at: int, one: StatedNumber) -> CellInUnit:
        """A cell in the unit of a number."""
        (operand,) = self.operands(ranked, at)
        return one.in_unit(operand.values[0], self.scaling(int(ranked.found.column[at])))

    def scaling(self, measure: int) -> Scaling:
        """How numbers are compared with a measure."""
        return self.evidence.measures[measure].scaling

    def raw(self, ranked: RankedCandidates, cells: Ints) -> Floats:
        """The values of cells as they stand."""
        found, sets = ranked.found, ranked.links.sets
        pairs = zip(found.rows[cells].tolist(), found.column[cells].tolist(), strict=True)
        measures, rows = self.evidence.measures, self._aggregates.rows
        return np.array([measures[c].values[rows(sets[r])[0]] for r, c in pairs], np.float64)

    def exact(self, ranked: RankedCandidates, at: int, one: StatedNumber) -> Decimal | None:
        """What a candidate comes to, exactly, in the unit of the number; None for nothing."""
        value = float(ranked.found.value[at])
        if FORMULAS[int(ranked.found.formula[at])].quantity is Quantity.COUNT:
            return Decimal(round(value)) if np.isfinite(value) else None
        with localcontext(EXACT):
            if ranked.found.formula[at] == PLACE["cell"]:
                return self.in_unit(ranked, at, one).value
            operands = self.operands(ranked, at)
            if any(len(each.values) < each.size for each in operands):  # nobody adds up so many
                values = (value, float(ranked.found.alternative[at]))
                low, high = one.target.low, one.target.high
                return rounded(next((v for v in values if low <= abs(v) <= high), value))
            return self._exact(ranked, at, one.target, operands)

    def cell(self, view: int, row: int, measure: int) -> Reading:
        """A cell of a view as it stands, in the base of its unit."""
        one, table = self.evidence.measures[measure], self.evidence.views[view].table
        found = self._operands.at(one, np.array([row]))
        known = self._catalogs[table].table
        value = EXACT.multiply(found.values[0], scale_of(one.factor))
        return Reading(known.query_id, name_cell(known, *found.cells[0]), value, Grade.EXACT)

    def operands(self, ranked: RankedCandidates, at: int) -> list[MeasureOperand]:
        """What a candidate is computed of."""
        found, sets = ranked.found, ranked.links.sets
        rows, measure = sets[int(found.rows[at])], self.evidence.measures[int(found.column[at])]
        one = self._operands.of(rows, measure)
        if found.second[at] >= 0:
            return [one, self._operands.of(sets[int(found.second[at])], measure)]
        if found.other[at] >= 0:
            linked = ranked.links.columns[rows.view][int(found.other[at])]
            return [one, self._operands.of(rows, self.evidence.measures[linked.measure])]
        return [one]

    def catalog(self, view: int) -> Catalog:
        """What is known of the query result of a view."""
        return self._catalogs[self.evidence.views[view].table]

    def rows(self, one: RowSet) -> Ints:
        """The rows of the query result that a row set has."""
        view = self.evidence.views[one.view]
        rows: Ints = view.table_rows[self._aggregates.rows(one)]  # in order
        return rows[np.diff(rows, prepend=-1) > 0]

    def _exact(
        self, ranked: RankedCandidates, at: int, target: Target, operands: Sequence[MeasureOperand]
    ) -> Decimal | None:
        """What a candidate comes to in the unit of the number; None for nothing."""
        if not all(one.values for one in operands):
            return None
        found = ranked.found
        formula = FORMULAS[int(found.formula[at])]
        measure = self.evidence.measures[int(found.column[at])]
        scale = scale_of(measure.factor)
        values = [one.whole for one in operands]
        if formula.operands is Operands.COLUMNS and formula.quantity is not Quantity.VALUE:
            linked = ranked.links.columns[measure.view][int(found.other[at])].measure
            values[0] *= scale
            values[1] *= scale_of(self.evidence.measures[linked].factor)
        if len(values) == 2 and not values[1] and formula.quantity is not Quantity.VALUE:
            return None
        raw = COMPUTED[formula.name](*values, operands[0].values)
        if formula.quantity is Quantity.QUOTIENT:
            raw /= scale
        raw *= _factor(raw, target, formula, measure)
        return raw / _HUNDRED if "fraction" in target.forms else raw

    def _counted(
        self, ranked: RankedCandidates, at: int, formula: EngineFormula, rows: RowSet
    ) -> str:
        """What is counted, or ranked, as a formula."""
        view = self.evidence.views[rows.view]
        if formula.operands is Operands.WHOLE:
            one, other = self.operands(ranked, at)
            return f"{formula.name} of {one.name} in {other.name}"
        if formula.operands is Operands.COLUMN:
            (one,) = self.operands(ranked, at)
            return _CONDITIONS[formula.name].format(name=one.name)
        chosen = [
            f"{' '.join(dimension.name)}={'/'.join(dimension.labels[code] for code in codes)}"
            for dimension, codes in zip(view.dimensions, rows.options, strict=True)
            if codes is not None
        ]
        if formula.name == "distinct":
            return f"distinct({name_rows(self.rows(rows))})"
        return f"count({', '.join(chosen)})" if chosen else ""


def rounded(value: float) -> Decimal:
    """A derived value in the twelve digits that all machines agree on."""
    return Decimal(f"{value:.12g}")


def scale_of(factor: float) -> Decimal:
    """A factor exactly."""
    return Decimal(int(factor)) if factor.is_integer() else Decimal(repr(factor))


def _factor(raw: Decimal, target: Target, formula: EngineFormula, measure: ViewMeasure) -> Decimal:
    """What a result is multiplied by to be in the unit of the number."""
    if formula.quantity not in (Quantity.VALUE, Quantity.QUOTIENT):
        return Decimal(1)
    suits = fit(target, formula, measure)
    if suits.fit is Fit.CLASH:
        return Decimal(1)
    told = [suits.factor, *([suits.other] if suits.other else [])]
    low, high = sorted((abs(target.low), abs(target.high)))
    agreeing = (each for each in told if low <= abs(float(raw)) * each <= high)
    return scale_of(next(agreeing, told[0]))


_Values = Sequence[Decimal]


def _share(x: Decimal, y: Decimal, _: _Values) -> Decimal:
    return x / y * _HUNDRED


def _growth(x: Decimal, y: Decimal, _: _Values) -> Decimal:
    return (x - y) / abs(y) * _HUNDRED


def _ratio(x: Decimal, y: Decimal, _: _Values) -> Decimal:
    return x / y


def _gap(x: Decimal, y: Decimal, _: _Values) -> Decimal:
    return x - y


_CONDITIONS = {
    "rows above": "count({name} > limit)", "rows below": "count({name} < limit)",
    "known rows": "count({name})", "unknown rows": "count({name} missing)",
}  # fmt: skip
"""How counts of rows by their values are written."""

COMPUTED: Mapping[str, Callable[..., Decimal]] = {
    "sum": lambda _, each: sum(each, Decimal(0)),
    "mean": lambda _, each: sum(each, Decimal(0)) / len(each),
    "median": lambda _, each: median(each),
    "lowest": lambda _, each: min(each),
    "highest": lambda _, each: max(each),
    "spread": lambda _, each: max(each) - min(each),
    "share": _share,
    "rest": lambda x, y, _: y - x,
    "rest share": lambda x, y, _: _HUNDRED - x / y * _HUNDRED,
    "change": _gap, "growth": _growth, "times before": _ratio,
    "row share": _share,
    "gap": _gap, "gap share": _growth, "times": _ratio,
    "column gap": _gap, "column gap share": _growth, "column share": _share,
    "quotient": _ratio, "column times": _ratio,
    "column sum": lambda x, y, _: x + y,
}  # fmt: skip
"""Formulas, of their operands as they are compared and the values of the first."""

WRITTEN: Mapping[str, str] = {
    "sum": "sum({name})", "mean": "mean({name})", "median": "median({name})",
    "lowest": "min({name})", "highest": "max({name})", "spread": "range({name})",
    "share": "{x} / {y}", "rest": "{y} - {x}", "rest share": "1 - {x} / {y}",
    "change": "{x} - {y}", "growth": "{x} / {y} - 1", "times before": "{x} / {y}",
    "gap": "{x} - {y}", "gap share": "{x} / {y} - 1", "times": "{x} / {y}",
    "column gap": "{x} - {y}", "column gap share": "{x} / {y} - 1",
    "row share": "{x} / {y}", "column share": "{x} / {y}",
    "quotient": "{x} / {y}", "column times": "{x} / {y}",
    "column sum": "{x} + {y}",
}  # fmt: skip
"""How they are written, of the operands and the cells of the first."""
