"""What a command writes to standard error: why it cannot do its work, and what it is doing.

What it refuses, since an option or a file is wrong, exits with 2; a fault of its own with 70; an
interrupt with 130. None of them is the status of a verdict.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType
from typing import Self, TextIO

from sidecar.errors import VerifydError

USAGE = 2
UNREACHABLE = 3
"""The exit status where the store cannot be used."""

FAULT = 70  # EX_SOFTWARE of sysexits.h
INTERRUPTED = 130  # as shells have it: 128 and the number of SIGINT
STATUSES = "2 wrong options or files, 70 internal error, 130 interrupted."
"""What they mean, for the help of commands."""

_SHOWN = 200  # characters of what an exception says


class UsageError(Exception):
    """The command line, or a file that it names, cannot be used.

    Attributes:
        reason: Upper snake case. The reasons of the contract are those of ``VerifydError``.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def refuse(command: str, error: UsageError | VerifydError) -> int:
    """Say on standard error why a command cannot do its work; returns its exit status."""
    print(f"verifyd {command}: {error} [{error.reason}]", file=sys.stderr)
    return USAGE


def note(line: str) -> None:
    """Say on standard error what ended the process, where nothing is wrong with what was asked."""
    print(f"verifyd: {line}", file=sys.stderr)


def report_fault(error: BaseException) -> int:
    """Say on standard error what went wrong that never should; returns the exit status."""
    print(
        f"verifyd: a fault of its own: {_describe_error(error)}; please report it", file=sys.stderr
    )
    return FAULT


class OneLine(logging.Formatter):
    """A record as a line for people, with what went wrong and where."""

    def format(self, record: logging.LogRecord) -> str:
        """The message, and the exception if there is one."""
        line = f"verifyd: {record.getMessage()}"
        error = record.exc_info[1] if record.exc_info else None
        return f"{line}: {_describe_error(error)}" if error is not None else line


def _describe_error(error: BaseException) -> str:
    """The kind and words of an exception in a line, and where it was raised."""
    words = " ".join(str(error).split())[:_SHOWN]
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{': ' if words else ''}{words}{place}"


# What a command is at, on a terminal, while the work takes time.


class Progress:
    """One line on a stream that is overwritten by every step and gone at the end.

    Args:
        stream: Usually standard error. No step is written unless it is a terminal.
    """

    def __init__(self, stream: TextIO) -> None:
        self._all = stream
        self._stream = stream if stream.isatty() else None

    def step(self, doing: str) -> None:
        """Say what is being done now."""
        self._write(f"\r\x1b[K{doing} …")

    def say(self, line: str) -> None:
        """Write a line that stays, on any stream."""
        self._write("\r\x1b[K")
        self._all.write(f"{line}\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._write("\r\x1b[K")

    def _write(self, line: str) -> None:
        if self._stream is not None:
            self._stream.write(line)
            self._stream.flush()
