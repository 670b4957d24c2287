"""What short texts over small tables come to, which the tests of an earlier engine have left.

    python -m bench.sentences [--every N] [--show] [FILE ...]

Without FILEs those of ``tests/yardsticks/sentences``. Each text is right, or states which of its
numbers are wrong. Prints for each file what becomes of right numbers and of wrong ones; with
``--show`` each right one that is contradicted and each wrong one that is supported.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench import yaml_file
from bench.scoring import ratio, table
from sidecar.binding.engine.binder import EngineBinder
from sidecar.binding.settings import NumericSettings
from sidecar.checks.numeric import extract_options
from sidecar.evidence.decoding import decode_evidence
from sidecar.evidence.header import Header
from sidecar.evidence.index import TableIndex
from sidecar.evidence.settings import EvidenceLimits
from sidecar.model.evidence import Column
from sidecar.model.report import Detail, Verdict
from sidecar.model.text import Text
from sidecar.text.claims import extract_numbers

FOLDER = Path(__file__).parents[1] / "tests" / "yardsticks" / "sentences"
_VALUES = re.compile(r"\{([^|}]*)\|([^}]*)\}")
_OUTCOMES = {
    Verdict.SUPPORTED: "supported",
    Verdict.CONTRADICTED: "contradicted",
    Verdict.UNSUPPORTED: "contradicted",
    Verdict.INCONCLUSIVE: "not covered",
}


class SentenceCase(NamedTuple):
    """A text over tables.

    Attributes:
        tables: Each as a mapping of ``columns``, ``rows``, and perhaps ``title`` and ``units``.
        text: The text.
        wrong: Which of its numbers are wrong, as they are written.
    """

    tables: Sequence[Mapping[str, Any]]
    text: str
    wrong: Sequence[str]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.sentences", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="*", type=Path, help="default: all")
    parser.add_argument("--every", type=int, default=1, help="take every Nth text")
    parser.add_argument("--show", action="store_true", help="list what went wrong")
    options = parser.parse_args(argv)
    rows = []
    for path in options.files or sorted(FOLDER.glob("*.yaml")):
        counts = counted([*read(path)][:: options.every], show=options.show)
        rows.append({"file": path.stem, **shares(counts)})
    print(table(rows))
    return 0


def shares(counts: Counter[tuple[str, str]]) -> dict[str, float | None]:
    """Of right and of wrong numbers, the shares of each outcome."""
    found: dict[str, float | None] = {}
    for label in ("right", "wrong"):
        total = sum(count for (own, _), count in counts.items() if own == label)
        found[label] = total
        for outcome in dict.fromkeys(_OUTCOMES.values()):
            found[f"{label} {outcome}"] = ratio(counts[label, outcome], total)
    return found


def counted(texts: Sequence[SentenceCase], *, show: bool = False) -> Counter[tuple[str, str]]:
    """How many right and wrong numbers of some texts come to what."""
    counts: Counter[tuple[str, str]] = Counter()
    for said in texts:
        for number, outcome in _outcomes(said):
            label = "wrong" if any(number in each or each in number for each in said.wrong) else ""
            counts[label or "right", outcome] += 1
            if show and outcome == ("supported" if label else "contradicted"):
                print(f"{label or 'right'} {outcome} {number!r}: {said.text}")
    return counts


def read(path: Path) -> Iterator[SentenceCase]:
    """The texts of a file."""
    found = yaml_file.read(path)
    for part in found if isinstance(found, list) else [found]:
        tables = part.get("tables", [part])
        yield from (SentenceCase(tables, text, ()) for text in part.get("right", ()))
        yield from (
            SentenceCase(tables, text, wrong) for text, wrong in part.get("wrong", {}).items()
        )
        for template in part.get("sentences", ()):
            yield SentenceCase(tables, _VALUES.sub(r"\1", template), ())
            yield from _spoiled(tables, template)


def _spoiled(tables: Sequence[Mapping[str, Any]], template: str) -> Iterator[SentenceCase]:
    """A text of ``{right|wrong}`` values with one of them wrong."""
    for each in _VALUES.finditer(template):
        before, after = template[: each.start()], template[each.end() :]
        text = _VALUES.sub(r"\1", before) + each[2] + _VALUES.sub(r"\1", after)
        yield SentenceCase(tables, text, [each[2]])


def _outcomes(said: SentenceCase) -> Iterator[tuple[str, str]]:
    """The numbers of a text, each with what becomes of it."""
    settings, text = NumericSettings(), Text(said.text)
    results = [_result(at, one) for at, one in enumerate(said.tables)]
    binder = EngineBinder(settings, text, results, Detail.BINDINGS)
    claims = extract_numbers(text, extract_options(settings)).claims
    names = {*binder.names(claims)}
    for at, bound in enumerate(binder.bind(claims)):
        if at not in names:
            yield text.slice(bound.binding.claim.number.span), _OUTCOMES[bound.binding.verdict]


def _result(at: int, one: Mapping[str, Any]) -> TableIndex:
    units = one.get("units", {})
    columns = tuple(Column(name=name, unit=units.get(name, "")) for name in one["columns"])
    header = Header(query_id=f"q{at}", family="", title=one.get("title", ""), columns=columns)
    body = json.dumps({"columns": one["columns"], "rows": one["rows"]}, default=str)
    return TableIndex(decode_evidence(body.encode(), header, EvidenceLimits()))


if __name__ == "__main__":
    sys.exit(main())
