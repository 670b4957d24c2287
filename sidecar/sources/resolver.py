"""The text of a source, by the mode of the settings; where there is none, the reason."""

from __future__ import annotations

import asyncio
import ssl
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from sidecar.model.evidence import Source
from sidecar.model.source_text import SourceText, TextOrigin, Unavailable
from sidecar.sources.cache import SourceCache
from sidecar.sources.fetching import Fetcher, require_allowed
from sidecar.sources.reader import KIND, DocumentReader
from sidecar.sources.settings import SourcesSettings
from sidecar.sources.urls import (
    Address,
    HostLookup,
    LookUp,
    SourceError,
    Url,
    is_public,
    look_up_system,
    parse_url,
)
from sidecar.work import ThreadRunner

# Places for fetches: so many at once, of which no caller has all.


class SourceQueue:
    """Gives places in the order of asking, and leaves one for the other callers.

    Args:
        size: How many there are.
    """

    def __init__(self, size: int) -> None:
        self._of_one = max(1, size - 1)
        self._all = asyncio.Semaphore(size)
        self._own: dict[str, asyncio.Semaphore] = {}
        self._users: Counter[str] = Counter()

    @asynccontextmanager
    async def place(self, caller: str) -> AsyncIterator[None]:
        """Hold a place while the context lasts."""
        own = self._own.setdefault(caller, asyncio.Semaphore(self._of_one))
        self._users[caller] += 1
        try:
            async with own, self._all:
                yield
        finally:
            self._users[caller] -= 1
            if not self._users[caller]:
                del self._users[caller], self._own[caller]


__all__ = ["SourceResolver", "SourceText", "TextOrigin", "Unavailable"]

T = TypeVar("T")


class SourceResolver:
    """Finds the texts of sources, with what requests share: places, and the reader of documents.

    Make and use it inside a running event loop; it costs nothing until a source is fetched. What it
    may be given in place of its own is for tests: no setting makes a private address public.

    Args:
        look_up: Finds the addresses of a host.
        is_allowed: Whether one of them may be connected to.
        context: For TLS; that of the system where none is given.
    """

    def __init__(
        self,
        look_up: LookUp = look_up_system,
        is_allowed: Callable[[Address], bool] = is_public,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self._reader = DocumentReader()
        self._fetcher = Fetcher(HostLookup(look_up, is_allowed), self._reader, context)
        self._places: dict[int, SourceQueue] = {}
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def text_of(
        self,
        source: Source,
        settings: SourcesSettings,
        timeout_s: float,
        work: ThreadRunner | None = None,
        caller: str = "",
    ) -> SourceText | Unavailable:
        """The text of a source, or why there is none.

        Args:
            source: As the request has it.
            settings: In force for the request.
            timeout_s: Seconds that the request has left; the settings may allow less.
            work: Runs what blocks in threads.
            caller: For whom; no caller has all places for fetches.
        """
        is_given = bool(source.text) and not source.text.isspace()
        if is_given and settings.mode != "fresh":
            return SourceText(source.text, TextOrigin.GIVEN)
        try:
            async with asyncio.timeout(min(timeout_s, settings.timeout_s)):
                return await self._found(source.url, settings, work or _in_own_thread, caller)
        except TimeoutError:
            return SourceError("SOURCE_TIMEOUT").unavailable
        except SourceError as error:
            return error.unavailable

    async def close(self) -> None:
        """End the reader of documents."""
        await asyncio.to_thread(self._reader.close)

    async def _found(
        self, written: str, settings: SourcesSettings, work: ThreadRunner, caller: str
    ) -> SourceText:
        """A text that the request does not have."""
        if settings.mode == "given":
            raise SourceError("SOURCE_NO_TEXT")
        if not written:
            raise SourceError("SOURCE_NO_URL")
        url = parse_url(written)
        if settings.allowed_hosts:
            require_allowed(url, settings)
        cache = None
        if settings.cache_dir is not None:
            cache = SourceCache(settings.cache_dir, settings.cache_bytes)
        if cache is None or settings.mode != "cached":
            return await self._fetched(url, settings, work, caller, cache)
        # Anyone who asks for what is just being fetched finds it in the cache.
        async with self._turns.setdefault(url.text, asyncio.Lock()):
            kept = await work(cache.get, url.text, settings.cache_ttl_s, kind=KIND)
            if kept is not None and len(kept.encode()) <= settings.max_text_bytes:
                return SourceText(kept, TextOrigin.CACHED)
            return await self._fetched(url, settings, work, caller, cache)

    async def _fetched(
        self,
        url: Url,
        settings: SourcesSettings,
        work: ThreadRunner,
        caller: str,
        cache: SourceCache | None,
    ) -> SourceText:
        """A text from its host, which is kept where there is a cache."""
        if not settings.allowed_hosts:
            is_kept = settings.mode == "cached"
            raise SourceError("SOURCE_NOT_CACHED" if is_kept else "SOURCE_HOST_NOT_ALLOWED")
        if settings.max_parallel not in self._places:
            self._places[settings.max_parallel] = SourceQueue(settings.max_parallel)
        async with self._places[settings.max_parallel].place(caller):
            reply = await self._fetcher.fetch(url, settings, work)
            text = await work(self._reader.text, reply.body, reply.headers, settings, kind=KIND)
        if cache is not None:
            await work(cache.put, url.text, text, kind=KIND)
        return SourceText(text, TextOrigin.FETCHED)


async def _in_own_thread(function: Callable[..., T], *args: Any, kind: str | None = None) -> T:
    """A ``ThreadRunner`` for those who have no pool of threads."""
    return await asyncio.to_thread(function, *args)
