"""Query results from Arrow IPC bytes, as a stream or as a file."""

from __future__ import annotations

from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceFormatUnavailable
from sidecar.evidence.header import Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table


def decode(payload: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
    """Decode an Arrow IPC stream or file of flat columns.

    Raises:
        EvidenceFormatUnavailable: If pyarrow is not installed.
        EvidenceMalformed: If the bytes are not valid Arrow.
        EvidenceTypeUnsupported: If a column is nested, binary, an extension or a duration.
        EvidenceTooLarge: If a limit is passed; nothing has been decompressed then.
        EvidenceColumnUnknown: If the header describes a column that is not there.
    """
    try:
        # pyarrow takes 50 MB of memory: only those pay it who send Arrow.
        from sidecar.evidence import arrow_payload  # noqa: PLC0415
    except ModuleNotFoundError as error:
        if error.name != "pyarrow":
            raise
        raise EvidenceFormatUnavailable(
            "this server cannot read Arrow: install verifyd-sidecar[arrow]", format=header.format
        ) from None
    budget = Budget(header, limits)
    budget.fits(len(payload))
    return arrow_payload.read(payload, budget)
