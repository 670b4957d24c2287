"""What a text of JSON, or criteria, say, as bytes that are the same where they say the same.

The order of keys, white space, escapes and the way a number is written are no part of it: 1, 1.0
and 10e-1 are one number. Numbers are compared as decimals of any length, never as floats, so that
0.1 and 0.10000000000000001 differ, and so do integers past 2^53.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple

from sidecar.outcomes.documents import DocumentUnreadable, parse_documents
from sidecar.outcomes.quantities import parse_exact

_NUMBER = re.compile(r"([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?")
_QUANTITIES = frozenset({"weight", "threshold", "min", "max", "minimum_weighted_score", "amount"})
"""Fields of criteria whose text is read as a number."""
_MONEY = frozenset({"bonus", "penalty"})


class _Number(NamedTuple):
    """A number in one way of writing it."""

    text: str


class _Twice(ValueError):
    """A key stands twice in one object, so that nobody knows what is said."""


def encode_json(text: str) -> bytes:
    """What a text of JSON says; the text itself, marked as such, where it says nothing clear."""
    try:
        value = json.loads(
            text,
            parse_float=_number,
            parse_int=_number,
            parse_constant=_refused,
            object_pairs_hook=_once,
        )
        return b"=" + _encoded(value).encode()
    except (ValueError, RecursionError):
        return b"?" + text.encode("utf-8", "surrogatepass")


def encode_document(text: str) -> bytes:
    """What a document of criteria says; the text itself, marked as such, where it is none."""
    try:
        (given,) = parse_documents(text.encode())
        return encode_criteria(given)
    except (DocumentUnreadable, ValueError, RecursionError):
        return b"?" + text.encode("utf-8", "surrogatepass")


def encode_criteria(given: object) -> bytes:
    """What criteria say, whether they came as messages or as a document."""
    return b"=" + _encoded(_plain(given, "")).encode()


def _plain(given: Any, field: str) -> Any:
    """Criteria without what says nothing, and with quantities as numbers."""
    if isinstance(given, Mapping):
        if field in _MONEY and given.get("currency") in (None, "") and "amount" in given:
            return _plain(given["amount"], "amount")
        each = {name: _plain(value, str(name)) for name, value in given.items()}
        return {name: value for name, value in each.items() if value not in (None, "")}
    if isinstance(given, list | tuple):
        return [_plain(one, "") for one in given]
    if field in _QUANTITIES | _MONEY:
        value = parse_exact(given)
        return given if value is None else value
    return given


def _encoded(value: Any) -> str:
    """One way to write a value. Kinds are told apart: ``"1"`` is no ``1``."""
    if isinstance(value, _Number):
        return value.text
    if isinstance(value, Mapping):
        pairs = sorted((_encoded(key), _encoded(one)) for key, one in value.items())
        return "{" + ",".join(f"{key}:{one}" for key, one in pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(_encoded, value)) + "]"
    if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
        return _number(str(value)).text
    if value is None or isinstance(value, bool | str):
        return json.dumps(value)
    return f"<{type(value).__name__} {json.dumps(str(value))}>"  # of YAML: a date


def _number(text: str) -> _Number:
    """A number without zeros that say nothing: its digits, and the power of ten of the last."""
    found = _NUMBER.fullmatch(text)
    if found is None:
        return _Number(f"<{text}>")  # of YAML: not a number, or endless
    sign, whole, part, power = found[1], found[2], found[3] or "", found[4] or "0"
    digits = (whole + part).lstrip("0")
    if not digits:
        return _Number("0")  # and so is -0
    short = digits.rstrip("0")
    place = int(power) - len(part) + len(digits) - len(short)
    return _Number(f"{'-' if sign == '-' else ''}{short}e{place}")


def _once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(key)
        found[key] = value
    return found


def _refused(text: str) -> Any:
    raise ValueError(text)
