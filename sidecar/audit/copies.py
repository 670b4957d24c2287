"""Copies of the records of outcomes, compared with the digests that the audit log has of them.

A file of copies has one JSON object in each line: ``tenant``, ``sequence`` and ``record``, in the
order of the audit file. How a copy is written does not matter: its canonical form is what counts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sidecar.audit.chain import Record
from sidecar.audit.faults import AuditFault
from sidecar.model.digests import to_canonical_json

_DEEPEST = 100  # levels of a record
_BITS = 63  # of a sequence


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a record.

    Attributes:
        line: Its line in the file of copies, from 1.
        tenant: The JSON text of its tenant.
        sequence: Of the record of the audit log that has its digest.
        digest: Of its canonical form, in hex.
    """

    line: int
    tenant: bytes
    sequence: int
    digest: str

    def fault(self, code: str) -> AuditFault:
        """What is wrong with it."""
        return AuditFault(code, self.line, self.tenant.decode(), self.sequence, file="records")


class Copies:
    """The copies of a file, each of which is met once.

    Args:
        lines: With their newlines; may raise ``AuditFault`` as well.

    Attributes:
        met: How many were compared.
    """

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._copies = (_copy(number, line) for number, line in enumerate(lines, 1))
        self._next = next(self._copies, None)
        self.met = 0

    def meet(self, found: Record) -> None:
        """Compare the next copy, if it is that of a record of the audit log.

        Raises:
            AuditFault: If it has another digest, or the one after it is no copy.
        """
        copy = self._next
        if copy is None or (copy.tenant, copy.sequence) != (found.tenant, found.sequence):
            return
        if found.record_digest != b'"%b"' % copy.digest.encode():
            raise copy.fault("RECORD_DIFFERS")
        self.met += 1
        self._next = next(self._copies, None)

    def end(self) -> None:
        """Say that there are no more records.

        Raises:
            AuditFault: If a copy was of none of them.
        """
        if self._next is not None:
            raise self._next.fault("RECORD_UNKNOWN")


def write_copy(tenant: bytes, sequence: int, document: bytes) -> bytes:
    """The line of a copy, with its newline.

    Args:
        tenant: Its JSON text.
        sequence: Of the record of the audit log.
        document: The record of the outcome, as it is stored.
    """
    return b'{"record":%b,"sequence":%d,"tenant":%b}\n' % (document, sequence, tenant)


def _copy(number: int, line: bytes) -> Copy:
    try:
        said = json.loads(line.decode(), object_pairs_hook=_object)
        tenant, sequence, record = said["tenant"], said["sequence"], said["record"]
        if len(said) > 3 or type(tenant) is not str or type(sequence) is not int:
            raise ValueError
        if sequence.bit_length() > _BITS or _is_deep(record):
            raise ValueError
        digest = hashlib.sha256(to_canonical_json(record)).hexdigest()
        return Copy(number, to_canonical_json(tenant), sequence, digest)
    except (ValueError, KeyError, TypeError, RecursionError):
        raise AuditFault("RECORD_MALFORMED", number, file="records") from None


def _is_deep(value: object) -> bool:
    """Whether a value has more levels than any record has."""
    level = [value]
    for _ in range(_DEEPEST):
        level = [below for each in level for below in _below(each)]
    return bool(level)


def _below(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name appears twice")
    return made
