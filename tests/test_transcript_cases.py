"""Every case of tests/cases/transcripts over gRPC. Every client runs the same files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import grpc
import pytest
from case_files import Refusal, refusal
from talks import Talking
from transcript_case_files import TranscriptCase, differences, load
from verifyd.v1 import transcript_service_pb2 as pb

CASES = list(load())


@pytest.mark.parametrize("case", CASES, ids=[case.id for case in CASES])
def test_over_grpc(case: TranscriptCase, server_for: Callable[[Mapping[str, Any]], Any]) -> None:
    with server_for(case.settings).channel() as channel:
        try:
            got: pb.VerifyTranscriptResponse | Refusal = Talking(channel).verify(case.request)
        except grpc.RpcError as error:
            got = refusal(error)
    assert differences(case, got) == []
