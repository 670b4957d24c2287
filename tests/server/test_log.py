"""The log tells about every call, and nothing of what was said."""

from __future__ import annotations

import io
import json
import logging
from typing import Any

from calls import WRONG, Calls, chunk, header, inline, refusal, request
from verifyd.v1 import verify_pb2

from sidecar.server.settings import LoggingSettings
from sidecar.server.telemetry import write_logs

SECRET = "xyzzy"


def test_each_call_is_one_line_with_what_it_came_to(start_server: Any) -> None:
    server = start_server()
    with server.channel() as channel:
        calls = Calls(channel)
        calls.verify(request(WRONG, request_id="mine"))
        refusal(lambda: calls.verify(request("")))
        handle = calls.put().handle
    server.stop()
    verified, refused, put = [line for line in server.log_lines() if line["message"] == "call"]
    assert verified["method"] == "/verifyd.v1.VerifyService/Verify"
    assert verified["status"] == "OK"
    assert verified["decision"] == "FAIL"
    assert verified["findings"] == 1
    assert verified["judged"] == 1
    assert verified["request_id"] == "mine"
    assert verified["tenant"] == "local"
    assert verified["ms"] > 0
    assert len(verified["text_digest"]) == 64
    assert (refused["status"], refused["reason"]) == ("INVALID_ARGUMENT", "NARRATIVE_EMPTY")
    assert put["handle"] == handle


def test_no_content_at_any_level_on_any_path(start_server: Any) -> None:
    """Narrative, cells, names, overrides and tokens, in calls that succeed and that fail."""
    server = start_server({"logging": {"level": "debug"}})
    rows = [{SECRET: SECRET, "n": 1}]
    with server.channel() as channel:
        calls = Calls(channel, token=SECRET)
        calls.verify(
            request(f"{SECRET} 5 %", [inline(rows=rows)], detail=verify_pb2.DETAIL_EXPLAIN)
        )
        calls.put([header(), chunk(json.dumps(rows).encode())])
        for fails in (
            lambda: calls.verify(request(checks=[SECRET])),
            lambda: calls.verify(request(handles=[SECRET])),
            lambda: calls.verify(request(results=[inline(SECRET), inline(SECRET)])),
            lambda: calls.verify(request(request_id=f"{SECRET}\n")),
            lambda: calls.put([header(), chunk(f'[{{"a": {SECRET}}}]'.encode())]),
            lambda: calls.get(SECRET),
        ):
            refusal(fails)
        raw = channel.unary_unary("/verifyd.v1.VerifyService/Verify")
        refusal(lambda: raw(b"\x0a\x08" + SECRET.encode() + b"\xff\xff\xff", timeout=5))
    server.stop()
    assert len(server.log_lines()) >= 10
    assert SECRET not in server.log_text()


def logged(log: logging.Logger, message: str, *args: object, **options: Any) -> dict[str, Any]:
    stream = io.StringIO()
    with write_logs(LoggingSettings(level="debug"), stream):
        log.error(message, *args, **options)
    (line,) = stream.getvalue().splitlines()
    fields: dict[str, Any] = json.loads(line)
    return fields


def test_an_exception_is_told_by_type_and_place_not_by_its_words() -> None:
    try:
        try:
            int(SECRET)  # its message quotes what it could not read
        except ValueError as cause:
            raise RuntimeError(SECRET) from cause
    except RuntimeError:
        line = logged(logging.getLogger("sidecar.test"), "call failed", exc_info=True)
    assert line["exception"] == ["builtins.RuntimeError", "builtins.ValueError"]
    assert "test_log.py" in line["trace"][0]
    assert SECRET not in json.dumps(line)


def test_foreign_records_keep_only_their_template() -> None:
    # asyncio and grpc put whole objects into their messages.
    line = logged(logging.getLogger("asyncio"), "Task failed: %s\n%s", SECRET, SECRET)
    assert line["message"] == "Task failed: %s"
    assert SECRET not in json.dumps(line)


def test_a_line_feed_in_a_field_stays_inside_its_line() -> None:
    line = logged(logging.getLogger("sidecar.test"), "call", extra={"tenant": 'a\n{"b": 1}'})
    assert line["tenant"] == 'a\n{"b": 1}'


def test_levels_below_the_setting_are_left_out() -> None:
    stream = io.StringIO()
    with write_logs(LoggingSettings(level="warning"), stream):
        logging.getLogger("sidecar.test").info("quiet")
    assert stream.getvalue() == ""
