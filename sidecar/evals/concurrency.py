"""Work on a stream, several things at a time, and an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Sequence,
)
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


async def map_concurrently(
    source: AsyncIterable[T], work: Callable[[T], Awaitable[R]], most: int | Callable[[], int]
) -> AsyncGenerator[R, None]:
    """What ``work`` makes of each thing, as soon as it is made.

    The next thing is taken while there is room for it, so that at most ``most`` are worked on. What
    ``work`` raises ends all of it, and so does closing the generator.

    Args:
        source: Where things come from.
        work: What is done with each.
        most: How many at a time, or what tells it whenever there may be room.
    """
    things, room = aiter(source), most if callable(most) else lambda: most
    working: set[asyncio.Task[R]] = set()
    ready: set[asyncio.Task[R]] = set()
    getting: asyncio.Task[list[T]] | None = asyncio.create_task(_following(things))
    try:
        while getting is not None or working:
            awaited: set[asyncio.Task[Any]] = {*working}
            if getting is not None and len(working) < room():
                awaited.add(getting)
            done, _ = await asyncio.wait(awaited, return_when=asyncio.FIRST_COMPLETED)
            if getting is not None and getting in done:
                found = getting.result()
                getting = asyncio.create_task(_following(things)) if found else None
                working |= {asyncio.create_task(_made(work, one)) for one in found}
            ready = working & done
            working -= ready
            while ready:
                yield ready.pop().result()
    finally:
        await _cancel([*ready, *working, *([] if getting is None else [getting])])
        if isinstance(things, AsyncGenerator):
            await things.aclose()


async def _cancel(tasks: Sequence[asyncio.Task[Any]]) -> None:
    """Cancel tasks, and wait until they are."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _following(things: AsyncIterator[T]) -> list[T]:
    """The next thing, or none at the end."""
    try:
        return [await anext(things)]
    except StopAsyncIteration:
        return []


async def _made(work: Callable[[T], Awaitable[R]], thing: T) -> R:
    return await work(thing)


# An event loop in a thread of its own, for callers with and without one.


class BackgroundLoop:
    """Runs coroutines in one event loop, for any caller: a thread, or another event loop.

    The thread begins with the first coroutine, and ends with the process if nobody closes it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._closed = False

    def start(self, work: Coroutine[Any, Any, T]) -> concurrent.futures.Future[T]:
        """Begin a coroutine.

        Raises:
            RuntimeError: If it was closed.
        """
        with self._lock:
            if self._closed:
                work.close()
                raise RuntimeError("it is closed")
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = Thread(
                    target=self._loop.run_forever, name="verifyd-evals", daemon=True
                )
                self._thread.start()
            return asyncio.run_coroutine_threadsafe(_kept_running(work), self._loop)

    def close(self, last: Coroutine[Any, Any, None]) -> None:
        """Run one more coroutine, and end; what else is running is cancelled."""
        with self._lock:
            loop, thread = self._loop, self._thread
            if self._closed or loop is None or thread is None:
                self._closed = True
                last.close()
                return
            self._closed = True
        asyncio.run_coroutine_threadsafe(_await_last(last), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _kept_running(work: Coroutine[Any, Any, T]) -> T:
    """What it comes to; exiting would end the loop, and who waits would wait for ever."""
    try:
        return await work
    except SystemExit as error:
        raise RuntimeError("something called sys.exit") from error


async def _await_last(last: Coroutine[Any, Any, None]) -> None:
    own = asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task is not own]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await last
