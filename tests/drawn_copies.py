"""Copies of records, drawn at random and written in many ways, and what can be wrong with them."""

from __future__ import annotations

import hashlib
import json
import random
import struct
from collections.abc import Callable, Sequence
from typing import Any

from bench.audit_files import Book, fields
from sidecar.audit.copies import write_copy
from sidecar.model.digests import to_canonical_json

_SIGNS = 'aZ09 "\\\\/\b\f\n\r\t\x00\x1f\x7f\x80\xe9\u2028\u20ac\ufb33\ufffd\U0001f600<&>'
_DEPTH = 4


def record(source: random.Random) -> dict[str, Any]:
    """An object of anything that JSON has."""
    return {_text(source): _value(source, _DEPTH) for _ in range(source.randint(0, 5))}


def book(records: Sequence[object]) -> tuple[Book, list[bytes]]:
    """An audit file that has the digests of records, and their copies."""
    made, copies = Book(), []
    for number, one in enumerate(records):
        document = to_canonical_json(one)
        tenant = ("acme", "b\u00fccher")[number * 2 // max(1, len(records))]
        digest = hashlib.sha256(document).hexdigest()
        made.add(tenant, fields(number, record_digest=digest))
        copies.append(write_copy(to_canonical_json(tenant), made.counts[tenant], document))
    return made, copies


def rewritten(source: random.Random, line: bytes) -> bytes:
    """A copy in another way of writing: order of names, spaces, escapes."""
    said = _shuffled(source, json.loads(line))
    separators = source.choice([(",", ":"), (", ", ": ")])
    text = json.dumps(said, ensure_ascii=source.random() < 0.5, separators=separators)
    return text.encode() + b"\n"


def changed(source: random.Random, line: bytes) -> bytes:
    """A copy with another value in its record."""
    said = json.loads(line)
    said["record"][_text(source) + "new"] = _value(source, 1)
    return to_canonical_json(said) + b"\n"


def _shuffled(source: random.Random, value: Any) -> Any:
    if isinstance(value, list):
        return [_shuffled(source, each) for each in value]
    if not isinstance(value, dict):
        return value
    names = source.sample([*value], len(value))
    return {name: _shuffled(source, value[name]) for name in names}


def _text(source: random.Random) -> str:
    return "".join(source.choices(_SIGNS, k=source.randint(0, 6)))


def _value(source: random.Random, depth: int) -> Any:
    kind = source.randrange(8 if depth else 6)
    if kind == 7:
        return [_value(source, depth - 1) for _ in range(source.randint(0, 3))]
    if kind == 6:
        names = [_text(source) for _ in range(source.randint(0, 3))]
        return {name: _value(source, depth - 1) for name in names}
    if kind == 5:
        return source.choice([None, True, False])
    if kind >= 3:
        return _text(source)
    return source.choice([_integer, _double, _decimal])(source)


def _integer(source: random.Random) -> int:
    return source.randint(-(2**53), 2**53) >> source.randrange(54)


def _double(source: random.Random) -> float:
    (found,) = struct.unpack(">d", source.randbytes(8))
    return float(found) if abs(found) < float("inf") else 0.0


def _decimal(source: random.Random) -> float:
    return source.randint(-999, 999) * 10.0 ** source.randint(-9, 24)


def _second(line: bytes) -> Callable[[list[bytes]], list[bytes]]:
    return lambda copies: [copies[0], line, copies[2]]


WRONG: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str]] = {
    "a value changed": (
        lambda copies: [copies[0].replace(b'"a":1', b'"a":2'), *copies[1:]], "RECORD_DIFFERS"
    ),
    "in another order": (lambda copies: [copies[1], copies[0], copies[2]], "RECORD_UNKNOWN"),
    "twice": (lambda copies: [copies[0], *copies], "RECORD_UNKNOWN"),
    "of nobody": (_second(b'{"record":{},"sequence":9,"tenant":"zoo"}\n'), "RECORD_UNKNOWN"),
    "cut": (lambda copies: [*copies[:2], copies[2][:-3]], "RECORD_CUT"),
    "no JSON": (_second(b"hello\n"), "RECORD_MALFORMED"),
    "empty": (_second(b"\n"), "RECORD_MALFORMED"),
    "no record": (_second(b'{"sequence":2,"tenant":"acme"}\n'), "RECORD_MALFORMED"),
    "more": (
        _second(b'{"record":{},"sequence":2,"tenant":"acme","x":1}\n'), "RECORD_MALFORMED"
    ),
    "two": (_second(b'{"record":{},"sequence":2,"tenant":"acme"}{}\n'), "RECORD_MALFORMED"),
    **{
        f"record {value.decode(errors='replace')[:20]!r}": (
            _second(b'{"record":%b,"sequence":2,"tenant":"acme"}\n' % value), "RECORD_MALFORMED"
        )
        for value in (
            b'{"a":1,"a":1}', b"NaN", b"-Infinity", b"1e400", b"01", b"12345678901234567891",
            b'"\\ud800"', b'"\\udc00\\ud800"', b'"\xff"', b'"\t"', b"[1,]", b"{,}",
            b"\xef\xbb\xbf1",
            b"[" * 101 + b"]" * 101, b"[" * 200_000, b'"\\ud83d\\n\\ude00"',
        )
    },
    **{
        f"sequence {value.decode()}": (
            _second(b'{"record":{},"sequence":%b,"tenant":"acme"}\n' % value), "RECORD_MALFORMED"
        )
        for value in (b"1.0", b"true", b'"2"', b"9223372036854775808", b"1e0")
    },
}  # fmt: skip
