"""What a command refuses before anything is judged: exit status 2, one sentence, one reason."""

from __future__ import annotations

import sys

from sidecar.errors import VerifydError

USAGE = 2


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
