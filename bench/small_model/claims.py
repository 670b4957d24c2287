"""Does anything false become supported when a real model judges claims, badly?

    python -m bench.small_model.claims --count 4

A real server asks a real small model about drawn claims, half of which have another number than
their source: held to the schema, held to nothing, by yes and no, and within a second. It fails
where a false claim is supported, where a claim is without a quote that stands in its source, and
where a call takes longer than it may.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from typing import Any, NamedTuple

from verifyd import ClaimVerdict, Client, Report, Source, VerifydError

from bench.claims_speed import drawn_sentence
from bench.scoring import table
from bench.small_model.process import small_model
from bench.small_model.relay import Manner, as_it_is, relay, without_schema

_SENTENCES = 8  # of a source
_MARGIN_S = 0.1
_SERVER = {"deadline_s": 120, "max_deadline_s": 120}


class ClaimVariant(NamedTuple):
    """One way to ask: its name, the endpoint's manner, settings of claims, and the time."""

    name: str
    manner: Manner
    settings: Mapping[str, Any]
    timeout_s: float = 120.0


WAYS = (
    ClaimVariant("too slow", as_it_is, {"max_tokens": 300}, 1.0),
    ClaimVariant("with a schema", as_it_is, {"max_tokens": 300}),
    ClaimVariant("without a schema", without_schema, {"max_tokens": 120}),
    ClaimVariant("yes or no", as_it_is, {"judge": "entailment"}),
)


class DrawnClaims(NamedTuple):
    """A text with its sources, and which of its claims are false."""

    narrative: str
    sources: Sequence[Source]
    false: frozenset[int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.small_model.claims",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--count", type=int, default=4, metavar="N", help="how many texts")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(argv)
    rows: list[tuple[str, Counter[str]]] = []
    faults: list[str] = []
    with ExitStack() as stack:
        model = stack.enter_context(small_model())
        endpoint = stack.enter_context(relay(model.base_url))
        own = {"enabled": True, "base_url": endpoint.url, "model": model.model, "retries": 0}
        for way in WAYS:
            endpoint.manner = way.manner
            settings = {"claims": own | dict(way.settings), "server": _SERVER}
            client = stack.enter_context(Client.local(settings=settings))
            client.list_checks(timeout=60)  # the first call waits until the server is warm
            came: Counter[str] = Counter()
            for drawn in _texts(options.count, options.seed):
                faults += [f"{way.name}: {fault}" for fault in _ask(client, way, drawn, came)]
            rows.append((way.name, came))
    names = sorted({name for _, came in rows for name in came})
    shown: list[dict[str, object]] = [
        {"way": way} | {name: came[name] for name in names} for way, came in rows
    ]
    print(table(shown))
    for fault in faults:
        print(f"FAULT {fault}")
    return 1 if faults else 0


def _texts(count: int, seed: int) -> Iterator[DrawnClaims]:
    """Texts of two claims for each of two sources, one of them false."""
    source = random.Random(seed)
    for _ in range(count):
        told: list[str] = []
        sources: list[Source] = []
        false: set[int] = set()
        for at in range(2):
            sentences = [drawn_sentence(at, source) for _ in range(_SENTENCES)]
            sources.append(Source(f"s{at + 1}", " ".join(sentences)))
            right, wrong = source.sample(sentences, 2)
            false.add(len(told) + 1)
            told += [
                f"{said.removesuffix('.')} [Source {at + 1}]." for said in (right, _other(wrong))
            ]
        yield DrawnClaims(" ".join(told), sources, frozenset(false))


def _other(sentence: str) -> str:
    """A sentence with another number."""
    number = sentence.split()[7]
    return sentence.replace(number, f"{int(number.replace(',', '')) + 7:,}")


def _ask(
    client: Client, way: ClaimVariant, drawn: DrawnClaims, came: Counter[str]
) -> Iterator[str]:
    """Judge a text, and say what must not be."""
    started = time.perf_counter()
    try:
        report = client.verify(
            drawn.narrative, sources=drawn.sources, checks=["claims"], timeout=way.timeout_s
        )
    except VerifydError as error:
        yield str(error)
        return
    if (seconds := time.perf_counter() - started) > way.timeout_s + _MARGIN_S:
        yield f"{seconds:.2f} s, of {way.timeout_s:g} s"
    yield from _faults(report, drawn, came)


def _faults(report: Report, drawn: DrawnClaims, came: Counter[str]) -> Iterator[str]:
    """What must not be in a report, which is counted."""
    (check,) = report.checks
    if check.failure is not None:
        came[check.failure.reason] += len(drawn.narrative.split("[Source")) - 1
        return
    assert report.verification is not None
    texts = {source.id: " ".join(source.text.split()).casefold() for source in drawn.sources}
    for at, one in enumerate(report.verification.claims):
        came[str(one.verdict.name)] += 1
        if one.verdict is not ClaimVerdict.SUPPORTED:
            continue
        if at in drawn.false:
            yield f"supported, and false: {one.claim.text}"
        for result in one.results:
            quotes = (result.evidence or "").casefold().split(" […] ")
            if not all(quote and quote in texts[result.source.id] for quote in quotes):
                yield f"supported by no quote: {one.claim.text}"


if __name__ == "__main__":
    sys.exit(main())
