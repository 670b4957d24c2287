"""Every case of tests/cases, in process and over gRPC. Every client runs the same files."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import grpc
import pytest
from case_files import Case, Refusal, count, differences, load, refusal
from in_process import in_process
from sampled import sampled
from verifyd.v1 import report_pb2, verify_pb2_grpc

CASES = list(load())
IDS = [case.id for case in CASES]


def test_there_are_enough_cases() -> None:
    assert count(CASES, "numeric/") >= 60
    assert count(CASES, "citations/") + count(CASES, "support/") >= 160
    assert count(CASES, "structure/") >= 50
    assert count(CASES, "claims/") >= 30


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_in_process(case: Case, judged: Callable[[Mapping[str, Any]], dict[str, Any]]) -> None:
    case = case._replace(settings=judged(case.settings))
    assert differences(case, asyncio.run(in_process(case))) == []


@pytest.mark.parametrize("case", sampled(CASES, 12, IDS))
def test_over_grpc(case: Case, server_for: Callable[[Mapping[str, Any]], Any]) -> None:
    with server_for(case.settings).channel() as channel:
        stub = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
        try:
            got: report_pb2.Report | Refusal = stub.Verify(case.request, timeout=20).report
        except grpc.RpcError as error:
            got = refusal(error)
    assert differences(case, got) == []
