"""The numbers of a text as arrays, with an object for each that is asked for.

Most numbers are plain: the compiled pass read them, and what it says about them stays in its
records. The others come as objects from the readers; the arrays hold them as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import cached_property, partial
from itertools import repeat
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from fastpath import scan_columns as column
from sidecar.model.lazy import Lazy
from sidecar.model.number import Direction, Form, Number, Qualifier, Unit
from sidecar.model.text import Span
from sidecar.text.numerals import EXACT, HALVES
from sidecar.text.units import Measure

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SHORT = 15
"""Digits that floats keep; a plain number has no more."""
_POWERS = np.array([float(10**power) for power in range(23)])
"""Those that are floats: what is multiplied or divided by one is rounded once."""
_QUALIFIERS, _DIRECTIONS = tuple(Qualifier), tuple(Direction)
_SCALES, _FORMS, _MOVES, _SIGNS = 128, 8, 8, 3
"""More than there are of each."""

T = TypeVar("T", bound=np.generic)
A = TypeVar("A", int, Ints)

_number = partial(tuple.__new__, Number)
_span = partial(tuple.__new__, Span)


class Figures(Lazy[Number]):
    """The numbers of a text in its order.

    Args:
        records: The plain ones, as in ``fastpath.scan``.
        measures: What the unit of each stands for.
        others: Those that are not plain, in order.
        order: Which of these, counted on, are meant; all, in the order of the text, by default.
    """

    def __init__(
        self,
        records: Ints,
        measures: Sequence[Measure],
        others: Sequence[Number] = (),
        order: Ints | None = None,
    ) -> None:
        self._records, self._measures, self._others = records, measures, others
        if order is None:
            starts = self._joined(records[:, column.START], [n.span.start for n in others])
            order = np.argsort(starts, kind="stable")
        super().__init__(len(order))
        self._order = order

    def take(self, indices: Sequence[int]) -> Figures:
        """Some of the numbers."""
        return Figures(self._records, self._measures, self._others, self._order[indices])

    @cached_property
    def rows(self) -> Ints:
        """The record of each plain number; zeros, which are no plain record, for the others."""
        if not self._others:
            return self._records[self._order]
        rows = np.vstack((self._records, np.zeros((len(self._others), column.COLUMNS), np.int64)))
        return rows[self._order]

    @cached_property
    def starts(self) -> Ints:
        """Where each begins, in bytes."""
        return self._ordered(self._records[:, column.START], [n.span.start for n in self._others])

    @cached_property
    def ends(self) -> Ints:
        """Where each ends, in bytes."""
        return self._ordered(self._records[:, column.END], [n.span.end for n in self._others])

    @cached_property
    def values(self) -> Floats:
        """The float next to each value."""
        return self.scaled(0)

    def scaled(self, power: int) -> Floats:
        """The float next to each value times ten to a power; NaN where that is not to be had."""
        others = [float(n.value.scaleb(power, EXACT)) for n in self._others]
        return self._ordered(self._floats(0, power), others)

    @cached_property
    def lows(self) -> Floats:
        """The float next to the least value that rounds to each."""
        return self._ordered(self._floats(-1), [float(n.low) for n in self._others])

    @cached_property
    def highs(self) -> Floats:
        """The float next to the greatest value that rounds to each."""
        return self._ordered(self._floats(1), [float(n.high) for n in self._others])

    @cached_property
    def steps(self) -> Floats:
        """About how wide the interval of the values is that round to each."""
        others = [float(n.high - n.low) for n in self._others]
        plain: Floats = np.power(10.0, self._records[:, column.STEP])
        return self._ordered(plain, others)

    @cached_property
    def short(self) -> NDArray[np.bool_]:
        """Whether each has so few digits that its float stands for no other decimal as short."""
        digits = [len(n.value.as_tuple().digits) <= _SHORT for n in self._others]
        return self._ordered(np.ones(len(self._records), np.bool_), digits)

    @cached_property
    def kinds(self) -> Ints:
        """Equal for numbers of the same unit, symbol, scale, form, direction and sign."""
        plain = _kind(
            self._records[:, column.UNIT_OF],
            self._records[:, column.SCALED],
            Form.DIGITS,
            self._records[:, column.DIRECTION],
            0,
        )
        if not self._others:
            return plain
        codes: dict[tuple[Unit, str], int] = {}
        for code, measure in enumerate(self._measures):
            codes.setdefault((measure.unit, measure.symbol), code)
        others = [
            _kind(
                codes.setdefault((number.unit, number.symbol), len(self._measures) + len(codes)),
                number.scale,
                number.form,
                number.direction,
                number.sign,
            )
            for number in self._others
        ]
        return self._ordered(plain, others)

    def _floats(self, side: int, power: int = 0) -> Floats:
        """The float next to each plain value, or next to its lower or upper border."""
        doubled = 2 * self._records[:, column.MANTISSA] + side
        steps = self._records[:, column.STEP] + power
        exact = np.abs(steps) < len(_POWERS)
        powers = _POWERS[np.where(exact, np.abs(steps), 0)]
        floats: Floats = np.where(steps < 0, doubled / powers, doubled * powers) / 2
        return np.where(exact, floats, np.nan)

    def _joined(self, plain: NDArray[T], others: Sequence[object]) -> NDArray[T]:
        """Something about the plain numbers and about the others, one after the other."""
        return np.concatenate((plain, np.array(others, plain.dtype))) if others else plain

    def _ordered(self, plain: NDArray[T], others: Sequence[object]) -> NDArray[T]:
        """The same in the order of the text."""
        return self._joined(plain, others)[self._order]

    def _make(self, indices: Sequence[int]) -> Iterable[Number]:
        places = self._order[indices]
        count = len(self._records)
        plain = iter(self._plain(self._records[places[places < count]]))
        return (
            next(plain) if place < count else self._others[place - count]
            for place in places.tolist()
        )

    def _plain(self, records: Ints) -> Iterable[Number]:
        columns = records.T.tolist()
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
                repeat(Form.DIGITS),
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


def _kind(unit: A, scale: A, form: int, direction: A, sign: int) -> A:
    """One integer for all of them."""
    scaled = unit * _SCALES + scale
    return ((scaled * _FORMS + form) * _MOVES + direction) * _SIGNS + sign + 1
