"""What the caller says about the form of a data file; what is left out is found out."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sidecar.evidence.errors import EvidenceMalformed
from sidecar.evidence.header import Header

# The text of a data file: in the encoding of its mark, in one that is given, or in UTF-8.

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # begins as the mark of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LOOKED_AT = 200  # bytes of a file without a mark


def decode_text(data: bytes, header: Header, form: FileForm) -> str:
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


def to_utf8(data: bytes, header: Header, form: FileForm) -> bytes:
    """The bytes of a file in UTF-8, without a mark; those of UTF-8 are not checked.

    Raises:
        EvidenceMalformed: If the bytes are not in the encoding of the file, with the line.
    """
    is_utf8 = not any(data.startswith(mark) for mark, _ in _MARKS) and not form.encoding
    if is_utf8 and not _alternates(data):
        return data
    return decode_text(data, header, form).encode("utf-8", "surrogatepass")


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


SEPARATORS = (",", ";", "\t", "|")
"""What separates the cells of a CSV file, if the caller does not say."""

_SEPARATOR_NAMES = {"tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "pipe": "|"}
_DECIMAL_NAMES = {"comma": ",", "point": "."}
_ENCODINGS = re.compile(
    r"ascii|utf-8(-sig)?|utf-(16|32)(-[lb]e)?|cp\d+|iso8859-\d+|koi8-[rtu]|mac-\w+|tis-620"
    r"|big5\w*|gbk|gb2312|gb18030|hz|shift_jis\w*|euc_\w+|johab|iso2022_\w+|ptcp154|kz1048"
)
"""Encodings of text; Python has others, which unpack or run what they are given."""

Notice = Callable[[str], None]
"""Is notified of what of a file is not read as data."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileForm:
    """How a data file is written.

    Attributes:
        separator: What separates the cells of CSV: one character, or "".
        decimal: The decimal mark of CSV: ".", "," or "".
        encoding: Of text, as Python calls it, or "".
        sheet: Of a workbook, or "".
    """

    separator: str = ""
    decimal: str = ""
    encoding: str = ""
    sheet: str = ""

    @property
    def key(self) -> bytes:
        """Bytes that differ where two forms differ; empty for the default form."""
        said = (self.separator, self.decimal, self.encoding, self.sheet)
        return repr(said).encode() if any(said) else b""


FOUND_OUT = FileForm()
"""The default form: everything is found out."""


def parse_file_form(said: Mapping[str, str]) -> FileForm:
    """A form of its fields as people write them; "tab" and "comma" are names of characters.

    Args:
        said: By ``csv_separator``, ``csv_decimal``, ``encoding`` and ``sheet``.

    Raises:
        ValueError: If a value is not one of those that are possible.
    """
    separator = said.get("csv_separator", "")
    decimal = said.get("csv_decimal", "")
    return FileForm(
        separator=_separator(separator) if separator else "",
        decimal=_decimal(decimal) if decimal else "",
        encoding=_encoding(said["encoding"]) if said.get("encoding") else "",
        sheet=said.get("sheet", ""),
    )


def _separator(given: str) -> str:
    character = _SEPARATOR_NAMES.get(given.lower(), given)
    if len(character) != 1 or character.isalnum() or character in '"\r\n\0':
        names = ", ".join(sorted(set(_SEPARATOR_NAMES) - {"\\t"}))
        raise ValueError(f"{given!r} is not a separator: give one character, or {names}")
    return character


def _decimal(given: str) -> str:
    mark = _DECIMAL_NAMES.get(given.lower(), given)
    if mark not in (".", ","):
        raise ValueError(f"{given!r} is not a decimal mark: give . or , (point or comma)")
    return mark


def _encoding(given: str) -> str:
    try:
        name = codecs.lookup(given).name
    except (LookupError, ValueError):
        name = ""
    if not _ENCODINGS.fullmatch(name):
        advice = "give a name such as utf-8, utf-16, cp1252 or latin-1"
        raise ValueError(f"{given!r} is not an encoding of text: {advice}")
    return name
