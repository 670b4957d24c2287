"""Passages that may overlap, as stretches of text that do not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sidecar.model.text import Span
from sidecar.reports.html.anchors import Passage


class Stretch(NamedTuple):
    """Text under the same passages: the worst style, and the passages that begin here."""

    span: Span
    style: str
    begins: Sequence[Passage]


def stretches(passages: Sequence[Passage]) -> list[Stretch]:
    """The passages, which may overlap, as stretches that do not."""
    begins: dict[int, list[Passage]] = {}
    ends: dict[int, list[Passage]] = {}
    for passage in passages:
        begins.setdefault(passage.span.start, []).append(passage)
        ends.setdefault(passage.span.end, []).append(passage)
    cuts = sorted({*begins, *ends})
    open_now: Counter[tuple[int, str]] = Counter()
    found = []
    for start, end in pairwise(cuts):
        open_now.update((one.rank, one.style) for one in begins.get(start, ()))
        open_now.subtract((one.rank, one.style) for one in ends.get(start, ()))
        worst = max((style for style, count in open_now.items() if count > 0), default=None)
        if worst is not None:
            found.append(Stretch(Span(start, end), worst[1], begins.get(start, ())))
    return found
