"""``verifyd check --transcript``: a message of a conversation, in every format."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from talks import assistant, call
from verifyd import Report

from sidecar.cli import conversation_options
from sidecar.transcripts.choosing import CallScope
from sidecar.transcripts.forms.reading import Form

Run = Callable[..., Any]
Write = Callable[[str, str], Path]


QUESTION = {"role": "user", "content": "Sales of our 12 shops in North? Then refund order 1003."}
LOOKED_UP = [
    QUESTION,
    assistant(None, call("get_sales", "c1", {"region": "North"}), call("ping", "c2", {})),
    {"role": "tool", "tool_call_id": "c1", "content": '[{"month":"Jan","sales":120}]'},
    {"role": "tool", "tool_call_id": "c2", "content": "Error: no route"},
]
REFUND = call("refund", "c3", {"order_id": "1004"})
ANSWER = assistant("Sales in January were 120.")
WRONG = assistant("Sales in January were 9,999.")


@pytest.fixture
def talk(write: Write) -> Callable[..., Path]:
    def put(*messages: dict[str, Any], **fields: Any) -> Path:
        return write("talk.json", json.dumps({"messages": [*LOOKED_UP, *messages], **fields}))

    return put


def test_the_last_message_is_verified_against_tool_results(verifyd: Run, talk: Run) -> None:
    path = talk(ANSWER)
    ran = verifyd("check", "--transcript", path)
    assert (ran.status, ran.err) == (0, "")
    assert "**Claims Matched**: 1 (100.0%)" in ran.out
    assert "  message 2, get_sales (c1): query result m2-get_sales\n" in ran.out
    assert "  message 3, ping (c2): not read: the call failed\n" in ran.out
    assert ran.out.endswith("message 4: PASS, release\n")
    wrong = verifyd("check", "--transcript", talk(WRONG))
    assert wrong.status == 1
    assert f"{path}[4]:1:23: " in wrong.out
    assert wrong.out.endswith("message 4: FAIL, hold\n")


def test_an_earlier_message_knows_nothing_of_what_came_later(verifyd: Run, talk: Run) -> None:
    said = {"role": "user", "content": "Thanks."}
    path = talk(ANSWER, said, assistant("You are welcome."))
    assert verifyd("check", "--transcript", path, "--message", "4").status == 0
    calls = verifyd("check", "--transcript", path, "--message", "1")
    assert "evidence:\n  none\n" in calls.out
    assert "  message 1, get_sales (c1): PASS, release\n    region North: " in calls.out
    user = verifyd("check", "--transcript", path, "--message", "0")
    assert (user.status, user.out) == (2, "")
    assert "[TRANSCRIPT_MESSAGE_UNKNOWN]" in user.err


def test_what_the_user_said_is_no_evidence(verifyd: Run, talk: Run, write: Write) -> None:
    ran = verifyd("check", "--transcript", talk(assistant("The 12 shops sold 120.")))
    assert "PREMISE_ONLY" in ran.out
    files = write("n.md", "The 12 shops sold 120."), "--data", write("s.csv", "a,b\nsold,120\n")
    assert "PREMISE_ONLY" in verifyd("check", *files, "--premise", QUESTION["content"]).out


def test_data_files_count_beside_tool_results(verifyd: Run, talk: Run, write: Write) -> None:
    path = talk(assistant("Sales in January were 120, staff in South 77."))
    data = write("staff.csv", "region,staff\nSouth,77\n")
    assert verifyd("check", "--transcript", path).status == 1
    assert verifyd("check", "--transcript", path, "--data", data).status == 0
    same = verifyd("check", "--transcript", path, "--data", f"m2-get_sales={data}")
    assert (same.status, "[QUERY_ID_DUPLICATE]" in same.err) == (2, True)


def test_tool_calls_are_verified_by_their_scope(verifyd: Run, talk: Run) -> None:
    path = talk(assistant("Sales in January were 120.", REFUND), ANSWER)
    scopes = {"message": 0, "all": 1, "none": 0}
    assert {
        scope: verifyd("check", "--transcript", path, "--tool-calls", scope).status
        for scope in scopes
    } == scopes
    ran = verifyd("check", "--transcript", path, "--message", "4")
    assert ran.status == 1
    assert f"{path}[4].refund:1:15: error ARGUMENT_UNSUPPORTED: " in ran.out
    assert "  message 4, refund (c3): FAIL, hold\n    order_id 1004: unsupported\n" in ran.out


def test_the_schema_of_a_tool_counts(verifyd: Run, talk: Run) -> None:
    schema = {"type": "object", "properties": {"order_id": {"type": "integer"}}}
    tool = {"type": "function", "function": {"name": "refund", "parameters": schema}}
    asked = assistant(None, call("refund", "c3", {"order_id": "1003"}))
    assert verifyd("check", "--transcript", talk(asked)).status == 0
    ran = verifyd("check", "--transcript", talk(asked, tools=[tool]))
    assert (ran.status, "FIELD_TYPE_MISMATCH" in ran.out) == (1, True)


RULE = "[{tool: refund, argument: order_id, origins: [%s]}]"
SETTINGS = "arguments: {rules: [{tool: refund, argument: order_id, origins: [user]}]}"


def test_rules_say_where_arguments_come_from(verifyd: Run, talk: Run, write: Write) -> None:
    path = talk(assistant(None, call("refund", "c3", {"order_id": "1003"})))
    rules = write("r.yaml", RULE % "tool")
    check = "check", "--transcript", path, "--rules", rules
    ran = verifyd(*check)
    assert (ran.status, "ARGUMENT_WRONG_ORIGIN" in ran.out) == (1, True)
    # A rule of the settings counts before, unless they let others override it.
    assert verifyd(*check, "--config", write("c.yaml", SETTINGS)).status == 0
    free = write("c.yaml", f"{SETTINGS}\noverridable: [arguments.rules]")
    assert verifyd(*check, "--config", free).status == 1
    for broken in (RULE % "moon", "[{tool: refund}]", "{}", "[1", RULE % ""):
        bad = verifyd(*check[:-1], write("r.yaml", broken))
        assert (bad.status, "[TOOL_RULE_INVALID]" in bad.err, bad.out) == (2, True, "")


@pytest.mark.parametrize("form", ["text", "markdown", "json", "github", "html", "annotated"])
def test_every_format_has_text_and_calls(verifyd: Run, talk: Run, form: str) -> None:
    path = talk(assistant("Sales in January were 9,999.", REFUND))
    ran = verifyd("check", "--transcript", path, "--format", form)
    assert ran.status == 1
    assert "9,999" in ran.out
    calls = ran.err if form in ("html", "annotated") else ran.out
    assert "ARGUMENT_UNSUPPORTED" in calls
    assert form == "github" or "get_sales" in calls.replace("\\", "")
    if form not in ("html", "annotated"):
        assert ran.err == ""


def test_json_has_the_names_of_the_contract(verifyd: Run, talk: Run) -> None:
    path = talk(assistant("Sales in January were 120.", REFUND))
    plain = json.loads(verifyd("check", "--transcript", path, "--format", "json").out)
    assert (plain["decision"], plain["action"], plain["message_index"]) == ("FAIL", "HOLD", 4)
    assert Report.from_dict(plain["response"]).ok
    (made,) = plain["tool_calls"]
    report = Report.from_dict(made["response"])
    assert (made["tool"], made["call_id"], report.narrative) == (
        "refund",
        "c3",
        '{"order_id": "1004"}',
    )
    assert not report.ok
    assert plain["results"][1] == {
        "message_index": 3,
        "call_id": "c2",
        "tool": "ping",
        "query_ids": [],
        "source_ids": [],
        "unread": "the call failed",
    }


def test_a_job_has_a_row_for_the_text_and_each_call(
    verifyd: Run, talk: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    summary = tmp_path / "summary.md"
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(summary))
    path = talk(assistant("Sales in January were 120.", REFUND))
    ran = verifyd("check", "--transcript", path, "--format", "github")
    assert f"::error file={path},title=verifyd ARGUMENT_UNSUPPORTED::" in ran.out
    assert "line=" not in ran.out  # lines of the message are not lines of the file
    rows = [line for line in summary.read_text().splitlines() if line.startswith("| ")]
    assert [row.split(" | ")[1] for row in rows[2:4]] == ["PASS", "FAIL"]


def test_json_lines_on_standard_input(verifyd: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = "\n".join(json.dumps(message) for message in [*LOOKED_UP, ANSWER])
    stdin = SimpleNamespace(buffer=io.BytesIO(lines.encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    ran = verifyd("check", "--transcript", "-", "--form", "openai_chat")
    assert (ran.status, ran.err) == (0, "")


REFUSED: dict[str, tuple[str, Sequence[str], str, str]] = {
    "no JSON": ("nothing", [], "TRANSCRIPT_MALFORMED", "not valid JSON"),
    "a message of no kind": (
        json.dumps([QUESTION, {"role": "robot", "content": 1}]),
        [],
        "TRANSCRIPT_MALFORMED",
        "message 1 of the conversation",
    ),
    "another form": (
        json.dumps([QUESTION, ANSWER]),
        ["--form", "gemini"],
        "TRANSCRIPT_MALFORMED",
        "",
    ),
    "bytes": ("\x00\x01", [], "TRANSCRIPT_MALFORMED", ""),
    "too long": (" " * 4_000_001, [], "TRANSCRIPT_TOO_LARGE", "4000000 bytes"),
    "no answer": (json.dumps([QUESTION]), [], "TRANSCRIPT_MESSAGE_UNKNOWN", "no message of the"),
    "no place": (
        json.dumps([QUESTION, ANSWER]),
        ["--message", "7"],
        "TRANSCRIPT_MESSAGE_UNKNOWN",
        "at 7",
    ),
    "nothing left": (
        json.dumps([QUESTION, assistant(None, REFUND)]),
        ["--tool-calls", "none"],
        "TRANSCRIPT_MESSAGE_UNKNOWN",
        "message 1 has no text",
    ),
    "no text for a page": (
        json.dumps([QUESTION, assistant(None, REFUND)]),
        ["--format", "html"],
        "NARRATIVE_EMPTY",
        "message 1",
    ),
    "no text to fix": (
        json.dumps([QUESTION, assistant(None, REFUND)]),
        ["--write-fixed", "x.md"],
        "NARRATIVE_EMPTY",
        "--write-fixed",
    ),
    "two texts": (json.dumps([QUESTION, ANSWER]), ["other.md"], "OPTION_INVALID", "NARRATIVE"),
    "reports": (
        json.dumps([QUESTION, ANSWER]),
        ["--reports", "r.yaml"],
        "OPTION_INVALID",
        "--reports",
    ),
    "strip": (
        json.dumps([QUESTION, ANSWER]),
        ["--strip-formulas"],
        "OPTION_INVALID",
        "--strip-formulas",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refusals_say_what_is_wrong(verifyd: Run, write: Write, name: str) -> None:
    content, options, reason, told = REFUSED[name]
    ran = verifyd("check", "--transcript", write("talk.json", content), *options)
    assert (ran.status, ran.out) == (2, "")
    assert f"[{reason}]" in ran.err
    assert told in ran.err


def test_a_conversation_that_cannot_be_read_is_a_wrong_file(verifyd: Run, tmp_path: Path) -> None:
    ran = verifyd("check", "--transcript", tmp_path / "none.json")
    assert (ran.status, "[FILE_UNREADABLE]" in ran.err) == (2, True)


def test_the_options_name_every_form_and_scope() -> None:
    assert list(conversation_options.FORMS) == [form.value for form in Form]
    assert list(conversation_options.SCOPES) == [scope.value for scope in CallScope]


@pytest.mark.parametrize("option", ["--message", "--form", "--tool-calls", "--rules"])
def test_options_of_conversations_need_one(verifyd: Run, write: Write, option: str) -> None:
    values = {"--message": "1", "--form": "gemini", "--tool-calls": "none", "--rules": "r.yaml"}
    ran = verifyd("check", write("n.md", "12 shops."), option, values[option])
    assert (ran.status, f"{option} needs --transcript" in ran.err) == (2, True)


def test_an_answer_with_numbers_and_no_results_does_not_pass(verifyd: Run, write: Write) -> None:
    path = write("talk.json", json.dumps([QUESTION, ANSWER]))
    assert verifyd("check", "--transcript", path).status != 0
