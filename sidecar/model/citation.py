"""A citation as it is written in a text, and the evidence that it points at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from sidecar.model.text import Span


class CitationForm(IntEnum):
    """How a citation is written. Values equal those of the wire enum."""

    ID = 1  # [ev-abc-001], [ev_abc_001]
    SOURCE_NUMBER = 2  # [Source 3]
    NUMBER = 3  # [3], where the request says that bare numbers cite
    NAME = 4  # "Per LMIS:", "According to GCC-STAT:", [Source: LMIS]
    QUERY_ID = 5  # QID:lmis_001
    UNREADABLE = 6  # [S9], [source]: seen as a citation, and not to be read as one


class Marker(NamedTuple):
    """One citation of a text.

    Attributes:
        span: All of it: ``[ev-abc-001]`` with its brackets, or its own part of a group.
        form: How it is written.
        key: What is cited, as written: an id, a name, or a number.
        key_span: The key alone.
        explicit: Whether it can be nothing else than a citation. "According to Reuters, ..." may
            merely say who said something.
    """

    span: Span
    form: CitationForm
    key: str
    key_span: Span
    explicit: bool = True


class CitationVerification(NamedTuple):
    """A citation and the evidence that it points at.

    Attributes:
        marker: The citation; its key is what names the evidence.
        evidence_ids: What it points at: several where a family has several, none where it was not
            found.
        snippet: How that evidence begins, or "".
        overlap: The share of the sentence's words that stand in it, where that can be known.
    """

    marker: Marker
    evidence_ids: Sequence[str] = ()
    snippet: str = ""
    overlap: float | None = None

    @property
    def found(self) -> bool:
        """Whether the request holds what is cited."""
        return bool(self.evidence_ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class CitationsDetail:
    """What the citations check did with each citation.

    Attributes:
        citations: In the order of the text.
        statements: How many statements must be cited.
        cited: How many of them are.
        passed_over: What was not judged, counted by reason.
    """

    citations: Sequence[CitationVerification] = ()
    statements: int = 0
    cited: int = 0
    passed_over: Mapping[str, int] = field(default_factory=dict)

    @property
    def found(self) -> int:
        """How many citations point at evidence of the request."""
        return sum(citation.found for citation in self.citations)

    @property
    def validity_rate(self) -> float | None:
        """The share of citations that do; None where there are none."""
        return self.found / len(self.citations) if self.citations else None
