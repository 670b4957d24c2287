"""A text with its citations, and what each of them points at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sidecar.citations.library import Entry, Library
from sidecar.citations.settings import CitationsSettings
from sidecar.citations.statements import Statement, paragraphs, statements
from sidecar.model.citation import Marker
from sidecar.model.text import Text
from sidecar.text.layout import layout
from sidecar.text.markers import MarkerOptions, markers
from sidecar.text.masks import Holes, masks


class TooManyCitations(ValueError):
    """A text holds more citations than the settings allow."""


class Reading(NamedTuple):
    """What was read.

    Attributes:
        text: The text.
        masks: Its places without prose.
        markers: Its citations, in order.
        entries: What each of them points at.
        statements: Its statements, in order.
    """

    text: Text
    masks: Holes
    markers: Sequence[Marker]
    entries: Sequence[Sequence[Entry]]
    statements: Sequence[Statement]

    def cited(self, statement: Statement) -> list[Entry]:
        """What the citations that speak for a statement point at, each entry once."""
        places = (*statement.introduced, *statement.own)
        return list(dict.fromkeys(entry for i in places for entry in self.entries[i]))


def read(
    text: Text, library: Library, settings: CitationsSettings, *, bare_numbers: bool
) -> Reading:
    """Read a text against the evidence of its request.

    Raises:
        TooManyCitations: Past ``settings.max_citations``.
    """
    blocks = layout(text)
    holes = masks(text, blocks)
    options = MarkerOptions(
        prefixes=settings.id_prefixes, known=library.ids, bare_numbers=bare_numbers
    )
    found = markers(text, blocks, holes, options)
    if len(found) > settings.max_citations:
        raise TooManyCitations(f"the text holds more than {settings.max_citations} citations")
    said = statements(text, blocks, found)
    if settings.scope == "paragraph":
        said = paragraphs(said)
    return Reading(text, holes, found, [library.find(marker) for marker in found], said)
