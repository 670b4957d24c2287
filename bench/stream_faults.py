"""Is anything released that was not verified, or left behind, where streams are cut off?

    python -m bench.stream_faults [--count 1000] [--seed 1]

Half of the streams are cut off by their clients, which cancel the call or close the connection; a
quarter each by SIGTERM, which leaves a server little time, and by kill -9. What was released must
hold no sentence that is wrong, and ``Verify`` of just that text must release it. A server holds no
stream, no evidence in use and no more memory afterwards, and serves the next call.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from verifyd import Action, Client

from bench.cut_streams import CHECKS, CutStream, read
from bench.drawn_visits import VISITS
from bench.scoring import table
from bench.sidecars import resident_bytes
from bench.watched_server import WatchedServer, watched

_HOLDINGS = "streams_open", "evidence_pinned"
_SETTINGS = {"server": {"drain_s": 0.3}}
_AT_ONCE = 8
_WARMING = 40
_ALLOWED_GROWTH = 16 << 20
_STOP_S = 20.0


@dataclass
class StreamFaults:
    """What came of all streams.

    Attributes:
        cut: How many were cut off, by what cut them off.
        endings: How many ended in which way.
        released: Each text that was released.
        faults: What must not be.
        grown: Bytes that the server's memory grew by, over the streams that clients cut off.
    """

    cut: Counter[str] = field(default_factory=Counter)
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)
    released: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    grown: int = 0

    def add(self, stream: CutStream, by: str) -> None:
        """Count a stream."""
        self.cut[by] += stream.ending != "OK"
        self.endings[by, stream.ending] += 1
        self.released.add(stream.released)
        self.faults += stream.faults


def run(count: int, seed: int) -> StreamFaults:
    """Cut off so many streams, or a few more."""
    found, drawn = StreamFaults(), random.Random(seed)
    with watched(_SETTINGS) as server:
        _cut_by_clients(server, found, count // 2, drawn)
    for by, share in (("SIGTERM", 0.75), ("SIGKILL", 1.0)):
        while found.cut.total() < count * share:
            with watched(_SETTINGS) as server:
                _cut_by_server(server, found, by, drawn)
    with watched() as server:
        found.faults += _not_to_be_released(server, found.released)
    return found


def _cut_by_clients(
    server: WatchedServer, found: StreamFaults, count: int, drawn: random.Random
) -> None:
    pid, warm = server.server.pid, 0
    with Client(server.server.address) as client, ThreadPoolExecutor(_AT_ONCE) as pool:
        handle = client.put(VISITS).id
        while found.cut["client"] < count:
            each = [random.Random(drawn.random()) for _ in range(_WARMING)]
            streams = pool.map(
                lambda one: read(server.server.address, handle, one, cuts_itself=True), each
            )
            for stream in streams:
                found.add(stream, "client")
            found.faults += server.left(_HOLDINGS)
            warm = warm or resident_bytes(pid)
        found.grown = resident_bytes(pid) - warm
        if found.grown > _ALLOWED_GROWTH:
            found.faults.append(f"the server's memory grew by {found.grown} bytes")
        if not _is_released(client, "Oslo had 41,207 visits."):
            found.faults.append("the next text is held, though it is right")
    found.faults += server.server.faults()


def _cut_by_server(
    server: WatchedServer, found: StreamFaults, by: str, drawn: random.Random
) -> None:
    served, each = server.server, [random.Random(drawn.random()) for _ in range(_AT_ONCE)]
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        with Client(served.address) as client:
            handle = client.put(VISITS).id
        streams = [
            pool.submit(read, served.address, handle, one, cuts_itself=False) for one in each
        ]
        time.sleep(drawn.uniform(0.05, 1.0))
        if by == "SIGTERM":
            status, _ = served.terminate(_STOP_S)
            found.faults += [] if status == 0 else [f"after SIGTERM the status is {status}"]
        else:
            served.process.kill()
        for stream in streams:
            found.add(stream.result(), by)
    found.faults += served.faults()


def _not_to_be_released(server: WatchedServer, texts: set[str]) -> list[str]:
    """The texts that were released, and that ``Verify`` would hold."""
    with Client(server.server.address) as client:
        held = [text for text in sorted(texts) if text and not _is_released(client, text)]
    return [f"released, and held by Verify: {text!r}" for text in held]


def _is_released(client: Client, text: str) -> bool:
    return client.verify(text, [VISITS], checks=CHECKS).action is Action.RELEASE


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.stream_faults")
    parser.add_argument("--count", type=int, default=1000, metavar="N", help="streams to cut off")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    found = run(options.count, options.seed)
    print(table([{"by": by, "ended": how, "count": n} for (by, how), n in found.endings.items()]))
    for fault in found.faults:
        print(fault)
    print(f"{found.cut.total()} streams were cut off; {len(found.released)} texts were released")
    print(f"memory grew by {found.grown / 1024:.0f} KB; {len(found.faults)} faults")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
