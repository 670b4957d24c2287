"""The statements of a text, each with its citations, and which of them only list sources.

A citation speaks for its sentence. One that opens a sentence ("Costs rose. [Source 3] Sales fell.")
belongs to the sentence before, unless its paragraph begins with one: then they all stand in front.
What a paragraph that ends in a colon cites holds for the list or table below it, and what an item
that does cites holds for the list nested in it.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from sidecar.citations.library import LibraryEntry
from sidecar.model.check_details import Marker
from sidecar.model.text import Span, Text
from sidecar.text.block import Block, BlockKind
from sidecar.text.layout import Layout, as_blocks
from sidecar.text.sentences import find_sentence_bounds
from sidecar.text.vocabulary import one_of
from sidecar.work import check_abandoned

_LETTER = re.compile(r"[^\W\d_]")
_SIGN = re.compile(r"[^\W_]")  # an item or a row may be a number alone
_AROUND = "*_ \t"  # emphasis, which may close after the colon
_BETWEEN = re.compile(r"[\s\[\](),;.]*")
_TITLES = {BlockKind.HEADING: "heading"}
_LISTED = (BlockKind.LIST_ITEM, BlockKind.TABLE_ROW)


@dataclass(slots=True)
class CitableStatement:
    """A sentence, or what stands for one: a list item, a table row.

    Attributes:
        span: Where it stands.
        paragraph: Which block it belongs to.
        own: Indices of the citations in it, or that belong to it.
        introduced: Indices of the citations of the words that introduce its list or table.
        quoted: Whether it stands in a block quote.
        title: "heading" or "table_header", which need no citation; "" for what is none.
        listing: Whether it is an entry of a list of sources.
    """

    span: Span
    paragraph: int
    own: list[int] = field(default_factory=list)
    introduced: Sequence[int] = ()
    quoted: bool = False
    title: str = ""
    listing: bool = False


def split_statements(
    text: Text, layout: Layout, markers: Sequence[Marker]
) -> list[CitableStatement]:
    """The statements of a text in its order: headings and header rows are, if they cite."""
    return [one for one in split_passages(text, layout, markers) if not one.title or one.own]


def split_passages(text: Text, layout: Layout, markers: Sequence[Marker]) -> list[CitableStatement]:
    """The statements of a text in its order, and its titles.

    Args:
        text: Any text.
        layout: Its blocks.
        markers: Its citations, in order.
    """
    found: list[CitableStatement] = []
    introductions: dict[int, Sequence[int]] = {}  # by how many items enclose what introduces
    blocks = list(as_blocks(layout))
    for number, kind, sentences in _by_block(blocks, find_sentence_bounds(text, layout).tolist()):
        check_abandoned()
        level = blocks[number].level if kind is not BlockKind.HEADING else 0
        depth = level + (kind is BlockKind.TABLE_ROW)
        introductions = {at: each for at, each in introductions.items() if at < depth}
        introduced = [place for each in introductions.values() for place in each]
        header = kind is BlockKind.TABLE_ROW and not _follows_row(text.data, blocks, number)
        for one in _in_block(text, number, sentences, markers, listed=kind in _LISTED):
            one.introduced = introduced
            one.quoted = blocks[number].quoted > 0
            one.title = "table_header" if header else _TITLES.get(kind, "")
            found.append(one)
        if kind is not BlockKind.TABLE_ROW and _introduces(text.slice(sentences[-1])):
            cited = range(*_inside(sentences[0].start, sentences[-1].end, markers))
            introductions[level] = cited
    return found


def _introduces(sentence: str) -> bool:
    return sentence.rstrip(_AROUND).endswith((":", "："))


def _by_block(
    blocks: Sequence[Block], sentences: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, BlockKind, Sequence[Span]]]:
    """The sentences of each block that holds some."""
    at = 0
    for number, block in enumerate(blocks):
        check_abandoned()
        here = []
        while at < len(sentences) and sentences[at][0] < block.span.end:
            here.append(Span(*sentences[at]))
            at += 1
        if here:
            yield number, block.kind, here


def _follows_row(data: bytes, blocks: Sequence[Block], number: int) -> bool:
    """Whether a row goes on with a table: what lies before it is no empty line."""
    if number == 0 or blocks[number - 1].kind is not BlockKind.TABLE_ROW:
        return False
    gap = data[blocks[number - 1].span.end : blocks[number].span.start]
    return gap.count(b"\n") == 1 or b"-" in gap


def _in_block(
    text: Text, number: int, sentences: Sequence[Span], markers: Sequence[Marker], *, listed: bool
) -> list[CitableStatement]:
    """The statements of one block."""
    found: list[CitableStatement] = []
    says = _SIGN if listed else _LETTER
    in_front = False
    for order, span in enumerate(sentences):
        check_abandoned()
        start, end = _inside(span.start, span.end, markers)
        leading, begins = _leading(text, span, markers[start:end])
        in_front = in_front or (order == 0 and leading > 0)
        if leading and found and not in_front:
            found[-1].own.extend(range(start, start + leading))
            start += leading
        else:
            begins = span.start
        rest = Span(begins, span.end)
        if says.search(_between(text, rest, markers[start:end])):
            found.append(CitableStatement(rest, number, list(range(start, end))))
        elif found:
            found[-1].own.extend(range(start, end))
    return found


def _inside(start: int, end: int, markers: Sequence[Marker]) -> tuple[int, int]:
    """The first of the markers that begin between two places, and one past the last."""
    begins = attrgetter("span.start")
    return bisect_left(markers, start, key=begins), bisect_left(markers, end, key=begins)


def _leading(text: Text, span: Span, markers: Sequence[Marker]) -> tuple[int, int]:
    """How many markers that are set off open a sentence, and where its words begin."""
    place = span.start
    for count, marker in enumerate(markers):
        if text.slice(marker.span)[:1].isalnum():
            return count, place
        if not _BETWEEN.fullmatch(text.slice(Span(place, max(place, marker.span.start)))):
            return count, place
        place = max(place, marker.span.end)
    rest = text.slice(Span(place, span.end))
    return len(markers), place + len(rest[: len(rest) - len(rest.lstrip())].encode())


def _between(text: Text, span: Span, markers: Sequence[Marker]) -> str:
    """The words of a sentence without its markers."""
    parts = []
    place = span.start
    for marker in markers:
        if marker.span.start >= place:
            parts.append(text.slice(Span(place, marker.span.start)))
        place = max(place, marker.span.end)
    parts.append(text.slice(Span(place, max(place, span.end))))
    return " ".join(parts)


def join_paragraphs(found: Sequence[CitableStatement]) -> list[CitableStatement]:
    """The statements of each block as one, for citations that speak for their whole paragraph."""
    merged: list[CitableStatement] = []
    for one in found:
        if merged and merged[-1].paragraph == one.paragraph:
            merged[-1].span = Span(merged[-1].span.start, one.span.end)
            merged[-1].own.extend(one.own)
        else:
            merged.append(one)
    return merged


def strip_citations(text: Text, statement: CitableStatement, markers: Sequence[Marker]) -> str:
    """What a statement says, without its citations."""
    inside = [markers[i] for i in statement.own if markers[i].span.overlaps(statement.span)]
    return _between(text, statement.span, inside)


# The list of sources at the end of a text, whose entries name a source and state nothing.
#
#     Sources:
#     [1] Alpha trade report, 2024
#     [2] https://beta.example/review
#
# An entry is led by its citation and holds no other words than the names of what it cites. Under a
# heading of such a list it may hold any words, but no number besides years: those are judged.

_LISTS = one_of(
    "source sources reference references bibliography citations citation notes footnotes endnotes"
    " sourcing literature literatur quellen quellenverzeichnis fuentes referencias fontes bronnen"
    " källor kilder références bibliographie źródła kaynaklar источники литература 参考文献 来源"
    " 參考文獻 出典 참고문헌 المصادر المراجع"
)
_BESIDE = one_of(
    "the a list of and works cited used links data further reading consulted key our these all web"
    " online materials documents footnotes"
)
_HEADING = re.compile(r"[\W\d_]*(?P<words>[^\W\d_][\w ,&/-]{0,60}?)[\s*_]*(?:[:：][\s*_]*|\Z|\n)")
_LED = re.compile(r"[\s\W\d]{0,12}")
_WORD = re.compile(r"[^\W_]+")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_APPARATUS = one_of(
    "accessed retrieved available page pages vol volume issue online url http https www com org net"
    " doi pdf html and the from for published publication report article january february march"
    " april may june july august september october november december jan feb mar apr jun jul aug"
    " sep sept oct nov dec source ref"
)
"""What stands in an entry beside the names of its source."""


def mark_source_list(
    text: Text,
    passages: Sequence[CitableStatement],
    markers: Sequence[Marker],
    entries: Sequence[Sequence[LibraryEntry]],
    has_numbers: Callable[[CitableStatement], bool],
) -> None:
    """Mark the statements that are entries of a list of sources, or its heading.

    Args:
        text: The text.
        passages: Its statements and titles, in order.
        markers: Its citations.
        entries: What each of them points at.
        has_numbers: Whether a statement holds a number besides years and citations.
    """
    under = False
    for one in passages:
        check_abandoned()
        said = text.slice(one.span)
        heading = _HEADING.match(said)
        begins = heading.end() if heading and _is_heading(heading["words"]) else 0
        under = under or begins > 0
        if not one.own:
            one.listing = begins > 0 and not said[begins:].strip()
            under = begins > 0
            continue
        parts = list(_parts(text, one, markers, begins))
        named = bool(parts) and all(_names(words, entries[at]) for at, words in parts)
        one.listing = named or (under and bool(parts) and not has_numbers(one))
        under = under and one.listing


def _is_heading(words: str) -> bool:
    """Whether some words announce a list of sources."""
    each = words.casefold().replace("&", " ").replace(",", " ").replace("/", " ").split()
    return any(word in _LISTS for word in each) and all(
        word in _LISTS or word in _BESIDE for word in each
    )


def _parts(
    text: Text, one: CitableStatement, markers: Sequence[Marker], begins: int
) -> Iterator[tuple[int, str]]:
    """Each citation with the words behind it; nothing where words stand before the first."""
    start = one.span.start + len(text.slice(one.span)[:begins].encode())
    first = markers[one.own[0]].span
    before = text.slice(Span(start, max(start, first.start)))
    if _LED.fullmatch(before) is None:
        return
    ends = [markers[at].span.start for at in one.own[1:]] + [one.span.end]
    for at, end in zip(one.own, ends, strict=True):
        behind = markers[at].span.end
        yield at, text.slice(Span(behind, max(behind, end)))


def _names(words: str, entries: Sequence[LibraryEntry]) -> bool:
    """Whether words name what is cited, and say nothing else."""
    said = set(_LETTERS.findall(words.casefold()))
    known: set[str] = set()
    for entry in entries[:20]:
        for name in (entry.id, *entry.names):
            known.update(_WORD.findall(name.casefold()))
    return bool(entries) and bool(said) and said <= known | _APPARATUS
