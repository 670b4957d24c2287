"""From what a number may be to a verdict: the first step that looks at the number's value.

What speaks for and against a number are sums of the probabilities of its candidates: of those that
agree, of those that disagree, and of those that it would be a usual error of (a digit, a scale, a
sign, another row's or column's value). A logistic model over these says how probably it is wrong;
it is fitted to scores of texts that the ranker has not seen (``bench.engine.decide``). None of it
depends on the verdicts of other numbers, so that one more wrong number makes nothing milder.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from math import exp, log, log10
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.candidates import Candidates, agreement
from sidecar.binding.engine.formulas import FAMILIES, FAMILY
from sidecar.binding.engine.quantities import Target
from sidecar.binding.engine.ranking import Ranked

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

_LEAST = 1e-4  # probabilities below it are taken for it
_NEAR = 0.05  # a value within this part of another is near it
_SCALES = (1e-9, 1e-6, 1e-3, 1e-2, 1e-1, 1e1, 1e2, 1e3, 1e6, 1e9)
_MOST_DIGITS = 15


class Outcome(Enum):
    """What there is to say of a number."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NOT_COVERED = "not covered"


class Borders(NamedTuple):
    """The probabilities of being wrong that part the outcomes.

    Attributes:
        supported: Supported up to it, where a candidate agrees.
        contradicted: Contradicted from it on.
    """

    supported: float
    contradicted: float


class Decided(NamedTuple):
    """A number with its verdict.

    Attributes:
        outcome: The verdict.
        wrong: How probably the number is wrong.
        agreeing: The most probable candidate that agrees, or -1.
        other: The most probable candidate that does not, or -1.
        signs: What the probability rests on, by name.
    """

    outcome: Outcome
    wrong: float
    agreeing: int
    other: int
    signs: Mapping[str, float]


class Judge(NamedTuple):
    """Gives the verdicts.

    Attributes:
        weights: Of signs, by name, and ``bias``.
        borders: Between the outcomes.
    """

    weights: Mapping[str, float]
    borders: Borders

    def decide(self, ranked: Ranked, target: Target, agrees: Mask | None = None) -> Decided:
        """The verdict on a number.

        Args:
            ranked: What it may be.
            target: The number.
            agrees: Which candidates agree, where that is known better than floats tell.
        """
        agrees = agreement(ranked.found, target) if agrees is None else agrees
        signs, weigh = signs_of(ranked, target, agrees), self.weights.get
        score = weigh("bias", 0.0) + sum(weigh(n, 0.0) * v for n, v in signs.items())
        wrong = 1 / (1 + exp(-max(-30.0, min(30.0, score))))
        agreeing, other = _best(ranked, agrees), _best(ranked, ~agrees)
        if agreeing >= 0 and wrong <= self.borders.supported:
            outcome = Outcome.SUPPORTED
        elif other >= 0 and wrong >= self.borders.contradicted:
            outcome = Outcome.CONTRADICTED
        else:
            outcome = Outcome.NOT_COVERED
        return Decided(outcome, wrong, agreeing, other, signs)


def signs_of(ranked: Ranked, target: Target, agrees: Mask) -> dict[str, float]:
    """What tells whether a number is wrong."""
    p, found = ranked.probabilities, ranked.found
    top_agreeing = float(p[agrees].max(initial=0.0))
    top_other = float(p[~agrees].max(initial=0.0))
    signs = {
        "agreeing": _log(float(p[agrees].sum())),
        "best agreeing": _log(top_agreeing),
        "other": _log(float(p[~agrees].sum())),
        "best other": _log(top_other),
        "outside": _log(ranked.outside),
        "unfound": _log(ranked.unfound),
        "digits": float(_digits(target)),
    }
    if not p.size:
        return signs | {"nothing found": 1.0}
    if not agrees.any():
        signs["none agrees"] = 1.0
    signs["first agrees"] = float(top_agreeing > top_other)
    signs["rank of agreeing"] = log(1 + int((p > top_agreeing).sum()))
    signs["agreeing to best"] = _log(top_agreeing / max(top_agreeing, top_other, ranked.outside))
    signs |= {f"form {form}": 1.0 for form in target.forms}
    signs["part agreeing"] = log((agrees.sum() + 1) / (agrees.size + 2))
    for name, mask in _errors(ranked, target).items():
        signs[f"error: {name}"] = float(p[mask & ~agrees].sum())
    if (best := _best(ranked, ~agrees)) >= 0:
        signs |= _siblings(found, agrees, best, top_other)
    for name, mask in (("agreeing", agrees), ("other", ~agrees)):
        if (best := _best(ranked, mask)) >= 0:
            signs |= {f"{name} {n}": v for n, v in _plainness(ranked, best).items()}
    return signs


def _plainness(ranked: Ranked, at: int) -> dict[str, float]:
    """How plainly the words name a candidate."""
    found, links = ranked.found, ranked.links
    rows = links.sets[int(found.rows[at])]
    signs = {f"family {FAMILIES[FAMILY[int(found.formula[at])]]}": 1.0}
    signs["row named"] = float(rows.entity <= _SENTENCE)
    signs["period named"] = float(rows.period <= _SENTENCE)
    if found.column[at] >= 0:
        signs["measure named"] = links.columns[rows.view][int(found.at[at])].named
    return signs


_SENTENCE = 1  # see links.STRENGTHS


def _siblings(found: Candidates, agrees: Mask, best: int, weight: float) -> dict[str, float]:
    """Whether the value is that of another row, or of another column, of the best other one."""
    like = agrees & (found.formula == found.formula[best])
    same_column = like & (found.column == found.column[best])
    same_rows = like & (found.rows == found.rows[best]) & (found.column != found.column[best])
    return {
        "value of another row": weight * bool(same_column.any()),
        "value of another column": weight * bool(same_rows.any()),
    }


def _errors(ranked: Ranked, target: Target) -> dict[str, Mask]:
    """The candidates that the number would be a usual error of, by the kind of error."""
    found = ranked.found
    value, size = abs(target.value), np.abs(found.value)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        near = np.abs(size - value) <= _NEAR * size
        scale = np.zeros(size.size, np.bool_)
        for factor in _SCALES:
            scale |= np.abs(size * factor - value) <= 0.005 * value
    digit = np.zeros(size.size, np.bool_)
    written = _figures(value)
    if len(written) > 1:
        known = np.flatnonzero(~np.isnan(size) & ~near & (ranked.probabilities >= _LEAST))
        digit[known] = [_is_slip(written, _figures(one)) for one in _rounded(size[known], target)]
    within = agreement(found, target._replace(sign=0))
    return {
        "near": near,
        "scale": scale & (value > 0),
        "digit": digit,
        "sign": within & ~agreement(found, target),
    }


def _rounded(values: Floats, target: Target) -> list[float]:
    """Values at the places in which the number is written."""
    half = (target.high - target.low) / 2
    unit = 10.0 ** round(log10(max(2 * half, 1e-9))) if half > 0 else 1.0
    rounded: list[float] = (np.round(values / unit) * unit).tolist()
    return rounded


def _figures(value: float) -> str:
    return f"{value:.{_MOST_DIGITS}g}".replace(".", "").strip("0")[:_MOST_DIGITS]


def _is_slip(written: str, right: str) -> bool:
    """Whether two strings of digits differ by one digit, or by two exchanged."""
    if len(written) != len(right) or written == right:
        return False
    differ = [at for at, (a, b) in enumerate(zip(written, right, strict=True)) if a != b]
    if len(differ) == 1:
        return True
    return (
        len(differ) == 2
        and written[differ[0]] == right[differ[1]]
        and written[differ[1]] == right[differ[0]]
    )


def _best(ranked: Ranked, mask: Mask) -> int:
    places = np.flatnonzero(mask)
    return int(places[ranked.probabilities[places].argmax()]) if places.size else -1


def _log(p: float) -> float:
    return log(max(p, _LEAST))


def _digits(target: Target) -> int:
    """How many digits of a number count, as far as its reach tells."""
    reach = target.high - target.low
    if reach <= 0 or not target.value:
        return len(_figures(abs(target.value)))
    return max(1, min(_MOST_DIGITS, round(log10(abs(target.value) / reach)) + 1))
