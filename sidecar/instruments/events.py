"""Events of OpenTelemetry: one for each check of a report. Importing this brings its SDK with it.

An event belongs to the caller's span, since it judges what was generated there. Export happens in a
thread of the SDK over a bounded queue: whatever its receiver does, no call waits for it.
"""

from __future__ import annotations

from opentelemetry._logs import LogRecord, SeverityNumber
from opentelemetry.exporter.otlp.proto.grpc._log_exporter import OTLPLogExporter
from opentelemetry.sdk._logs import LoggerProvider
from opentelemetry.sdk._logs.export import BatchLogRecordProcessor

from sidecar import __version__
from sidecar.instruments.base import CallEnding
from sidecar.instruments.evaluation import EVENT, RESPONSE_ID, Evaluation, describe_evaluation
from sidecar.instruments.otel import SCOPE, describe_server, find_parent, send_last
from sidecar.instruments.settings import EventsSettings
from sidecar.server.call import MAX_REQUEST_ID, Context, ServedCall


class EvaluationEvents:
    """Sends what each check of a call came to.

    Args:
        settings: Where events go, and what they may hold.
    """

    def __init__(self, settings: EventsSettings) -> None:
        self._quotes = settings.quotes
        # Without the handler at exit, which would wait for a receiver that does not answer.
        self._provider = LoggerProvider(describe_server(), shutdown_on_exit=False)
        exporter = OTLPLogExporter(endpoint=settings.endpoint or None)
        self._provider.add_log_record_processor(BatchLogRecordProcessor(exporter))
        self._logger = self._provider.get_logger(SCOPE, __version__)

    def ended(self, call: ServedCall, ending: CallEnding, context: Context) -> None:
        """Send the events of a call, if it has a report."""
        if call.run is None:
            return
        parent = find_parent(context)
        response_id = _find_response_id(context) or call.request_id
        at = call.started_ns + round(ending.seconds * 1e9)
        for result in call.run.report.results:
            one = Evaluation(result, call.request_id, response_id, self._quotes)
            record = LogRecord(
                timestamp=at,
                context=parent,
                severity_number=SeverityNumber.INFO,
                attributes=describe_evaluation(one),
                event_name=EVENT,
            )
            self._logger.emit(record)

    async def stop(self) -> None:
        """Send the last ones."""
        await send_last(self._provider.shutdown)


def _find_response_id(context: Context) -> str:
    """The id in the metadata of the call; "" where there is none, or none that fits a log line."""
    for key, value in context.invocation_metadata() or ():
        if key == RESPONSE_ID and isinstance(value, str) and len(value) <= MAX_REQUEST_ID:
            return value
    return ""
