"""Does a stream end as ``Verify`` does, however its narrative is cut?

    python -m bench.stream_cuts [--texts 500] [--count 10000] [--seed 1] [--mode MODE] [--clients 3]

Texts are an even part of the sets at hand (``bench.records``), every second of them dressed in
Markdown of all kinds. Each is verified once, and streamed by random cuttings (``bench.cuttings``).
A difference is printed with its text and its cuts, and fails the run. How good the findings are on
the way is stated set by set: how many of a report's a stream had named before its text ended, and
how many of those that it had named the report has not.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import grpc
from verifyd import Client
from verifyd.v1 import verify_pb2, verify_pb2_grpc

from bench import cuttings, records
from bench.accuracy import MODES
from bench.analysts.build import build
from bench.early_findings import EarlyFindings
from bench.followed import FollowedStream
from bench.narratives import ANALYSTS, Narrative, parted
from bench.scoring import Record, table
from bench.served import served

CHECKS = ("numeric", "consistency", "citations")
_RELEASES = verify_pb2.RELEASE_MODE_REPORT, verify_pb2.RELEASE_MODE_SENTENCE
_TIMEOUT_S = 300.0
_COMMONEST = 12


class CutText(NamedTuple):
    """A text that is streamed.

    Attributes:
        set: The name of its set.
        narrative: It, with its evidence.
        seed: Draws its cuttings.
    """

    set: str
    narrative: Narrative
    seed: int


class CutStream(NamedTuple):
    """One cutting of a text, and what came of it.

    Attributes:
        cuts: The offsets.
        stream: What the server said.
        differences: From the contract, and from ``Verify``.
    """

    cuts: Sequence[int]
    stream: FollowedStream
    differences: Sequence[str]


def texts(count: int, seed: int) -> list[CutText]:
    """An even part of each set at hand, every second text dressed."""
    sets, drawn = sorted(_sets(), key=lambda one: len(one[1])), random.Random(seed)
    chosen: list[CutText] = []
    for number, (name, loaded, metadata) in enumerate(sets):
        share = (count - len(chosen)) // (len(sets) - number)  # small sets leave theirs to others
        for at, record in enumerate(parted(loaded, share)[0]):
            plain = record["narrative"]
            text = cuttings.dress(plain, drawn) if at % 2 else plain
            narrative = Narrative(text, records.results(record, metadata))
            chosen.append(CutText(name, narrative, drawn.randrange(1 << 30)))
    return chosen


def _sets() -> Iterator[tuple[str, list[Record], records.Metadata]]:
    yield ANALYSTS, build("open"), {}
    for file in records.yardsticks():
        loaded = records.read(file)
        if loaded[0].get("narrative") and loaded[0].get("query_results"):
            yield file.name.split(".")[0], loaded, records.metadata(file)


def streams(address: str, text: CutText, count: int) -> Iterator[CutStream]:
    """So many cuttings of a text, whose evidence is uploaded in advance."""
    drawn, data = random.Random(text.seed), text.narrative.text.encode()
    with Client(address) as client, grpc.insecure_channel(address) as channel:
        stub = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]
        request = verify_pb2.VerifyRequest(
            narrative=text.narrative.text, checks=CHECKS, detail=verify_pb2.DETAIL_BINDINGS
        )
        request.evidence.handles.extend(client.put(each).id for each in text.narrative.results)
        expected = stub.Verify(request, timeout=_TIMEOUT_S)
        for _ in range(count):
            cuts, release = cuttings.cut(data, drawn), drawn.choice(_RELEASES)
            parts = cuttings.requests(request, cuts, release)
            stream = FollowedStream().follow(stub.VerifyStream(parts, timeout=_TIMEOUT_S))
            yield CutStream(cuts, stream, stream.differences(expected, text.narrative.text))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    chosen = texts(options.texts, options.seed)
    sets = dict[str, EarlyFindings]()
    different = 0
    settings = {
        "server": {"deadline_s": _TIMEOUT_S, "max_deadline_s": _TIMEOUT_S},
        "numeric": {"binding": {"mode": options.mode}},
    }
    with served(settings) as server, ThreadPoolExecutor(options.clients) as pool:

        def stream(at: int) -> list[CutStream]:
            count = options.count * (at + 1) // len(chosen) - options.count * at // len(chosen)
            return list(streams(server.address, chosen[at], count))

        for at, found in enumerate(pool.map(stream, range(len(chosen)))):
            text = chosen[at]
            early = sets.setdefault(text.set, EarlyFindings())
            for one in found:
                if one.differences:
                    different += 1
                    print(f"{one.differences}\n  {text.narrative.text!r}\n  {list(one.cuts)}")
                elif one.stream.result is not None:
                    early.add(one.stream, one.stream.result.report)
            if sys.stderr.isatty() or at % 25 == 24:
                print(f"{at + 1} of {len(chosen)} texts", file=sys.stderr, flush=True)
    print(table([early.row(name) for name, early in sets.items()]))
    changes = sum((early.changes for early in sets.values()), Counter[str]())
    print(table([{"change": name, "count": n} for name, n in changes.most_common(_COMMONEST)]))
    print(f"{different} of {options.count} cuttings differ")
    return 1 if different else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.stream_cuts")
    parser.add_argument("--texts", type=int, default=500, metavar="N")
    parser.add_argument("--count", type=int, default=10_000, metavar="N", help="cuttings of all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mode", choices=MODES, default=MODES[0], help="how numbers are bound")
    parser.add_argument("--clients", type=int, default=3, help="streams at the same time")
    return parser


if __name__ == "__main__":
    sys.exit(main())
