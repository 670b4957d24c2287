"""Work on a stream: what goes wrong is told once, to whoever reads it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from typing import Any

import pytest

from sidecar.evals.concurrency import map_concurrently


def test_of_several_that_fail_at_once_one_is_told() -> None:
    unheard: list[dict[str, Any]] = []

    async def things() -> AsyncIterator[int]:
        for number in range(3):
            yield number

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, told: unheard.append(told))
        lost = asyncio.get_running_loop().create_future()

        async def work(number: int) -> int:
            if number == 2:
                asyncio.get_running_loop().call_soon(lost.set_exception, OSError("lost"))
            await asyncio.wait([lost])
            lost.result()
            return number

        with pytest.raises(OSError, match="lost"):
            async for _ in map_concurrently(things(), work, 3):
                pass

    asyncio.run(run())
    gc.collect()
    assert not unheard
