"""Which column a number counts of two that are a whole and its part: "12 vans are electric".

Words that say which of the things are intended, or what became of them, tell the part; the column
of the things themselves, though it is what their noun names, is then another number's.
"""

from __future__ import annotations

from collections import defaultdict

from sidecar.binding.context.passages.counted_nouns import tells_fate
from sidecar.binding.context.passages.names import ColumnMention
from sidecar.binding.context.passages.passage import Passage
from sidecar.binding.context.passages.place import Place
from sidecar.binding.context.passages.source import Source

_FATE = 0.5  # of a name that tells which of the things that a number counts are intended
_WHOLE = 0.9  # of a name that is said as a whole


def parts_meant(place: Place, source: Source) -> tuple[set[ColumnMention], set[ColumnMention]]:
    """The names of a passage that tell which part a number counts, and those of the wholes.

    Args:
        place: The number's.
        source: The passage; only the number's own sentence tells this.
    """
    passage = source.passage
    said = passage.columns if source.first >= 0 else []
    longer = passage.once(_longer)
    fates = [m for m in said if m.strength >= _FATE and tells_fate(place, m)]
    wholes = {
        mention
        for mention in said
        for part in (*fates, *longer.get(mention, ()))
        if part.table == mention.table and _is_part(passage, part, mention)
    }
    return set(fates) - wholes, wholes


def _is_part(passage: Passage, part: ColumnMention, whole: ColumnMention) -> bool:
    known = passage.catalogs[whole.table]
    one, other = known.columns[part.column], known.columns[whole.column]
    same = one is other or (part.start, part.end) == (whole.start, whole.end)
    kinds = {one.unit.kind, other.unit.kind} - {None}
    if same or len(kinds) > 1 or one.level != other.level:
        return False
    return known.cells.is_part(one.place, other.place)


def _longer(passage: Passage) -> dict[ColumnMention, list[ColumnMention]]:
    """For each name that is said, the whole names of which it is but some words."""
    whole = defaultdict[int, list[ColumnMention]](list)
    for mention in passage.columns:
        told = range(mention.start, mention.end) if mention.strength >= _WHOLE else range(0)
        if not any(passage.words[at].word[0].isdigit() for at in told):
            for at in told:
                whole[at].append(mention)
    return {
        one: [m for m in whole[one.start] if _covers(m, one)]
        for one in passage.columns
        if one.start in whole
    }


def _covers(one: ColumnMention, other: ColumnMention) -> bool:
    size = other.end - other.start
    return one.start <= other.start and other.end <= one.end and size < one.end - one.start
