"""Only finite numbers under declared names pass, whatever a value says of itself."""

from __future__ import annotations

import math
from collections import UserDict
from fractions import Fraction
from typing import Any

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sidecar.outcomes.sandbox.results import SandboxError, read_numbers


class Sly(float):
    """A number that is another one when it is looked at."""

    def __float__(self) -> float:
        return math.inf


class SlyName(str):
    """A name that says it is every name."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("a")


class SlyDict(dict[str, float]):
    """Items that are not what it holds."""


@pytest.mark.parametrize(
    "found",
    [
        None,
        [],
        "a",
        UserDict(a=1),
        SlyDict(a=1),
        {"a": Sly(1)},
        {"a": True},
        {"a": numpy.float64(1)},
        {"a": Fraction(1, 2)},
        {"a": "1"},
        {"a": None},
        {"a": math.nan},
        {"a": -math.inf},
        {"a": 10**309},
        {SlyName("z"): 1},
        {"z": 1},
        {"a": 1, "z": 1},
        {1: 1},
        {"metrics": {"metrics": {"a": 1}}},
        {"metrics": {"a": 1}, "a": 1},
        {"metrics": 1},
    ],
    ids=repr,
)
def test_what_is_no_metric_is_refused_with_all_the_others(found: Any) -> None:
    with pytest.raises(SandboxError) as raised:
        read_numbers(found, {"a"})
    assert raised.value.reason == "SANDBOX_RESULT_INVALID"
    assert len(raised.value.message) < 200


@given(st.dictionaries(st.text(max_size=3), st.floats() | st.integers() | st.booleans()))
def test_what_passes_is_finite_and_the_same(found: dict[str, Any]) -> None:
    if all(type(value) is not bool and abs(value) <= 1e308 for value in found.values()):
        assert read_numbers(found, found) == {name: float(value) for name, value in found.items()}
        assert read_numbers({"metrics": found}, found) == read_numbers(found, found)
    else:
        try:
            passed = read_numbers(found, found)
        except SandboxError:
            return
        assert all(math.isfinite(value) for value in passed.values())
        assert not any(type(value) is bool for value in found.values())


def test_a_metric_may_be_called_metrics() -> None:
    assert read_numbers({"metrics": 1}, {"metrics"}) == {"metrics": 1.0}
    assert read_numbers({}, {"a"}) == {}
