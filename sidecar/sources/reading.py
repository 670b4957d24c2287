"""What a host sent, as text: unpacked, told apart, decoded. It runs in the worker process alone."""

from __future__ import annotations

import codecs
import re
import zlib
from typing import TYPE_CHECKING

from sidecar.sources.urls import SourceError
from sidecar.text.vocabulary import one_of

if TYPE_CHECKING:
    import pypdfium2


# Bytes as text: in the encoding that they are in, as far as anybody can know it.

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_META = re.compile(rb"""<meta[^>]{0,500}?charset\s*=\s*["']?\s*([A-Za-z0-9_:.-]{1,40})""", re.I)
_HEADER = re.compile(r"""charset\s*=\s*"?([A-Za-z0-9_:.-]{1,40})""", re.I)

_KNOWN = re.compile(
    r"utf-8|utf-16(-[lb]e)?|cp125\d|cp866|cp874|iso8859-\d{1,2}|koi8-[ru]|mac-roman|tis-620"
    r"|big5(hkscs)?|gbk|gb2312|gb18030|shift_jis|cp932|euc_(jp|kr)|cp949|iso2022_jp"
)
"""Encodings of text; Python has others, which unpack or run what they are given."""
_AS_READ = {"ascii": "cp1252", "iso8859-1": "cp1252", "gb2312": "gb18030", "gbk": "gb18030"}
"""What browsers take a name for."""

_LEGACY = {
    "cp1251": (0.95, "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэф"),
    "koi8_r": (0.95, "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэф"),
    "shift_jis": (0.5, "のにをはがとでたしてるなれもすいかまこあさりらきくうっーンスルトアイラリ"),
    "euc_jp": (0.5, "のにをはがとでたしてるなれもすいかまこあさりらきくうっーンスルトアイラリ"),
    "gb18030": (0.25, "的一是不了在人有这中大来上国和地到以说时要就出会可也年公为个们增长万"),
    "big5": (0.25, "的一是不了在人有這中大來上國和地到以說時要就出會可也年公為個們增長萬"),
    "cp949": (0.3, "이다의는에을를가하고은기로지사나도한리어인시자정대수아서일그들년"),
}
"""What share some letters have, about, of those that are written in an encoding."""

_BESIDE = re.compile(rb"[\x80-\xff]{3,}")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_LEAST_LETTERS = 0.6
"""Of the signs beyond ASCII: fewer in what is no text."""

_LOST = "\ufffd"
_MOST_LOST = 0.05
"""Of the letters: above, the bytes are in some other encoding, or no text."""


def decode(body: bytes, content_type: str, *, is_page: bool) -> str:
    """The text of a document.

    Args:
        body: Its bytes.
        content_type: As its host says.
        is_page: Whether it is HTML, which may name its encoding itself.

    Raises:
        SourceError: If much of it is not text.
    """
    for mark, name in _MARKS:
        if body.startswith(mark):
            return _checked(body[len(mark) :].decode(name, "replace"))
    told = _HEADER.search(content_type)
    name = _codec(told[1]) if told else ""
    if not name and is_page and (meta := _META.search(body, 0, _PRESCAN)):
        name = _codec(meta[1].decode())
        if name.startswith("utf-16"):  # a reader that saw this mark has read ASCII
            name = ""
    if told or name:
        return _checked(body.decode(name or "utf-8", "replace"))
    return _checked(_guessed(body))


def _guessed(body: bytes) -> str:
    """Bytes of which nobody says how they are encoded: UTF-8, else what their letters speak for."""
    text = body.decode("utf-8", "replace")
    lost = text.count(_LOST)
    if not lost or lost <= sum(not sign.isascii() for sign in text) - lost:
        return text
    high = sum(byte >= 0x80 for byte in body)
    if sum(map(len, _BESIDE.findall(body))) * 2 <= high:  # letters between those of ASCII
        return _as_read(body, "cp1252") or text
    read = {name: _as_read(body, name) for name in _LEGACY}
    found = max(_LEGACY, key=lambda name: _likeness(read[name], *_LEGACY[name]))
    return read[found] or text


def _as_read(body: bytes, name: str) -> str:
    """Bytes in an encoding; "" where they are no text in it."""
    try:
        text = body.decode(name)
    except UnicodeDecodeError:
        return ""
    beyond = [sign for sign in text if not sign.isascii()]
    letters = sum(sign.isalpha() or sign in "“”‘’„«»–—…€£¥§°©®·、。「」，" for sign in beyond)
    is_text = letters >= _LEAST_LETTERS * len(beyond) and not _CONTROL.search(text)
    return text if is_text else ""


def _likeness(text: str, expected: float, frequent: str) -> float:
    """How near to what is expected the share of some letters is, among those beyond ASCII."""
    beyond = [sign for sign in text if not sign.isascii()]
    share = sum(sign in frequent for sign in beyond) / len(beyond) if beyond else 0.0
    return share / expected


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


_PAGES = frozenset({"text/html", "application/xhtml+xml"})
_TEXTS = one_of(
    "text/plain text/markdown text/x-markdown text/csv text/tab-separated-values application/json"
    " application/csv application/x-ndjson application/markdown"
)
_UNKNOWN = frozenset({"", "application/octet-stream", "binary/octet-stream"})
_PDF = b"%PDF-"
_PAGE = re.compile(rb"(\xef\xbb\xbf)?\s*(<!doctype html|<html[\s>])", re.IGNORECASE)
_PRESCAN = 1024

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e"
    "\u2060-\u206f\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)
"""Letters that no reader sees; a model reads some of them like any other."""
_LINES = re.compile(r"\n{3,}")


def extract_text(
    body: bytes, content_type: str, encoding: str, max_bytes: int, max_text_bytes: int
) -> str:
    """The text of a document.

    Args:
        body: As it was sent.
        content_type: As its host says.
        encoding: How it is packed.
        max_bytes: Of the document once it is unpacked.
        max_text_bytes: Of the text.

    Raises:
        SourceError: If there is none, or too much.
    """
    body = unpack(body, encoding, max_bytes)
    text = tidy(_read(body, content_type, max_text_bytes))
    size = len(text.encode())
    if size > max_text_bytes:
        raise SourceError("SOURCE_TOO_LARGE", f"more than {max_text_bytes} bytes of text")
    if not text:
        raise SourceError("SOURCE_UNREADABLE", "there is no text in it")
    return text


def unpack(body: bytes, encoding: str, max_bytes: int) -> bytes:
    """A body as it was before it was packed for the way.

    Raises:
        SourceError: If it is not whole, is packed in a way that was not asked for, or too large.
    """
    encoding = encoding.strip().lower()
    if encoding in {"", "identity"}:
        return body
    if encoding not in {"gzip", "x-gzip"}:
        raise SourceError("SOURCE_UNREADABLE", "it has a compression that was not requested")
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
    try:
        found = unpacking.decompress(body, max_bytes + 1)
    except zlib.error:
        raise SourceError("SOURCE_UNREADABLE", "it is compressed and damaged") from None
    if len(found) > max_bytes:
        raise SourceError("SOURCE_TOO_LARGE", f"more than {max_bytes} bytes when it is unpacked")
    if not unpacking.eof or unpacking.unused_data:
        raise SourceError("SOURCE_UNREADABLE", "it is compressed and damaged")
    return found


def tidy(text: str) -> str:
    """A text without the letters that nobody sees, and with one kind of line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    return _LINES.sub("\n\n", _UNSEEN.sub("", lines)).strip()


def _read(body: bytes, content_type: str, max_text_bytes: int) -> str:
    kind = content_type.partition(";")[0].strip().lower()
    is_unknown = kind in _UNKNOWN
    if kind == "application/pdf" or (is_unknown and body.startswith(_PDF)):
        return extract_pdf_text(body, max_text_bytes)
    if kind in _PAGES or (is_unknown and _PAGE.match(body[:_PRESCAN])):
        from sidecar.sources.html_text import extract_page_text  # noqa: PLC0415 (optional)

        return extract_page_text(decode(body, content_type, is_page=True))
    if kind in _TEXTS or kind.endswith("+json"):
        return decode(body, content_type, is_page=False)
    raise SourceError("SOURCE_UNREADABLE", "it is neither a page, a PDF nor plain text")


# What a robots.txt says of a URL. It runs in the worker process alone.


def is_allowed(body: bytes, encoding: str, max_bytes: int, url: str, user_agent: str) -> bool:
    """Whether a robots.txt lets somebody have a URL.

    Args:
        body: As it was sent.
        encoding: How it is packed.
        max_bytes: Of it once it is unpacked.
        url: What is asked for.
        user_agent: Who asks.

    Raises:
        SourceError: If it cannot be unpacked.
    """
    from protego import Protego  # noqa: PLC0415 (pages are read without it)

    text = unpack(body, encoding, max_bytes).decode("utf-8", "replace")
    return bool(Protego.parse(text).can_fetch(url, user_agent))


# The text of a PDF, page by page. It runs in the worker process alone.

_MOST_PAGES = 2000


def extract_pdf_text(body: bytes, max_text_bytes: int) -> str:
    """The text on the pages of a document; what stands beside them is left out.

    Raises:
        SourceError: If it is broken, needs a password or is too long.
    """
    import pypdfium2  # noqa: PLC0415 (other documents are read without it)

    try:
        document = pypdfium2.PdfDocument(body)
    except pypdfium2.PdfiumError:
        raise SourceError("SOURCE_UNREADABLE", "the PDF is broken, or needs a password") from None
    if len(document) > _MOST_PAGES:
        raise SourceError("SOURCE_TOO_LARGE", f"more than {_MOST_PAGES} pages")
    pages: list[str] = []
    left = max_text_bytes
    for number in range(len(document)):
        text = _page(document, number)
        left -= len(text)
        if left < 0:
            raise SourceError("SOURCE_TOO_LARGE", f"more than {max_text_bytes} bytes of text")
        pages.append(text)
    return "\n\n".join(pages)


def _page(document: pypdfium2.PdfDocument, number: int) -> str:
    """The text of one page, which is let go of at once."""
    import pypdfium2  # noqa: PLC0415 (as above)

    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        raise SourceError("SOURCE_UNREADABLE", f"page {number + 1} of the PDF is broken") from None
    lines = page.get_textpage().get_text_bounded().replace("\r\n", "\n")
    page.close()
    return str(lines)
