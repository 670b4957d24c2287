"""The checkpoints that the chains of a file must pass, kept small: forty bytes each."""

from __future__ import annotations

import hashlib
import json
from array import array
from dataclasses import dataclass, field

from sidecar.model.canonical_json import canonical

_SHORT = 64  # bytes; a digest stands for a longer name
_SHOWN = 40  # characters of such a one


def key(tenant: bytes) -> bytes:
    """What stands for a tenant's JSON text, of which a hostile file may have long ones."""
    return tenant if len(tenant) <= _SHORT else hashlib.sha256(tenant).digest()


def shortened(tenant: bytes) -> bytes:
    """The JSON text of a tenant to show, of which a long one is cut."""
    if len(tenant) <= _SHORT:
        return tenant
    return canonical(json.loads(tenant)[:_SHOWN] + "\u2026")


@dataclass(slots=True)
class TenantMarks:
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
class Marks:
    """Checkpoints whose signatures are right.

    Attributes:
        of: By ``key`` of the tenant, in the order in which tenants came.
        count: How many were added.
    """

    of: dict[bytes, TenantMarks] = field(default_factory=dict)
    count: int = 0

    def last(self, tenant: bytes) -> int:
        """How many records the last checkpoint of a tenant counts; 0 where there is none.

        Args:
            tenant: Its JSON text.
        """
        marks = self.of.get(key(tenant))
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
        marks = self.of.setdefault(key(tenant), TenantMarks(tenant))
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
