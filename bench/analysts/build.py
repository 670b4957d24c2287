"""Build the analysts' yardstick, the phrasebook and the reports from ``tests/yardsticks``.

    python -m bench.analysts.build FOLDER

writes ``analysts_open.jsonl``, ``analysts_held.jsonl`` and the same for ``phrases`` and
``reports``, one record a line in the format of the annotated sets. The sets themselves are
described in ``tests/yardsticks/README.md``.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from bench import yaml_file
from bench.analysts.tables import AnalystTable, parse
from bench.analysts.template import TemplateError, render

FOLDER = Path(__file__).parents[2] / "tests" / "yardsticks"
SETS = {"analysts": FOLDER, "phrases": FOLDER / "phrases", "reports": FOLDER / "reports"}
"""Narratives in many voices, single claims in as many phrasings as possible, and narratives in the
commonest wordings over tables of all shapes."""

SPLITS = ("open", "held")

Record = dict[str, Any]


def build(split: str, dataset: str = "analysts") -> list[Record]:
    """The records of one half of a set, in the order of files and narratives."""
    files = sorted((SETS[dataset] / split).glob("*.yaml"))
    return [{"dataset": dataset, **record} for file in files for record in records_of(file, alone)]


Versions = Callable[[str], Iterable[tuple[Mapping[str, object], str]]]
"""What tells each version of a template from the others, and its template."""


def alone(template: str) -> Iterator[tuple[Mapping[str, object], str]]:
    """A template as it stands."""
    yield {}, template


def records_of(file: Path, versions: Versions) -> Iterator[Record]:
    """The records of one file, one for each version of each narrative."""
    loaded = yaml_file.read(file)
    results, tables, about = [], {}, {}
    for name, table in loaded["tables"].items():
        columns, rows = parse(table["rows"])
        tables[name] = AnalystTable(columns, rows)
        head = {key: table[key] for key in ("query_id", "title", "family") if key in table}
        results.append({**head, "columns": columns, "rows": rows})
        if unknown := set(table.get("about", {})) - set(columns):
            raise TemplateError(f"{file.name}: no such columns: {sorted(unknown)}")
        if "about" in table:
            about[table["query_id"]] = table["about"]
    for number, narrative in enumerate(loaded["narratives"], 1):
        name = f"{file.stem}-{number}"
        try:
            rendered = [
                (told, *render(template, tables))
                for told, template in versions(narrative["text"].strip())
            ]
        except TemplateError as problem:
            raise TemplateError(f"{name}: {problem}") from problem
        for version, (told, text, gold) in enumerate(rendered):
            yield {
                "id": f"{name}.{version}" if told else name,
                "split": file.parent.name,
                "domain": file.stem,
                "style": narrative["style"],
                **told,
                "narrative": text,
                "query_results": results,
                "columns_meta": about,
                "gold": gold,
            }


def write(folder: Path) -> list[Path]:
    """Write both halves of each set as files of JSON lines."""
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for dataset, split in product(SETS, SPLITS):
        file = folder / f"{dataset}_{split}.jsonl"
        records = build(split, dataset)
        lines = [json.dumps(record, ensure_ascii=False) + "\n" for record in records]
        file.write_text("".join(lines), encoding="utf-8")
        files.append(file)
    return files


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.analysts.build", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, help="where to write")
    for file in write(parser.parse_args(argv).folder):
        print(file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
