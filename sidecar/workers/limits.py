"""What a question to a worker may take, and why there is no answer to it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class FailureCause(Enum):
    """Why a worker gave no answer."""

    LATE = "it did not answer in time"
    CPU_TIME = "it took more processor time than it may"
    MEMORY = "it took more memory than it may"
    CRASHED = "it crashed, or was killed"


class NoAnswer(Exception):
    """A worker gave no answer, and was ended.

    Attributes:
        why: Why.
        signal: What ended a worker that crashed.
    """

    def __init__(self, why: FailureCause, signal: int = 0) -> None:
        super().__init__(why.value)
        self.why = why
        self.signal = signal


@dataclass
class Quota:
    """What questions may take; several of them can share one.

    Attributes:
        cpu_s: Processor time that is left; what a question takes is taken off. None for any.
        memory_bytes: Memory of the worker. None for what it has.
    """

    cpu_s: float | None = None
    memory_bytes: int | None = None
