"""What the style sheets in a page hide; those beside it are not fetched.

The cascade is simple here. Of two rules for one property the later counts, unless the earlier is
important; what hides in another way than by ``display`` and ``visibility`` is not undone. Passed
over are rules for other media than a screen, and selectors that the library does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from sidecar.sources.hidden import declarations, hides
from sidecar.text.vocabulary import one_of

_PROPERTIES = one_of("display visibility opacity clip clip-path text-indent left top color")
"""Others are often set for elements whose children are seen."""
_SHOWS = {
    "display": one_of(
        "block inline inline-block flex inline-flex grid inline-grid flow-root contents list-item"
        " table inline-table table-row table-cell initial unset revert"
    ),
    "visibility": one_of("visible initial unset revert"),
}
_COMMENT = re.compile(r"/\*.*?(\*/|\Z)|<!--|-->", re.DOTALL)
_MARK = re.compile("[{};]")
_SCREEN = re.compile(r"@(media\s+(only\s+)?(screen|all)|(layer|supports)\b.*)", re.I | re.DOTALL)
_IMPORTANT = re.compile(r"!\s*important", re.IGNORECASE)
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


def hidden_by_sheets(tree: LexborHTMLParser) -> frozenset[int]:
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
    for selector, block in _blocks(_COMMENT.sub("", sheet)):
        for declaration in block.split(";"):
            is_last = _IMPORTANT.search(declaration) is not None
            for name, value in declarations(declaration):
                does_hide = name in _PROPERTIES and hides(name, value)
                if does_hide or value in _SHOWS.get(name, ()):
                    yield _Rule(selector, name, does_hide, is_last)


def _blocks(sheet: str) -> Iterator[tuple[str, str]]:
    """Each selector with its block; what is open at the end is closed there."""
    opened: list[tuple[str, int]] = []
    begin = 0
    for mark in _MARK.finditer(sheet + "}}}"):
        if mark[0] == "{":
            opened.append((sheet[begin : mark.start()].strip(), mark.end()))
        elif mark[0] == "}" and opened:
            head, start = opened.pop()
            counts = all(_SCREEN.fullmatch(group) for group, _ in opened)
            if counts and not head.startswith("@"):
                yield head, sheet[start : mark.start()]
        begin = mark.end()
