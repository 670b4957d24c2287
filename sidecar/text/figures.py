"""The numbers of a text as arrays, with an object for each that is asked for.

Most numbers are plain: the compiled pass read them, and what it says about them stays in its
records. The others come as objects from the readers; the arrays hold them as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from functools import partial
from itertools import repeat
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from fastpath import scan_columns as column
from fastpath import sorted_out
from sidecar.model.cached import LazySequence, cached_property
from sidecar.model.number import ClaimKind, Direction, Number, NumberForm, Qualifier, Unit
from sidecar.model.text import Span
from sidecar.text.numerals import EXACT, HALVES
from sidecar.text.units import UnitMeasure

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SHORT = 15
"""Digits that floats keep; a plain number has no more."""
_POWERS = np.array([float(10**power) for power in range(23)])
"""Those that are floats: what is multiplied or divided by one is rounded once."""
_QUALIFIERS, _DIRECTIONS = tuple(Qualifier), tuple(Direction)

T = TypeVar("T", bound=np.generic)

_number = partial(tuple.__new__, Number)
_span = partial(tuple.__new__, Span)


class NumberArrays(LazySequence[Number]):
    """The numbers of a text in its order.

    Args:
        columns: The plain ones, as in ``fastpath.numbers``.
        floats: The same.
        measures: What the unit of each stands for.
        others: Those that are not plain, in order.
        order: Which of these, counted on, are intended; all, in the order of the text, by default.
    """

    def __init__(
        self,
        columns: Ints,
        floats: Floats,
        measures: Sequence[UnitMeasure],
        others: Sequence[Number] = (),
        order: Ints | None = None,
    ) -> None:
        self._columns, self._floats = columns, floats
        self._measures, self._others = measures, others
        if order is None and others:
            starts = self._joined(columns[column.START], [n.span.start for n in others])
            order = np.argsort(starts, kind="stable")
        super().__init__(columns.shape[1] if order is None else len(order))
        self._order = order

    def take(self, indices: Sequence[int]) -> NumberArrays:
        """Some of the numbers."""
        order = np.arange(len(self)) if self._order is None else self._order
        return NumberArrays(
            self._columns, self._floats, self._measures, self._others, order[indices]
        )

    def moved(self, to: Callable[[Span], Span]) -> NumberArrays:
        """The same numbers at other places, in the same order."""
        columns = self._columns.copy()
        places = columns[column.START : column.END + 1]
        for at, (start, end) in enumerate(places.T.tolist()):
            places[:, at] = to(Span(start, end))
        others = [number._replace(span=to(number.span)) for number in self._others]
        return NumberArrays(columns, self._floats, self._measures, others, self._order)

    @property
    def ordinals(self) -> list[int]:
        """The places of those that tell a rank: none is plain."""
        if not any(number.form is NumberForm.ORDINAL for number in self._others):
            return []
        ordinals = {n.span.start for n in self._others if n.form is NumberForm.ORDINAL}
        return [at for at, start in enumerate(self.starts.tolist()) if start in ordinals]

    @cached_property
    def rows(self) -> Ints:
        """What is known about each plain number; zeros, which nothing plain is, for the others."""
        columns = self._columns
        if self._others:
            zeros = np.zeros((len(columns), len(self._others)), np.int64)
            columns = np.concatenate((columns, zeros), axis=1)
        return columns.T if self._order is None else columns[:, self._order].T

    @cached_property
    def starts(self) -> Ints:
        """Where each begins, in bytes."""
        return self._ordered(self._columns[column.START], lambda n: n.span.start)

    @cached_property
    def ends(self) -> Ints:
        """Where each ends, in bytes."""
        return self._ordered(self._columns[column.END], lambda n: n.span.end)

    @cached_property
    def values(self) -> Floats:
        """The float next to each value."""
        return self._ordered(self._floats[sorted_out.VALUE], lambda n: float(n.value))

    def scaled(self, power: int) -> Floats:
        """The float next to each value times ten to a power; NaN where that is not to be had."""
        steps = self._columns[column.STEP] + power
        exact = np.abs(steps) < len(_POWERS)
        powers = _POWERS[np.where(exact, np.abs(steps), 0)]
        mantissas = self._columns[column.MANTISSA]
        floats = np.where(steps < 0, mantissas / powers, mantissas * powers)
        return self._ordered(
            np.where(exact, floats, np.nan), lambda n: float(n.value.scaleb(power, EXACT))
        )

    @cached_property
    def lows(self) -> Floats:
        """The float next to the least value that rounds to each."""
        return self._ordered(self._floats[sorted_out.LOW], lambda n: float(n.low))

    @cached_property
    def highs(self) -> Floats:
        """The float next to the greatest value that rounds to each."""
        return self._ordered(self._floats[sorted_out.HIGH], lambda n: float(n.high))

    @cached_property
    def steps(self) -> Floats:
        """About how wide the interval of the values is that round to each."""
        return self._ordered(self._floats[sorted_out.WIDTH], lambda n: float(n.high - n.low))

    @cached_property
    def short(self) -> NDArray[np.bool_]:
        """Whether each has so few digits that its float stands for no other decimal as short."""
        plain = np.ones(self._columns.shape[1], np.bool_)
        return self._ordered(plain, lambda n: len(n.value.as_tuple().digits) <= _SHORT)

    @cached_property
    def kinds(self) -> Ints:
        """Equal for numbers of the same unit, symbol, scale, form, direction and sign."""
        codes: dict[tuple[Unit, str], int] = {}
        if self._others:
            for code, measure in enumerate(self._measures):
                codes.setdefault((measure.unit, measure.symbol), code)
        first = len(self._measures)

        def kind(number: Number) -> int:
            code = codes.setdefault((number.unit, number.symbol), first + len(codes))
            return column.alike(code, number.scale, number.form, number.direction, number.sign)

        return self._ordered(self._columns[column.ALIKE], kind)

    def kind(self, place: int) -> ClaimKind:
        """What one of them has in common with others of the same ``kinds``."""
        if self._order is not None:
            _, _, _, _, unit, symbol, scale, form, _, direction, sign, _ = self[place]
            return ClaimKind(unit, symbol, scale, form, direction, sign)
        row = self._columns[:, place].tolist()
        unit, symbol, _ = self._measures[row[column.UNIT_OF]]
        direction = _DIRECTIONS[row[column.DIRECTION]]
        return ClaimKind(unit, symbol, row[column.SCALED], NumberForm.DIGITS, direction, 0)

    def _joined(self, plain: NDArray[T], others: Sequence[object]) -> NDArray[T]:
        """Something about the plain numbers and about the others, one after the other."""
        return np.concatenate((plain, np.array(others, plain.dtype))) if others else plain

    def _ordered(self, plain: NDArray[T], other: Callable[[Number], object]) -> NDArray[T]:
        """Something about all numbers in the order of the text."""
        if self._order is None:
            return plain
        return self._joined(plain, [*map(other, self._others)])[self._order]

    def _make(self, indices: Sequence[int]) -> Iterable[Number]:
        if self._order is None:
            return self._plain(indices)
        places = self._order[indices]
        count = self._columns.shape[1]
        plain = iter(self._plain(places[places < count]))
        return (
            next(plain) if place < count else self._others[place - count]
            for place in places.tolist()
        )

    def _plain(self, indices: Sequence[int] | Ints) -> Iterable[Number]:
        columns = self._columns[:, indices].tolist()
        steps, mantissas = columns[column.STEP], columns[column.MANTISSA]
        values = list(map(_value, mantissas, steps, columns[column.SPELLED]))
        halves = [HALVES[step] for step in steps]
        measures = [self._measures[unit] for unit in columns[column.UNIT_OF]]
        return map(
            _number,
            zip(
                map(_span, zip(columns[column.START], columns[column.END], strict=True)),
                values,
                map(EXACT.subtract, values, halves),
                map(EXACT.add, values, halves),
                [measure.unit for measure in measures],
                [measure.symbol for measure in measures],
                columns[column.SCALED],
                repeat(NumberForm.DIGITS),
                [_QUALIFIERS[qualifier] for qualifier in columns[column.QUALIFIER]],
                [_DIRECTIONS[direction] for direction in columns[column.DIRECTION]],
                repeat(0),
                repeat(0),
                strict=False,
            ),
        )


def _value(mantissa: int, step: int, spelled: int) -> Decimal:
    """The exact value; a scale in words is written out: "1.2 million" is 1200000."""
    if spelled and step > 0:
        return Decimal(mantissa * 10**step)
    return Decimal(mantissa).scaleb(step, EXACT) if step else Decimal(mantissa)
