"""A chain of lines: each holds the digest of the one before, and its own.

A line is one JSON object in ASCII without spaces. Its digest is the SHA-256 of its bytes before
``,"digest":``: of everything that is not the digest, the digest of the line before included.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

VERSION = 1
"""Of the form of lines."""

GENESIS = "0" * 64
"""What stands for the digest of the line before the first."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an audit log.

    Attributes:
        text: One JSON object, without a line break.
        digest: Of the line: lower-case hexadecimal.
    """

    text: str
    digest: str


def line(*, tenant: str, sequence: int, previous: str, fields: Mapping[str, object]) -> Line:
    """The next line of a chain.

    Args:
        tenant: Whose chain it is.
        sequence: Its number, from 1.
        previous: The digest of the line before; ``GENESIS`` for the first.
        fields: What it tells: text, whole numbers, truth values and None, in their order.
    """
    told = {"v": VERSION, "tenant": tenant, "sequence": sequence, **fields, "previous": previous}
    head = json.dumps(told, ensure_ascii=True, separators=(",", ":"))[:-1]
    digest = sha256(head.encode("ascii")).hexdigest()
    return Line(f'{head},"digest":"{digest}"}}', digest)
