"""Markdown blocks with exact spans: paragraphs, headings, list items, table rows and code."""

from __future__ import annotations

from sidecar.model.text import Text
from sidecar.text.block import Block, BlockKind
from sidecar.text.layout import as_blocks, layout

__all__ = ["Block", "BlockKind", "blocks"]


def blocks(text: Text) -> list[Block]:
    """The blocks of a text in its order, with spans in UTF-8 bytes."""
    return list(as_blocks(layout(text)))
