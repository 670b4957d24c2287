"""What a model is asked that proposes the formulas of numbers, and what it answered.

It sees the tables and the text, with the numbers that it is asked about masked, and every other
place with the same value; so it cannot tell whether a number is right, and is not asked. The rules
stand in a file with a version, ``prompts/propose-1.md``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from typing import NamedTuple

from sidecar.formulas.listing import listings
from sidecar.model.evidence import Table
from sidecar.model.formula import Formula, FormulaOrigin
from sidecar.model.number import Form, Number
from sidecar.model.text import Span, Text
from sidecar.text.lexicon import LEXICON

VERSION = "propose-1"
NONE = ("identifier", "period", "plan", "threshold", "outside")
_LONGEST_QUERY = 2000  # characters, in the schema of the answer
_NUMERAL = re.compile(r"\d(?:[\d.,'’ \u00a0\u2009\u202f]*\d)?")
_FORMS = {
    Form.FRACTION: "a fraction in words: give .5 for a half, .333 for a third",
    Form.MULTIPLE: "a multiple in words: give 2 for doubled",
    Form.ORDINAL: "a rank: give 3 for third",
    Form.WORDS: "a number in words, without scale",
}


class Prompt(NamedTuple):
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


def prompt(
    text: Text, asked: Sequence[Number], others: Sequence[Number], tables: Sequence[Table]
) -> Prompt:
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
    parts = ["# Tables", *listings(tables), "# Text", written]
    if notes:
        parts += ["# About the masked numbers", "\n".join(notes)]
    parts.append(f"Masked numbers: {', '.join(ids)}")
    return Prompt(_rules(), "\n\n".join(parts), ids, _schema(list(ids)))


def read(answer: object, ids: Mapping[str, Number]) -> dict[Span, Formula]:
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
    if number.form is Form.DIGITS and _NUMERAL.search(written):
        return _NUMERAL.sub(mask, written, count=1)
    _, _, unit = written.rpartition(" ")
    return f"{mask} {unit}" if number.symbol and unit.casefold() not in LEXICON else mask


@cache
def _rules() -> str:
    file = resources.files("sidecar.formulas").joinpath("prompts", f"{VERSION}.md")
    return file.read_text("utf-8")


def _schema(ids: Sequence[str]) -> Mapping[str, object]:
    """A JSON Schema of the answer; strings are bounded, or small models never end them."""
    entry = {
        "type": "object",
        "properties": {
            "id": {"type": "string", "enum": list(ids)},
            "query": {"type": "string", "maxLength": _LONGEST_QUERY},
            "none": {"type": "string", "enum": ["", *NONE]},
        },
        "required": ["id", "query", "none"],
        "additionalProperties": False,
    }
    return {
        "type": "object",
        "properties": {"formulas": {"type": "array", "items": entry, "maxItems": len(ids)}},
        "required": ["formulas"],
        "additionalProperties": False,
    }
