"""Conversations and tool calls over real sockets, gRPC and HTTP."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from calls import Calls, refusal, stream_parts
from google.protobuf.json_format import MessageToDict, ParseDict
from http_calls import HttpCaller
from talks import (
    ASKED,
    LOOKED_UP,
    QUESTION,
    REFUND,
    RIGHT,
    ROWS,
    TEXT,
    WRONG,
    Talking,
    about,
    asked,
    assistant,
    call,
    changed,
    rule,
    tool,
    transcript,
)
from verifyd.v1 import evidence_pb2, report_pb2, transcripts_pb2, verify_pb2
from verifyd.v1 import transcript_service_pb2 as pb
from written_conversations import WRITERS

from sidecar.model.transcript import Message as ReadMessage
from sidecar.model.transcript import Role, Transcript

HTTP = "/verifyd.v1.TranscriptService/"
PASS, FAIL, HOLD = report_pb2.DECISION_PASS, report_pb2.DECISION_FAIL, report_pb2.ACTION_HOLD


@pytest.fixture(scope="module")
def calls(server: Any) -> Iterator[Calls]:
    with server.channel() as channel:
        yield Calls(channel)


def codes(report: report_pb2.Report) -> list[str]:
    return [found.code for one in report.results for found in one.findings.findings]


def called(answer: pb.VerifyTranscriptResponse) -> list[tuple[int, str, str]]:
    """Message, tool and decision of each tool call."""
    return [
        (one.message_index, one.tool, report_pb2.Decision.Name(one.report.decision)[9:])
        for one in answer.tool_calls
    ]


class TestMessages:
    def test_the_last_message_of_the_assistant(self, talking: Talking) -> None:
        thanks = {"role": "user", "content": "Thanks."}
        answer = talking.verify(asked(assistant(RIGHT), thanks))
        assert (answer.decision, answer.message_index, answer.narrative) == (PASS, 5, RIGHT)
        wrong = talking.verify(asked(assistant(RIGHT), thanks, assistant(WRONG)))
        assert (wrong.decision, wrong.action, wrong.message_index) == (FAIL, HOLD, 7)

    def test_a_named_message_knows_nothing_of_later_results(self, talking: Talking) -> None:
        guess = assistant("Sales in January were 120.", ASKED["tool_calls"][0])
        early = [QUESTION, guess, LOOKED_UP[2], assistant(RIGHT)]
        fields: dict[str, Any] = {"transcript": transcript(*early)}
        first = talking.verify(pb.VerifyTranscriptRequest(message_index=1, **fields))
        assert first.response.report.decision != PASS
        assert not first.results
        assert talking.verify(pb.VerifyTranscriptRequest(**fields)).decision == PASS

    def test_what_was_made_of_each_result(self, talking: Talking) -> None:
        picture = {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}
        shown = {"role": "user", "content": [{"type": "text", "text": "Look."}, picture]}
        answer = talking.verify(asked(shown, assistant(RIGHT)))
        assert [MessageToDict(one, preserving_proto_field_name=True) for one in answer.results] == [
            {
                "message_index": 2,
                "call_id": "c1",
                "tool": "get_sales",
                "query_ids": ["m2-get_sales"],
            },
            {
                "message_index": 3,
                "call_id": "c2",
                "tool": "search",
                "source_ids": ["m3-search-text"],
            },
            {"message_index": 4, "call_id": "c3", "tool": "ping", "unread": "the call failed"},
        ]
        assert [(one.reason, one.count) for one in answer.passed_over] == [("image_url", 1)]

    def test_a_number_of_the_question_is_no_evidence(self, talking: Talking) -> None:
        answer = talking.verify(asked(assistant("Sales were 120 in January, in 12 shops.")))
        assert codes(answer.response.report) == ["PREMISE_ONLY"]
        assert answer.decision != PASS

    def test_evidence_and_premises_of_the_request_are_added(self, talking: Talking) -> None:
        said = asked(
            assistant("Sales were 120 in January. The staff in North is 77. 9,513 orders came.")
        )
        staff = evidence_pb2.QueryResult(query_id="staff", json='[{"region":"North","staff":77}]')
        said.request.evidence.query_results.append(staff)
        said.request.premises.append("We had 9,513 orders.")
        report = talking.verify(said).response.report
        bound = [
            b.matched_source_qid for one in report.results for b in one.findings.numeric.bindings
        ]
        assert bound[:2] == ["m2-get_sales", "staff"]
        assert codes(report) == ["PREMISE_ONLY"]

    def test_each_form_comes_to_the_same(self, talking: Talking) -> None:
        read = Transcript(
            (
                ReadMessage(0, "", Role.USER, "How many shops?"),
                ReadMessage(1, "", Role.ASSISTANT, "There are 4,217 shops."),
            )
        )
        for name, (_, write) in WRITERS.items():
            sent = transcripts_pb2.Transcript(messages=json.dumps(write(read)))
            answer = talking.verify(pb.VerifyTranscriptRequest(transcript=sent))
            assert (name, codes(answer.response.report)) == (name, ["CLAIM_NOT_FOUND"])


class TestToolCalls:
    def test_scopes(self, talking: Talking) -> None:
        said = asked(assistant(None, REFUND), assistant(RIGHT))
        assert called(talking.verify(said)) == []
        said.tool_calls = pb.TOOL_CALL_SCOPE_ALL
        answer = talking.verify(said)
        assert [one[:2] for one in called(answer)] == [
            (1, "get_sales"),
            (1, "search"),
            (1, "ping"),
            (5, "refund"),
        ]
        # The worst of text and calls.
        assert answer.response.report.decision == PASS
        assert (answer.decision, answer.action) == (FAIL, HOLD)
        said.message_index = 5
        said.tool_calls = pb.TOOL_CALL_SCOPE_MESSAGE
        assert called(talking.verify(said)) == [(5, "refund", "FAIL")]

    def test_a_message_without_text_has_no_report_on_it(self, talking: Talking) -> None:
        right = call("refund", "c4", {"order_id": "1003"})
        answer = talking.verify(asked(assistant(None, right)))
        assert not answer.HasField("response")
        assert (answer.decision, called(answer)) == (PASS, [(5, "refund", "PASS")])

    def test_the_schema_of_a_tool(self, talking: Talking) -> None:
        schema = {"type": "object", "properties": {"order_id": {"type": "integer"}}}
        said = assistant(RIGHT, call("refund", "c4", {"order_id": "1003"}))
        answer = talking.verify(asked(said, tools=[tool("refund", schema)]))
        (one,) = answer.tool_calls
        assert codes(one.report) == ["FIELD_TYPE_MISMATCH"]
        assert answer.decision == FAIL
        # The same beside the messages, and for one call.
        defined = transcripts_pb2.ToolDefinition(name="refund", schema_json=json.dumps(schema))
        before = transcript(*LOOKED_UP)
        before.tools.append(defined)
        made = pb.ToolCall(tool="refund", arguments_json='{"order_id": "1003"}')
        alone = talking.verify_call(pb.VerifyToolCallRequest(transcript=before, call=made))
        assert codes(alone.response.report) == ["FIELD_TYPE_MISMATCH"]

    def test_a_broken_call_holds(self, talking: Talking) -> None:
        answer = talking.verify(asked(assistant(RIGHT, call("refund", "c4", '{"order_id": 10'))))
        assert (called(answer), answer.action) == ([(5, "refund", "FAIL")], HOLD)
        assert codes(answer.tool_calls[0].report) == ["ARGUMENTS_NOT_JSON"]

    def test_200_calls_and_no_more(self, talking: Talking) -> None:
        many = [call("refund", f"r{at}", {"order_id": "1003"}) for at in range(201)]
        said = asked(assistant(RIGHT, *many))
        refused = refusal(lambda: talking.verify(said))
        assert (refused.code, refused.reason) == ("INVALID_ARGUMENT", "TRANSCRIPT_TOO_LARGE")
        assert refused.metadata == {"limit": "max_tool_calls", "given": "201", "maximum": "200"}
        said = asked(assistant(RIGHT, *many[:200]))
        assert len(talking.verify(said).tool_calls) == 200
        said.tool_calls = pb.TOOL_CALL_SCOPE_ALL  # three more
        assert refusal(lambda: talking.verify(said)).reason == "TRANSCRIPT_TOO_LARGE"

    def test_the_only_call_of_the_last_message(self, talking: Talking) -> None:
        before = transcript(*LOOKED_UP, assistant("One moment.", REFUND))
        answer = talking.verify_call(pb.VerifyToolCallRequest(transcript=before))
        assert answer.arguments_json == '{"order_id": "1004"}'
        assert codes(answer.response.report) == ["ARGUMENT_UNSUPPORTED"]

    def test_relative_dates_count_from_a_day(self, talking: Talking) -> None:
        said = transcript({"role": "user", "content": "Book a room for tomorrow."})
        made = pb.ToolCall(tool="book", arguments_json='{"date": "2024-05-16"}')
        asked_for = pb.VerifyToolCallRequest(transcript=said, call=made, today="2024-05-15")
        assert talking.verify_call(asked_for).response.report.decision == PASS
        asked_for.today = "2024-05-20"
        assert talking.verify_call(asked_for).response.report.decision == FAIL


OWN_RULES = {"rules": [{"tool": "refund", "argument": "order_id", "origins": ["user"]}]}
NAMED = assistant(None, call("refund", "c4", {"order_id": "1003"}))


class TestRules:
    def test_a_rule_of_the_request(self, talking: Talking) -> None:
        assert talking.verify(asked(NAMED, rules=[rule("user")])).decision == PASS
        answer = talking.verify(asked(NAMED, rules=[rule("tool:get_order")]))
        assert codes(answer.tool_calls[0].report) == ["ARGUMENT_WRONG_ORIGIN"]

    @pytest.mark.parametrize(("overridable", "decision"), [([], PASS), (["arguments.rules"], FAIL)])
    def test_the_rule_of_the_server_stands_before_it(
        self, start_server: Any, overridable: list[str], decision: int
    ) -> None:
        server = start_server({"arguments": OWN_RULES, "overridable": overridable})
        with server.channel() as channel:
            answer = Talking(channel).verify(asked(NAMED, rules=[rule("tool")]))
        assert answer.decision == decision


def without_time(answer: Any) -> Any:
    """The same without what no two calls have in common."""
    answer.response.ClearField("meta")
    return answer


class TestHttp:
    @pytest.mark.parametrize("text", [RIGHT, WRONG])
    def test_a_conversation_in_json(self, http_server: Any, talking: Talking, text: str) -> None:
        said = asked(assistant(text, REFUND))
        with HttpCaller(http_server.http) as http:
            reply = http.post(f"{HTTP}VerifyTranscript", MessageToDict(said))
        assert reply.status == 200
        found = ParseDict(reply.json, pb.VerifyTranscriptResponse())
        assert without_time(found) == without_time(talking.verify(said))

    def test_a_tool_call_in_json(self, http_server: Any, talking: Talking) -> None:
        said = about(call=pb.ToolCall(tool="refund", arguments_json='{"order_id": "1004"}'))
        with HttpCaller(http_server.http) as http:
            reply = http.post(f"{HTTP}VerifyToolCall", MessageToDict(said))
        found = ParseDict(reply.json, pb.VerifyToolCallResponse())
        assert without_time(found) == without_time(talking.verify_call(said))
        assert found.response.report.action == HOLD


class TestNarrativesWithConversations:
    """``VerifyRequest.transcript``: what came before the narrative."""

    TEXTS = (RIGHT, WRONG, "Our 12 shops sold 257. Refunds take 14 days, not 30.")
    BY_HAND = verify_pb2.VerifyRequest(
        evidence=evidence_pb2.Evidence(
            query_results=[
                evidence_pb2.QueryResult(
                    query_id="m2-get_sales",
                    family="get_sales",
                    title="get sales (region: North)",
                    json=json.dumps(
                        {
                            "columns": ["region", "month", "sales"],
                            "rows": [["North", row["month"], row["sales"]] for row in ROWS],
                        }
                    ),
                ),
                evidence_pb2.QueryResult(
                    query_id="passages",
                    title="sentences of texts that tools returned",
                    json=json.dumps(
                        {"columns": ["source", "passage"], "rows": [["m3-search-text", TEXT]]}
                    ),
                ),
            ],
            sources=[
                evidence_pb2.Source(
                    id="m3-search-text",
                    title="search (q: refunds)",
                    text=TEXT,
                    citation_optional=True,
                )
            ],
        ),
        premises=[QUESTION["content"]],
    )

    @pytest.mark.parametrize("text", TEXTS)
    def test_it_is_the_same_as_evidence_and_premises_by_hand(
        self, calls: Calls, talking: Talking, text: str
    ) -> None:
        before = verify_pb2.VerifyRequest(narrative=text, transcript=transcript(*LOOKED_UP))
        report = calls.verify(before).report
        assert report == calls.verify(changed(self.BY_HAND, narrative=text)).report
        assert report == talking.verify(asked(assistant(text))).response.report

    @pytest.mark.parametrize("text", TEXTS)
    def test_a_stream_ends_as_verify_does(self, calls: Calls, text: str) -> None:
        before = verify_pb2.VerifyRequest(narrative=text, transcript=transcript(*LOOKED_UP))
        *_, last = calls.stream(stream_parts(before, cuts=[9, 20]))
        assert last.result.report == calls.verify(before).report

    def test_numbers_without_evidence_are_held(self, calls: Calls) -> None:
        said = verify_pb2.VerifyRequest(narrative="12 shops.", transcript=transcript(QUESTION))
        report = calls.verify(said).report
        assert (codes(report), report.action) == (["PREMISE_ONLY"], HOLD)
        assert calls.verify(changed(said, narrative="Which shops?")).report.decision == PASS
