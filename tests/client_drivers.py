"""Drivers: a small program per language that makes calls through that language's client.

A driver reads one call a line from its standard input, as JSON, and answers each with one line::

    {"address": ..., "method": "Verify", "request": {...}, "put": [...], "drop": true}
    {"response": {...}, "report": {...}}
    {"error": {"kind": ..., "code": ..., "reason": ..., "metadata": {...}}}

``VerifyStream`` has as its request what opens the stream, and takes its parts from the line::

    {"parts": [{"text": BASE64}, {"evidence": {...}}, {"judged": INDEX}]}
    {"response": ..., "report": ..., "findings": [...], "sentences": [...], "released": INDEX,
     "steps": [{"findings": [...], "released": INDEX}]}

At ``judged`` the driver waits until that much is judged, and ``steps`` says what it knows then.

Messages are in protobuf's JSON mapping. ``report`` is what the client's own face says of the
response, with indices as the language counts them. Comparing is done here, once.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import java_module
import node_package
import pytest
from case_files import Refusal
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from outcome_case_files import CallRefused
from verifyd import Report, TranscriptResult
from verifyd.v1 import transcript_service_pb2, verify_pb2

REPOSITORY = Path(__file__).parents[1]
CLIENTS = REPOSITORY / "clients"
BUILT = REPOSITORY / "build" / "clients"


class Language(NamedTuple):
    """A language with a client.

    Attributes:
        name: Its name, which is its folder's below ``clients``.
        needs: Commands that its driver is built with.
        build: Builds the driver, and gives the command that runs it.
        count: How many of the language's units a text has: what its indices count.
        has_streams: Whether its client verifies narratives while they are written.
    """

    name: str
    needs: Sequence[str]
    build: Callable[[], Sequence[str]]
    count: Callable[[str], int]
    has_streams: bool = True


def build(language: Language) -> Sequence[str]:
    """The command that runs a driver, which is built first; fails with what is not installed."""
    missing = [command for command in language.needs if not shutil.which(command)]
    assert not missing, f"{language.name} needs {', '.join(missing)}: see docs/clients.md"
    BUILT.mkdir(parents=True, exist_ok=True)
    return language.build()


def run(*command: str, folder: Path) -> str:
    """Run a command in a folder and return what it printed; fails with what it said."""
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, text=True)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def _python() -> Sequence[str]:
    return [sys.executable, str(Path(__file__).parent / "clients" / "python" / "driver.py")]


def _go() -> Sequence[str]:
    program = BUILT / "go"
    run("go", "build", "-o", str(program), "./internal/driver", folder=CLIENTS / "go")
    return [str(program)]


def _typescript() -> Sequence[str]:
    return ["node", str(node_package.built() / "build" / "driver.js")]


def count_bytes(text: str) -> int:
    """What indices of Go count."""
    return len(text.encode())


def count_utf16(text: str) -> int:
    """What indices of Java and JavaScript count."""
    return len(text.encode("utf-16-le")) // 2


LANGUAGES = [
    Language("python", [], _python, len),
    Language("go", ["go"], _go, count_bytes),
    Language("java", ["java", "mvn"], java_module.build_driver, count_utf16, has_streams=False),
    Language("typescript", ["node", "npm"], _typescript, count_utf16),
]


class Driver:
    """A driver that is started with the first call, and again where one has ended it."""

    def __init__(self, language: Language, command: Sequence[str]) -> None:
        self.language = language
        self.command = command
        self._process: subprocess.Popen[str] | None = None

    def ask(self, line: Mapping[str, Any]) -> dict[str, Any]:
        """One call and its answer, as JSON has them."""
        if self._process is None:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(line) + "\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            pytest.fail(f"the driver of {self.language.name} ended with status {self.close()}")
        return dict(json.loads(answer))

    def call(self, address: str, method: str, request: Message, answer: Message) -> Message:
        """One call; ``answer`` is filled with the response.

        Raises:
            CallRefused: If the call failed.
        """
        got = self.ask({"address": address, "method": method, "request": MessageToDict(request)})
        if "error" in got:
            raise CallRefused(refused(got["error"]))
        return ParseDict(got["response"], answer)

    def close(self) -> int:
        """End its input, and give the status with which it ends."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.communicate(timeout=10)
        return process.returncode


def refused(error: Mapping[str, Any]) -> Refusal:
    """How a call failed, as a driver tells it."""
    return Refusal(error["code"], error["reason"], error["metadata"])


def view(response: verify_pb2.VerifyResponse, narrative: str, language: Language) -> dict[str, Any]:
    """What a client's face should say of a response: what Python's does, in other indices."""
    report = Report(narrative, response)

    def place(span: tuple[int, int] | None) -> dict[str, int]:
        start, end = span or (0, 0)
        return {"start": language.count(narrative[:start]), "end": language.count(narrative[:end])}

    return {
        "decision": str(report.decision),
        "action": str(report.action),
        "released": str(report.action) == "RELEASE",
        "feedback": report.feedback(),
        "repaired": report.repaired(),
        "failures": [
            {"check": check.check, "reason": check.failure.reason}
            for check in report.checks
            if check.failure is not None
        ],
        "findings": [
            {
                "check": one.check,
                "code": one.code,
                "severity": str(one.severity),
                "verdict": str(one.verdict),
                "message": one.message,
                "text": one.text,
                "replacement": None if one.repair is None else one.repair.replacement,
                **place(one.span),
            }
            for one in report.findings
        ],
        "bindings": [
            {
                "text": narrative[slice(*one.claim.span)],
                "matched": one.matched,
                "verdict": str(one.verdict),
                "grade": str(one.grade),
                "source": one.matched_source_qid or "",
                "location": one.matched_location or "",
                **place(one.claim.span),
            }
            for one in report.bindings
        ],
    }


def view_transcript(
    response: transcript_service_pb2.VerifyTranscriptResponse, language: Language
) -> dict[str, Any]:
    """What a client's face should say of a conversation."""
    found = TranscriptResult(response)
    return {
        "decision": str(found.decision),
        "action": str(found.action),
        "released": str(found.action) == "RELEASE",
        "feedback": found.feedback(),
        "report": found.report and view(found.report.raw, found.narrative, language),
        "tool_calls": [
            {
                "message_index": one.message_index,
                "call_id": one.call_id,
                "tool": one.tool,
                "report": view(one.report.raw, one.arguments_json, language),
            }
            for one in found.tool_calls
        ],
    }
