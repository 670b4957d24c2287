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
from sidecar.consistency.reading import compile_caseless
from sidecar.consistency.sums import Sum
from sidecar.model.number import Direction, Number
from sidecar.model.text import Span, Text
from sidecar.text.block import Block, BlockKind
from sidecar.work import check_abandoned

PARTS = "the percentages of this list"
_OF = re.compile(
    r"(?:%|percent|pct\.?) of (?:(?:the|all|its|our|their|total|those|these) )*"
    r"(?P<whole>[^\W\d_]+)(?P<placed>(?: \w+){0,2} (?:in|from|by|at|within|for|to)\b"
    r"|(?P<more> [^\W\d_]+)?\W*(?:$|[.,;(–—]))?",
    re.IGNORECASE,
)
_MEASURED = compile_caseless(r"(?:gdp|gni|capacity|target|quota|plan|goal|norm|average|budgeted)")
"""What is no whole with parts, but what each thing has for itself and is compared with."""

_LETTER = re.compile(r"[^\W\d_]")
_DEGREE = compile_caseless(
    r" (?:(?:is|are|was|were) )?(?!(?:of|in|from|by|at|for|to|on|and|or|shares?)\b)"
    r"(?P<word>[^\W\d_]+)"
)
"""How far along something is ("62 % full"), or who a share are ("60 % are men")."""
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


def find_list_shares(
    text: Text, blocks: Sequence[Block], numbers: Sequence[Number], epsilon: Decimal
) -> Iterator[Sum]:
    """The lists of shares in the order in which they begin."""
    for found in _lists(blocks):
        if len(found.items) > 1:
            yield from _judge(found, text, numbers, epsilon)


class _ListItems(NamedTuple):
    """What the items of a list say.

    Attributes:
        parts: The share of each item that is a part.
        whole: The share of the item that sums up.
        alone: Whether an item says what all of its whole do: "60 % of firms export".
        single: Whether all name one whole, if any, and are not each so far in one way: "45 % full".
    """

    parts: list[Number]
    whole: Number | None
    alone: bool
    single: bool


def _judge(found: _List, text: Text, numbers: Sequence[Number], epsilon: Decimal) -> Iterator[Sum]:
    read = _read(found, text, numbers)
    if read is None or not read.single or len(read.parts) < 2:
        return
    parts, whole = read.parts, read.whole
    around = " ".join(text.slice(block.span) for block in found.before + found.after)
    lead = " ".join(_END.split(text.slice(block.span))[-1] for block in found.before)
    last = text.slice(found.items[-1].span)
    if shares.OVERLAPPING.search(f"{around} {last}") or _is_apart(lead, alone=read.alone):
        return
    if whole is None:
        whole = _parent_share(found, parts, numbers)
    partial = shares.PARTIAL.search(lead) and shares.add_up(parts) < shares.WHOLE
    if (
        shares.may_be_complete(parts, shares.WHOLE if whole is None else whole.value)
        and not partial
    ):
        yield shares.judge_shares(parts, text, epsilon, whole=whole, parts=PARTS)


def _is_apart(lead: str, *, alone: bool) -> bool:
    """Whether what leads a list, or an item (``alone``), says that each share has its own whole."""
    if shares.INDEPENDENT.search(lead):
        return True
    rated = alone or shares.RATED.search(lead) is not None
    return rated and shares.SHARED.search(lead) is None


def _read(found: _List, text: Text, numbers: Sequence[Number]) -> _ListItems | None:
    """The items of a list; None where one of them states no share, or a rate."""
    parts: list[Number] = []
    whole: Number | None = None
    wholes, degrees, alone = set[str](), set[str](), False
    for item in found.items:
        check_abandoned()
        said, stated = text.slice(item.span), _within(numbers, item)
        stated = [shares.drop_movement(one, _before(text, one, item)) for one in stated]
        candidates = [number for number in stated if shares.is_share(number)]
        if len(candidates) != 1 or _is_rate(said, stated):
            return None
        if shares.TOTAL.match(said):
            whole = candidates[0]
        elif not shares.PART_OF_PART.match(said):
            parts.append(candidates[0])
            degree = _DEGREE.match(_after(text, candidates[0], item))
            degrees.add(degree["word"].lower() if degree else "")
            if match := _OF.search(said):
                wholes.add(match["whole"].lower())
                alone = alone or _is_alone(match)
    alike = len(degrees) == 1 and "" not in degrees
    return _ListItems(parts, whole, alone, single=len(wholes) < 2 and not alike)


def _is_alone(match: re.Match[str]) -> bool:
    """Whether an item says what is true of a part of its whole, and is no part beside others."""
    does = match["more"] is not None and not _LETTER.search(match.string[: match.start()])
    return match["placed"] is None or does or _MEASURED.fullmatch(match["whole"]) is not None


def _before(text: Text, number: Number, item: Block) -> str:
    return text.slice(Span(item.span.start, number.span.start))


def _after(text: Text, number: Number, item: Block) -> str:
    return text.slice(Span(number.span.end, max(number.span.end, item.span.end)))


def _is_rate(said: str, stated: Sequence[Number]) -> bool:
    """Whether an item calls its percentage a rate; words about a change beside it do not count."""
    changes = any(number.direction is not Direction.NONE for number in stated)
    return not changes and bool(shares.RATED.search(said)) and not shares.SHARED.search(said)


def _parent_share(
    found: _List, parts: Sequence[Number], numbers: Sequence[Number]
) -> Number | None:
    """The share of the item above, where its own parts are listed rather than those of 100."""
    if found.parent is None or shares.may_be_complete(parts):
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
