"""The bounds of items and sources, from any caller: the wire or the command line."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import astuple

from sidecar.evidence.errors import (
    EvidenceIdDuplicate,
    EvidenceItemInvalid,
    TooManyEvidenceItems,
)
from sidecar.evidence.settings import EvidenceSettings
from sidecar.model.evidence import Citable, EvidenceItem, Source

_MAX_ID = 200
_SHOWN = 80
_DOMAIN = "verifyd item 1"  # raise the number when the meaning of the same fields changes


def check_items(
    items: Sequence[EvidenceItem],
    sources: Sequence[Source],
    query_ids: Iterable[str],
    settings: EvidenceSettings,
) -> None:
    """Check the items and sources of one request together.

    Args:
        items: Pieces of evidence.
        sources: Documents.
        query_ids: The ids of the query results, which share their names with the two.
        settings: Of the server.

    Raises:
        TooManyEvidenceItems: If there are too many.
        EvidenceItemInvalid: If one of them is none.
        EvidenceIdDuplicate: If a citation could mean either of two.
    """
    given = len(items) + len(sources)
    maximum = settings.max_items_per_request
    if given > maximum:
        message = f"{given} items and sources in one request; the server allows {maximum}"
        raise TooManyEvidenceItems(message, given=given, maximum=maximum)
    seen = set(query_ids)
    each: Sequence[Citable] = [*items, *sources]
    for one in each:
        _check_one(one, settings.max_text_bytes)
        _once(one.id, seen)
    numbers: set[str] = set()
    for source in sources:
        _once(str(source.number), numbers)


def digest_item(one: Citable) -> str:
    """SHA-256 over all that an item or source says, in lower-case hexadecimal."""
    written = hashlib.sha256()
    for field in (_DOMAIN, type(one).__name__, *astuple(one)):
        data = ("" if field is None else str(field)).encode("utf-8", "surrogatepass")
        written.update(len(data).to_bytes(8, "big"))
        written.update(data)
    return written.hexdigest()


def _check_one(one: Citable, max_bytes: int) -> None:
    identifier = one.id
    if not 0 < len(identifier) <= _MAX_ID or not identifier.isprintable() or " " in identifier:
        raise _invalid(one, "id", identifier[:_MAX_ID].encode("ascii", "backslashreplace").decode())
    try:
        size = len(one.text.encode())
    except UnicodeEncodeError:
        raise _invalid(one, "text", "not valid Unicode") from None
    if size > max_bytes:
        raise _invalid(one, "text", f"{size} bytes")
    if one.relevance is not None and not 0 <= one.relevance <= 1:  # NaN is neither
        raise _invalid(one, "relevance", str(one.relevance))


def _once(name: str, seen: set[str]) -> None:
    if name in seen:
        message = f"two items, sources or query results are called {name[:_SHOWN]!r}"
        raise EvidenceIdDuplicate(message, id=name)
    seen.add(name)


def _invalid(one: Citable, field: str, given: str) -> EvidenceItemInvalid:
    shown = one.id[:_SHOWN].encode("ascii", "backslashreplace").decode()
    kind = "item" if isinstance(one, EvidenceItem) else "source"
    message = f"the {field} of the {kind} {shown!r} cannot be used: {given}"
    return EvidenceItemInvalid(message, id=shown, field=field, given=given)
