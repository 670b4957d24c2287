"""The forms in which the passes over a text can be had here."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sampled import sampled

from fastpath import _jit
from fastpath._jit import KernelForm

FORMS = [KernelForm.COMPILED, KernelForm.NUMBA]
"""Numba compiles these for many seconds; shorter kernels of ``tests/fastpath`` always run."""


@pytest.fixture(scope="module", params=sampled(FORMS, len(FORMS), FORMS))
def pass_form(request: pytest.FixtureRequest) -> Iterator[None]:
    """Lets the passes over a text answer, in one form after the other."""
    try:
        forced = _jit.forced(request.param)
        forced.__enter__()
    except LookupError as error:
        pytest.skip(str(error))
    yield
    forced.__exit__(None, None, None)
