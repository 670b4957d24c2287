"""The messages of an Arrow IPC file, found through its footer.

A file should hold a stream between its marks, but not every writer frames its first message; the
footer is what they all agree on, and what pyarrow follows.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from sidecar.evidence.budget import Budget
from sidecar.evidence.flatbuffer import FlatTable

MARK = b"ARROW1"

# File.fbs and Schema.fbs: places of fields in their tables.
_SCHEMA, _DICTIONARIES, _RECORD_BATCHES = 1, 2, 3
_SCHEMA_FIELDS = 1
_BLOCK = "<qi4xq"  # offset, length of the metadata, length of the body

_MAX_FOOTER = 8 << 20  # a block takes 24 bytes


def messages(payload: pa.Buffer, budget: Budget) -> Iterator[pa.ipc.Message]:
    """Yield every dictionary and record batch that the footer lists.

    Raises:
        EvidenceTooLarge: If the schema has too many columns.
        ValueError: If the footer is not valid.
    """
    end = payload.size - len(MARK) - 4
    if end < 0 or payload[end + 4 :].to_pybytes() != MARK:
        raise ValueError("a file does not end in its mark")
    length = int.from_bytes(payload[end : end + 4].to_pybytes(), "little")
    if not 0 < length <= min(end, _MAX_FOOTER):
        raise ValueError("a footer has no possible length")
    footer = FlatTable.root(payload[end - length : end].to_pybytes())
    schema = footer.table(_SCHEMA)
    if schema is None:
        raise ValueError("a footer has no schema")
    budget.columns(schema.vector(_SCHEMA_FIELDS)[1])
    for field in (_DICTIONARIES, _RECORD_BATCHES):
        for offset, metadata, body in footer.structs(field, _BLOCK):
            if min(offset, metadata, body) < 0 or offset + metadata + body > payload.size:
                raise ValueError("a block lies outside the file")
            yield pa.ipc.read_message(payload[offset : offset + metadata + body])
