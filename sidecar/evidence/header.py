"""What a caller says about evidence: its bounds, its digests, and the handles that both make."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from enum import StrEnum

from sidecar.evidence.errors import (
    EvidenceIdDuplicate,
    EvidenceItemInvalid,
    QueryIdDuplicate,
    QueryIdInvalid,
    TooManyEvidenceItems,
)
from sidecar.evidence.settings import EvidenceSettings
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import (
    NOTHING_DECLARED,
    Citable,
    Column,
    Declarations,
    EvidenceItem,
    Source,
)

_MAX_ID = 200
_SHOWN = 80
_ITEM_DOMAIN = "verifyd item 1"  # raise the number when the meaning of the same fields changes


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
    told = [field for field in astuple(one) if field is not False]  # as before there were flags
    for field in (_ITEM_DOMAIN, type(one).__name__, *told):
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


# What a caller says about a query result before its bytes.

_MAX_QUERY_ID = 200


class Format(StrEnum):
    """How the bytes of a query result are written. The names stand in errors and in handles."""

    ARROW = "arrow"
    JSON = "json"
    ROWS = "rows"


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What a caller says about a query result.

    Attributes:
        query_id: The caller's name for it: 1 to 200 printable characters without spaces.
        family: The source it comes from ("LMIS"), or "".
        title: A caption, or "".
        columns: What is known of the columns, matched by name (see
            ``tables.describe_columns``). Rows without names (a JSON array of arrays) take their
            names from here, in this order.
        format: How the bytes are written.
        declared: What is declared of it as a whole.

    Raises:
        QueryIdInvalid: If the query id is not one.
    """

    query_id: str
    family: str = ""
    title: str = ""
    columns: tuple[Column, ...] = ()
    format: Format = Format.JSON
    declared: Declarations = NOTHING_DECLARED

    def __post_init__(self) -> None:
        query_id = self.query_id
        printable = query_id.isprintable() and " " not in query_id  # no other space is printable
        if not printable or not 0 < len(query_id) <= _MAX_QUERY_ID:
            shown = query_id[:_MAX_QUERY_ID].encode("ascii", "backslashreplace").decode()
            raise QueryIdInvalid(
                f"a query id has 1 to {_MAX_QUERY_ID} printable characters without spaces, "
                f"unlike {shown!r}",
                query_id=shown,
            )


def check_query_ids(query_ids: Sequence[str], maximum: int) -> None:
    """Check the query results of one request together, those behind handles included.

    Raises:
        TooManyEvidenceItems: If there are more than ``maximum``.
        QueryIdDuplicate: If two have the same id: a citation could then mean either.
    """
    if len(query_ids) > maximum:
        raise TooManyEvidenceItems(
            f"{len(query_ids)} query results in one request; the server allows {maximum}",
            given=len(query_ids),
            maximum=maximum,
        )
    if len({*query_ids}) < len(query_ids):
        twice = max(query_ids, key=query_ids.count)
        raise QueryIdDuplicate(f"two query results have the id {twice!r}", query_id=twice)


# Handles: the SHA-256 over everything that makes a piece of evidence what it is, and whose.

_DOMAIN = b"verifyd evidence 1"  # raise the number when the meaning of the same bytes changes
_SOURCE_DOMAIN = b"verifyd source 1"


def make_handle(tenant: str, header: Header, payload: bytes | memoryview) -> str:
    """Return the handle of a query result, in lower-case hexadecimal.

    Every field is preceded by its length and every list by its count, so that no two different
    query results spell the same bytes. Large payloads release the interpreter while hashed.
    """
    digest = hashlib.sha256()

    def field(data: bytes | memoryview) -> None:
        digest.update(memoryview(data).nbytes.to_bytes(8, "big"))
        digest.update(data)

    def texts(*strings: str) -> None:
        for string in strings:
            field(string.encode("utf-8", "surrogatepass"))

    def count(number: int) -> None:
        digest.update(number.to_bytes(8, "big"))

    field(_DOMAIN)
    texts(tenant, header.query_id, header.family, header.title, header.format)
    count(len(header.columns))
    for column in header.columns:
        texts(column.name, column.label, column.description, column.unit)
        count(len(column.synonyms))
        texts(*column.synonyms)
    field(payload)
    if header.declared != NOTHING_DECLARED:
        texts(*_list_declared(header.declared))
    return digest.hexdigest()


def _list_declared(declared: Declarations) -> Iterator[str]:
    """All that is declared, in one order; "" for what is not."""
    for number in (declared.as_of, declared.expires_at, declared.row_count, declared.row_limit):
        yield "" if number is None else str(number)
    for column, total in declared.control_totals:
        yield column
        yield str(total)


def make_source_handle(tenant: str, source: Source) -> str:
    """Return the handle of a source, in lower-case hexadecimal."""
    parts = tenant.encode("utf-8", "surrogatepass"), digest_item(source).encode()
    return sha256_of_parts((_SOURCE_DOMAIN, *parts))
