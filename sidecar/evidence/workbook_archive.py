"""The archive of an Excel workbook, looked at before anything reads its content.

A workbook is a ZIP archive of XML. What its parts decompress to is declared, bounded and enforced;
a part with a document type, which could define entities that expand, is refused.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

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
_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_LETTERS = re.compile(r"[A-Za-z]*")


class Sheet(NamedTuple):
    """What the text of a sheet shows and the library does not.

    Attributes:
        merged: Ranges of cells that are one, such as "A2:A4".
        not_computed: The first cell with a formula and no value, or "".
    """

    merged: tuple[str, ...]
    not_computed: str


def check_archive(data: bytes, budget: Budget) -> None:
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
                raise malformed_workbook(budget.header, f"it has more than {_MOST_PARTS} parts")
            cells = 0
            for part in parts:
                # A workbook says which parts are sheets: a name does not tell what is read as XML.
                text = archive.read(part)
                is_wide = part.filename.endswith((".xml", ".rels")) and b"\0" in text[:4]
                text = text.replace(b"\0", b"")  # as UTF-16 has them
                if is_wide or _UNTYPED.search(text):
                    raise malformed_workbook(
                        budget.header, f"its part {part.filename} is not plain XML"
                    )
                cells += sum(1 for _ in _CELL.finditer(text))
            budget.needs(cells * _CELL_BYTES)
    except _UNREADABLE as error:
        raise malformed_workbook(budget.header, " ".join(str(error).split())) from None


def read_sheet(data: bytes, path: str, header: Header) -> Sheet:
    """What a sheet holds beside its cells.

    Args:
        data: A workbook that was checked.
        path: The part of the sheet.
        header: Of the query result.

    Raises:
        EvidenceMalformed: If rows or cells are not in their order: the library leaves some out.
    """
    merged: list[str] = []
    not_computed, number = "", 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(path.lstrip("/")) as part:
        for _, element in ElementTree.iterparse(part):  # noqa: S314 (without entities: see check)
            if element.tag == f"{_MAIN}mergeCell":
                merged.append(element.get("ref", ""))
            elif element.tag == f"{_MAIN}row":
                before, number = number, int(element.get("r", number + 1))
                places = [place for place, _ in _cells(element)]
                if number <= before or places != sorted(set(places)):
                    problem = f"the rows or the cells at row {number} are not in their order"
                    raise malformed_workbook(header, problem, line=number)
                not_computed = not_computed or _not_computed(element, number)
                element.clear()
    return Sheet(tuple(merged), not_computed)


def _not_computed(row: Element, number: int) -> str:
    """The first cell of a row with a formula and no value, or ""."""
    for place, cell in _cells(row):
        value = cell.find(f"{_MAIN}v")
        is_empty = value is None or not (value.text or cell.get("t") == "str")  # a text may be ""
        if is_empty and cell.find(f"{_MAIN}f") is not None:
            return f"{_letters(place)}{number}"
    return ""


def _cells(row: Element) -> Iterator[tuple[int, Element]]:
    """The cells of a row, each with its column, from 1; one that does not say is the next."""
    column = 0
    for cell in row:
        letters = _LETTERS.match(cell.get("r", ""))
        column = parse_column(letters[0]) if letters and letters[0] else column + 1
        yield column, cell


def parse_column(letters: str) -> int:
    """The number of a column, from 1."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + ord(letter) - ord("A") + 1
    return number


def _letters(column: int) -> str:
    """The letters of a column."""
    letters = ""
    while column:
        column, place = divmod(column - 1, 26)
        letters = chr(ord("A") + place) + letters
    return letters


def malformed_workbook(header: Header, problem: str, **metadata: object) -> EvidenceMalformed:
    """The error for a workbook that cannot be read."""
    more: Mapping[str, object] = {"query_id": header.query_id, "format": "xlsx", **metadata}
    return EvidenceMalformed(
        f"query result {header.query_id} is not a readable workbook: {problem}", **more
    )
