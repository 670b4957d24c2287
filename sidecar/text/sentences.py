"""Where sentences end.

A full stop ends a sentence unless what stands before it is an abbreviation, an initial or a list
number, or what follows begins in lower case. Blocks end sentences as well: a bullet without a full
stop is a sentence, and so is a table row.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

import numpy as np

from sidecar.model.text import Span, Text
from sidecar.text.block import Block, BlockKind
from sidecar.text.outline import outline
from sidecar.text.vocabulary import one_of

_CLOSERS = "\"'”’»)\\]*_"
_OPENERS = "\"'“‘«(\\[*_"
_CANDIDATE = re.compile(
    rf"(?P<mark>[.!?…]{{1,8}})[{_CLOSERS}]{{0,4}}(?:\[\d{{1,3}}\])?(?:\s{{1,8}}|(?=[A-Z]))"
    rf"(?P<next>[{_OPENERS}]{{0,4}}(?P<first>\S))|[。！？]|(?:  |\\)\n"
)
_HARD_BREAKS = ("  \n", "\\\n")
_WORD_BEFORE = re.compile(r"(?:[^\W\d_]\.){1,6}[^\W\d_]$|[^\W_]+$")
_REACH = 24
_BEFORE_INITIAL = " \n.-(\"'"
_FIRST_WORD = re.compile(r"[^\W\d_]{1,24}")

# Never at the end of a sentence: titles and words that need what follows.
_LEADING = one_of(
    "mr mrs ms dr prof sr jr st mt ft gen col lt sgt capt rev hon rep sen gov pres fig figs "
    "eq vol ch sec approx ca cf vs viz e.g i.e al ed eds no nos nr pp p art esp incl excl"
)
# At the end of a sentence only before a word that begins one.
_TRAILING = one_of(
    "inc ltd co corp llc plc bros dept est etc jan feb mar apr jun jul aug sep sept oct nov "
    "dec a.m p.m am pm ave blvd rd min max avg u.s u.k u.n e.u d.c ph.d b.c a.d s.a yr yrs hr "
    "hrs mil bn"
)
_ABBREVIATED = _LEADING | _TRAILING
_NEEDS_DIGIT = one_of("no nos nr p pp fig figs eq vol ch sec art ed st mt")
_STARTERS = one_of(
    "the a an this that these those it its he she they we you i in on at by for from with as "
    "but and or however meanwhile although while when if after before since there here his "
    "her their our my per according overall total both each all no most many some"
)


# Of each byte, whether it may end a sentence, and whether a stop before it ends none.
_ENDS, _GOES_ON = np.zeros(256, np.bool_), np.zeros(256, np.bool_)
_ENDS[list(b".!?")] = True
_GOES_ON[list(b"0123456789abcdefghijklmnopqrstuvwxyz")] = True


def sentences(text: Text, blocks: Sequence[Block]) -> list[Span]:
    """The sentences of a text in its order, with spans in UTF-8 bytes.

    Args:
        text: The text.
        blocks: Its blocks, from ``blocks.blocks``.
    """
    known = blocks if text.is_ascii else outline(text.string)  # spans in code points
    return [text.span(start, end) for start, end in split(text.string, known)]


def split(string: str, blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
    """The sentences of a string in its order, with spans in code points."""
    marks = _marks(string)
    for block in blocks:
        if block.kind is BlockKind.CODE:
            continue
        start, end = block.span
        if block.kind is not BlockKind.TABLE_ROW:
            for stop, following in _stops(string, start, end, marks):
                yield start, stop
                start = following
        if start < end:
            yield start, end


def _marks(string: str) -> Sequence[int] | None:
    """Where sentences may end, or None where the whole pattern must be tried everywhere."""
    if not string.isascii() or any(mark in string for mark in _HARD_BREAKS):
        return None
    raw = np.frombuffer(string.encode("ascii"), np.uint8)
    places = np.flatnonzero(_ENDS[raw[:-1]] & ~_GOES_ON[raw[1:]])
    return places.tolist()


def _candidates(
    string: str, start: int, end: int, marks: Sequence[int] | None
) -> Iterator[re.Match[str]]:
    """The matches of the pattern in a block."""
    if marks is None:
        yield from _CANDIDATE.finditer(string, start, end)
        return
    for place in marks[bisect_left(marks, start) : bisect_left(marks, end)]:
        match = _CANDIDATE.match(string, place, end) if place >= start else None
        if match is not None:
            yield match
            start = match.end()


def _stops(
    string: str, start: int, end: int, marks: Sequence[int] | None
) -> Iterator[tuple[int, int]]:
    """Where each sentence of a block ends and the next one begins."""
    for match in _candidates(string, start, end, marks):
        if match["mark"] is None:
            stop = match.end() if match[0][-1] != "\n" else match.start()
            if stop > start and match.end() < end:
                yield stop, match.end()
                start = match.end()
        elif _ends_sentence(string, start, match):
            following = match.start("next")
            yield start + len(string[start:following].rstrip()), following
            start = following


def _ends_sentence(string: str, start: int, match: re.Match[str]) -> bool:
    """Whether a stop ends the sentence that began at ``start``."""
    if not string[match.start("next") - 1].isspace():
        return _is_unspaced_end(string, start, match)
    if match["first"].islower() and string[match.start("first") - 1] != "[":
        return False  # "[ev-1]" after a stop is a citation
    if match["mark"] != ".":
        return True
    stop = match.start()
    last = string[max(start, stop - _REACH) : stop].rpartition(" ")[2]
    if len(last) > 1 and last.isalpha() and last.lower() not in _ABBREVIATED:
        return True  # most sentences
    before = _WORD_BEFORE.search(string, max(start, stop - _REACH), stop)
    return before is None or _word_ends(string, start, before, match)


def _word_ends(string: str, start: int, before: re.Match[str], match: re.Match[str]) -> bool:
    """Whether a word and its full stop end a sentence, or are an abbreviation or a list number."""
    word, first = before[0].lower(), match["first"]
    if word.isdigit():
        return before.start() > start
    if word in _LEADING:
        return word in _NEEDS_DIGIT and not first.isdigit() and before[0].islower()
    if len(word) == 1 and before[0].isupper():  # an initial; "18.5°C" is none
        return before.start() > start and string[before.start() - 1] not in _BEFORE_INITIAL
    if word not in _TRAILING and "." not in word:
        return True
    following = _FIRST_WORD.match(string, match.start("first"))
    return following is not None and following[0].lower() in _STARTERS


def _is_unspaced_end(string: str, start: int, match: re.Match[str]) -> bool:
    """Whether a stop without a space ends a sentence: "end.Next", not "Node.js"."""
    stop, following = match.start(), match.start("first")
    return (
        stop - 2 > start
        and string[stop - 3 : stop].islower()
        and string[stop - 3 : stop].isalpha()
        and string[following + 1 : following + 3].islower()
    )
