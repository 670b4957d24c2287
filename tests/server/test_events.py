"""Events `gen_ai.evaluation.result`, as the SDK exports them and as a collector receives them."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from calls import RIGHT, WRONG, Calls, chunk, header, refusal, request, stubs
from google.protobuf.json_format import MessageToDict
from http_calls import VERIFY, HttpCaller
from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord
from opentelemetry.sdk._logs.export import InMemoryLogRecordExporter
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes as conventions
from otlp_collector import Collector, collecting

from sidecar.instruments.configured import Instruments
from sidecar.instruments.evaluation import ATTRIBUTES, EVENT
from sidecar.settings.root import Settings
from sidecar.settings.sources import SettingsError

TRACE = "0af7651916cd43dd8448eb211c80319c"
SPAN = "b7ad6b7169203331"
TRACEPARENT = ("traceparent", f"00-{TRACE}-{SPAN}-01")


@pytest.fixture
def collector() -> Iterator[Collector]:
    with collecting() as running:
        yield running


@pytest.fixture
def observed(
    start_server: Callable[..., Any], collector: Collector, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Any]:
    """Starts servers that export to the collector, a few times a second."""
    monkeypatch.setenv("OTEL_BLRP_SCHEDULE_DELAY", "50")

    def start(events: Mapping[str, Any] | None = None, **settings: Any) -> Any:
        own = {"enabled": True, "endpoint": collector.endpoint, **(events or {})}
        return start_server({"events": own} | settings)

    return start


def attributes(record: LogRecord) -> dict[str, Any]:
    return {
        pair.key: getattr(pair.value, pair.value.WhichOneof("value") or "")
        for pair in record.attributes
    }


def by_check(records: list[LogRecord]) -> dict[str, dict[str, Any]]:
    told = [attributes(record) for record in records]
    return {one["gen_ai.evaluation.name"]: one for one in told}


def test_the_names_are_those_of_the_conventions() -> None:
    published = {value for name, value in vars(conventions).items() if name.startswith("GEN_AI_")}
    assert {name for name in ATTRIBUTES if name.startswith("gen_ai.")} <= published
    assert EVENT == "gen_ai.evaluation.result"


class TestOverOtlp:
    def test_one_event_for_each_check_below_the_callers_span(
        self, observed: Any, collector: Collector
    ) -> None:
        before = time.time_ns()
        with observed().channel() as channel:
            metadata = (TRACEPARENT, ("gen-ai-response-id", "chatcmpl-123"))
            Calls(channel).verify(request(WRONG, request_id="r-1"), metadata=metadata)
        records = collector.events(2)
        for record in records:
            assert record.event_name == EVENT
            assert (record.trace_id.hex(), record.span_id.hex()) == (TRACE, SPAN)
            assert before < record.time_unix_nano < time.time_ns()
        assert by_check(records) == {
            "numeric": {
                "gen_ai.evaluation.name": "numeric",
                "gen_ai.evaluation.score.label": "fail",
                "gen_ai.evaluation.score.value": 0.0,
                "gen_ai.evaluation.explanation": "1 judged, 1 with a warning or an error:"
                " CLAIM_NOT_FOUND 1",
                "gen_ai.response.id": "chatcmpl-123",
                "verifyd.request_id": "r-1",
            },
            "consistency": {
                "gen_ai.evaluation.name": "consistency",
                "gen_ai.evaluation.score.label": "nothing_to_judge",
                "gen_ai.evaluation.explanation": "0 judged, 0 with a warning or an error",
                "gen_ai.response.id": "chatcmpl-123",
                "verifyd.request_id": "r-1",
            },
        }
        named = {pair.key for pair in collector.received[0].resource_logs[0].resource.attributes}
        assert {"service.name", "service.version"} <= named

    def test_a_call_over_http_is_no_different(self, observed: Any, collector: Collector) -> None:
        server = observed(server={"http": "tcp://127.0.0.1:0"})
        with HttpCaller(server.http) as caller:
            headers = {"traceparent": TRACEPARENT[1], "gen-ai-response-id": "chatcmpl-123"}
            caller.post(VERIFY, MessageToDict(request(WRONG, checks=["numeric"])), **headers)
        (record,) = collector.events(1)
        assert (record.trace_id.hex(), record.span_id.hex()) == (TRACE, SPAN)
        assert attributes(record)["gen_ai.response.id"] == "chatcmpl-123"

    def test_right_half_right_and_not_finished(self, observed: Any, collector: Collector) -> None:
        server = observed(numeric={"max_numbers": 2})
        half = "Sales were 1,234 in the North and 55 in the South."
        with server.channel() as channel:
            calls = Calls(channel)
            for text in (RIGHT, half, "We sold 11, 12 and 13 boats."):
                calls.verify(request(text, checks=["numeric"]))
        right, wrong, unknown = map(attributes, collector.events(3))
        assert right["gen_ai.evaluation.score.label"] == "pass"
        assert right["gen_ai.evaluation.score.value"] == 1.0
        assert wrong["gen_ai.evaluation.score.label"] == "fail"
        assert wrong["gen_ai.evaluation.score.value"] == 0.5
        assert unknown["gen_ai.evaluation.score.label"] == "unverified"
        assert "gen_ai.evaluation.score.value" not in unknown
        assert unknown["error.type"] == "TOO_MANY_NUMBERS"

    @pytest.mark.parametrize("given", [(), (("gen-ai-response-id", "x" * 129),)])
    def test_without_a_response_id_it_is_the_request_id(
        self, observed: Any, collector: Collector, given: tuple[tuple[str, str], ...]
    ) -> None:
        with observed().channel() as channel:
            Calls(channel).verify(request(request_id="r-2", checks=["numeric"]), metadata=given)
        (record,) = collector.events(1)
        assert attributes(record)["gen_ai.response.id"] == "r-2"
        assert record.trace_id == record.span_id == b""

    def test_calls_without_a_report_send_nothing(self, observed: Any, collector: Collector) -> None:
        server = observed()
        with server.channel() as channel:
            calls = Calls(channel)
            calls.list_checks()
            refusal(lambda: calls.verify(request("   ")))
            calls.verify(request(checks=["numeric"]))
        assert server.stop() == 0
        collector.events(1)

    def test_messages_only_where_the_settings_allow_quotes(
        self, observed: Any, collector: Collector
    ) -> None:
        with observed({"quotes": True}).channel() as channel:
            Calls(channel).verify(request(WRONG, checks=["numeric"]))
        (record,) = collector.events(1)
        assert "'4,321'" in attributes(record)["gen_ai.evaluation.explanation"]


def test_no_content_leaves_the_server(observed: Any, collector: Collector) -> None:
    with observed(structure={"max_depth": 2}).channel() as channel:
        calls = Calls(channel)
        data = json.dumps([{"zebracolumn": 1234, "zebracell": "zebravalue"}]).encode()
        handle = calls.put([header("zebraquery"), chunk(data)]).handle
        calls.verify(request("The zebratext sold 98765.", handles=[handle]))
        calls.verify(request("- zebra 60 %\n- zebra 30 %\n", handles=[handle]))
        collector.events(4)
    sent = b"".join(received.SerializeToString() for received in collector.received)
    for word in (b"zebra", b"98765", b"local", handle.encode()):
        assert word not in sent


class TestFailure:
    def test_a_receiver_that_is_not_there_costs_neither_calls_nor_the_exit(
        self, start_server: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("OTEL_BLRP_SCHEDULE_DELAY", "20")
        served_and_gone(start_server({"events": {"enabled": True, "endpoint": "http://[::1]:9"}}))

    def test_nor_does_one_that_never_answers(self, observed: Any, collector: Collector) -> None:
        collector.answering.clear()
        served_and_gone(observed())

    def test_without_the_extra_the_server_says_what_to_install(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delitem(sys.modules, "sidecar.instruments.events", raising=False)
        monkeypatch.setitem(sys.modules, "opentelemetry.sdk._logs", None)
        settings = Settings.model_validate({"events": {"enabled": True}})
        with pytest.raises(SettingsError, match=r"events.enabled: .* verifyd-sidecar\[otel\]"):
            Instruments(settings)


def served_and_gone(server: Any) -> None:
    with server.channel() as channel:
        for _ in range(30):
            Calls(channel).verify(request())
    assert server.stop() == 0
    levels = {line["level"] for line in server.log_lines() if "sidecar" in line["logger"]}
    assert levels == {"info"}


async def test_the_sdk_holds_the_same_in_memory(
    serve: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sidecar.instruments import events  # noqa: PLC0415 (brings the SDK)

    exporter = InMemoryLogRecordExporter()  # type: ignore[no-untyped-call]
    monkeypatch.setattr(events, "OTLPLogExporter", lambda **_: exporter)
    async with serve({"events": {"enabled": True}}) as (_, channel):
        await stubs(channel)[0].Verify(request(WRONG), metadata=(TRACEPARENT,))
    records = [one.log_record for one in exporter.get_finished_logs()]
    assert {record.event_name for record in records} == {EVENT}
    assert {record.span_id for record in records} == {int(SPAN, 16)}
    labels = {(record.attributes or {})["gen_ai.evaluation.score.label"] for record in records}
    assert labels == {"fail", "nothing_to_judge"}


def test_nothing_is_imported_unless_asked_for() -> None:
    script = (
        "import sys\n"
        "from sidecar.instruments.configured import Instruments\n"
        "from sidecar.settings.root import Settings\n"
        "Instruments(Settings())\n"
        "print(any(m.startswith('opentelemetry') for m in sys.modules), end=' ')\n"
        "Instruments(Settings.model_validate({'events': {'enabled': True}}))\n"
        "print(any(m.startswith('opentelemetry') for m in sys.modules))\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert ran.stdout.split() == [b"False", b"True"]
