"""A collector of OpenTelemetry on loopback: it keeps the traces and log records it receives."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import grpc
from opentelemetry.proto.collector.logs.v1 import logs_service_pb2, logs_service_pb2_grpc
from opentelemetry.proto.collector.trace.v1 import trace_service_pb2, trace_service_pb2_grpc
from opentelemetry.proto.logs.v1.logs_pb2 import LogRecord
from opentelemetry.proto.trace.v1.trace_pb2 import Span

T = TypeVar("T")


class Collector:
    """What was received.

    Attributes:
        received: The requests, in order.
        answering: What it waits for before it answers.
        endpoint: Where it listens.
    """

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.answering = threading.Event()
        self.answering.set()
        self.endpoint = ""

    def keep(self, request: Any) -> None:
        """Keep a request, once it may be answered."""
        self.answering.wait(20)
        self.received.append(request)

    def spans(self, count: int) -> list[Span]:
        """All spans, once there are so many."""
        return self._wait(count, self._spans)

    def events(self, count: int) -> list[LogRecord]:
        """All log records, once there are so many."""
        return self._wait(count, self._events)

    def _wait(self, count: int, find: Callable[[], list[T]]) -> list[T]:
        give_up = time.monotonic() + 60
        while len(found := find()) < count and time.monotonic() < give_up:
            time.sleep(0.02)
        assert len(found) == count
        return found

    def _spans(self) -> list[Span]:
        resources = [each for received in self.received for each in received.resource_spans]
        return [span for each in resources for scope in each.scope_spans for span in scope.spans]

    def _events(self) -> list[LogRecord]:
        resources = [each for received in self.received for each in received.resource_logs]
        scopes = [scope for each in resources for scope in each.scope_logs]
        return [record for scope in scopes for record in scope.log_records]


class _Traces(trace_service_pb2_grpc.TraceServiceServicer):
    def __init__(self, collector: Collector) -> None:
        self._collector = collector

    def Export(self, request: Any, context: Any) -> Any:  # noqa: N802 (named by OTLP)
        del context
        self._collector.keep(request)
        return trace_service_pb2.ExportTraceServiceResponse()


class _Logs(logs_service_pb2_grpc.LogsServiceServicer):
    def __init__(self, collector: Collector) -> None:
        self._collector = collector

    def Export(self, request: Any, context: Any) -> Any:  # noqa: N802 (named by OTLP)
        del context
        self._collector.keep(request)
        return logs_service_pb2.ExportLogsServiceResponse()


@contextlib.contextmanager
def collecting() -> Iterator[Collector]:
    """A collector that listens as long as the context lasts."""
    collector = Collector()
    server = grpc.server(ThreadPoolExecutor(2))
    add_traces: Any = trace_service_pb2_grpc.add_TraceServiceServicer_to_server
    add_logs: Any = logs_service_pb2_grpc.add_LogsServiceServicer_to_server
    add_traces(_Traces(collector), server)
    add_logs(_Logs(collector), server)
    collector.endpoint = f"http://127.0.0.1:{server.add_insecure_port('127.0.0.1:0')}"
    server.start()
    try:
        yield collector
    finally:
        collector.answering.set()
        server.stop(None)
