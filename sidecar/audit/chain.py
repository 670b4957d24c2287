"""A chain of records: each has the digest of the one before, and its own.

A record is a flat JSON object. Its digest is the SHA-256 of the canonical form (RFC 8785) of all
its members but the digest, that of the record before included. Its line in a file is the canonical
form of the whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from sidecar.model.canonical_json import canonical

VERSION = 2
"""Of the format of records."""

GENESIS = "0" * 64
"""What stands for the digest of the record before the first."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an audit log.

    Attributes:
        text: One JSON object, without a line break.
        digest: Of the record: lower-case hexadecimal.
    """

    text: str
    digest: str


def line(*, tenant: str, sequence: int, previous: str, fields: Mapping[str, object]) -> Line:
    """The next line of a chain.

    Args:
        tenant: Whose chain it is.
        sequence: Its number, from 1.
        previous: The digest of the record before; ``GENESIS`` for the first.
        fields: Everything else of it: text, integers of at most 15 digits, truth values and None.

    Raises:
        ValueError: If a text holds half a surrogate pair.
    """
    place = {"v": VERSION, "tenant": tenant, "sequence": sequence, "previous": previous}
    record = {**fields, **place}
    # What stands before the digest in the line, and behind it: each is written once.
    before = _members({name: value for name, value in record.items() if name < "digest"})
    after = _members({name: value for name, value in record.items() if name > "digest"})
    digest = sha256(_object(before, after)).hexdigest()
    text = _object(before, b'"digest":"%s"' % digest.encode(), after)
    return Line(text.decode(), digest)


def _members(record: Mapping[str, object]) -> bytes:
    return canonical(record)[1:-1]


def _object(*members: bytes) -> bytes:
    return b"{%s}" % b",".join(filter(None, members))
