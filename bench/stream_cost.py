"""What does a stream cost, beside one ``Verify`` of its text?

A text of a thousand sentences with a number each comes in ten thousand pieces, by context and by
value; its table is uploaded in advance. What is measured is processor time of the server. The
report is taken to cost as much as a ``Verify``. Messages are what a stream of as many pieces costs
that has no sentence to judge. Reading, which is finding the sentences, is measured by itself; what
is left is the judging of sentences.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import grpc
from verifyd import Client, QueryResult
from verifyd.v1 import verify_pb2, verify_pb2_grpc

from bench import cuttings
from bench.accuracy import MODES
from bench.cut_streams import SENTENCE
from bench.figures import Figures, lower
from bench.served import cpu_seconds, served
from bench.stream_pace import completions

SETTINGS = {
    "server": {"deadline_s": 300.0, "max_deadline_s": 300.0},
    "streams": {"max_streams": 300},
}
TIMEOUT_S = 300.0
_SENTENCES = 1000
_ROWS = 40
_PIECES = 10
"""Of each sentence."""
_LENGTH = 67
"""Of a sentence, about."""
_TEXTS = {"context": 1, "value": 5}
"""Long texts: those that cost little are more."""
_TICK_S = 0.01
"""What processor time is counted in."""

Rows = list[dict[str, object]]


def measure(quick: bool) -> Figures:
    """Ratios, milliseconds for each sentence, and shares, by mode."""
    found: Figures = {}
    for mode in MODES:
        found |= _cost(mode, 50 if quick else _SENTENCES)
    return found


def _cost(mode: str, sentences: int) -> Figures:
    settings = {**SETTINGS, "numeric": {"binding": {"mode": mode}}}
    rows, (short, *texts) = _draw(sentences, _TEXTS[mode])
    with served(settings) as server, Client(server.address, timeout=TIMEOUT_S) as client:
        handle = client.put(QueryResult("figures", rows)).id
        with grpc.insecure_channel(server.address) as channel:
            stub: Any = verify_pb2_grpc.VerifyServiceStub(channel)  # type: ignore[no-untyped-call]

            def verify(text: str) -> None:
                stub.Verify(_request(text, handle), timeout=TIMEOUT_S)

            def stream(text: str) -> None:
                parts = cuttings.requests(_request(text, handle), _cuts(text), SENTENCE)
                *_, _last = stub.VerifyStream(parts, timeout=TIMEOUT_S)

            def spent(call: Callable[[str], None], texts: Sequence[str]) -> float:
                call(short)
                before = cpu_seconds(server.pid)
                for text in texts:
                    call(text)
                return max(_TICK_S, cpu_seconds(server.pid) - before)

            whole, streamed = spent(verify, texts), spent(stream, texts)
            messages = spent(stream, ["x" * len(text) for text in texts])
    reading, count = sum(map(_reading, texts)), sentences * len(texts)
    return {
        f"stream_{mode}_over_verify": lower(streamed / whole, 1.5),
        f"stream_{mode}_cpu_ms_per_sentence": lower(1000 * streamed / count),
        f"stream_{mode}_report_ms_per_sentence": lower(1000 * whole / count),
        f"stream_{mode}_messages_ms_per_sentence": lower(1000 * messages / count),
        f"stream_{mode}_reading_ms_per_sentence": lower(1000 * reading / count),
        f"stream_{mode}_judging_ms_per_sentence": lower(
            1000 * (streamed - whole - messages - reading) / count
        ),
    }


def _request(text: str, handle: str) -> verify_pb2.VerifyRequest:
    request = verify_pb2.VerifyRequest(
        narrative=text, checks=["numeric"], detail=verify_pb2.DETAIL_VERDICTS
    )
    request.evidence.handles.append(handle)
    return request


def _reading(text: str) -> float:
    """Processor seconds that finding the sentences of a text takes."""
    pieces = list(cuttings.pieces(text.encode(), _cuts(text)))
    started = time.process_time()
    completions(pieces)
    return time.process_time() - started


def _cuts(text: str) -> list[int]:
    """Offsets at which a text is cut: ten times as many pieces as it has sentences."""
    count = _PIECES * (text.count(".") or len(text) // _LENGTH)
    return sorted(random.Random(5).sample(range(1, len(text)), count - 1))


def _draw(sentences: int, count: int) -> tuple[Rows, list[str]]:
    """A table, and texts about it; the first one is short."""
    drawn = random.Random(35)
    rows: Rows = [
        {"region": f"Region {number}", "staff": drawn.randrange(1_000, 90_000)}
        for number in range(1, _ROWS + 1)
    ]
    sizes = [20, *[sentences] * count]
    return rows, ["".join(_sentences(rows, size, drawn)) for size in sizes]


def _sentences(rows: Rows, count: int, drawn: random.Random) -> Iterator[str]:
    """Sentences of one number each, five to a paragraph; one in ten is wrong."""
    for number in range(count):
        row = drawn.choice(rows)
        stated = row["staff"] if drawn.random() < 0.9 else drawn.randrange(100_000, 900_000)
        behind = " " if number % 5 < 4 else "\n\n"
        yield f"At the end of the period the staff of {row['region']} were {stated:,}.{behind}"
