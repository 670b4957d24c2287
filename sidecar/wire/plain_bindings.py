"""``PlainBindings`` to their messages: a compiled pass writes the bytes of most of them at once.

An object of protobuf for each costs eight microseconds, which are half of a reply on a short text
(ADR 14).
"""

from __future__ import annotations

from collections.abc import Sequence

from fastpath import binding_bytes
from fastpath.binding_bytes import SENTENCE, SHARED
from sidecar.model.number import Citation
from sidecar.model.plain_bindings import Alike, PlainBindings
from sidecar.model.report import Bindings, Grade, Verdict
from sidecar.wire.bindings import BindingWriter, Common

_NOT_PLAIN = -1
_PARTS = 3  # of what bindings share


def written(writer: BindingWriter, bindings: Bindings, plain: PlainBindings) -> bytes:
    """Bindings as they are sent: those that are plain from arrays, the others one by one.

    Args:
        writer: Writes single ones.
        bindings: All of them.
        plain: The same as arrays.
    """
    rows, kinds = plain.rows, plain.kinds
    for cited in dict.fromkeys(plain.cited.tolist()):  # numbered in the order of the text
        writer.citation(plain.citations[cited])
    rows[:, SENTENCE] = writer.sentences(map(tuple, plain.sentences.tolist()))
    texts = [b"", *(tail.encode() for tail in plain.tails)]
    rows[:, SHARED] = kinds
    rows[:, SHARED] *= _PARTS
    rows[:, SHARED] += len(texts)
    for alike in plain.alike:
        texts += writer.common(_common(alike, plain.citations))
    others = [place for place, kind in enumerate(kinds) if kind == _NOT_PLAIN]
    if not others:
        return binding_bytes.write(rows, texts)[0]
    kept = rows[[kind != _NOT_PLAIN for kind in kinds]]
    whole, ends = binding_bytes.write(kept, texts)
    parts: list[bytes] = []
    start = 0
    for before, place in enumerate(others):
        stop = ends[place - before - 1] if place > before else 0
        writer.write(bindings[place])
        parts += whole[start:stop], writer.taken()
        start = stop
    return b"".join([*parts, whole[start:]])


def _common(alike: Alike, citations: Sequence[Citation]) -> Common:
    """What plain bindings have in common: a cell equals them, or nothing agrees."""
    (unit, symbol, _, form, direction, _), qualifier, cited, query_id = alike
    verdict, grade = Verdict.SUPPORTED, Grade.EXACT
    if query_id is None:
        verdict, grade, query_id = Verdict.UNSUPPORTED, Grade.NONE, ""
    said = unit, symbol, form, qualifier, direction
    return Common(*said, citations[cited], verdict, grade, query_id)
