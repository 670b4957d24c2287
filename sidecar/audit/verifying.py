"""Whether an audit file is whole: every record in its place, up to every checkpoint.

A file is read once, a line at a time. What is kept is a few hundred bytes for each tenant, and
forty for each checkpoint.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import BinaryIO, Literal

from sidecar.audit.chain import GENESIS, VERSION, Record, parse_record, read_version
from sidecar.audit.checkpoints import CheckpointIndex, shorten, tenant_key
from sidecar.audit.copies import Copies
from sidecar.audit.faults import AuditFault

MOST_TENANTS = 1_000_000


@dataclass(slots=True)
class Chain:
    """How far the chain of a tenant has been followed.

    Attributes:
        count: How many records it has.
        head: Digest of the last, in hex.
        passed: How many checkpoints it has passed.
        tenant: Whose it is: its JSON text, of which a long one is cut.
    """

    count: int = 0
    head: bytes = GENESIS.encode()
    passed: int = 0
    tenant: bytes = b""


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """What came of verifying a file.

    Attributes:
        records: How many were found in their place.
        tenants: How many have records.
        checkpoints: How many were given; None where no file of them was.
        past: How many records of which tenants no checkpoint covers: who holds the database could
            have made them anew, or taken them away. By the JSON text of the tenant, in order.
        fault: The first thing that is wrong; None where the file is whole.
        copies: How many copies of records were compared; None where no file of them was given.
    """

    records: int
    tenants: int
    checkpoints: int | None
    past: Mapping[str, int]
    fault: AuditFault | None
    copies: int | None = None

    @property
    def uncovered(self) -> int:
        """How many records no checkpoint covers."""
        return sum(self.past.values())


@dataclass(slots=True)
class FileVerifier:
    """Follows the chains of a file, record by record.

    Attributes:
        marks: The checkpoints that the chains must pass.
        chains: How far each chain has been followed, by ``tenant_key`` of its tenant.
        records: How many lines were taken.
    """

    marks: CheckpointIndex = field(default_factory=CheckpointIndex)
    chains: dict[bytes, Chain] = field(default_factory=dict)
    records: int = 0

    def take(self, line: bytes) -> Record:
        """Take the next line, with its newline; the record that it is.

        Raises:
            AuditFault: If it is not the record that belongs there.
        """
        number = self.records + 1
        found = _parsed(line, number)
        tenant = tenant_key(found.tenant)
        chain = self.chains.get(tenant)
        if chain is None:
            if len(self.chains) >= MOST_TENANTS:
                raise AuditFault("TENANTS_TOO_MANY", number, found.tenant.decode(), found.sequence)
            chain = Chain(tenant=shorten(found.tenant))
        _follows(chain, found, number)
        chain.count, chain.head = found.sequence, found.digest
        self._pass(tenant, chain, found, number)
        self.chains[tenant] = chain
        self.records = number
        return found

    def end(self) -> None:
        """Say that there are no more lines.

        Raises:
            AuditFault: ``TAIL_CUT``, if a checkpoint was not reached.
        """
        for tenant, marks in self.marks.of.items():
            chain = self.chains.get(tenant)
            have = 0 if chain is None else chain.count
            if have < marks.last:
                detail = f"records at the last checkpoint: {marks.last}; in the file: {have}"
                name = marks.tenant.decode()
                raise AuditFault("TAIL_CUT", self.records + 1, name, have + 1, detail=detail)

    def past(self) -> Mapping[str, int]:
        """How many of the records that were taken no checkpoint covers, by tenant."""
        found: dict[str, int] = {}
        for tenant, chain in sorted(self.chains.items(), key=lambda one: one[1].tenant):
            marks = self.marks.of.get(tenant)
            past = chain.count - (0 if marks is None else min(marks.last, chain.count))
            if past:
                name = chain.tenant.decode()
                found[name] = found.get(name, 0) + past
        return found

    def _pass(self, tenant: bytes, chain: Chain, found: Record, number: int) -> None:
        """Compare the head of a chain with the checkpoint of its count, if there is one."""
        marks = self.marks.of.get(tenant)
        if marks is None or chain.passed == len(marks.counts):
            return
        if marks.counts[chain.passed] != chain.count:
            return
        if marks.head(chain.passed) != chain.head:
            since = marks.counts[chain.passed - 1] + 1 if chain.passed else 1
            detail = f"one of the records {since} to {chain.count} was replaced"
            raise AuditFault(
                "HEAD_WRONG", number, found.tenant.decode(), found.sequence, detail=detail
            )
        chain.passed += 1


def verify(
    lines: Iterable[bytes],
    marks: CheckpointIndex | None = None,
    copies: Iterator[bytes] | None = None,
) -> FileVerdict:
    """Follow the chains of a file to its end, or to the first thing that is wrong.

    Args:
        lines: With their newlines; may raise ``AuditFault`` as well.
        marks: The checkpoints. None: a tail that was cut off cannot be seen.
        copies: Lines of copies of records, to compare with it; may raise ``AuditFault`` as well.
    """
    verifier = FileVerifier(CheckpointIndex() if marks is None else marks)
    fault = kept = None
    try:
        kept = None if copies is None else Copies(copies)
        for line in lines:
            found = verifier.take(line)
            if kept is not None:
                kept.meet(found)
        verifier.end()
        if kept is not None:
            kept.end()
    except AuditFault as wrong:
        fault = wrong
    return FileVerdict(
        records=verifier.records,
        tenants=len(verifier.chains),
        checkpoints=None if marks is None else marks.count,
        past=verifier.past(),
        copies=None if kept is None else kept.met,
        fault=fault,
    )


def _parsed(line: bytes, number: int) -> Record:
    """The record of a line, which has the digest that it says it has."""
    found_version = read_version(line)
    if found_version is not None and found_version != VERSION:
        raise AuditFault("VERSION_UNKNOWN", number, detail=f"{found_version}")
    found = parse_record(line)
    if found is None:
        raise AuditFault("LINE_MALFORMED", number)
    if hashlib.sha256(found.covered).hexdigest().encode() != found.digest:
        raise AuditFault("DIGEST_WRONG", number, found.tenant.decode(), found.sequence)
    return found


def _follows(chain: Chain, found: Record, number: int) -> None:
    """Refuse a record that is not the next one of its chain."""
    tenant, wanted = found.tenant.decode(), chain.count + 1
    if found.sequence != wanted:
        code = "SEQUENCE_GAP" if found.sequence > wanted else "SEQUENCE_REPEATED"
        detail = f"{found.sequence} stands where {wanted} belongs"
        raise AuditFault(code, number, tenant, found.sequence, detail=detail)
    if found.previous != chain.head:
        raise AuditFault("PREVIOUS_WRONG", number, tenant, found.sequence)


# Reading a file by lines, none of which is ever held where it is longer than allowed.

LONGEST = 1 << 20
"""Bytes of a record with its newline."""

LONGEST_CHECKPOINT = 1 << 14
"""Bytes of a checkpoint with its newline."""


LONGEST_COPY = 1 << 27
"""Bytes of a copy of a record with its newline."""


def read_records(file: BinaryIO) -> Iterator[bytes]:
    """The lines of an audit file, each with its newline.

    Raises:
        AuditFault: ``LINE_TOO_LONG`` or ``LINE_CUT``.
    """
    return _lines(file, LONGEST, "LINE", "audit")


def read_checkpoints(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file of checkpoints, each with its newline.

    Raises:
        AuditFault: ``CHECKPOINT_TOO_LONG`` or ``CHECKPOINT_CUT``.
    """
    return _lines(file, LONGEST_CHECKPOINT, "CHECKPOINT", "checkpoints")


def read_copies(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file of copies of records, each with its newline.

    Raises:
        AuditFault: ``RECORD_TOO_LONG`` or ``RECORD_CUT``.
    """
    return _lines(file, LONGEST_COPY, "RECORD", "records")


def _lines(
    file: BinaryIO, longest: int, prefix: str, kind: Literal["audit", "checkpoints", "records"]
) -> Iterator[bytes]:
    number = 0
    while line := file.readline(longest + 1):
        number += 1
        if len(line) > longest:
            raise AuditFault(f"{prefix}_TOO_LONG", number, file=kind)
        if not line.endswith(b"\n"):
            raise AuditFault(f"{prefix}_CUT", number, file=kind)
        yield line
