"""Work on a stream of things, several at a time, with no more of them in hand than that."""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Awaitable,
    Callable,
    Sequence,
)
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


async def side_by_side(
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
        await _ended([*ready, *working, *([] if getting is None else [getting])])
        if isinstance(things, AsyncGenerator):
            await things.aclose()


async def _ended(tasks: Sequence[asyncio.Task[Any]]) -> None:
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
