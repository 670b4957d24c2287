"""The process: its private sidecar, what it writes where, how it ends, and what it refuses."""

from __future__ import annotations

import http.client
import json
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from mcp_processes import COMMAND, over_stdio, serving_http

from sidecar.__main__ import main

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
READY = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def call(number: int, text: str) -> dict[str, Any]:
    arguments = {"text": text, "query_results": [{"query_id": "q", "rows": [{"staff": 1234}]}]}
    params = {"name": "verify", "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


async def test_a_private_sidecar_has_the_settings_of_a_file(tmp_path: Path) -> None:
    settings = tmp_path / "settings.yaml"
    settings.write_text("policy: {mode: observe}")
    async with over_stdio("--config", str(settings)) as client:
        said = {
            "text": "The staff is 999.",
            "query_results": [{"query_id": "q", "rows": [{"staff": 5}]}],
        }
        result = await client.call_tool("verify", said)
        assert result.structured_content is not None
        assert result.structured_content["decision"] == "FAIL"
        assert result.structured_content["action"] == "RELEASE"  # as the mode is


def test_standard_output_holds_nothing_but_the_protocol(server: Any) -> None:
    lines = ["no JSON", *map(json.dumps, (HELLO, READY, call(2, "Staff: 1,234."), call(3, "")))]
    with subprocess.Popen(
        [*COMMAND, "--server", server.target],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("\n".join(lines) + "\n")
        process.stdin.flush()
        answers: dict[Any, dict[str, Any]] = {}
        while not {1, 2, 3} <= set(answers):
            answer = json.loads(process.stdout.readline())
            assert answer["jsonrpc"] == "2.0"
            answers[answer.get("id")] = answer
        process.stdin.close()
        assert process.stdout.read() == ""
    assert process.returncode == 0
    assert answers[2]["result"]["structuredContent"]["action"] == "RELEASE"
    assert answers[3]["result"]["isError"]


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_a_signal_ends_it_and_its_sidecar(tmp_path: Path, number: signal.Signals) -> None:
    temporary = tmp_path / "t"  # short, since a socket's path is
    temporary.mkdir()
    with serving_http(environ={"TMPDIR": str(temporary)}) as (process, _):
        assert list(temporary.iterdir())  # the folder of the private sidecar
        process.send_signal(number)
        assert process.wait(60) == 0
    assert list(temporary.iterdir()) == []


def test_a_signal_ends_it_while_it_waits_for_input(server: Any) -> None:
    with subprocess.Popen(
        [*COMMAND, "--server", server.target],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(HELLO) + "\n")
        process.stdin.flush()
        assert process.stdout.readline()  # it serves
        process.terminate()
        assert process.wait(60) == 0


def test_a_page_of_another_host_cannot_call_it(server: Any) -> None:
    with serving_http("--server", server.target) as (_, url):
        where = urlsplit(url)
        assert where.hostname == "127.0.0.1"
        statuses = {}
        for host in ("attacker.example", where.netloc):
            connection = http.client.HTTPConnection(where.hostname, where.port)
            headers = {
                "host": host,
                "content-type": "application/json",
                "accept": "application/json, text/event-stream",
            }
            connection.request("POST", where.path, json.dumps(HELLO), headers)
            statuses[host] = connection.getresponse().status
            connection.close()
        assert statuses == {"attacker.example": 421, where.netloc: 200}


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--http", "0.0.0.0:8931"), "ADDRESS_INVALID"),
        (("--http", "192.0.2.7:8931"), "ADDRESS_INVALID"),
        (("--http", "unix:///tmp/mcp.sock"), "ADDRESS_INVALID"),
        (("--http", "8931"), "ADDRESS_INVALID"),
        (("--server", "somewhere"), "ADDRESS_INVALID"),
        (("--token-file", "token"), "ARGUMENT_MISSING"),
        (("--server", "unix:///tmp/v.sock", "--config", "settings.yaml"), "ARGUMENT_INVALID"),
        (("--config", "/nowhere/settings.yaml"), "SIDECAR_FAILED"),
    ],
)
def test_wrong_options_are_refused(
    capsys: pytest.CaptureFixture[str], options: tuple[str, ...], reason: str
) -> None:
    assert main(["mcp", *options]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith(f"[{reason}]\n")


def test_a_port_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str], server: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        assert main(["mcp", "--server", server.target, "--http", where]) == 2
    assert where in capsys.readouterr().err


def test_the_extra_is_named_where_it_is_missing() -> None:
    program = (
        "import sys; sys.modules['mcp'] = None; from sidecar.__main__ import main; main(['mcp'])"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert "install verifyd-sidecar[mcp] [MCP_UNAVAILABLE]" in ended.stderr
