"""Messages as JSON and as the bytes that the methods take and give.

A request in JSON is made into bytes before anything else looks at it, so whatever is counted,
limited or refused there is so here as well. JSON costs more than its bytes: what it holds is
counted first.
"""

from __future__ import annotations

import importlib
import json
import re
import zlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Protocol

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, FieldDescriptor, MethodDescriptor
from google.protobuf.descriptor_pool import Default
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from sidecar.errors import VerifydError
from sidecar.server.call import RequestMalformed

MAX_VALUES = 100_000
"""Values of a request in JSON: each takes ten microseconds. A table in one string is one value."""

_VALUE_S = 10e-6
_WRITE_S = 0.07e-6
"""Seconds of processor time that reading a value, and writing a byte of a message, take."""

_MODULES = {
    "verifyd.v1.VerifyService": "verify",
    "verifyd.v1.TranscriptService": "transcript_service",
    "verifyd.v1.EvidenceService": "evidence_service",
    "verifyd.v1.ReviewService": "review_service",
    "verifyd.v1.OutcomeService": "outcome_service",
}
"""Where services are described. That of outcomes takes megabytes, so each is loaded when called."""

_BASE64 = re.compile(r"[A-Za-z0-9+/_-]*={0,2}")
_STRING = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)


class MessageTooLarge(VerifydError):
    """A message is larger than the server takes or sends; gRPC itself says so of one of its own."""

    code: ClassVar[str] = "RESOURCE_EXHAUSTED"
    reason: ClassVar[str] = ""


class Codec(Protocol):
    """A form of messages."""

    name: str

    def read_s(self, data: bytes) -> float:
        """Seconds of processor time that reading a message may take."""

    def write_s(self, data: bytes) -> float:
        """Seconds that writing one may take."""

    def read(self, data: bytes) -> bytes:
        """A request in the form that methods take."""

    def write(self, data: bytes) -> bytes:
        """A response from the form that methods give."""


class ProtoCodec:
    """The form of gRPC itself."""

    name = "proto"

    def read_s(self, data: bytes) -> float:
        """Nothing is done."""
        return 0.0

    write_s = read_s

    def read(self, data: bytes) -> bytes:
        """The same bytes."""
        return data

    write = read


class JsonCodec:
    """Protobuf's JSON mapping.

    Args:
        method: Whose messages they are.
    """

    name = "json"

    def __init__(self, method: MethodDescriptor) -> None:
        self._request: Any = GetMessageClass(method.input_type)
        self._response: Any = GetMessageClass(method.output_type)

    def read_s(self, data: bytes) -> float:
        """By its values, those in strings included."""
        return _VALUE_S * _count_values(data)

    def write_s(self, data: bytes) -> float:
        """By its bytes."""
        return _WRITE_S * len(data)

    def read(self, data: bytes) -> bytes:
        """A request; unlike in bytes, a field that the contract has not is an error.

        Raises:
            RequestMalformed: If it is no such message.
            MessageTooLarge: If it has too many values.
        """
        values = _count_values(data)
        if values > MAX_VALUES and (values := _count_values(_STRING.sub(b"", data))) > MAX_VALUES:
            raise MessageTooLarge(
                f"the request has {values} values; in JSON it may have {MAX_VALUES}. A table may be"
                " one string (`json`), or be put in advance",
                given=values,
                maximum=MAX_VALUES,
            )
        try:
            # As a string: of bytes it would take UTF-16, in which commas are counted wrongly.
            given = json.loads(data.decode(), object_pairs_hook=_make_object)
            _check(self._request.DESCRIPTOR, given, "the request")
            message = json_format.ParseDict(given, self._request())
        except (json_format.ParseError, ValueError, RecursionError) as error:
            problem = str(error).partition("\n")[0]
            raise RequestMalformed(f"the request is no message in JSON: {problem}") from None
        encoded: bytes = message.SerializeToString()
        return encoded

    def write(self, data: bytes) -> bytes:
        """A response."""
        return write_json(self._response.FromString(data)).encode()


def write_json(message: Message) -> str:
    """A message; its keys are sorted, so that the same message is the same text."""
    text: str = json_format.MessageToJson(message, indent=None, sort_keys=True, ensure_ascii=False)
    return text


def _make_object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("an object has a key twice")
    "".join(found).encode()  # a lone surrogate is an error here; the library has a fault there
    return found


def _check(message: Descriptor, given: object, name: str) -> None:
    """Refuse what the library would pass over.

    It takes [] for a message, both names of a field at once, and skips wrong base64.

    Raises:
        ValueError: If a message is no object, a field is there twice, or bytes are no base64.
    """
    if message.file.package == "google.protobuf" or message.GetOptions().map_entry:
        return
    if not isinstance(given, dict):
        raise ValueError(f"{name} is no object")
    _refuse_aliases(message, given, name)
    for field in message.fields:
        if field.type not in {FieldDescriptor.TYPE_MESSAGE, FieldDescriptor.TYPE_BYTES}:
            continue
        value = given.get(field.json_name, given.get(field.name))
        for one in value if field.is_repeated and isinstance(value, list) else [value]:
            if one is None:
                continue
            if field.message_type is not None:
                _check(field.message_type, one, field.name)
            elif not (isinstance(one, str) and _BASE64.fullmatch(one)):
                raise ValueError(f"{field.name} is no base64")


def _refuse_aliases(message: Descriptor, given: Mapping[str, object], name: str) -> None:
    for field in message.fields:
        if field.name in given and field.json_name in given and field.name != field.json_name:
            raise ValueError(f"{name} has {field.name} twice")


def _count_values(data: bytes) -> int:
    return data.count(b",") + data.count(b"{") + data.count(b"[")


def find_method(path: str) -> MethodDescriptor | None:
    """What the contract says of a method, by its path."""
    service, _, name = path.removeprefix("/").rpartition("/")
    module = _MODULES.get(service)
    if module is None:
        return None
    importlib.import_module(f"verifyd.v1.{module}_pb2")
    described: Mapping[str, MethodDescriptor] = MappingProxyType(
        Default().FindServiceByName(service).methods_by_name
    )
    return described.get(name)


def gunzip(data: bytes, maximum: int) -> bytes:
    """What was compressed, if it is not too large.

    Raises:
        RequestMalformed: If it is no gzip, or not one alone.
        MessageTooLarge: If it is longer.
    """
    stream = zlib.decompressobj(wbits=31)
    try:
        plain = stream.decompress(data, maximum + 1)
    except zlib.error:
        raise RequestMalformed("the body is not compressed with gzip") from None
    if len(plain) > maximum:
        raise make_too_large(maximum)
    if not stream.eof or stream.unused_data:
        raise RequestMalformed("the body is cut short, or more than one member of gzip")
    return plain


def make_too_large(maximum: int) -> MessageTooLarge:
    """The error for a message that is."""
    return MessageTooLarge(f"the message is larger than {maximum} bytes", maximum=maximum)
