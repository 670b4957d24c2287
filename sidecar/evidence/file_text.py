"""The text of a data file: in the encoding of its mark, in one that is given, or in UTF-8."""

from __future__ import annotations

import codecs

from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.file_form import FileForm
from sidecar.evidence.header import Header

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the mark of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LOOKED_AT = 200  # bytes of a file without a mark


def text_of(data: bytes, header: Header, form: FileForm) -> str:
    """The text of a file; a mark counts before what is given.

    Raises:
        EvidenceMalformed: If the bytes are not in that encoding, with the line.
    """
    mark, encoding = next(
        (each for each in _MARKS if data.startswith(each[0])), (b"", form.encoding or "utf-8")
    )
    if not mark and not form.encoding and _alternates(data):
        advice = "name its encoding, such as utf-16-le (--encoding)"
        raise _undecodable(header, f"looks like UTF-16 without a mark; {advice}", 1)
    try:
        return data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        line = error.object[: error.start].decode(encoding, "replace").count("\n") + 1
        name = "UTF-8" if encoding == "utf-8" else encoding
        advice = "" if mark else "; name its encoding, such as cp1252 or latin-1 (--encoding)"
        raise _undecodable(header, f"is not {name} (line {line}){advice}", line) from None


def as_utf8(data: bytes, header: Header, form: FileForm) -> bytes:
    """The bytes of a file in UTF-8, without a mark; those of UTF-8 are not checked.

    Raises:
        EvidenceMalformed: If the bytes are not in the encoding of the file, with the line.
    """
    is_utf8 = not any(data.startswith(mark) for mark, _ in _MARKS) and not form.encoding
    if is_utf8 and not _alternates(data):
        return data
    return text_of(data, header, form).encode("utf-8", "surrogatepass")


def _alternates(data: bytes) -> bool:
    """Whether every second byte is zero, as in UTF-16 of a Western language."""
    begin = data[:_LOOKED_AT]
    return len(begin) > 1 and (not any(begin[1::2]) or not any(begin[::2]))


def _undecodable(header: Header, problem: str, line: int) -> EvidenceMalformed:
    return EvidenceMalformed(
        f"query result {header.query_id} {problem}",
        query_id=header.query_id,
        format="text",
        line=line,
    )
