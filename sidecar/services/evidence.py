"""The evidence of one request, and ``EvidenceService``, which takes it in advance."""

from __future__ import annotations

import time
from collections.abc import AsyncIterable, AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace

from verifyd.v1 import evidence_pb2, evidence_service_pb2_grpc
from verifyd.v1 import evidence_service_pb2 as pb

from sidecar.evidence import header as handles
from sidecar.evidence.declared import find_expired
from sidecar.evidence.errors import EvidenceStoreFull, EvidenceTooLarge, UploadOutOfOrder
from sidecar.evidence.header import Header, check_items, check_query_ids, digest_item
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits, EvidenceSettings
from sidecar.evidence.store import EvidenceStore, Kept, StoredEvidence
from sidecar.model.digests import sha256_of_parts
from sidecar.model.evidence import Citable, EvidenceItem, Source, Table
from sidecar.server.call import CALL, Context, ServedCall
from sidecar.settings.root import Settings
from sidecar.wire import evidence as wire
from sidecar.work.pool import SHORT_S, Pool, kind_for

_DECODE_S = 0.3e-6
"""Seconds of processor time that decoding a byte of evidence takes, about."""


@dataclass(frozen=True, slots=True)
class RequestEvidence:
    """The evidence of a request in its order.

    Attributes:
        results: Query results.
        items: Pieces of evidence.
        sources: Documents.
        digest: Over the handles of results, and items.
        expired: The query ids of results that no longer count.
        nbytes: Memory of the results that came with the request; what checks learn of them is
            counted when they do.
    """

    results: Sequence[TableIndex]
    items: Sequence[EvidenceItem]
    sources: Sequence[Source]
    digest: str
    nbytes: int
    expired: frozenset[str] = frozenset()


def list_handles(message: evidence_pb2.Evidence, settings: EvidenceSettings) -> list[str]:
    """The handles of what was uploaded in advance.

    Raises:
        TooManyEvidenceItems: If the request holds more than the settings allow.
        QueryIdDuplicate: If one is named twice.
    """
    handles = [*message.handles]
    inline = [result.query_id for result in message.query_results]
    check_query_ids([*inline, *handles], settings.max_results_per_request)
    return handles


async def gather_evidence(
    message: evidence_pb2.Evidence,
    pinned: Mapping[str, Kept],
    call: ServedCall,
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
    cost_s = _DECODE_S * message.ByteSize()
    if any(result.HasField("arrow") for result in message.query_results):
        cost_s = max(cost_s, SHORT_S)  # the first one loads a large library
    arguments = message, pinned, call.tenant, settings
    return await pool.run_by_cost(
        cost_s, _read, call.tenant, "decode", call.remaining_s(), *arguments
    )


def _read(
    message: evidence_pb2.Evidence,
    pinned: Mapping[str, Kept],
    tenant: str,
    settings: EvidenceSettings,
) -> RequestEvidence:
    ahead = {handle: one for handle, one in pinned.items() if isinstance(one, TableIndex)}
    ids = [result.query_id for result in message.query_results]
    ids += [index.table.query_id for index in ahead.values()]
    check_query_ids(ids, settings.max_results_per_request)
    items, sources = wire.read_items(message), wire.read_sources(message)
    for one in pinned.values():
        if isinstance(one, Source):
            sources.append(replace(one, number=one.number or len(sources) + 1))
    each: Sequence[Citable] = [*items, *sources]
    if each:
        check_items(items, sources, ids, settings)
    inline = _decoded(message.query_results, tenant, settings)
    handles, indexes = zip(*inline, *ahead.items(), strict=True) if ids else ((), ())
    digested = map(str.encode, (*handles, *map(digest_item, each)))
    nbytes = sum(index.nbytes for _, index in inline)
    tables = (index.table for index in indexes)
    expired = find_expired(tables, time.time_ns(), settings.max_age_s)
    return RequestEvidence(indexes, items, sources, sha256_of_parts(digested), nbytes, expired)


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
    header = wire.read_header(result)
    payload, table = wire.decode_inline(result, header, limits)
    return handles.make_handle(tenant, header, payload), table


# ``EvidenceService``: keeps query results and sources that are sent ahead.

# Receiving a query result in pieces: their order, and how much memory they may take meanwhile.


class Uploads:
    """All uploads on their way.

    Args:
        max_bytes: Of one upload.
        max_total_bytes: Of all together.
    """

    def __init__(self, max_bytes: int, max_total_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._max_total_bytes = max_total_bytes
        self._total = 0

    @asynccontextmanager
    async def receive(
        self, pieces: AsyncIterable[pb.PutQueryResultRequest]
    ) -> AsyncIterator[tuple[Header, list[bytes]]]:
        """The chunks of a whole upload, whose memory is counted while the context lasts.

        Joining them, or one growing buffer, may take a tenth of a second: not on the event loop.

        Raises:
            UploadOutOfOrder: If the pieces are not a header and then chunks.
            EvidenceTooLarge: If it passes its limit; the rest is not received.
            EvidenceStoreFull: If all uploads together pass theirs.
            VerifydError: If the header cannot be used.
        """
        header: Header | None = None
        chunks: list[bytes] = []
        received = 0
        try:
            position = 0
            async for piece in pieces:
                if header is None:
                    header = _header(piece)
                else:
                    chunk = _chunk(piece, position)
                    self._take(len(chunk), received, header)
                    received += len(chunk)
                    chunks.append(chunk)
                position += 1
            if header is None:
                raise _out_of_order("the upload is empty; it begins with a header", 0)
            yield header, chunks
        finally:
            self._total -= received

    def _take(self, size: int, before: int, header: Header) -> None:
        """Count a chunk, before it is kept."""
        if before + size > self._max_bytes:
            raise EvidenceTooLarge(
                f"query result {header.query_id} has more than {self._max_bytes} bytes",
                query_id=header.query_id,
                limit="max_decoded_bytes",
                given=before + size,
                maximum=self._max_bytes,
            )
        if self._total + size > self._max_total_bytes:
            raise EvidenceStoreFull(
                f"all uploads on their way would hold more than {self._max_total_bytes} bytes",
                given=self._total + size,
                maximum=self._max_total_bytes,
            )
        self._total += size


def _header(piece: pb.PutQueryResultRequest) -> Header:
    if piece.WhichOneof("part") != "header":
        raise _out_of_order("an upload begins with its header", 0)
    return wire.read_header(piece.header)


def _chunk(piece: pb.PutQueryResultRequest, position: int) -> bytes:
    if piece.WhichOneof("part") != "chunk" or not piece.chunk:
        raise _out_of_order(f"piece {position} of the upload is not a chunk with bytes", position)
    return piece.chunk


def _out_of_order(message: str, position: int) -> UploadOutOfOrder:
    return UploadOutOfOrder(message, position=position)


class EvidenceService(evidence_service_pb2_grpc.EvidenceServiceServicer):
    """Puts, describes and deletes evidence of the calling tenant.

    Args:
        settings: Of the server.
        store: Holds the evidence.
        pool: Decodes it.
    """

    def __init__(self, settings: Settings, store: EvidenceStore, pool: Pool) -> None:
        self._settings = settings.evidence
        maximum = settings.evidence.limits.max_decoded_bytes
        self._uploads = Uploads(maximum, settings.limits.upload_bytes)
        self._store = store
        self._pool = pool

    async def PutQueryResult(  # noqa: N802 (named by the contract)
        self, requests: AsyncIterable[pb.PutQueryResultRequest], context: Context
    ) -> pb.PutQueryResultResponse:
        """Keep one query result: a header, then its bytes in pieces."""
        call = CALL.get()
        async with self._uploads.receive(requests) as (header, chunks):
            size = sum(map(len, chunks))
            kind = kind_for(_DECODE_S * size, "decode")
            arguments = call.tenant, header, chunks
            handle, stored = await self._pool.run(
                self._put, call.tenant, kind, call.remaining_s(), *arguments
            )
        call.facts |= {"handle": handle, "bytes": size}
        return pb.PutQueryResultResponse(
            handle=handle, info=wire.write_info(stored), already_present=stored.already_present
        )

    def _put(
        self, tenant: str, header: Header, chunks: list[bytes]
    ) -> tuple[str, StoredEvidence[TableIndex]]:
        payload = b"".join(chunks)
        chunks.clear()  # the payload is held once
        return self._store.put(tenant, header, payload, wire.decode)

    async def PutSource(  # noqa: N802 (named by the contract)
        self, request: pb.PutSourceRequest, context: Context
    ) -> pb.PutSourceResponse:
        """Keep one source."""
        call = CALL.get()
        size = request.ByteSize()
        place = call.tenant, "decode", call.remaining_s()
        handle, stored = await self._pool.run_by_cost(
            _DECODE_S * size, self._put_source, *place, call.tenant, request.source
        )
        call.facts |= {"handle": handle, "bytes": size}
        return pb.PutSourceResponse(
            handle=handle, info=wire.write_info(stored), already_present=stored.already_present
        )

    def _put_source(
        self, tenant: str, message: evidence_pb2.Source
    ) -> tuple[str, StoredEvidence[Source]]:
        source = wire.read_source(message)
        check_items([], [source], [], self._settings)
        return self._store.put_source(tenant, source)

    async def GetEvidence(  # noqa: N802 (named by the contract)
        self, request: pb.GetEvidenceRequest, context: Context
    ) -> pb.GetEvidenceResponse:
        """Tell what is known of a piece of evidence, without its data."""
        stored = self._store.get(CALL.get().tenant, request.handle)
        return pb.GetEvidenceResponse(info=wire.write_info(stored))

    async def DeleteEvidence(  # noqa: N802 (named by the contract)
        self, request: pb.DeleteEvidenceRequest, context: Context
    ) -> pb.DeleteEvidenceResponse:
        """Delete a piece of evidence."""
        self._store.delete(CALL.get().tenant, request.handle)
        return pb.DeleteEvidenceResponse()
