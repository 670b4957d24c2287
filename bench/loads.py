"""Calls from processes of their own: at a steady rate, or so many at once.

At a steady rate a call begins when its time has come, whether or not those before it have ended; so
a server that stands still for a second shows in fifty calls, not in one.
"""

from __future__ import annotations

import asyncio
import math
import multiprocessing
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

import grpc
import grpc.aio

from bench.drawn_calls import ANY_SIZE, Metadata, reason_of, verified

_JOIN_S = 60
_PAUSE_S = 0.01
"""Between two calls of one caller where the first was refused."""


class Load(NamedTuple):
    """Calls of one method.

    Attributes:
        method: Its path.
        requests: Their bytes, taken in turn.
        every_s: Seconds between the beginnings of two of them, or 0.
        at_once: How many are under way at any time, where ``every_s`` is 0.
        timeout_s: Of each.
        metadata: Of each.
    """

    method: str
    requests: Sequence[bytes]
    every_s: float = 0.0
    at_once: int = 1
    timeout_s: float = 10.0
    metadata: Metadata = ()


class Called(NamedTuple):
    """One call: ``OK`` or the reason or code of its error, and its seconds."""

    ending: str
    seconds: float


class Seen(list[Called]):
    """All calls of a load."""

    def chosen(self, *endings: str) -> Seen:
        """Those that ended so."""
        return Seen(each for each in self if each.ending in endings)

    def within(self, share: float) -> float:
        """The seconds that this share of the calls stayed within; those that failed never end."""
        times = sorted(c.seconds if c.ending.startswith("OK") else math.inf for c in self)
        return times[min(len(times) - 1, int(share * len(times)))] if times else math.inf

    def took(self, share: float) -> float:
        """The same whatever they ended with; 0 without any."""
        times = sorted(each.seconds for each in self)
        return times[min(len(times) - 1, int(share * len(times)))] if times else 0.0


@contextmanager
def loading(address: str, loads: Mapping[str, Load]) -> Iterator[dict[str, Seen]]:
    """Load a server while the context lasts; what was seen is there once it has ended."""
    seen: dict[str, Seen] = {}
    spawn = multiprocessing.get_context("spawn")
    running = []
    for name, load in loads.items():
        ours, theirs = spawn.Pipe()
        process = spawn.Process(target=_run, args=(address, load, theirs), daemon=True)
        process.start()
        theirs.close()
        running.append((name, process, ours))
    try:
        for _, _, pipe in running:
            pipe.recv()  # is connected
        for _, _, pipe in running:
            pipe.send(None)  # begin
        yield seen
    finally:
        for _, _, pipe in running:
            pipe.send(None)  # end
        for name, process, pipe in running:
            seen[name] = Seen(pipe.recv() if pipe.poll(_JOIN_S) else ())
            process.join(_JOIN_S)
            if process.is_alive():
                process.kill()


def _run(address: str, load: Load, pipe: Connection) -> None:
    pipe.send(asyncio.run(_calls(address, load, pipe)))


async def _calls(address: str, load: Load, pipe: Connection) -> list[Called]:
    done: list[Called] = []
    async with grpc.aio.insecure_channel(address, ANY_SIZE) as channel:
        call: Any = channel.unary_unary(load.method)
        await asyncio.wait_for(channel.channel_ready(), load.timeout_s)
        pipe.send(None)
        await asyncio.to_thread(pipe.recv)
        if load.every_s:
            await _paced(call, load, pipe, done)
        else:
            await asyncio.gather(*(_again(call, load, n, pipe, done) for n in range(load.at_once)))
    return done


async def _paced(call: Any, load: Load, pipe: Connection, done: list[Called]) -> None:
    began = time.perf_counter()
    tasks: set[asyncio.Task[None]] = set()
    number = 0
    while not pipe.poll():
        task = asyncio.create_task(_one(call, load, number, done))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        number += 1
        await asyncio.sleep(max(0.0, began + number * load.every_s - time.perf_counter()))
    await asyncio.gather(*tasks)


async def _again(call: Any, load: Load, first: int, pipe: Connection, done: list[Called]) -> None:
    number = first
    while not pipe.poll():
        await _one(call, load, number, done)
        number += load.at_once
        if not done[-1].ending.startswith("OK"):
            await asyncio.sleep(_PAUSE_S)


async def _one(call: Any, load: Load, number: int, done: list[Called]) -> None:
    request = load.requests[number % len(load.requests)]
    started = time.perf_counter()
    try:
        reply = await call(request, timeout=load.timeout_s, metadata=load.metadata)
        seconds = time.perf_counter() - started
        ending = verified(reply).ending if load.method.endswith("/Verify") else "OK"
    except grpc.RpcError as error:
        seconds = time.perf_counter() - started
        ending = reason_of(error) or error.code().name
    done.append(Called(ending, seconds))
