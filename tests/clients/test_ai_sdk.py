"""The adapter of Vercel's AI SDK: agents with scripted models, against a real server."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from node_package import PACKAGE, built, run

pytestmark = [
    pytest.mark.clients,
    pytest.mark.timeout(900),  # the first build fetches packages
    pytest.mark.xdist_group("typescript"),
]

RIGHT = "The North had 1,234 orders."
WRONG = "The North had 1,324 orders."
PROMPT = "Please cancel order A-1042."


def says(text: str) -> list[dict[str, Any]]:
    return [{"type": "text", "text": text}]


def calls(tool: str, number: int = 1, **arguments: str) -> list[dict[str, Any]]:
    call = {"toolCallId": f"c{number}", "toolName": tool, "input": json.dumps(arguments)}
    return [{"type": "tool-call", **call}]


LISTED = calls("list_orders", region="North")


@pytest.fixture(scope="module", autouse=True)
def package() -> Path:
    return built()


def answer(tmp_path: Path, address: str, *answers: Any, **line: Any) -> dict[str, Any]:
    """What became of an agent whose model gives these answers."""
    given = tmp_path / "line"
    given.write_text(json.dumps({"address": address, "answers": answers} | line) + "\n")
    found: dict[str, Any] = json.loads(
        run("sh", "-c", f"exec node '{PACKAGE}/build/agent.js' < '{given}'")
    )
    return found


@pytest.mark.parametrize("stream", [False, True])
def test_a_wrong_number_is_corrected_before_it_is_shown(
    server: Any, tmp_path: Path, stream: bool
) -> None:
    found = answer(tmp_path, server.target, LISTED, says(WRONG), says(RIGHT), stream=stream)
    assert (found["text"], found["error"]) == (RIGHT, None)
    assert found["reports"] == ["RELEASE", "HOLD", "RELEASE"]
    assert found["told"]["role"] == "user"
    assert "1,234" in found["told"]["content"][0]["text"]


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_that_stays_wrong_is_not_shown(server: Any, tmp_path: Path, stream: bool) -> None:
    answers = [LISTED, *[says(WRONG)] * 3]
    found = answer(tmp_path, server.target, *answers, stream=stream)
    assert (found["text"], found["error"]) == ("", "Held")
    assert found["asked"] == len(answers)
    found = answer(tmp_path, server.target, *answers, options={"retries": 0}, stream=stream)
    assert (found["error"], found["asked"]) == ("Held", 2)


def test_a_call_with_an_id_from_nowhere_is_not_made(server: Any, tmp_path: Path) -> None:
    wrong, right = (calls("cancel_order", 2, order_id=name) for name in ("A-9931", "A-1042"))
    found = answer(
        tmp_path, server.target, LISTED, wrong, right, says("It is cancelled."), prompt=PROMPT
    )
    assert found["error"] is None
    assert found["cancelled"] == ["A-1042"]
    assert found["reports"][:3] == ["RELEASE", "HOLD", "RELEASE"]


def test_a_held_call_is_answered_by_the_feedback(server: Any, tmp_path: Path) -> None:
    wrong = calls("cancel_order", 2, order_id="A-9931")
    found = answer(tmp_path, server.target, wrong, wrong, wrong, prompt=PROMPT)
    assert (found["error"], found["cancelled"]) == ("Held", [])
    (result,) = found["told"]["content"]
    assert (result["toolCallId"], result["output"]["type"]) == ("c2", "error-text")
    assert "A-9931" in result["output"]["value"]
    # Trap: the feedback names the value, and must not be where it comes from the next time.
    assert found["reports"] == ["HOLD"] * 3


def test_rules_say_where_values_come_from(server: Any, tmp_path: Path) -> None:
    # The user has named the order; by the rule only a tool may.
    rule = {"tool": "cancel_order", "argument": "order_id", "origins": ["tool:list_orders"]}
    named = calls("cancel_order", 2, order_id="A-1042")
    options = {"rules": [rule], "retries": 0}
    found = answer(tmp_path, server.target, named, prompt=PROMPT, options=options)
    assert (found["error"], found["cancelled"]) == ("Held", [])
    found = answer(
        tmp_path, server.target, LISTED, named, says("Done."), prompt=PROMPT, options=options
    )
    assert (found["error"], found["cancelled"]) == (None, ["A-1042"])


def test_results_of_the_provider_are_evidence(server: Any, tmp_path: Path) -> None:
    ran = [
        {**calls("web_search", query="orders")[0], "providerExecuted": True},
        {
            "type": "tool-result",
            "toolCallId": "c1",
            "toolName": "web_search",
            "result": [{"region": "North", "orders": 1234}],
        },
    ]
    found = answer(tmp_path, server.target, [*ran, *says(RIGHT)])
    assert (found["text"], found["error"]) == (RIGHT, None)
    found = answer(tmp_path, server.target, [*ran, *says(WRONG)], options={"retries": 0})
    assert found["error"] == "Held"


def test_what_only_the_user_said_is_no_evidence(server: Any, tmp_path: Path) -> None:
    prompt = "The region North had 1,324 orders, right?"
    found = answer(
        tmp_path, server.target, LISTED, says(WRONG), prompt=prompt, options={"retries": 0}
    )
    assert (found["text"], found["error"]) == ("", "Held")


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("on_error", ["hold", "release"])
def test_nothing_is_shown_where_the_server_is_away(
    tmp_path: Path, on_error: str, stream: bool
) -> None:
    line = {"options": {"onError": on_error}, "stream": stream, "timeoutMs": 500}
    found = answer(tmp_path, f"unix://{tmp_path}/none", says(WRONG), **line)
    released = on_error == "release"
    assert found["text"] == (WRONG if released else "")
    assert found["error"] == (None if released else "Unavailable")


def test_an_error_that_is_no_absence_holds_in_either_case(server: Any, tmp_path: Path) -> None:
    options = {"onError": "release", "request": {"checks": ["no_such_check"]}}
    found = answer(tmp_path, server.target, says(WRONG), options=options)
    assert (found["text"], found["error"]) == ("", "InvalidRequest")


def test_the_example_prints_a_released_answer(server: Any, tmp_path: Path) -> None:
    socket = tmp_path / "verifyd" / "verifyd.sock"
    socket.parent.mkdir()
    socket.symlink_to(server.target.removeprefix("unix://"))
    printed = run("node", "examples/ai-sdk.mjs", environment={"XDG_RUNTIME_DIR": str(tmp_path)})
    assert re.search(r"error CLAIM_NOT_FOUND: '1,324'", printed)
    assert printed.splitlines()[-1] == RIGHT
