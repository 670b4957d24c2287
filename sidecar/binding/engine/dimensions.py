"""Dimensions: what tells the rows of a view apart."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.language.periods import TimePeriod
from sidecar.binding.language.words import stem, tokens
from sidecar.model.cached import cached_property
from sidecar.text.vocabulary import one_of
from sidecar.work import unless_abandoned

Ints = NDArray[np.int64]

GRAINS = ("year", "half", "quarter", "month", "weekday", "week", "day")
"""What a period may be, the finest last."""
_FINENESS = (0, 1, 2, 3, 6, 4, 5)  # of the parts of a period, as places in ``GRAINS``
TOTALS = frozenset(map(stem, one_of("total all overall sum combined altogether grand subtotal")))
_FIRST_NUMBER = re.compile(r"\d+")
_BELOW = ("<", "under", "Under", "below", "up to", "Up to", "less", "Less", "Below")
_LEAST_BANDS = 3
_FEW, _SOME = 4, 12  # values of a dimension
_LONGEST_LABEL = 80


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
    periods: list[TimePeriod] | None
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
        found = {
            code: _FIRST_NUMBER.search(label) for code, label in unless_abandoned(told.items())
        }
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


def label_words(label: str) -> tuple[str, ...]:
    """The stems of a label, numbers among them."""
    spaced = label[:_LONGEST_LABEL].replace("_", " ")
    return tuple(t.stem for t in tokens(spaced, 0, len(spaced)) if t.stem[0].isalnum())


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
        twin.others.append(
            {
                int(twin.codes[row]): one.labels[int(one.codes[row])]
                for row in unless_abandoned(rows)
            }
        )
        twin.name = tuple(dict.fromkeys((*twin.name, *one.name)))
        twin.totals |= {
            int(twin.codes[row])
            for row in unless_abandoned(rows)
            if int(one.codes[row]) in one.totals
        }
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
