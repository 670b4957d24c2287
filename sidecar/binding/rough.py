"""How far off numbers may be that are written as fractions and multiples: "a third", "doubled"."""

from __future__ import annotations

from sidecar.model.closeness import TIGHT
from sidecar.model.number import Form, Number, Qualifier

ROUGH = frozenset({Form.FRACTION, Form.MULTIPLE})
_ABOUT, _BEYOND = 0.04, 0.25  # of a rough number


def leeway(number: Number) -> tuple[float, float]:
    """How much less, and how much more, a rough number may stand for: more if it is hedged."""
    if number.form not in ROUGH or number.qualifier in TIGHT | {Qualifier.EXACTLY}:
        return 0.0, 0.0  # what is tight says by itself how far it reaches
    qualifier, size = number.qualifier, abs(float(number.value))
    below, above = _ABOUT, _ABOUT
    if qualifier in (Qualifier.OVER, Qualifier.AT_LEAST):
        below, above = 0.0, _BEYOND
    elif qualifier in (Qualifier.UNDER, Qualifier.AT_MOST):
        below, above = _BEYOND, 0.0
    elif qualifier is Qualifier.ABOUT:
        below = above = 2 * _ABOUT
    return below * size, above * size
