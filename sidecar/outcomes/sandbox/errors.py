"""Why metric code gave no metrics: every reason, and what it means."""

from __future__ import annotations

REASONS = {
    "SANDBOX_TIMEOUT": "The program ran longer than `timeout_ms`, and was ended.",
    "SANDBOX_MEMORY": "The program needed more memory than `memory_limit_mb`, and was ended.",
    "SANDBOX_FORBIDDEN": "The program asked for something that metric code does not have:"
    " files, environment, clock, chance, or a module that is not there. Its result is not used,"
    " even if it went on.",
    "SANDBOX_ERROR": "The program cannot be read, or raised an exception; the error has its line.",
    "SANDBOX_RESULT_INVALID": "The result is not a dict of finite numbers under declared names.",
    "SANDBOX_CONTEXT_INVALID": "The context is not JSON: a value has no form in it, a number is"
    " not finite, or it is too deep.",
    "SANDBOX_TOO_LARGE": "The program or its context is larger than the settings allow.",
    "SANDBOX_BUSY": "As many programs as the settings allow were running all the time, or the"
    " machine had no processor time for this one. Try again.",
    "SANDBOX_CRASHED": "The interpreter or its worker broke, hung or was killed, which no program"
    " should be able to do. It is replaced. Try again, and tell the operator of the server.",
    "SANDBOX_NOT_INSTALLED": "The extra `sandbox` is not installed.",
}
"""What each reason means."""


class SandboxError(Exception):
    """Metric code gave no metrics; none of them is known.

    Attributes:
        reason: A key of ``REASONS``.
        message: What it is about, for anyone who wrote the code.
        line: Of the code, from 1; 0 where the fault is at no line.
    """

    def __init__(self, reason: str, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.reason = reason
        self.message = message
        self.line = line
