"""Traces, as an OpenTelemetry collector receives them from a real server."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import grpc
import pytest
from calls import RIGHT, WRONG, Calls, chunk, header, refusal, request
from claim_requests import FALSE, claims_request, judged_by, said
from http_calls import LIST_CHECKS, HttpCaller
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status
from otlp_collector import Collector, collecting
from verifyd import Client, Money

from bench.model_endpoint import endpoint
from sidecar.instruments.configured import Instruments
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"
VERIFY = "verifyd.v1.VerifyService/Verify"
WORDS = {"metric": "word_count", "metric_type": "count", "comparison": "gte", "threshold": 2}


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as running:
        yield running


@pytest.fixture
def traced(
    start_server: Callable[..., Any], collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Starts servers that export to the collector, a few times a second."""
    monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "50")

    def start(**settings: Any) -> Any:
        tracing = {"enabled": True, "endpoint": collector.endpoint}
        return start_server({"tracing": tracing} | settings)

    return start


def attributes(span: Span) -> dict[str, Any]:
    return {
        pair.key: getattr(pair.value, pair.value.WhichOneof("value") or "")
        for pair in span.attributes
    }


class TestSpans:
    def test_a_call_to_a_model(self, traced: Any, collector: Collector) -> None:
        with endpoint() as known:
            server = traced(**judged_by(known.url))
            with server.channel() as channel:
                calls = Calls(channel)
                known.content = said({"quotes": ["In 2024 the staff was 1,234"]})
                calls.verify(claims_request())
                known.content = None
                calls.verify(claims_request(FALSE))
        spans = collector.spans(6)
        models = [span for span in spans if span.kind == Span.SPAN_KIND_CLIENT]
        assert [span.name for span in models] == ["chat m", "chat m"]
        own = {"gen_ai.operation.name": "chat", "gen_ai.request.model": "m"}
        assert attributes(models[0]) == own
        assert attributes(models[1]) == own | {"error.type": "JUDGE_REFUSED"}
        called = {span.span_id: span for span in spans if span.kind == Span.SPAN_KIND_SERVER}
        for span in models:
            call = called[span.parent_span_id]
            assert call.start_time_unix_nano < span.start_time_unix_nano
            assert span.start_time_unix_nano < span.end_time_unix_nano < call.end_time_unix_nano

    def test_a_call_over_http_is_part_of_its_callers_trace(
        self, traced: Any, collector: Collector
    ) -> None:
        server = traced(server={"http": "tcp://127.0.0.1:0"})
        with HttpCaller(server.http) as http:
            http.post(LIST_CHECKS, {}, traceparent=f"00-{TRACE}-{PARENT}-01")
        (call,) = collector.spans(1)
        assert (call.trace_id.hex(), call.parent_span_id.hex()) == (TRACE, PARENT)
        assert attributes(call)["rpc.system"] == "connect_rpc"

    def test_a_call_and_its_checks(self, traced: Any, collector: Collector) -> None:
        server = traced()
        before = time.time_ns()
        with server.channel() as channel:
            Calls(channel).verify(request(WRONG, request_id="r-1"))
        after = time.time_ns()
        call, *checks = sorted(collector.spans(3), key=lambda s: s.parent_span_id)
        assert (call.name, call.kind) == (VERIFY, Span.SPAN_KIND_SERVER)
        assert attributes(call) == {
            "rpc.system": "grpc",
            "rpc.service": "verifyd.v1.VerifyService",
            "rpc.method": "Verify",
            "rpc.grpc.status_code": 0,
            "verifyd.request_id": "r-1",
            "verifyd.decision": "FAIL",
            "verifyd.action": "HOLD",
        }
        assert {check.name for check in checks} == {"check numeric", "check consistency"}
        for check in checks:
            assert check.parent_span_id == call.span_id
            assert check.trace_id == call.trace_id
            assert before < call.start_time_unix_nano <= check.start_time_unix_nano
            assert check.start_time_unix_nano < check.end_time_unix_nano
            assert check.end_time_unix_nano <= call.end_time_unix_nano < after
        (numeric,) = [check for check in checks if check.name == "check numeric"]
        assert attributes(numeric) == {
            "verifyd.check": "numeric",
            "verifyd.judged": 1,
            "verifyd.findings": 1,
        }
        server.stop()  # lines are written in batches, the last of them by now
        (line,) = [line for line in server.log_lines() if line["message"] == "call"]
        assert line["trace_id"] == call.trace_id.hex()

    def test_a_settlement(self, traced: Any, collector: Collector, tmp_path: Path) -> None:
        server = traced(store={"url": f"sqlite://{tmp_path}/v.db", "migrate": True})
        with Client(server.target) as client:
            for _ in range(2):
                client.settle_outcome(
                    {"criteria": [WORDS]},
                    {"text": "two words"},
                    contract_id="contract",
                    agent_id="agent",
                    consumer_id="consumer",
                    key="key",
                    base_cost=Money(Decimal("17.29"), "USD"),
                )
        first, again = sorted(collector.spans(2), key=lambda span: span.start_time_unix_nano)
        assert first.name == "verifyd.v1.OutcomeService/SettleOutcome"
        told = attributes(first)
        assert told["verifyd.settlement.kind"] == "SETTLEMENT"
        assert told["verifyd.settlement.result"] == "SUCCESS"
        assert attributes(again)["verifyd.settlement.result"] == "REPLAYED"
        for secret in ("17", "contract", "consumer"):  # neither amounts nor who is meant
            assert secret not in json.dumps({k: v for k, v in told.items() if "id" not in k})

    def test_the_resource_is_named(
        self, traced: Any, collector: Collector, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=test")
        with traced().channel() as channel:
            Calls(channel).list_checks()
        collector.spans(1)
        resource = collector.received[0].resource_spans[0].resource
        named = {pair.key: pair.value.string_value for pair in resource.attributes}
        assert named["service.name"] == "verifyd"
        assert named["deployment.environment.name"] == "test"

    def test_a_refusal_is_no_error_of_the_servers(self, traced: Any, collector: Collector) -> None:
        with traced().channel() as channel:
            refusal(lambda: Calls(channel).verify(request("   ")))
        (call,) = collector.spans(1)
        assert attributes(call)["error.type"] == "NARRATIVE_EMPTY"
        assert attributes(call)["rpc.grpc.status_code"] == 3
        assert call.status.code == Status.STATUS_CODE_UNSET

    def test_a_check_that_could_not_finish_is_an_error_the_call_is_not(
        self, traced: Any, collector: Collector
    ) -> None:
        with traced(numeric={"max_numbers": 1}).channel() as channel:
            Calls(channel).verify(request(RIGHT, checks=["numeric"]))
        call, check = sorted(collector.spans(2), key=lambda span: span.parent_span_id)
        assert attributes(check)["error.type"] == "TOO_MANY_NUMBERS"
        assert check.status.code == Status.STATUS_CODE_ERROR
        assert attributes(call)["verifyd.decision"] == "UNVERIFIED"
        assert call.status.code == Status.STATUS_CODE_UNSET

    def test_a_call_that_its_client_cancelled(self, traced: Any, collector: Collector) -> None:
        ended = threading.Event()

        def pieces() -> Iterator[Any]:
            yield header()
            ended.wait(20)

        with traced().channel() as channel:
            calls = Calls(channel)
            upload = calls.start_put(pieces())
            time.sleep(0.2)
            upload.cancel()
            (call,) = collector.spans(1)
            ended.set()
        assert attributes(call)["rpc.grpc.status_code"] == grpc.StatusCode.CANCELLED.value[0]


class TestContext:
    def test_the_callers_trace_goes_on(self, traced: Any, collector: Collector) -> None:
        with traced().channel() as channel:
            metadata = (("traceparent", f"00-{TRACE}-{PARENT}-01"), ("tracestate", "vendor=1"))
            Calls(channel).verify(request(), metadata=metadata)
        spans = collector.spans(3)
        assert {span.trace_id.hex() for span in spans} == {TRACE}
        (call,) = [span for span in spans if span.name == VERIFY]
        assert call.parent_span_id.hex() == PARENT
        assert call.trace_state == "vendor=1"

    def test_what_the_caller_does_not_sample_is_not_exported(
        self, traced: Any, collector: Collector
    ) -> None:
        server = traced()
        with server.channel() as channel:
            calls = Calls(channel)
            calls.verify(request(), metadata=(("traceparent", f"00-{TRACE}-{PARENT}-00"),))
            calls.list_checks()  # this one is
        (span,) = collector.spans(1)
        assert span.name.endswith("ListChecks")
        server.stop()  # lines are written in batches, the last of them by now
        assert "trace_id" not in next(line for line in server.log_lines() if "decision" in line)

    @pytest.mark.parametrize("parent", ["", "nonsense", f"00-{'0' * 32}-{PARENT}-01", "x" * 4000])
    def test_a_parent_that_is_none_begins_a_new_trace(
        self, traced: Any, collector: Collector, parent: str
    ) -> None:
        with traced().channel() as channel:
            Calls(channel).verify(request(), metadata=(("traceparent", parent),))
        assert {span.trace_id.hex() for span in collector.spans(3)} != {TRACE}


def test_no_content_leaves_the_server(traced: Any, collector: Collector) -> None:
    with traced().channel() as channel:
        calls = Calls(channel)
        data = json.dumps([{"zebracolumn": 1234, "zebracell": "zebravalue"}]).encode()
        handle = calls.put([header("zebraquery"), chunk(data)]).handle
        calls.verify(request("The zebratext sold 98765.", handles=[handle]))
        refusal(lambda: calls.verify(request("zebra 1", checks=["zebracheck"])))
        refusal(lambda: calls.get("zebrahandle"))
        collector.spans(6)
    sent = b"".join(received.SerializeToString() for received in collector.received)
    for word in (b"zebra", b"98765", b"local", handle.encode()):
        assert word not in sent


class TestFailure:
    def test_a_receiver_that_is_not_there_costs_neither_calls_nor_the_exit(
        self, start_server: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "20")
        server = start_server({"tracing": {"enabled": True, "endpoint": "http://127.0.0.1:9"}})
        self.served_and_gone(server)

    def test_nor_does_one_that_never_answers(self, traced: Any, collector: Collector) -> None:
        collector.answering.clear()
        self.served_and_gone(traced())

    def served_and_gone(self, server: Any) -> None:
        with server.channel() as channel:
            calls = Calls(channel)
            for _ in range(30):
                calls.verify(request())
            time.sleep(0.1)  # an export is failing now
            for _ in range(30):
                calls.verify(request())
        assert server.stop() == 0
        levels = {line["level"] for line in server.log_lines() if "sidecar" in line["logger"]}
        assert levels == {"info"}

    def test_the_last_spans_go_out_when_the_server_stops(
        self, start_server: Any, collector: Collector
    ) -> None:
        server = start_server({"tracing": {"enabled": True, "endpoint": collector.endpoint}})
        with server.channel() as channel:
            Calls(channel).verify(request())
        assert server.stop() == 0
        assert len(collector.spans(3)) == 3

    def test_without_the_extra_the_server_says_what_to_install(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("otel", "tracing"):
            monkeypatch.delitem(sys.modules, f"sidecar.instruments.{name}", raising=False)
        monkeypatch.setitem(sys.modules, "opentelemetry.sdk.resources", None)
        settings = Settings.model_validate({"tracing": {"enabled": True}})
        with pytest.raises(SettingsError, match=r"verifyd-sidecar\[otel\]"):
            Instruments(settings)


def test_a_variable_of_the_environment_alone_sends_nothing(
    start_server: Any, collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Trap: platforms set it in every container; a sidecar that promises silence stays silent.
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint)
    server = start_server()
    with server.channel() as channel:
        Calls(channel).verify(request())
    server.stop()
    assert collector.received == []
    enabled = start_server({"tracing": {"enabled": True}})
    with enabled.channel() as channel:
        Calls(channel).verify(request())
    enabled.stop()
    assert len(collector.spans(3)) == 3
