"""Which share of the texts without a wrong number is held back?

    python -m bench.right_held [--every N] [--preset P]

Takes every text of both halves of the yardsticks, and of the sets in VERIFYD_YARDSTICKS, all of
whose labelled numbers are right (of statements, those that are supported and have a number), and
has a private server judge it by all checks that its evidence allows, with the settings that ship.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

from verifyd import Action, Client, VerifydError

from bench import records
from bench.analysts import build, plain
from bench.analysts.build import SPLITS
from bench.scoring import Record, ratio, table
from sidecar.binding.settings import BindingSettings

_IN_FLIGHT = 2
_RIGHT = frozenset({"supported", "supports", "entailed"})


_Text = tuple[Record, records.Metadata]


def main(argv: list[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.right_held", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth text")
    parser.add_argument("--preset", default=BindingSettings().preset)
    options = parser.parse_args(argv)
    settings = {"numeric": {"binding": {"preset": options.preset}}}
    rows: list[dict[str, object]] = []
    with (
        Client.local(settings=settings, timeout=60) as client,
        ThreadPoolExecutor(_IN_FLIGHT) as pool,
    ):

        def held(one: _Text) -> bool:
            record, shared = one
            try:
                report = client.verify(record["narrative"], records.results(record, shared))
            except VerifydError:  # refused: no verdict
                return False
            return report.action is Action.HOLD

        for name, texts in _sets():
            chosen = texts[:: options.every]
            found = list(pool.map(held, chosen))
            share = ratio(sum(found), len(found))
            rows.append({"set": name, "right texts": len(found), "held": share})
            print(rows[-1], file=sys.stderr, flush=True)
    print(table(rows))
    return 0


def _sets() -> Iterator[tuple[str, list[_Text]]]:
    """Each set, with its right texts."""
    for split in SPLITS:
        yield f"plain_{split}", [(one, {}) for one in plain.build(split) if one["wrong"] is None]
        for name in build.SETS:
            some: list[_Text] = [(one, {}) for one in build.build(split, name) if is_right(one)]
            if some:
                yield f"{name}_{split}", some
    for file in records.yardsticks():
        shared = records.metadata(file)
        right = [(one, shared) for one in records.read(file) if is_right(one)]
        if right:
            yield file.name.split(".")[0], right


def is_right(record: Record) -> bool:
    """Whether the numbers of a record are labelled, all of them as right."""
    if "narrative" not in record or "sources" in record or "spec" in record:
        return False
    golds = record["gold"]
    numbers = [gold for gold in golds if gold["kind"] == "number"]
    if not numbers:
        statements = [gold for gold in golds if gold["kind"] == "statement"]
        return bool(record.get("has_number")) and all(g["label"] in _RIGHT for g in statements)
    return all(gold["label"] in _RIGHT for gold in golds)


if __name__ == "__main__":
    sys.exit(main())
