"""The corpus as records: each answer as it is right, and with one, several or all numbers wrong.

python -m bench.corpus.build FILE...     show what the numbers of each answer become
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.analysts.tables import AnalystTable
from bench.corpus.check import FOLDER, CorpusCase, read
from bench.corpus.marks import NO_CLAIM, Marked, MarkedAnswer
from bench.corpus.spoil import Spoilt, spoil, turned

Record = dict[str, Any]

_ALONE = 2  # numbers of an answer that are made wrong alone
_TURNED = 0.3  # of numbers with a word of direction, the share whose word is turned instead


def build(split: str) -> list[Record]:
    """The records of one half. ``wrong`` is None where all is right, else how many are wrong."""
    files = sorted((FOLDER / split).glob("*.yaml"))
    return [record for file in files for record in records_of(read(file))]


def records_of(case: CorpusCase) -> Iterator[Record]:
    """The records of one file."""
    for place, answer in enumerate(case.answers):
        name = f"{case.name}-{place + 1}"
        rng = random.Random(name)
        head = {
            "id": name,
            "domain": case.name.partition("_")[0],
            "question": case.questions[place],
            "query_results": case.results,
        }
        yield head | {"wrong": None, "error": "", **_written(answer, {}, {})}
        spoilt, verbs = _spoilt(answer, case.tables, rng)
        able = sorted(spoilt.keys() | verbs.keys())
        versions = [[at] for at in rng.sample(able, min(_ALONE, len(able)))]
        if len(able) > 3:
            versions += [sorted(rng.sample(able, len(able) // 2)), able]
        for version, places in enumerate(versions, 1):
            some = {at: spoilt[at] for at in places if at in spoilt}
            some_verbs = {at: verbs[at] for at in places if at in verbs}
            kinds = "+".join(some[at].kind if at in some else "direction" for at in places)
            yield head | {
                "id": f"{name}.{version}",
                "wrong": len(places),
                "error": kinds,
                **_written(answer, some, some_verbs),
            }


def _spoilt(
    answer: MarkedAnswer, tables: Mapping[str, AnalystTable], rng: random.Random
) -> tuple[dict[int, Spoilt], dict[int, int]]:
    """Of each number what it becomes, or the word of direction that is turned instead."""
    spoilt, verbs = dict[int, Spoilt](), dict[int, int]()
    for at, number in enumerate(answer.numbers):
        verb = turned(answer, number)
        if verb is not None and number.expression != NO_CLAIM and rng.random() < _TURNED:
            verbs[at] = answer.verbs.index(verb)
        elif (made := spoil(number, tables, rng)) is not None:
            spoilt[at] = made
    return spoilt, verbs


def _written(
    answer: MarkedAnswer, spoilt: Mapping[int, Spoilt], verbs: Mapping[int, int]
) -> dict[str, Any]:
    """The text and gold of an answer some of whose numbers or words of direction are others."""
    turned_words = set(verbs.values())
    edits: list[tuple[int, int, str, int]] = [
        (v.start, v.end, v.opposite, -1) for i, v in enumerate(answer.verbs) if i in turned_words
    ]
    for at, number in enumerate(answer.numbers):
        text = spoilt[at].text if at in spoilt else number.text
        edits.append((number.start, number.end, text, at))
    text, gold, last = "", list[dict[str, Any]](), 0
    for start, end, new, at in sorted(edits):
        text += answer.text[last:start]
        if at >= 0:
            kind = spoilt[at].kind if at in spoilt else "direction" if at in verbs else ""
            gold.append(_item(answer.numbers[at], len(text), new, kind))
        text += new
        last = end
    return {"narrative": text + answer.text[last:], "gold": gold}


def _item(number: Marked, start: int, text: str, kind: str) -> dict[str, Any]:
    return {
        "start": start,
        "end": start + len(text),
        "text": text,
        "kind": "number",
        "form": "digit",
        "scored": True,
        "label": "unsupported" if kind else "supported",
        "category": kind,
        "error": kind,
        "right": number.text,
        "expression": number.expression,
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.corpus.build", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="+", type=Path)
    for file in parser.parse_args(argv).files:
        for record in records_of(read(file)):
            if record["wrong"] is None:
                print(f"\n{record['id']}: {record['narrative']}")
            wrong = [item for item in record["gold"] if item["error"]]
            told = (f"{item['error']}: {item['right']} -> {item['text']}" for item in wrong)
            print(*(f"  {record['id']}: {line}" for line in told), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
