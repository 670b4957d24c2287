"""The benchmarks, in one run.

    python -m bench [--quick] [--json] [NAME ...]

Each module asks one question and names its baseline; a figure says which way is better and the bar
that it is held to, if any. Ratios are measured side by side, since the machine may be shared and
noisy. Names of modules choose among them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable

from bench import (
    all_checks,
    busy,
    capacity,
    context,
    eval_processes,
    eval_scale,
    evals,
    extraction,
    http_front,
    index,
    ingest,
    lookup,
    proxy,
    review_page,
    server_cpu,
    sketch,
    startup,
    streams,
    throughput,
    upload,
    warm_verify,
    worst,
)
from bench.figures import Figures, met
from bench.scoring import table

BENCHMARKS: dict[str, Callable[[bool], Figures]] = {
    "warm_verify": warm_verify.measure,
    "http_front": http_front.measure,
    "proxy": proxy.measure,
    "server_cpu": server_cpu.measure,
    "context": context.measure,
    "throughput": throughput.measure,
    "capacity": capacity.measure,
    "index": index.measure,
    "upload": upload.measure,
    "ingest": ingest.measure,
    "lookup": lookup.measure,
    "sketch": sketch.measure,
    "extraction": extraction.measure,
    "startup": startup.measure,
    "streams": streams.measure,
    "busy": busy.measure,
    "all_checks": all_checks.measure,
    "worst": worst.measure,
    "evals": evals.measure,
    "eval_processes": eval_processes.measure,
    "eval_scale": eval_scale.measure,
    "review_page": review_page.measure,
}


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}")
    parser.add_argument("--quick", action="store_true", help="few repetitions: does it run?")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in BENCHMARKS]
    if unknown:
        parser.error(f"no benchmark is called {unknown[0]!r}; there are {', '.join(BENCHMARKS)}")
    figures: Figures = {}
    for name in options.names or BENCHMARKS:
        if sys.stderr.isatty():
            print(f"{name} …", file=sys.stderr)
        figures |= BENCHMARKS[name](options.quick)
    if options.json:
        print(json.dumps({"figures": figures}, indent=2))
    else:
        rows = [{"figure": name, **figure, "met": met(figure)} for name, figure in figures.items()]
        print(table(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
