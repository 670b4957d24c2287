"""What the clients cost: a warm Verify by each client over the same by its generated stub.

Run by ``make bench-clients``, which puts the tests' drivers on the path. Each driver makes both
calls in turns, in one process, against one server; of some rounds the one with the median ratio
counts.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from client_drivers import LANGUAGES, Driver, build

from bench.served import served

ROUNDS = 3
REQUEST = {
    "narrative": "Energy has 1,234 people and Health 980.",
    "evidence": {
        "queryResults": [
            {
                "queryId": "staff",
                "json": '[{"sector": "Energy", "staff": 1234}, {"sector": "Health", "staff": 980}]',
            }
        ]
    },
}


def measure(driver: Driver, address: str, count: int) -> tuple[float, float]:
    """The medians of the stub's calls and of the client's, in milliseconds."""
    line: dict[str, Any] = {
        "address": address,
        "method": "Measure",
        "request": REQUEST,
        "count": count,
    }
    rounds = [(one["stub_ms"][0], one["face_ms"][0]) for one in _rounds(driver, line)]
    return sorted(rounds, key=lambda pair: pair[1] / pair[0])[ROUNDS // 2]


def _rounds(driver: Driver, line: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    return (driver.ask(line) for _ in range(ROUNDS))


def main(arguments: list[str] | None = None) -> int:
    """Print a line for each client."""
    parser = argparse.ArgumentParser(prog="bench.clients", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="calls of each kind in a round")
    parser.add_argument("--client", action="append", help="measure this one (repeatable)")
    given = parser.parse_args(arguments)
    print("client        stub p50, ms  client p50, ms  ratio")
    with served() as server:
        for language in LANGUAGES:
            if given.client and language.name not in given.client:
                continue
            driver = Driver(language, build(language))
            stub, face = measure(driver, server.address, given.count)
            driver.close()
            print(f"{language.name:12}{stub:14.2f}{face:16.2f}{face / stub:7.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
