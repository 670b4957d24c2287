"""Which blocks stand above each block and speak for it: found in one pass over the text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sidecar.text.block import Block, BlockKind

_BLANK_LINE = re.compile(r"\n[\s>]*\n")


_LED = (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW)
"""Blocks that the paragraph above them may lead."""


class Above(NamedTuple):
    """What stands above one block, by places in the list of blocks; -1 where nothing does.

    Attributes:
        item: The list item that a list item stands in.
        lead: What stands before its list.
        heading: The heading above it; of a heading, the one of the level above.
        top: The first row of its table, or itself.
    """

    item: int
    lead: int
    heading: int
    top: int


def above(blocks: Sequence[Block], string: str) -> list[Above]:
    """What stands above each block of a text; blocks and text count in code points."""
    found: list[Above] = []
    items: list[int] = []  # the open list items, outermost first
    headings: list[int] = []
    lead = top = -1
    for at, block in enumerate(blocks):
        item = -1
        if block.kind is BlockKind.LIST_ITEM:
            while items and blocks[items[-1]].level >= block.level:
                items.pop()
            item = items[-1] if items else -1
            items.append(at)
        else:
            items, lead = [], lead if block.kind is BlockKind.TABLE_ROW else at
        if block.kind is BlockKind.HEADING:
            while headings and blocks[headings[-1]].level >= block.level:
                headings.pop()
        heading = headings[-1] if headings else -1
        if block.kind is BlockKind.HEADING:
            headings.append(at)
        top = top if at and _goes_on(blocks[at - 1], block, string) else at
        found.append(Above(item, lead if block.kind in _LED else -1, heading, top))
    return found


def _goes_on(before: Block, block: Block, string: str) -> bool:
    """Whether a block is one more row of the table of the block before it."""
    rows = before.kind is block.kind is BlockKind.TABLE_ROW
    return rows and _BLANK_LINE.search(string, before.span.end, block.span.start) is None
