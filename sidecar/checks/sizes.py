"""How much a subject asks of its checks: where they run, and what they wait behind."""

from __future__ import annotations

from sidecar.checks.base import Subject

INLINE_BYTES = 4096
"""Longest narrative, with the texts of items and sources, that is judged on the event loop: a few
milliseconds, at worst some tens."""

INLINE_NUMBERS = 1_000_000
"""Most numbers that are not sorted yet in results that are looked up on the event loop: long ones
and, where nothing is compiled, all of them are sorted for that."""


SHORT_BYTES = 16 * 1024
SHORT_NUMBERS = 100_000
SHORT_COLUMNS = 1000
"""Most bytes of text, unsorted numbers and columns of a subject whose checks do not have to wait
behind those of larger ones: some tens of milliseconds."""


def is_brief(subject: Subject) -> bool:
    """Whether judging takes a few milliseconds."""
    return _told(subject) <= INLINE_BYTES and _unsorted(subject) <= INLINE_NUMBERS


def is_short(subject: Subject) -> bool:
    """Whether judging takes some tens of milliseconds at most."""
    columns = sum(len(result.table.columns) for result in subject.results)
    little = _told(subject) <= SHORT_BYTES and columns <= SHORT_COLUMNS
    return little and _unsorted(subject) <= SHORT_NUMBERS


def _told(subject: Subject) -> int:
    """Bytes of the narrative, and characters of items and sources."""
    told = sum(len(item.text) for item in subject.items)
    told += sum(len(source.text) for source in subject.sources)
    return len(subject.text.data) + told


def _unsorted(subject: Subject) -> int:
    return sum(result.unsorted for result in subject.results)
