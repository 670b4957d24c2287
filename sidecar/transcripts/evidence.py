"""What the tools of a conversation returned, as evidence."""

from __future__ import annotations

from collections.abc import Iterator

from sidecar.evidence.header import Header, make_handle
from sidecar.evidence.settings import EvidenceLimits
from sidecar.evidence.tables import build_table
from sidecar.model.evidence import Column, Declarations, Source, Table
from sidecar.transcripts import exact_json
from sidecar.transcripts.results.gathering import Gathered
from sidecar.transcripts.results.parts import ExtractedTable


def build_results(
    gathered: Gathered, tenant: str, limits: EvidenceLimits
) -> Iterator[tuple[Table, str]]:
    """Each query result of a conversation, with its handle.

    Raises:
        VerifydError: If one passes the limits.
    """
    for found in gathered.tables:
        yield _build(found, tenant, limits)


def _build(found: ExtractedTable, tenant: str, limits: EvidenceLimits) -> tuple[Table, str]:
    header = Header(
        query_id=found.query_id,
        family=found.tool,
        title=found.title,
        declared=Declarations(row_limit=found.cut_at),
    )
    columns = [Column(name=name) for name in found.columns]
    cells = list(zip(*found.rows, strict=True)) or [()] * len(columns)
    table = build_table(columns, cells, header, limits, row_count=len(found.rows))
    payload = exact_json.write([found.columns, found.rows])
    return table, make_handle(tenant, header, payload.encode())


def build_sources(gathered: Gathered, first: int, *, citation_optional: bool) -> list[Source]:
    """The texts of a conversation.

    Args:
        gathered: What its tools returned.
        first: The number of the first.
        citation_optional: Whether an answer need not cite them.
    """
    return [
        Source(
            id=one.id,
            number=number,
            title=one.title,
            text=one.text,
            citation_optional=citation_optional,
        )
        for number, one in enumerate(gathered.sources, first)
    ]
