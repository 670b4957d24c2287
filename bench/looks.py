"""How long does work go on without a look whether anybody still waits for it?

A job that nobody waits for ends at its next ``check_abandoned``. Requests that are made to take
long are judged here in one process, each for some seconds, and the longest processor time between
two looks is printed, with the place at which it was reached.

    python -m bench.looks [--seconds T] [--most N] [--told N] [PART OF A NAME ...]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import threading
import time
import traceback
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import takewhile
from typing import Any, ClassVar
from unittest import mock

from verifyd.v1 import verify_pb2

from bench import fuzz_told, worst_requests, worst_work
from sidecar.errors import VerifydError
from sidecar.evidence.header import Format, Header
from sidecar.evidence.store import EvidenceStore
from sidecar.runner import Runner
from sidecar.server.call import CALL, ServedCall
from sidecar.services.narratives import NarrativeVerifier
from sidecar.services.review import ReviewRecorder
from sidecar.services.verify import VerifyService
from sidecar.settings.root import Settings
from sidecar.wire import evidence as wire
from sidecar.work import Job, collecting
from sidecar.work import pool as pool_module
from sidecar.work.pool import Pool

_SAMPLE_S = 0.01
_SHOWN = 3  # frames of a place


class Watched(Job[Any]):
    """A job that knows the processor time of its last look."""

    _running: ClassVar[set[Watched]] = set()

    def __init__(self, work: Callable[[], Any]) -> None:
        super().__init__(work)
        self.thread = 0
        self.looked = 0.0
        self.longest = 0.0
        self.place: tuple[str, ...] | None = None

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody waits for it: asking is a look."""
        self._look()
        return self._abandoned

    @is_abandoned.setter
    def is_abandoned(self, value: bool) -> None:
        self._abandoned = value

    def run(self) -> None:
        """Run it, watched."""
        self.thread = threading.get_ident()
        self.looked = time.thread_time()
        Watched._running.add(self)
        super().run()
        Watched._running.discard(self)
        self._look()

    def _look(self) -> None:
        if threading.get_ident() != self.thread:
            return
        now = time.thread_time()
        self.longest = max(self.longest, now - self.looked)
        if now - self.looked > _FOUND[0]:
            _note(now - self.looked, self.place or ("before", *_place(sys._getframe(3))))
        self.looked, self.place = now, None


_FOUND = [0.02]
_PLACES: defaultdict[str, list[float]] = defaultdict(list)


def _note(seconds: float, place: tuple[str, ...]) -> None:
    before = "before " * (place[:1] == ("before",))  # in C code, where nobody sees the thread
    _PLACES[before + " < ".join(reversed(place[-_SHOWN:]))].append(seconds)


def _watch(ended: threading.Event) -> None:
    """Notice where work is that has not looked for long."""
    while not ended.wait(_SAMPLE_S):
        for job in list(Watched._running):
            frame = sys._current_frames().get(job.thread)
            if frame is None:
                continue
            clock = time.pthread_getcpuclockid(job.thread)
            with suppress(OSError):
                if time.clock_gettime(clock) - job.looked > _FOUND[0]:
                    job.place = _common(job.place, _place(frame))


def _place(frame: Any) -> tuple[str, ...]:
    """The frames that are ours, from the outside in."""
    return tuple(
        f"{each.filename.partition('sidecar/')[2] or each.filename[-30:]}:{each.lineno} {each.name}"
        for each in traceback.extract_stack(frame)
        if "sidecar/" in each.filename or "fastpath/" in each.filename
    )


def _common(one: tuple[str, ...] | None, other: tuple[str, ...]) -> tuple[str, ...]:
    """Where both have been: the loop is in the innermost frame of what is left."""
    if one is None:
        return other
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return tuple(mine for mine, _ in alike)


@contextmanager
def watched() -> Iterator[None]:
    """Watch the jobs of all pools."""
    ended = threading.Event()
    watcher = threading.Thread(target=_watch, args=[ended], daemon=True)
    watcher.start()
    with mock.patch.object(pool_module, "Job", Watched):
        yield
    ended.set()
    watcher.join()


async def judge(
    request: verify_pb2.VerifyRequest, ahead: dict[str, bytes], mode: str, seconds: float
) -> str:
    """How a request ends that is given some seconds."""
    settings = Settings.model_validate(
        {"numeric": {"binding": {"mode": mode}}, "structure": {"max_response_bytes": 1 << 20}}
    )
    pool = Pool(1)
    runner = Runner(pool)
    store, recorder = EvidenceStore(settings.evidence), ReviewRecorder(None, settings.reviews, pool)
    narratives = NarrativeVerifier(settings, runner, store, pool, recorder)
    service = VerifyService(settings, runner, narratives)
    CALL.set(ServedCall("Verify", "r", tenant="local", deadline=time.monotonic() + 60))
    for query_id, payload in ahead.items():
        header = Header(query_id=query_id, format=Format.ARROW)
        put = partial(store.put, "local", header, payload, wire.decode)
        handle, _ = await pool.run(put, "local", "decode", None)
        request.evidence.handles.append(handle)
    CALL.set(ServedCall("Verify", "r", tenant="local", deadline=time.monotonic() + seconds))
    try:
        await service.Verify(request, mock.sentinel.context)
        ending = "answered"
    except (VerifydError, TimeoutError) as error:
        ending = type(error).__name__
    began = time.process_time()
    while pool._running and time.process_time() < began + 60:  # noqa: ASYNC110 (nothing tells)
        await asyncio.sleep(0.01)
    await runner.close()
    pool.close()
    return ending


def inputs(told: int) -> Iterator[tuple[str, Callable[[], worst_work.Work]]]:
    """Requests that take long, by name."""
    for name, make in worst_work.requests().items():
        yield f"work/{name}", make
    for name, shape in worst_requests.requests().items():
        yield f"bytes/{name}", partial(_parsed, shape)
    for at, (text, results) in enumerate(fuzz_told.inputs(1, told)):
        yield f"told/{at}", partial(_told, text * 20, results)
    for name, (response, schema) in _RESPONSES.items():
        yield f"response/{name}", partial(_responded, response, schema)
    for name, text in _TEXTS.items():
        yield f"text/{name}", partial(_told, text, [("q", '[{"n": 1234, "share": 0.15}]')])


_TEXTS = {
    "dense numbers": "1,234 and 5.6 % of 78 km, " * 2_000,
    "one word": "x" * 500_000,
    "citations": "Staff rose by 5 % [1], as (QID:q) says. " * 5_000,
    "brackets": "[" * 100_000,
    "list": "- 45% in construction\n" * 10_000,
    "table": "| A | 1,000 | 2,000 | 3,000 |\n" * 5_000,
    "headings": "# A 1\n\n" * 20_000,
    "sums": "The sum of 1, 2, 3, 4 and 5 is 15. " * 3_000,
    "one sentence of numbers": "sales were " + "12, 13, " * 4_000,
    "number words": "one hundred and twenty-five thousand " * 5_000,
    "dates": "On 24 April 2024 and 24/04/2024 at 19:30, " * 5_000,
}


_ANY = '{"type": "array"}'
_RESPONSES = {
    "whole": ("[" + '{"a": [1, "x"]},' * 50_000 + "1]", _ANY),
    "cut off": ("[" + '{"a": [1, "x"]},' * 50_000, _ANY),
    "trailing commas": ("[" + "[1,]," * 100_000 + "]", _ANY),
    "single quotes": ("[" + "{'a': 'b'}," * 50_000 + "]", _ANY),
    "deep": ("[" * 900 + "]" * 900, _ANY),
    "very deep": ("[" * 200_000, _ANY),
    "fenced": ("Here it is:\n```json\n" + "[1, 2],\n" * 50_000 + "```", _ANY),
    "many errors": ("[" + "1," * 200_000 + "1]", '{"items": {"type": "string"}}'),
    "missing fields": ("[" + "{}," * 100_000 + "{}]", '{"items": {"required": ["a"]}}'),
    "prose": ("no JSON { at [ all " * 30_000, _ANY),
}


def _responded(response: str, schema: str) -> worst_work.Work:
    request = verify_pb2.VerifyRequest(narrative="x", checks=["structure"])
    request.structured_response.response = response
    request.structured_response.schema_json = schema
    return worst_work.Work(request, {})


def _told(text: str, results: Any) -> worst_work.Work:
    names = ["numeric", "consistency", "citations", "support"]
    request = verify_pb2.VerifyRequest(narrative=text, checks=names)
    request.detail = verify_pb2.DETAIL_EXPLAIN
    for query_id, payload in results:
        request.evidence.query_results.add(query_id=query_id, json=payload)
    return worst_work.Work(request, {})


def _parsed(shape: Callable[[], bytes]) -> worst_work.Work:
    return worst_work.Work(verify_pb2.VerifyRequest.FromString(shape()), {})


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.looks", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="NAME", help="those with this in their name")
    parser.add_argument("--seconds", type=float, default=5, help="of each request (5)")
    parser.add_argument("--told", type=int, default=10, help="requests of bench.fuzz (10)")
    parser.add_argument("--mode", choices=("value", "context"), default="context")
    parser.add_argument("--most", type=float, default=0.05, help="longest allowed gap (0.05)")
    options = parser.parse_args()
    collecting.collect_rarely()  # as the server does: a full collection is no step of the work
    with watched():
        for name, make in inputs(options.told):
            if options.names and all(part not in name for part in options.names):
                continue
            work = make()
            _PLACES.clear()
            _FOUND[0] = min(0.02, options.most)
            ending = asyncio.run(judge(work.request, work.ahead, options.mode, options.seconds))
            longest = max((max(each) for each in _PLACES.values()), default=0.0)
            print(f"{longest * 1000:7.0f} ms  {name}: {ending}", flush=True)
            ranked = sorted(_PLACES.items(), key=lambda each: -max(each[1]))
            for place, gaps in ranked[:6]:
                if max(gaps) > options.most:
                    print(f"    {max(gaps) * 1000:7.0f} ms x {len(gaps)}  {place}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
