"""What a sentence says about where its numbers come from.

A source prefix ("Per LMIS:", "According to GCC-STAT,") opens a sentence or a clause and governs
what follows it, up to the next prefix; the first one also governs what stands before it. A query id
("QID:lmis_001", mostly in parentheses) stands after the numbers it speaks for, so it governs what
lies before it, back to the id before; numbers after the last id belong to that last one. A number
takes the prefix and the query id that govern it.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath.hints import QUERY, SOURCE
from sidecar.model.number import Citation
from sidecar.model.text import Text
from sidecar.text.layout import TextHints

_PREFIX = re.compile(
    r"(?:per|according\sto|source)(?:\sthe)?(?P<colon>:)?\s"
    r"(?P<family>[A-Z](?:[\w&.-]{0,38}\w)?(?:\s[A-Z](?:[\w&.-]{0,38}\w)?){0,4}?)"
    r"(?P<close>[:,]|(?=\s\(QID)|(?=[.;)\]]|\s*$))",
    re.IGNORECASE,
)
_QUERY_ID = re.compile(r"QID:\s?(?P<id>[\w-](?:[\w.:/@+-]{0,198}[\w-])?)", re.IGNORECASE)
_HINT = re.compile(r"[Pp]er\s|PER\s|[Aa]ccording\sto|[Ss]ource|SOURCE|QID:|qid:|Qid:")

_AS = re.compile(r"\b[Aa]s\s\Z")


class SentenceSources(NamedTuple):
    """The prefixes and query ids of one sentence, in code points."""

    prefixes: Sequence[tuple[int, int, str]] = ()
    ids: Sequence[tuple[int, int, str]] = ()

    def govern(self, pos: int, text: Text) -> Citation:
        """The citation of a number at ``pos``."""
        prefix, family, query_id = None, "", ""
        if self.prefixes:
            before = bisect_right(self.prefixes, pos, key=itemgetter(1))
            start, end, family = self.prefixes[max(0, before - 1)]
            prefix = text.span(start, end)
        if self.ids:
            after = bisect_left(self.ids, pos, key=itemgetter(0))
            query_id = self.ids[min(after, len(self.ids) - 1)][2]
        return Citation(prefix, family, query_id)


UNCITED = Citation()


def is_query_id(string: str) -> bool:
    """Whether a string is a query id with its mark: ``QID:lmis_001``."""
    return _QUERY_ID.fullmatch(string.strip()) is not None


def find_named_sources(
    text: Text, sentences: NDArray[np.int64], hints: TextHints
) -> Iterator[tuple[int, SentenceSources]]:
    """The sentences that name sources, by their index, and what they name.

    Args:
        text: The text.
        sentences: Start and end of each, in UTF-8 bytes.
        hints: Of the text.
    """
    places = hints.select(SOURCE, QUERY)
    if not places.size:
        return
    spans = text.char_offsets(sentences)
    first, last = np.searchsorted(places, spans).T
    for index in np.flatnonzero(first < last).tolist():
        start, end = spans[index].tolist()
        found = read_sources(text.string, start, end, places[first[index] : last[index]].tolist())
        if found.prefixes or found.ids:
            yield index, found


def read_sources(string: str, start: int, end: int, places: Sequence[int]) -> SentenceSources:
    """The citations of the sentence ``string[start:end]``, which begin at some of the places."""
    prefixes, ids = [], []
    for hint in filter(None, (_HINT.match(string, place, end) for place in places)):
        if hint[0][-1] == ":":
            query = _QUERY_ID.match(string, hint.start(), end)
            if query:
                ids.append((query.start(), query.end(), query["id"]))
            continue
        prefix = _PREFIX.match(string, hint.start(), end)
        if prefix and prefix["family"][0].isupper() and _cites(string, start, prefix):
            begin = _AS.search(string, max(start, prefix.start() - 3), prefix.start())
            at = begin.start() if begin else prefix.start()
            prefixes.append((at, prefix.end(), prefix["family"]))
    return SentenceSources(prefixes, ids)


def _cites(string: str, start: int, match: re.Match[str]) -> bool:
    """Whether a prefix names a source: "Source" needs its colon, "per" must open a clause."""
    word = match[0][:6].lower()
    if word == "source":
        return bool(match["colon"])
    if not word.startswith("per"):
        return True
    before = string[max(start, match.start() - 3) : match.start()].rstrip()
    return not before or not before[-1].isalnum() or before.lower() == "as"
