"""Uploads take no more memory than they may, together and each, and give it back."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from calls import chunk, header
from verifyd.v1 import evidence_service_pb2 as pb

from sidecar.evidence.errors import EvidenceStoreFull, EvidenceTooLarge
from sidecar.services.evidence import Uploads


async def pieces(*sizes: int) -> AsyncIterator[pb.PutQueryResultRequest]:
    yield header()
    for size in sizes:
        yield chunk(b"x" * size)


async def test_the_bytes_arrive_whole_and_in_order() -> None:
    async def numbered() -> AsyncIterator[pb.PutQueryResultRequest]:
        yield header("q")
        for part in (b"one ", b"two ", b"three"):
            yield chunk(part)

    async with Uploads(100, 100).receive(numbered()) as (head, chunks):
        assert head.query_id == "q"
        assert b"".join(chunks) == b"one two three"


async def test_one_upload_may_take_exactly_its_limit() -> None:
    async with Uploads(10, 100).receive(pieces(4, 6)) as (_, chunks):
        assert len(b"".join(chunks)) == 10
    with pytest.raises(EvidenceTooLarge) as refused:
        async with Uploads(10, 100).receive(pieces(4, 7)):
            pass
    assert refused.value.metadata["given"] == "11"


async def test_all_together_may_take_exactly_theirs_and_give_it_back() -> None:
    uploads = Uploads(10, 15)
    async with uploads.receive(pieces(10)):
        async with uploads.receive(pieces(5)):
            pass
        with pytest.raises(EvidenceStoreFull) as refused:
            async with uploads.receive(pieces(3, 3)):
                pass
        assert refused.value.metadata == {"given": "16", "maximum": "15"}
        async with uploads.receive(pieces(5)):  # what the refused one held was given back
            pass
    async with uploads.receive(pieces(10)):
        pass


async def test_an_upload_that_breaks_off_gives_its_memory_back() -> None:
    async def broken() -> AsyncIterator[pb.PutQueryResultRequest]:
        yield header()
        yield chunk(b"x" * 10)
        raise ConnectionError

    uploads = Uploads(10, 10)
    with pytest.raises(ConnectionError):
        async with uploads.receive(broken()):
            pass
    async with uploads.receive(pieces(10)):
        pass


async def test_nothing_without_bytes_is_an_empty_payload() -> None:
    async with Uploads(10, 10).receive(pieces()) as (_, chunks):
        assert not chunks
