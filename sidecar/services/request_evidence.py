"""What one request is judged against: its own evidence, and what was uploaded in advance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from verifyd.v1 import evidence_pb2

from sidecar.evidence import handle as handles
from sidecar.evidence.header import check_request
from sidecar.evidence.index import TableIndex
from sidecar.evidence.items import check as check_items
from sidecar.evidence.items import digest
from sidecar.evidence.settings import EvidenceLimits, EvidenceSettings
from sidecar.evidence.store import Kept
from sidecar.model.digests import framed
from sidecar.model.evidence import Citable, EvidenceItem, Source, Table
from sidecar.server.call import Call
from sidecar.wire import evidence as wire
from sidecar.work.pool import LONG, Pool

SHORT_BYTES = 64 * 1024
"""Most evidence that is decoded in some tens of milliseconds."""

INLINE_BYTES = 4 * 1024
"""Most evidence that is decoded on the event loop: a few milliseconds, as much as all the rest."""


@dataclass(frozen=True, slots=True)
class RequestEvidence:
    """The evidence of a request in its order.

    Attributes:
        results: Query results.
        items: Pieces of evidence.
        sources: Documents.
        digest: Over the handles of results, and items.
        nbytes: Memory of the results that came with the request; what checks learn of them is
            counted when they do.
    """

    results: Sequence[TableIndex]
    items: Sequence[EvidenceItem]
    sources: Sequence[Source]
    digest: str
    nbytes: int


def wanted(message: evidence_pb2.Evidence, settings: EvidenceSettings) -> list[str]:
    """The handles of what was uploaded in advance.

    Raises:
        TooManyEvidenceItems: If the request holds more than the settings allow.
        QueryIdDuplicate: If one is named twice.
    """
    handles = [*message.handles]
    inline = [result.query_id for result in message.query_results]
    check_request([*inline, *handles], settings.max_results_per_request)
    return handles


async def gathered(
    message: evidence_pb2.Evidence,
    pinned: Mapping[str, Kept],
    call: Call,
    settings: EvidenceSettings,
    pool: Pool,
) -> RequestEvidence:
    """Decode what came with a request, beside what was uploaded before; a large one in a thread.

    Args:
        message: What came with it.
        pinned: What was uploaded in advance, by handle.
        call: Whose it is, and how much time it has.
        settings: Limits.
        pool: Decodes what is large.

    Raises:
        QueryIdDuplicate: If two query results have the same id.
        EvidenceItemInvalid: If an item or source is none.
        EvidenceIdDuplicate: If one of them has the id of something else.
        VerifydError: What decoding raises.
    """
    size = message.ByteSize()
    # The first Arrow bytes bring a large library with them, which must not load on the loop.
    if size <= INLINE_BYTES and not any(r.HasField("arrow") for r in message.query_results):
        return _read(message, pinned, call.tenant, settings)
    kind = "decode" if size <= SHORT_BYTES else LONG
    arguments = message, pinned, call.tenant, settings
    return await pool.run(_read, call.tenant, kind, call.remaining_s(), *arguments)


def _read(
    message: evidence_pb2.Evidence,
    pinned: Mapping[str, Kept],
    tenant: str,
    settings: EvidenceSettings,
) -> RequestEvidence:
    ahead = {handle: one for handle, one in pinned.items() if isinstance(one, TableIndex)}
    ids = [result.query_id for result in message.query_results]
    ids += [index.table.query_id for index in ahead.values()]
    check_request(ids, settings.max_results_per_request)
    items, sources = wire.items(message), wire.sources(message)
    for one in pinned.values():
        if isinstance(one, Source):
            sources.append(replace(one, number=one.number or len(sources) + 1))
    each: Sequence[Citable] = [*items, *sources]
    if each:
        check_items(items, sources, ids, settings)
    inline = _decoded(message.query_results, tenant, settings)
    handles, indexes = zip(*inline, *ahead.items(), strict=True) if ids else ((), ())
    digested = map(str.encode, (*handles, *map(digest, each)))
    nbytes = sum(index.nbytes for _, index in inline)
    return RequestEvidence(indexes, items, sources, framed(digested), nbytes)


def _decoded(
    results: Sequence[evidence_pb2.QueryResult], tenant: str, settings: EvidenceSettings
) -> list[tuple[str, TableIndex]]:
    """The handle and index of each result."""
    limits = settings.limits.within(settings.max_inline_bytes, settings.max_inline_text_numbers)
    decoded = []
    for result in results:
        handle, table = _decode(result, tenant, limits)
        decoded.append((handle, TableIndex(table)))
        limits = limits.less(table.nbytes, table.text_numbers)
    return decoded


def _decode(
    result: evidence_pb2.QueryResult, tenant: str, limits: EvidenceLimits
) -> tuple[str, Table]:
    header = wire.header(result)
    payload, table = wire.decode_inline(result, header, limits)
    return handles.of(tenant, header, payload), table
