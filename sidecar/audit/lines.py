"""Reading a file by lines, none of which is ever held where it is longer than allowed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Literal

from sidecar.audit.faults import Fault

LONGEST = 1 << 20
"""Bytes of a record with its newline."""

LONGEST_CHECKPOINT = 1 << 14
"""Bytes of a checkpoint with its newline."""


LONGEST_COPY = 1 << 27
"""Bytes of a copy of a record with its newline."""


def records(file: BinaryIO) -> Iterator[bytes]:
    """The lines of an audit file, each with its newline.

    Raises:
        Fault: ``LINE_TOO_LONG`` or ``LINE_CUT``.
    """
    return _lines(file, LONGEST, "LINE", "audit")


def checkpoints(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file of checkpoints, each with its newline.

    Raises:
        Fault: ``CHECKPOINT_TOO_LONG`` or ``CHECKPOINT_CUT``.
    """
    return _lines(file, LONGEST_CHECKPOINT, "CHECKPOINT", "checkpoints")


def copies(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file of copies of records, each with its newline.

    Raises:
        Fault: ``RECORD_TOO_LONG`` or ``RECORD_CUT``.
    """
    return _lines(file, LONGEST_COPY, "RECORD", "records")


def _lines(
    file: BinaryIO, longest: int, prefix: str, kind: Literal["audit", "checkpoints", "records"]
) -> Iterator[bytes]:
    number = 0
    while line := file.readline(longest + 1):
        number += 1
        if len(line) > longest:
            raise Fault(f"{prefix}_TOO_LONG", number, file=kind)
        if not line.endswith(b"\n"):
            raise Fault(f"{prefix}_CUT", number, file=kind)
        yield line
