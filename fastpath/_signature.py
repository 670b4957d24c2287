"""Signatures of kernels, in numba's words, with ``const`` for arrays that are only read.

    int64(const float64[::1], uint32[::1], int64)

Arrays are contiguous and have one dimension. Which of them a kernel writes into is part of what it
promises, since the callers hand it memory that must not change.
"""

from __future__ import annotations

import re
from typing import NamedTuple

SCALARS = ("int64", "float64")
ITEMS = ("int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float64")

_SIGNATURE = re.compile(r"(void|int64|float64)\((.*)\)")
_ARGUMENT = re.compile(r"(const )?(\w+)(\[::1\])?")


class Argument(NamedTuple):
    """One argument of a kernel.

    Attributes:
        dtype: The name of its numpy type.
        is_array: Whether it is an array of that.
        writable: Whether the kernel writes into it.
    """

    dtype: str
    is_array: bool
    writable: bool


class Signature(NamedTuple):
    """What a kernel takes and returns; ``result`` may be "void"."""

    result: str
    arguments: tuple[Argument, ...]


def parse(text: str) -> Signature:
    """Read a signature.

    Raises:
        ValueError: If it is none.
    """
    whole = _SIGNATURE.fullmatch(text)
    if whole is None:
        raise ValueError(f"{text!r} is no signature of a kernel")
    return Signature(whole[1], tuple(map(_argument, whole[2].split(", "))))


def _argument(text: str) -> Argument:
    match = _ARGUMENT.fullmatch(text)
    if match is None or match[2] not in (ITEMS if match[3] else SCALARS):
        raise ValueError(f"{text!r} is no argument of a kernel")
    is_array = match[3] is not None
    if match[1] and not is_array:
        raise ValueError(f"{text!r}: numbers are const by nature")
    return Argument(match[2], is_array, is_array and not match[1])
