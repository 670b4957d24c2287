"""The list of sources at the end of a text, whose entries name a source and state nothing.

    Sources:
    [1] Alpha trade report, 2024
    [2] https://beta.example/review

An entry is led by its citation and holds no other words than the names of what it cites. Under a
heading of such a list it may hold any words, but no number besides years: those are judged.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from sidecar.citations.library import Entry
from sidecar.citations.statements import Statement
from sidecar.model.check_details import Marker
from sidecar.model.text import Span, Text
from sidecar.text.vocabulary import one_of
from sidecar.work import check_abandoned

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


def mark(
    text: Text,
    passages: Sequence[Statement],
    markers: Sequence[Marker],
    entries: Sequence[Sequence[Entry]],
    has_numbers: Callable[[Statement], bool],
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
    text: Text, one: Statement, markers: Sequence[Marker], begins: int
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


def _names(words: str, entries: Sequence[Entry]) -> bool:
    """Whether words name what is cited, and say nothing else."""
    said = set(_LETTERS.findall(words.casefold()))
    known: set[str] = set()
    for entry in entries[:20]:
        for name in (entry.id, *entry.names):
            known.update(_WORD.findall(name.casefold()))
    return bool(entries) and bool(said) and said <= known | _APPARATUS
