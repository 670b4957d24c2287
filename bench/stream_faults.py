"""Is anything released that was not verified, or left behind, where streams are cut off?

    python -m bench.stream_faults [--count 1000] [--seed 1]

Half of the streams are cut off by their clients, which cancel the call or close the connection; a
quarter each by SIGTERM, which leaves a server little time, and by kill -9. ``Verify`` of the text
that was released must find no error in the part that was released last. A server holds no stream,
no evidence in use and no more memory afterwards, and serves the next call.

What follows a sentence makes its findings more certain or less: how many texts ``Verify`` would
hold for a sentence that was released before the last part is stated, and how many of those that
were released have a wrong sentence, which ``Verify`` only warns of.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from verifyd import Action, Client
from verifyd.v1 import report_pb2

from bench.cut_streams import CHECKS, CutStream, ReleasedText, read
from bench.drawn_visits import VISITS
from bench.followed import of_report
from bench.scoring import table
from bench.sidecars import resident_bytes
from bench.watched_server import WatchedServer, watched

_HOLDINGS = "streams_open", "evidence_pinned"
_SETTINGS = {"server": {"drain_s": 0.3}}
_RIGHT = "Oslo had 41,207 visits."
_ERROR = report_pb2.SEVERITY_ERROR
_AT_ONCE = 8
_WARMING = 40
_ALLOWED_GROWTH = 16 << 20
_STOP_S = 20.0
_BY_GRPC = re.compile(r"CancelledError|^Traceback|^File .*grpc")
"""What grpc prints of calls that a server has cut off at its end."""


@dataclass
class StreamFaults:
    """What came of all streams.

    Attributes:
        cut: How many were cut off, by what cut them off.
        endings: How many ended in which way.
        released: Each text that was released.
        faults: What must not be.
        later: Released texts with a sentence that is held for what was released after it.
        grown: Bytes that the server's memory grew by, over the streams that clients cut off.
    """

    cut: Counter[str] = field(default_factory=Counter)
    endings: Counter[tuple[str, str]] = field(default_factory=Counter)
    released: set[ReleasedText] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)
    later: int = 0
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
    for by in ("SIGTERM", "SIGKILL"):
        while found.cut[by] < count // 4:
            with watched(_SETTINGS) as server:
                _cut_by_server(server, found, by, drawn)
    _verify(found)
    return found


def _cut_by_clients(
    server: WatchedServer, found: StreamFaults, count: int, drawn: random.Random
) -> None:
    pid, warm = server.server.pid, 0
    with Client(server.server.address) as client, ThreadPoolExecutor(_AT_ONCE) as pool:
        handle = client.put(VISITS).id
        while (left := count - found.cut["client"]) > 0:
            each = [random.Random(drawn.random()) for _ in range(min(left, _WARMING))]
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
        if client.verify(_RIGHT, [VISITS], checks=CHECKS).action is not Action.RELEASE:
            found.faults.append(f"the next text is held: {_RIGHT}")
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
    found.faults += [one for one in served.faults() if not _BY_GRPC.search(one)]


def _verify(found: StreamFaults) -> None:
    """Verify what was released, by itself."""
    with watched() as server, Client(server.server.address) as client:
        for text, last, _ in sorted(found.released):
            if text:
                report = client.verify(text, [VISITS], checks=CHECKS).raw.report
                errors = [one for one in of_report(report) if one.severity == _ERROR]
                starts = [one.span.start for one in errors]
                if any(start >= last for start in starts):
                    found.faults.append(f"released, and held by Verify: {text!r} from {last} on")
                found.later += any(start < last for start in starts)


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
    wrong = sum(one.wrong > 0 for one in found.released)
    print(f"{wrong} of them have a wrong sentence, {found.later} one that is held only now")
    print(f"memory grew by {found.grown / 1024:.0f} KB; {len(found.faults)} faults")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
