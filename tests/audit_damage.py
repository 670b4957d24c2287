"""Damaged and hostile audit files by hand, with the code and the line that name each."""

from __future__ import annotations

import json
from collections.abc import Callable

from bench.audit_files import book, parsed, rewritten, written
from sidecar.audit import chain

TENANTS = ("acme", "bücher", "c" * 100)

# Each changes the fifth of twelve lines, the second of "bücher", or what is around it.
DAMAGES: dict[str, tuple[Callable[[list[bytes]], list[bytes]], str, int]] = {
    "a byte": (lambda a: put(a, 4, a[4].replace(b'"4.05"', b'"9.05"')), "DIGEST_WRONG", 5),
    "its digest": (lambda a: put(a, 4, edited(a[4], digest="0" * 64)), "DIGEST_WRONG", 5),
    "no newline": (lambda a: put(a, 4, a[4][:-1]), "LINE_MALFORMED", 5),
    "a space": (lambda a: put(a, 4, a[4].replace(b":", b": ", 1)), "LINE_MALFORMED", 5),
    "an escape": (lambda a: put(a, 4, a[4].replace(b"nlp", b"nl\\u0070")), "LINE_MALFORMED", 5),
    "an escape of other letters": (
        lambda a: put(a, 4, a[4].replace("ü".encode(), b"\\u00fc")), "LINE_MALFORMED", 5
    ),
    "names in another order": (lambda a: put(a, 4, backwards(a[4])), "LINE_MALFORMED", 5),
    "carriage return": (lambda a: put(a, 4, a[4][:-1] + b"\r\n"), "LINE_MALFORMED", 5),
    "an empty line": (lambda a: put(a, 4, b"\n", a[4]), "LINE_MALFORMED", 5),
    "a byte order mark": (lambda a: put(a, 0, b"\xef\xbb\xbf" + a[0]), "LINE_MALFORMED", 1),
    "version 1": (lambda a: put(a, 4, a[4].replace(b'"v":2', b'"v":1')), "VERSION_UNKNOWN", 5),
    "gone": (lambda a: put(a, 4), "SEQUENCE_GAP", 7),
    "twice": (lambda a: put(a, 4, a[4], a[4]), "SEQUENCE_REPEATED", 6),
    "twice, renumbered": (
        lambda a: put(a, 4, a[4], sealed(a[4], sequence=3)), "PREVIOUS_WRONG", 6
    ),
    "swapped": (lambda a: [*a[:4], a[7], *a[5:7], a[4], *a[8:]], "SEQUENCE_GAP", 5),
    "replaced": (lambda a: put(a, 4, sealed(a[4], total="9")), "PREVIOUS_WRONG", 8),
    "the first replaced": (lambda a: put(a, 1, sealed(a[1], total="9")), "PREVIOUS_WRONG", 5),
    "another tenant's": (lambda a: put(a, 4, sealed(a[4], tenant="z")), "SEQUENCE_GAP", 5),
    "sequence 0": (lambda a: put(a, 1, sealed(a[1], sequence=0)), "SEQUENCE_REPEATED", 2),
    "no genesis": (lambda a: put(a, 1, sealed(a[1], previous="1" * 64)), "PREVIOUS_WRONG", 2),
    "no such time": (lambda a: remade(a, 4, time="2026-11-25"), "LINE_MALFORMED", 5),
    "chain made anew": (lambda a: remade(a, 4, total="9"), "HEAD_WRONG", 11),
    "tail cut": (lambda a: a[:-1], "TAIL_CUT", 12),
    "tail cut inside": (lambda a: put(a, 11, a[11][:40]), "LINE_CUT", 12),
    "last newline": (lambda a: put(a, 11, a[11][:-1]), "LINE_CUT", 12),
}  # fmt: skip


def put(before: list[bytes], place: int, *now: bytes) -> list[bytes]:
    return [*before[:place], *now, *before[place + 1 :]]


def backwards(line: bytes) -> bytes:
    """The same members in the opposite order."""
    said = dict(reversed(parsed(line).items()))
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def edited(line: bytes, **changed: object) -> bytes:
    said = {**parsed(line), **changed}
    return written(said)


def sealed(line: bytes, **changed: object) -> bytes:
    """A record that was changed, with a digest of its own."""
    said = {**parsed(line), **changed}
    told = {key: value for key, value in said.items() if key not in {"v", "digest"}}
    tenant, sequence, previous = (told.pop(key) for key in ("tenant", "sequence", "previous"))
    made = chain.make_line(
        tenant=str(tenant), sequence=int(str(sequence)), previous=str(previous), fields=told
    )
    return made.text.encode() + b"\n"


def remade(before: list[bytes], place: int, **changed: object) -> list[bytes]:
    """A record was changed, and everything after it was made to fit."""
    return rewritten(put(before, place, edited(before[place], **changed)))


def fields_of(tenant: str) -> str:
    """A line that is right but for the JSON text of its tenant."""
    return book(["a"], 1).lines[0].decode().replace('"tenant":"a"', f'"tenant":{tenant}')


HOSTILE = {
    "a huge line": (b'{"tenant":"' + b"a" * (3 << 20), "LINE_TOO_LONG"),
    "a huge line of newline at last": (b"a" * (1 << 20) + b"\n", "LINE_TOO_LONG"),
    "the longest line": (b"a" * ((1 << 20) - 1) + b"\n", "LINE_MALFORMED"),
    "NUL": (b"\0" * 1000 + b"\n", "LINE_MALFORMED"),
    "not UTF-8": (fields_of('"\udcff"').encode("utf-8", "surrogateescape"), "LINE_MALFORMED"),
    "a surrogate": (fields_of('"\ud800"').encode("utf-8", "surrogatepass"), "LINE_MALFORMED"),
    "deep nesting": (b'{"tenant":' + b"[" * 500_000 + b"\n", "LINE_MALFORMED"),
    "deep objects": (b'{"a":' * 100_000 + b"\n", "LINE_MALFORMED"),
    "a long number": (b'{"v":' + b"9" * 500_000 + b"}\n", "LINE_MALFORMED"),
    "many fields": (b'{"a":1' + b',"a":1' * 170_000 + b"}\n", "LINE_MALFORMED"),
    "half a surrogate": (fields_of('"\\ud800"').encode(), "LINE_MALFORMED"),
    "no JSON": (b"hello\n", "LINE_MALFORMED"),
    "a list": (b"[]\n", "LINE_MALFORMED"),
    "version 0": (b'{"v":0,"tenant":"a"}\n', "VERSION_UNKNOWN"),
    "version NaN": (b'{"v":NaN,"tenant":"a"}\n', "LINE_MALFORMED"),
}  # fmt: skip
