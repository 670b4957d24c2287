"""``EvidenceService``: keeps query results and sources that are sent ahead."""

from __future__ import annotations

from collections.abc import AsyncIterable

from verifyd.v1 import evidence_pb2, evidence_service_pb2_grpc
from verifyd.v1 import evidence_service_pb2 as pb

from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.items import check as check_items
from sidecar.evidence.store import EvidenceStore, Stored
from sidecar.model.evidence import Source
from sidecar.server.call import CALL, Context
from sidecar.services.request_evidence import INLINE_BYTES, SHORT_BYTES
from sidecar.services.upload import Uploads
from sidecar.settings.root import Settings
from sidecar.wire import evidence as wire
from sidecar.wire import items as items_wire
from sidecar.work import LONG, Pool


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
        source = items_wire.source(message)
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
