"""Items and sources of a request to the model; their ids and sizes are checked by ``evidence``."""

from __future__ import annotations

from verifyd.v1 import evidence_pb2

from sidecar.model.evidence import EvidenceItem, Source
from sidecar.wire.evidence import MAX_NAME, MAX_PROSE, short
from sidecar.work import check_abandoned, unless_abandoned

MAX_URL = 2000


def items(message: evidence_pb2.Evidence) -> list[EvidenceItem]:
    """The pieces of evidence of a request.

    Raises:
        FieldTooLong: If a describing field is too long.
    """
    return [
        EvidenceItem(
            id=one.id,
            text=one.text,
            kind=short("items.kind", one.kind, MAX_NAME),
            provenance=short("items.provenance", one.provenance, MAX_PROSE),
            relevance=one.relevance if one.HasField("relevance") else None,
            title=short("items.title", one.title, MAX_PROSE),
        )
        for one in unless_abandoned(message.items)
    ]


def sources(message: evidence_pb2.Evidence) -> list[Source]:
    """The documents of a request, each with its number.

    Raises:
        FieldTooLong: If a describing field is too long.
    """
    return [source(one, place) for place, one in enumerate(message.sources, 1)]


def source(message: evidence_pb2.Source, place: int = 0) -> Source:
    """A document, with its place for a number where it has none.

    Raises:
        FieldTooLong: If a describing field is too long.
    """
    check_abandoned()
    return Source(
        id=message.id,
        number=message.number or place,
        family=short("sources.family", message.family, MAX_NAME),
        title=short("sources.title", message.title, MAX_PROSE),
        url=short("sources.url", message.url, MAX_URL),
        text=message.text,
        relevance=message.relevance if message.HasField("relevance") else None,
    )
