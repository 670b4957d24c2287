"""What is wrong with files of evals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

MOST_FAULTS = 20
"""Faults of one file that are told."""


class DatasetInvalid(ValueError):
    """A data set cannot be used.

    Attributes:
        reason: For programs.
        faults: What is wrong: the file and line, the question, and why; at most ``MOST_FAULTS``.
    """

    reason: ClassVar[str] = "DATASET_INVALID"

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults[:MOST_FAULTS])
        more = ["… and more"] if len(faults) > MOST_FAULTS else []
        super().__init__("\n".join([*self.faults, *more]))


class RecordInvalid(ValueError):
    """A record of an eval cannot be read; the message says which part of it, and why."""

    reason: ClassVar[str] = "RECORD_INVALID"
