"""One leaf of a Markdown document."""

from __future__ import annotations

from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

from sidecar.model.text import Span


class BlockKind(IntEnum):
    """What a block is."""

    PARAGRAPH = 1
    HEADING = 2
    LIST_ITEM = 3  # the first paragraph of an item; its later ones are paragraphs
    TABLE_ROW = 4
    CODE = 5


class Block(NamedTuple):
    """One leaf of the document.

    Attributes:
        kind: What it is.
        span: Its content without markers; for code with the fences.
        level: The level of a heading, else how many list items enclose it.
        quoted: How many block quotes enclose it.
        marker: The marker of a list item ("-", "12.") or a heading ("##").
        cells: The cells of a table row, without their padding.
    """

    kind: BlockKind
    span: Span
    level: int = 0
    quoted: int = 0
    marker: Span | None = None
    cells: tuple[Span, ...] = ()


def split_cells(string: str, start: int, end: int) -> list[Span]:
    """The cells of a table row, cut at bars that are not escaped."""
    line = string[start:end].strip()
    offset = start + len(string[start:end]) - len(string[start:end].lstrip())
    cuts = [-1] if not line.startswith("|") else []
    cuts += [i for i, c in enumerate(line) if c == "|" and line[i - 1 : i] != "\\"]
    if not cuts or cuts[-1] != len(line) - 1:
        cuts.append(len(line))
    spans = []
    for left, right in pairwise(cuts):
        cell = line[left + 1 : right]
        begin = offset + left + 1 + len(cell) - len(cell.lstrip())
        spans.append(Span(begin, begin + len(cell.strip())))
    return spans
