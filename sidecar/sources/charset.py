"""Bytes as text: in the encoding that they are in, as far as anybody can know it."""

from __future__ import annotations

import codecs
import re

from sidecar.sources.errors import SourceError

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_PRESCAN = 1024
_META = re.compile(rb"""<meta[^>]{0,500}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})""", re.I)
_HEADER = re.compile(r"""charset\s*=\s*"?([A-Za-z0-9_:.-]{1,40})""", re.I)

_KNOWN = re.compile(
    r"utf-8|utf-16(-[lb]e)?|cp125\d|cp866|cp874|iso8859-\d{1,2}|koi8-[ru]|mac-roman|tis-620"
    r"|big5(hkscs)?|gbk|gb2312|gb18030|shift_jis|cp932|euc_(jp|kr)|cp949|iso2022_jp"
)
"""Encodings of text; Python has others, which unpack or run what they are given."""
_AS_READ = {"ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030"}
"""What browsers take a name for."""

_LOST = "\ufffd"
_MOST_LOST = 0.05
"""Of the letters: above, the bytes are in some other encoding, or no text."""


def decoded(body: bytes, content_type: str, *, is_page: bool) -> str:
    """The text of a document.

    Args:
        body: Its bytes.
        content_type: As its host says.
        is_page: Whether it is HTML, which may name its encoding itself.

    Raises:
        SourceError: If much of it is no text.
    """
    for mark, name in _MARKS:
        if body.startswith(mark):
            return _checked(body[len(mark) :].decode(name, "replace"))
    told = _HEADER.search(content_type)
    name = _codec(told[1]) if told else ""
    if not name and is_page and (meta := _META.search(body, 0, _PRESCAN)):
        name = _codec(meta[1].decode())
        if name.startswith("utf-16"):  # whoever could read that it is, has read ASCII
            name = ""
    return _checked(body.decode(name or "utf-8", "replace"))


def _codec(label: str) -> str:
    """Python's name of an encoding of text; empty where it has none."""
    try:
        name = codecs.lookup(label).name
    except LookupError:
        return ""
    name = _AS_READ.get(name, name)
    return name if _KNOWN.fullmatch(name) else ""


def _checked(text: str) -> str:
    if text.count(_LOST) > _MOST_LOST * len(text) or "\0" in text:
        raise SourceError("SOURCE_UNREADABLE", "its bytes are not in the encoding that it names")
    return text
