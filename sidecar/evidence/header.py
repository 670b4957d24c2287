"""What a caller says about a query result before its bytes, and the handle that both make."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from sidecar.evidence.errors import QueryIdDuplicate, QueryIdInvalid, TooManyEvidenceItems
from sidecar.evidence.items import digest_item
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import Column, Source

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
        columns: What is known of the columns, matched by name (see ``naming.describe``). Rows
            without names (a JSON array of arrays) take their names from here, in this order.
        format: How the bytes are written.

    Raises:
        QueryIdInvalid: If the query id is not one.
    """

    query_id: str
    family: str = ""
    title: str = ""
    columns: tuple[Column, ...] = ()
    format: Format = Format.JSON

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
    return digest.hexdigest()


def make_source_handle(tenant: str, source: Source) -> str:
    """Return the handle of a source, in lower-case hexadecimal."""
    parts = tenant.encode("utf-8", "surrogatepass"), digest_item(source).encode()
    return sha256_of_parts((_SOURCE_DOMAIN, *parts))
