"""``VerifyRequest`` as the server reads it: its row messages stay bytes.

A message and bytes are written alike, so a request whose descriptor says ``bytes rows`` holds what
the rows take on the wire, where protobuf would make an object of each cell: two million empty ones
fit into 4 MiB.
"""

from __future__ import annotations

from typing import Any

from google.protobuf.descriptor import FileDescriptor
from google.protobuf.descriptor_pb2 import FieldDescriptorProto, FileDescriptorProto
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from verifyd.v1 import evidence_pb2, verify_pb2


def _add(file: FileDescriptor, pool: DescriptorPool, added: set[str]) -> None:
    """Add a file and what it imports, with rows as bytes."""
    if file.name in added:
        return
    added.add(file.name)
    for imported in file.dependencies:
        _add(imported, pool, added)
    copy = FileDescriptorProto()
    file.CopyToProto(copy)
    if file.name == evidence_pb2.DESCRIPTOR.name:
        result = next(m for m in copy.message_type if m.name == "QueryResult")
        field = next(f for f in result.field if f.name == "rows")
        field.type = FieldDescriptorProto.TYPE_BYTES
        field.ClearField("type_name")
    pool.AddSerializedFile(copy.SerializeToString())


def _request() -> Any:
    pool = DescriptorPool()
    _add(verify_pb2.VerifyRequest.DESCRIPTOR.file, pool, set())
    name = verify_pb2.VerifyRequest.DESCRIPTOR.full_name
    return GetMessageClass(pool.FindMessageTypeByName(name))


VerifyRequest: Any = _request()
"""Like ``verify_pb2.VerifyRequest`` in everything else."""
