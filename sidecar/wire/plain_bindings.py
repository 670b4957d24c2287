"""``PlainBindings`` to their messages: a compiled pass writes the bytes of most of them at once.

An object of protobuf for each costs eight microseconds, which are half of a reply on a short text
(ADR 14).
"""

from __future__ import annotations

from fastpath import binding_bytes
from fastpath.binding_bytes import SENTENCE, SHARED
from sidecar.model.plain_bindings import PlainBindings
from sidecar.model.report import Bindings
from sidecar.wire.bindings import BindingWriter

_NOT_PLAIN = -1
_PARTS = 3  # of what bindings share


def written(writer: BindingWriter, bindings: Bindings, plain: PlainBindings) -> bytes:
    """Bindings as they are sent: those that are plain from arrays, the others one by one.

    Args:
        writer: Writes single ones.
        bindings: All of them.
        plain: The same as arrays.
    """
    rows, alike = plain.rows, plain.alike
    for cited in dict.fromkeys(plain.cited.tolist()):  # numbered in the order of the text
        writer.citation(plain.citations[cited])
    rows[:, SENTENCE] = writer.sentences(map(tuple, plain.sentences.tolist()))
    others = [place for place, each in enumerate(alike) if each == _NOT_PLAIN]
    texts = [b"", *(tail.encode() for tail in plain.tails)]
    kinds: dict[int, int] = {}
    numbered = [kinds.setdefault(each, len(kinds)) for each in alike]
    rows[:, SHARED] = [len(texts) + _PARTS * number for number in numbered]
    for example in bindings.items([alike.index(each) for each in kinds]):
        texts += writer.common(example)
    if not others:
        return binding_bytes.write(rows, texts)[0]
    kept = rows[[each != _NOT_PLAIN for each in alike]]
    whole, ends = binding_bytes.write(kept, texts)
    parts: list[bytes] = []
    start = 0
    for before, place in enumerate(others):
        stop = ends[place - before - 1] if place > before else 0
        writer.write(bindings[place])
        parts += whole[start:stop], writer.taken()
        start = stop
    return b"".join([*parts, whole[start:]])
