"""Query results and sources that were uploaded in advance, by handle.

A piece of evidence belongs to the tenant that put it and lives for ``ttl_s`` after it was last put.
All of them together take at most ``memory_bytes``: a table is accounted from the start with the
indexes that may yet be built for it and with what checks may yet learn of it (``derived``), so a
request never fails for lack of memory halfway.
Room is made by dropping the least recently used ones that no request has pinned. What a pinned
request holds stays accounted until it lets go, even if it was deleted meanwhile.

All methods may be called from any thread. Decoding and hashing happen outside the lock.
"""

from __future__ import annotations

import sys
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeVar

from sidecar.evidence import header as handles
from sidecar.evidence.decoding import Decoder, decode_evidence
from sidecar.evidence.errors import EvidenceNotFound, EvidenceStoreFull
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceSettings
from sidecar.model.evidence import Source

_SHOWN = 80  # characters of an unknown handle that the error repeats
_SOURCE_BYTES = 1024
"""Memory that a source takes beside its text: about."""

Kept = TableIndex | Source
K = TypeVar("K", bound=Kept)


@dataclass(frozen=True, slots=True)
class StoredEvidence(Generic[K]):
    """A piece of evidence in the store, as it was when it was asked for.

    Attributes:
        handle: Its handle.
        kept: A source, or a table and the lookups over it.
        nbytes: Memory that it is accounted with.
        seconds_left: How long it will be kept unless it is put again.
        already_present: Whether a ``put`` found it there.
    """

    handle: str
    kept: K
    nbytes: int
    seconds_left: float
    already_present: bool = True


@dataclass(frozen=True, slots=True)
class StoreStatistics:
    """What the store holds, and what happened in it since it was made."""

    entries: int
    nbytes: int
    pinned: int
    hits: int
    misses: int
    evictions: int
    expirations: int


@dataclass(slots=True)
class _StoreEntry:
    kept: Kept
    nbytes: int
    expires_at: float
    pins: int = 0
    dropped: bool = False


class Pin:
    """Holds evidence of a tenant, and gives it by handle."""

    __slots__ = ("_entries", "_store", "_tenant", "_wanted")

    def __init__(self, store: EvidenceStore, tenant: str, wanted: Iterable[str]) -> None:
        self._store, self._tenant, self._wanted = store, tenant, wanted

    def __enter__(self) -> dict[str, Kept]:
        """Begin to hold them.

        Raises:
            EvidenceNotFound: If the tenant has none under one of the handles.
        """
        with self._store._lock:
            entries = {handle: self._store._use((self._tenant, handle)) for handle in self._wanted}
            for entry in entries.values():
                entry.pins += 1
        self._entries = entries.values()
        return {handle: entry.kept for handle, entry in entries.items()}

    def __exit__(self, *_: object) -> None:
        with self._store._lock:
            for entry in self._entries:
                entry.pins -= 1
                if entry.dropped and not entry.pins:
                    self._store._nbytes -= entry.nbytes


class EvidenceStore:
    """Decoded query results, and sources, by tenant and handle.

    Args:
        settings: Limits, lifetime and memory.
        clock: Seconds that never run backwards.
    """

    def __init__(
        self, settings: EvidenceSettings, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = Lock()
        self._entries: OrderedDict[tuple[str, str], _StoreEntry] = OrderedDict()
        self._nbytes = 0
        self._hits = self._misses = self._evictions = self._expirations = 0

    def put(
        self,
        tenant: str,
        header: Header,
        payload: bytes | memoryview,
        decoder: Decoder = decode_evidence,
    ) -> tuple[str, StoredEvidence[TableIndex]]:
        """Keep a query result; the same again only renews its life.

        Args:
            tenant: Whose it is.
            header: What the caller says about it.
            payload: Its bytes.
            decoder: What reads them; needed where ``decoding`` does not know the format.

        Raises:
            EvidenceStoreFull: If there is no room beside what is pinned.
            VerifydError: What the decoder raises; nothing is kept then.
        """
        handle = handles.make_handle(tenant, header, payload)
        key = (tenant, handle)
        with self._lock:
            entry = self._alive(key)
            if entry is not None:
                return handle, self._renew(key, entry)
        index = TableIndex(decoder(payload, header, self._settings.limits))
        return handle, self._add(key, index, index.full_nbytes)

    def put_source(self, tenant: str, source: Source) -> tuple[str, StoredEvidence[Source]]:
        """Keep a source; the same again only renews its life.

        Args:
            tenant: Whose it is.
            source: Within its limits: see ``header.check_items``.

        Raises:
            EvidenceStoreFull: If there is no room beside what is pinned.
        """
        handle = handles.make_source_handle(tenant, source)
        nbytes = sys.getsizeof(source.text) + _SOURCE_BYTES
        return handle, self._add((tenant, handle), source, nbytes)

    def _add(self, key: tuple[str, str], kept: K, nbytes: int) -> StoredEvidence[K]:
        """Keep what is not kept yet."""
        with self._lock:
            entry = self._alive(key)  # another thread may have been faster
            if entry is not None:
                return self._renew(key, entry)
            self._make_room(nbytes)
            entry = _StoreEntry(kept, nbytes, self._clock() + self._settings.ttl_s)
            self._entries[key] = entry
            self._nbytes += entry.nbytes
            return self._stored(key[1], entry, already_present=False)

    def get(self, tenant: str, handle: str) -> StoredEvidence[Kept]:
        """Look a piece of evidence up.

        Raises:
            EvidenceNotFound: If the tenant has none under this handle, or no longer.
        """
        with self._lock:
            return self._stored(handle, self._use((tenant, handle)))

    def pin(self, tenant: str, wanted: Iterable[str]) -> Pin:
        """Hold evidence while the context that this returns lasts: all of them, or none."""
        return Pin(self, tenant, wanted)

    def delete(self, tenant: str, handle: str) -> None:
        """Drop a piece of evidence; requests that have pinned it keep it.

        Raises:
            EvidenceNotFound: If the tenant has none under this handle.
        """
        with self._lock:
            self._use((tenant, handle))
            self._drop((tenant, handle))

    def statistics(self) -> StoreStatistics:
        """Report what the store holds and did."""
        with self._lock:
            return StoreStatistics(
                entries=len(self._entries),
                nbytes=self._nbytes,
                pinned=sum(entry.pins > 0 for entry in self._entries.values()),
                hits=self._hits,
                misses=self._misses,
                evictions=self._evictions,
                expirations=self._expirations,
            )

    def _use(self, key: tuple[str, str]) -> _StoreEntry:
        entry = self._alive(key)
        if entry is None:
            self._misses += 1
            told = key[1][:_SHOWN]
            raise EvidenceNotFound(
                f"no evidence has the handle {told!r}; put it again", handle=told
            )
        self._hits += 1
        self._entries.move_to_end(key)
        return entry

    def _alive(self, key: tuple[str, str]) -> _StoreEntry | None:
        entry = self._entries.get(key)
        if entry is not None and entry.expires_at <= self._clock():
            self._drop(key)
            self._expirations += 1
            return None
        return entry

    def _renew(self, key: tuple[str, str], entry: _StoreEntry) -> StoredEvidence[Any]:
        entry.expires_at = self._clock() + self._settings.ttl_s
        self._entries.move_to_end(key)
        return self._stored(key[1], entry)

    def _make_room(self, needed: int) -> None:
        """Drop what has expired, then the least recently used, until ``needed`` bytes fit."""
        for key in list(self._entries):
            self._alive(key)
        free = self._settings.memory_bytes - self._nbytes
        idle = [key for key, entry in self._entries.items() if not entry.pins]
        if free + sum(self._entries[key].nbytes for key in idle) < needed:
            raise EvidenceStoreFull(
                f"{needed} bytes of evidence do not fit beside what requests are using",
                given=needed,
                maximum=self._settings.memory_bytes,
            )
        for key in idle:
            if free >= needed:
                break
            free += self._entries[key].nbytes
            self._drop(key)
            self._evictions += 1

    def _drop(self, key: tuple[str, str]) -> None:
        entry = self._entries.pop(key)
        entry.dropped = True
        if not entry.pins:
            self._nbytes -= entry.nbytes

    def _stored(
        self, handle: str, entry: _StoreEntry, *, already_present: bool = True
    ) -> StoredEvidence[Any]:
        seconds_left = max(0.0, entry.expires_at - self._clock())
        return StoredEvidence(handle, entry.kept, entry.nbytes, seconds_left, already_present)
