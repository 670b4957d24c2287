"""``EvidenceService``: keeps query results and sources that are sent ahead."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager

from verifyd.v1 import evidence_pb2, evidence_service_pb2_grpc
from verifyd.v1 import evidence_service_pb2 as pb

from sidecar.evidence.errors import EvidenceStoreFull, EvidenceTooLarge, UploadOutOfOrder
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.items import check as check_items
from sidecar.evidence.store import EvidenceStore, Stored
from sidecar.model.evidence import Source
from sidecar.server.call import CALL, Context
from sidecar.services.request_evidence import INLINE_BYTES, SHORT_BYTES
from sidecar.settings.root import Settings
from sidecar.wire import evidence as wire
from sidecar.work.pool import LONG, Pool

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
    return wire.header(piece.header)


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
            kind = "decode" if size <= SHORT_BYTES else LONG
            arguments = call.tenant, header, chunks
            handle, stored = await self._pool.run(
                self._put, call.tenant, kind, call.remaining_s(), *arguments
            )
        call.facts |= {"handle": handle, "bytes": size}
        return pb.PutQueryResultResponse(
            handle=handle, info=wire.info(stored), already_present=stored.already_present
        )

    def _put(
        self, tenant: str, header: Header, chunks: list[bytes]
    ) -> tuple[str, Stored[TableIndex]]:
        payload = b"".join(chunks)
        chunks.clear()  # the payload is held once
        return self._store.put(tenant, header, payload, wire.decode)

    async def PutSource(  # noqa: N802 (named by the contract)
        self, request: pb.PutSourceRequest, context: Context
    ) -> pb.PutSourceResponse:
        """Keep one source."""
        call = CALL.get()
        size = request.ByteSize()
        if size <= INLINE_BYTES:
            handle, stored = self._put_source(call.tenant, request.source)
        else:
            handle, stored = await self._pool.run(
                self._put_source,
                call.tenant,
                "decode",
                call.remaining_s(),
                call.tenant,
                request.source,
            )
        call.facts |= {"handle": handle, "bytes": size}
        return pb.PutSourceResponse(
            handle=handle, info=wire.info(stored), already_present=stored.already_present
        )

    def _put_source(self, tenant: str, message: evidence_pb2.Source) -> tuple[str, Stored[Source]]:
        source = wire.source(message)
        check_items([], [source], [], self._settings)
        return self._store.put_source(tenant, source)

    async def GetEvidence(  # noqa: N802 (named by the contract)
        self, request: pb.GetEvidenceRequest, context: Context
    ) -> pb.GetEvidenceResponse:
        """Tell what is known of a piece of evidence, without its data."""
        stored = self._store.get(CALL.get().tenant, request.handle)
        return pb.GetEvidenceResponse(info=wire.info(stored))

    async def DeleteEvidence(  # noqa: N802 (named by the contract)
        self, request: pb.DeleteEvidenceRequest, context: Context
    ) -> pb.DeleteEvidenceResponse:
        """Delete a piece of evidence."""
        self._store.delete(CALL.get().tenant, request.handle)
        return pb.DeleteEvidenceResponse()
