"""An index made in two passes: the places of values, bucket by bucket, with the buckets in order.

What lies between the least and the greatest value is cut into even stretches of keys (of the bits
of floats, so that small values get theirs beside large ones). A sample tells how many values lie in
each stretch, and into how many buckets it is cut, so that a bucket has ten values or so. Where one
has many that differ, since they lie closer together than buckets are cut, all places are sorted: a
lookup never goes over more than ``FEW``.

``buckets_closest`` looks claims up in them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from fastpath import sorting
from fastpath._jit import helper, kernel
from fastpath.ordered import Bits, ordered, ordered_array
from fastpath.sorted_index import Floats, Places

FEW = 512
"""Values of a bucket that need no order; those of a larger one are in order."""

_MOST = 1 << 16
"""Buckets: their numbers take two bytes."""
_FILL = 8
_STRETCHES = 1024
_STEP = 17
"""One value of so many is sampled: a prime, since columns repeat themselves every twelve rows."""
_BLOCK = 2048
"""Values at a time whose buckets are found, and counted while they are in the nearest cache."""

BASE, TOP, WIDTH, STRETCHES = range(4)
"""Of a plan: the least key, the greatest, by how many bits a key is shifted to get its stretch, and
from there on the stretches: by how many bits a key is shifted to get its bucket, and, above these
six bits, what is added then. Keys are less the least one."""

_ADDED = np.uint64(6)
_SHIFT = np.uint64(63)
_ZERO, _ONE = np.uint64(0), np.uint64(1)

Numbers = NDArray[np.uint16]


class Buckets(NamedTuple):
    """Values with their places by bucket.

    Attributes:
        values: Finite, in any order; one at least.
        order: Their places, bucket after bucket; in each of them ascending, or by value.
        starts: Where each bucket begins, and where the last one ends. Shape (buckets + 1,).
        plan: Which keys have which bucket.
    """

    values: Floats
    order: Places
    starts: Places
    plan: Bits

    @property
    def nbytes(self) -> int:
        """What it takes beside the values."""
        return self.order.nbytes + self.starts.nbytes + self.plan.nbytes


def build(values: Floats, ends: tuple[float, float]) -> Buckets:
    """Share values out among buckets.

    Args:
        values: Finite; one at least, and less than ``2**32``.
        ends: The least and the greatest of them.
    """
    bits = values.view(np.uint64)
    plan = np.empty(STRETCHES + _STRETCHES, np.uint64)
    starts = np.empty(_plan(bits, np.array(ends).view(np.uint64), plan) + 1, np.uint32)
    order = np.empty(values.size, np.uint32)
    if not _fill(bits, plan, np.empty(values.size, np.uint16), starts, order):
        order = sorting.sort(values)[1]
    return Buckets(values, order, starts, plan)


def _plan_twin(bits: Bits, ends: Bits, plan: Bits) -> int:
    base, top = ordered_array(ends)
    width = max(0, int(top - base).bit_length() - (_STRETCHES - 1).bit_length())
    plan[:STRETCHES] = base, top, width
    sampled = (ordered_array(bits[::_STEP]) - base) >> np.uint64(width)
    number = 0
    for stretch, count in enumerate(np.bincount(sampled.astype(int), minlength=_STRETCHES)):
        wanted = int(count) * _STEP // _fill_of(bits.size)
        deep = min(max(0, wanted - 1).bit_length(), width)
        added = (number - (stretch << deep)) % (1 << 58)
        plan[STRETCHES + stretch] = (added << 6) + width - deep
        number += 1 << deep
    return number


@kernel("int64(const uint64[::1], const uint64[::1], uint64[::1])", twin=_plan_twin)
def _plan(bits: Bits, ends: Bits, plan: Bits) -> int:
    """Tell which keys have which bucket; how many buckets there are."""
    base, top, width = ordered(ends[0]), ordered(ends[1]), _ZERO
    while (top - base) >> width >= np.uint64(_STRETCHES):
        width += _ONE
    plan[BASE], plan[TOP], plan[WIDTH] = base, top, width
    stretches = plan[STRETCHES:]
    for stretch in range(stretches.size):
        stretches[stretch] = _ZERO
    for place in range(0, bits.size, _STEP):
        stretches[np.int64((ordered(bits[place]) - base) >> width)] += _ONE
    number, fill = 0, _fill_of(bits.size)
    for stretch in range(stretches.size):
        wanted, deep = np.int64(stretches[stretch]) * _STEP // fill, 0
        while 1 << deep < wanted and deep < np.int64(width):
            deep += 1
        added = np.uint64(number - (stretch << deep))
        stretches[stretch] = (added << _ADDED) + width - np.uint64(deep)
        number += 1 << deep
    return number


@helper
def _fill_of(size: int) -> int:
    """How many values a bucket should get; it may get half of that."""
    return max(_FILL, 1 + 2 * size // (_MOST - 2 * _STRETCHES))


@helper
def bucket_of(key: np.uint64, plan: Bits) -> int:
    """The bucket of a key that lies between the least and the greatest."""
    return int(np.int64(_number(key - plan[BASE], plan[WIDTH], plan[STRETCHES:])))


@helper
def _number(key: np.uint64, width: np.uint64, stretches: Bits) -> np.uint16:
    stretch = stretches[np.int64(key >> width)]
    return np.uint16((key >> (stretch & _SHIFT)) + (stretch >> _ADDED))


def _fill_twin(bits: Bits, plan: Bits, numbers: Numbers, starts: Places, order: Places) -> int:
    keys = ordered_array(bits)
    relative = keys - plan[BASE]
    stretches = plan[STRETCHES:][(relative >> plan[WIDTH]).astype(np.int64)]
    numbers[:] = (relative >> (stretches & _SHIFT)) + (stretches >> _ADDED)
    counts = np.bincount(numbers, minlength=starts.size - 1)
    starts[0], starts[1:] = 0, np.cumsum(counts)
    order[:] = np.argsort(numbers, kind="stable")
    held, within = keys[order], numbers[order]
    falls = (held[1:] < held[:-1]) & (within[1:] == within[:-1])
    return int(not (falls & (counts[within[1:]] > FEW)).any())


@kernel(
    "int64(const uint64[::1], const uint64[::1], uint16[::1], uint32[::1], uint32[::1])",
    twin=_fill_twin,
)
def _fill(bits: Bits, plan: Bits, numbers: Numbers, starts: Places, order: Places) -> int:
    """Fill in where buckets begin, and the places of their values; 1 if large ones are in order.

    Each is counted one further on, and begins there until it is filled: then it has ended there.
    """
    base, width, stretches = plan[BASE], plan[WIDTH], plan[STRETCHES:]
    for bucket in range(starts.size):
        starts[bucket] = 0
    for start in range(0, bits.size, _BLOCK):
        piece, found = bits[start : start + _BLOCK], numbers[start : start + _BLOCK]
        for i in range(piece.size):
            found[i] = _number(ordered(piece[i]) - base, width, stretches)
        for i in range(piece.size):
            starts[np.int64(found[i]) + 1] += np.uint32(1)
    total = np.uint32(0)
    for bucket in range(1, starts.size):
        total, starts[bucket] = total + starts[bucket], total
    for place in range(bits.size):
        after = np.int64(numbers[place]) + 1
        at = starts[after]
        order[np.int64(at)] = np.uint32(place)
        starts[after] = at + np.uint32(1)
    for bucket in range(starts.size - 1):
        first, last = np.int64(starts[bucket]), np.int64(starts[bucket + 1])
        if last - first > FEW and not _ascends(bits, order[first:last]):
            return 0
    return 1


@helper
def _ascends(bits: Bits, places: Places) -> bool:
    """Whether the values at some places are in order."""
    before = _ZERO
    for place in places:
        key = ordered(bits[np.int64(place)])
        if key < before:
            return False
        before = key
    return True
