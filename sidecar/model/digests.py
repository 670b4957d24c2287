"""Digests, and JSON with one way to write it, which digests are taken of."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal


def sha256_hex(data: bytes) -> str:
    """SHA-256 in lower-case hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def sha256_of_parts(parts: Iterable[bytes]) -> str:
    """SHA-256 over parts, each preceded by its length, so that no two lists read the same."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


# JSON with one way to write it: the JSON Canonicalization Scheme (JCS), RFC 8785.
#
# UTF-8 without spaces; members sorted by the UTF-16 units of their names; numbers as ECMAScript
# writes doubles. Anyone who parses a copy of a document and writes it so has the same bytes, and
# the same digest.

LARGEST_INTEGER = (1 << 53) - 1
"""Past it, there are integers that no double holds."""

_TEXT = json.JSONEncoder(ensure_ascii=False)


def to_canonical_json(value: object) -> bytes:
    """The canonical form of a JSON value.

    Args:
        value: Mappings with text as names, lists, tuples, text, numbers, truth values and None.

    Raises:
        ValueError: If it has none: a number is not finite, an integer is none
            that a double holds, or text holds half a surrogate pair.
        TypeError: If something of it is no JSON value.
    """
    return _written(value).encode()


def _written(value: object) -> str:
    match value:
        case str():
            return _TEXT.encode(value)
        case None | bool():
            return json.dumps(value)
        case int():
            return str(value) if abs(value) <= LARGEST_INTEGER else _large(value)
        case float():
            return _double(value)
        case Mapping():
            members = ",".join(
                f"{_TEXT.encode(name)}:{_written(value[name])}" for name in _sorted(value)
            )
            return f"{{{members}}}"
        case list() | tuple():
            return f"[{','.join(map(_written, value))}]"
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def _sorted(mapping: Mapping[str, object]) -> Sequence[str]:
    if all(map(str.isascii, mapping)):  # whose order is that of their code points
        return sorted(mapping)
    return sorted(mapping, key=lambda name: name.encode("utf-16-be"))


def _large(value: int) -> str:
    """An integer as the double that it is, or as that is written."""
    try:
        written = _double(float(value))
        exact = value in (int(float(value)), Decimal(written))
    except OverflowError:
        exact = False
    if not exact:
        raise ValueError("an integer is past what a double holds")
    return written


def _double(value: float) -> str:
    """A double as ECMAScript writes it: the shortest digits that read back the same, as here."""
    if not math.isfinite(value):
        raise ValueError(f"{value} is not JSON number")
    if value == 0:
        return "0"
    exact = Decimal(repr(value)).normalize()
    digits = "".join(map(str, exact.as_tuple().digits))
    placed = _placed(digits, exact.adjusted() + 1)
    return f"-{placed}" if value < 0 else placed


def _placed(digits: str, point: int) -> str:
    """Digits with their decimal point behind so many of them, or with an exponent."""
    count = len(digits)
    if count <= point <= 21:
        return digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    led = digits[0] + (f".{digits[1:]}" if count > 1 else "")
    return f"{led}e{'+' if point > 0 else '-'}{abs(point - 1)}"
