"""By which one formula the numbers of a list are stated, each of its own row.

"Search: €71. Podcasts: €82. TikTok: €87." No word need say what these are: hardly two formulas
give the numbers of several rows at once. So all that two columns may come to are tried on every row
of the list, and the one that agrees with most numbers is intended if chance would not explain that.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.context.weighing.agreement import Target
from sidecar.binding.context.weighing.weigh import random_chance
from sidecar.model.number import Direction, Form, Unit

Floats = NDArray[np.float64]

_SURE = math.log(30)  # how much likelier than chance it is that a formula agrees with so many
_ONCE = 2  # numbers of a list that a formula must agree with, at least


class Facts(NamedTuple):
    """What the columns of a list hold. Shape (columns,) each.

    Attributes:
        rate: Whether it holds percentages.
        level: Whether sums of it mean nothing.
        alike: A number for each way of being measured: only what is measured alike is compared.
        fits: Whether it may be in the unit of the numbers.
        named: Whether the words around the list name it.
    """

    rate: NDArray[np.bool_]
    level: NDArray[np.bool_]
    alike: NDArray[np.intp]
    fits: NDArray[np.bool_]
    named: NDArray[np.bool_]


class Formula(NamedTuple):
    """What the numbers of a list come to.

    Attributes:
        values: One for each row of the list.
        agreeing: The numbers of the list that it agrees with, by their places.
        columns: The columns that it is made of, by their places.
        form: How it is written, with a place for each column.
        moves: Whether it is a change, so that a verb may carry its sign.
    """

    values: Floats
    agreeing: Sequence[int]
    columns: tuple[int, ...]
    form: str
    moves: bool


class Tried(NamedTuple):
    """Formulas of one form. Shapes: values (numbers, formulas), columns (formulas, columns)."""

    values: Floats
    columns: NDArray[np.intp]
    form: str
    moves: bool = False


def formula(
    targets: Sequence[Target],
    values: Floats,
    facts: Facts,
    bases: Sequence[float],
    beside: Tried | None = None,
) -> Formula | None:
    """The formula that agrees with several numbers, if chance does not explain that it does.

    Args:
        targets: The numbers.
        values: What the columns hold in their rows. Shape (numbers, columns).
        facts: What the columns hold.
        bases: The bases of rates that the text names: 1,000 in "per 1,000 inhabitants".
        beside: What else the numbers may be.
    """
    with np.errstate(all="ignore"):
        tried = [each for each in _forms(targets[0], values, facts, bases) if each.values.size]
    tried += [] if beside is None else [beside]
    if not tried:
        return None
    found = [_best(targets, *each) for each in zip(tried, _priors(tried, facts), strict=True)]
    ranked = [each for each in found if each is not None]
    return max(ranked, key=lambda each: each[0])[1] if ranked else None


def _forms(target: Target, values: Floats, facts: Facts, bases: Sequence[float]) -> Iterator[Tried]:
    """All that one column, or two or three, may come to."""
    number = target.number
    one = np.arange(values.shape[1])
    pairs = np.argwhere(one[:, None] != one)
    alike = pairs[facts.alike[pairs[:, 0]] == facts.alike[pairs[:, 1]]]
    share = number.unit is Unit.PERCENT
    if share or number.form in (Form.FRACTION, Form.MULTIPLE):
        times = 100.0 if share else 1.0
        yield from _of_pairs(values, pairs, "{} / {}", lambda a, b: a / b * times)
        if share:
            yield Tried(values[:, facts.rate], one[facts.rate, None], "{}")
            growth = alike[~facts.rate[alike[:, 0]]]
            yield from _of_pairs(
                values, growth, "{} / {} - 1", lambda a, b: (a - b) / np.abs(b) * 100, moves=True
            )
            points = alike[facts.rate[alike[:, 0]]]
            yield from _of_pairs(values, points, "{} - {}", np.subtract, moves=True)
        return
    values = np.where(facts.rate, values / 100, values)
    yield Tried(values[:, facts.fits], one[facts.fits, None], "{}")
    told = pairs[facts.fits[pairs[:, 0]]]
    for base in dict.fromkeys((1.0, *bases)):
        form = "{} / {}" if base == 1 else f"{{}} / {{}} * {base:,.0f}"
        yield Tried(base * values[:, told[:, 0]] / values[:, told[:, 1]], told, form)
    both = alike[facts.fits[alike[:, 0]] & ~facts.rate[alike[:, 0]]]
    yield from _of_pairs(values, both, "{} - {}", np.subtract, moves=True)
    sums = both[(both[:, 0] < both[:, 1]) & ~facts.level[both[:, 0]]]
    yield from _of_pairs(values, sums, "{} + {}", np.add)
    parts = told[facts.rate[told[:, 1]] & ~facts.rate[told[:, 0]]]
    yield from _of_pairs(values, parts, "{} * {}", np.multiply)
    whole, of = np.nonzero(np.all(one[facts.fits, None, None] != parts, axis=2))
    of_part = np.column_stack((one[facts.fits][whole], parts[of]))
    a, b, part = (values[:, of_part[:, at]] for at in range(3))
    yield Tried(a / (b * part), of_part, "{} / ({} * {})")


def _of_pairs(
    values: Floats,
    pairs: NDArray[np.intp],
    form: str,
    operation: Callable[[Floats, Floats], Floats],
    *,
    moves: bool = False,
) -> Iterator[Tried]:
    yield Tried(operation(values[:, pairs[:, 0]], values[:, pairs[:, 1]]), pairs, form, moves)


def _priors(tried: Sequence[Tried], facts: Facts) -> list[Floats]:
    """The logarithms of how likely each formula is before it is tried.

    Those whose columns are all named are together as likely as those that have one that is, and
    these as all others.
    """
    named = [facts.named[each.columns] for each in tried]
    kinds = [one.any(axis=1).astype(np.intp) + one.all(axis=1) for one in named]
    counts = np.bincount(np.concatenate(kinds))
    return [-np.log(counts.size * counts[each]) for each in kinds]


def _best(targets: Sequence[Target], tried: Tried, priors: Floats) -> tuple[float, Formula] | None:
    """The formula of one form that agrees best, with how surely it is intended."""
    agree = np.array(
        [_agrees(target, row, tried) for target, row in zip(targets, tried.values, strict=True)]
    )
    telling = np.array([-math.log(random_chance(target)) for target in targets])
    at = int(np.argmax(telling @ agree + priors))
    agreeing = np.flatnonzero(agree[:, at]).tolist()
    if len(agreeing) < _ONCE:
        return None
    values = tried.values[:, at]
    proof = math.fsum(_proof(targets[i], i, values, tried) for i in agreeing)
    proof += float(priors[at]) - math.log(math.comb(len(targets), len(agreeing)))
    if proof < _SURE:
        return None
    columns = tuple(tried.columns[at].tolist())
    return proof, Formula(values, agreeing, columns, tried.form, tried.moves)


def _agrees(target: Target, values: Floats, tried: Tried) -> NDArray[np.bool_]:
    direction = target.number.direction
    if not tried.moves or target.number.sign or direction is Direction.UP_BY:
        return target.inside(values)
    return target.inside(-values if direction is Direction.DOWN_BY else np.abs(values))


def _proof(target: Target, at: int, values: Floats, tried: Tried) -> float:
    """How telling it is that a formula agrees with a number: not if it does in any row."""
    others = int(_agrees(target, np.delete(values, at), tried).sum())
    return -math.log(max(random_chance(target), others / values.size))
