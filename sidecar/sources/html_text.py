"""The text of a page, as its readers see it: lines, list items, and cells that do not run together.

It runs in the worker process alone: a page of nested elements can keep any parser busy for minutes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from sidecar.sources.hidden import (
    OPAQUE,
    Attributes,
    Colors,
    hides,
    inherit_colors,
    is_hidden,
    parse_style,
    without_comments,
)
from sidecar.text.vocabulary import one_of

# What the style sheets in a page hide; those beside it are not fetched.

_PROPERTIES = one_of("display visibility opacity clip clip-path text-indent left top color")
"""Others are often set for elements whose children are seen."""
_SHOWS = {
    "display": one_of(
        "block inline inline-block flex inline-flex grid inline-grid flow-root contents list-item"
        " table inline-table table-row table-cell initial unset revert"
    ),
    "visibility": one_of("visible initial unset revert"),
}
_MARK = re.compile(rf"{OPAQUE}|[{{}};]", re.DOTALL | re.IGNORECASE)
_SCREEN = re.compile(r"@(media\s+(only\s+)?(screen|all)|(layer|supports)\b.*)", re.I | re.DOTALL)
_END = ";)\n\n}}}"
"""What closes an address, a string and blocks that are open at the end of a sheet."""
_MOST_RULES = 1000
"""Rules that are applied of one page: each is looked for in all of it."""


class _Rule(NamedTuple):
    """What some elements are given of one property.

    Attributes:
        selector: Which elements.
        name: The property.
        hides: Whether its value hides them.
        is_last: Whether later rules do not count.
    """

    selector: str
    name: str
    hides: bool
    is_last: bool


def find_hidden(tree: LexborHTMLParser) -> frozenset[int]:
    """The elements that are hidden, by their ``mem_id``."""
    sheets = [one for one in tree.css("style") if _is_for_screens(one.attributes.get("media"))]
    rules = [rule for sheet in sheets for rule in _rules(sheet.text())]
    given: dict[tuple[int, str], _Rule] = {}
    for rule in rules[:_MOST_RULES]:
        try:
            matches = tree.css(rule.selector)
        except SelectolaxError:
            continue
        for node in matches:
            before = given.get((node.mem_id, rule.name))
            if before is None or rule.is_last or not before.is_last:
                given[node.mem_id, rule.name] = rule
    return frozenset(place for (place, _), rule in given.items() if rule.hides)


def _is_for_screens(media: str | None) -> bool:
    return not media or _SCREEN.fullmatch(f"@media {media.strip()}") is not None


def _rules(sheet: str) -> Iterator[_Rule]:
    """What decides whether elements are seen, in its order."""
    for selector, block in _blocks(without_comments(sheet)):
        for name, value, is_last in parse_style(block):
            does_hide = name in _PROPERTIES and hides(name, value)
            if does_hide or value in _SHOWS.get(name, ()):
                yield _Rule(selector, name, does_hide, is_last)


def _blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Each selector with its block; what is open at the end is closed there."""
    opened: list[tuple[str, int]] = []
    begin = 0
    for mark in _MARK.finditer(sheet + _END):
        if mark[0] not in "{};":
            continue
        if mark[0] == "{":
            opened.append((sheet[begin : mark.start()].strip(), mark.end()))
        elif mark[0] == "}" and opened:
            head, start = opened.pop()
            counts = all(_SCREEN.fullmatch(group) for group, _ in opened)
            if counts and not head.startswith("@"):
                yield head, sheet[start : mark.start()]
        begin = mark.end()


_SPACES = re.compile(r"[ \t\n\r\f]+")
_BLOCKS = one_of(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset"
    " figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend listing main"
    " menu nav ol p plaintext pre search section summary table tbody tfoot thead ul xmp"
)
_IN_CELLS = frozenset({"p", "div", "center"})
"""Blocks that do not break a cell: its row is one line."""
_CELLS = frozenset({"td", "th"})
_AS_WRITTEN = frozenset({"pre", "listing", "xmp", "plaintext"})
_PLACES = _CELLS | _AS_WRITTEN | {"table"}
"""Elements in which texts are written down in another way."""


class _PagePosition(NamedTuple):
    """Where in the page a text stands.

    Attributes:
        colors: Given by the markup.
        is_seen: Whether letters of these colors are.
        in_cell: Whether it is in a cell of a table.
        as_written: Whether its spaces and lines count.
    """

    colors: Colors = Colors()
    is_seen: bool = True
    in_cell: bool = False
    as_written: bool = False


class _PageLines:
    """Lines that are written piece by piece."""

    def __init__(self) -> None:
        self._done: list[str] = []
        self._line: list[str] = []
        self._space = False
        self._is_item = False

    def text(self, text: str) -> None:
        """Add text whose spaces are one where they are many."""
        words = _SPACES.sub(" ", text)
        self._space |= words.startswith(" ")
        if words.strip(" "):
            self.exactly(words.strip(" "))
        self._space |= words.endswith(" ")

    def space(self) -> None:
        """Keep what comes from what was."""
        self._space = True

    def exactly(self, text: str) -> None:
        """Add text as it is."""
        if self._space and self._line:
            if not self._line[-1].endswith(" "):
                self._line.append(" ")
        elif self._is_item and not self._line:
            self._line.append("- ")
        self._space = self._is_item = False
        self._line.append(text)

    def cell(self) -> None:
        """Begin another cell."""
        self._space = False
        self._line.append(" | ")

    def item(self) -> None:
        """Begin an item of a list, whatever it consists of."""
        self.end()
        self._is_item = True

    def end_item(self) -> None:
        """End an item, also an empty one."""
        self.end()
        self._is_item = False

    def end(self) -> None:
        """End the line, if there is anything in it."""
        line = "".join(self._line).rstrip()
        if line:
            self._done.append(line)
        self._line.clear()
        self._space = False

    @property
    def last(self) -> str:
        """The letter after which the next one stands; empty at the beginning of a line or word."""
        return self._line[-1][-1:] if self._line and not self._space else ""

    def whole(self) -> str:
        """All lines."""
        self.end()
        return "\n".join(self._done)


class _Page:
    """Writes down one page.

    Args:
        hidden: Elements that style sheets hide, by their ``mem_id``.
    """

    def __init__(self, hidden: frozenset[int]) -> None:
        self.lines = _PageLines()
        self._hidden = hidden
        self._cells: list[int] = []  # so far, of each row that is open

    def write(self, root: LexborNode) -> None:
        """Write all that is seen below a node; without recursion, for a page may be deep."""
        waiting: list[tuple[LexborNode, _PagePosition, bool]] = [(root, _PagePosition(), False)]
        while waiting:
            node, place, is_left = waiting.pop()
            tag = node.tag or ""
            if is_left:
                self._leave(tag, place)
                continue
            if node is not root and (after := node.next) is not None:
                waiting.append((after, place, False))
            if tag == "-text":
                self._text(node, place)
            elif tag and not tag.startswith("-"):
                attributes = node.attributes
                if is_hidden(tag, attributes) or node.mem_id in self._hidden:
                    continue
                self._enter(tag, place)
                waiting.append((node, place, True))
                if (child := node.first_child) is not None:
                    waiting.append((child, _inside(tag, attributes, place), False))

    def _text(self, node: LexborNode, place: _PagePosition) -> None:
        if not place.is_seen:
            return
        text = node.text(deep=False)
        if place.as_written:
            for number, line in enumerate(text.split("\n")):
                if number:
                    self.lines.end()
                self.lines.exactly(line)
        else:
            self.lines.text(text)

    def _enter(self, tag: str, place: _PagePosition) -> None:
        if tag == "br":
            self._break("p", place)
        elif tag == "li":
            self.lines.item()
        elif tag == "tr":
            self.lines.end()
            self._cells.append(0)
        elif tag in _CELLS and self._cells:
            if self._cells[-1]:
                self.lines.cell()
            self._cells[-1] += 1
        elif tag in _BLOCKS:
            self._break(tag, place)
        elif tag == "sup" and self.lines.last.isalnum():
            self.lines.exactly("^")  # 10 to the 6th is not 106, nor is a footnote a digit
        elif tag == "sub" and self.lines.last.isdigit():
            self.lines.exactly("_")

    def _leave(self, tag: str, place: _PagePosition) -> None:
        if tag == "li":
            self.lines.end_item()
        elif tag == "tr":
            self.lines.end()
            self._cells.pop()
        elif tag in _BLOCKS:
            self._break(tag, place)

    def _break(self, tag: str, place: _PagePosition) -> None:
        if place.in_cell and tag in _IN_CELLS:
            self.lines.space()
        else:
            self.lines.end()


def extract_page_text(html: str) -> str:
    """The title of a page on a line of its own, then what is seen of its body."""
    tree = LexborHTMLParser(html)
    page = _Page(find_hidden(tree))
    if (title := tree.css_first("head > title")) is not None:
        page.lines.text(title.text())
        page.lines.end()
    if tree.body is not None:
        page.write(tree.body)
    return page.lines.whole()


def _inside(tag: str, attributes: Attributes, place: _PagePosition) -> _PagePosition:
    """What holds for all that stands in an element."""
    if not attributes and tag not in _PLACES:
        return place
    colors = inherit_colors(attributes, place.colors)
    return _PagePosition(
        colors,
        not colors.are_one,
        in_cell=tag in _CELLS or (place.in_cell and tag != "table"),
        as_written=tag in _AS_WRITTEN or place.as_written,
    )
