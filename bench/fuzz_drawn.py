"""Requests drawn from the descriptors of the contract: every method, every field, at every depth.

    python -m bench.fuzz_drawn --show N [--seed S] [--largest BYTES]

Some are one field flooded, alone or with others, some are messages by chance, some are about their
evidence and grow with it, and some of all of them are mutated. Request N of a seed is always the
same, whatever is drawn before it.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from google.protobuf.descriptor import MethodDescriptor
from grpc_health.v1 import health_pb2
from verifyd.v1 import evidence_service_pb2, verify_pb2

from bench import drawn_stories
from bench.drawn_messages import Path, any_of, delimited, flooded, mutated, names, paths
from bench.drawn_texts import text

LARGEST = 4 << 20
_SMALLEST = 16
_FRAME = 64 << 10
"""Bytes that a drawn request may be longer than it was meant to be."""

_FILES = (verify_pb2.DESCRIPTOR, evidence_service_pb2.DESCRIPTOR, health_pb2.DESCRIPTOR)


class DrawnInput(NamedTuple):
    """One request.

    Attributes:
        number: Which of its seed.
        method: Its path, such as ``/verifyd.v1.VerifyService/Verify``.
        messages: Its bytes; several where the client streams.
        streams: Whether the client does, and whether the server does.
        shape: How it was drawn, and which fields were flooded.
    """

    number: int
    method: str
    messages: list[bytes]
    streams: tuple[bool, bool]
    shape: str

    @property
    def size(self) -> int:
        """Bytes in all."""
        return sum(map(len, self.messages))

    def __str__(self) -> str:
        return f"{self.method.rpartition('/')[2]}, {self.size} bytes, {self.shape[:200]}"


def methods() -> list[MethodDescriptor]:
    """Every method of every service."""
    return [
        method
        for file in _FILES
        for service in file.services_by_name.values()
        for method in service.methods
    ]


@lru_cache
def _ways(method: MethodDescriptor) -> list[Path]:
    return list(paths(method.input_type))


def draw(seed: int, number: int, largest: int = LARGEST) -> DrawnInput:
    """Request ``number`` of a seed, of up to about ``largest`` bytes.

    A method comes the oftener the more fields its request has.
    """
    source = random.Random(f"{seed}:{number}:{largest}")
    every = methods()
    method = source.choices(every, [2 + len(_ways(each)) for each in every])[0]
    size = int(2 ** source.uniform(math.log2(_SMALLEST), math.log2(largest)))
    size = min(size, max(_SMALLEST, largest - _FRAME))
    kind = source.choices(list(_KINDS), [share for share, _ in _KINDS.values()])[0]
    messages, shape = _KINDS[kind][1](source, method, size)
    while sum(map(len, messages)) > min(LARGEST, 8 * largest):
        size //= 4
        messages, shape = _KINDS[kind][1](source, method, size)
    if source.random() < 0.1:
        at = source.randrange(len(messages))
        messages[at] = mutated(source, messages[at])
        shape += ", mutated"
    service = method.containing_service.full_name
    streams = (method.client_streaming, method.server_streaming)
    return DrawnInput(number, f"/{service}/{method.name}", messages, streams, shape)


Made = tuple[list[bytes], str]


def _told(source: random.Random, method: MethodDescriptor, size: int) -> Made:
    """What is sound, and about its evidence."""
    return _sound(source, method, size), "told"


def _alone(source: random.Random, method: MethodDescriptor, size: int) -> Made:
    """One field flooded, in a request that is sound otherwise or holds nothing else."""
    ways = _ways(method)
    if not ways:
        return _unknown(source, method, size)
    return _with_floods(source, method, [source.choice(ways)], size)


def _combined(source: random.Random, method: MethodDescriptor, size: int) -> Made:
    """Several fields flooded."""
    ways = _ways(method)
    if not ways:
        return _unknown(source, method, size)
    return _with_floods(source, method, source.choices(ways, k=source.randint(2, 5)), size)


def _with_floods(
    source: random.Random, method: MethodDescriptor, ways: list[Path], size: int
) -> Made:
    share = size // len(ways)
    floods = [flooded(source, way, share, drawn_stories.SOUND) for way in ways]
    shape = "flood of " + ", ".join(names(way) for way in ways)
    messages = _sound(source, method, 400) if source.random() < 0.7 else [b""]
    if method.client_streaming:
        for way, flood in zip(ways, floods, strict=True):
            if way[0].name == "header":
                messages[0] += flood  # pieces of a message are merged
            else:
                messages.insert(1, flood)
        return messages, shape
    return [messages[0] + b"".join(floods)], shape


def _any(source: random.Random, method: MethodDescriptor, size: int) -> Made:
    """Fields by chance."""
    count = source.randint(1, 4) if method.client_streaming else 1
    sound = drawn_stories.SOUND
    parts = [any_of(source, method.input_type, size // count, sound) for _ in range(count)]
    return parts, "any"


def _unknown(source: random.Random, _: MethodDescriptor, size: int) -> Made:
    """Fields that the contract does not know."""
    one = delimited(source.choice((99, 2**20)), text(source, source.choice((1, 50, size))))
    return [one * max(1, size // len(one))], "unknown fields"


def _sound(source: random.Random, method: MethodDescriptor, size: int) -> list[bytes]:
    match method.name:
        case "Verify":
            return [drawn_stories.request(source, size)]
        case "PutQueryResult":
            return drawn_stories.upload(source, size)
        case "PutSource":
            return [drawn_stories.put_source(source, size)]
        case "GetEvidence" | "DeleteEvidence":
            return [delimited(1, drawn_stories.HANDLE.encode())]
        case _:
            return [b""]


_KINDS: dict[str, tuple[int, Callable[[random.Random, MethodDescriptor, int], Made]]] = {
    "told": (35, _told),
    "alone": (33, _alone),
    "combined": (18, _combined),
    "any": (12, _any),
    "unknown": (2, _unknown),
}


def main() -> int:
    """Print one request."""
    parser = argparse.ArgumentParser(prog="python -m bench.fuzz_drawn", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--show", type=int, required=True, metavar="N", help="which request")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--largest", type=int, default=LARGEST, help="bytes (4 MiB)")
    parser.add_argument("--raw", action="store_true", help="its bytes alone, messages joined")
    options = parser.parse_args()
    drawn = draw(options.seed, options.show, options.largest)
    if options.raw:
        sys.stdout.buffer.write(b"".join(drawn.messages))
        return 0
    print(f"request {drawn.number}: {drawn}")
    for message in drawn.messages:
        print(f"{len(message)} bytes: {message[:2000]!r}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
