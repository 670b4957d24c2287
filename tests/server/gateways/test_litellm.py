"""LiteLLM's Generic Guardrail API over a real socket."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from gateway_calls import CALL, LITELLM, RIGHT, ROWS, WRONG, LiteLLM, gateways, messages
from http_calls import HttpCaller
from pydantic import ValidationError

from sidecar.settings.root import Settings

Connect = Callable[..., HttpCaller]
NOTHING = {"action": "NONE"}


@pytest.fixture
def http(connected: Connect) -> HttpCaller:
    return connected()


@pytest.fixture
def proxy(http: HttpCaller, request: pytest.FixtureRequest) -> LiteLLM:
    return LiteLLM(http, request.node.name[:100])


def refund(order_id: str) -> dict[str, Any]:
    """A tool call that an answer makes."""
    arguments = json.dumps({"order_id": order_id})
    return {**CALL, "id": "call-2", "function": {"name": "refund", "arguments": arguments}}


class TestAnswers:
    def test_one_that_the_tools_of_its_request_bear_out_goes_on(self, proxy: LiteLLM) -> None:
        assert proxy.ask().json == NOTHING
        assert proxy.answer(RIGHT).json == NOTHING

    def test_one_that_they_contradict_is_blocked_for_a_reason(self, proxy: LiteLLM) -> None:
        proxy.ask()
        reply = proxy.answer(WRONG).json
        assert reply["action"] == "BLOCKED"
        assert reply["blocked_reason"].startswith("held by verifyd: CLAIM_NOT_FOUND\n")
        assert '"Sales were 1,234 in the North."' in reply["blocked_reason"]

    def test_one_of_several_is_enough_to_block_all(self, proxy: LiteLLM) -> None:
        proxy.ask()
        assert proxy.answer(RIGHT, WRONG).json["action"] == "BLOCKED"

    def test_messages_that_come_with_it_count(self, proxy: LiteLLM) -> None:
        assert proxy.answer(RIGHT, structured_messages=messages()).json == NOTHING
        assert proxy.answer(WRONG, structured_messages=messages()).json["action"] == "BLOCKED"

    def test_numbers_of_one_whose_request_is_unknown_are_held(self, proxy: LiteLLM) -> None:
        assert proxy.answer(RIGHT).json["action"] == "BLOCKED"

    def test_words_without_numbers_need_no_evidence(self, proxy: LiteLLM) -> None:
        assert proxy.answer("I cannot say.").json == NOTHING

    @pytest.mark.parametrize("texts", [[], ["", " \n"]])
    def test_nothing_said_is_nothing_to_hold(self, proxy: LiteLLM, texts: list[str]) -> None:
        assert proxy.answer(*texts).json == NOTHING

    def test_a_number_of_the_question_is_no_evidence(self, proxy: LiteLLM) -> None:
        question = [{"role": "user", "content": "Are our 12 shops open?"}]
        proxy.ask(structured_messages=question, texts=["Are our 12 shops open?"])
        assert proxy.answer("All 12 shops are open.").json["action"] == "BLOCKED"


class TestToolCalls:
    def test_one_with_a_value_from_the_conversation_goes_on(self, proxy: LiteLLM) -> None:
        proxy.ask()
        assert proxy.answer(tool_calls=[refund("A-17")]).json == NOTHING

    def test_one_with_a_value_from_nowhere_is_blocked(self, proxy: LiteLLM) -> None:
        proxy.ask()
        reply = proxy.answer(tool_calls=[refund("B-99")]).json
        assert reply["action"] == "BLOCKED"
        assert "ARGUMENT" in reply["blocked_reason"]

    def test_one_is_blocked_beside_a_right_text(self, proxy: LiteLLM) -> None:
        proxy.ask()
        assert proxy.answer(RIGHT, tool_calls=[refund("B-99")]).json["action"] == "BLOCKED"


class TestTraces:
    def test_the_latest_request_of_a_call_counts(self, proxy: LiteLLM) -> None:
        proxy.ask()
        proxy.ask([{"region": "North", "sales": 4321}])
        assert proxy.answer(WRONG).json == NOTHING
        assert proxy.answer(RIGHT).json["action"] == "BLOCKED"

    def test_a_request_without_messages_replaces_one_that_had_some(self, proxy: LiteLLM) -> None:
        proxy.ask()
        proxy.ask(structured_messages=None)
        assert proxy.answer(RIGHT).json["action"] == "BLOCKED"

    def test_calls_of_one_conversation_are_not_mixed(self, http: HttpCaller) -> None:
        one, other = LiteLLM(http, "one"), LiteLLM(http, "other")
        one.ask()
        other.ask([{"region": "North", "sales": 4321}])
        assert one.answer(RIGHT).json == NOTHING
        assert one.answer(WRONG).json["action"] == "BLOCKED"

    def test_nor_are_those_of_two_virtual_keys(self, proxy: LiteLLM) -> None:
        proxy.ask(request_data={"user_api_key_hash": "another"})
        assert proxy.answer(RIGHT).json["action"] == "BLOCKED"

    def test_the_id_of_the_conversation_counts_where_there_is_no_other(
        self, http: HttpCaller
    ) -> None:
        proxy = LiteLLM(http, None)
        proxy.ask(litellm_trace_id="t-1")
        assert proxy.answer(RIGHT, litellm_trace_id="t-1").json == NOTHING
        assert proxy.answer(RIGHT, litellm_trace_id="t-2").json["action"] == "BLOCKED"

    def test_without_any_id_nothing_is_known(self, http: HttpCaller) -> None:
        proxy = LiteLLM(http, None)
        proxy.ask(litellm_trace_id=None)
        assert proxy.answer(RIGHT, litellm_trace_id=None).json["action"] == "BLOCKED"


class TestRepairs:
    def test_the_repaired_text_goes_out(self, connected: Connect) -> None:
        proxy = LiteLLM(connected(repair=True))
        proxy.ask()
        reply = proxy.answer("Sales grew.", WRONG).json
        assert reply == {"action": "GUARDRAIL_INTERVENED", "texts": ["Sales grew.", RIGHT]}

    @pytest.mark.parametrize("repair", [False, True])
    def test_the_log_warns_of_streams(self, start_server: Any, *, repair: bool) -> None:
        server = start_server(gateways(repair=repair))
        server.stop()
        warned = [line for line in server.log_lines() if line["level"] == "warning"]
        assert any("gateways.repair" in line["message"] for line in warned) is repair

    def test_a_number_that_nothing_replaces_blocks_it(self, connected: Connect) -> None:
        proxy = LiteLLM(connected(repair=True), "unknown")
        assert proxy.answer(WRONG).json["action"] == "BLOCKED"

    def test_a_tool_call_is_not_repaired(self, connected: Connect) -> None:
        proxy = LiteLLM(connected(repair=True))
        proxy.ask()
        assert proxy.answer(WRONG, tool_calls=[refund("B-99")]).json["action"] == "BLOCKED"


class TestBodies:
    @pytest.mark.parametrize(
        "changed",
        [
            {"input_type": "reply"},
            {"texts": "Sales were 4,321."},
            {"texts": [4321]},
            {"texts": ["a"] * 201},
            {"tool_calls": ["refund"]},
            {"tool_calls": [{"function": {"arguments": "{}"}}]},
            {"structured_messages": [["user", "hello"]]},
            {"structured_messages": [{"role": "judge", "content": "hello"}]},
            {"litellm_call_id": 7},
            {"litellm_call_id": "x" * 300},
            {"litellm_call_id": "a\nb"},
            {"request_data": None},
        ],
    )
    def test_wrong_types_are_refused(self, proxy: LiteLLM, changed: dict[str, Any]) -> None:
        reply = proxy.post(**{"texts": [WRONG]} | changed)
        assert reply.status == 400
        assert reply.json["code"] == "invalid_argument"

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"[]",
            b"{}",
            b'{"input_type": "response", "request_data": {}}',
            b'{"input_type": "response", "request_data": {}, "texts": ["\\ud800"]}',
            b'{"input_type": "response", "request_data": {}, "texts": ["\xff"]}',
            b"[" * 100_000,
            b'{"input_type": "response", "texts": ["' + b"a" * 2_000_000,
            b'{"texts": [' + b'{"a":' * 50_000,
        ],
    )
    def test_what_litellm_never_sends_is_refused(self, http: HttpCaller, body: bytes) -> None:
        reply = http.post(LITELLM, body)
        assert reply.error == (400, "invalid_argument", "REQUEST_MALFORMED")

    def test_fields_of_later_versions_are_passed_over(self, proxy: LiteLLM) -> None:
        assert proxy.answer("Hello.", new_field={"a": [1]}).json == NOTHING

    def test_deep_rows_are_refused_once_they_are_needed(self, proxy: LiteLLM) -> None:
        deep: Any = "x"
        for _ in range(150):
            deep = [deep]
        proxy.ask(structured_messages=[{"role": "tool", "content": deep, "tool_call_id": "c"}])
        assert proxy.answer(WRONG).json.get("action") != "NONE"

    def test_what_is_too_large_is_refused(self, http: HttpCaller) -> None:
        assert http.post(LITELLM, b" " * 5_000_000).error == (429, "resource_exhausted", "")

    def test_it_is_called_with_post(self, http: HttpCaller) -> None:
        assert http.request("GET", LITELLM).status == 405

    def test_pages_of_a_browser_may_not_call(self, http: HttpCaller) -> None:
        assert http.post(LITELLM, {}, origin="https://example.org").status == 403


class TestCallers:
    def test_the_key_that_litellm_sends_is_the_token(self, tenants: Any) -> None:
        with HttpCaller(tenants.http) as http:
            body = {"input_type": "response", "texts": ["Hello."], "request_data": {}}
            assert http.post(LITELLM, body).status == 401
            assert http.post(LITELLM, body, x_api_key="another").status == 401
            assert http.post(LITELLM, body, x_api_key="finance").json == NOTHING
            wrong = {"x_api_key": "finance", "authorization": "Bearer another"}
            assert http.post(LITELLM, body, **wrong).status == 401

    def test_a_request_of_one_tenant_is_no_evidence_of_another(self, tenants: Any) -> None:
        with (
            HttpCaller(tenants.http, "finance") as finance,
            HttpCaller(tenants.http, "health") as health,
        ):
            LiteLLM(finance).ask(ROWS)
            assert LiteLLM(health).answer(RIGHT).json["action"] == "BLOCKED"
            assert LiteLLM(finance).answer(RIGHT).json == NOTHING
        tenants.stop()
        lines = [line for line in tenants.log_lines() if line.get("hook") == "response"]
        assert [(line["tenant"], line["conversation_known"]) for line in lines] == [
            ("health", False),
            ("finance", True),
        ]
        assert {line["method"] for line in lines} == {"/verifyd.gateways/LiteLLM"}


def test_without_the_setting_there_is_no_webhook(http_server: Any) -> None:
    with HttpCaller(http_server.http) as http:
        assert LiteLLM(http).answer("Hello.").status == 404


def test_webhooks_need_the_address_of_http() -> None:
    with pytest.raises(ValidationError, match=r"gateways\.enabled needs server\.http"):
        Settings.model_validate({"gateways": {"enabled": True}})
