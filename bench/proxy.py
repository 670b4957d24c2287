"""What does `verifyd proxy` add to an answer of 200 tokens, beside a call of the upstream itself?

The upstream takes no time to think. The conversation has one table of 20 rows; each answer is
another text about it, with one, three or eight right numbers. Calls take turns, one at a time, each
on a connection that stays open: to the upstream and through the proxy, in one piece and in chunks.
Upstream, proxy and verifyd are processes of their own. What verifyd needs is measured by a call of
its client with such a conversation; what is left is the proxy's own.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import zip_longest
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import numpy as np
from verifyd import Action, Client

from bench.figures import Figures, lower
from bench.served import served

_NUMBERS = 1, 3, 8
_WORDS = 150
_BAR_MS = 10.0
_REGIONS = (
    *("Ashford", "Brindle", "Calder", "Denby", "Elland", "Farsley", "Garforth", "Halton"),
    *("Ilkley", "Kippax", "Lofthouse", "Methley", "Netherton", "Ossett", "Pudsey", "Rawdon"),
    *("Scholes", "Thorner", "Upton", "Wetherby"),
)
_FILLER = (
    "A person who works part of the week is counted in full, as in the reports of earlier years.",
    "The register has no ages and no grades, so nothing can be said about them from these data.",
    "I have left out the offices that were closed, since the table does not have them any more.",
    "The figures come from the register of the regions, which is updated at the end of each month.",
    "Smaller offices are counted with the region that pays for them, and contractors are left out.",
    "Please note that the regions differ in size, so that a comparison needs some care.",
    "If you need the figures by office or by month, I can look them up in the same table.",
    "Nothing in the data suggests that the larger regions had more people leaving than the others.",
)

Rows = list[dict[str, object]]


def measure(quick: bool) -> Figures:
    """Milliseconds that are added, and what of them is whose."""
    with (
        served() as server,
        Client(server.address, timeout=60) as client,
        _upstream() as upstream,
        _proxy(upstream, server.address) as proxy,
    ):
        calls = _connect(upstream), _connect(proxy), client
        return {
            name: figure
            for numbers in _NUMBERS
            for name, figure in _measure(*calls, numbers, 10 if quick else 200).items()
        }


def _measure(
    direct: HTTPConnection, proxied: HTTPConnection, client: Client, numbers: int, count: int
) -> Figures:
    draw, times = random.Random(numbers), list[list[float]]()
    rows: Rows = [{"region": one, "staff": draw.randint(1000, 9999)} for one in _REGIONS]
    for _ in range(count + count // 10):
        whole, stream, plain = (_Asked(rows, _answer(draw, rows, numbers)) for _ in range(3))
        times.append(
            [
                _timed(direct, whole.body(stream=False)),
                _timed(proxied, whole.body(stream=False)),
                _timed(direct, stream.body(stream=True)),
                _timed(proxied, stream.body(stream=True)),
                _verified(client, plain),
            ]
        )
    medians = 1000 * np.percentile(times[count // 10 :], 50, axis=0)
    alone, through, alone_stream, through_stream, verifying = map(float, medians)
    name = f"proxy_{numbers}_numbers"
    return {
        f"{name}_whole_added_p50_ms": lower(through - alone, _BAR_MS),
        f"{name}_stream_added_p50_ms": lower(through_stream - alone_stream, _BAR_MS),
        f"{name}_verify_p50_ms": lower(verifying),
        f"{name}_direct_p50_ms": lower(alone),
    }


def _answer(draw: random.Random, rows: Rows, numbers: int) -> str:
    """About 150 words, which are 200 tokens."""
    named = draw.sample(rows, numbers)
    stated = [f"{one['region']} has {one['staff']:,} people on its staff." for one in named]
    filler = draw.sample(_FILLER, len(_FILLER))
    pairs = zip_longest(stated, filler)
    words = " ".join(one for pair in pairs for one in pair if one).split()
    return " ".join(words[:_WORDS]).rpartition(".")[0] + "."


class _Asked(NamedTuple):
    """A question about a table, and its answer."""

    rows: Rows
    answer: str

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The conversation."""
        call = {"name": "query", "arguments": '{"sql": "SELECT region, staff FROM register"}'}
        calls = [{"id": "call_1", "type": "function", "function": call}]
        return [
            {"role": "system", "content": "You answer questions from the register of the regions."},
            {"role": "user", "content": "How many people work in the regions?"},
            {"role": "assistant", "content": None, "tool_calls": calls},
            {"role": "tool", "tool_call_id": "call_1", "content": json.dumps(self.rows)},
        ]

    def body(self, *, stream: bool) -> bytes:
        """A request for a completion, which tells the upstream what to answer."""
        asked = {"model": "none", "messages": self.messages, "stream": stream}
        return json.dumps({**asked, "metadata": {"answer": self.answer}}).encode()


def _verified(client: Client, asked: _Asked) -> float:
    """Seconds for the verification itself."""
    started = time.perf_counter()
    messages = [*asked.messages, {"role": "assistant", "content": asked.answer}]
    found = client.verify_transcript(messages, form="openai_chat", detail="verdicts")
    elapsed = time.perf_counter() - started
    if found.action is not Action.RELEASE:
        raise RuntimeError(str(found))
    return elapsed


def _timed(connection: HTTPConnection, body: bytes) -> float:
    """Seconds until all of an answer is there, which must have been released."""
    started = time.perf_counter()
    connection.request("POST", "/v1/chat/completions", body, {"content-type": "application/json"})
    response = connection.getresponse()
    answer = response.read()
    elapsed = time.perf_counter() - started
    if response.status != 200 or b"content_filter" in answer:
        raise RuntimeError(answer.decode())
    return elapsed


def _connect(url: str) -> HTTPConnection:
    return HTTPConnection(urlsplit(url).netloc)


@contextmanager
def _upstream() -> Iterator[str]:
    with _program("-m", "bench.chat_endpoint", stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield process.stdout.readline().decode().strip()


@contextmanager
def _proxy(upstream: str, server: str) -> Iterator[str]:
    words = ("--upstream", upstream, "--server", server, "--listen", "127.0.0.1:0")
    with _program("-m", "sidecar", "proxy", *words, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        yield process.stderr.readline().decode().split()[-1]


@contextmanager
def _program(*words: str, **pipes: Any) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, *words], stdin=subprocess.PIPE, **pipes)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


if __name__ == "__main__":
    for figure, value in measure(quick="--quick" in sys.argv).items():
        print(f"{figure:32} {value}")
