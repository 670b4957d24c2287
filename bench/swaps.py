"""Are two values noticed that stand in each other's place?

    python -m bench.swaps [--show]

Each sentence of ``tests/yardsticks/swaps.yaml`` states two values of a small table. A private
server with the settings that ship judges it as it is, and with the two exchanged. Counted are the
right sentences that are held, the right numbers with an error, the exchanged sentences that are
held and the exchanged numbers with an error, by kind.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from verifyd import Action, Client, QueryResult, Report, Severity

from bench import yaml_file
from bench.analysts.tables import parse
from bench.scoring import ratio, table

_FILE = Path(__file__).parent.parent / "tests" / "yardsticks" / "swaps.yaml"
_SLOTS = re.compile(r"\[([^][]+)]([^][]*)\[([^][]+)]")


class Sentence(NamedTuple):
    """A sentence with its values as they are, or exchanged.

    Attributes:
        kind: What its two values are those of.
        text: It.
        values: The two numbers as they are written.
        exchanged: Whether they stand in each other's place.
        result: The table.
    """

    kind: str
    text: str
    values: tuple[str, str]
    exchanged: bool
    result: QueryResult


def sentences() -> Iterator[Sentence]:
    """Every sentence of the file, right and exchanged."""
    for at, one in enumerate(yaml_file.read(_FILE)):
        columns, rows = parse(one.pop("table"))
        result = QueryResult(f"q{at}", rows, columns=columns)
        for kind, texts in one.items():
            for text in texts:
                for exchanged in (False, True):
                    order = r"\3\2\1" if exchanged else r"\1\2\3"
                    written, slots = _SLOTS.sub(order, text), _SLOTS.search(text)
                    if slots is None or written == text:
                        raise ValueError(f"two numbers in brackets are needed: {text}")
                    yield Sentence(kind, written, (slots[1], slots[3]), exchanged, result)


def errors(sentence: Sentence, report: Report) -> int:
    """How many of the two numbers have an error."""
    return sum(
        any(
            finding.severity is Severity.ERROR
            and finding.span.start < sentence.text.index(value) + len(value)
            and sentence.text.index(value) < finding.span.end
            for finding in report.findings
        )
        for value in sentence.values
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.swaps", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("--show", action="store_true", help="list what went wrong")
    options = parser.parse_args(argv)
    counts: dict[str, Counter[str]] = {}
    with Client.local(timeout=60) as client:
        for one in sentences():
            report = client.verify(one.text, [one.result])
            found, held = errors(one, report), report.action is Action.HOLD
            label = "wrong" if one.exchanged else "right"
            for kind in (one.kind, "all"):
                counts.setdefault(kind, Counter()).update(
                    {label: 1, f"{label} held": held, f"{label} errors": found}
                )
            if options.show and (found < len(one.values) if one.exchanged else found or held):
                codes = ", ".join(f"{f.code} {f.severity.name}" for f in report.findings)
                print(f"{label}: {one.text}\n    {codes or 'no finding'}")
    print(table([{"kind": kind, **_figures(count)} for kind, count in counts.items()]))


def _figures(count: Counter[str]) -> dict[str, object]:
    right, wrong = count["right"], count["wrong"]
    return {
        "sentences": right,
        "right held": ratio(count["right held"], right),
        "right as error": ratio(count["right errors"], 2 * right),
        "exchanged held": ratio(count["wrong held"], wrong),
        "exchanged as error": ratio(count["wrong errors"], 2 * wrong),
    }


if __name__ == "__main__":
    main()
