"""The formulas of a request, and what came of them, to and from the model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from verifyd.v1 import formulas_pb2

from sidecar.errors import VerifydError
from sidecar.formulas.placement import locate
from sidecar.formulas.settings import EngineSettings
from sidecar.model.formatting import format_plain
from sidecar.model.formula import Formula, FormulaOrigin, FormulaUse
from sidecar.model.text import Span, Text

_SHOWN = 80  # characters of what was given that an error repeats
_LONGEST_NONE = 40


class FormulaInvalid(VerifydError):
    """A formula of the request cannot be used."""

    code: ClassVar[str] = "INVALID_ARGUMENT"
    reason: ClassVar[str] = "FORMULA_INVALID"


def read_formulas(
    messages: Sequence[formulas_pb2.Formula], text: Text, settings: EngineSettings
) -> tuple[Formula, ...]:
    """The formulas of a request.

    Raises:
        FormulaInvalid: If the number of one does not stand in the text, or its query is too long.
    """
    return tuple(_formulas(messages, text, settings))


def _formulas(
    messages: Sequence[formulas_pb2.Formula], text: Text, settings: EngineSettings
) -> Iterator[Formula]:
    for index, message in enumerate(messages):
        if len(message.query.encode()) > settings.max_query_bytes:
            told = f"the query is longer than {settings.max_query_bytes} bytes"
            raise _invalid(index, "query", message.query, told)
        if len(message.none) > _LONGEST_NONE:
            told = f"the reason for no query is longer than {_LONGEST_NONE} characters"
            raise _invalid(index, "none", message.none, told)
        proposed = message.origin == formulas_pb2.FORMULA_ORIGIN_PROPOSED
        if not message.query.strip() and not proposed:
            raise _invalid(index, "query", "", "it has no query")
        yield Formula(
            _span(index, message, text),
            message.query,
            FormulaOrigin.PROPOSED if proposed else FormulaOrigin.DECLARED,
            message.none,
        )


def _span(index: int, message: formulas_pb2.Formula, text: Text) -> Span:
    if message.HasField("span"):
        start, end = message.span.start, message.span.end
        if not start < end <= len(text.data):
            given = f"{start}-{end}"
            told = f"the narrative has {len(text.data)} bytes, and a number at least one"
            raise _invalid(index, "span", given, told)
        return Span(start, end)
    if not message.text:
        raise _invalid(index, "text", "", "it names no number, neither by span nor by text")
    try:
        return locate(text, message.text)
    except ValueError as error:
        raise _invalid(index, "text", message.text, str(error)) from None


def _invalid(index: int, field: str, given: str, told: str) -> FormulaInvalid:
    shown = given[:_SHOWN]
    message = f"formula {index + 1}, {field} {shown!r}: {told}"
    return FormulaInvalid(message, index=index, field=field, given=shown)


def write_formula_use(message: formulas_pb2.FormulaUse, use: FormulaUse) -> None:
    """Fill a message."""
    formula = use.formula
    message.query, message.origin, message.outcome = formula.query, formula.origin, use.outcome
    message.value = "" if use.value is None else format_plain(use.value)
    message.reason, message.message = use.reason, use.message
    message.reads.extend(use.reads)


def write_formula(message: formulas_pb2.Formula, formula: Formula) -> None:
    """Fill the message of a formula without a query."""
    message.span.start, message.span.end = formula.span
    message.origin, message.none = formula.origin, formula.none
