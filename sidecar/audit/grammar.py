"""The one way in which a record of an audit file, or a checkpoint, is written as bytes.

A line is what ``json.dumps`` makes of a flat object with ``ensure_ascii`` and without spaces. The
expressions below say so byte by byte, so that whatever they match is canonical, and hostile lines
(deep nesting, numbers of a million digits, broken UTF-8) do not match and cost one pass.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

VERSION = 1

# As json.dumps escapes: short forms where there are some, lower-case hex, surrogates in pairs.
_UNICODE = (
    r"\\u(?:00(?:0[0-7bef]|1[0-9a-f]|7f|[89a-f][0-9a-f])|0[1-9a-f][0-9a-f]{2}"
    r"|[1-9a-cef][0-9a-f]{3}|d[0-7][0-9a-f]{2}|d[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2})"
)
_STRING = rf'"(?:[ !#-\[\]-~]++|\\["\\bfnrt]|{_UNICODE})*+"'
_INTEGER = r"(?:0|-?[1-9][0-9]{0,17}+)"
_VALUE = rf"(?:{_STRING}|{_INTEGER}|true|false|null)"
_OWN = r'(?!(?:v|tenant|sequence|previous|digest)")'  # names that are no field's
_TIME = (
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z"
)

_LED = re.compile(rf'\{{"v":({_INTEGER}),'.encode())
_RECORD = re.compile(
    rf'\{{"v":1,"tenant":({_STRING}),"sequence":({_INTEGER})'
    rf'((?:,"{_OWN}[a-z][a-z0-9_]*+":{_VALUE})*+)'
    r',"previous":"([0-9a-f]{64})"(),"digest":"([0-9a-f]{64})"\}\n'.encode()
)
_FIELD = re.compile(rf',"([a-z][a-z0-9_]*+)":({_VALUE})'.encode())
_MOMENT = re.compile(rf'"({_TIME})"'.encode())
_CHECKPOINT = re.compile(
    rf'\{{"v":1,"tenant":({_STRING}),"count":([1-9][0-9]{{0,17}}+),"head":"([0-9a-f]{{64}})"'
    rf',"time":"({_TIME})","key":"([0-9a-f]{{16}})"(),"signature":"([A-Za-z0-9+/]{{86}}==)"\}}\n'.encode()
)


class Record(NamedTuple):
    """What of a line its place in the chain depends on.

    Attributes:
        tenant: Its JSON text.
        sequence: From 1.
        time: RFC 3339 with microseconds, which sorts as text.
        previous: Digest of the record before, in hex.
        digest: Its own, as it says.
        covered: How many bytes of the line the digest is made of.
    """

    tenant: bytes
    sequence: int
    time: bytes
    previous: bytes
    digest: bytes
    covered: int


@dataclass(frozen=True, slots=True)
class Signed:
    """A checkpoint as its line has it.

    Attributes:
        tenant: Its JSON text.
        count: How many records its chain had, from 1.
        head: The digest of the last of them, in hex.
        time: When it was made.
        key: Names the key that signed it.
        signature: In base64.
        covered: How many bytes of the line the signature is made of.
    """

    tenant: bytes
    count: int
    head: bytes
    time: bytes
    key: bytes
    signature: bytes
    covered: int


def version(line: bytes) -> int | None:
    """The version of the format that a line says it has; None where it says none."""
    found = _LED.match(line)
    return None if found is None else int(found[1])


def record(line: bytes) -> Record | None:
    """The record of a line with its newline; None where it is none in canonical form."""
    found = _RECORD.fullmatch(line)
    if found is None:
        return None
    tenant, sequence, fields, previous, _, digest = found.groups()
    pairs = _FIELD.findall(fields)
    named = dict(pairs)
    time = _MOMENT.fullmatch(named.get(b"time", b""))
    if time is None or len(named) < len(pairs):
        return None
    return Record(tenant, int(sequence), time[1], previous, digest, found.start(5))


def checkpoint(line: bytes) -> Signed | None:
    """The checkpoint of a line with its newline; None where it is none in canonical form."""
    found = _CHECKPOINT.fullmatch(line)
    if found is None:
        return None
    tenant, count, head, time, key, _, signature = found.groups()
    return Signed(tenant, int(count), head, time, key, signature, found.start(6))
