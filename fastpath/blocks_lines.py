"""What a line of Markdown begins with: rules, headings, fences, markers, rows of tables."""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.scan_words import Bytes, is_digit

_TAB = 9
_SPACE = 32
_HASH = 35
_OPEN_END = 41
_STAR = 42
_PLUS = 43
_DASH = 45
_POINT = 46
_COLON = 58
_EQUALS = 61
_QUOTE = 62
_UNDERSCORE = 95
_TICK = 96
_BAR = 124
_TILDE = 126

_MOST_DIGITS = 9  # of a list number
UNSURE = -1


@helper
def is_blank(byte: int) -> bool:
    """Whether a byte is a space or a tab."""
    return byte in (_SPACE, _TAB)


@helper
def past_blanks(data: Bytes, at: int, end: int) -> int:
    """Where the spaces and tabs end that begin at a place."""
    while at < end and is_blank(data[at]):
        at += 1
    return at


@helper
def run(data: Bytes, at: int, end: int) -> int:
    """How many times the byte at a place stands there."""
    stop = at
    while stop < end and data[stop] == data[at]:
        stop += 1
    return stop - at


@helper
def is_rule(data: Bytes, first: int, end: int) -> bool:
    """Whether a line is three or more of one mark: "---", "* * *"."""
    mark = data[first]
    if mark not in (_STAR, _DASH, _UNDERSCORE):
        return False
    count = 0
    for at in range(first, end):
        if data[at] == mark:
            count += 1
        elif not is_blank(data[at]):
            return False
    return count > 2


@helper
def heading(data: Bytes, first: int, end: int) -> int:
    """The level of a heading that begins at a place, or 0."""
    if data[first] != _HASH:
        return 0
    level = run(data, first, end)
    if level > 6 or not (first + level == end or is_blank(data[first + level])):
        return 0
    return level


@helper
def fence(data: Bytes, first: int, end: int) -> int:
    """How many backticks or tildes open code at a place, or 0."""
    mark = data[first]
    if mark not in (_TICK, _TILDE):
        return 0
    size = run(data, first, end)
    if size < 3:
        return 0
    if mark == _TICK:
        for at in range(first + size, end):
            if data[at] == _TICK:
                return 0
    return size


@helper
def marker(data: Bytes, first: int, end: int) -> int:
    """Where the marker of a list item ends that begins at a place, 0 where none does.

    Returns:
        ``UNSURE`` where digits of another script may stand.
    """
    byte = data[first]
    at = first
    if byte in (_DASH, _PLUS, _STAR):
        at = first + 1
    elif byte >= 128:
        at = _bullet(data, first, end)
        if at <= 0:
            return at
    else:
        while at < end and is_digit(data[at]):
            at += 1
        if at < end and data[at] >= 128 and at - first < _MOST_DIGITS:
            return UNSURE if may_be_digit(data, at, end) else 0
        size = at - first
        if size == 0 or size > _MOST_DIGITS or at == end or data[at] not in (_POINT, _OPEN_END):
            return 0
        at += 1
    return at if at == end or is_blank(data[at]) else 0


@helper
def _bullet(data: Bytes, first: int, end: int) -> int:
    """Where a bullet beyond ASCII ends; 0 or ``UNSURE`` as in ``marker``."""
    if end - first > 2 and data[first] == 0xE2:
        second, third = data[first + 1], data[first + 2]
        if (second == 0x80 and third in (0xA2, 0xA3)) or (second == 0x96 and third == 0xAA):
            return first + 3
    return UNSURE if may_be_digit(data, first, end) else 0


@helper
def may_be_digit(data: Bytes, at: int, end: int) -> bool:
    """Whether a character beyond ASCII may be a digit.

    Before U+0660 and between U+2000 and U+9FFF there are none, nor among most pictures.
    """
    first = data[at]
    if first < 0xD9 or (first >= 0xE2 and first < 0xEA):
        return False
    return not (first == 0xF0 and end - at > 2 and data[at + 1] == 0x9F and data[at + 2] != 0xAF)


@helper
def is_first_number(data: Bytes, first: int, end: int) -> bool:
    """Whether the marker between two places may interrupt a paragraph: a bullet, or "1."."""
    return not is_digit(data[first]) or (end - first == 2 and data[first] == 49)


@helper
def underline(data: Bytes, first: int, end: int) -> int:
    """The level of the heading that a line underlines, or 0."""
    mark = data[first]
    if mark not in (_EQUALS, _DASH):
        return 0
    if past_blanks(data, first + run(data, first, end), end) < end:
        return 0
    return 1 if mark == _EQUALS else 2


@helper
def is_delimiter(data: Bytes, first: int, end: int) -> bool:
    """Whether a line is the delimiter row of a table: "| --- | :-: |"."""
    at = _dashes(data, first + (data[first] == _BAR), end)
    if at < 0:
        return False
    while at < end and data[at] == _BAR:
        following = _dashes(data, at + 1, end)
        if following < 0:
            return past_blanks(data, at + 1, end) == end
        at = following
    return at == end


@helper
def _dashes(data: Bytes, at: int, end: int) -> int:
    """Where a cell of a delimiter row ends, with the blanks around it; -1 where none is."""
    at = past_blanks(data, at, end)
    if at < end and data[at] == _COLON:
        at += 1
    if at == end or data[at] != _DASH:
        return -1
    at += run(data, at, end)
    if at < end and data[at] == _COLON:
        at += 1
    return past_blanks(data, at, end)


@helper
def starts_block(data: Bytes, first: int, end: int) -> bool:
    """Whether something other than a paragraph or list begins at a line's first mark."""
    byte = data[first]
    if byte == _QUOTE:
        return True
    return heading(data, first, end) > 0 or is_rule(data, first, end) or fence(data, first, end) > 0
