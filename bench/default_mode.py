"""What does a warm Verify of the demo's narrative take, in the default mode?

    python -m bench.default_mode

``make capture`` writes the sentence that it prints into the README and the page on performance, so
that both give one figure. Its tables were uploaded in advance; the text differs in every call.
Processor time of the server's process is measured, which other work on the machine changes little.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from statistics import median

import duckdb
from verifyd import Client, Handle, QueryResult

from bench.sidecars import cpu_seconds, echo_server
from sidecar.settings.root import Settings

_DEMO = Path(__file__).parent.parent / "demo"
_TABLES = ("europe", "continents")
_CALLS = 20  # in one round: the kernel counts processor time in hundredths of a second
_ROUNDS = 5


def main() -> None:
    """Print the figure as a sentence."""
    sys.stdout.write(sentence() + "\n")


def sentence() -> str:
    """What was measured, and of what."""
    narrative = (_DEMO / "narrative.md").read_text("utf-8")
    mode = Settings().numeric.binding.mode
    tables = [duckdb.read_csv(str(_DEMO / f"{name}.csv")) for name in _TABLES]
    rows = sum(len(table) for table in tables)
    with echo_server(mode) as server, Client(server.address, timeout=60) as client:
        known = zip(_TABLES, tables, strict=True)
        handles = [client.put(QueryResult(name, table)) for name, table in known]
        numbers = client.verify(narrative, handles=handles).claims_total
        rounds = [_round(client, server.pid, narrative, handles, at) for at in range(_ROUNDS)]
    spent = median(rounds)
    return (
        f"In the default mode, `{mode}`, the {numbers} numbers of the demo's narrative, against two"
        f" tables of {rows} rows in all, take {spent:.0f} ms of processor time,"
        f" {spent / numbers:.1f} ms each (median of {_ROUNDS} rounds of {_CALLS} calls of a warm"
        f" server, on {os.cpu_count()} cores shared with other work)."
    )


def _round(client: Client, pid: int, text: str, handles: list[Handle], at: int) -> float:
    """Milliseconds of the server's processor time for each call of a round."""
    before = cpu_seconds(pid)
    for call in range(_CALLS):
        # Letters, since a number would be one to verify.
        edition = "".join(chr(ord("a") + int(digit)) for digit in f"{at}{call:02d}")
        client.verify(f"# Edition {edition}\n\n{text}", handles=handles)
    return (cpu_seconds(pid) - before) / _CALLS * 1000


if __name__ == "__main__":
    main()
