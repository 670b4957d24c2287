"""Spans in the form of OpenTelemetry. Importing this brings its SDK with it.

A span is made when its call has ended, with the times that it had: the call, and below it one span
for each check and each call to a model. Attributes are counts and words of this program, names of
models, and the request id that the log has as well; never a tenant, a narrative, a cell or the
words of an error. Export happens in a thread of the SDK over a bounded queue: whatever its receiver
does, no call waits for it.
"""

from __future__ import annotations

from grpc import StatusCode as GrpcCode
from opentelemetry.exporter.otlp.proto.grpc.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, StatusCode, set_span_in_context

from sidecar import __version__
from sidecar.instruments.base import CallEnding
from sidecar.instruments.otel import SCOPE, describe_server, find_parent, send_last
from sidecar.instruments.settings import TracingSettings
from sidecar.model.report import CheckResult, Failure
from sidecar.runner import VerificationRun
from sidecar.server.call import Context, ServedCall

_SERVER_FAULTS = {"UNKNOWN", "DEADLINE_EXCEEDED", "UNIMPLEMENTED", "INTERNAL", "UNAVAILABLE"}
"""Status codes that make a server's span an error, by the conventions for RPC."""


class Tracing:
    """Makes spans of calls and of their checks.

    Args:
        settings: Where they go.
    """

    def __init__(self, settings: TracingSettings) -> None:
        exporter = OTLPSpanExporter(endpoint=settings.endpoint or None)
        # Without the handler at exit, which would wait for a receiver that does not answer.
        self._provider = TracerProvider(resource=describe_server(), shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer(SCOPE, __version__)

    def ended(self, call: ServedCall, ending: CallEnding, context: Context) -> None:
        """Make the spans of a call, and tell the log which trace they belong to."""
        service, _, method = call.method.removeprefix("/").partition("/")
        span = self._tracer.start_span(
            f"{service}/{method}",
            find_parent(context),
            SpanKind.SERVER,
            {"rpc.system": call.system, "rpc.service": service, "rpc.method": method},
            start_time=call.started_ns,
        )
        if not span.is_recording():
            return
        span.set_attribute("rpc.grpc.status_code", GrpcCode[ending.status].value[0])
        span.set_attribute("verifyd.request_id", call.request_id)
        if ending.reason:
            span.set_attribute("error.type", ending.reason)
        if ending.status in _SERVER_FAULTS:
            span.set_status(StatusCode.ERROR)
        if call.settled is not None:
            span.set_attribute("verifyd.settlement.kind", call.settled.kind)
            span.set_attribute("verifyd.settlement.result", call.settled.result)
        if call.run is not None:
            _describe(span, call.run)
            self._checks(span, call, call.run)
            self._models(span, call, call.run)
        span.end(call.started_ns + round(ending.seconds * 1e9))
        call.facts["trace_id"] = f"{span.get_span_context().trace_id:032x}"

    def _checks(self, parent: Span, call: ServedCall, run: VerificationRun) -> None:
        below = set_span_in_context(parent)
        for timing, result in zip(run.timings, run.report.results, strict=True):
            start = call.started_ns + round((timing.started - call.started) * 1e9)
            span = self._tracer.start_span(f"check {timing.check}", below, start_time=start)
            _describe_check(span, result)
            span.end(start + round(timing.seconds * 1e9))

    def _models(self, parent: Span, call: ServedCall, run: VerificationRun) -> None:
        """A span for each call to a model, by the conventions for generative AI."""
        below = set_span_in_context(parent)
        for model, started, seconds, reason in run.account.sent:
            start = call.started_ns + round((started - call.started) * 1e9)
            attributes = {"gen_ai.operation.name": "chat", "gen_ai.request.model": model}
            span = self._tracer.start_span(
                f"chat {model}", below, SpanKind.CLIENT, attributes, start_time=start
            )
            if reason:
                span.set_attribute("error.type", reason)
                span.set_status(StatusCode.ERROR)
            span.end(start + round(seconds * 1e9))

    async def stop(self) -> None:
        """Send the last ones."""
        await send_last(self._provider.shutdown)


def _describe(span: Span, run: VerificationRun) -> None:
    span.set_attribute("verifyd.decision", run.report.decision.name)
    span.set_attribute("verifyd.action", run.report.action.name)


def _describe_check(span: Span, result: CheckResult) -> None:
    outcome = result.outcome
    span.set_attribute("verifyd.check", result.check)
    if isinstance(outcome, Failure):
        span.set_attribute("error.type", outcome.reason)
        span.set_status(StatusCode.ERROR)
        return
    span.set_attribute("verifyd.judged", outcome.judged)
    span.set_attribute("verifyd.findings", len(outcome.findings))
