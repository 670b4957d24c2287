"""Words by their bytes: what each does, in one array that a kernel can search.

The array begins with the lengths that words have, as bits, for each pair of first letters: many
words of a text are found missing there. The third letters of words that can begin a number follow
in the same way. Then comes a hash table with open addresses: its capacity, a power of two; the
place of an entry or 0 for each address; and the entries. A word is judged by its own spelling and
by the one in lower case.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from fastpath._jit import helper

Bytes = NDArray[np.uint8]
Ints = NDArray[np.int64]

# What a word does; a word may do several of these.
ANCHOR = 1  # can begin a number
BEFORE = 4  # right before a number, needs judgement
AFTER = 8  # right after a number, needs judgement
LINK = 16  # right before a number, may join it to the one before
SCALE = 32  # a scale, glued or not
SUFFIX = 64  # an abbreviated scale, glued or not
TIGHT = 128  # the same, but only glued or of money
MONEY = 256  # the same, but only of money
MEASURE = 512
CURRENCY = 1024
PERCENT = 2048
CODE = 4096  # a currency's code, which stands before numbers too
PHRASE = 8192  # after a unit, may change it: "per", "points", "squared"
PREPOSITION = 16384  # "in": inches only at the end of a clause
MONTH = 32768  # a number only before a day
THING = 65536  # a number only after an article
ARTICLE = 131072
JOINS = 262144  # goes on with a number after a scale: "and"
FOLDS = 524288  # as a unit, the spelling in lower case stands for others too
AMOUNT = 4194304  # right before four digits, makes an amount of what would be a year
COUNTED = 8388608  # right after them, the same: "the 2000 employees"
UNIT = MEASURE | CURRENCY | PERCENT

LONGEST = 24
NONE = 0
_START, _END, FLAGS, UNIT_ID, POWER = range(5)
_ROW = 5
_LETTERS = 32  # what is left of a letter of either case without its upper bits
_THIRDS = _LETTERS * _LETTERS
_CAPACITY = 2 * _THIRDS
_SLOTS = _CAPACITY + 1


def table(words: dict[str, tuple[int, int, int]]) -> tuple[Ints, Bytes]:
    """Make a table of words.

    Args:
        words: Of each spelling, in ASCII, what it does, the number of its unit and its power.

    Returns:
        The table, and the bytes of all spellings.
    """
    capacity = 1 << (4 * len(words)).bit_length()
    made = np.zeros(_SLOTS + capacity + _ROW * len(words), np.int64)
    made[_CAPACITY] = capacity
    keys = bytearray()
    for number, (word, meaning) in enumerate(words.items()):
        written = word.encode("ascii")
        pair = _pair(written[0], written[1] if len(word) > 1 else 0)
        made[pair] |= 1 << len(word)
        if meaning[0] & ANCHOR:
            made[_THIRDS + pair] |= 1 << (written[2] & (_LETTERS - 1)) if len(word) > 2 else -1
        key = 0
        for byte in written:
            key = (key * 31 + byte) & 0x7FFFFFFF
        slot = key & (capacity - 1)
        while made[_SLOTS + slot]:
            slot = (slot + 1) & (capacity - 1)
        row = _SLOTS + capacity + _ROW * number
        made[_SLOTS + slot] = row
        made[row : row + _ROW] = (len(keys), len(keys) + len(word), *meaning)
        keys += written
    return made, np.frombuffer(bytes(keys), np.uint8)


@helper
def _pair(first: int, second: int) -> int:
    """Where the lengths of words stand that begin with two letters; the second is 0 for none."""
    return (first & (_LETTERS - 1)) * _LETTERS + (second & (_LETTERS - 1))


@helper
def is_letter(byte: int) -> bool:
    """Whether a byte is a letter of ASCII."""
    lower = byte | 32
    return lower >= 97 and lower <= 122


@helper
def is_digit(byte: int) -> bool:
    """Whether a byte is a digit."""
    return byte >= 48 and byte <= 57


@helper
def byte_at(data: Bytes, at: int) -> int:
    """The byte at a place; a line feed beyond either end."""
    if at >= 0 and at < data.size:
        return np.int64(data[at])  # type: ignore[return-value]  # an int to all who call this
    return np.int64(10)  # type: ignore[return-value]


@helper
def word_end(data: Bytes, at: int) -> int:
    """Where the letters end that begin at a place."""
    while at < data.size and is_letter(data[at]):
        at += 1
    return at


@helper
def word_start(data: Bytes, at: int) -> int:
    """Where the letters begin that end at a place, not much further back than the longest word."""
    floor = max(0, at - LONGEST - 1)
    while at > floor and is_letter(data[at - 1]):
        at -= 1
    return at


@helper
def may_be_anchor(data: Bytes, at: int, words: Ints) -> bool:
    """Whether the first letters of a word at a place are those of one that begins a number."""
    thirds = words[_THIRDS + _pair(data[at], byte_at(data, at + 1))]
    third: int = thirds >> (byte_at(data, at + 2) & (_LETTERS - 1)) & 1
    return third != 0


@helper
def find(data: Bytes, start: int, end: int, case: int, words: Ints, keys: Bytes) -> int:
    """The row of a word in the table, or NONE; ``case`` is 32 for lower case, 0 as it stands."""
    size = end - start
    if size > LONGEST or size <= 0:
        return NONE
    if not words[_pair(data[start], data[start + 1] if size > 1 else 0)] >> size & 1:
        return NONE
    key = np.int64(0)
    for at in range(start, end):
        key = (key * 31 + (data[at] | case)) & 0x7FFFFFFF
    mask = words[_CAPACITY] - 1
    slot = key & mask
    while words[_SLOTS + slot]:
        row = words[_SLOTS + slot]
        first = words[row]
        if words[row + 1] - first == size:
            same = True
            for at in range(size):
                if keys[first + at] != (data[start + at] | case):
                    same = False
                    break
            if same:
                return row  # type: ignore[no-any-return]
        slot = (slot + 1) & mask
    return NONE


@helper
def find_both(data: Bytes, start: int, end: int, words: Ints, keys: Bytes) -> tuple[int, int]:
    """The rows of a word in lower case and as it stands."""
    lower = find(data, start, end, 32, words, keys)
    for at in range(start, end):
        if not data[at] & 32:  # a capital: its own spelling is another
            return lower, find(data, start, end, 0, words, keys)
    return lower, lower


@helper
def does(row: int, words: Ints) -> int:
    """What the word of a row does; nothing where there is none."""
    return words[row + FLAGS] if row else 0


@helper
def flags_of(data: Bytes, start: int, end: int, words: Ints, keys: Bytes) -> int:
    """What a word does, in its own spelling and in lower case together."""
    lower, exact = find_both(data, start, end, words, keys)
    return does(lower, words) | does(exact, words)


@helper
def is_ascii(data: Bytes, start: int, end: int) -> bool:
    """Whether nothing in a range is beyond ASCII."""
    bits = 0
    for at in range(max(0, start), min(data.size, end)):
        bits |= data[at]
    return bits < 128


@helper
def is_one_of(byte: int, marks: Bytes) -> bool:
    """Whether a byte is one of some."""
    found = False
    for mark in marks:
        found |= byte == mark
    return found
