"""``PlainBindings`` to their messages: a compiled pass writes the bytes of most of them at once.

An object of protobuf for each costs eight microseconds, which are half of a reply on a short text;
parsing bytes that were written from arrays costs a fifth of one (ADR 14).
"""

from __future__ import annotations

from verifyd.v1 import numeric_pb2

from fastpath import binding_bytes
from fastpath.binding_bytes import HEAD, SENTENCE
from sidecar.model.plain_bindings import PlainBindings
from sidecar.model.report import Bindings
from sidecar.wire.bindings import BindingWriter

_NOT_PLAIN = -1


def write(
    message: numeric_pb2.NumericDetail,
    writer: BindingWriter,
    bindings: Bindings,
    plain: PlainBindings,
) -> None:
    """Write bindings: those that are plain from arrays, the others between them one by one.

    Args:
        message: What they are written into.
        writer: Writes single ones into it.
        bindings: All of them.
        plain: The same as arrays.
    """
    rows, alike = plain.rows, plain.alike
    for cited in dict.fromkeys(plain.cited.tolist()):  # numbered in the order of the text
        writer.citation(plain.citations[cited])
    rows[:, SENTENCE] = writer.sentences(map(tuple, plain.sentences.tolist()))
    heads: dict[int, int] = {}
    rows[:, HEAD] = [heads.setdefault(each, len(heads)) for each in alike]
    others = [place for place, each in enumerate(alike) if each == _NOT_PLAIN]
    examples = bindings.items([alike.index(each) for each in heads])
    texts = [b"", *(tail.encode() for tail in plain.tails)]
    rows[:, HEAD] += len(texts)
    texts += map(writer.common, examples)
    kept = rows
    if others:
        kept = rows[[each != _NOT_PLAIN for each in alike]]
    written, ends = binding_bytes.write(kept, texts)
    start = 0
    for before, place in enumerate(others):
        stop = ends[place - before - 1] if place > before else 0
        message.MergeFromString(written[start:stop])
        writer.write(bindings[place])
        start = stop
    message.MergeFromString(written[start:])
