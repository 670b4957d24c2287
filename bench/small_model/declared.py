"""What becomes of numbers whose queries a real small model declares, badly?

    python -m bench.small_model.declared --count 10

The model (``make small-model`` installs it) answers the questions of ``bench.declared`` from the
same results and prompt. It has too few parameters to keep rules, so a grammar holds it to a
sentence with one number, and a footnote with one query; which number, words and query is its own
choice. A real server judges each answer. Nothing may be supported whose query gives another number,
so each number that was supported is compared with its query by sqlite; it fails where they differ.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
import urllib.request
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import NamedTuple

from verifyd import ClaimBinding, Client, Verdict, formulas

from bench.declared import (
    FLAGGED,
    answers,
    is_settled,
    open_database,
    record_results,
    warm_client,
)
from bench.scoring import Record, table
from bench.small_model.process import SmallModel, small_model

_MOST_TOKENS = 160
_ANSWER_S = 120
_MOST_CELLS = 12
"""Of a column, that conditions may name."""

_EXAMPLE = """
Query result q1: 2 rows
region,price
North,2500000
South,1700000

Question: What were sales?
Answer: Sales were 4200000[^f1] in all.

[^f1]: SELECT sum("price") FROM q1

"""
_GRAMMAR = r"""
root ::= " " words " " number "[^f1]" (" " words)? ".\n\n[^f1]: SELECT " value " FROM q1" where?
words ::= word (" " word){0,7}
word ::= [A-Za-z]{1,12} | [12] [0-9]{3}
number ::= [1-9] [0-9]{0,5} ("." [0-9]{1,2})?
value ::= measure | function "(" measure ")"
function ::= "sum" | "avg" | "min" | "max" | "count"
where ::= " WHERE " condition
"""


_TOLERANCE = 0.01
"""By which share a number may differ from its query and still agree with it."""


class DeclaredNumber(NamedTuple):
    """A number that the model wrote, and what the query that it declared gives by sqlite."""

    binding: ClaimBinding
    value: float | None

    @property
    def is_wrongly_supported(self) -> bool:
        """Whether it was supported by a query that gives another number."""
        by_query = is_settled(self.binding) and self.binding.verdict is Verdict.SUPPORTED
        number = float(self.binding.claim.value)
        return by_query and (
            self.value is None or abs(self.value - number) > _TOLERANCE * abs(self.value)
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m bench.small_model.declared")
    parser.add_argument("--count", type=int, default=10, metavar="N", help="how many answers")
    options = parser.parse_args(argv)
    numbers: list[DeclaredNumber] = []
    with small_model() as model, warm_client() as client:
        for record in answers()[: options.count]:
            numbers += _answer(record, model, client)
    uses = Counter(
        f"{use.outcome}: {use.reason}" if use.reason else str(use.outcome)
        for one in numbers
        if (use := one.binding.formula_use) is not None
    )
    figures: dict[str, object] = {
        "answers": options.count,
        "numbers": len(numbers),
        "with a query": uses.total(),
        "settled": sum(is_settled(one.binding) for one in numbers),
        "supported": sum(one.binding.verdict is Verdict.SUPPORTED for one in numbers),
        "flagged": sum(one.binding.verdict in FLAGGED for one in numbers),
        "wrongly supported": sum(one.is_wrongly_supported for one in numbers),
    }
    print(table([figures]))
    print(f"\n{table([{'outcome': name, 'numbers': n} for name, n in uses.most_common()])}")
    return 1 if figures["wrongly supported"] or not uses else 0


def _answer(record: Record, model: SmallModel, client: Client) -> list[DeclaredNumber]:
    """Let the model answer a question, and verify what it writes."""
    recorder, shown = record_results(record)
    prompt = f"{formulas.prompt()}{_EXAMPLE}{shown[0]}\nQuestion: {record['question']}\nAnswer:"
    with closing(open_database()) as database:
        database.execute(f"CREATE TABLE q1 AS {record['sql'][0]}")
        rows = database.execute("SELECT * FROM q1")
        text = _complete(model, prompt, _grammar([name for name, *_ in rows.description], rows))
        report = client.verify(text, recorder.evidence(), checks=["numeric"])
        print(f"{record['id']}:{' '.join(text.split())}")
        return [DeclaredNumber(one, _value(one, database)) for one in report.bindings]


def _value(binding: ClaimBinding, database: sqlite3.Connection) -> float | None:
    if binding.formula_use is None:
        return None
    found = database.execute(binding.formula_use.query).fetchall()
    return float(found[0][0]) if len(found) == 1 and found[0][0] is not None else None


def _grammar(names: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The grammar of an answer over a result, with cells of it in conditions."""
    columns = dict(zip(names, zip(*rows, strict=True), strict=True))
    measures = [
        _literal(_name(name))
        for name, cells in columns.items()
        if not any(isinstance(cell, str) for cell in cells)
    ]
    conditions = [
        f"{_literal(f'{_name(name)} = ')} ({' | '.join(map(_literal, _constants(cells)))})"
        for name, cells in columns.items()
    ]
    return f"{_GRAMMAR}measure ::= {' | '.join(measures)}\ncondition ::= {' | '.join(conditions)}\n"


def _constants(cells: Iterable[object]) -> list[str]:
    distinct = list(dict.fromkeys(cells))[:_MOST_CELLS]
    return [f"'{cell}'" if isinstance(cell, str) else str(cell) for cell in distinct]


def _name(name: str) -> str:
    return f'"{name}"'


def _literal(text: str) -> str:
    """Literals of a grammar are escaped as in JSON."""
    return json.dumps(text, ensure_ascii=False)


def _complete(model: SmallModel, prompt: str, grammar: str) -> str:
    body = {
        "model": model.model,
        "prompt": prompt,
        "grammar": grammar,
        "temperature": 0,
        "max_tokens": _MOST_TOKENS,
    }
    request = urllib.request.Request(f"{model.base_url}/completions", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=_ANSWER_S) as reply:
        text: str = json.load(reply)["choices"][0]["text"]
    return text


if __name__ == "__main__":
    sys.exit(main())
