"""Records of outcomes as they are stored: JSON of the message, without its settlement."""

from __future__ import annotations

from google.protobuf import json_format
from verifyd.v1 import settlement_pb2 as pb

from sidecar.model.canonical_json import canonical
from sidecar.model.outcome import SuccessCriteria
from sidecar.wire.outcomes import criteria_message


def written(
    criteria: SuccessCriteria,
    record: pb.OutcomeRecord,
) -> bytes:
    """A record as canonical JSON (RFC 8785): the same for the same record.

    Args:
        criteria: As they were understood.
        record: Everything else of it.
    """
    record.success_criteria.CopyFrom(criteria_message(criteria))
    plain = json_format.MessageToDict(record, preserving_proto_field_name=True)
    return canonical(plain)


def read(document: bytes) -> pb.OutcomeRecord:
    """A record that was stored, by this version or another."""
    found: pb.OutcomeRecord = json_format.Parse(
        document, pb.OutcomeRecord(), ignore_unknown_fields=True
    )
    return found
