"""Checkpoints: how many records a chain had and what the last was, signed and kept elsewhere.

Anyone who can write the database can make a whole chain anew, or cut its end off. They cannot make
it agree with a checkpoint, since they do not have the key.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sidecar.audit import grammar, keys
from sidecar.audit.faults import Fault
from sidecar.audit.marks import Marks
from sidecar.model.canonical_json import canonical

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )


def signed(
    tenant: bytes, count: int, head: bytes, time: datetime, private: Ed25519PrivateKey
) -> bytes:
    """The line of a checkpoint, with its newline.

    Args:
        tenant: Its JSON text, as records have it.
        count: How many records its chain has, from 1.
        head: The digest of the last of them, in hex.
        time: When it is made; aware.
        private: Signs it.
    """
    moment = time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
    body = {
        "v": grammar.VERSION,
        "tenant": json.loads(tenant),
        "count": count,
        "head": head.decode(),
        "time": moment,
        "key": keys.name(private.public_key()),
    }
    signature = base64.b64encode(private.sign(canonical(body))).decode()
    return canonical({**body, "signature": signature}) + b"\n"


def read(lines: Iterable[bytes], public: Mapping[bytes, Ed25519PublicKey]) -> Marks:
    """The checkpoints of a file, all of them signed by one of the keys.

    Args:
        lines: With their newlines; may raise ``Fault`` as well.
        public: The keys that are trusted, by their names.

    Raises:
        Fault: If one is not signed, wrongly signed, by another key, or contradicts one before it.
    """
    marks = Marks()
    for number, line in enumerate(lines, 1):
        found = _checked(line, number, public)
        wrong = marks.add(found.tenant, found.count, found.head)
        if wrong is not None:
            raise _fault(wrong, number, found)
    if not marks.count:
        raise Fault("CHECKPOINTS_EMPTY", 1, file="checkpoints")
    return marks


def _checked(line: bytes, number: int, public: Mapping[bytes, Ed25519PublicKey]) -> grammar.Signed:
    """The checkpoint of a line whose signature is right."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 (optional)

    version = grammar.version(line)
    if version is not None and version != grammar.VERSION:
        raise Fault("CHECKPOINT_VERSION_UNKNOWN", number, file="checkpoints", detail=f"{version}")
    found = grammar.checkpoint(line)
    if found is None:
        raise Fault("CHECKPOINT_MALFORMED", number, file="checkpoints")
    signature = base64.b64decode(found.signature)
    if base64.b64encode(signature) != found.signature:  # bits that no byte is made of
        raise Fault("CHECKPOINT_MALFORMED", number, file="checkpoints")
    if found.key not in public:
        raise _fault("CHECKPOINT_KEY_UNKNOWN", number, found)
    try:
        public[found.key].verify(signature, found.covered)
    except InvalidSignature:
        raise _fault("CHECKPOINT_SIGNATURE_WRONG", number, found) from None
    return found


def _fault(code: str, number: int, found: grammar.Signed) -> Fault:
    return Fault(code, number, found.tenant.decode(), found.count, file="checkpoints")
