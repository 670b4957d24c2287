"""Markdown blocks with exact spans: paragraphs, headings, list items, table rows and code."""

from __future__ import annotations

from sidecar.model.text import Text
from sidecar.text.block import Block, BlockKind
from sidecar.text.outline import outline

__all__ = ["Block", "BlockKind", "blocks"]


def blocks(text: Text) -> list[Block]:
    """The blocks of a text in its order, with spans in UTF-8 bytes."""
    found = outline(text.string)
    if text.is_ascii:
        return found
    return [
        block._replace(
            span=text.span(*block.span),
            marker=text.span(*block.marker) if block.marker else None,
            cells=tuple(text.span(*cell) for cell in block.cells),
        )
        for block in found
    ]
