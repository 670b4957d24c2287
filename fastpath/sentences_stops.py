"""Whether a full stop ends a sentence, or belongs to an abbreviation, an initial or a number."""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.scan_words import (
    FLAGS,
    Bytes,
    Ints,
    byte_at,
    does,
    find,
    is_digit,
    is_letter,
    word_end,
)
from fastpath.spaces import is_space

# What a word does.
LEADING = 1  # never ends a sentence with its stop
NUMBERED = 2  # does, where no number follows
TRAILING = 4  # does only where a word follows that begins sentences
STARTER = 8  # such a word
MEASURING = 16  # a unit where it stands behind a number
LETTERED = 32  # what a letter behind it is a name of: "grade E"
LINKING = 64  # may stand between these

UNSURE = -1
_POINT = 46
_OPEN = 91
_REACH = 24
_MOST_INITIALS = 6
_LINKS = 4  # words between "grade" and its letter, at most
_COMMA, _SPACE = 44, 32


@helper
def is_mark(byte: int) -> bool:
    """Whether a byte may end a sentence."""
    return byte in (_POINT, 33, 63)


@helper
def ends_sentence(
    data: Bytes, start: int, stop: int, following: int, first: int, words: Ints, keys: Bytes
) -> int:
    """Whether marks end a sentence: 1, 0, or ``UNSURE``.

    Args:
        data: The text.
        start: Where the sentence begins.
        stop: The first of the marks.
        following: Where the next sentence would begin.
        first: Its first letter or digit, past quotes and brackets.
        words: The table.
        keys: Its spellings.
    """
    if not is_space(data[following - 1]):
        return _is_unspaced_end(data, start, stop, first)
    if _is_lower(data[first]) and data[first - 1] != _OPEN:  # "[ev-1]" is a citation
        return 0
    if data[stop] != _POINT or is_mark(byte_at(data, stop + 1)):
        return 1
    return _word_ends(data, start, stop, first, words, keys)


@helper
def _is_lower(byte: int) -> bool:
    return byte >= 97 and byte <= 122


@helper
def _is_unspaced_end(data: Bytes, start: int, stop: int, first: int) -> int:
    """Whether a stop without a space ends a sentence: "end.Next", not "Node.js"."""
    if stop - 2 <= start:
        return 0
    lower = 0
    for at in range(stop - 3, stop):
        if data[at] >= 128:
            return UNSURE
        lower += _is_lower(data[at])
    if lower < 3:
        return 0
    lower = 0
    for at in range(first + 1, min(first + 3, data.size)):
        if data[at] >= 128:
            return UNSURE
        if data[at] >= 65 and data[at] <= 90:
            return 0
        lower += _is_lower(data[at])
    return 1 if lower else 0


@helper
def _word_ends(data: Bytes, start: int, stop: int, first: int, words: Ints, keys: Bytes) -> int:
    """Whether the word before a full stop ends a sentence with it."""
    floor = max(start, stop - _REACH)
    begin = _word_start(data, floor, stop)
    if begin > floor and data[begin - 1] >= 128:
        return UNSURE
    if begin == stop:
        return 1
    if _is_digits(data, begin, stop):
        return 1 if begin > start else 0
    if stop - begin > 1:
        return _undotted_ends(data, start, begin, stop, first, words, keys)
    initial = _first_initial(data, floor, begin)
    if initial == UNSURE:
        return UNSURE
    if initial == begin:
        return _undotted_ends(data, start, begin, stop, first, words, keys)
    return _dotted_ends(data, initial, stop, first, words, keys)


@helper
def _word_start(data: Bytes, floor: int, stop: int) -> int:
    """Where the letters and digits begin that end at a stop."""
    begin = stop
    while begin > floor and (is_letter(data[begin - 1]) or is_digit(data[begin - 1])):
        begin -= 1
    return begin


@helper
def _is_digits(data: Bytes, start: int, end: int) -> bool:
    for at in range(start, end):
        if not is_digit(data[at]):
            return False
    return True


@helper
def _first_initial(data: Bytes, floor: int, letter: int) -> int:
    """Where the initials with stops begin that end with a letter: "U.S.A"; may be ``UNSURE``."""
    begin = letter
    while letter - begin < 2 * _MOST_INITIALS and _has_stop_before(data, floor, begin):
        if not is_letter(data[begin - 2]):
            break
        begin -= 2
    if _has_stop_before(data, floor, begin) and data[begin - 2] >= 128:
        return UNSURE
    return begin


@helper
def _has_stop_before(data: Bytes, floor: int, at: int) -> bool:
    """Whether a full stop stands right before a place, and something before that."""
    return at - 2 >= floor and data[at - 1] == _POINT


@helper
def _undotted_ends(
    data: Bytes, start: int, begin: int, stop: int, first: int, words: Ints, keys: Bytes
) -> int:
    """Whether a word without stops in it ends a sentence."""
    flags = does(find(data, begin, stop, 32, words, keys), words)
    if _is_measure(data, start, begin, stop, flags):
        if data[first] >= 128:
            return UNSURE
        if _is_capital(data[first]):
            return 1
    if flags & LEADING:
        return _leading_ends(data, begin, stop, first, flags)
    if stop - begin == 1 and data[begin] <= 90:
        return _initial_ends(data, start, begin, words, keys)
    return _is_starter(data, first, words, keys) if flags & TRAILING else 1


@helper
def _dotted_ends(data: Bytes, begin: int, stop: int, first: int, words: Ints, keys: Bytes) -> int:
    """Whether an abbreviation with stops in it ends a sentence: "U.S."."""
    flags = does(find(data, begin, stop, 32, words, keys), words)
    if flags & LEADING:
        return _leading_ends(data, begin, stop, first, flags)
    return _is_starter(data, first, words, keys)


@helper
def _leading_ends(data: Bytes, begin: int, stop: int, first: int, flags: int) -> int:
    """Whether a leading word ends a sentence: "no." does where no number follows."""
    numbered = flags & NUMBERED and not is_digit(data[first])
    return 1 if numbered and _has_no_capital(data, begin, stop) else 0


@helper
def _initial_ends(data: Bytes, start: int, letter: int, words: Ints, keys: Bytes) -> int:
    """Whether a capital letter ends a sentence, rather than begins a name; "18.5°C" does."""
    if letter == start:
        return 0
    if _opens_initial(data[letter - 1]):
        return 1 if _is_name(data, start, letter, words, keys) else 0
    return 1


@helper
def _is_starter(data: Bytes, first: int, words: Ints, keys: Bytes) -> int:
    """Whether the word at a place is one that begins sentences: 1, 0, or ``UNSURE``."""
    after = word_end(data, first)
    if byte_at(data, after) >= 128:
        return UNSURE
    flags = does(find(data, first, after, 32, words, keys), words)
    return 1 if flags & STARTER else 0


@helper
def _is_measure(data: Bytes, start: int, begin: int, stop: int, flags: int) -> bool:
    """Whether a word is a unit behind a number, rather than an abbreviation or an initial."""
    floor = max(start, begin - _REACH)
    end = begin
    if end > floor and data[end - 1] == _SPACE:
        end -= 1
    at = end
    while at > floor and is_digit(data[at - 1]):
        at -= 1
    if at == end:
        return False
    if stop - begin == 1 and _is_capital(data[begin]):  # "3 V.", but "in 2020 J. Smith"
        century = data[at] * 10 + data[at + 1] - 11 * 48 if end - at == 4 else 0
        return century not in (19, 20)
    return flags & MEASURING != 0 and _has_no_capital(data, begin, stop)


@helper
def _is_name(data: Bytes, start: int, letter: int, words: Ints, keys: Bytes) -> bool:
    """Whether a letter is the name of what is told before it: "grade E", "the grade was an E"."""
    at = letter
    for _ in range(_LINKS + 1):
        floor = max(start, at - _REACH)
        end = at - 1
        if end <= floor or data[end] != _SPACE:
            return False
        if data[end - 1] == _COMMA:
            end -= 1
        at = end
        while at > floor and is_letter(data[at - 1]):
            at -= 1
        if at == end:
            return False
        row = find(data, at, end, 32, words, keys)
        flags = words[row + FLAGS] if row else 0
        if flags & LETTERED:
            return True
        if not flags & LINKING and end - at > 1:
            return False
    return False


@helper
def _is_capital(byte: int) -> bool:
    return byte >= 65 and byte <= 90


@helper
def _has_no_capital(data: Bytes, start: int, end: int) -> bool:
    for at in range(start, end):
        if data[at] >= 65 and data[at] <= 90:
            return False
    return True


@helper
def _opens_initial(byte: int) -> bool:
    """Whether an initial may stand behind a byte."""
    return byte in (32, 10, 46, 45, 40, 34, 39)
