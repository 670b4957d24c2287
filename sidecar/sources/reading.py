"""What a host sent, as text: unpacked, told apart, decoded. It runs in the worker process alone."""

from __future__ import annotations

import re
import zlib

from sidecar.sources.charset import decoded
from sidecar.sources.errors import SourceError
from sidecar.text.vocabulary import one_of

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


def text_of(
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
    body = unpacked(body, encoding, max_bytes)
    text = tidied(_read(body, content_type, max_text_bytes))
    size = len(text.encode())
    if size > max_text_bytes:
        raise SourceError("SOURCE_TOO_LARGE", f"more than {max_text_bytes} bytes of text")
    if not text:
        raise SourceError("SOURCE_UNREADABLE", "there is no text in it")
    return text


def unpacked(body: bytes, encoding: str, max_bytes: int) -> bytes:
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


def tidied(text: str) -> str:
    """A text without the letters that nobody sees, and with one kind of line ends."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()
    return _LINES.sub("\n\n", _UNSEEN.sub("", lines)).strip()


def _read(body: bytes, content_type: str, max_text_bytes: int) -> str:
    kind = content_type.partition(";")[0].strip().lower()
    is_unknown = kind in _UNKNOWN
    if kind == "application/pdf" or (is_unknown and body.startswith(_PDF)):
        from sidecar.sources.pdf_text import pdf_text  # noqa: PLC0415 (optional)

        return pdf_text(body, max_text_bytes)
    if kind in _PAGES or (is_unknown and _PAGE.match(body[:_PRESCAN])):
        from sidecar.sources.html_text import page_text  # noqa: PLC0415 (optional)

        return page_text(decoded(body, content_type, is_page=True))
    if kind in _TEXTS or kind.endswith("+json"):
        return decoded(body, content_type, is_page=False)
    raise SourceError("SOURCE_UNREADABLE", "it is neither a page, a PDF nor plain text")
