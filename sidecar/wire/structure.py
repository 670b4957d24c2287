"""A structured response of a request, and what was found about it, to and from the model."""

from __future__ import annotations

from verifyd.v1 import structure_pb2, verify_pb2

from sidecar.model.report import Detail
from sidecar.model.structure import StructureDetail, StructuredResponse
from sidecar.settings.root import Settings
from sidecar.structure.intake import DEFAULT_SCHEMA, is_owed, structured


def response(request: verify_pb2.VerifyRequest, settings: Settings) -> StructuredResponse | None:
    """The structured response of a request, if it has one or owes one.

    Raises:
        VerifydError: What ``structured`` raises.
    """
    required = settings.policy.required_checks
    owed = is_owed(request.checks, required, settings.structure)
    if not owed and not request.HasField("structured_response"):
        return None
    message = request.structured_response
    return structured(
        message.response if message.HasField("response") else None,
        request.narrative,
        settings.structure,
        schema_json=message.schema_json,
        schema_name=message.schema_name,
        free=DEFAULT_SCHEMA in settings.overridable,
    )


def write(message: structure_pb2.StructureDetail, detail: StructureDetail, level: Detail) -> None:
    """Fill a message; ``VERDICTS`` leaves out the single errors and repairs."""
    message.valid = detail.valid
    message.corrected_json = detail.corrected
    message.corrected_valid = detail.corrected_valid
    message.retry_hint = detail.retry_hint
    if level is Detail.VERDICTS:
        return
    for error in detail.errors:
        message.errors.add(
            instance_path=error.path,
            schema_path=error.schema_path,
            keyword=error.keyword,
            message=error.message,
            repaired=error.repaired,
        )
    for repair in detail.repairs:
        made = message.repairs.add(
            instance_path=repair.path, kind=repair.kind, inserted_json=repair.inserted
        )
        for edit in repair.edits:
            made.edits.add(start=edit.start, end=edit.end, replacement=edit.replacement)
