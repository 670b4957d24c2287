"""The guardrail webhook of agentgateway over a real socket."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from gateway_calls import RIGHT, ROWS, WRONG, Agentgateway, messages
from http_calls import HttpCaller, Reply

Connect = Callable[..., HttpCaller]
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"

QUESTION = {"role": "user", "content": "What were sales?"}
RAW = {
    "chat": messages(),
    "messages": [
        QUESTION,
        {
            "role": "assistant",
            "content": [{"type": "tool_use", "id": "t-1", "name": "get_sales", "input": {}}],
        },
        {
            "role": "user",
            "content": [{"type": "tool_result", "tool_use_id": "t-1", "content": json.dumps(ROWS)}],
        },
    ],
    "responses": [
        QUESTION,
        {"type": "function_call", "call_id": "t-1", "name": "get_sales", "arguments": "{}"},
        {"type": "function_call_output", "call_id": "t-1", "output": json.dumps(ROWS)},
    ],
}
"""A conversation as clients send it to each endpoint."""


@pytest.fixture
def http(connected: Connect) -> HttpCaller:
    return connected()


@pytest.fixture
def gateway(http: HttpCaller, request: pytest.FixtureRequest) -> Agentgateway:
    return Agentgateway(http, x_request_id=request.node.name[:100])


def read_action(reply: Reply) -> str:
    """What agentgateway does: it takes the first kind of action whose fields are all there."""
    assert reply.status == 200
    action = reply.json["action"]
    if isinstance(action.get("body"), dict):
        return "mask"
    return "reject" if "status_code" in action and "body" in action else "pass"


class TestAnswers:
    def test_one_that_the_tools_of_its_request_bear_out_passes(self, gateway: Agentgateway) -> None:
        assert read_action(gateway.ask()) == "pass"
        assert read_action(gateway.answer(RIGHT)) == "pass"

    def test_one_that_they_contradict_is_rejected(self, gateway: Agentgateway) -> None:
        gateway.ask()
        reply = gateway.answer(RIGHT, WRONG)
        assert read_action(reply) == "reject"
        action = reply.json["action"]
        assert action["status_code"] == 422
        error = json.loads(action["body"])["error"]
        assert error["code"] == "held"
        assert error["message"] == action["reason"]
        assert "CLAIM_NOT_FOUND" in action["reason"]

    def test_numbers_of_one_whose_request_is_unknown_are_held(self, gateway: Agentgateway) -> None:
        assert read_action(gateway.answer(RIGHT)) == "reject"

    @pytest.mark.parametrize("texts", [[], [""], ["I cannot say."]])
    def test_what_states_nothing_passes(self, gateway: Agentgateway, texts: list[str]) -> None:
        assert read_action(gateway.answer(*texts)) == "pass"

    def test_the_repaired_text_goes_out(self, connected: Connect) -> None:
        gateway = Agentgateway(connected(repair=True), x_request_id="r-1")
        gateway.ask()
        reply = gateway.answer("Sales grew.", WRONG)
        assert read_action(reply) == "mask"
        choices = reply.json["action"]["body"]["choices"]
        assert [one["message"]["content"] for one in choices] == ["Sales grew.", RIGHT]


class TestTraces:
    def test_hooks_of_one_trace_belong_together(self, http: HttpCaller) -> None:
        Agentgateway(http, traceparent=f"00-{TRACE}-00f067aa0ba902b7-01").ask()
        same = Agentgateway(http, traceparent=f"00-{TRACE}-b9c7c989f97918e1-01")
        assert read_action(same.answer(RIGHT)) == "pass"

    def test_those_of_two_requests_do_not(self, http: HttpCaller) -> None:
        one, other = (Agentgateway(http, x_request_id=name) for name in ("one", "other"))
        one.ask(ROWS)
        assert read_action(other.answer(RIGHT)) == "reject"

    def test_a_request_id_goes_before_a_trace(self, http: HttpCaller) -> None:
        traced = f"00-{TRACE[::-1]}-00f067aa0ba902b7-01"
        Agentgateway(http, traceparent=traced, x_request_id="first").ask()
        second = Agentgateway(http, traceparent=traced, x_request_id="second")
        assert read_action(second.answer(RIGHT)) == "reject"

    @pytest.mark.parametrize("headers", [{}, {"traceparent": "00"}, {"x_request_id": ""}])
    def test_without_an_id_nothing_is_known(
        self, http: HttpCaller, headers: dict[str, str]
    ) -> None:
        gateway = Agentgateway(http, **headers)
        assert read_action(gateway.ask()) == "pass"
        assert read_action(gateway.answer(RIGHT)) == "reject"

    @pytest.mark.parametrize("form", RAW)
    def test_messages_as_they_came_are_read_in_their_form(
        self, http: HttpCaller, form: str
    ) -> None:
        said = {"messages": RAW[form], "model": "gpt-4o-mini"}
        assert http.post("/request", said, x_request_id=form).status == 200
        gateway = Agentgateway(http, x_request_id=form)
        assert read_action(gateway.answer(RIGHT)) == "pass"
        assert read_action(gateway.answer(WRONG)) == "reject"


class TestBodies:
    @pytest.mark.parametrize(
        "body",
        [
            {},
            {"body": {"choices": {}}},
            {"body": {"choices": [{"message": {"role": "assistant"}}]}},
            {"body": {"choices": [{"message": {"content": 4321}}]}},
            {"body": {"choices": [{"message": {"content": None}}]}},
            {"body": {"messages": []}},
        ],
    )
    def test_wrong_answers_are_refused(self, http: HttpCaller, body: object) -> None:
        reply = http.post("/response", body)
        assert reply.error == (400, "invalid_argument", "REQUEST_MALFORMED")

    @pytest.mark.parametrize(
        "body",
        [{}, {"body": {}}, {"body": {"messages": "hello"}}, {"body": {"choices": []}}, []],
    )
    def test_wrong_requests_are_refused(self, http: HttpCaller, body: object) -> None:
        reply = http.post("/request", body)
        assert reply.error == (400, "invalid_argument", "REQUEST_MALFORMED")
