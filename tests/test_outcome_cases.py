"""Every case of tests/cases/outcomes over gRPC. Every client runs the same files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from outcome_case_files import Case, calls_over, differences, load

CASES = list(load())


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 40
    assert len({case.id for case in CASES}) == len(CASES)
    for verb in ("validate", "verify", "settle", "reverse", "get", "list"):
        assert any(verb in step for case in CASES for step in case.steps), verb


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_over_grpc(case: Case, settling_server_for: Callable[[Mapping[str, Any]], Any]) -> None:
    with settling_server_for(case.settings).channel() as channel:
        assert differences(case, calls_over(channel), "python") == []


def test_the_runner_tells_what_differs(
    settling_server_for: Callable[[Mapping[str, Any]], Any],
) -> None:
    case = next(case for case in CASES if case.id == "settling/base_alone")
    (step,) = case.steps
    wrong = {"success": False, "total": "11 USD", "breakdown": [], "error": {"reason": "NONE"}}
    with settling_server_for(case.settings).channel() as channel:
        told = differences(
            case._replace(steps=[{**step, "want": wrong}]), calls_over(channel), "wrong"
        )
    assert len(told) == len(wrong)
