"""Handles: the SHA-256 over everything that makes a piece of evidence what it is, and whose."""

from __future__ import annotations

import hashlib

from sidecar.evidence.header import Header
from sidecar.evidence.items import digest
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import Source

_DOMAIN = b"verifyd evidence 1"  # raise the number when the meaning of the same bytes changes
_SOURCE_DOMAIN = b"verifyd source 1"


def of(tenant: str, header: Header, payload: bytes | memoryview) -> str:
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


def of_source(tenant: str, source: Source) -> str:
    """Return the handle of a source, in lower-case hexadecimal."""
    parts = tenant.encode("utf-8", "surrogatepass"), digest(source).encode()
    return sha256_of_parts((_SOURCE_DOMAIN, *parts))
