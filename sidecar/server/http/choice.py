"""Which form a call has, by its headers."""

from __future__ import annotations

from collections.abc import Mapping

from google.protobuf.descriptor import MethodDescriptor

from sidecar.server.http.codecs import Codec, JsonCodec, ProtoCodec
from sidecar.server.http.events import EVENTS, EventCodec, EventStream, LineStream
from sidecar.server.http.forms import ConnectStream, ConnectUnary, Form, GrpcWeb, is_accepted

FORMS: Mapping[str, tuple[type[Form], str]] = {
    "application/json": (ConnectUnary, "json"),
    "application/proto": (ConnectUnary, "proto"),
    "application/connect+json": (ConnectStream, "json"),
    "application/connect+proto": (ConnectStream, "proto"),
    "application/x-ndjson": (LineStream, "json"),
    "application/grpc-web": (GrpcWeb, "proto"),
    "application/grpc-web+proto": (GrpcWeb, "proto"),
}
"""The form of calls and of messages, by the type of content."""


class TypeNotAcceptedError(Exception):
    """A method is not called with this type of content."""


def choose_form(headers: Mapping[str, str], method: MethodDescriptor | None) -> tuple[Form, Codec]:
    """How a call is written, and its messages.

    Args:
        headers: Of the request.
        method: What the contract says of it, if it is in there.

    Raises:
        TypeNotAcceptedError: If the method does not take that type of content.
    """
    form, kind = _find_form(headers.get("content-type", ""))
    if method is None:
        if kind == "json" or form is ConnectStream:
            raise TypeNotAcceptedError("this method takes one message in bytes")
        return form(headers, kind), ProtoCodec()
    if method.client_streaming and not form.takes_streams:
        raise TypeNotAcceptedError("this method takes a stream of messages")
    if not method.client_streaming and issubclass(form, ConnectStream):
        raise TypeNotAcceptedError("this method takes one message")
    if form is LineStream and not method.server_streaming:
        raise TypeNotAcceptedError("this method does not answer with events")
    codec: Codec = JsonCodec(method) if kind == "json" else ProtoCodec()
    if form is ConnectStream and method.server_streaming and _wants_events(headers):
        form = EventStream
    if issubclass(form, EventStream):
        codec = EventCodec(method, codec)
    return form(headers, kind), codec


def _find_form(content_type: str) -> tuple[type[Form], str]:
    name, _, parameter = content_type.lower().replace(" ", "").partition(";")
    known = FORMS.get(name) if parameter in {"", "charset=utf-8"} else None
    if known is None:
        raise TypeNotAcceptedError(f"the content type is {content_type[:100]!r}")
    return known


def _wants_events(headers: Mapping[str, str]) -> bool:
    return is_accepted(EVENTS, headers.get("accept", ""))
