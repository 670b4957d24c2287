"""A chain of records, each with the digest of the one before, and how its lines are written.

A record is a flat JSON object. Its digest is the SHA-256 of the canonical form (RFC 8785) of all
its members but the digest, that of the record before included. Its line in a file is the canonical
form of the whole.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from sidecar.model.digests import to_canonical_json

VERSION = 2
"""Of the format of records."""

GENESIS = "0" * 64
"""What stands for the digest of the record before the first."""


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A line of an audit log.

    Attributes:
        text: One JSON object, without a line break.
        digest: Of the record: lower-case hexadecimal.
    """

    text: str
    digest: str


def make_line(
    *, tenant: str, sequence: int, previous: str, fields: Mapping[str, object]
) -> RecordLine:
    """The next line of a chain.

    Args:
        tenant: Whose chain it is.
        sequence: Its number, from 1.
        previous: The digest of the record before; ``GENESIS`` for the first.
        fields: Everything else of it: text, integers of at most 15 digits, truth values and None.

    Raises:
        ValueError: If a text holds half a surrogate pair.
    """
    place = {"v": VERSION, "tenant": tenant, "sequence": sequence, "previous": previous}
    record = {**fields, **place}
    # What stands before the digest in the line, and behind it: each is written once.
    before = _members({name: value for name, value in record.items() if name < "digest"})
    after = _members({name: value for name, value in record.items() if name > "digest"})
    digest = sha256(_object(before, after)).hexdigest()
    text = _object(before, b'"digest":"%s"' % digest.encode(), after)
    return RecordLine(text.decode(), digest)


def _members(record: Mapping[str, object]) -> bytes:
    return to_canonical_json(record)[1:-1]


def _object(*members: bytes) -> bytes:
    return b"{%s}" % b",".join(filter(None, members))


# The one way in which a record of an audit file, or a checkpoint, is written as bytes.
#
# A line is the canonical form (RFC 8785) of a flat object. The expressions below say so byte by
# byte, so that whatever they match is canonical once its names are in order and its bytes are
# UTF-8, and hostile lines (deep nesting, numbers of a million digits, broken UTF-8) do not match
# and cost one pass.

_STRING = r'"(?:[ !#-\[\]-\x7f\x80-\xff]++|\\["\\bfnrt]|\\u00(?:0[0-7bef]|1[0-9a-f]))*+"'
_INTEGER = r"(?:0|-?[1-9][0-9]{0,14}+)"
_VALUE = rf"(?:{_STRING}|{_INTEGER}|true|false|null)"
_MEMBER = rf'"[a-z][a-z0-9_]*+":{_VALUE}'
_TIME = (
    r"[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])"
    r"T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{6}Z"
)

_VERSION = re.compile(rf'[{{,]"v":({_INTEGER})[,}}]'.encode())
_RECORD = re.compile(rf"\{{{_MEMBER}(?:,{_MEMBER})*+\}}\n".encode())
_MEMBERS = re.compile(rf'[{{,]"([a-z][a-z0-9_]*+)":({_VALUE})'.encode())
_HEX = re.compile(rb'"([0-9a-f]{64})"')
_REQUIRED = {
    b"tenant": re.compile(_STRING.encode()),
    b"sequence": re.compile(_INTEGER.encode()),
    b"time": re.compile(rf'"({_TIME})"'.encode()),
    b"previous": _HEX,
    b"digest": _HEX,
}
"""What every record has beside its version, and how that is written."""

_CHECKPOINT = re.compile(
    rf'\{{"count":([1-9][0-9]{{0,14}}+),"head":"([0-9a-f]{{64}})","key":"([0-9a-f]{{16}})",'
    rf'(?P<signed>"signature":"([A-Za-z0-9+/]{{86}}==)",)"tenant":({_STRING}),"time":"({_TIME})",'
    rf'"v":{VERSION}\}}\n'.encode()
)


class Record(NamedTuple):
    """What of a line its place in the chain depends on.

    Attributes:
        tenant: Its JSON text.
        sequence: From 1.
        time: RFC 3339 with microseconds.
        previous: Digest of the record before, in hex.
        digest: Its own, as it says.
        record_digest: JSON text of that of the outcome's record; empty where there is none.
        covered: The bytes that the digest is made of.
    """

    tenant: bytes
    sequence: int
    time: bytes
    previous: bytes
    digest: bytes
    record_digest: bytes
    covered: bytes


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A checkpoint as its line has it.

    Attributes:
        tenant: Its JSON text.
        count: How many records its chain had, from 1.
        head: The digest of the last of them, in hex.
        time: When it was made.
        key: Names the key that signed it.
        signature: In base64.
        covered: The bytes that the signature is made of.
    """

    tenant: bytes
    count: int
    head: bytes
    time: bytes
    key: bytes
    signature: bytes
    covered: bytes


def read_version(line: bytes) -> int | None:
    """The version of the format that a line says it has; None where it says none."""
    found = _VERSION.search(line)
    return None if found is None else int(found[1])


def parse_record(line: bytes) -> Record | None:
    """The record of a line with its newline; None where it is none in canonical form."""
    if _RECORD.fullmatch(line) is None or not _is_utf8(line):
        return None
    members = _MEMBERS.findall(line)
    if any(one[0] >= other[0] for one, other in pairwise(members)):
        return None
    named = dict(members)
    found = [form.fullmatch(named.get(name, b"")) for name, form in _REQUIRED.items()]
    if named.get(b"v") != b"%d" % VERSION or not all(found):
        return None
    tenant, sequence, time, previous, digest = (one[one.lastindex or 0] for one in found if one)
    own = named.get(b"record_digest", b"")
    return Record(tenant, int(sequence), time, previous, digest, own, _without(line, digest))


def _without(line: bytes, digest: bytes) -> bytes:
    """The canonical form of a record's members but its digest, behind which others stand."""
    before, _, after = line.partition(b'"digest":"%b",' % digest)
    return before + after[:-1]


def parse_checkpoint(line: bytes) -> Checkpoint | None:
    """The checkpoint of a line with its newline; None where it is none in canonical form."""
    found = _CHECKPOINT.fullmatch(line)
    if found is None or not _is_utf8(line):
        return None
    count, head, key, _, signature, tenant, time = found.groups()
    covered = line[: found.start("signed")] + line[found.end("signed") : -1]
    return Checkpoint(tenant, int(count), head, time, key, signature, covered)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
