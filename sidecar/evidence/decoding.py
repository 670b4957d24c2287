"""One door to all formats of query results; the one of Arrow is opened when it is needed."""

from __future__ import annotations

from collections.abc import Callable

from sidecar.evidence import json_rows
from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceFormatUnavailable
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table


def decode_arrow(payload: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
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
    return arrow_payload.read_payload(payload, budget)


Decoder = Callable[[bytes | memoryview, Header, EvidenceLimits], Table]

DECODERS: dict[Format, Decoder] = {
    Format.ARROW: decode_arrow,
    Format.JSON: json_rows.decode_json,
}
"""What reads each format. Row messages are read by the layer that knows messages."""


def decode_evidence(payload: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
    """Decode a payload by the format that its header names.

    Raises:
        EvidenceFormatUnavailable: If nothing here reads it.
        VerifydError: What the format's decoder raises.
    """
    decoder = DECODERS.get(header.format)
    if decoder is None:
        raise EvidenceFormatUnavailable(
            f"bytes in the format {header.format} are not decoded here", format=header.format
        )
    return decoder(payload, header, limits)
