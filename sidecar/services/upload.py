"""Receiving a query result in pieces: their order, and how much memory they may take meanwhile."""

from __future__ import annotations

from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager

from verifyd.v1 import evidence_service_pb2 as pb

from sidecar.evidence.errors import EvidenceStoreFull, EvidenceTooLarge, UploadOutOfOrder
from sidecar.evidence.header import Header
from sidecar.wire import evidence as wire


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
