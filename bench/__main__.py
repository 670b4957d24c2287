"""The benchmarks, in one run.

    python -m bench [--quick] [--json]

Each figure says which way is better, and the bar that it is held to, if any. Ratios are measured
side by side, since the machine may be shared and noisy.
"""

from __future__ import annotations

import argparse
import json
import sys

from bench import warm_verify
from bench.scoring import table


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--quick", action="store_true", help="few repetitions: does it run?")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    figures = warm_verify.measure(calls=50 if options.quick else 1000)
    if options.json:
        print(json.dumps({"figures": figures}, indent=2))
    else:
        print(table([{"figure": name, **figure} for name, figure in figures.items()]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
