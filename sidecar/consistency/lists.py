"""Shares in lists: a list whose every item states one share should add up to 100 %.

What a list's items are parts of is seldom said, so a list is left alone where its words or those
around it say that there is no one whole: growth rates, shares of different things, several answers.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from sidecar.consistency import shares
from sidecar.consistency.sums import Sum
from sidecar.model.number import Direction, Number
from sidecar.model.text import Text
from sidecar.text.block import Block, BlockKind

PARTS = "the percentages of this list"
_OF = re.compile(
    r"(?:%|percent|pct\.?) of (?:(?:the|all|its|our|their|total|those|these) )*"
    r"(?P<whole>[^\W\d_]+)(?P<placed>(?: \w+){0,2} (?:in|from|by|at|within|for|to)\b)?",
    re.IGNORECASE,
)
_END = re.compile(r"(?<=[.!?])\s+")


class _List(NamedTuple):
    """A list without its nested ones.

    Attributes:
        items: Its items.
        before: What stands before it: a paragraph, a heading, or the item that it is nested in.
        after: The block after it, if any.
        parent: The item that it is nested in, if any.
    """

    items: list[Block]
    before: list[Block]
    after: list[Block]
    parent: Block | None


def list_shares(
    text: Text, blocks: Sequence[Block], numbers: Sequence[Number], epsilon: Decimal
) -> Iterator[Sum]:
    """The lists of shares in the order in which they begin."""
    for found in _lists(blocks):
        if len(found.items) > 1:
            yield from _judge(found, text, numbers, epsilon)


def _judge(found: _List, text: Text, numbers: Sequence[Number], epsilon: Decimal) -> Iterator[Sum]:
    parts: list[Number] = []
    whole: Number | None = None
    wholes: set[str] = set()
    alone = False  # whether an item says what all of its whole do: "60 % of firms export"
    words = [text.slice(item.span) for item in found.items]
    for item, said in zip(found.items, words, strict=True):
        stated = _within(numbers, item)
        candidates = [number for number in stated if shares.is_share(number)]
        if len(candidates) != 1 or _is_rate(said, stated):
            return
        if shares.TOTAL.match(said):
            whole = candidates[0]
        elif not shares.PART_OF_PART.match(said):
            parts.append(candidates[0])
            if match := _OF.search(said):
                wholes.add(match["whole"].lower())
                alone = alone or not match["placed"]
    around = " ".join(text.slice(block.span) for block in found.before + found.after)
    lead = " ".join(_END.split(text.slice(block.span))[-1] for block in found.before)
    if len(wholes) > 1 or len(parts) < 2 or shares.OVERLAPPING.search(f"{around} {words[-1]}"):
        return
    if (alone or shares.RATED.search(lead)) and not shares.SHARED.search(lead):
        return
    if whole is None:
        whole = _parent_share(found, parts, numbers)
    partial = shares.PARTIAL.search(lead) and shares.total(parts) < shares.WHOLE
    if shares.plausible(parts, shares.WHOLE if whole is None else whole.value) and not partial:
        yield shares.judged(parts, text, epsilon, whole=whole, parts=PARTS)


def _is_rate(said: str, stated: Sequence[Number]) -> bool:
    """Whether an item calls its percentage a rate; words about a change beside it do not count."""
    changes = any(number.direction is not Direction.NONE for number in stated)
    return not changes and bool(shares.RATED.search(said)) and not shares.SHARED.search(said)


def _parent_share(
    found: _List, parts: Sequence[Number], numbers: Sequence[Number]
) -> Number | None:
    """The share of the item above, where its own parts are listed rather than those of 100."""
    if found.parent is None or shares.plausible(parts):
        return None
    above = [number for number in _within(numbers, found.parent) if shares.is_share(number)]
    return above[0] if len(above) == 1 else None


def _within(numbers: Sequence[Number], block: Block) -> list[Number]:
    """The numbers of a block; numbers are in order, and so are blocks."""
    start = bisect_left(numbers, block.span.start, key=lambda number: number.span.start)
    stop = bisect_left(numbers, block.span.end, key=lambda number: number.span.start)
    return list(numbers[start:stop])


def _lists(blocks: Sequence[Block]) -> list[_List]:
    """The items of each list, nested ones apart, in the order in which the lists begin."""
    lists: list[_List] = []
    open_lists: dict[int, _List] = {}
    before: list[Block] = []
    for block in blocks:
        if block.kind is BlockKind.LIST_ITEM:
            open_lists = {
                level: opened for level, opened in open_lists.items() if level <= block.level
            }
            if block.level not in open_lists:
                above = open_lists.get(block.level - 1)
                parent = above.items[-1] if above else None
                opened = _List([], [parent] if parent else before, [], parent)
                open_lists[block.level] = opened
                lists.append(opened)
            open_lists[block.level].items.append(block)
            continue
        if block.level == 0 or block.kind is BlockKind.HEADING:
            for opened in open_lists.values():
                opened.after.append(block)
            open_lists = {}
        before = [*before[-1:], block] if block.kind is not BlockKind.CODE else []
    return lists
