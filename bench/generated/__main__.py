"""Is every wrong number of a generated statement caught, and no right one?

    python -m bench.generated [--seed N] [--sizes 10 100 2000] [--tables N] [--count N] [--show]
    python -m bench.generated --csv TABLE.csv ...

Makes tables, true statements about them and as many with one error, and sends them through a
private sidecar. Prints the share that was flagged, for every kind of error and every style of true
statement, with what was left inconclusive or not read beside it. The same seed makes the same set;
another seed makes other tables: none of them is worth fitting to.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

from verifyd import Client

from bench import repairs
from bench.accuracy import MODES
from bench.generated import csv_table
from bench.generated.facts import FactTable
from bench.generated.judged import GeneratedJudgement, judge
from bench.generated.mistakes import possible, spoil
from bench.generated.rates import Sizes, alarms, caught, figures, is_right, repaired
from bench.generated.statements import GeneratedStatement
from bench.generated.tables import tables
from bench.generated.telling import tell
from bench.scoring import table as as_table
from sidecar.binding.settings import BindingSettings

_MODE = BindingSettings().mode
_DERIVED = 0.4  # of the true statements
_TRIES = 40


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    options = _parser().parse_args(argv)
    if options.csv:
        sized = {path.stem: [csv_table.read(path)] for path in options.csv}
    else:
        sized = {str(n): list(tables(n, options.tables, options.seed)) for n in options.sizes}
    settings = {"numeric": {"binding": {"mode": options.mode}}}
    sizes: Sizes = {}
    with Client.local(settings=settings, timeout=120) as client:
        for size, made in sized.items():
            if sys.stderr.isatty():
                print(f"{size} …", file=sys.stderr)
            sizes[size] = [
                one
                for table in made
                for one in judge(
                    client, statements(table, options.count, options.seed), options.together
                )
            ]
    if options.show:
        print("\n".join(_shown(sizes)))
    if options.json:
        print(json.dumps({"figures": figures(sizes)}, indent=2))
    else:
        print(f"errors that are caught, mode {options.mode}\n\n{as_table(caught(sizes))}")
        print(f"\nright numbers that are flagged\n\n{as_table(alarms(sizes))}")
        told = repaired(one for some in sizes.values() for one in some)
        print(f"\n{repairs.line(told)}")
    return 0


def statements(table: FactTable, count: int, seed: int) -> list[GeneratedStatement]:
    """So many true statements about a table, and as many with an error, in any order."""
    random = Random(f"statements/{seed}/{table.query_id}")
    true = [tell(table, _group(random.random() < _DERIVED), random) for _ in range(count)]
    false = [_spoiled(table, kind, random) for kind in _kinds(table, count, random)]
    made = [statement for statement in [*true, *false] if statement is not None]
    return random.sample(made, len(made))


def _kinds(table: FactTable, count: int, random: Random) -> list[str]:
    """As many of every kind that the table allows, as far as that goes."""
    kinds = possible(table)
    kinds *= count // len(kinds) + 1
    return random.sample(kinds, len(kinds))[:count]


def _spoiled(table: FactTable, kind: str, random: Random) -> GeneratedStatement | None:
    for _ in range(_TRIES):
        statement = tell(table, _group(kind == "derived"), random)
        wrong = spoil(statement, kind, random) if statement else None
        if wrong is not None:
            return wrong
    return None


def _group(derived: bool) -> str:
    return "derived" if derived else "cells"


def _shown(sizes: Sizes) -> Iterator[str]:
    """Every miss and false alarm, with the header of its table."""
    for some in sizes.values():
        last = None
        for one in some:
            missed = one.wrong and one.said != "flagged"
            if not missed and not (is_right(one) and one.said == "flagged"):
                continue
            table = one.statement.table
            if table is not last:
                last = table
                yield f"\n== {table.name}: {table.facts.title!r}; {_header(table)}"
            yield "  " + _line(one)


def _line(one: GeneratedJudgement) -> str:
    text = one.statement.text.replace("\n", " / ")
    if not one.wrong:
        return f"ALARM {','.join(one.codes)} {one.text!r} ({one.formula}): {text}"
    right = next(slot.right for slot in one.statement.slots if slot.wrong)
    return f"MISS {one.wrong}, {one.said}: {one.text!r} should be {right.normalize():f}: {text}"


def _header(table: FactTable) -> str:
    return ", ".join(
        column.name + "".join(f" [{said}]" for said in (column.label, column.unit) if said)
        for column in table.columns
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.generated", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--seed", type=int, default=1, help="which set (default 1)")
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[10, 100, 2000], metavar="N", help="rows of tables"
    )
    parser.add_argument("--tables", type=int, default=12, metavar="N", help="tables of each size")
    parser.add_argument(
        "--count", type=int, default=64, metavar="N", help="true, and false, statements of a table"
    )
    parser.add_argument(
        "--together", type=int, default=8, metavar="N", help="statements in one request"
    )
    parser.add_argument(
        "--csv", type=Path, nargs="+", metavar="FILE", help="tables of your own instead"
    )
    parser.add_argument("--mode", choices=MODES, default=_MODE, help="numeric.binding.mode")
    parser.add_argument("--show", action="store_true", help="print misses and false alarms")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    return parser


if __name__ == "__main__":
    sys.exit(main())
