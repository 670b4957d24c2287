"""What metric code may give back: finite numbers under declared names."""

from __future__ import annotations

import math
from collections.abc import Collection

# Why metric code gave no metrics: every reason, and what it means.

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


_SHOWN = 60


def read_numbers(found: object, names: Collection[str]) -> dict[str, float]:
    """The metrics of a result: ``{name: number}``, or that under the key ``metrics``.

    Types are compared, not asked for: a subclass could answer for itself. A bool is no number.

    Args:
        found: What the code gave.
        names: Of the metrics that the criteria declared. One without a number is left out.

    Raises:
        SandboxError: If anything in it is something else.
    """
    if type(found) is dict and len(found) == 1 and type(found.get("metrics")) is dict:
        found = found["metrics"]
    if found is None:
        raise _invalid("the code gave no metrics")
    if type(found) is not dict:
        raise _invalid(f"the result is of type {_kind(found)}, not a dict of numbers")
    return {_name(name, names): _number(name, value) for name, value in found.items()}


def _name(name: object, names: Collection[str]) -> str:
    if type(name) is not str or name not in names:
        raise _invalid(f"{_format_name(name)} is not one of the declared metrics")
    return name


def _number(name: object, value: object) -> float:
    if type(value) is not int and type(value) is not float:
        raise _invalid(f"{_format_name(name)} is of type {_kind(value)}, not a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise _invalid(f"{_format_name(name)} is not a finite number")
    return number


def _invalid(message: str) -> SandboxError:
    return SandboxError("SANDBOX_RESULT_INVALID", message)


def _kind(value: object) -> str:
    return type(value).__name__[:_SHOWN]


def _format_name(name: object) -> str:
    """A name as it was written; of anything else its type, since its text may be endless."""
    return ascii(name[:_SHOWN]) if type(name) is str else f"a key of type {_kind(name)}"
