"""A text with its citations, and what each of them points at."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter

from sidecar.citations.attributed import within_names
from sidecar.citations.library import Entry, Library
from sidecar.citations.settings import CitationsSettings
from sidecar.citations.statements import Statement, paragraphs, statements
from sidecar.model.cached import cached_property
from sidecar.model.citation import Marker
from sidecar.model.number import Number
from sidecar.model.text import Text
from sidecar.text.claims import Reader
from sidecar.text.layout import layout
from sidecar.text.markers import markers
from sidecar.text.masks import Holes, masks
from sidecar.text.negations import asserts_nothing
from sidecar.text.options import ExtractOptions
from sidecar.text.sentences import bounds


class TooMuchToRead(ValueError):
    """A text holds more citations or statements than the settings allow.

    Attributes:
        reason: Of the failure.
    """

    def __init__(self, what: str, most: int) -> None:
        super().__init__(f"the text holds more than {most} {what}")
        self.reason = f"TOO_MANY_{what.upper()}"


@dataclass(frozen=True)
class Reading:
    """What was read.

    Attributes:
        reader: Reads the numbers of the text.
        masks: Its places without prose.
        markers: Its citations, in order.
        entries: What each of them points at.
        statements: Its statements, in order.
    """

    reader: Reader
    masks: Holes
    markers: Sequence[Marker]
    entries: Sequence[Sequence[Entry]]
    statements: Sequence[Statement]

    def cited(self, statement: Statement) -> list[Entry]:
        """What the citations that speak for a statement point at, each entry once."""
        places = (*statement.introduced, *statement.own)
        return list(dict.fromkeys(entry for i in places for entry in self.entries[i]))

    @cached_property
    def _numbers(self) -> Sequence[Number]:
        read = self.reader.extract(ExtractOptions()).claims
        inside = within_names(read.figures.starts, self.markers, self.entries)
        return [claim.number for at, claim in enumerate(read) if at not in inside]

    @property
    def text(self) -> Text:
        """The text."""
        return self.reader.text

    def numbers(self, statement: Statement) -> Sequence[Number]:
        """The numbers of a statement.

        Raises:
            TooManyNumbers: If the text holds more than are read by default.
        """
        begins = attrgetter("span.start")
        start = bisect_left(self._numbers, statement.span.start, key=begins)
        end = bisect_left(self._numbers, statement.span.end, key=begins)
        return self._numbers[start:end]

    def asserts_nothing(self, statement: Statement) -> bool:
        """Whether a statement says that no evidence speaks of its matter."""
        return asserts_nothing(self.text.slice(statement.span))

    @cached_property
    def unexcused(self) -> Statement | None:
        """The first statement that calls for evidence.

        None where the text says that there is none and gives no number besides.
        """
        rest = [one for one in self.statements if not self.asserts_nothing(one)]
        excused = len(rest) < len(self.statements) and not any(map(self.numbers, rest))
        return None if excused or not self.statements else rest[0]


def read(
    reader: Reader, library: Library, settings: CitationsSettings, *, bare_numbers: bool
) -> Reading:
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
    blocks = layout(text)
    if max(len(blocks.rows), len(bounds(text, blocks))) > settings.max_statements:
        raise TooMuchToRead("statements", settings.max_statements)
    holes = masks(text, blocks)
    options = library.options(
        prefixes=settings.id_prefixes, bare_numbers=bare_numbers, most=settings.max_citations
    )
    found = markers(text, blocks, holes, options)
    if len(found) > settings.max_citations:
        raise TooMuchToRead("citations", settings.max_citations)
    said = statements(text, blocks, found)
    if settings.scope == "paragraph":
        said = paragraphs(said)
    return Reading(reader, holes, found, [library.find(marker) for marker in found], said)
