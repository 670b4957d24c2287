"""What spans and events of OpenTelemetry share: who sends them, whose trace they continue, the end.

Importing this brings its SDK with it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Thread

from opentelemetry.context import Context as TraceContext
from opentelemetry.sdk.resources import OTELResourceDetector, Resource
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from sidecar import __version__
from sidecar.server.call import Context

SCOPE = "verifyd"
"""Name of the instrumentation."""

LAST_S = 2.0
"""Seconds that what is still waiting gets when the server stops."""

_CARRIERS = frozenset(("traceparent", "tracestate"))
_PROPAGATOR = TraceContextTextMapPropagator()


def describe_server() -> Resource:
    """The resource: this server, under the name that the ``OTEL_`` variables give it."""
    own = Resource({"service.name": SCOPE, "service.version": __version__})
    return own.merge(OTELResourceDetector().detect())


def find_parent(context: Context) -> TraceContext:
    """The caller's span; none where the metadata of the call names none."""
    metadata = context.invocation_metadata() or ()
    return _PROPAGATOR.extract({key: value for key, value in metadata if key in _CARRIERS})


async def send_last(shutdown: Callable[[], object]) -> None:
    """Send what is waiting; give up on a receiver that does not take it."""
    thread = Thread(target=shutdown, name="last-telemetry", daemon=True)
    thread.start()
    await asyncio.to_thread(thread.join, LAST_S)
