"""What a text cites beside query results: pieces of evidence, and documents."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Self

from verifyd.v1 import evidence_pb2


@dataclass(frozen=True, slots=True)
class EvidenceItem:
    """One piece of evidence that the agent gathered; a text cites it as ``[ev-abc-001]``.

    Attributes:
        id: Your name for it, unique in a request, without spaces.
        text: What it says.
        kind: What it is: "code", "passage".
        provenance: The tool or place that it comes from.
        relevance: From 0 to 1; None where nobody says.
        title: A caption.
    """

    id: str
    text: str = ""
    kind: str = ""
    provenance: str = ""
    relevance: float | None = None
    title: str = ""

    def _message(self) -> evidence_pb2.EvidenceItem:
        return evidence_pb2.EvidenceItem(**asdict(self))


@dataclass(frozen=True, slots=True)
class Source:
    """One document; a text cites it as ``[Source 3]`` or ``Per FAMILY:``.

    Attributes:
        id: Your name for it, unique in a request, without spaces.
        text: What it says.
        number: What it is cited by; 0 is its place among the sources, from 1.
        family: Whose it is: "GCC-STAT".
        title: Its title.
        url: Where it was found. It is fetched only where the server is set up to.
        relevance: From 0 to 1; None where nobody says.
    """

    id: str
    text: str = ""
    number: int = 0
    family: str = ""
    title: str = ""
    url: str = ""
    relevance: float | None = None

    def _message(self) -> evidence_pb2.Source:
        return evidence_pb2.Source(**asdict(self))

    @classmethod
    def _of(cls, message: evidence_pb2.Source) -> Self:
        relevance = message.relevance if message.HasField("relevance") else None
        told = message.number, message.family, message.title, message.url
        return cls(message.id, message.text, *told, relevance)
