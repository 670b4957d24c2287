"""What the caller says about the form of a data file; what is left out is found out."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

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


def file_form(said: Mapping[str, str]) -> FileForm:
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
