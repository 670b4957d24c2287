"""Where sentences end.

A full stop ends a sentence unless what stands before it is an abbreviation, an initial or a list
number, or what follows begins in lower case. Behind a number a unit is no abbreviation, and a
letter that is a name is no initial: "410 ms." and "grade E." end before a capital. Blocks end
sentences as well: a bullet without a full stop is a sentence, and so is a table row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from fastpath import blocks_state as block
from fastpath import sentences as scan
from sidecar.model.text import Span, Text
from sidecar.text.layout import Layout, read_layout
from sidecar.text.stops import (
    ABBREVIATED,
    LEADING,
    LETTERED,
    LINKING,
    MEASURING,
    NEEDS_DIGIT,
    STARTERS,
    TRAILING,
)

_CLOSERS = "\"'”’»)\\]*_"
_OPENERS = "\"'“‘«(\\[*_"
_CANDIDATE = re.compile(
    rf"(?P<mark>[.!?…]{{1,8}})[{_CLOSERS}]{{0,4}}(?:\[\d{{1,3}}\])?(?:\s{{1,8}}|(?=[A-Z]))"
    rf"(?P<next>[{_OPENERS}]{{0,4}}(?P<first>\S))|[。！？]|(?:  |\\)\n"
)
_WORD_BEFORE = re.compile(r"(?:[^\W\d_]\.){1,6}[^\W\d_]\Z|[^\W_]+\Z")
_REACH = 24
_BEFORE_INITIAL = " \n.-(\"'"
_BEHIND_NUMBER = re.compile(r"(?P<digits>\d{1,24}) ?\Z", re.ASCII)
_BEHIND_WORD = re.compile(r"(?P<word>[A-Za-z]{1,24}),? \Z")
_YEARS = frozenset({"19", "20"})
_LINKS = 4  # words between "grade" and its letter, at most
_FIRST_WORD = re.compile(r"[^\W\d_]{1,24}")


def split_sentences(text: Text) -> list[Span]:
    """The sentences of a text in its order, with spans in UTF-8 bytes."""
    return list(map(Span._make, find_sentence_bounds(text, read_layout(text)).tolist()))


def find_sentence_bounds(text: Text, found: Layout) -> NDArray[np.int64]:
    """Starts and ends of the sentences in its order, in UTF-8 bytes; shape (count, 2).

    Args:
        text: The text.
        found: Its layout.
    """
    rows = found.sentences
    if rows is None:
        return find_sentence_bounds_slowly(text, found)
    if not found.asked:
        return rows
    parts, done = [], 0
    for index in np.flatnonzero(rows[:, scan.END] < 0).tolist():
        parts += [rows[done:index], _cut(text, np.abs(rows[index]))]
        done = index + 1
    return np.concatenate([*parts, rows[done:]])


def find_sentence_bounds_slowly(text: Text, found: Layout) -> NDArray[np.int64]:
    """The same by the reader alone: what the compiled pass must equal."""
    parts = [np.empty((0, 2), np.int64)]
    for row in found.rows:
        span = row[block.START : block.END + 1]
        if row[block.KIND] == block.TABLE_ROW:
            parts.append(span.reshape(1, 2))
        elif row[block.KIND] != block.CODE:
            parts.append(_cut(text, span))
    cut = np.concatenate(parts)
    return cut[cut[:, 0] < cut[:, 1]]


def _cut(text: Text, span: NDArray[np.int64]) -> NDArray[np.int64]:
    """The sentences of one block."""
    start, end = text.char_offsets(span).tolist()
    cut = []
    for stop, following in _stops(text.string, start, end):
        cut.append(text.span(start, stop))
        start = following
    if start < end:
        cut.append(text.span(start, end))
    return np.array(cut, np.int64).reshape(-1, 2)


def _stops(string: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Where each sentence of a block ends and the next one begins."""
    for match in _CANDIDATE.finditer(string, start, end):
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
    if len(last) > 1 and last.isalpha() and last.lower() not in ABBREVIATED:
        return True  # most sentences
    before = _WORD_BEFORE.search(string, max(start, stop - _REACH), stop)
    return before is None or _word_ends(string, start, before, match)


def _word_ends(string: str, start: int, before: re.Match[str], match: re.Match[str]) -> bool:
    """Whether a word and its full stop end a sentence, or are an abbreviation or a list number."""
    word, first = before[0].lower(), match["first"]
    if word.isdigit():
        return before.start() > start
    if first.isupper() and _is_measure(string, start, before):
        return True
    if word in LEADING:
        return word in NEEDS_DIGIT and not first.isdigit() and before[0].islower()
    if len(word) == 1 and before[0].isupper():
        return before.start() > start and not _is_initial(string, start, before.start())
    if word not in TRAILING and "." not in word:
        return True
    following = _FIRST_WORD.match(string, match.start("first"))
    return following is not None and following[0].lower() in STARTERS


def _is_initial(string: str, start: int, letter: int) -> bool:
    """Whether a letter may be an initial; "18.5°C" is none, nor is what is called by it."""
    return string[letter - 1] in _BEFORE_INITIAL and not _is_name(string, start, letter)


def _is_measure(string: str, start: int, before: re.Match[str]) -> bool:
    """Whether a word is a unit behind a number, rather than an abbreviation or an initial."""
    number = _BEHIND_NUMBER.search(string, max(start, before.start() - _REACH), before.start())
    if number is None:
        return False
    if len(before[0]) == 1 and before[0].isupper():  # "3 V.", but "in 2020 J. Smith"
        return len(number["digits"]) != 4 or number["digits"][:2] not in _YEARS
    return before[0] in MEASURING


def _is_name(string: str, start: int, letter: int) -> bool:
    """Whether a letter is the name of what is told before it: "grade E", "the grade was an E"."""
    at = letter
    for _ in range(_LINKS + 1):
        word = _BEHIND_WORD.search(string, max(start, at - _REACH), at)
        if word is None:
            return False
        at, told = word.start(), word["word"].lower()
        if told in LETTERED:
            return True
        if told not in LINKING and len(told) > 1:
            return False
    return False


def _is_unspaced_end(string: str, start: int, match: re.Match[str]) -> bool:
    """Whether a stop without a space ends a sentence: "end.Next", not "Node.js"."""
    stop, following = match.start(), match.start("first")
    return (
        stop - 2 > start
        and string[stop - 3 : stop].islower()
        and string[stop - 3 : stop].isalpha()
        and string[following + 1 : following + 3].islower()
    )
