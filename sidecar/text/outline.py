"""A line scanner of the blocks of CommonMark, with tables.

It knows containers (quotes and list items) only as context of the leaves, which is all that reading
prose needs. Raw HTML is prose here. Offsets are code points.
"""

from __future__ import annotations

import re

from sidecar.model.text import Span
from sidecar.text.block import Block, BlockKind, split_cells
from sidecar.work import check_abandoned

_MAX_DEPTH = 16  # containers in containers; deeper markers are text
_FENCE = re.compile(r"(`{3,}|~{3,})([^\n]*)")
_HEADING = re.compile(r"(#{1,6})(?=[ \t]|$)")
_CLOSING_HASHES = re.compile(r"(?:(?<=[ \t])|^)#+$")
_MARKER = re.compile(r"([-+*•‣▪]|\d{1,9}[.)])(?=[ \t]|$)")  # "•" is no Markdown, but written
# Possessive, so that a long line that fails does so once.
_RULE = re.compile(r"(?:\*[ \t]*+){3,}+$|(?:-[ \t]*+){3,}+$|(?:_[ \t]*+){3,}+$")
_UNDERLINE = re.compile(r"(=++|-++)[ \t]*+$")
_DELIMITER = re.compile(r"\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)*+\|?[ \t]*+$")


def read_outline(string: str) -> list[Block]:
    """The blocks of a string in its order, with spans in code points."""
    scanner = _Scanner(string)
    start = 0
    while start < len(string):
        check_abandoned()
        end = string.find("\n", start)
        end = len(string) if end < 0 else end
        scanner.line(start, end - (string[end - 1 : end] == "\r" and end > start))
        start = end + 1
    scanner.close()
    return scanner.blocks


class _Scanner:
    """Reads one line after the other; ``containers`` holds 0 for a quote, else an item's width."""

    def __init__(self, string: str) -> None:
        self.string = string
        self.blocks: list[Block] = []
        self.containers: list[int] = []
        self.leaf: Block | None = None
        self.fence = ""  # what closes the open fence
        self.table = 0  # columns of the open table
        self.marker: Span | None = None  # of a list item that has no content yet
        self.pos = self.end = self.column = self.last_line = 0

    def line(self, start: int, end: int) -> None:
        """Reads the line ``string[start:end]``."""
        self.pos, self.end, self.column = start, end, 0
        matched = self._match_containers()
        indent, first = self._indent()
        blank = first == end
        if matched < len(self.containers) and self._is_lazy(indent, first):
            self._extend(first)
            return
        if matched < len(self.containers):
            self._pop(matched)
        if self._continue_code(indent, first):
            return
        if blank:
            if self.leaf is None or self.leaf.kind is not BlockKind.CODE:
                self.close()
            return
        self._open_blocks()

    def close(self) -> None:
        """Ends the open leaf."""
        if self.leaf is not None:
            self.blocks.append(self.leaf)
        self.leaf, self.fence, self.table = None, "", 0

    def _indent(self) -> tuple[int, int]:
        """Columns of white space from here on, and where it ends."""
        column, pos = self.column, self.pos
        while pos < self.end and self.string[pos] in " \t":
            column += 4 - column % 4 if self.string[pos] == "\t" else 1
            pos += 1
        return column - self.column, pos

    def _match_containers(self) -> int:
        """Goes past the markers of the open containers; how many of them the line continues."""
        for index, width in enumerate(self.containers):
            indent, first = self._indent()
            if first == self.end:
                if width == 0:
                    return index
                continue
            if width == 0:
                if indent > 3 or self.string[first] != ">":
                    return index
                self._enter_quote(indent, first)
            elif indent >= width:
                self._advance(width)
            else:
                return index
        return len(self.containers)

    def _advance(self, columns: int) -> None:
        target = self.column + columns
        while self.column < target and self.pos < self.end:
            self.column += 4 - self.column % 4 if self.string[self.pos] == "\t" else 1
            self.pos += 1

    def _enter_quote(self, indent: int, first: int) -> None:
        self.pos, self.column = first + 1, self.column + indent + 1
        if self.string[self.pos : self.pos + 1] in (" ", "\t") and self.pos < self.end:
            self._advance(1)

    def _is_lazy(self, indent: int, first: int) -> bool:
        """Whether the line goes on with a paragraph whose container it does not mark."""
        if self.leaf is None or self.table or self.fence or first == self.end:
            return False
        prose = self.leaf.kind in (BlockKind.PARAGRAPH, BlockKind.LIST_ITEM)
        return prose and (indent > 3 or not self._starts_block(first, lazy=True))

    def _starts_block(self, first: int, *, lazy: bool) -> bool:
        """Whether something other than a paragraph begins at the line's first mark."""
        string, end = self.string, self.end
        if string[first] == ">" or _HEADING.match(string, first, end):
            return True
        if _RULE.match(string, first, end) or self._opens_fence(first):
            return True
        marker = _MARKER.match(string, first, end)
        if marker is None:
            return False
        return lazy or (bool(string[marker.end() : end].strip()) and marker[1][:-1] in ("", "1"))

    def _opens_fence(self, first: int) -> str:
        match = _FENCE.match(self.string, first, self.end)
        return match[1] if match and not (match[1][0] == "`" and "`" in match[2]) else ""

    def _pop(self, matched: int) -> None:
        self.close()
        del self.containers[matched:]
        self.marker = None

    def _continue_code(self, indent: int, first: int) -> bool:
        """Adds the line to open code, and ends it at its fence."""
        if self.leaf is None or self.leaf.kind is not BlockKind.CODE:
            return False
        rest = self.string[first : self.end].rstrip()
        if self.fence:
            self._extend(first)
            if indent < 4 and len(rest) >= len(self.fence) and not rest.strip(self.fence[0]):
                self.close()
            return True
        if not rest:
            return True
        if indent >= 4:
            self._extend(first)
            return True
        self.close()
        return False

    def _extend(self, first: int) -> None:
        """Lengthens the open leaf to the end of this line."""
        assert self.leaf is not None  # noqa: S101 - only called where one is open
        self.last_line = first
        end = first + len(self.string[first : self.end].rstrip())
        self.leaf = self.leaf._replace(span=Span(self.leaf.span.start, max(end, first)))

    def _open_blocks(self) -> None:
        """Opens the containers and the leaf that begin on this line."""
        while True:
            indent, first = self._indent()
            if first == self.end:
                return
            paragraph = self.leaf is not None
            if indent > 3:
                if paragraph:
                    self._extend(first)
                else:
                    self._open(BlockKind.CODE, first)
                return
            if len(self.containers) < _MAX_DEPTH and self._open_container(indent, first):
                continue
            self._open_leaf(first)
            return

    def _open_container(self, indent: int, first: int) -> bool:
        string, end = self.string, self.end
        if string[first] == ">":
            self.close()
            self._enter_quote(indent, first)
            self.containers.append(0)
            return True
        marker = _MARKER.match(string, first, end)
        if marker is None or _RULE.match(string, first, end):
            return False
        if self.leaf is not None and not self.table and not self._starts_block(first, lazy=False):
            return False
        self.close()
        before = self.column
        self.pos, self.column = marker.end(), self.column + indent + len(marker[1])
        after, content = self._indent()
        padding = after if 1 <= after <= 4 and content < end else 1
        self._advance(padding)
        self.containers.append(self.column - before)
        self.marker = Span(marker.start(), marker.end())
        return True

    def _open_leaf(self, first: int) -> None:
        string, end = self.string, self.end
        if self.table:
            if not self._starts_block(first, lazy=True):
                self._row(first, end)
                return
            self.close()
        if self.leaf is not None and self._close_as_heading(first):
            return
        if heading := _HEADING.match(string, first, end):
            self.close()
            self._heading(heading)
        elif _RULE.match(string, first, end):
            self.close()
        elif fence := self._opens_fence(first):
            self.close()
            self._open(BlockKind.CODE, first)
            self.fence = fence
        elif self.leaf is None:
            self._open(BlockKind.LIST_ITEM if self.marker else BlockKind.PARAGRAPH, first)
        elif not self._open_table(first):
            self._extend(first)

    def _context(self) -> tuple[int, int]:
        """How many list items and how many quotes are open."""
        quoted = self.containers.count(0)
        return len(self.containers) - quoted, quoted

    def _open(self, kind: BlockKind, first: int) -> None:
        level, quoted = self._context()
        self.leaf = Block(kind, Span(first, first), level, quoted, self.marker)
        self.marker = None
        self._extend(first)

    def _heading(self, match: re.Match[str]) -> None:
        content = self.string[match.end() : self.end]
        start = match.end() + len(content) - len(content.lstrip())
        title = _CLOSING_HASHES.sub("", content.strip()).rstrip()
        span = Span(start, start + len(title))
        _, quoted = self._context()
        self.blocks.append(
            Block(BlockKind.HEADING, span, len(match[1]), quoted, Span(match.start(), match.end()))
        )
        self.marker = None

    def _close_as_heading(self, first: int) -> bool:
        """Whether the line underlines the open paragraph and makes it a heading."""
        match = _UNDERLINE.match(self.string, first, self.end)
        if match is None or self.leaf is None:
            return False
        self.leaf = self.leaf._replace(
            kind=BlockKind.HEADING, level=1 if match[1][0] == "=" else 2, marker=None
        )
        self.close()
        return True

    def _open_table(self, first: int) -> bool:
        """Whether the line is the delimiter row under a header: the open leaf's last line."""
        leaf, string = self.leaf, self.string
        if leaf is None or not _DELIMITER.match(string, first, self.end):
            return False
        header = split_cells(string, self.last_line, leaf.span.end)
        delimiters = split_cells(string, first, self.end)
        if len(header) != len(delimiters) or "|" not in string[self.last_line : self.end]:
            return False
        if self.last_line > leaf.span.start:
            body = string[leaf.span.start : self.last_line].rstrip(" \t\r\n>")
            self.blocks.append(
                leaf._replace(span=Span(leaf.span.start, leaf.span.start + len(body)))
            )
        self.leaf = None
        self.table = len(header)
        self._row(self.last_line, leaf.span.end, leaf.marker)
        return True

    def _row(self, start: int, end: int, marker: Span | None = None) -> None:
        level, quoted = self._context()
        end = start + len(self.string[start:end].rstrip())
        row = split_cells(self.string, start, end)[: self.table]
        self.blocks.append(
            Block(BlockKind.TABLE_ROW, Span(start, end), level, quoted, marker, tuple(row))
        )
