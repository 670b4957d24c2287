"""How the words around plain numbers hedge them, and which movement they give them.

What words say comes in a table that the caller makes. Around a plain number (see ``scan``) stands
nothing but ASCII, as far as these words reach.
"""

from __future__ import annotations

import numpy as np

from fastpath._jit import helper
from fastpath.scan_columns import DIRECTION, END, KIND, QUALIFIER, START
from fastpath.scan_words import (
    CURRENCY,
    FLAGS,
    NONE,
    POWER,
    UNIT_ID,
    Bytes,
    Ints,
    byte_at,
    find,
    is_digit,
    is_letter,
    word_end,
)

# What a word does; a word may do several of these.
CUE = 1  # without one of these no word before a number says anything about it
ARTICLE = 2  # between a hedge and its number
NEGATION = 4  # before a hedge of two words: "no more than"
TARGET = 8  # "to": the movement before it ends at the number
APART = 16  # "from": the movement before it is not by the number
PASSED = 32  # may stand between a movement and its number
UP = 64
DOWN = 128
NOT_AFTER = 256  # says nothing right after a number, nor does what follows it
SLIGHTLY = 512  # before a hedge, makes it a near one: "just over"
PARTICLE = 1024  # a hedge that may be the second half of a verb: "over"
CHANGE = 2048  # before that and an article: what follows is a baseline
OVER_COUNTS, OVER_MONEY, OVER_OTHERS = 4096, 8192, 16384  # such a verb, by what follows
DEFINITE = 32768  # the article of a number that something is compared with

QUALIFIERS, PLACES = 16, 32  # how many there may be, see ``read``
UP_BY, DOWN_BY, UP_TO, DOWN_TO = range(1, 5)

_REACH = 56  # bytes before a number that are looked at
_WORDS = 8  # of them, at most
_LONGEST = 24
_TOKEN = 2  # what is known about a word: what it does, and its row in the table
_AT, _FLOOR, _KNOWN, _CLAUSE = range(_TOKEN * _WORDS, _TOKEN * _WORDS + 4)
"""Where the words that were read begin, and where they must; how many they are, and how many of
them may belong to the number's clause."""
TOKENS = _CLAUSE + 1
_WALK, _NEAR = 6, 3  # words between a movement and its number, where it ends there and else
_LINE, _SPACE = 10, 32
_HYPHEN = 45
_UNDERSCORE = 95
_GAP, _SIGN = 1, 2
_SORTS = np.zeros(256, np.uint8)
"""What parts words: white space and marks that are no part of one, and signs that are one."""
_SORTS[[*range(9, 14), *range(28, 33), 34, 39, 40, 41, 42, 44, 91, 93, 95]] = _GAP
_SORTS[[60, 62, 126]] = _SIGN
_OR = np.frombuffer(b" or ", np.uint8)
_AND = np.frombuffer(b" and ", np.uint8)


@helper
def hedge(data: Bytes, record: Ints, words: Ints, keys: Bytes, pairs: Ints, tokens: Ints) -> None:
    """Fill in the qualifier and direction of a number.

    Args:
        data: The text.
        record: The number, with the columns of ``scan_columns``.
        words: From ``scan_words.table``: what each word does; the qualifier that it is alone, and
            times ``QUALIFIERS`` the one that it is after "or"; its place among the last words of
            hedges of two, and times ``PLACES`` the one among the first.
        keys: Their spellings.
        pairs: The qualifier of each pair of places, and behind that what "no" makes of each, and
            what "just" does.
        tokens: ``TOKENS`` to work with.
    """
    start, end = record[START], record[END]
    tokens[_AT], tokens[_FLOOR], tokens[_KNOWN] = start, max(0, start - _REACH), 0
    tokens[_CLAUSE] = _WORDS
    followed = OVER_COUNTS
    if record[KIND]:
        followed = OVER_MONEY if record[KIND] & CURRENCY else OVER_OTHERS
    used, qualifier = _hedge(data, tokens, words, keys, pairs, followed)
    record[QUALIFIER] = qualifier or _after(data, end, words, keys)
    record[DIRECTION] = _direction(data, end, tokens, used, words, keys)


@helper
def _is_there(data: Bytes, tokens: Ints, nth: int, words: Ints, keys: Bytes) -> bool:
    """Whether there is an nth word before the number in its clause. It is read when asked for."""
    while tokens[_KNOWN] <= nth < tokens[_CLAUSE] and _read_on(data, tokens, words, keys):
        pass
    return nth < min(tokens[_KNOWN], tokens[_CLAUSE])  # type: ignore[no-any-return]


@helper
def _is_cued(data: Bytes, tokens: Ints, words: Ints, keys: Bytes) -> bool:
    """Whether any of the words before the number is a cue, in its clause or before that."""
    nth = 0
    while nth < tokens[_KNOWN] or _read_on(data, tokens, words, keys):
        if tokens[_TOKEN * nth] & CUE:
            return True
        nth += 1
    return False


@helper
def _read_on(data: Bytes, tokens: Ints, words: Ints, keys: Bytes) -> bool:
    """Fill in what the word does that stands before those that are known; whether there is one."""
    at, floor, nth = tokens[_AT], tokens[_FLOOR], tokens[_KNOWN]
    lines = 0
    while at > floor and _SORTS[data[at - 1]] == _GAP:
        at -= 1
        lines += data[at] == _LINE
    if at == floor or lines > 1 or nth == _WORDS:  # a paragraph says nothing of the next one
        return False
    end = at
    at -= 1
    if _SORTS[data[at]] != _SIGN:
        while at > floor and not _SORTS[data[at - 1]]:
            at -= 1
    if at == floor and floor > 0 and is_letter(data[floor - 1]) and is_letter(data[floor]):
        return False  # the end of a word is none
    row = NONE
    if data[end - 1] > _SPACE:
        row = find(data, at, end, 32 if is_letter(data[at]) else 0, words, keys)
    does = words[row + FLAGS] if row else 0
    if end - at > 1 and data[end - 2] | 32 == 108 and data[end - 1] | 32 == 121:  # adverbs
        does |= PASSED
    if data[end - 1] in (33, 46, 58, 59, 63) and not _alone(row, words):  # it ends a clause
        tokens[_CLAUSE] = min(tokens[_CLAUSE], nth)
    tokens[_TOKEN * nth], tokens[_TOKEN * nth + 1] = does, row
    tokens[_AT], tokens[_KNOWN] = at, nth + 1
    return True


@helper
def _hedge(
    data: Bytes, tokens: Ints, words: Ints, keys: Bytes, pairs: Ints, followed: int
) -> tuple[int, int]:
    """How many words up to the hedge right before a number are used up, and its qualifier."""
    parted = _is_parted(data, tokens[_AT], tokens[_FLOOR])
    at = definite = 0
    while _is_there(data, tokens, at, words, keys) and tokens[_TOKEN * at] & ARTICLE:
        definite |= tokens[_TOKEN * at] & DEFINITE
        at += 1
    if parted or not _is_there(data, tokens, at, words, keys) or not tokens[_TOKEN * at + 1]:
        return at, 0
    used, qualifier = _two_words(data, tokens, at, definite, words, keys, pairs)
    if used:
        return used, qualifier
    return _one_word(data, tokens, at, definite, words, keys, pairs, followed)


@helper
def _two_words(
    data: Bytes, tokens: Ints, at: int, definite: int, words: Ints, keys: Bytes, pairs: Ints
) -> tuple[int, int]:
    """The hedge of two words whose last is the nth: "no more than". Without one, 0 are used up."""
    last = words[tokens[_TOKEN * at + 1] + POWER] % PLACES
    if not last or not _is_there(data, tokens, at + 1, words, keys):
        return 0, 0
    first = tokens[_TOKEN * (at + 1) + 1]
    qualifier = pairs[words[first + POWER] // PLACES * PLACES + last] if first else 0
    if not qualifier:
        return 0, 0
    degree = _does(data, tokens, at + 2, words, keys)
    if degree > 0 and degree & NEGATION:
        return at + 3, pairs[PLACES * PLACES + qualifier]
    return _tightened(at + 2, qualifier, 0 if definite else degree, pairs)


@helper
def _one_word(
    data: Bytes,
    tokens: Ints,
    at: int,
    definite: int,
    words: Ints,
    keys: Bytes,
    pairs: Ints,
    followed: int,
) -> tuple[int, int]:
    """The hedge that the nth word is, unless it is the second half of a verb."""
    qualifier = _alone(tokens[_TOKEN * at + 1], words)
    before = _does(data, tokens, at + 1, words, keys)
    is_verb = before > 0 and (before & followed or (definite and before & CHANGE))
    is_span = definite and followed == OVER_COUNTS  # "over the 12 shops": across them
    if not qualifier or ((is_verb or is_span) and tokens[_TOKEN * at] & PARTICLE):
        return at, 0
    return _tightened(at + 1, qualifier, 0 if definite else before, pairs)


@helper
def _is_parted(data: Bytes, at: int, floor: int) -> bool:
    """Whether a bracket or a comma stands right before a number."""
    while at > floor and _SORTS[data[at - 1]] == _GAP:
        at -= 1
        if data[at] in (40, 44, 91):
            return True
    return False


@helper
def _does(data: Bytes, tokens: Ints, nth: int, words: Ints, keys: Bytes) -> int:
    """What the nth word before a number does; -1 where there is none."""
    return tokens[_TOKEN * nth] if _is_there(data, tokens, nth, words, keys) else -1


@helper
def _tightened(used: int, qualifier: int, degree: int, pairs: Ints) -> tuple[int, int]:
    """A hedge with the word of degree before it, if there is one: "just over"."""
    if degree > 0 and degree & SLIGHTLY:
        return used + 1, pairs[PLACES * PLACES + QUALIFIERS + qualifier]
    return used, qualifier


@helper
def _alone(row: int, words: Ints) -> int:
    """The qualifier that one word is."""
    return words[row + UNIT_ID] % QUALIFIERS if row else 0


@helper
def _after(data: Bytes, end: int, words: Ints, keys: Bytes) -> int:
    """The hedge after a number: "5 or more"."""
    size = _follows(data, end, _OR) or _follows(data, end, _AND)
    if not size:
        return 0
    stop = word_end(data, end + size)
    following = byte_at(data, stop)
    row = find(data, end + size, stop, 0, words, keys)
    if not row or is_digit(following) or following == _UNDERSCORE:
        return 0
    return words[row + UNIT_ID] // QUALIFIERS  # type: ignore[no-any-return]


@helper
def _follows(data: Bytes, at: int, words: Bytes) -> int:
    """The size of some words, if they stand at a place."""
    for place in range(words.size):
        if byte_at(data, at + place) != words[place]:
            return 0
    return words.size


@helper
def _direction(data: Bytes, end: int, tokens: Ints, first: int, words: Ints, keys: Bytes) -> int:
    """The movement of the verb or noun before a number, or of the noun after it."""
    nearest = tokens[_TOKEN * first] if _is_there(data, tokens, first, words, keys) else 0
    target = nearest & TARGET != 0 and _is_cued(data, tokens, words, keys)
    if target or not nearest & APART:
        for word in range(first, first + (_WALK if target else _NEAR)):
            if not _is_there(data, tokens, word, words, keys):
                break
            does = tokens[_TOKEN * word]
            if does & UP:
                return UP_TO if target else UP_BY
            if does & DOWN:
                return DOWN_TO if target else DOWN_BY
            if not (target or does & PASSED):
                break
    return 0 if target else _noun(data, end, words, keys)


@helper
def _noun(data: Bytes, end: int, words: Ints, keys: Bytes) -> int:
    """The movement that one of the two words after a number names: "a 5 % increase"."""
    for nth in range(2):
        start = end + 1
        if byte_at(data, end) != _SPACE:
            break
        end = start
        while end - start < _LONGEST and _goes_on(byte_at(data, end), nth):
            end += 1
        row = find(data, start, end, 0, words, keys)
        does = words[row + FLAGS] if row else 0
        if does & NOT_AFTER:
            break
        if does & UP:
            return UP_BY
        if does & DOWN:
            return DOWN_BY
    return 0


@helper
def _goes_on(byte: int, nth: int) -> bool:
    """Whether a byte belongs to the first or second word after a number."""
    if nth == 0 and (byte == _HYPHEN or (byte >= 65 and byte <= 90)):
        return True
    return byte >= 97 and byte <= 122
