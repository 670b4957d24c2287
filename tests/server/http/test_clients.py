"""Clients that are not ours: `buf curl` calls by the Connect protocol and by gRPC-Web."""

from __future__ import annotations

import base64
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from calls import WRONG, request, upload
from google.protobuf.json_format import MessageToDict
from http_calls import PUT, VERIFY

ROOT = Path(__file__).parents[3]
BUF = Path(sys.executable).with_name("buf")

pytestmark = pytest.mark.skipif(not BUF.exists(), reason="buf is not installed")


def curl(server: Any, protocol: str, path: str, *messages: Any) -> Any:
    """What a call gives, or how it is refused."""
    command = [str(BUF), "curl", "--schema", "proto", "--protocol", protocol]
    data = "\n".join(json.dumps(MessageToDict(message)) for message in messages)
    ran = subprocess.run(
        [*command, "--data", data, server.http + path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    return json.loads(ran.stdout or ran.stderr)


@pytest.mark.parametrize("protocol", ["connect", "grpcweb"])
class TestBuf:
    def test_a_call(self, http_server: Any, protocol: str) -> None:
        answer = curl(http_server, protocol, VERIFY, request(WRONG))
        assert answer["report"]["decision"] == "DECISION_FAIL"

    def test_an_upload(self, http_server: Any, protocol: str) -> None:
        assert curl(http_server, protocol, PUT, *upload())["info"]["queryId"] == "sales"

    def test_an_error(self, http_server: Any, protocol: str) -> None:
        error = curl(http_server, protocol, VERIFY, request(" "))
        assert error["code"] == "invalid_argument"
        assert b"NARRATIVE_EMPTY" in base64.b64decode(error["details"][0]["value"] + "==")
