"""Checkpoints: how many records a chain had and what the last was, signed and kept elsewhere.

Anyone who can write the database can make a whole chain anew, or cut its end off. They cannot
make it agree with a checkpoint, since they do not have the key.
"""

from __future__ import annotations

import base64
import hashlib
import json
from array import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sidecar.audit import chain, keys
from sidecar.audit.faults import AuditFault
from sidecar.model.digests import to_canonical_json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )


_SHORT = 64  # bytes; a digest stands for a longer name
_SHOWN = 40  # characters of such a one


def tenant_key(tenant: bytes) -> bytes:
    """What stands for a tenant's JSON text, of which a hostile file may have long ones."""
    return tenant if len(tenant) <= _SHORT else hashlib.sha256(tenant).digest()


def shorten(tenant: bytes) -> bytes:
    """The JSON text of a tenant to show, of which a long one is cut."""
    if len(tenant) <= _SHORT:
        return tenant
    return to_canonical_json(json.loads(tenant)[:_SHOWN] + "\u2026")


@dataclass(slots=True)
class TenantCheckpoints:
    """The checkpoints of one tenant, by rising count.

    Attributes:
        tenant: Its JSON text.
        counts: How many records each counts.
        heads: The digests that belong to the counts, 32 bytes each.
    """

    tenant: bytes
    counts: array[int] = field(default_factory=lambda: array("q"))
    heads: bytearray = field(default_factory=bytearray)

    @property
    def last(self) -> int:
        """How many records the last one counts."""
        return self.counts[-1]

    def head(self, place: int) -> bytes:
        """The digest of a checkpoint, in hex."""
        return self.heads[32 * place : 32 * place + 32].hex().encode()


@dataclass(slots=True)
class CheckpointIndex:
    """Checkpoints whose signatures are right.

    Attributes:
        of: By ``tenant_key`` of the tenant, in the order in which tenants came.
        count: How many were added.
    """

    of: dict[bytes, TenantCheckpoints] = field(default_factory=dict)
    count: int = 0

    def last(self, tenant: bytes) -> int:
        """How many records the last checkpoint of a tenant counts; 0 where there is none.

        Args:
            tenant: Its JSON text.
        """
        marks = self.of.get(tenant_key(tenant))
        return 0 if marks is None else marks.last

    def add(self, tenant: bytes, count: int, head: bytes) -> str | None:
        """Add the next checkpoint of a file.

        Args:
            tenant: Its JSON text.
            count: How many records it counts.
            head: The digest of the last of them, in hex.

        Returns:
            Why it cannot come after those before: a code of ``FAULTS``. None where it was added.
        """
        marks = self.of.setdefault(tenant_key(tenant), TenantCheckpoints(tenant))
        if marks.counts and count < marks.last:
            return "CHECKPOINT_BACKWARDS"
        if marks.counts and count == marks.last:
            if marks.head(len(marks.counts) - 1) != head:
                return "CHECKPOINT_CONTRADICTS"
        else:
            marks.counts.append(count)
            marks.heads += bytes.fromhex(head.decode())
        self.count += 1
        return None


def sign(
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
        "v": chain.VERSION,
        "tenant": json.loads(tenant),
        "count": count,
        "head": head.decode(),
        "time": moment,
        "key": keys.key_name(private.public_key()),
    }
    signature = base64.b64encode(private.sign(to_canonical_json(body))).decode()
    return to_canonical_json({**body, "signature": signature}) + b"\n"


def read(lines: Iterable[bytes], public: Mapping[bytes, Ed25519PublicKey]) -> CheckpointIndex:
    """The checkpoints of a file, all of them signed by one of the keys.

    Args:
        lines: With their newlines; may raise ``AuditFault`` as well.
        public: The keys that are trusted, by their names.

    Raises:
        AuditFault: If one is unsigned, wrongly signed, by an unknown key, or contradicts another.
    """
    marks = CheckpointIndex()
    for number, line in enumerate(lines, 1):
        found = _checked(line, number, public)
        wrong = marks.add(found.tenant, found.count, found.head)
        if wrong is not None:
            raise _fault(wrong, number, found)
    if not marks.count:
        raise AuditFault("CHECKPOINTS_EMPTY", 1, file="checkpoints")
    return marks


def _checked(
    line: bytes, number: int, public: Mapping[bytes, Ed25519PublicKey]
) -> chain.Checkpoint:
    """The checkpoint of a line whose signature is right."""
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 (optional)

    version = chain.read_version(line)
    if version is not None and version != chain.VERSION:
        raise AuditFault(
            "CHECKPOINT_VERSION_UNKNOWN", number, file="checkpoints", detail=f"{version}"
        )
    found = chain.parse_checkpoint(line)
    if found is None:
        raise AuditFault("CHECKPOINT_MALFORMED", number, file="checkpoints")
    signature = base64.b64decode(found.signature)
    if base64.b64encode(signature) != found.signature:  # bits that no byte is made of
        raise AuditFault("CHECKPOINT_MALFORMED", number, file="checkpoints")
    if found.key not in public:
        raise _fault("CHECKPOINT_KEY_UNKNOWN", number, found)
    try:
        public[found.key].verify(signature, found.covered)
    except InvalidSignature:
        raise _fault("CHECKPOINT_SIGNATURE_WRONG", number, found) from None
    return found


def _fault(code: str, number: int, found: chain.Checkpoint) -> AuditFault:
    return AuditFault(code, number, found.tenant.decode(), found.count, file="checkpoints")
