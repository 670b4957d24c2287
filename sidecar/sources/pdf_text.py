"""The text of a PDF, page by page. It runs in the worker process alone."""

from __future__ import annotations

import pypdfium2

from sidecar.sources.errors import SourceError

_MOST_PAGES = 2000


def pdf_text(body: bytes, max_text_bytes: int) -> str:
    """The text on the pages of a document; what stands beside them is left out.

    Raises:
        SourceError: If it is broken, needs a password or is too long.
    """
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
    try:
        page = document[number]
    except pypdfium2.PdfiumError:
        raise SourceError("SOURCE_UNREADABLE", f"page {number + 1} of the PDF is broken") from None
    lines = page.get_textpage().get_text_bounded().replace("\r\n", "\n")
    page.close()
    return str(lines)
