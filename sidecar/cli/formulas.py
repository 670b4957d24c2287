"""``--formulas``: the queries of numbers from a file, or from a report that had them.

A file holds a YAML or JSON list; a number is named by its words, where these stand in the narrative
once, or by its place in code points:

    - text: 4.2 million
      query: SELECT sum(price) / 1e6 FROM sales
    - span: {start: 40, end: 44}
      query: SELECT count(*) FROM sales

A report in JSON (``verifyd check --format json``) will do as well: the formulas of its numbers are
read, so that they decide again, without a model.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from sidecar.cli import files
from sidecar.cli.errors import UsageError
from sidecar.formulas.placement import place
from sidecar.formulas.settings import EngineSettings
from sidecar.model.formula import Formula, FormulaOrigin
from sidecar.model.text import Span, Text

REASON = "FORMULA_INVALID"


class _Place(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    start: int
    end: int


class _Formula(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    text: str = ""
    span: _Place | None = None
    query: str = ""
    origin: Literal["DECLARED", "PROPOSED"] = "DECLARED"
    none: str = ""


_LIST = TypeAdapter(list[_Formula])


def formulas(path: Path, text: Text, settings: EngineSettings) -> list[Formula]:
    """The formulas of a file.

    Raises:
        UsageError: With what is wrong, and where.
    """
    said = files.plain(path, REASON)
    try:
        given = _LIST.validate_python(list(_of_report(said)) if isinstance(said, dict) else said)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise UsageError(REASON, f"{path}: {where}: {first['msg'].lower()}") from None
    if len(given) > settings.max_formulas:
        told = f"{path} has {len(given)} formulas; the settings allow {settings.max_formulas}"
        raise UsageError(REASON, told)
    found = []
    for number, one in enumerate(given):
        try:
            found.append(_formula(one, text, settings))
        except ValueError as error:
            raise UsageError(REASON, f"{path}: {number}: {error}") from None
    return found


def _formula(one: _Formula, text: Text, settings: EngineSettings) -> Formula:
    origin = FormulaOrigin[one.origin]
    if not one.query.strip() and origin is FormulaOrigin.DECLARED:
        raise ValueError("it has no query")
    if len(one.query.encode()) > settings.max_query_bytes:
        raise ValueError(f"the query is longer than {settings.max_query_bytes} bytes")
    return Formula(_span(one, text), one.query, origin, one.none)


def _span(one: _Formula, text: Text) -> Span:
    if one.span is None:
        return place(text, one.text)
    start, end = one.span.start, one.span.end
    if not 0 <= start < end <= len(text.string):
        raise ValueError(f"the narrative has {len(text.string)} characters, and not {start}-{end}")
    return Span(text.byte_offset(start), text.byte_offset(end))


def _of_report(report: dict[str, object]) -> Iterator[object]:
    """The formulas of a report, as a file would give them."""
    for result in _within(_within(report, "report", {}), "results", []):
        numeric = _within(_within(result, "findings", {}), "numeric", {})
        yield from numeric.get("no_claims", ())
        for binding in numeric.get("bindings", ()):
            use = binding.get("formula_use")
            if use:
                kept = {key: use.get(key, "") for key in ("query", "origin", "none")}
                yield {"span": binding.get("span"), **kept}


def _within(given: object, name: str, none: Any) -> Any:
    """A member of an object, where it is of the kind that a report has there."""
    found = given.get(name) if isinstance(given, dict) else None
    return found if isinstance(found, type(none)) else none
