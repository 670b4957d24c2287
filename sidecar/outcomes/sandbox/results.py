"""What metric code may give back: finite numbers under declared names."""

from __future__ import annotations

import math
from collections.abc import Collection

from sidecar.outcomes.sandbox.errors import SandboxError

_SHOWN = 60


def numbers(found: object, names: Collection[str]) -> dict[str, float]:
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
        raise _invalid(f"{_shown(name)} is not one of the declared metrics")
    return name


def _number(name: object, value: object) -> float:
    if type(value) is not int and type(value) is not float:
        raise _invalid(f"{_shown(name)} is of type {_kind(value)}, not a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise _invalid(f"{_shown(name)} is not a finite number")
    return number


def _invalid(message: str) -> SandboxError:
    return SandboxError("SANDBOX_RESULT_INVALID", message)


def _kind(value: object) -> str:
    return type(value).__name__[:_SHOWN]


def _shown(name: object) -> str:
    """A name as it was written; of anything else its type, since its text may be endless."""
    return ascii(name[:_SHOWN]) if type(name) is str else f"a key of type {_kind(name)}"
