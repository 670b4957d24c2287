"""Tables in HTML: those whose rows have one cell for each column.

Tags are found from left to right, each once, so that no page takes longer than its length. A table
inside of another, and a cell that spans several, are not read; the text around tables is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sidecar.evidence.csv_rows import read_cell
from sidecar.text.vocabulary import one_of
from sidecar.transcripts.results.parts import Cell, Found, FoundTable, FoundText, FoundUnread

_TAG = re.compile(r"(/?)([a-z][a-z0-9]*)", re.IGNORECASE)
_SPAN = re.compile(r"\b(?:col|row)span\s*=\s*[\"']?\s*(?!1\b)\d", re.IGNORECASE)
_SPACE = re.compile(r"\s+")
_PARTS = one_of("tr td th")
_BREAKS = one_of("br p div li h1 h2 h3 h4 h5 h6 ul ol section article")
_HIDDEN = one_of("script style template noscript")


def has_table(text: str) -> bool:
    """Whether a text has a table of HTML."""
    return "<table" in text or "<TABLE" in text


@dataclass(slots=True)
class _Table:
    """A table that is being read."""

    rows: list[list[str]] = field(default_factory=list)
    headings: int = 0
    cell: list[str] | None = None
    problem: str = ""

    def close_cell(self) -> None:
        if self.cell is not None and self.rows:
            self.rows[-1].append(_SPACE.sub(" ", "".join(self.cell)).strip())
        self.cell = None


def read_html(text: str) -> Iterator[Found]:
    """The tables of a page or a piece of one, and its text."""
    page = _Page()
    for closes, name, inside in _tokens(text):
        if name == "table":
            yield from page.turn(closes=closes)
        else:
            page.take(name, inside, closes=closes)
    yield from page.end()


class _Page:
    """The table that is open, and the text outside of tables."""

    def __init__(self) -> None:
        self._table: _Table | None = None
        self._depth = 0
        self._prose: list[str] = []

    def turn(self, *, closes: bool) -> Iterator[Found]:
        """Open or close a table."""
        self._depth = max(0, self._depth + (-1 if closes else 1))
        if self._table is None:
            self._table = None if closes else _Table()
        elif self._depth == 0:
            yield _finish(self._table)
            self._table = None
        else:
            self._table.problem = "a table inside of a table"

    def take(self, name: str, inside: str, *, closes: bool) -> None:
        """Take a text, whose name is empty, or another tag."""
        if self._table is None:
            self._prose.append(inside if not name else "\n" if name in _BREAKS else "")
        elif name in _PARTS:
            _take(self._table, name, inside, closes=closes)
        elif self._table.cell is not None:
            self._table.cell.append(inside if not name else " " if name in _BREAKS else "")

    def end(self) -> Iterator[Found]:
        """What is left at the end."""
        if self._table is not None:
            yield FoundUnread("", "a table without an end")
        lines = (_SPACE.sub(" ", line).strip() for line in "".join(self._prose).split("\n"))
        joined = "\n".join(line for line in lines if line)
        if joined:
            yield FoundText("", joined)


def _take(table: _Table, name: str, inside: str, *, closes: bool) -> None:
    table.close_cell()
    if closes:
        return
    if name == "tr":
        table.rows.append([])
        return
    if not table.rows:
        table.rows.append([])
    table.headings += name == "th" and len(table.rows) == 1
    table.cell = []
    if _SPAN.search(inside):
        table.problem = "a cell that spans several"


def _finish(table: _Table) -> Found:
    table.close_cell()
    rows = [row for row in table.rows if row]
    if table.problem or not rows:
        return FoundUnread("", table.problem or "a table without rows")
    if any(len(row) != len(rows[0]) for row in rows):
        return FoundUnread("", "a row has another number of cells")
    cells: list[list[Cell]] = [[read_cell(cell) for cell in row] for row in rows]  # type: ignore[misc]
    if table.headings <= 1 < len(rows[0]) and not _names(cells[0]):
        return FoundUnread("", "a table without names of columns")
    return FoundTable("", rows[0], cells[1:])


def _names(cells: list[Cell]) -> bool:
    return all(isinstance(cell, str) for cell in cells) and len({*cells}) == len(cells)


def _tokens(text: str) -> Iterator[tuple[bool, str, str]]:
    """Tags as (whether they close, name, attributes), and texts as (False, "", text)."""
    position = 0
    while position < len(text):
        start = text.find("<", position)
        start = len(text) if start < 0 else start
        if start > position:
            yield False, "", html.unescape(text[position:start])
        if start == len(text):
            return
        if text.startswith("<!--", start):
            end = text.find("-->", start)
            position = len(text) if end < 0 else end + 3
            continue
        tag = _TAG.match(text, start + 1)
        if tag is None:  # a sign, a declaration or an instruction
            is_sign = text[start + 1 : start + 2] not in ("!", "?")
            end = start if is_sign else text.find(">", start)
            if is_sign:
                yield False, "", "<"
            position = len(text) if end < 0 else end + 1
            continue
        end = text.find(">", tag.end())
        if end < 0:
            return
        name = tag[2].lower()
        position = end + 1
        if name in _HIDDEN and not tag[1]:
            closing = text.find(f"</{tag[2]}", position)
            position = len(text) if closing < 0 else closing
            continue
        yield bool(tag[1]), name, text[tag.end() : end]
