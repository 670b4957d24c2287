"""A sample of many alike cases for ``make test``; ``make test-slow`` runs the others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def sampled(cases: Iterable[Any], every: int, ids: Iterable[str] | None = None) -> Any:
    """The cases as parameters: the first of each ``every`` as it is, the others marked slow."""
    cases = list(cases)
    names = [None] * len(cases) if ids is None else list(ids)
    return [
        pytest.param(case, id=name, marks=pytest.mark.slow if number % every else ())
        for number, (case, name) in enumerate(zip(cases, names, strict=True))
    ]
