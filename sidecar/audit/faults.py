"""What can be wrong with an audit file, its checkpoints, and copies of records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FAULTS = {
    "LINE_TOO_LONG": "the line is longer than 1 MiB",
    "LINE_CUT": "the line does not end with a newline: the file was cut inside it",
    "VERSION_UNKNOWN": "the record has a version of the format that is not known here",
    "LINE_MALFORMED": "the line is not a record in canonical form",
    "DIGEST_WRONG": "the digest is not that of the record: it was changed",
    "TENANTS_TOO_MANY": "the file has records of more than a million tenants",
    "SEQUENCE_GAP": "records are missing before this one",
    "SEQUENCE_REPEATED": "the record, or one with its sequence, was there before",
    "PREVIOUS_WRONG": "the record does not follow the one before it: one of the two was replaced",
    "HEAD_WRONG": "up to here, records are not those that a checkpoint was made of",
    "TAIL_CUT": "records that a checkpoint was made of are missing at the end",
    "RECORD_TOO_LONG": "the line is longer than 128 MiB",
    "RECORD_CUT": "the line does not end with a newline: the file was cut inside it",
    "RECORD_MALFORMED": "the line is not a JSON object with tenant, sequence and record",
    "RECORD_DIFFERS": "the copy has another digest than the audit log: it was changed",
    "RECORD_UNKNOWN": "the audit file has no such record, or has it before the copy above",
    "CHECKPOINT_TOO_LONG": "the line is longer than 16 KiB",
    "CHECKPOINT_CUT": "the line does not end with a newline: the file was cut inside it",
    "CHECKPOINT_VERSION_UNKNOWN": "the checkpoint has a version that is not known here",
    "CHECKPOINT_MALFORMED": "the line is not a checkpoint in canonical form",
    "CHECKPOINT_KEY_UNKNOWN": "the checkpoint is signed with a key that was not given",
    "CHECKPOINT_SIGNATURE_WRONG": "the signature is not that of the checkpoint",
    "CHECKPOINT_BACKWARDS": "the checkpoint counts fewer records than one before it",
    "CHECKPOINT_CONTRADICTS": "two checkpoints of the same count have different heads",
    "CHECKPOINTS_EMPTY": "there are no checkpoints in the file",
}
"""Each reason code, with its sentence, in the order in which a line is looked at."""


@dataclass(eq=False)
class AuditFault(Exception):
    """The first thing that is wrong.

    Attributes:
        code: One of ``FAULTS``.
        line: Its line, from 1; of ``TAIL_CUT``, where the missing record belongs at the earliest.
        tenant: Whose record or checkpoint it is, as JSON text; empty where that cannot be known.
        sequence: The record's, or the checkpoint's count.
        file: Which file has that line.
        detail: What was found and what belongs there, where that says more.
    """

    code: str
    line: int
    tenant: str = ""
    sequence: int | None = None
    file: Literal["audit", "checkpoints", "records"] = "audit"
    detail: str = ""

    def __str__(self) -> str:
        """A sentence for people."""
        told = FAULTS[self.code]
        return f"{told}: {self.detail}" if self.detail else told
