"""Does anything wrong become right when a real model proposes formulas, badly?

    python -m bench.small_model --count 2

A real server asks a real small model (``make small-model`` installs it) about numbers of the
analysts' yardsticks, in four ways: within a second, which it cannot keep; held to queries over the
tables; held to the schema; and held to nothing. Each report is compared with the one without a
model. It fails where a check does, where a call takes longer than it may, and where a verdict or a
decision changes that no formula has settled. Wrong numbers that a formula clears are printed one by
one.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import chain

from verifyd import Client, QueryResult, Report, VerifydError

from bench import records
from bench.analysts.build import build
from bench.scoring import SUPPORTED, Record, table
from bench.small_model.compare import compare
from bench.small_model.process import SmallModel, small_model
from bench.small_model.relay import relay
from bench.small_model.ways import PromptVariant, VariantTally, ways

Results = Sequence[QueryResult]

_SEED = 22
_PLAIN_S = 30.0
_SERVER = {"deadline_s": 120, "max_deadline_s": 120}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    tallies = [VariantTally(way) for way in ways(options.seed)]
    with ExitStack() as stack:
        model = stack.enter_context(small_model())
        endpoint = stack.enter_context(relay(model.base_url))
        plain = stack.enter_context(Client.local())
        clients = [
            stack.enter_context(_client(tally.way, endpoint.url, model)) for tally in tallies
        ]
        for client in clients:
            client.list_checks(timeout=60)  # the first call waits until the server is warm
        for number, record in enumerate(texts(options.count, options.seed), 1):
            if sys.stderr.isatty():
                print(f"\r{number} of {options.count} ", end="", file=sys.stderr)
            results = records.results(record, {})
            before = _verify(plain, record, results, _PLAIN_S)
            for tally, client in zip(tallies, clients, strict=True):
                endpoint.manner = tally.way.manner(record)
                _ask(client, record, results, before, tally)
    return _print(tallies)


def texts(count: int, seed: int) -> list[Record]:
    """So many of the open yardsticks, short and long ones in turn, all with wrong numbers."""
    draw = random.Random(seed)
    short, long = (
        [record for record in build("open", name) if any(map(_is_wrong, record["gold"]))]
        for name in ("phrases", "analysts")
    )
    half = (count + 1) // 2
    pairs = zip(draw.sample(short, half), draw.sample(long, half), strict=True)
    return list(chain.from_iterable(pairs))[:count]


def _is_wrong(gold: Record) -> bool:
    return bool(gold["kind"] == "number" and gold["scored"] and gold["label"] != SUPPORTED)


def _client(way: PromptVariant, url: str, model: SmallModel) -> Client:
    """A private sidecar that asks in some way."""
    own = {"propose": "all", "base_url": url, "model": model.model, "retries": 0, "timeout_s": 120}
    numeric = {"formulas": own | dict(way.settings)}
    return Client.local(settings={"numeric": numeric, "server": _SERVER})


def _verify(client: Client, record: Record, results: Results, timeout_s: float) -> Report:
    return client.verify(record["narrative"], results, checks=["numeric"], timeout=timeout_s)


def _ask(
    client: Client, record: Record, results: Results, before: Report, tally: VariantTally
) -> None:
    """Judge a text with the model, and hold the report against the one without."""
    name = record["id"]
    started = time.perf_counter()
    try:
        after = _verify(client, record, results, tally.way.timeout_s)
    except VerifydError as error:
        tally.faults.append(f"{name}: {error}")
        return
    finally:
        tally.took(name, time.perf_counter() - started)
    tally.add(name, compare(before, after, record["gold"]))
    for use in after.meta.models:
        tally.tokens += use.prompt_tokens + use.completion_tokens
        tally.answered += use.completion_tokens


def _print(tallies: Sequence[VariantTally]) -> int:
    """What came of it, and the exit status."""
    print(table([tally.row() for tally in tallies]))
    endings = [
        {"way": tally.way.name, "ending": ending, "numbers": count}
        for tally in tallies
        for ending, count in tally.endings.most_common()
    ]
    print(f"\n{table(endings)}\n")
    for tally in tallies:
        for line in _settled(tally):
            print(line)
    faults = [f"{tally.way.name}: {fault}" for tally in tallies for fault in tally.shown()]
    for fault in faults:
        print(f"FAULT {fault}")
    return 1 if faults else 0


def _settled(tally: VariantTally) -> Iterator[str]:
    """The numbers that a formula settled, those that it should not have first."""
    for name, one in sorted(tally.settled, key=lambda told: not told[1].is_cleared):
        label = {True: "wrong", False: "right", None: "unlabelled"}[one.wrong]
        told = f"{one.number!r} ({label}) from {one.before} to {one.after}"
        mark = "CLEARED " if one.is_cleared else ""
        yield f"{mark}{tally.way.name}: {name}: {told}\n    {one.query}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.small_model", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--count", type=int, default=12, metavar="N", help="how many texts")
    parser.add_argument("--seed", type=int, default=_SEED, help="which ones, and the model's whim")
    return parser


if __name__ == "__main__":
    sys.exit(main())
