"""Does what one caller sends stop the others, or slip through?

    python -m bench.hostile [--count N] [--seed S] [--seconds T] [--json FILE] [FIGURES ...]

one       drawn requests (2000), one at a time, while others call as well
eight     the same, eight at once
overload  ten times the calls that can be served
sigterm   SIGTERM under each load
dear      one tenant whose calls are dear, while another calls
many      very many drawn requests (100000), most of them small

Every figure has its bar; the exit status is 1 where one is not met. Standard error tells how far it
has come, and which requests were at fault: python -m bench.fuzz_drawn --show prints one.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from bench.figures import Figures, met
from bench.hostile import dear, drawn, ending, many, overload
from bench.scoring import table

_MEASURES: dict[str, Callable[[argparse.Namespace], Figures]] = {
    "one": lambda o: drawn.measure("one", o.seed, o.count or 2000, 1),
    "eight": lambda o: drawn.measure("eight", o.seed, o.count or 2000, 8),
    "overload": lambda o: overload.measure(o.seconds),
    "sigterm": lambda o: ending.measure(o.seed),
    "dear": lambda o: dear.measure(o.seconds),
    "many": lambda o: many.measure(o.seed, o.count or 100_000),
}


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.hostile", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("figures", nargs="*", metavar="FIGURES", help="these alone")
    parser.add_argument("--count", type=int, help="drawn requests, instead of the usual ones")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=15, help="of each load (15)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as well")
    options = parser.parse_args()
    unknown = [name for name in options.figures if name not in _MEASURES]
    if unknown:
        parser.error(f"no figure is called {unknown[0]!r}; there are {', '.join(_MEASURES)}")
    figures: Figures = {}
    for name in options.figures or _MEASURES:
        figures |= _MEASURES[name](options)
        if options.json:
            options.json.write_text(json.dumps({"figures": figures}, indent=2))
    rows = [{"figure": name, **figure, "met": met(figure)} for name, figure in figures.items()]
    print(table(rows))
    return 0 if all(map(met, figures.values())) else 1


if __name__ == "__main__":
    sys.exit(main())
