"""Digests, as the report and the handles of evidence write them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def sha256_hex(data: bytes) -> str:
    """SHA-256 in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def framed(parts: Iterable[bytes]) -> str:
    """SHA-256 over parts, each preceded by its length, so that no two lists read the same."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()
