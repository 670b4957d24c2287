"""White space around words of a text in UTF-8: what Python's ``strip`` takes off."""

from __future__ import annotations

from fastpath._jit import helper
from fastpath.scan_words import Bytes


@helper
def is_space(byte: int) -> bool:
    """Whether a byte is white space of ASCII."""
    return byte == 32 or (byte >= 9 and byte <= 13) or (byte >= 28 and byte <= 31)


@helper
def is_wide_space(first: int, second: int, third: int) -> bool:
    """Whether three bytes are one white space beyond ASCII."""
    if first == 0xE2:
        if second == 0x80:
            return third <= 0x8A or third in (0xA8, 0xA9, 0xAF)
        return second == 0x81 and third == 0x9F
    return (first == 0xE1 and second == 0x9A and third == 0x80) or (
        first == 0xE3 and second == 0x80 and third == 0x80
    )


@helper
def trimmed(data: Bytes, start: int, end: int) -> int:
    """Where the words end that stand between two places; ``start`` where there are none."""
    while end > start:
        last = data[end - 1]
        if is_space(last):
            end -= 1
        elif last < 128:
            break
        elif end - start > 1 and data[end - 2] == 0xC2 and last in (0x85, 0xA0):
            end -= 2
        elif end - start > 2 and is_wide_space(data[end - 3], data[end - 2], last):
            end -= 3
        else:
            break
    return end


@helper
def skipped(data: Bytes, start: int, end: int) -> int:
    """Where the words begin that stand between two places; ``end`` where there are none."""
    while start < end:
        first = data[start]
        if is_space(first):
            start += 1
        elif first < 128:
            break
        elif end - start > 1 and first == 0xC2 and data[start + 1] in (0x85, 0xA0):
            start += 2
        elif end - start > 2 and is_wide_space(first, data[start + 1], data[start + 2]):
            start += 3
        else:
            break
    return start
