"""What a request says about its response, checked before any check runs."""

from __future__ import annotations

from collections.abc import Collection
from typing import ClassVar

from sidecar.errors import VerifydError
from sidecar.model.digests import sha256_of_parts
from sidecar.model.structure import StructuredResponse
from sidecar.structure.settings import StructureSettings

DEFAULT_SCHEMA = "structure.default_schema"
_CHECK = "structure"
_SHOWN = 80  # characters of an unknown name that the error repeats


class ResponseTooLarge(VerifydError):
    """The structured response is longer than the server allows."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "RESPONSE_TOO_LARGE"


class SchemaTooLarge(VerifydError):
    """The schema of the request is longer than the server allows."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "SCHEMA_TOO_LARGE"


class SchemaUnknown(VerifydError):
    """There is no schema of that name."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "SCHEMA_UNKNOWN"


class SchemaNotAllowed(VerifydError):
    """The server has a schema for all requests, and lets none bring another."""

    code: ClassVar[str] = "PERMISSION_DENIED"
    reason: ClassVar[str] = "OVERRIDE_NOT_ALLOWED"


def is_expected(
    named: Collection[str], required: Collection[str], settings: StructureSettings
) -> bool:
    """Whether a request that brings no structured response is judged all the same: its narrative.

    Else leaving the response out would be a way around the check.

    Args:
        named: The checks that the request names.
        required: Those that run in any case.
        settings: Of the check.
    """
    return _CHECK in required or (_CHECK in named and bool(settings.default_schema))


def build_response(
    response: str | None,
    narrative: str,
    settings: StructureSettings,
    *,
    schema_json: str = "",
    schema_name: str = "",
    free: bool = False,
) -> StructuredResponse:
    """A response with its schema and rules.

    Args:
        response: What is judged; None for the narrative.
        narrative: The narrative.
        settings: Of the check.
        schema_json: A schema of the request's own, if it has one.
        schema_name: The name of another, if it has one; at most one of both.
        free: Whether a request may bring another schema than ``default_schema``.

    Raises:
        ResponseTooLarge: Past ``max_response_bytes``.
        SchemaTooLarge: Past ``max_schema_bytes``.
        SchemaUnknown: If the name is none.
        SchemaNotAllowed: If the server's default stands.
    """
    judged = narrative if response is None else response
    _bounded(ResponseTooLarge, "response", judged, settings.max_response_bytes)
    default = settings.default_schema
    if default and not free and (schema_json or schema_name not in ("", default)):
        raise SchemaNotAllowed(
            f"this server judges every response by its schema {default!r}",
            setting=DEFAULT_SCHEMA,
            given=schema_name[:_SHOWN] or "a schema of the request",
            current=default,
        )
    if schema_json:
        _bounded(SchemaTooLarge, "schema", schema_json, settings.max_schema_bytes)
        return StructuredResponse(response, schema_json)
    name = schema_name or default
    if not name:
        return StructuredResponse(response)
    if name not in settings.named:
        known = ",".join(settings.named)
        told = name[:_SHOWN]
        message = f"there is no schema {told!r}; this server has: {known}"
        raise SchemaUnknown(message, schema_name=told, known=known)
    found = settings.named[name]
    return StructuredResponse(response, found.text, found.rules)


def digest_evidence(evidence: str, subject: StructuredResponse | None) -> str:
    """The digest of the evidence, and of a structured response and its schema beside it."""
    if subject is None:
        return evidence
    response = () if subject.response is None else (subject.response.encode(),)
    return sha256_of_parts((evidence.encode(), subject.schema.encode(), *response))


def _bounded(error: type[VerifydError], what: str, text: str, maximum: int) -> None:
    size = len(text.encode())
    if size > maximum:
        message = f"the {what} has {size} bytes; the server allows {maximum}"
        raise error(message, given=size, maximum=maximum)
