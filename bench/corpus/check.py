"""Check files of the corpus while writing them.

    python -m bench.corpus.check FILE...

Prints each number that is not what its expression says, each number without a mark, and how many
answers and numbers are sound.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import yaml

from bench import yaml_file
from bench.analysts.build import FOLDER as YARDSTICKS
from bench.analysts.tables import AnalystTable, parse
from bench.corpus import marks

FOLDER = YARDSTICKS / "corpus"
"""The halves of the corpus, a folder each."""


class CorpusCase(NamedTuple):
    """Tables and the answers over them.

    Attributes:
        name: The stem of the file.
        results: Query id, title where it has one, columns and rows of each query result.
        tables: The same by the names that expressions use.
        questions: What was asked, one for each answer.
        answers: The answers.
    """

    name: str
    results: Sequence[dict[str, object]]
    tables: dict[str, AnalystTable]
    questions: Sequence[str]
    answers: Sequence[marks.MarkedAnswer]


def read(file: Path) -> CorpusCase:
    """Read one file of the corpus.

    Raises:
        ValueError: If a part is missing or a mark is not sound.
    """
    loaded = yaml_file.read(file)
    results: list[dict[str, object]] = []
    tables: dict[str, AnalystTable] = {}
    for name, table in loaded["tables"].items():
        columns, rows = parse(table["rows"])
        head = {key: str(table[key]) for key in ("query_id", "title") if key in table}
        results.append({"query_id": name, **head, "columns": columns, "rows": rows})
        tables[name] = AnalystTable(columns, rows)
    asked = [answer["question"] for answer in loaded["answers"]]
    answers = [marks.parse(answer["text"].strip()) for answer in loaded["answers"]]
    return CorpusCase(file.stem, results, tables, asked, answers)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.corpus.check", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="+", type=Path)
    bad = answers = numbers = tables = 0
    for file in parser.parse_args(argv).files:
        try:
            case = read(file)
        except (ValueError, KeyError, yaml.YAMLError) as problem:
            bad += 1
            print(f"{file}: {type(problem).__name__}: {problem}", file=sys.stderr)
            continue
        tables += len(case.tables)
        for place, answer in enumerate(case.answers, 1):
            answers += 1
            numbers += len(answer.numbers)
            for problem_ in marks.check(answer, case.tables):
                bad += 1
                print(f"{file.name}, answer {place}: {problem_}")
    print(f"{tables} tables, {answers} answers, {numbers} numbers; {bad} problems")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
