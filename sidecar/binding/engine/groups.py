"""Several values together that a text names before a number, or lists around it.

"Both", "these three", "together" and a total under a list speak of what the sentence before or the
list names; "the other three" of the rest of it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence

from sidecar.binding.engine.evidence import EngineEvidence
from sidecar.binding.engine.options import Codes
from sidecar.binding.engine.reading import ITEM, ROW, Mention, TextArrays

Groups = Mapping[int, Mapping[Codes, str]]
"""By dimension, several values of it, and where they are named."""

BEFORE, BEHIND, LISTED = "joined before", "joined behind", "in the list behind"
_LISTS = (ITEM, ROW)
_JOINING = frozenset([",", "and", "or", "plus", "&", "+", "/", "the", "to", "with", "-", "–"])
_MOST_BETWEEN, _MOST_RUN = 3, 8
_MOST_BLOCKS = 12


def groups(
    evidence: EngineEvidence,
    reading: TextArrays,
    mentions: Sequence[Mention],
    at: Sequence[int],
    k: int,
) -> Groups:
    """The values that are named together around a token, by dimension.

    Args:
        evidence: The query results.
        reading: The text.
        mentions: Those of labels, or those of periods.
        at: Their tokens.
        k: The token.
    """
    found: dict[int, dict[Codes, str]] = {}
    for where, some in (*_runs(reading, mentions, at, k), *_named(reading, mentions, at, k)):
        by_dimension: dict[int, set[int]] = {}
        for m in some:
            for dimension, codes in _single(evidence, m):
                by_dimension.setdefault(dimension, set()).update(codes)
        for dimension, several in by_dimension.items():
            if len(several) > 1:
                found.setdefault(dimension, {}).setdefault(tuple(sorted(several)), where)
    return found


def _runs(
    reading: TextArrays, mentions: Sequence[Mention], at: Sequence[int], k: int
) -> Iterator[tuple[str, Sequence[Mention]]]:
    """The names that are joined right before and right behind a token: "Oslo and Bergen"."""
    sentence, here = reading.sentence[k], bisect_left(at, k)
    for where, some in (
        (BEFORE, mentions[max(0, here - _MOST_RUN) : here][::-1]),
        (BEHIND, mentions[here : here + _MOST_RUN]),
    ):
        run: list[Mention] = []
        for m in some:
            if m.sentence != sentence or (run and not _are_joined(reading, run[-1], m)):
                break
            run.append(m)
        yield where, run


def _are_joined(reading: TextArrays, one: Mention, other: Mention) -> bool:
    """Whether nothing but words that join stands between two names of one dimension."""
    if one.dimension != other.dimension:
        return False
    first, end = (one.end, other.token) if one.token < other.token else (other.end, one.token)
    between = reading.word[first:end]
    return 0 < len(between) <= _MOST_BETWEEN and all(word in _JOINING for word in between)


def _single(evidence: EngineEvidence, m: Mention) -> Iterator[tuple[int, Codes]]:
    """The one value of each dimension that a mention names; nothing where it is several."""
    if m.period is None:
        yield m.dimension, (m.code,)
        return
    for dimension, codes in evidence.codes_in(m.period):
        if len(codes) == 1:
            yield dimension, codes


def _named(
    reading: TextArrays, mentions: Sequence[Mention], at: Sequence[int], k: int
) -> Iterator[tuple[str, Sequence[Mention]]]:
    """Where several names may stand that a number is of together."""
    sentence, block = reading.sentence[k], reading.block[k]
    here = bisect_left(at, k)
    start = bisect_left(at, bisect_left(reading.sentence, sentence - 1))
    before = mentions[start:here]
    last = [m for m in before if m.sentence == sentence - 1]
    if reading.kinds[block] not in _LISTS:
        yield "in the last sentence", last
        if len(last) < len(before):
            yield "in both sentences", before
    for where, blocks in _lists(reading, block):
        first, behind = (
            bisect_left(at, bisect_left(reading.block, blocks[0])),
            bisect_right(at, bisect_right(reading.block, blocks[-1]) - 1),
        )
        if where == "in the list so far":
            behind = min(behind, here)
        yield where, _leading(mentions[first:behind])


def _leading(some: Sequence[Mention]) -> Sequence[Mention]:
    """The first name of each dimension in each block."""
    known: dict[tuple[int, int], Mention] = {}
    for m in some:
        known.setdefault((m.block, m.dimension), m)
    return list(known.values())


def _lists(reading: TextArrays, block: int) -> Iterator[tuple[str, Sequence[int]]]:
    """The blocks of the list before, around or behind a block."""
    kinds = reading.kinds
    if kinds[block] in _LISTS:
        run = _run(kinds, block, -1)
        if len(run) > 1:
            yield "in the list so far", run
        return
    before, behind = _run(kinds, block - 1, -1), _run(kinds, block + 1, 1)
    if before:
        yield "in the list before", before
    if behind:
        yield LISTED, behind


def _run(kinds: Sequence[int], block: int, step: int) -> Sequence[int]:
    """The blocks of a list from one on, in order."""
    found: list[int] = []
    while 0 <= block < len(kinds) and kinds[block] in _LISTS and len(found) < _MOST_BLOCKS:
        found.append(block)
        block += step
    return sorted(found)
