"""A text with its citations, and what each of them points at."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter

from sidecar.citations import statements
from sidecar.citations.attributed import find_in_names
from sidecar.citations.library import Library, LibraryEntry
from sidecar.citations.settings import CitationsSettings
from sidecar.citations.statements import CitableStatement, join_paragraphs, split_passages
from sidecar.model.cached import cached_property
from sidecar.model.check_details import CitationForm, Marker
from sidecar.model.number import Number
from sidecar.model.text import Text
from sidecar.text.block import BlockKind
from sidecar.text.claims import ClaimReader
from sidecar.text.layout import count_blocks, read_layout
from sidecar.text.markers import read_markers
from sidecar.text.masks import TextMasks, find_masks
from sidecar.text.negations import asserts_nothing
from sidecar.text.options import ExtractOptions
from sidecar.text.sentences import find_sentence_bounds
from sidecar.work import check_abandoned


class TooMuchToRead(ValueError):
    """A text holds more citations or statements than the settings allow.

    Attributes:
        reason: Of the failure.
    """

    def __init__(self, what: str, most: int) -> None:
        super().__init__(f"the text holds more than {most} {what}")
        self.reason = f"TOO_MANY_{what.upper()}"


@dataclass(frozen=True)
class CitedText:
    """What was read.

    Attributes:
        reader: Reads the numbers of the text.
        masks: Its places without prose.
        markers: Its citations, in order.
        entries: What each of them points at.
        statements: Its statements, in order.
        passed: What is no statement, or looks like a citation and is none, counted by reason.
    """

    reader: ClaimReader
    masks: TextMasks
    markers: Sequence[Marker]
    entries: Sequence[Sequence[LibraryEntry]]
    statements: Sequence[CitableStatement]
    passed: Mapping[str, int] = field(default_factory=dict)

    def cited(self, statement: CitableStatement) -> list[LibraryEntry]:
        """What the citations that speak for a statement point at, each entry once."""
        places = (*statement.introduced, *statement.own)
        return list(dict.fromkeys(entry for i in places for entry in self.entries[i]))

    @cached_property
    def _numbers(self) -> Sequence[Number]:
        read = self.reader.extract(ExtractOptions()).claims
        inside = find_in_names(self.text, read.figures.starts, self.markers, self.entries)
        return [claim.number for at, claim in enumerate(read) if at not in inside]

    @property
    def text(self) -> Text:
        """The text."""
        return self.reader.text

    def numbers(self, statement: CitableStatement) -> Sequence[Number]:
        """The numbers of a statement.

        Raises:
            TooManyNumbers: If the text holds more than are read by default.
        """
        begins = attrgetter("span.start")
        start = bisect_left(self._numbers, statement.span.start, key=begins)
        end = bisect_left(self._numbers, statement.span.end, key=begins)
        return self._numbers[start:end]

    def asserts_nothing(self, statement: CitableStatement) -> bool:
        """Whether a statement says that no evidence speaks of its matter."""
        return asserts_nothing(self.text.slice(statement.span))

    def passed_over(self, judged: Collection[CitableStatement] = ()) -> Counter[str]:
        """What is not judged, counted by reason, besides statements with a citation.

        Args:
            judged: Statements that are, though they cite nothing.
        """
        counts = Counter(self.passed)
        seen = set(map(id, judged))
        for one in self.statements:
            check_abandoned()
            if one.listing:
                counts["source_list"] += 1
            elif not (one.own or one.introduced or id(one) in seen):
                counts[self._why_uncited(one)] += 1
        return counts

    def _why_uncited(self, statement: CitableStatement) -> str:
        """Why a statement cites nothing."""
        if self.asserts_nothing(statement):
            return "abstention"
        said = self.text.slice(statement.span).rstrip(" *_\"'”)")
        return {"?": "question", "？": "question", ":": "introduction"}.get(said[-1:], "uncited")

    @cached_property
    def unexcused(self) -> CitableStatement | None:
        """The first statement that calls for evidence.

        None where the text says that there is none and gives no number besides.
        """
        rest = [one for one in self.statements if not self.asserts_nothing(one)]
        excused = len(rest) < len(self.statements) and not any(map(self.numbers, rest))
        return None if excused or not self.statements else rest[0]


def read_citations(
    reader: ClaimReader, library: Library, settings: CitationsSettings, *, bare_numbers: bool
) -> CitedText:
    """Read a text against the evidence of its request.

    Args:
        reader: Of the text, shared by all checks.
        library: The evidence.
        settings: What counts as a citation.
        bare_numbers: Whether ``[3]`` does.

    Raises:
        TooMuchToRead: Past ``settings.max_citations`` or ``settings.max_statements``.
    """
    text = reader.text
    blocks = read_layout(text)
    if max(len(blocks.rows), len(find_sentence_bounds(text, blocks))) > settings.max_statements:
        raise TooMuchToRead("statements", settings.max_statements)
    holes = find_masks(text, blocks)
    options = library.options(
        prefixes=settings.id_prefixes, bare_numbers=bare_numbers, most=settings.max_citations
    )
    found, passed = read_markers(text, blocks, holes, options)
    if len(found) > settings.max_citations:
        raise TooMuchToRead("citations", settings.max_citations)
    entries = [library.find(marker) for marker in found]
    each = split_passages(text, blocks, found)
    said = [one for one in each if not one.title or one.own]
    counts = Counter(passed) + Counter(one.title for one in each if one.title and not one.own)
    counts["code_block"] += count_blocks(blocks, BlockKind.CODE)
    counts["unreadable"] += sum(one.form is CitationForm.UNREADABLE for one in found)
    if settings.scope == "paragraph":
        said = join_paragraphs(said)
    reading = CitedText(reader, holes, found, entries, said, +counts)
    statements.mark_source_list(text, each, found, entries, lambda one: bool(reading.numbers(one)))
    return reading
