"""The archive of an Excel workbook, looked at before anything reads its content.

A workbook is a ZIP archive of XML. What its parts decompress to is declared, bounded and enforced;
a part with a document type, which could define entities that expand, is refused.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from typing import NamedTuple

from sidecar.evidence.budget import Budget
from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.header import Header

_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,  # of a method of compression
    RuntimeError,  # a part has a password
    OSError,
    EOFError,
)
_MOST_PARTS = 10_000
_CELL_BYTES = 100  # of a cell with what the library holds for it
_CELL = re.compile(rb"<(?:\w+:)?(?:c|si)[ >/]")
_UNTYPED = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
_NOT_COMPUTED = re.compile(  # bounded: a comment may hold any number of beginnings
    rb"<(?:\w+:)?c\b[^>]{0,500}?\br=\"([A-Z]{1,3}\d{1,7})\"[^>]{0,500}>\s*<(?:\w+:)?f\b"
    rb"(?:[^>]{0,500}/>|[^>]{0,500}>[^<]{0,40000}</(?:\w+:)?f>)"
    rb"\s*(?:<(?:\w+:)?v\s*/>|<(?:\w+:)?v></(?:\w+:)?v>)?\s*</"
)
_MERGED = re.compile(
    rb"<(?:\w+:)?mergeCell\b[^>]{0,500}?\bref=\"([A-Z]{1,3}\d{1,7}:[A-Z]{1,3}\d{1,7})\""
)


class Sheet(NamedTuple):
    """What the text of a sheet shows and the library does not.

    Attributes:
        merged: Ranges of cells that are one, such as "A2:A4".
        not_computed: The first cell with a formula and no value, or "".
    """

    merged: tuple[str, ...]
    not_computed: str


def check(data: bytes, budget: Budget) -> None:
    """Check what the parts of a workbook decompress to, and that they define no entities.

    Raises:
        EvidenceMalformed: If the bytes are no ZIP archive, or a part is not what it declares.
        EvidenceTooLarge: If the parts together pass the limit.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            budget.fits(sum(part.file_size for part in parts))
            if len(parts) > _MOST_PARTS:
                raise malformed(budget.header, f"it has more than {_MOST_PARTS} parts")
            cells = 0
            for part in parts:
                if part.filename.endswith((".xml", ".rels")):
                    text = archive.read(part)
                    if _UNTYPED.search(text) or b"\0" in text[:4]:
                        raise malformed(budget.header, f"its part {part.filename} is not plain XML")
                    cells += sum(1 for _ in _CELL.finditer(text))
            budget.needs(cells * _CELL_BYTES)
    except _UNREADABLE as error:
        raise malformed(budget.header, " ".join(str(error).split())) from None


def sheet(data: bytes, path: str) -> Sheet:
    """What a sheet holds beside its cells.

    Args:
        data: A workbook that was checked.
        path: The part of the sheet.
    """
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        text = archive.read(path.lstrip("/"))
    found = _NOT_COMPUTED.search(text)
    merged = tuple(each[1].decode() for each in _MERGED.finditer(text))
    return Sheet(merged, found[1].decode() if found else "")


def malformed(header: Header, problem: str, **metadata: object) -> EvidenceMalformed:
    """The error for a workbook that cannot be read."""
    more: Mapping[str, object] = {"query_id": header.query_id, "format": "xlsx", **metadata}
    return EvidenceMalformed(
        f"query result {header.query_id} is not a readable workbook: {problem}", **more
    )
