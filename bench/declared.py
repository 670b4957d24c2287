"""What do queries settle that an agent declares in footnotes?

    python -m bench.declared

The answers of ``tests/yardsticks/declared`` were written by a strong model from the prompt of
``verifyd.formulas``, half of them with one wrong number. Each answer's SQL runs over public tables
by a recorded tool, and the answer is verified with what was recorded, with its footnotes and
without. Prints the share of numbers that a declared query settled, right numbers flagged, and wrong
ones caught, by the kind of error.
"""

from __future__ import annotations

import argparse
import csv
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import yaml
from verifyd import (
    Action,
    ClaimBinding,
    Client,
    Column,
    FormulaOutcome,
    QueryRecorder,
    Report,
    SettledBy,
    Verdict,
)

from bench.scoring import Record, table
from sidecar.text.footnotes import find_footnotes, remove_footnotes

DATA = Path(__file__).parents[1] / "tests" / "yardsticks" / "declared"
_IN_THOUSANDS = (
    *("nonfarm", "private", "construction", "manufacturing", "retail_trade", "government"),
    *("education_and_health_services", "leisure_and_hospitality", "nonfarm_change"),
)
UNITS = [
    Column("net_generation", unit="thousand MWh"),
    *(Column(name, unit="thousand") for name in _IN_THOUSANDS),
]
"""What the publishers of the tables say of their columns."""
FLAGGED = (Verdict.CONTRADICTED, Verdict.UNSUPPORTED)


class JudgedNumber(NamedTuple):
    """A number of an answer, as it was judged.

    Attributes:
        binding: What the report says of it.
        kind: Of its error; empty where it is right.
    """

    binding: ClaimBinding
    kind: str


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    with warm_client() as client:
        _print(answers()[: options.count], client)
    return 0


def answers() -> list[Record]:
    """The recorded answers."""
    records: list[Record] = yaml.safe_load((DATA / "answers.yaml").read_text("utf-8"))
    return records


@contextmanager
def warm_client() -> Iterator[Client]:
    """A private sidecar that has begun to serve."""
    with Client.local() as client:
        client.list_checks(timeout=60)  # the first call waits until the server is warm
        yield client


def record_results(
    record: Record, columns: Sequence[Column] = ()
) -> tuple[QueryRecorder, list[str]]:
    """Run the SQL of an answer by a recorded tool; also returns what the model was shown."""
    recorder = QueryRecorder(columns=columns)
    database = open_database()

    @recorder.record
    def run_sql(sql: str) -> sqlite3.Cursor:
        return database.execute(sql)

    shown = [run_sql(sql) for sql in record["sql"]]
    database.close()
    return recorder, shown


def verify(record: Record, text: str, client: Client, columns: Sequence[Column] = ()) -> Report:
    """Verify an answer, or a text made of it, with what its queries gave."""
    recorder, _ = record_results(record, columns)
    return client.verify(text, recorder.evidence(), checks=["numeric"])


def label(record: Record, report: Report) -> list[JudgedNumber]:
    """The numbers of an answer with their labels."""
    wrong = record.get("wrong", "")
    start = report.narrative.index(wrong) if wrong else 0
    end = start + len(wrong)
    spans = [binding.claim.span for binding in report.bindings]
    kinds = [record["kind"] if first < end and start < last else "" for first, last in spans]
    return list(map(JudgedNumber, report.bindings, kinds))


def open_database() -> sqlite3.Connection:
    """The public tables, whose numbers are numbers."""
    database = sqlite3.connect(":memory:")
    for path in sorted((DATA / "tables").glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            names, *rows = csv.reader(file)
        columns = ", ".join(f'"{name}" NUMERIC' for name in names)
        database.execute(f'CREATE TABLE "{path.stem}" ({columns})')
        marks = ", ".join("?" * len(names))
        database.executemany(f'INSERT INTO "{path.stem}" VALUES ({marks})', rows)
    return database


def _print(records: Sequence[Record], client: Client) -> None:
    """Figures of the recorded answers, with their footnotes and without."""
    ways: dict[str, tuple[Callable[[str], str], Sequence[Column]]] = {
        "words only": (_without, ()),
        "declared queries": (str, ()),
        "declared, with units": (str, UNITS),
    }
    rows: list[dict[str, object]] = []
    by_kind: list[dict[str, object]] = []
    lines: list[str] = []
    for way, (change, columns) in ways.items():
        numbers: list[JudgedNumber] = []
        released = Counter[bool]()
        for record in records:
            report = verify(record, change(record["answer"]), client, columns)
            found = label(record, report)
            numbers += found
            released["kind" in record] += report.action is Action.RELEASE
            lines += [f"{way}: {record['id']}: {line}" for line in map(_miss, found) if line]
        rows.append({"way": way, **_figures(numbers), **_released(records, released)})
        by_kind += [{"way": way, "error": kind, **row} for kind, row in _kinds(numbers)]
    print(f"{table(rows)}\n\n{table(by_kind)}\n")
    print("\n".join(lines))


def _without(answer: str) -> str:
    return remove_footnotes(answer, find_footnotes(answer))


def _figures(numbers: Sequence[JudgedNumber]) -> dict[str, object]:
    right = [one.binding for one in numbers if not one.kind]
    wrong = [one.binding for one in numbers if one.kind]
    return {
        "numbers": len(numbers),
        "settled": _share([is_settled(one.binding) for one in numbers]),
        "right flagged": _share([one.verdict in FLAGGED for one in right]),
        "right open": _share([one.verdict is Verdict.INCONCLUSIVE for one in right]),
        "wrong caught": _share([one.verdict in FLAGGED for one in wrong]),
        "wrong passed": _share([one.verdict is Verdict.SUPPORTED for one in wrong]),
    }


def _released(records: Sequence[Record], released: Counter[bool]) -> dict[str, object]:
    wrong = sum("kind" in record for record in records)
    return {
        "right answers released": f"{released[False]}/{len(records) - wrong}",
        "wrong answers released": f"{released[True]}/{wrong}",
    }


def _kinds(numbers: Sequence[JudgedNumber]) -> Iterator[tuple[str, dict[str, object]]]:
    for kind in dict.fromkeys(one.kind for one in numbers if one.kind):
        came = Counter(one.binding.verdict for one in numbers if one.kind == kind)
        caught = sum(came[verdict] for verdict in FLAGGED)
        yield kind, {"numbers": came.total(), "caught": caught, "passed": came[Verdict.SUPPORTED]}


def _share(each: Sequence[bool]) -> str:
    return f"{sum(each)}/{len(each)}"


def is_settled(binding: ClaimBinding) -> bool:
    """Whether a declared query settled a number."""
    return binding.settled_by is SettledBy.DECLARED_FORMULA


def _miss(one: JudgedNumber) -> str:
    """What was judged otherwise than its label, or whose query decided nothing."""
    binding, use = one.binding, one.binding.formula_use
    flagged = binding.verdict in FLAGGED
    refused = use is not None and use.outcome in (FormulaOutcome.REFUSED, FormulaOutcome.MISPLACED)
    if flagged == bool(one.kind) and not refused and binding.verdict is not Verdict.INCONCLUSIVE:
        return ""
    known = f"wrong ({one.kind})" if one.kind else "right"
    why = f"; {use.outcome}: {use.reason}: {use.query}" if use is not None else ""
    return f"{binding.claim.value_text!r} is {known}, and was {binding.verdict}{why}"


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.declared", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--count", type=int, metavar="N", help="only the first N answers")
    return parser


if __name__ == "__main__":
    sys.exit(main())
