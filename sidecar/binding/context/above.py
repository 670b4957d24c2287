"""Which blocks stand above each block and speak for it: found in one pass over the text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.text.block import Block, BlockKind


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


def above(blocks: Sequence[Block]) -> list[Above]:
    """What stands above each block."""
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
            items, lead = [], at
        if block.kind is BlockKind.HEADING:
            while headings and blocks[headings[-1]].level >= block.level:
                headings.pop()
        heading = headings[-1] if headings else -1
        if block.kind is BlockKind.HEADING:
            headings.append(at)
        row = block.kind is BlockKind.TABLE_ROW
        top = top if row and at and blocks[at - 1].kind is BlockKind.TABLE_ROW else at
        found.append(Above(item, lead if block.kind is BlockKind.LIST_ITEM else -1, heading, top))
    return found
