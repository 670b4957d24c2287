"""What a command is at, on a terminal, while the work takes time."""

from __future__ import annotations

from types import TracebackType
from typing import Self, TextIO


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
