"""Places of a text that hold no prose: code, addresses, and the markers of lists and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sidecar.model.number import SkipReason
from sidecar.text.block import Block, BlockKind
from sidecar.text.exclusions import Excluded

_ADDRESS = re.compile(r"(?:https?|ftp|file|s3|HTTPS?)://[^\s<>\"]+|www\.[^\s<>\"]+")
_QUERY_ID = re.compile(r"[Qq][Ii][Dd]:\s?[\w.:/@+-]+")
_LINK_TARGET = re.compile(r"\]\([^()\s\[\]]*\)")
_TICKS = re.compile(r"`+")
# Code that is a number and nothing else is a number set off, `9,999` or `$1.2M`; a bare decimal may
# be a version.
_AMOUNT = re.compile(
    r"`{1,2}\s?[-+−]?(?:\d[\d,]*|[$€£]\d[\d.,]*|\d[\d.,]*\s?%)\s?(?:[A-Za-z]{1,10})?\s?`{1,2}"
)
_NUMBERED = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,5}(?:[.):]\s?|\s(?=[A-Z])|$)")
_TRAILING = ".,;:!?)]}'\"*_"


def masks(string: str, blocks: Sequence[Block]) -> list[Excluded]:
    """The places without prose, in order and without overlap (code points)."""
    found = [*_markers(string, blocks), *_inline_code(string, blocks), *_addresses(string)]
    found.sort()
    kept: list[Excluded] = []
    for place in found:
        if not kept or place.start >= kept[-1].end:
            kept.append(place)
    return kept


def _markers(string: str, blocks: Sequence[Block]) -> Iterator[Excluded]:
    """Code blocks, list numbers, and the numbers of headings."""
    for block in blocks:
        if block.kind is BlockKind.CODE:
            yield Excluded(*block.span, SkipReason.CODE)
        elif block.kind is BlockKind.HEADING:
            match = _NUMBERED.match(string, *block.span)
            if match:
                yield Excluded(
                    match.start(), match.start() + len(match[0].rstrip()), SkipReason.LIST_MARKER
                )
        elif block.marker is not None:
            yield Excluded(*block.marker, SkipReason.LIST_MARKER)


def _addresses(string: str) -> Iterator[Excluded]:
    """Web addresses, query ids and the targets of links."""
    if "://" in string or "www." in string:
        yield from _found(_ADDRESS, string, SkipReason.URL)
    if "QID:" in string or "qid:" in string or "Qid:" in string:
        yield from _found(_QUERY_ID, string, SkipReason.IDENTIFIER)
    if "](" in string:
        for match in _LINK_TARGET.finditer(string):
            yield Excluded(match.start() + 1, match.end(), SkipReason.URL)


def _found(pattern: re.Pattern[str], string: str, reason: SkipReason) -> Iterator[Excluded]:
    """The matches of a pattern, without the punctuation of the sentence around them."""
    for match in pattern.finditer(string):
        yield Excluded(match.start(), match.start() + len(match[0].rstrip(_TRAILING)), reason)


def _inline_code(string: str, blocks: Sequence[Block]) -> Iterator[Excluded]:
    """Code between equal runs of backticks inside one block, if it is more than one number."""
    if "`" not in string:
        return
    for block in blocks:
        if block.kind is BlockKind.CODE:
            continue
        runs = list(_TICKS.finditer(string, *block.span))
        closing: dict[int, list[int]] = {}
        for index in range(len(runs) - 1, -1, -1):
            closing.setdefault(len(runs[index][0]), []).append(index)
        index = 0
        while index < len(runs):
            partners = closing[len(runs[index][0])]
            while partners and partners[-1] <= index:
                partners.pop()
            if not partners:
                index += 1
                continue
            last = partners[-1]
            start, end = runs[index].start(), runs[last].end()
            if not _AMOUNT.fullmatch(string, start, end):
                yield Excluded(start, end, SkipReason.CODE)
            index = last + 1
