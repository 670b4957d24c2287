"""How fast are claims, beside the judge?

    python -m bench.claims_speed

Fifty claims over ten sources of 20 KB; an endpoint in a process of its own takes a second for each
answer, and ten are asked at once. Printed are the seconds of the wall, what of them is not the
judge's (guard and bookkeeping), how late the event loop is meanwhile, and the seconds where the
answers are kept. It runs what the server runs for each request, without gRPC.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from bench.model_endpoint import endpoint
from bench.scoring import table
from sidecar.checks import CheckSubject
from sidecar.model.evidence import Source
from sidecar.model.report import Findings
from sidecar.model.text import Text
from sidecar.runner import Runner
from sidecar.settings.root import Settings
from sidecar.work.pool import Pool

SOURCES, CLAIMS, SOURCE_BYTES = 10, 5, 20_000
ROUNDS = 5
_TICK_S = 0.001
_PLACES = ["Doha", "Lagos", "Quito", "Osaka", "Turin", "Perth", "Leeds", "Cairo", "Lille", "Porto"]
_GOODS = ["cement", "steel", "glass", "paper", "cotton", "copper", "sugar", "coffee", "timber"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.claims_speed",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--delay", type=float, default=1.0, help="seconds that the judge takes")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(argv)
    if options.serve:
        return _serve(options.delay)
    with _endpoint(options.delay) as url:
        rows = asyncio.run(_measured(url, options.delay))
    print(table(rows))
    return 0


async def _measured(url: str, delay_s: float) -> list[dict[str, object]]:
    """The figures, with and without cached answers."""
    rows: list[dict[str, object]] = []
    for kept, cache_bytes in (("no", 0), ("yes", 1 << 24)):
        claims = {"enabled": True, "base_url": url, "model": "m", "cache_bytes": cache_bytes}
        settings = Settings.model_validate({"claims": claims})
        pool = Pool(settings.server.workers)
        runner = Runner(pool)
        await runner.warm_up(settings)
        await _run(runner, settings, 0)
        taken, late = [], []
        for number in range(1, ROUNDS + 1):
            before = time.perf_counter()
            late += await _beside(_run(runner, settings, number if kept == "no" else 0))
            taken.append(time.perf_counter() - before)
        await runner.close()
        pool.close()
        wall = statistics.median(taken)
        own = wall - (delay_s if kept == "no" else 0)
        rows.append(
            {
                "kept answers": kept,
                "seconds": round(wall, 3),
                "beside the judge, ms": round(own * 1000, 1),
                "loop late p99, ms": round(statistics.quantiles(late, n=100)[98] * 1000, 1),
                "loop late most, ms": round(max(late) * 1000, 1),
            }
        )
    return rows


async def _beside(work: Any) -> list[float]:
    """How late the event loop is, each millisecond, while something runs."""
    task = asyncio.ensure_future(work)
    late: list[float] = []
    while not task.done():
        before = time.perf_counter()
        await asyncio.sleep(_TICK_S)
        late.append(time.perf_counter() - before - _TICK_S)
    await task
    return late


async def _run(runner: Runner, settings: Settings, seed: int) -> None:
    """Judge one text, in which all is well."""
    subject = _subject(seed)
    run = await runner.run(
        subject, ["claims"], settings=settings, evidence_digest="", timeout_s=30, caller=""
    )
    (result,) = run.report.results
    outcome = result.outcome
    if not isinstance(outcome, Findings) or outcome.findings or outcome.judged != SOURCES * CLAIMS:
        raise RuntimeError(f"it should have been supported: {outcome}")


def _subject(seed: int) -> CheckSubject:
    """A text and its sources, which say the same with other words between."""
    source = random.Random(seed)
    told, sources = [], []
    for at in range(SOURCES):
        kept: list[str] = []
        while sum(map(len, kept)) < SOURCE_BYTES:
            kept.append(drawn_sentence(at, source))
        sources.append(Source(id=f"s{at}", number=at + 1, text=" ".join(kept)))
        told += [
            f"{chosen.removesuffix('.')} [Source {at + 1}]."
            for chosen in source.sample(kept, CLAIMS)
        ]
    return CheckSubject(Text(" ".join(told)), sources=sources)


def drawn_sentence(at: int, source: random.Random) -> str:
    """A sentence about one of ten works, with numbers that no other is likely to have."""
    made, good = source.randint(1_000, 999_999), source.choice(_GOODS)
    year, price = source.randint(2001, 2024), source.randint(100, 999)
    return (
        f"In {year} the works at {_PLACES[at]} made {made:,} tons of {good}, which brought"
        f" {price} dollars a ton after the port had been closed for repairs."
    )


def _serve(delay_s: float) -> int:
    """Be the endpoint: everything is supported, with the sentence that has the claim's number."""
    with endpoint() as known:
        known.delay_s = delay_s
        known.answer = lambda body: _answer(body["messages"][-1]["content"])
        print(known.url, flush=True)
        threading.Event().wait()
    return 0


def _answer(user: str) -> str:
    claims = json.loads(user.rpartition("\n\n")[2])
    results = []
    for claim in claims:
        number = re.findall(r"\d+,\d+|\d+", claim["claim"])[1]
        found = re.search(rf"In \d+ the [^.]*? {number} [^.]*\.", user)
        quotes = [found[0]] if found else []
        results.append(
            {
                "id": claim["id"],
                "verdict": "supported",
                "confidence": 0.95,
                "quotes": quotes,
                "reasoning": "it is stated",
            }
        )
    return json.dumps({"results": results})


@contextmanager
def _endpoint(delay_s: float) -> Iterator[str]:
    command = [sys.executable, "-m", "bench.claims_speed", "--serve", "--delay", str(delay_s)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield (process.stdout or sys.stdin).readline().strip()
    finally:
        process.kill()
        process.wait()


if __name__ == "__main__":
    sys.exit(main())
