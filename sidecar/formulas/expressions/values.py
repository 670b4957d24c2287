"""Names of columns, values that a query writes, and functions of texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal, InvalidOperation

from sidecar.formulas import columns
from sidecar.formulas.flows import PICK, PIECE, Provenance, ValueKind, merge_places
from sidecar.formulas.reader import ExpressionReader
from sidecar.formulas.tree import Node, Refusal, read_arguments, require_known

# What several expressions give together.


def join_alternatives(flows: Sequence[Provenance]) -> Provenance:
    """One of several values, whichever it is."""
    first = flows[0]
    if len(flows) == 1:
        return first
    return Provenance(
        kind=ValueKind.COUNT if any(f.kind is ValueKind.COUNT for f in flows) else first.kind,
        core="|".join(sorted(flow.core for flow in flows)),
        sources=merge_places(flows),
        grouped=any(flow.grouped for flow in flows),
        ratio=all(flow.ratio for flow in flows),
        factor=first.factor,
        nudged=any(flow.nudged for flow in flows),
        part=PIECE if any(flow.part == PIECE for flow in flows) else "",
    )


def judge_condition(
    flows: Sequence[Provenance], *, core: str = "", against_zero: bool = False
) -> Provenance:
    """Whether something holds of some values.

    Args:
        flows: The values.
        core: What it is; made of that of the values where it is not given.
        against_zero: Whether it holds where data are nought or missing, and asks nothing else.
    """
    return Provenance(
        kind=ValueKind.TRUTH,
        core=core or "?" + ",".join(flow.core for flow in flows),
        sources=merge_places(flows),
        grouped=any(flow.grouped for flow in flows),
        against_zero=against_zero,
    )


# Steps of time that a query writes: INTERVAL 3 MONTH, and the rows that a window looks back.

_YEAR_STEPS = frozenset({1, 3, 4, 12})
"""Of a calendar: the next one, quarters in months, years in quarters and in months."""
_NOTHING: Node = {"class": "", "type": "nothing"}


def is_grounded_step(reader: ExpressionReader, steps: Decimal) -> bool:
    """Whether so many steps are those of a calendar or of the text."""
    return steps in _YEAR_STEPS or reader.grounds.states(steps)


def is_span(node: Node) -> bool:
    """Whether an expression is a span of time."""
    return node["class"] == "FUNCTION" and node["function_name"] in columns.SPANS


def judge_spans(reader: ExpressionReader, node: Node) -> None:
    """Let rows be picked by a span of time, or refuse it."""
    if not reader.at.condition:
        raise Refusal("VALUE_NOT_OF_DATA", "a written span of time")
    inner = node
    while inner["class"] in ("FUNCTION", "CAST"):
        inner = (
            inner["child"] if inner["class"] == "CAST" else [*read_arguments(inner), _NOTHING][0]
        )
    if inner["class"] != "CONSTANT":
        raise Refusal("SQL_NOT_ALLOWED", "a span of time that is not written")
    try:
        steps = Decimal(inner["literal"].get("text", ""))
    except InvalidOperation:
        raise Refusal("SQL_NOT_ALLOWED", "a span of time that is not a number") from None
    if not is_grounded_step(reader, steps):
        raise Refusal("LITERAL_NOT_GROUNDED", f"a span of {steps}")


_LONGEST_NUMBER = 40


def read_column(reader: ExpressionReader, node: Node) -> Provenance:
    """The column that a name means."""
    require_known(node, "column_names")
    flow = reader.scope.column(node["column_names"])
    if flow.column is not None:
        reader.ledger.reads[flow.column] = None
    return flow


def read_constant(_reader: ExpressionReader, node: Node) -> Provenance:
    """A value that the query writes."""
    return read_literal(node)


def read_literal(node: Node) -> Provenance:
    """The literal of a constant."""
    require_known(node, "literal")
    literal = node["literal"]
    kind, text = literal["kind"], literal.get("text", "")
    if kind == "NULL_LITERAL":
        return Provenance(kind=ValueKind.NUMBER, null=True)
    if kind in ("INTEGER", "NUMERIC"):
        return Provenance(kind=ValueKind.NUMBER, literal=_number(text), core=text)
    if kind == "STRING":
        return Provenance(kind=ValueKind.TEXT, literal=text, core=text)
    if kind == "BOOLEAN":
        return Provenance(kind=ValueKind.TRUTH, literal=text, core=text)
    raise Refusal("SQL_NOT_ALLOWED", f"a literal of the kind {kind.lower()}")


def read_written_number(node: Node, what: str) -> Decimal:
    """A number that must be written out, not reckoned."""
    if node["class"] == "CONSTANT":
        literal = read_literal(node).literal
        if isinstance(literal, Decimal):
            return literal
    raise Refusal("SQL_NOT_ALLOWED", f"{what} takes a written number")


def _number(text: str) -> Decimal:
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise Refusal("SQL_NOT_ALLOWED", f"the number {text}") from None
    if abs(number.adjusted()) > _LONGEST_NUMBER:
        raise Refusal("SQL_NOT_ALLOWED", f"the number {text[:_LONGEST_NUMBER]}")
    return number


# Functions of texts. Rows are picked by them; a piece of a text is no value.

# Numbers inside texts: the 12.3 of "12.3 kg", the two of "3-0".

_NUMBER = r"(?:\[(?:0-9|\\d)[.,]{0,2}\]|\\d)\+"
_AROUND = r"(?:[^\\.^$*+?()\[\]{}|\d_]|\\s[*+]?|\\[^\w\s\\])*"
_PATTERN = re.compile(
    rf"(?P<alone>{_NUMBER})"
    rf"|(?P<before>{_AROUND}(?:{_NUMBER}{_AROUND})?)\({_NUMBER}\)"
    rf"(?P<after>{_AROUND}(?:{_NUMBER}{_AROUND})?)"
)
_MARKUP = re.compile(rf"{_NUMBER}|\\s")
_WORD = re.compile(r"[^\W\d_]+(?!\w)")
_MOST_CELLS = 10_000
_WHOLE = re.compile(
    r"(?<![\w.,])[-+−]?"
    r"(?:\d{1,3}(?:['’ \u00a0\u202f]\d{3})+|\d+(?:[.,]\d+)*)"
    r"(?![.,]?\d|[eE][-+]?\d)"
)
"""A number of a cell; a dash between two of them is no sign."""
_DATE = re.compile(r"\d+([-/.:])\d+\1\d+")


def read_picked(reader: ExpressionReader, _name: str, parts: list[Node]) -> Provenance:
    """REGEXP_EXTRACT(column, pattern, group)."""
    flow = reader.cells(parts[0])
    pattern = reader.read(parts[1]).literal
    group = int(read_written_number(parts[2], "a group")) if len(parts) > 2 else 0
    if flow.info is None or not _as_it_stands(flow) or not isinstance(pattern, str):
        raise Refusal("SQL_NOT_ALLOWED", "a number picked out of anything but a column")
    found = _PATTERN.fullmatch(pattern)
    if found is None or group != (0 if found["alone"] else 1):
        raise Refusal("SQL_NOT_ALLOWED", f"the pattern {pattern}: a number and words around it")
    words = list(_words(found))
    for word in words:
        reader.rules.literals.word(flow, word)
    _judge(words, flow.info.picks(pattern, group, _MOST_CELLS + 1))
    return replace(flow, core=f"{pattern}({flow.core})", column=None, info=None, part=PICK)


def _as_it_stands(flow: Provenance) -> bool:
    """Whether an expression is a column of texts, since it is its cells that are looked at."""
    plain = flow.column is not None and not flow.altered and not flow.part
    return plain and flow.info is not None and flow.info.type == "VARCHAR"


def _words(found: re.Match[str]) -> Iterator[str]:
    """The words around a number."""
    for side in (found["before"], found["after"]):
        yield from _WORD.findall(_MARKUP.sub(" ", side or ""))


def _judge(words: list[str], picks: list[tuple[str, str]]) -> None:
    """Refuse a pattern that cuts a piece out of something, or that picks rows by its marks."""
    if len(picks) > _MOST_CELLS:
        raise Refusal("TOO_LARGE", f"numbers picked out of more than {_MOST_CELLS} texts")
    for cell, number in picks:
        numbers = _WHOLE.findall(_DATE.sub(" ", cell))
        if number and number not in numbers:
            raise Refusal("VALUE_NOT_OF_DATA", f"{number} is not a whole number of {cell[:60]}")
        named = set(words) <= set(_WORD.findall(cell))
        if numbers and named != bool(number):
            finds = "something" if number else "nothing"
            raise Refusal("VALUE_NOT_OF_DATA", f"the pattern finds {finds} in {cell[:60]}")


_THOUSANDS = frozenset({",", " ", "'", "’", "\u00a0", "\u202f"})
"""Marks between the digits of a number that was picked out of a text."""


def read_case_fold(reader: ExpressionReader, _name: str, parts: list[Node]) -> Provenance:
    """A text in another case, without its blanks or accents."""
    return replace(reader.text(parts[0]), altered=True)


def read_substring(reader: ExpressionReader, _name: str, parts: list[Node]) -> Provenance:
    """A part of a text, by its place."""
    flow = reader.cells(parts[0])
    if any(part["class"] != "CONSTANT" for part in parts[1:]):
        raise Refusal("SQL_NOT_ALLOWED", "a place in a text that is not written")
    return replace(flow, column=None, part=PIECE)


def read_replace(reader: ExpressionReader, _name: str, parts: list[Node]) -> Provenance:
    """REPLACE(column, ',', ''): numbers in texts are read without their marks."""
    flow = reader.cells(parts[0])
    old, new = (reader.read(part).literal for part in parts[1:])
    if not isinstance(old, str) or new != "" or any(mark.isdigit() for mark in old):
        raise Refusal("SQL_NOT_ALLOWED", "replace other than taking marks away")
    if flow.part == PICK and old not in _THOUSANDS:
        raise Refusal("VALUE_NOT_OF_DATA", f"{old} taken out of a number")
    return replace(flow, altered=True)


def read_concatenation(reader: ExpressionReader, _name: str, parts: list[Node]) -> Provenance:
    """A full name: texts with marks between them."""
    flows = [reader.text(part) for part in parts]
    data = [flow for flow in flows if not flow.constant]
    if any(flow.constant and any(c.isalnum() for c in str(flow.literal)) for flow in flows):
        raise Refusal("SQL_NOT_ALLOWED", "texts that are put together")
    if not data:
        raise Refusal("VALUE_NOT_OF_DATA", "texts that are put together")
    core = "||".join(flow.core for flow in flows)
    return Provenance(kind=ValueKind.TEXT, core=core, sources=merge_places(data), part=PIECE)


def read_like(reader: ExpressionReader, _name: str, parts: list[Node]) -> Provenance:
    """Whether a text has a pattern or a part that is written."""
    flow = reader.cells(parts[0])
    pattern = reader.read(parts[1]).literal
    if not isinstance(pattern, str):
        raise Refusal("SQL_NOT_ALLOWED", "a pattern that is not written")
    reader.rules.literals.like(flow, pattern)
    return judge_condition([flow])
