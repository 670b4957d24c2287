"""Footnotes that hold the query of a number, and the text without them.

    Sales were USD 4.2 million[^f1] last year.

    [^f1]: SELECT sum(price) / 1e6 FROM sales

A definition that the text refers to, and whose whole content is a query, is one. It goes on to the
next blank line, heading or definition, as a paragraph does, and may stand in backquotes or in a
fenced block. Every other footnote stays text, and so does a query with a comment, in which prose
could hide.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

_DEFINITION = re.compile(r" {0,3}\[\^([^\]\s]{1,100})\]:[ \t]*")
_MARKER = re.compile(r"\[\^([^\]\s]{1,100})\](?!:)")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(?:[ \t]*sql)?[ \t]*$", re.IGNORECASE)
_ENDS = re.compile(r"[ \t]*$|#{1,6} | {0,3}\[\^[^\]\s]{1,100}\]:")
_QUERY = re.compile(r"(?:select|with)\s.*\sfrom\s", re.IGNORECASE | re.DOTALL)
_PROSE = re.compile(r"[.!?]\s+[A-Z]")
_COMMENT = re.compile(r"--|/\*")


class Footnote(NamedTuple):
    """A query in a footnote.

    Attributes:
        label: What its markers name it by.
        query: The query.
        start: Where its definition stands, in code points.
        end: Where that ends, its line break included.
        markers: Where the text refers to it: start and end of each marker.
    """

    label: str
    query: str
    start: int
    end: int
    markers: tuple[tuple[int, int], ...]


class _FootnoteLine(NamedTuple):
    start: int
    end: int  # its break included
    text: str


def find_footnotes(text: str) -> list[Footnote]:
    """The queries in the footnotes of a text, in their order; the first of a label counts."""
    if "[^" not in text:
        return []
    found = _definitions(text)
    starts = [start for _, start, _ in found.values()]
    ends = [end for _, _, end in found.values()]
    markers: dict[str, list[tuple[int, int]]] = {label: [] for label in found}
    for match in _MARKER.finditer(text):
        before = bisect_right(starts, match.start()) - 1
        outside = before < 0 or ends[before] <= match.start()
        if outside and match[1] in markers:
            markers[match[1]].append(match.span())
    return [
        Footnote(label, *each, tuple(markers[label]))
        for label, each in found.items()
        if markers[label]
    ]


def remove_footnotes(text: str, known: Sequence[Footnote]) -> str:
    """The text without footnotes, and without what refers to them."""
    if not known:
        return text
    left = _replaced(text, known, lambda _: "").rstrip()
    return f"{left}\n" if text.endswith("\n") else left


def blank_footnotes(text: str, known: Sequence[Footnote]) -> str:
    """The text with spaces in their place, so that every other byte stays where it is."""
    return _replaced(text, known, _blank)


def _definitions(text: str) -> dict[str, tuple[str, int, int]]:
    """Query, start and end of each definition that is a query, by its label."""
    found: dict[str, tuple[str, int, int]] = {}
    lines = _lines(text)
    at = 0
    while at < len(lines):
        match = _DEFINITION.match(lines[at].text)
        if match is None:
            at += 1
            continue
        first = lines[at].text[match.end() :]
        after, query = _content(lines, at + 1, first)
        if query and match[1] not in found:
            found[match[1]] = query, lines[at].start, lines[after - 1].end
        at = after
    return found


def _lines(text: str) -> list[_FootnoteLine]:
    lines, start = [], 0
    for line in text.split("\n"):
        end = min(start + len(line) + 1, len(text))
        lines.append(_FootnoteLine(start, end, line.rstrip("\r")))
        start = end
    return lines


def _content(lines: Sequence[_FootnoteLine], at: int, first: str) -> tuple[int, str]:
    """The line after a definition, and its query; empty where it is something else."""
    fenced = _FENCE.match(first)
    if fenced is None and not first.strip() and at < len(lines):
        fenced = _FENCE.match(lines[at].text)
        at += fenced is not None
    if fenced is not None:
        for close in range(at, len(lines)):
            if lines[close].text.strip() == fenced[1]:
                return close + 1, _query("\n".join(line.text for line in lines[at:close]))
        return at, ""
    content = [first]
    while at < len(lines) and not _ENDS.match(lines[at].text):
        content.append(lines[at].text)
        at += 1
    return at, _query("\n".join(content))


def _query(content: str) -> str:
    query = content.strip()
    if len(query) > 1 and query[0] == query[-1] == "`":
        query = query.strip("`")
    query = query.strip().rstrip(";").rstrip()
    if not _QUERY.match(query) or _COMMENT.search(query) or _PROSE.search(query):
        return ""
    return query


def _replaced(text: str, known: Sequence[Footnote], by: Callable[[str], str]) -> str:
    places = sorted(place for note in known for place in [(note.start, note.end), *note.markers])
    pieces, done = [], 0
    for start, end in places:
        pieces += [text[done:start], by(text[start:end])]
        done = end
    return "".join([*pieces, text[done:]])


def _blank(piece: str) -> str:
    return "".join(
        "\n" if char == "\n" else " " * len(char.encode("utf-8", "surrogatepass")) for char in piece
    )
