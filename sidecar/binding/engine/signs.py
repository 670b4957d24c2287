"""What tells whether a number is wrong: how probable its candidates are, and where its value is.

None of it depends on the verdicts or values of other numbers, so that one more wrong number makes
nothing milder.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log, log10

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.candidates import FLAGS, Candidates, agreement
from sidecar.binding.engine.crosses import STATED
from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.formulas import FAMILIES, FAMILY, FORMULAS, PLACE
from sidecar.binding.engine.quantities import Shape, Target
from sidecar.binding.engine.ranking import RankedCandidates

# What a number would be a usual error of: a value near it, of another scale, a digit, a sign.

Floats = NDArray[np.float64]

_NEAR = 0.05  # a value within this part of another is near it
_SCALES = (1e-9, 1e-6, 1e-3, 1e-2, 1e-1, 1e1, 1e2, 1e3, 1e6, 1e9)
_MOST_DIGITS = 15


def errors_of(ranked: RankedCandidates, target: Target) -> dict[str, Mask]:
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
        rounded = _rounded(size[known], target)
        slips = {one: _is_slip(written, _figures(one)) for one in {*rounded}}
        digit[known] = [slips[one] for one in rounded]
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


def digits_of(target: Target) -> int:
    """How many digits of a number count, as far as its reach tells."""
    reach = target.high - target.low
    if reach <= 0 or not target.value:
        return len(_figures(abs(target.value)))
    return max(1, min(_MOST_DIGITS, round(log10(abs(target.value) / reach)) + 1))


Mask = NDArray[np.bool_]
Sign = tuple[str, float]

_LEAST = 1e-4  # probabilities below it are taken for it
_AROUND = 0.05  # values within this part of a number are near it
_REACH = 1e-9  # of floats, relative
_FAMILY_OF = np.array(FAMILY)
_PARTED = " / "  # what parts the properties that a feature pairs
_UNLIMITED = 9.0  # the logarithm of a ratio with nothing


def signs_of(
    ranked: RankedCandidates, target: Target, agrees: Mask, evidence: EngineEvidence
) -> dict[str, float]:
    """What tells whether a number is wrong.

    Args:
        ranked: What it may be.
        target: The number.
        agrees: Which candidates agree with it. Shape (candidates,).
        evidence: The query results.
    """
    p = ranked.probabilities
    signs = dict(_of_number(target, evidence))
    signs |= {"outside": log_of(ranked.outside), "unfound": log_of(ranked.unfound)}
    signs |= {f"near: {name}": value for name, value in ranked.near._asdict().items()}
    for name, mask in (("agreeing", agrees), ("other", ~agrees)):
        signs[name] = log_of(float(p[mask].sum()))
        signs[f"best {name}"] = log_of(float(p[mask].max(initial=0.0)))
    if not p.size:
        return signs | {"nothing found": 1.0}
    signs |= _of_ranks(ranked, agrees)
    signs |= _of_families(ranked, agrees)
    for kind, mask in errors_of(ranked, target).items():
        signs[f"error: {kind}"] = float(p[mask & ~agrees].sum())
    right, other = best_of(ranked, agrees), best_of(ranked, ~agrees)
    if other >= 0:
        signs |= _siblings(ranked.found, agrees, other, float(p[other]))
    for name, at in (("agreeing", right), ("other", other)):
        if at >= 0:
            signs |= {f"{name} {what}": value for what, value in _of_one(ranked, at)}
            values = _of_values(ranked, at, target, evidence)
            signs |= {f"{name} {what}": value for what, value in values}
    if right >= 0 and other >= 0:
        signs |= _of_both(ranked.found, right, other)
    return signs


def best_of(ranked: RankedCandidates, mask: Mask) -> int:
    """The most probable of some candidates, or -1."""
    places = np.flatnonzero(mask)
    return int(places[ranked.probabilities[places].argmax()]) if places.size else -1


def log_of(p: float) -> float:
    """The logarithm of a probability that may be 0."""
    return log(max(p, _LEAST))


def _of_number(target: Target, evidence: EngineEvidence) -> Iterator[Sign]:
    """Of the number itself, and how many cells have its value."""
    low, high = _bounds(target)
    yield "digits", float(digits_of(target))
    yield "size", log(1 + abs(target.value))
    written = f"{abs(target.value):.10g}".replace(".", "")
    yield "zeros", float(len(written) - len(written.rstrip("0")))
    yield "scaled", float(target.scale > 0)
    for form in target.forms:
        yield f"form {form}", 1.0
    yield "cells with it", _log_count(evidence.count(None, low, high))
    yield "cells near it", _log_count(evidence.count(None, *_near(low, high)))
    if target.shape in (Shape.PERCENT, Shape.POINTS):
        yield "cells with its part", _log_count(evidence.count(None, low / 100, high / 100))


def _bounds(target: Target) -> tuple[float, float]:
    """What agrees with a number, whatever its sign."""
    low, high = sorted((abs(target.low), abs(target.high)))
    reach = _REACH * max(1.0, high)
    return low - reach, high + reach


def _near(low: float, high: float) -> tuple[float, float]:
    return low * (1 - _AROUND), high * (1 + _AROUND)


def _log_count(count: int) -> float:
    return log(1 + count)


def _of_ranks(ranked: RankedCandidates, agrees: Mask) -> Iterator[Sign]:
    p = ranked.probabilities
    right, other = (float(p[mask].max(initial=0.0)) for mask in (agrees, ~agrees))
    yield "none agrees", float(not agrees.any())
    yield "first agrees", float(right > other)
    yield "rank of agreeing", log(1 + int((p > right).sum()))
    yield "agreeing to best", log_of(right / max(right, other, ranked.outside))
    yield "part agreeing", log((agrees.sum() + 1) / (agrees.size + 2))
    yield "candidates", log(1 + p.size)
    yield "entropy", float(-(p * np.log(p + 1e-12)).sum())
    for place, one in enumerate(np.sort(p)[::-1][:3].tolist()):
        yield f"probability {place}", log_of(one)


def _of_families(ranked: RankedCandidates, agrees: Mask) -> Iterator[Sign]:
    """How probable each family of formulas is, and how much of that agrees."""
    p, found = ranked.probabilities, ranked.found
    family, count = _FAMILY_OF[found.formula], len(FAMILIES)
    mass, right = np.bincount(family, p, count), np.bincount(family, p * agrees, count)
    many = np.log1p(np.bincount(family[agrees], minlength=count))
    for name, *values in zip(FAMILIES, mass.tolist(), right.tolist(), many.tolist(), strict=True):
        told = f"mass {name}", f"agreeing mass {name}", f"agreeing {name}s"
        yield from zip(told, values, strict=True)
    cells = found.formula == PLACE["cell"]
    if cells.any():
        right_cells = np.flatnonzero(cells & agrees)
        yield "cell", log_of(float(p[cells].max()))
        yield "cell agrees", float(agrees[best_of(ranked, cells)])
        yield "agreeing cell", log_of(float(p[right_cells].max(initial=0.0)))
        sets = [ranked.links.sets[at] for at in set(found.rows[right_cells].tolist())]
        for name in ("entity", "period"):
            yield f"agreeing cell {name}", float(min((getattr(s, name) for s in sets), default=9))


def _of_one(ranked: RankedCandidates, at: int) -> Iterator[Sign]:
    """How plainly the words name a candidate, and what it is."""
    found, links = ranked.found, ranked.links
    formula, rows = int(found.formula[at]), links.sets[int(found.rows[at])]
    yield f"formula {FORMULAS[formula].name}", 1.0
    yield f"family {FAMILIES[FAMILY[formula]]}", 1.0
    yield "rows named", float(rows.entity)
    yield "period named", float(rows.period)
    yield "row set", float(found.rows[at])
    yield "place of measure", float(found.at[at])
    yield "fit", float(found.fit[at])
    yield "of two row sets", float(found.second[at] >= 0)
    for bit, name in enumerate(FLAGS):
        yield name, float(int(found.flags[at]) >> bit & 1)
    for name, value in ranked.parts.linked_of(at):
        if not (parted := name.rpartition(_PARTED))[1]:
            yield f"is: {name}", value
        elif value and parted[2] in STATED:
            yield f"is: {parted[2]}", value
    if found.column[at] >= 0:
        column = links.columns[rows.view][int(found.at[at])]
        yield "measure named", column.named
        yield "score of measure", column.score
        yield "unsaid part", dict(column.features).get("measure unsaid part", 1.0)


def _of_values(
    ranked: RankedCandidates, at: int, target: Target, evidence: EngineEvidence
) -> Iterator[Sign]:
    """How a number compares with a candidate, and with the values of its measure."""
    value, measure = abs(float(ranked.found.value[at])), int(ranked.found.column[at])
    if measure >= 0:
        low, high = _bounds(target)
        least, most, size = evidence.extent(measure)
        yield "cells of measure with it", _log_count(evidence.count(measure, low, high))
        yield "cells of measure near it", _log_count(evidence.count(measure, *_near(low, high)))
        yield "cells of measure", _log_count(size)
        yield "whole measure", float(evidence.measures[measure].is_whole)
        yield "in the range of measure", float(least / 2 <= abs(target.value) <= most * 2)
    if value > 0:
        ratio = abs(target.value) / value
        yield "ratio", abs(log(ratio)) if ratio > 0 else _UNLIMITED
        yield "same to the last digit", float(abs(ratio - 1) < _REACH)


def _of_both(found: Candidates, right: int, other: int) -> dict[str, float]:
    """What the best candidates that agree and that do not have in common."""
    return {
        "same rows": float(found.rows[right] == found.rows[other]),
        "same measure": float(found.column[right] == found.column[other]),
        "same formula": float(found.formula[right] == found.formula[other]),
    }


def _siblings(found: Candidates, agrees: Mask, best: int, weight: float) -> dict[str, float]:
    """Whether the value is that of another row, or of another column, of the best other one."""
    like = agrees & (found.formula == found.formula[best])
    same_column = like & (found.column == found.column[best])
    same_rows = like & (found.rows == found.rows[best]) & (found.column != found.column[best])
    return {
        "value of another row": weight * bool(same_column.any()),
        "value of another column": weight * bool(same_rows.any()),
    }
