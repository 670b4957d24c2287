"""Asking a model for the formulas of numbers.

One question holds all numbers of a text that are asked about. A model that does not answer leaves
each verdict as it was, and the report says of each number that it was asked in vain.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from typing import NamedTuple

from sidecar.judges.errors import JudgeError
from sidecar.judges.protocol import Judge, PromptMessage, Question, list_schema, read_rules
from sidecar.judges.spending import Allowance
from sidecar.model.evidence import Column, Table
from sidecar.model.formula import Formula, FormulaOrigin
from sidecar.model.number import Number, NumberForm
from sidecar.model.text import Span, Text
from sidecar.text.lexicon import LEXICON

# A query result as a model is shown it: names, types, units, and some of its rows.

WHOLE_CELLS = 600
"""Cells of a table that is shown whole."""
_ROWS = 6
_LABELS = 40
ROOM = 48_000
"""Characters of all tables of a prompt: some 12,000 tokens, which small models read as well."""
_LENGTHS = (1000, 500, 250, 120, 60)
"""Characters that texts are cut at, the first at which there is room, or the last."""
_SEEN = 100_000  # rows that are looked at for distinct values

_SINGLE = {bool: "boolean", datetime: "timestamp", date: "date", time: "time"}


def describe_tables(tables: Sequence[Table], room: int = ROOM) -> list[str]:
    """Query results, each a section of a prompt; their texts are cut where there is no room."""
    shown = [describe_table(table) for table in tables]
    for longest in _LENGTHS:
        if sum(map(len, shown)) <= room:
            break
        shown = [describe_table(table, longest) for table in tables]
    return shown


def describe_table(table: Table, longest: int | None = None) -> str:
    """One query result, as a section of a prompt; texts may be cut at some length."""
    said = ", ".join(part for part in (table.title, table.family) if part)
    lines = [
        f'## "{table.query_id}"' + (f" ({said})" if said else "") + f", {table.row_count} rows"
    ]
    whole = table.row_count * len(table.columns) <= WHOLE_CELLS
    lines += (_column(column, data, longest, whole=whole) for column, data in _columns(table))
    shown = table.row_count if whole else _ROWS
    lines.append("rows:" if whole else f"first {min(shown, table.row_count)} rows:")
    names = [column.name for column in table.columns]
    lines.append(json.dumps(names, ensure_ascii=False))
    lines += (
        json.dumps([_cell(data[row], longest) for data in table.data], ensure_ascii=False)
        for row in range(min(shown, table.row_count))
    )
    return "\n".join(lines)


def _columns(table: Table) -> Iterator[tuple[Column, Sequence[object]]]:
    return zip(table.columns, table.data, strict=True)


def _column(column: Column, data: Sequence[object], longest: int | None, *, whole: bool) -> str:
    said = [part for part in (column.label, column.description) if part]
    if column.unit:
        said.append(f"unit: {column.unit}")
    if column.synonyms:
        said.append(f"also called {', '.join(column.synonyms)}")
    line = f'- "{column.name}" {_type(data)}' + (f" ({'; '.join(said)})" if said else "")
    labels = [] if whole else _labels(data, longest)
    return line + (f": {json.dumps(labels, ensure_ascii=False)}" if labels else "")


def _type(data: Sequence[object]) -> str:
    """The type of a column's cells, by those that are looked at."""
    names = {type(value) for value in data[:_SEEN] if value is not None}
    if names <= {int}:
        return "integer" if names else "empty"
    if names <= {int, float, Decimal}:
        return "number"
    return _SINGLE.get(names.pop(), "text") if len(names) == 1 else "text"


def _labels(data: Sequence[object], longest: int | None) -> list[str]:
    """The distinct texts of a column, if they are few."""
    distinct: dict[str, None] = {}
    for value in data[:_SEEN]:
        if isinstance(value, str):
            distinct.setdefault(value)
            if len(distinct) > _LABELS:
                return []
    return [_short(label, longest) for label in distinct]


def _cell(value: object, longest: int | None) -> object:
    if value is None or isinstance(value, bool | int | float):
        return value
    return float(value) if isinstance(value, Decimal) else _short(str(value), longest)


def _short(text: str, longest: int | None) -> str:
    return text if longest is None or len(text) <= longest else text[:longest] + "…"


# What a model is asked that proposes the formulas of numbers, and what it answered.

VERSION = "propose-1"
NONE = ("identifier", "period", "plan", "threshold", "outside")
_LONGEST_QUERY = 2000  # characters, in the schema of the answer
_NUMERAL = re.compile(r"\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?")
_FORMS = {
    NumberForm.FRACTION: "a fraction in words: give .5 for a half, .333 for a third",
    NumberForm.MULTIPLE: "a multiple in words: give 2 for doubled",
    NumberForm.ORDINAL: "a rank: give 3 for third",
    NumberForm.WORDS: "a number in words, list_unanswered scale",
}


class FormulaPrompt(NamedTuple):
    """A question about the numbers of one text.

    Attributes:
        system: The rules.
        user: Tables and text.
        ids: The number that each mask stands for.
        schema: A JSON Schema of the answer.
    """

    system: str
    user: str
    ids: Mapping[str, Number]
    schema: Mapping[str, object]


def make_prompt(
    text: Text, asked: Sequence[Number], others: Sequence[Number], tables: Sequence[Table]
) -> FormulaPrompt:
    """Ask for the formulas of some numbers of a text.

    Args:
        text: The text.
        asked: The numbers, in the order of the text.
        others: The other numbers; those with a value of ``asked`` are masked as well.
        tables: The query results.
    """
    ids = {f"n{at}": number for at, number in enumerate(asked, 1)}
    masks = {number.span: f"[{key}]" for key, number in ids.items()}
    hidden = {abs(number.value) for number in asked}
    masks |= {other.span: "[…]" for other in others if abs(other.value) in hidden}
    written = _masked(text, masks, {number.span: number for number in [*asked, *others]})
    notes = [
        f"- [{key}]: {_FORMS[number.form]}" for key, number in ids.items() if number.form in _FORMS
    ]
    parts = ["# Tables", *describe_tables(tables), "# Text", written]
    if notes:
        parts += ["# About the masked numbers", "\n".join(notes)]
    parts.append(f"Masked numbers: {', '.join(ids)}")
    rules = read_rules("sidecar.formulas", VERSION)
    return FormulaPrompt(rules, "\n\n".join(parts), ids, _schema(list(ids)))


def read_answer(answer: object, ids: Mapping[str, Number]) -> dict[Span, Formula]:
    """The formulas of an answer, by the spans of their numbers; the first for each counts.

    What is no such answer, or names no number that was asked about, is left out: a number without
    a formula keeps its verdict.
    """
    entries = answer.get("formulas") if isinstance(answer, dict) else None
    found: dict[Span, Formula] = {}
    for entry in entries if isinstance(entries, list) else ():
        if not isinstance(entry, dict):
            continue
        number = ids.get(str(entry.get("id", "")).strip("[]"))
        query, none = entry.get("query") or "", entry.get("none") or ""
        if number is None or number.span in found:
            continue
        if not isinstance(query, str) or not isinstance(none, str):
            continue
        query = query.strip().rstrip(";").strip()
        if query or none in NONE:
            reason = "" if query else none
            found[number.span] = Formula(number.span, query, FormulaOrigin.PROPOSED, reason)
    return found


def _masked(text: Text, masks: Mapping[Span, str], numbers: Mapping[Span, Number]) -> str:
    pieces, done = [], 0
    for span in sorted(masks):
        if span.start < done:
            continue
        pieces += [text.slice(Span(done, span.start)), _mask(text, numbers[span], masks[span])]
        done = span.end
    return "".join([*pieces, text.slice(Span(done, len(text.data)))])


def _mask(text: Text, number: Number, mask: str) -> str:
    """A number with its numeral masked: "$[n1] million"; all of it where it has no digits."""
    written = text.slice(number.span)
    if number.form is NumberForm.DIGITS and _NUMERAL.search(written):
        return _NUMERAL.sub(mask, written, count=1)
    _, _, unit = written.rpartition(" ")
    return f"{mask} {unit}" if number.symbol and unit.casefold() not in LEXICON else mask


def _schema(ids: Sequence[str]) -> Mapping[str, object]:
    """A JSON Schema of the answer."""
    properties = {
        "id": {"type": "string", "enum": list(ids)},
        "query": {"type": "string", "maxLength": _LONGEST_QUERY},
        "none": {"type": "string", "enum": ["", *NONE]},
    }
    return list_schema("formulas", properties, len(ids))


UNANSWERED = "unanswered"
"""Why a number has no formula that the model was asked about, and said nothing of."""


class FormulaProposals(NamedTuple):
    """What a model proposed.

    Attributes:
        formulas: One for each number that was asked about; without a query, with the reason, where
            there is none.
        failure: Why the model gave no answer at all, if it did not.
    """

    formulas: Sequence[Formula]
    failure: JudgeError | None = None


def make_question(asked: FormulaPrompt) -> Question:
    """A prompt as a question."""
    messages = PromptMessage("system", asked.system), PromptMessage("user", asked.user)
    return Question("propose", VERSION, messages, asked.schema)


async def propose(judge: Judge, asked: FormulaPrompt, allowance: Allowance) -> FormulaProposals:
    """Ask a model for the formulas of a prompt.

    Args:
        judge: Who is asked.
        asked: The question.
        allowance: What the request may take.
    """
    try:
        answer = await judge.ask(make_question(asked), allowance)
    except JudgeError as error:
        return FormulaProposals(list_unanswered(asked, error.reason), error)
    return read_proposals(asked, answer.json())


def read_proposals(asked: FormulaPrompt, answer: Mapping[str, object]) -> FormulaProposals:
    """What an answer proposes for each number of a prompt."""
    found = read_answer(answer, asked.ids)
    missing = {formula.span: formula for formula in list_unanswered(asked, UNANSWERED)}
    return FormulaProposals(list((missing | found).values()))


def list_unanswered(asked: FormulaPrompt, reason: str) -> list[Formula]:
    """The numbers of a prompt without a formula."""
    origin = FormulaOrigin.PROPOSED
    return [Formula(number.span, "", origin, reason) for number in asked.ids.values()]
