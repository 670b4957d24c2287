"""All evidence that the tools of a conversation gave before one of its messages."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from sidecar.model.transcript import ToolCall, ToolResult, Transcript
from sidecar.transcripts.errors import TranscriptTooLarge
from sidecar.transcripts.linking import find_calls
from sidecar.transcripts.results.calls import CallFacts, read_call
from sidecar.transcripts.results.echoes import Echoes, KnownNumbers, find_echoes
from sidecar.transcripts.results.extraction import extract_with
from sidecar.transcripts.results.parts import (
    MOST_CELLS,
    ExtractedSource,
    ExtractedTable,
    Unread,
)
from sidecar.transcripts.results.passages import make_passages

MOST_TABLES = 64
MOST_SOURCES = 1000

Named = TypeVar("Named", ExtractedTable, ExtractedSource)


@dataclass(frozen=True, slots=True)
class Gathered:
    """The evidence in a conversation.

    Attributes:
        tables: With ids of their own; pages of one result are one table.
        sources: With ids of their own.
        unread: What is no evidence, and why.
    """

    tables: tuple[ExtractedTable, ...]
    sources: tuple[ExtractedSource, ...]
    unread: tuple[Unread, ...]


def gather(
    transcript: Transcript,
    before: int | None = None,
    only_tools: Collection[str] | None = None,
    max_tables: int = MOST_TABLES,
) -> Gathered:
    """Read the results of tools.

    Args:
        transcript: The conversation.
        before: The place of the message that is judged; results after it do not count, those that
            it brings itself do. None for all.
        only_tools: The tools whose results count; None for all.
        max_tables: Most tables. The last ones count; the others are listed as unread.

    Raises:
        TranscriptTooLarge: If there are too many sources or cells.
    """
    pages = _Pages()
    sources: list[ExtractedSource] = []
    unread: list[Unread] = []
    shown: list[str] = []
    cells = 0
    for index, result, call, echoes in _results(transcript, before):
        if only_tools is not None and result.tool not in only_tools:
            continue
        facts = echoes.strip(read_call(result.tool, call))
        found = echoes.remove(extract_with(facts, result, index))
        cells += sum(len(table.columns) * len(table.rows) for table in found.tables)
        pages.add(facts, found.tables)
        sources += found.sources
        shown += (echoes.hide(source.text) for source in found.sources)
        unread += found.unread
        _require("max_cells", cells, MOST_CELLS)
        _require("max_sources", len(sources), MOST_SOURCES)
    seen: set[str] = set()
    texts = tuple(_unique(sources, "id", seen))
    passages = make_passages([*map(_with_text, texts, shown)])
    tables = [*pages.tables(), *([passages] if passages else ())]
    left_out, kept = tables[:-max_tables], tables[-max_tables:]
    unread += (_leave_out(table, max_tables) for table in left_out)
    return Gathered(tuple(_unique(kept, "query_id", seen)), texts, tuple(unread))


def _with_text(source: ExtractedSource, text: str) -> ExtractedSource:
    return replace(source, text=text)


def _leave_out(table: ExtractedTable, maximum: int) -> Unread:
    reason = f"only the last {maximum} tables of a conversation are evidence"
    return Unread(table.tool, table.message, table.call_id, table.path, reason)


class _Pages:
    """Tables, and the pages that belong to one.

    Pages are results of one table each, from calls of one tool that differ in nothing but the page.
    """

    def __init__(self) -> None:
        self.groups: list[list[ExtractedTable]] = []
        self._known: dict[tuple[object, ...], tuple[list[ExtractedTable], set[str]]] = {}

    def add(self, facts: CallFacts, tables: Sequence[ExtractedTable]) -> None:
        """Add the tables of one result."""
        if len(tables) != 1:
            self.groups += [[table] for table in tables]
            return
        (table,) = tables
        key = (table.tool, facts.page_key, table.path, table.columns)
        group, seen = self._known.setdefault(key, ([], set()))
        if not facts.page_key or facts.page in seen or not (facts.page or not group):
            self.groups.append([table])
            return
        if not group:
            self.groups.append(group)
        group.append(table)
        seen.add(facts.page)

    def tables(self) -> Iterator[ExtractedTable]:
        """Each table with all of its pages; it is cut where its last page is."""
        for group in self.groups:
            rows = tuple(row for page in group for row in page.rows)
            is_cut = group[-1].cut_at is not None
            yield replace(group[0], rows=rows, cut_at=len(rows) if is_cut else None)


def _results(
    transcript: Transcript, before: int | None
) -> Iterator[tuple[int, ToolResult, ToolCall | None, Echoes]]:
    """The results with their messages, their calls, and what they may only repeat from these."""
    calls = find_calls(transcript.messages)
    known = KnownNumbers()
    for message, answered in zip(transcript.messages, calls, strict=True):
        if before is not None and message.index > before:
            return
        known.hear(message)
        echoes = [find_echoes(call, known) for call in answered]
        for result, call, echo in zip(message.results, answered, echoes, strict=True):
            known.add(result, echo)
            yield message.index, result, call, echo


def _require(limit: str, given: int, maximum: int) -> None:
    if given > maximum:
        raise TranscriptTooLarge(limit, given, maximum)


def _unique(items: Iterable[Named], field: str, seen: set[str]) -> Iterator[Named]:
    """The same with ids that appear once: ``m4-get_sales``, ``m4-get_sales-2``."""
    counts: dict[str, int] = {}
    for item in items:
        name = base = getattr(item, field)
        while name in seen:
            counts[base] = counts.get(base, 1) + 1
            name = f"{base}-{counts[base]}"
        seen.add(name)
        yield replace(item, **{field: name}) if name != base else item
