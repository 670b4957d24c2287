"""Cases of narratives that are verified while they are written.

A file of ``tests/cases/stream`` holds cases that share settings and evidence::

    description: one sentence
    settings: {...}
    evidence: {...}            # of the start of cases whose request has none of its own
    cases:
      - name: a_cut_inside_a_number
        request: {...}         # a ``VerifyRequest`` without a narrative; may be left out
        release: report        # what may be shown before the report; left out: sentence
        parts:
          - "Energy has 1,"    # the next piece of the narrative
          - {evidence: {...}}  # more evidence
          - {judged: "ends with this.", findings: [...], released: "..."}
        want: {...}            # of the report, as in other cases; also ``released`` and ``error``

``judged`` waits until the narrative is judged up to the end of these words, and says which findings
hold then, and what may be shown. ``released`` of ``want`` is what may be shown in the end; where it
is left out, all of a text that the report releases. Each case is run as it is written, and with its
narrative cut into single bytes; its report is that of ``Verify`` for the whole narrative.
"""

from __future__ import annotations

import functools
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from case_files import Case, compare
from google.protobuf.json_format import ParseDict
from verifyd.v1 import evidence_pb2, verify_pb2

from bench import yaml_file

FOLDER = Path(__file__).parent / "cases" / "stream"


class StreamCase(NamedTuple):
    """One case of one file.

    Attributes:
        whole: The same as a case of ``Verify``, for the whole narrative and all evidence.
        start: The request that opens the stream.
        release: What may be shown before the report.
        parts: Pieces, evidence, and what is known on the way.
        released: What may be shown in the end; None for all that the report releases.
    """

    whole: Case
    start: Mapping[str, Any]
    release: str
    parts: Sequence[Any]
    released: str | None

    @property
    def id(self) -> str:
        """Its file and its name."""
        return self.whole.id.removeprefix("stream/")

    @property
    def steps(self) -> Sequence[Mapping[str, Any]]:
        """What is known on the way."""
        return [part for part in self.parts if "judged" in part and not isinstance(part, str)]


@functools.cache
def load() -> Sequence[StreamCase]:
    """Every case of every file."""
    return tuple(_load())


def _load() -> Iterator[StreamCase]:
    for path in sorted(FOLDER.glob("*.yaml")):
        content = yaml_file.read(path)
        for case in content["cases"]:
            start = dict(case.get("request", {}))
            start.setdefault("evidence", content.get("evidence", {}))
            want = dict(case["want"])
            released = want.pop("released", None)
            request = ParseDict(start, verify_pb2.VerifyRequest())
            request.narrative = "".join(part for part in case["parts"] if isinstance(part, str))
            for part in case["parts"]:
                if not isinstance(part, str) and "evidence" in part:
                    request.evidence.MergeFrom(ParseDict(part["evidence"], evidence_pb2.Evidence()))
            name = f"stream/{path.stem}/{case['name']}"
            whole = Case(name, content.get("settings", {}), request, want)
            release = case.get("release", "sentence")
            yield StreamCase(whole, start, release, case["parts"], released)


def write_parts(
    case: StreamCase, count: Callable[[str], int], size: int | None
) -> Iterator[dict[str, Any]]:
    """The parts as drivers read them.

    Args:
        case: Whose they are.
        count: How many units of the driver's language a text has.
        size: Bytes of each piece; None for the pieces of the case.
    """
    narrative = ""
    for part in case.parts:
        if isinstance(part, str):
            narrative += part
            data = part.encode()
            step = size or max(1, len(data))
            for start in range(0, max(1, len(data)), step):
                yield {"text": b64encode(data[start : start + step]).decode()}
        elif "judged" in part:
            end = narrative.rindex(part["judged"]) + len(part["judged"])
            yield {"judged": count(narrative[:end])}
        else:
            yield part


def differences(case: StreamCase, got: Mapping[str, Any], count: Callable[[str], int]) -> list[str]:
    """Where what a driver says of a stream is not what the case wants."""
    steps = zip(case.steps, got["steps"], strict=True)
    narrative = case.whole.request.narrative
    is_released = got["report"]["released"]
    released = case.released if case.released is not None else narrative if is_released else None
    return [
        *(line for want, told in steps for line in _compare_step(want, told, count)),
        *compare("released", _count_or(released, got["released"], count), got["released"]),
        *compare("findings in the end", _places(got["report"]), _places(got)),
        *compare("sentences", _tiles(got["sentences"], count(narrative)), []),
    ]


def _compare_step(
    want: Mapping[str, Any], told: Mapping[str, Any], count: Callable[[str], int]
) -> Iterator[str]:
    place = f"at {want['judged']!r}"
    if "findings" in want:
        yield from compare(place, want["findings"], told["findings"])
    released = _count_or(want.get("released"), told["released"], count)
    yield from compare(f"{place}: released", released, told["released"])


def _count_or(text: str | None, otherwise: int, count: Callable[[str], int]) -> int:
    return otherwise if text is None else count(text)


def _places(view: Mapping[str, Any]) -> list[Any]:
    names = ("start", "end", "check", "code", "text")
    return sorted([one[name] for name in names] for one in view["findings"])


def _tiles(sentences: Sequence[Mapping[str, Any]], length: int) -> list[str]:
    """Where the sentences leave a gap in the narrative, or overlap."""
    ends = [0, *(one["end"] for one in sentences)]
    starts = [*(one["start"] for one in sentences), length]
    return [f"{end} and {start}" for end, start in zip(ends, starts, strict=True) if end != start]
