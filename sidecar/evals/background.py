"""An event loop in a thread of its own, for callers with and without one."""

from __future__ import annotations

import asyncio
import concurrent.futures
from collections.abc import Coroutine
from threading import Lock, Thread
from typing import Any, TypeVar

T = TypeVar("T")


class Background:
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
        asyncio.run_coroutine_threadsafe(_ended(last), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _kept_running(work: Coroutine[Any, Any, T]) -> T:
    """What it comes to; exiting would end the loop, and who waits would wait for ever."""
    try:
        return await work
    except SystemExit as error:
        raise RuntimeError("something called sys.exit") from error


async def _ended(last: Coroutine[Any, Any, None]) -> None:
    own = asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task is not own]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await last
