"""Keeping evidence by handle: whose it is, how long it lives, what makes room."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from sidecar.errors import VerifydError
from sidecar.evidence import decoding, derived
from sidecar.evidence.header import Format, Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits, EvidenceSettings
from sidecar.evidence.store import EvidenceStore
from sidecar.model.evidence import Table

HEADER = Header(query_id="q")


class Clock:
    """Time that passes only when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(clock: Clock) -> EvidenceStore:
    return EvidenceStore(EvidenceSettings(ttl_s=60, memory_bytes=BUDGET), clock)


def payload(number: int) -> bytes:
    row = "[" + ",".join([str(number)] * 10) + "]"
    names = ",".join(f'"{name}"' for name in "abcdefghij")
    return f'{{"columns":[{names}],"rows":[{",".join([row] * 1000)}]}}'.encode()


def size_of_payload() -> int:
    """Ten columns of 1,000 numbers: 12 bytes each as cells, 12 in the index; what is derived."""
    table = decoding.DECODERS[Format.JSON](payload(1), HEADER, EvidenceLimits())
    return (12 + 12) * 10_000 + derived.estimate_nbytes(table)


PAYLOAD_BYTES = size_of_payload()
BUDGET = PAYLOAD_BYTES * 5 // 2
"""Memory that two payloads fit into, and three do not."""


def reason(store: EvidenceStore, handle: str, tenant: str = "t") -> str:
    with pytest.raises(VerifydError) as caught:
        store.get(tenant, handle)
    assert caught.value.metadata == {"handle": handle}
    return caught.value.reason


def test_put_and_get(store: EvidenceStore) -> None:
    handle, put = store.put("t", HEADER, b'[{"a": 1}]')
    got = store.get("t", handle)
    assert got.kept is put.kept
    assert got.kept.table.row_count == 1
    assert (put.already_present, got.already_present) == (False, True)
    assert put.nbytes == store.statistics().nbytes > put.kept.table.nbytes


def test_putting_the_same_again_renews_its_life(store: EvidenceStore, clock: Clock) -> None:
    handle, first = store.put("t", HEADER, b"[]")
    clock.now += 40
    assert store.get("t", handle).seconds_left == 20
    again, second = store.put("t", HEADER, b"[]")
    assert (again, second.already_present, second.seconds_left) == (handle, True, 60)
    assert second.kept is first.kept
    clock.now += 59.9
    assert store.get("t", handle).seconds_left > 0


def test_getting_does_not_renew(store: EvidenceStore, clock: Clock) -> None:
    handle, _ = store.put("t", HEADER, b"[]")
    for _ in range(6):
        clock.now += 9
        store.get("t", handle)
    clock.now += 6
    assert reason(store, handle) == "EVIDENCE_NOT_FOUND"
    statistics = store.statistics()
    assert (statistics.entries, statistics.nbytes, statistics.expirations) == (0, 0, 1)


def test_a_tenant_never_sees_what_another_put(store: EvidenceStore) -> None:
    handle, _ = store.put("t", HEADER, b"[]")
    assert reason(store, handle, "other") == "EVIDENCE_NOT_FOUND"
    with pytest.raises(VerifydError):
        store.delete("other", handle)
    assert store.get("t", handle)


def test_delete(store: EvidenceStore) -> None:
    handle, _ = store.put("t", HEADER, b"[]")
    store.delete("t", handle)
    assert reason(store, handle) == "EVIDENCE_NOT_FOUND"
    assert store.statistics().nbytes == 0


def test_the_least_recently_used_makes_room(store: EvidenceStore) -> None:
    first, _ = store.put("t", HEADER, payload(1))
    second, stored = store.put("t", HEADER, payload(2))
    assert stored.nbytes == PAYLOAD_BYTES
    store.get("t", first)
    third, _ = store.put("t", HEADER, payload(3))
    assert reason(store, second) == "EVIDENCE_NOT_FOUND"
    assert store.get("t", first)
    assert store.get("t", third)
    assert store.statistics().evictions == 1


def test_what_is_pinned_makes_no_room(store: EvidenceStore) -> None:
    handles = [store.put("t", HEADER, payload(number))[0] for number in (1, 2)]
    with store.pin("t", handles) as pinned:
        assert pinned == {handle: store.get("t", handle).kept for handle in handles}
        assert store.statistics().pinned == 2
        with pytest.raises(VerifydError) as caught:
            store.put("t", HEADER, payload(3))
        assert caught.value.reason == "EVIDENCE_STORE_FULL"
        assert caught.value.metadata == {"given": str(PAYLOAD_BYTES), "maximum": str(BUDGET)}
        assert all(store.get("t", handle) for handle in handles)
    store.put("t", HEADER, payload(3))
    assert store.statistics().pinned == 0


def test_what_is_deleted_while_pinned_stays_accounted(store: EvidenceStore, clock: Clock) -> None:
    deleted, _ = store.put("t", HEADER, payload(1))
    expired, _ = store.put("t", HEADER, payload(2))
    with store.pin("t", [deleted, expired]) as pinned:
        store.delete("t", deleted)
        clock.now += 60
        assert reason(store, deleted) == reason(store, expired) == "EVIDENCE_NOT_FOUND"
        assert store.statistics().nbytes == 2 * PAYLOAD_BYTES
        kept = pinned[deleted]
        assert isinstance(kept, TableIndex)
        assert kept.table.row_count == 1000
        with pytest.raises(VerifydError, match="do not fit"):
            store.put("t", HEADER, payload(3))
    assert store.statistics().nbytes == 0


def test_pins_are_let_go_when_the_request_fails(store: EvidenceStore) -> None:
    handle, _ = store.put("t", HEADER, b"[]")
    with pytest.raises(ZeroDivisionError), store.pin("t", [handle]):
        raise ZeroDivisionError
    assert store.statistics().pinned == 0


def test_pins_are_all_or_none(store: EvidenceStore) -> None:
    handle, _ = store.put("t", HEADER, b"[]")
    with pytest.raises(VerifydError), store.pin("t", [handle, "0" * 64]):
        pytest.fail("one of them is unknown")
    assert store.statistics().pinned == 0


def test_a_handle_that_is_named_twice_is_pinned_once(store: EvidenceStore) -> None:
    handle, _ = store.put("t", HEADER, b"[]")
    with store.pin("t", [handle, handle]) as pinned:
        assert len(pinned) == 1
    assert store.statistics().pinned == 0


def test_what_does_not_decode_is_not_kept(store: EvidenceStore) -> None:
    with pytest.raises(VerifydError, match="Expecting"):
        store.put("t", HEADER, b"[")
    assert store.statistics().entries == 0


def test_a_format_that_nothing_reads_needs_its_decoder(store: EvidenceStore) -> None:
    header = Header(query_id="q", format=Format.ROWS)
    with pytest.raises(VerifydError) as caught:
        store.put("t", header, b"[]")
    assert caught.value.reason == "EVIDENCE_FORMAT_UNAVAILABLE"

    def decoder(data: bytes | memoryview, header: Header, limits: EvidenceLimits) -> Table:
        return decoding.DECODERS[Format.JSON](data, header, limits)

    assert store.put("t", header, b"[]", decoder)[1].kept.table.row_count == 0


def test_threads_share_one_table_and_the_accounts_balance() -> None:
    store = EvidenceStore(EvidenceSettings(memory_bytes=5 * PAYLOAD_BYTES))

    def work(number: int) -> int:
        handle, stored = store.put("t", HEADER, payload(number % 4))
        with store.pin("t", [handle]) as pinned:
            assert pinned[handle] is store.get("t", handle).kept
            store.statistics()
        return id(stored.kept)

    with ThreadPoolExecutor(8) as pool:
        tables = list(pool.map(work, range(64)))
    assert len(set(tables)) == 4
    statistics = store.statistics()
    assert (statistics.entries, statistics.pinned) == (4, 0)
    assert statistics.nbytes == 4 * PAYLOAD_BYTES
