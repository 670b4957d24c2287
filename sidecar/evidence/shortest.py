"""Narrow floats as people mean them: the float32 nearest to 1.05 is read as 1.05.

Widened to float64 it would be 1.0499999523162842, just past the border that 1.1 rounds from.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def widen(values: NDArray[np.float32] | NDArray[np.float16]) -> NDArray[np.float64]:
    """Round each narrow float to the fewest digits that still read back as it.

    Whole numbers stay what they are (the float16 65504 would become 65500), and so do NaN and the
    infinities.
    """
    with np.errstate(invalid="ignore"):  # a signalling NaN says so
        result = values.astype(np.float64)
        open_places = np.flatnonzero(np.isfinite(result) & (result != np.rint(result)))
    exponents = np.floor(np.log10(np.abs(result[open_places]))).astype(np.int64)
    # Scaling by more than 10**22 would round twice; such values are rare and read one by one.
    plain = exponents > -14
    for place in open_places[~plain].tolist():
        result[place] = _one(values[place])
    open_places, exponents = open_places[plain], exponents[plain]
    for digits in range(1, 10):  # nine digits tell any two float32 apart
        power = np.power(10.0, np.maximum(digits - 1 - exponents, 0))
        short = np.rint(result[open_places] * power) / power
        same = short.astype(values.dtype) == values[open_places]
        result[open_places[same]] = short[same]
        open_places, exponents = open_places[~same], exponents[~same]
    return result


def _one(value: np.float32 | np.float16) -> float:
    whole = float(value)
    rounded = (float(f"{whole:.{digits}e}") for digits in range(9))
    return next((number for number in rounded if type(value)(number) == value), whole)
