"""Messages of the contract as the server reads and writes them: some of their fields stay bytes.

A message and bytes are written alike, so a class whose descriptor says ``bytes`` for a field holds
what that takes on the wire. Row messages are read so, where protobuf would make an object of each
cell: two million empty ones fit into 4 MiB. A report is written so, since a compiled pass writes
most of its bindings, and protobuf would parse and write them again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from google.protobuf.descriptor import Descriptor, FileDescriptor
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from verifyd.v1 import (
    citations_pb2,
    claims_pb2,
    numeric_pb2,
    report_pb2,
    transcript_service_pb2,
    verify_pb2,
)

_BYTES = {
    "QueryResult": "rows",
    "VerifyOutcomeRequest": "verify",
    "VerifyResponse": "report",
    "CheckResult": "findings",
    "Findings": "numeric",
    "ToolCallReport": "report",
}
"""The field of each message that stays bytes."""


def _add(file: FileDescriptor, added: set[str]) -> None:
    """Add a file and what it imports to the pool."""
    if file.name in added:
        return
    added.add(file.name)
    for imported in file.dependencies:
        _add(imported, added)
    copy = FileDescriptorProto()
    file.CopyToProto(copy)
    for message in copy.message_type:
        for field in message.field:
            if _BYTES.get(message.name) == field.name:
                field.type = FieldDescriptorProto.TYPE_BYTES
                field.ClearField("type_name")
    _POOL.AddSerializedFile(copy.SerializeToString())


def _classes(messages: Iterable[Descriptor]) -> Iterator[Any]:
    """The classes of messages and of those that are defined in them."""
    for message in messages:
        yield GetMessageClass(message)
        yield from _classes(message.nested_types)


def make_bytes_class(message: Any) -> Any:
    """The class of a message with its fields as bytes."""
    known = set(_FILES)
    _add(message.DESCRIPTOR.file, _FILES)
    for name in sorted(_FILES - known):
        _KEPT.extend(_classes(_POOL.FindFileByName(name).message_types_by_name.values()))
    return GetMessageClass(_POOL.FindMessageTypeByName(message.DESCRIPTOR.full_name))


_POOL = DescriptorPool()
_FILES: set[str] = set()
_KEPT: list[Any] = []
"""Every class of the pool. Protobuf itself keeps none: it would make one anew for the next part of
a message that needs it, and where the collector ran just then, the process would end."""

VerifyRequest: Any = make_bytes_class(verify_pb2.VerifyRequest)
"""Like ``verify_pb2.VerifyRequest`` in everything else."""

VerifyStreamRequest: Any = make_bytes_class(verify_pb2.VerifyStreamRequest)
"""Like ``verify_pb2.VerifyStreamRequest``."""

VerifyResponse: Any = make_bytes_class(verify_pb2.VerifyResponse)
"""Like ``verify_pb2.VerifyResponse``."""

VerifyStreamResponse: Any = make_bytes_class(verify_pb2.VerifyStreamResponse)
"""Like ``verify_pb2.VerifyStreamResponse``."""

VerifyTranscriptRequest: Any = make_bytes_class(transcript_service_pb2.VerifyTranscriptRequest)
"""Like ``transcript_service_pb2.VerifyTranscriptRequest``."""

VerifyTranscriptResponse: Any = make_bytes_class(transcript_service_pb2.VerifyTranscriptResponse)
"""Like ``transcript_service_pb2.VerifyTranscriptResponse``."""

VerifyToolCallResponse: Any = make_bytes_class(transcript_service_pb2.VerifyToolCallResponse)
"""Like ``transcript_service_pb2.VerifyToolCallResponse``."""

Report: Any = make_bytes_class(report_pb2.Report)
"""Like ``report_pb2.Report``."""

Findings: Any = make_bytes_class(report_pb2.Findings)
"""Like ``report_pb2.Findings``."""


# What a check passed over, counted, to its messages.

_Detail = citations_pb2.CitationsDetail | claims_pb2.ClaimsDetail | numeric_pb2.NumericDetail


def write_passed(message: _Detail, counts: Mapping[str, int]) -> None:
    """Fill the counts of a message, in the order of the reasons' names."""
    for reason in sorted(counts):
        message.passed_over.add(reason=reason, count=counts[reason])
