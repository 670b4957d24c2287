"""What a number would be a usual error of: a value near it, of another scale, a digit, a sign."""

from __future__ import annotations

from math import log10

import numpy as np
from numpy.typing import NDArray

from sidecar.binding.engine.candidates import agreement
from sidecar.binding.engine.quantities import Target
from sidecar.binding.engine.ranking import Ranked

Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]

_LEAST = 1e-4  # candidates less probable are not compared digit by digit
_NEAR = 0.05  # a value within this part of another is near it
_SCALES = (1e-9, 1e-6, 1e-3, 1e-2, 1e-1, 1e1, 1e2, 1e3, 1e6, 1e9)
_MOST_DIGITS = 15


def errors_of(ranked: Ranked, target: Target) -> dict[str, Mask]:
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
