"""Cuttings of a narrative into pieces, as a model or a network makes them, or as a rival would."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise

from verifyd.v1 import verify_pb2

_TOKEN = re.compile(rb"\s*[^\s]{1,5}|\s+")
_DELICATE = re.compile(rb"(?<=[0-9.,%])[0-9.,%]|[\x80-\xbf]|[|`\[\]^:=\-\r\n#>*]")
"""Bytes before which a cut parts what belongs together: numbers, characters, marks, line ends."""


def tokens(data: bytes) -> list[int]:
    """The offsets at which the tokens of a model would end, about four bytes each."""
    return list(accumulate(len(token) for token in _TOKEN.findall(data)))[:-1]


def cut(data: bytes, drawn: random.Random) -> list[int]:
    """Offsets at which a narrative is cut, in order: in one of five ways."""
    everywhere = range(1, len(data))
    match drawn.randrange(5):
        case 0:
            return sorted(drawn.sample(everywhere, min(len(everywhere), drawn.randrange(6))))
        case 1:
            return tokens(data)
        case 2:
            every = drawn.randrange(2, 30)
            return sorted(drawn.sample(everywhere, len(everywhere) // every))
        case 3:
            return [one.start() for one in _DELICATE.finditer(data) if drawn.random() < 0.7]
        case _:
            start = drawn.randrange(len(data))
            return list(range(max(1, start), min(len(data), start + 80)))


def requests(
    request: verify_pb2.VerifyRequest, cuts: Iterable[int], release: verify_pb2.ReleaseMode
) -> Iterator[verify_pb2.VerifyStreamRequest]:
    """A request as the parts of a stream, its narrative cut at some offsets in bytes."""
    yield opening(request, release)
    for piece in pieces(request.narrative.encode(), cuts):
        yield verify_pb2.VerifyStreamRequest(text=piece)


def opening(
    request: verify_pb2.VerifyRequest, release: verify_pb2.ReleaseMode
) -> verify_pb2.VerifyStreamRequest:
    """The first part of a stream: a request without its narrative."""
    start = verify_pb2.VerifyStreamStart(request=request, release=release)
    start.request.narrative = ""
    return verify_pb2.VerifyStreamRequest(start=start)


def pieces(data: bytes, cuts: Iterable[int]) -> Iterator[bytes]:
    """What stands between the cuts."""
    for start, end in pairwise([0, *cuts, len(data)]):
        yield data[start:end]


_FRAMES = (
    "Summary\n===\n\n{}\n\n> {}\n\n---\n",
    "# Report 2024\n\n{}\n\n```\ntotal = 1,234.5 # {}\n```\n",
    "{} [^1]\n\n{}\n\n[^1]: As of 2023, 17 % of it.\n",
    "- {}\n- {}\n  - of these 12 %\n\n1. Umsätze – 5 ‰\n",
    "| what | value |\n|---|---|\n| {} | 1,234 |\n| {} | 5 % |\n",
    "Per ERP [ev-1]: {} (see [sales](https://x.example/?a=1.5)).\r\n\r\n**{}**\r\n",
    "{}\n\nShares: A 60 %, B 30 %,\nC 20 % 😀. \u201c{}\u201d\n",
)


def dress(text: str, drawn: random.Random) -> str:
    """A text in Markdown of all kinds: parts of it in headings, lists, tables, quotes, fences."""
    sentences = re.split(r"(?<=[.!?])\s+", text)
    frame = drawn.choice(_FRAMES)
    at = drawn.randrange(len(sentences))
    inside = frame.format(*_two(sentences[at:]))
    parts = [" ".join(sentences[:at]), inside, " ".join(sentences[at + 2 :])]
    dressed = "\n\n".join(part for part in parts if part)
    return dressed.replace("\n", "\r\n") if drawn.random() < 0.2 else dressed


def _two(sentences: Sequence[str]) -> tuple[str, str]:
    first, second = (*sentences[:2], "", "")[:2]
    return first.replace("\n", " "), second.replace("\n", " ")
