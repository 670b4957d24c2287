"""The tools over both transports, as the client of the package ``mcp`` calls them."""

from __future__ import annotations

import json
from typing import Any

import pytest
from mcp.types import TextContent
from mcp_processes import Connect, over_http, over_stdio

ROWS = [{"region": "North", "staff": 1234}, {"region": "South", "staff": 5678}]
TRANSPORTS = pytest.mark.parametrize("connect", [over_stdio, over_http])
DATA = [{"query_id": "q", "rows": ROWS}]


def conversation(answer: dict[str, Any]) -> list[dict[str, Any]]:
    called = {"name": "get_staff", "arguments": '{"region": "North"}'}
    return [
        {"role": "user", "content": "How many people does the region North have? We need 900."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": called}],
        },
        {"role": "tool", "tool_call_id": "c1", "content": json.dumps(ROWS)},
        {"role": "assistant", "content": None, **answer},
    ]


def calling(arguments: dict[str, Any]) -> dict[str, Any]:
    call = {"name": "order_badges", "arguments": json.dumps(arguments)}
    return {"tool_calls": [{"id": "c2", "type": "function", "function": call}]}


@TRANSPORTS
async def test_a_wrong_number_is_held_and_repaired(connect: Connect, server: Any) -> None:
    async with connect("--server", server.target) as client:
        said: dict[str, Any] = {"query_results": DATA, "text": "The North has 1,324 staff."}
        result = await client.call_tool("verify", said)
        found = result.structured_content
        assert found is not None
        assert not result.is_error
        assert (found["decision"], found["action"]) == ("FAIL", "HOLD")
        (problem,) = found["findings"]
        assert problem["code"] == "CLAIM_NOT_FOUND"
        assert (problem["text"], problem["repair"]) == ("1,324", "1,234")
        assert "1,234" in found["feedback"]
        (content,) = result.content
        assert isinstance(content, TextContent)
        assert content.text.startswith("FAIL (hold)")

        said["text"] = f"The North has {problem['repair']} staff."
        result = await client.call_tool("verify", said)
        assert result.structured_content is not None
        assert result.structured_content["action"] == "RELEASE"
        assert result.structured_content["findings"] == []


@TRANSPORTS
async def test_tool_results_are_the_evidence_of_a_conversation(
    connect: Connect, server: Any
) -> None:
    async with connect("--server", server.target) as client:
        actions = {}
        for number in ("1,234", "1,324", "900"):  # the last one is only the user's word
            messages = conversation({"content": f"The region North has {number} staff."})
            result = await client.call_tool("verify_transcript", {"messages": messages})
            assert result.structured_content is not None
            actions[number] = result.structured_content["action"]
        assert actions == {"1,234": "RELEASE", "1,324": "HOLD", "900": "HOLD"}


async def test_a_tool_call_with_a_value_from_nowhere_is_held(server: Any) -> None:
    async with over_stdio("--server", server.target) as client:
        for count, action in ((1234, "RELEASE"), (4321, "HOLD")):
            messages = conversation(calling({"count": count}))
            result = await client.call_tool("verify_transcript", {"messages": messages})
            found = result.structured_content
            assert found is not None
            assert found["action"] == action
            assert {one["tool"] for one in found["findings"]} == (
                {"order_badges"} if action == "HOLD" else set()
            )


async def test_findings_are_cut_off_and_counted(server: Any) -> None:
    async with over_stdio("--server", server.target) as client:
        text = " ".join(f"The North has {9000 + n} staff." for n in range(60))
        result = await client.call_tool("verify", {"text": text, "query_results": DATA})
        found = result.structured_content
        assert found is not None
        # One more is of the text as a whole.
        assert (len(found["findings"]), found["findings_total"]) == (
            50,
            61,
        )  # one is of the text as a whole
        (content,) = result.content
        assert isinstance(content, TextContent)
        assert content.text.endswith("more")


async def test_sources_are_cited(server: Any) -> None:
    async with over_stdio("--server", server.target) as client:
        said = {
            "text": "Wages rose [Source 1]. Prices fell [Source 2].",
            "sources": [{"id": "survey", "text": "Wages rose by 2 %."}],
        }
        result = await client.call_tool("verify", said)
        assert result.structured_content is not None
        assert result.structured_content["action"] == "HOLD"
        assert "[Source 2]" in str(result.structured_content["findings"])


async def test_a_code_is_explained(server: Any) -> None:
    async with over_http("--server", server.target) as client:
        result = await client.call_tool("explain", {"code": "claim_not_found"})
        assert result.structured_content is not None
        assert result.structured_content["checks"] == ["numeric"]
        assert result.structured_content["remedy"].endswith(".")


WRONG_CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("verify", {"text": ""}, "ARGUMENT_INVALID"),
    ("verify", {"query_results": DATA}, "ARGUMENT_INVALID"),
    ("verify", {"text": "1", "query_results": [{**DATA[0], "colunms": 1}]}, "ARGUMENT_INVALID"),
    ("verify", {"text": "1", "query_results": DATA * 2}, "QUERY_ID_DUPLICATE"),
    ("verify", {"text": "There are 12."}, "NOTHING_TO_VERIFY"),
    ("verify_transcript", {"messages": []}, "ARGUMENT_INVALID"),
    (
        "verify_transcript",
        {"messages": [{"role": "user", "content": "12"}]},
        "TRANSCRIPT_MESSAGE_UNKNOWN",
    ),
    (  # the answer before would be released
        "verify_transcript",
        {
            "messages": [
                *conversation({"content": "The region North has 1,234 staff."}),
                {"role": "assistant", "content": " "},
            ]
        },
        "TRANSCRIPT_MESSAGE_UNKNOWN",
    ),
    ("explain", {"code": "CLAIM_NOT_FOUD"}, "CODE_UNKNOWN"),
    ("approve", {}, "ARGUMENT_INVALID"),
]


async def test_an_error_has_a_reason_and_no_decision(server: Any) -> None:
    async with over_stdio("--server", server.target) as client:
        for tool, arguments, reason in WRONG_CALLS:
            result = await client.call_tool(tool, arguments)
            (content,) = result.content
            assert isinstance(content, TextContent)
            assert content.text.endswith(f"[{reason}]")
            assert result.is_error
            assert result.structured_content is None


@TRANSPORTS
async def test_a_sidecar_that_is_gone_is_an_error(connect: Connect, start_server: Any) -> None:
    server = start_server({})
    async with connect("--server", server.target, "--timeout", "1") as client:
        server.stop()
        result = await client.call_tool("verify", {"text": "There are 12.", "query_results": DATA})
        (content,) = result.content
        assert isinstance(content, TextContent)
        assert content.text.endswith("[UNAVAILABLE]")
        assert result.is_error


async def test_every_tool_says_what_it_takes_and_gives(server: Any) -> None:
    async with over_http("--server", server.target) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"verify", "verify_transcript", "explain"}
        for tool in tools.values():
            assert tool.description
            assert "  " not in tool.description
            assert tool.output_schema
            assert all(one.get("description") for one in tool.input_schema["properties"].values())
        limits = tools["verify"].input_schema["properties"]
        assert limits["text"]["maxLength"] == 1_048_576
        assert limits["query_results"]["maxItems"] == 64
