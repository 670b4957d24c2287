"""What is refused about evidence, each with its status and reason."""

from __future__ import annotations

from typing import ClassVar

from sidecar.errors import VerifydError


class EvidenceMalformed(VerifydError):
    """The payload does not parse, or is not valid in its format."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "EVIDENCE_MALFORMED"


class EvidenceTypeUnsupported(VerifydError):
    """A column has a type that is not flat, or that has no defined meaning here."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "EVIDENCE_TYPE_UNSUPPORTED"


class EvidenceTooLarge(VerifydError):
    """A limit of ``EvidenceLimits`` is passed."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "EVIDENCE_TOO_LARGE"


class EvidenceColumnUnknown(VerifydError):
    """Metadata describes a column that the payload does not have."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "EVIDENCE_COLUMN_UNKNOWN"


class EvidenceFormatUnavailable(VerifydError):
    """The library that reads the format is not installed, or nothing reads it."""

    code: ClassVar[str] = "FAILED_PRECONDITION"
    reason: ClassVar[str] = "EVIDENCE_FORMAT_UNAVAILABLE"


class EvidenceNotFound(VerifydError):
    """A handle is unknown to this tenant: never put, expired, evicted or deleted."""

    code: ClassVar[str] = "NOT_FOUND"
    reason: ClassVar[str] = "EVIDENCE_NOT_FOUND"


class EvidenceStoreFull(VerifydError):
    """There is no room beside what requests in flight are using."""

    code: ClassVar[str] = "RESOURCE_EXHAUSTED"
    reason: ClassVar[str] = "EVIDENCE_STORE_FULL"


class UploadOutOfOrder(VerifydError):
    """An upload did not begin with its header, had a second one, or an empty piece."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "UPLOAD_OUT_OF_ORDER"


class TooManyEvidenceItems(VerifydError):
    """A request holds more query results and handles, or items and sources, than are allowed."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "TOO_MANY_EVIDENCE_ITEMS"


class QueryIdInvalid(VerifydError):
    """A query id is empty, too long, or holds spaces or unprintable characters."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "QUERY_ID_INVALID"


class QueryIdDuplicate(VerifydError):
    """Two query results of one request have the same id."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "QUERY_ID_DUPLICATE"


class EvidenceItemInvalid(VerifydError):
    """An item or source has no usable id, too long a text, or a relevance outside of 0 to 1."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "EVIDENCE_ITEM_INVALID"


class EvidenceIdDuplicate(VerifydError):
    """Two items, sources or query results of one request have the same id or number."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "EVIDENCE_ID_DUPLICATE"
