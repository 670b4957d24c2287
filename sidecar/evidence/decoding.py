"""One door to all formats of query results."""

from __future__ import annotations

from collections.abc import Callable

from sidecar.evidence import arrow, json_rows
from sidecar.evidence.errors import EvidenceFormatUnavailable
from sidecar.evidence.header import Format, Header
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Table

Decoder = Callable[[bytes | memoryview, Header, EvidenceLimits], Table]

DECODERS: dict[Format, Decoder] = {
    Format.ARROW: arrow.decode,
    Format.JSON: json_rows.decode,
}
"""What reads each format. Row messages are read by the layer that knows messages."""


def decode(payload: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
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
