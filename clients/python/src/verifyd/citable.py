"""What a text cites beside query results: pieces of evidence, and documents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, Self

from verifyd import _arguments
from verifyd.v1 import evidence_pb2

Fields = Mapping[str, Any]
"""An object as a mapping of its fields, as JSON and YAML have it."""

_OLD: Final = {"content": "text", "file_path": "title"}
"""Former names of fields, as runs of evals had them."""


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

    def _message(self, argument: str = "evidence item") -> evidence_pb2.EvidenceItem:
        return _arguments.message(evidence_pb2.EvidenceItem, argument, asdict(self))

    @classmethod
    def _of(cls, argument: str, given: object) -> evidence_pb2.EvidenceItem:
        """The message of an item, or of a mapping with the fields of one."""
        return _arguments.record(argument, given, cls, old=_OLD)._message(argument)


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
        citation_optional: Whether a text need not cite it.
    """

    id: str
    text: str = ""
    number: int = 0
    family: str = ""
    title: str = ""
    url: str = ""
    relevance: float | None = None
    citation_optional: bool = False

    def _message(self, argument: str = "source") -> evidence_pb2.Source:
        return _arguments.message(evidence_pb2.Source, argument, asdict(self))

    @classmethod
    def _of(cls, argument: str, given: object) -> evidence_pb2.Source:
        """The message of a source, or of a mapping with the fields of one."""
        return _arguments.record(argument, given, cls)._message(argument)

    @classmethod
    def _read(cls, message: evidence_pb2.Source) -> Self:
        relevance = message.relevance if message.HasField("relevance") else None
        told = message.number, message.family, message.title, message.url
        return cls(message.id, message.text, *told, relevance, message.citation_optional)
